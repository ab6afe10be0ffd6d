"""The soles of a figure at rest: heel, ball, and the points of the foot that must not sink.

They are those of the vertices that hang most on foot or toes; without a mesh they are guessed from the joints.
"""

from dataclasses import dataclass

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from supple.arrays import Array, Truths
from supple.kinematics.retargeting.biped import UP, Biped, upright
from supple.scene import Node
from supple.scene.skinning import influences
from supple.spatial import conjugate, from_axis_angle, multiply, rotate

LEVEL = np.array([1.0, 0.0, 1.0])
STEEPEST = 75
"""By how much a foot may be pitched onto its ball [degrees]."""


@dataclass(frozen=True, eq=False)
class Sole:
    """A foot at rest, seen from its ankle."""

    heel: Array
    """Where the sole ends behind (3,) [m]."""
    ball: Array
    """Where it bends, or ends in front (3,) [m]."""
    heading: Array
    """Where it points, level (3,)."""
    points: Array
    """Its hull (k, 3) [m]."""
    on_toes: Truths
    """Which of the points go with the toes (k,)."""
    joint: Array | None
    """The joint of the toes (3,) [m], if there is one: they lie flat while the foot is pitched about it."""
    pitch: Array
    """Angles by which a foot is pitched onto its ball [rad], and …"""
    rise: Array
    """… how high the ankle then is over the floor [m]; it rises."""

    def ahead(self, foot: Array) -> Array:
        """Where a foot that is turned (T, 4) points, level (T, 3)."""
        level = rotate(foot, self.heading) * LEVEL
        return np.asarray(level / np.maximum(np.linalg.norm(level, axis=-1, keepdims=True), 1e-12))

    def lying(self, ahead: Array) -> Array:
        """The turn (T, 4) of a foot that lies flat and points ahead (T, 3)."""
        return multiply(
            upright(np.broadcast_to(UP, ahead.shape), ahead), conjugate(upright(UP, self.heading))
        )

    def tiptoe(self, foot: Array, height: Array) -> tuple[Array, Array]:
        """A foot (T, 4) that is pitched onto its ball along its heading so that the ankle is so high (T,) [m] over
        the floor, and the way from the ankle to the ball (T, 3) [m]."""
        pitch = np.interp(height, self.rise, self.pitch)
        flat = self.lying(self.ahead(foot))
        turn = multiply(flat, from_axis_angle(np.cross(UP, self.heading), pitch))
        if self.joint is not None:
            return turn, rotate(turn, self.joint) + rotate(flat, self.ball - self.joint)
        contact = rotate(turn, self.ball)
        contact[:, 1] = -np.interp(pitch, self.pitch, self.rise)
        return turn, contact


def soles(body: Biped) -> tuple[float, dict[str, Sole]]:
    """The height of the floor under a figure at rest [m], and both soles; toes that bend nothing are left out."""
    hung = {side: vertices_on(body, side) for side in "LR"}
    lowest = {side: _lowest(body, side, hung[side][0]) for side in "LR"}
    found = {side: _sole(body, side, *hung[side], lowest[side]) for side in "LR"}
    return min(lowest.values()), found


def vertices_on(body: Biped, side: str) -> tuple[Array, list[int]]:
    """Vertices (n, 3) [m] at rest that hang most on a foot or what is below it, and the row of each."""
    rig = body.rig
    below = set(rig.below(body.foot(side))) | set(rig.below(body[f"foot.{side}"]))
    rows = {id(rig.nodes[row]): row for row in below}
    points, owners = [np.zeros((0, 3))], list[int]()
    for node in _drawn(body):
        mesh = node.surface
        if node.skin is not None:
            joints, weights = influences(mesh, len(node.skin.joints))
            most = joints[np.arange(len(joints)), weights.argmax(axis=1)]
            own = np.array([rows.get(id(joint), -1) for joint in node.skin.joints])[most]
        else:
            above = next((rows[id(n)] for n in (node, *node.ancestors()) if id(n) in rows), -1)
            own = np.full(len(mesh.vertices), above)
        points.append(node.rest_vertices[own >= 0])
        owners.extend(int(row) for row in own[own >= 0])
    return np.concatenate(points), owners


