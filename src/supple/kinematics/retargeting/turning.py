"""How a figure's joints turn so that its body does what the source's does.

A₀ turns the figure's body at rest onto the source's. Down a limb it is turned further, by as little as brings each
bone at rest onto the source's, A ← (A b ↦ b_source) A; then

    D = (D_source A b ↦ b_source(t)) D_source A

has the bone exactly where the source has it, and its twist from the source's turn alone.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from supple.arrays import Array
from supple.kinematics.retargeting.biped import ARM, LEG, UP, Biped, upright
from supple.kinematics.retargeting.contacts import Contacts
from supple.kinematics.retargeting.plan import Plan
from supple.kinematics.retargeting.rig import Motion
from supple.kinematics.retargeting.sole import Sole
from supple.spatial import conjugate, multiply, rotate, shortest_arc, slerp


def turn_like(
    plan: Plan, source: Biped, motion: Motion, stance: Contacts, soles: dict[str, Sole]
) -> dict[int, Array]:
    """Set the turns of all parts that both have; return how each row's rest was aligned (4,)."""
    aligned = multiply(source.frame, conjugate(plan.body.frame))
    rests = _trunk(plan, source, motion, aligned)
    for side in "LR":
        if f"shoulder.{side}" in source and f"shoulder.{side}" in plan.body:
            row = plan.body[f"shoulder.{side}"]
            rests[row] = aligned
            plan.turns[row] = multiply(motion.turned(source[f"shoulder.{side}"]), aligned)
        for limb in (ARM, LEG):
            rests |= _limb(plan, source, motion, [f"{part}.{side}" for part in limb], aligned)
        rests |= _foot(plan, source, motion, side, stance.normals[side], soles[side])
    return rests


def _trunk(plan: Plan, source: Biped, motion: Motion, aligned: Array) -> dict[int, Array]:
    """Spine and neck by how far along they are; their ends as the source's ends. Then the line of the hips."""
    body = plan.body
    rests = {}
    for own, theirs in ((body.spine, source.spine), (body.neck, source.neck)):
        turns = [motion.turned(row) for row in theirs]
        at, known = along(body, own), along(source, theirs)
        for row, share in zip(own, at, strict=True):
            rests[row] = aligned
            plan.turns.setdefault(row, multiply(_between(known, turns, share), aligned))
        plan.turns[own[-1]] = multiply(turns[-1], aligned)
        plan.turns[own[0]] = multiply(turns[0], aligned)
    hips = body["hips"]
    line = rotate(plan.turns[hips], body.place("thigh.L") - body.place("thigh.R"))
    plan.turn(hips, shortest_arc(line, motion.bone(source["thigh.R"], source["thigh.L"])))
    return rests


def along(body: Biped, chain: Sequence[int]) -> Array:
    """How far along a chain of rows each is at rest, 0 to 1."""
    lengths = np.linalg.norm(np.diff(body.rig.places[list(chain)], axis=0), axis=1)
    way = np.concatenate([[0.0], np.cumsum(lengths)])
    return way / way[-1] if way[-1] > 1e-9 else np.linspace(0.0, 1.0, len(chain))


def _between(known: Array, turns: list[Array], share: float) -> Array:
    """The turn (T, 4) at a share of a chain whose joints are at known shares."""
    if len(turns) == 1:
        return turns[0]
    k = int(np.clip(np.searchsorted(known, share, side="right") - 1, 0, len(turns) - 2))
    part = np.clip((share - known[k]) / max(known[k + 1] - known[k], 1e-9), 0.0, 1.0)
    other = turns[k + 1] * np.where((turns[k] * turns[k + 1]).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    return slerp(turns[k], other, part)


def _limb(plan: Plan, source: Biped, motion: Motion, parts: list[str], aligned: Array) -> dict[int, Array]:
    body, rests, rest = plan.body, {}, aligned
    for part, end in pairwise(parts):
        rest = multiply(shortest_arc(rotate(rest, body.bone(part)), source.bone(part)), rest)
        moved = multiply(motion.turned(source[part]), rest)
        bone = motion.bone(source[part], source[end])
        plan.turns[body[part]] = multiply(shortest_arc(rotate(moved, body.bone(part)), bone), moved)
        rests[body[part]] = rest
    last = body[parts[-1]]
    if parts[-1].startswith("hand") and body.rig.is_joint[last]:
        plan.turns[last] = multiply(motion.turned(source[parts[-1]]), rest)
        rests[last] = rest
    return rests


def _foot(
    plan: Plan, source: Biped, motion: Motion, side: str, normal: Array, sole: Sole
) -> dict[int, Array]:
    """The sole lies where the source's does, whatever the feet are like at rest."""
    row, ball = source[f"foot.{side}"], source.ball(side)
    ahead = source.forward if ball is None else source.rig.bone(row, ball)
    rest = multiply(upright(normal, ahead), conjugate(upright(UP, sole.heading)))
    own = plan.body.foot(side)
    plan.turns[own] = multiply(motion.turned(row), rest)
    rests = {own: rest}
    if f"toes.{side}" in plan.body:
        toes = plan.body[f"toes.{side}"]
        plan.turns[toes] = multiply(motion.turned(source.rows.get(f"toes.{side}", row)), rest)
        rests[toes] = rest
    return rests
