"""How well a motion has come over: directions of bones, knees, hips, and feet that stand."""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.kinematics.retargeting.biped import Biped, beyond
from supple.kinematics.retargeting.contacts import MEASURED, Contacts
from supple.kinematics.retargeting.rig import Motion
from supple.kinematics.retargeting.sole import LEVEL, Sole
from supple.scene import Mesh, Node, Part, Take
from supple.scene.skinning import influences, skinned
from supple.spatial import rotate

HANGING = 0.9
"""Vertices that hang on the foot by so much say whether it stands."""
FEWEST = 8
"""With fewer of them the foot is measured as a rigid thing."""


def angle(a: Array, b: Array) -> Array:
    """Between directions (…, 3) [degrees]."""
    return np.asarray(np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b), axis=-1), (a * b).sum(axis=-1))))


def directions(source: Biped, motion: Motion, body: Biped, got: Motion) -> dict[str, float]:
    """How far limbs, hips and knees are from the source's [degrees]."""
    found: dict[str, float] = {}
    for limb, parts in (("arms", ("arm", "forearm")), ("legs", ("thigh", "shin"))):
        off = np.stack([_off(source, motion, body, got, f"{p}.{side}") for p in parts for side in "LR"])
        found[f"{limb}_95_deg"], found[f"{limb}_max_deg"] = float(np.percentile(off, 95)), float(off.max())
        found[f"{limb}_max_s"] = float(motion.times[off.max(axis=0).argmax()])
    lines = [m.bone(b["thigh.R"], b["thigh.L"]) for b, m in ((source, motion), (body, got))]
    found["pelvis_max_deg"] = float(angle(*lines).max())
    knees = [
        np.abs(np.diff(_knee(body, got, side))) - np.abs(np.diff(_knee(source, motion, side)))
        for side in "LR"
    ]
    found["knees_deg_frame"] = float(max(k.max(initial=0.0) for k in knees))
    return found


def _off(source: Biped, motion: Motion, body: Biped, got: Motion, part: str) -> Array:
    end = beyond(part)
    return angle(motion.bone(source[part], source[end]), got.bone(body[part], body[end]))


def _knee(body: Biped, motion: Motion, side: str) -> Array:
    thigh, shin, foot = (body[f"{part}.{side}"] for part in ("thigh", "shin", "foot"))
    return angle(motion.bone(thigh, shin), motion.bone(shin, foot))


class Patch(NamedTuple):
    """Vertices of one mesh: its node, and which of them."""

    node: Node
    rows: Indices


def patches(body: Biped, side: str) -> tuple[list[Patch], float]:
    """Vertices of the scene's meshes that hang by 0.9 and more on a foot and what is below it; and the mean share of
    the foot in all that hang on it most."""
    rig = body.rig
    below = {id(rig.nodes[row]) for row in (*rig.below(body.foot(side)), *rig.below(body[f"foot.{side}"]))}
    found, shares = list[Patch](), [np.zeros(0)]
    for node in rig.figure.scene_of().walk():
        if node.mesh is None or not len(node.mesh.vertices):
            continue
        if node.skin is None:
            share = np.full(
                len(node.mesh.vertices), float(any(id(n) in below for n in (node, *node.ancestors())))
            )
        else:
            joints, weights = influences(node.mesh, len(node.skin.joints))
            on_foot = np.array([id(joint) in below for joint in node.skin.joints])
            share = (weights * on_foot[joints]).sum(axis=1)
        shares.append(share[share > 0.5])
        if (share >= HANGING).any():
            found.append(Patch(node, np.flatnonzero(share >= HANGING)))
    return found, float(np.concatenate(shares).mean()) if sum(map(len, shares)) else 1.0


def followed(take: Take, found: list[Patch]) -> tuple[Array, Array]:
    """Where vertices of patches are at rest (n, 3) and over a take (T, n, 3) [m]."""
    rest, moving = [np.zeros((0, 3))], [np.zeros((len(take.times), 0, 3))]
    for node, rows in found:
        rest.append(node.rest_vertices[rows])
        if node.skin is None:
            world = take.world(node.name)
            moving.append(
                node.surface.vertices[rows] @ world[:, :3, :3].transpose(0, 2, 1) + world[:, None, :3, 3]
            )
            continue
        joints, weights = influences(node.surface, len(node.skin.joints))
        part = Part(
            node.surface.vertices[rows], np.zeros((0, 3), int), joints=joints[rows], weights=weights[rows]
        )
        moving.append(skinned(Mesh((part,)), take.skin_matrices(node.name)))
    return np.concatenate(rest), np.concatenate(moving, axis=1)


def standing(
    body: Biped, got: Motion, stance: Contacts, soles: dict[str, Sole], floor: float, take: Take | None
) -> dict[str, float]:
    """How far standing feet slide and sink [m, for a figure of 1.7 m], on their skin where it hangs on them."""
    size, slide, sink, weight = MEASURED / body.height, 0.0, 0.0, 1.0
    for side in "LR":
        found, share = patches(body, side) if take is not None else ([], 1.0)
        weight = min(weight, share)
        if take is not None and sum(len(patch.rows) for patch in found) >= FEWEST:
            rest, moving = followed(take, found)
        else:
            rest, moving = _rigid(body, got, side, soles[side])
        on = stance.stands(side)
        if on.any():
            sink = max(sink, size * float((floor - moving[on, :, 1].min(axis=1)).max()))
        for point in ("heel", "ball"):
            at = body.place(f"foot.{side}") + (soles[side].heel if point == "heel" else soles[side].ball)
            path = _as_point(rest, moving, at, body.leg)
            for first, last in stance.runs[point, side]:
                away = (path[first : last + 1] - path[first : last + 1].mean(axis=0)) * LEVEL
                slide = max(slide, size * float(np.linalg.norm(away, axis=1).max()))
    return {"slide_m": slide, "sink_m": max(sink, 0.0), "sole_weight": weight}


def _rigid(body: Biped, got: Motion, side: str, sole: Sole) -> tuple[Array, Array]:
    """The sole's points as if the foot were one rigid thing, at rest and over time."""
    turned = got.turned(body.foot(side))
    points = sole.points[~sole.on_toes]
    ankle = got.places[:, body[f"foot.{side}"]]
    return points + body.place(f"foot.{side}"), ankle[:, None] + rotate(turned[:, None], points[None])


def _as_point(rest: Array, moving: Array, at: Array, size: float) -> Array:
    """A point of the sole (T, 3) as a mean of its lowest vertices: the same point, if the sole is rigid."""
    low = np.argsort(rest[:, 1])[: max(FEWEST, len(rest) // 3)]
    basis = np.vstack([rest[low].T / size, np.ones(len(low))])
    share = np.linalg.pinv(basis) @ np.append(at / size, 1.0)
    return np.asarray(np.einsum("tni,n->ti", moving[:, low], share))