def _drawn(body: Biped) -> list[Node]:
    """The nodes of the figure's scene that have a mesh."""
    nodes = body.rig.figure.scene_of().walk()
    return [node for node in nodes if node.mesh is not None and len(node.mesh.vertices)]


def _lowest(body: Biped, side: str, vertices: Array) -> float:
    ball = body.ball(side)
    joints = [body.place(f"foot.{side}"), *([] if ball is None else [body.rig.places[ball]])]
    return float(np.min((vertices if len(vertices) else np.stack(joints))[:, 1]))


def _heading(body: Biped, side: str) -> Array:
    ball = body.ball(side)
    ahead = body.forward
    if ball is not None:
        along = body.rig.bone(body[f"foot.{side}"], ball) * LEVEL
        if np.linalg.norm(along) > 0.05 * body.leg:
            ahead = along
    return np.asarray(ahead / np.linalg.norm(ahead))


def _sole(body: Biped, side: str, vertices: Array, owners: list[int], floor: float) -> Sole:
    ankle, heading = body.place(f"foot.{side}"), _heading(body, side)
    heel, tip = _ends(body, side, vertices, floor, heading)
    toes = body.rows.get(f"toes.{side}")
    if toes is not None and body.rig.places[toes] @ heading - heel < 0.5 * (tip - heel):
        del body.rows[f"toes.{side}"]  # before the middle of the foot it is no ball
        toes = None
    ball = tip if toes is None else float(body.rig.places[toes] @ heading)

    def at(along: float) -> Array:
        level = ankle - (ankle @ heading) * heading
        return np.array([level[0], floor, level[2]]) + along * heading - ankle

    below = set() if toes is None else set(body.rig.below(toes))
    hull = _hull(vertices)
    points = np.concatenate([[at(heel), at(ball)], vertices[hull] - ankle])
    on_toes = np.array([False, False, *(owners[k] in below for k in hull)])
    joint = None if toes is None else body.rig.places[toes] - ankle
    pitch, rise = _pitched(points[~on_toes], heading, joint, at(ball))
    return Sole(at(heel), at(ball), heading, points, on_toes, joint, pitch, rise)


def _ends(body: Biped, side: str, vertices: Array, floor: float, heading: Array) -> tuple[float, float]:
    """How far along its heading a sole begins and ends [m]."""
    if len(vertices):
        low = vertices[vertices[:, 1] < floor + 0.04 * body.leg] @ heading
        return float(low.min()), float(low.max())
    ankle, ball = float(body.place(f"foot.{side}") @ heading), body.ball(side)
    tip = ankle + 0.15 * body.leg if ball is None else float(body.rig.places[ball] @ heading)
    return ankle - 0.06 * body.leg, tip


def _hull(vertices: Array) -> list[int]:
    """The vertices that touch a plane first, whichever way it comes."""
    try:
        return (
            [int(k) for k in ConvexHull(vertices).vertices]
            if len(vertices) > 3
            else list(range(len(vertices)))
        )
    except QhullError:
        return list(range(len(vertices)))


def _pitched(points: Array, heading: Array, joint: Array | None, ball: Array) -> tuple[Array, Array]:
    """Angles of a foot that is pitched onto its ball, and how high its ankle then is; as far as it rises.

    About the joint of the toes, if there is one, else rolling over the points of the foot.
    """
    pitch = np.radians(np.arange(STEEPEST + 1))
    turns = from_axis_angle(np.cross(UP, heading), pitch)
    if joint is not None:
        rise = -rotate(turns, joint)[:, 1] + (joint - ball)[1]
    else:
        rise = -rotate(turns[:, None], points[None])[..., 1].min(axis=1)
    kept = int(rise.argmax()) + 1
    return pitch[:kept], np.maximum.accumulate(rise[:kept]) + 1e-9 * np.arange(kept)
