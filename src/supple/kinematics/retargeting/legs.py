"""Legs that reach their feet: the hips come down where a leg is too short, then two bones are solved."""

import numpy as np
from scipy.ndimage import maximum_filter1d, uniform_filter1d

from supple.arrays import Array
from supple.kinematics.retargeting.contacts import Contacts
from supple.kinematics.retargeting.hinges import Hinge
from supple.kinematics.retargeting.plan import Plan
from supple.kinematics.two_bone import carried_pole, two_bone
from supple.spatial import conjugate, multiply, rotate, shortest_arc

REACH = 0.9995
"""A leg is stretched to this share of its length at most."""
SOFT = 0.12
"""How softly the hips come down [s]."""
SIDE = 0.1
"""How much of the knee's usual axis is added to its axis, which a straight leg has not."""


def lower(plan: Plan, ankles: dict[str, Array], stance: Contacts, step: float) -> Array:
    """Let the hips down until standing feet are in reach; return by how much (T,) [m]."""
    need = np.zeros(len(plan.center))
    for side in "LR":
        way = ankles[side] - plan.hip(side)
        reach = REACH * (plan.body.length(f"thigh.{side}") + plan.body.length(f"shin.{side}"))
        level = way[:, 0] ** 2 + way[:, 2] ** 2
        deep = np.sqrt(np.maximum(reach**2 - level, (0.2 * reach) ** 2))
        need = np.maximum(need, np.where(stance.stands(side), np.maximum(-way[:, 1] - deep, 0.0), 0.0))
    wide = 2 * max(1, round(SOFT / step)) + 1
    down = uniform_filter1d(maximum_filter1d(need, wide), wide)
    plan.center = plan.center - np.outer(down, (0.0, 1.0, 0.0))
    return np.asarray(down)


def reach(plan: Plan, side: str, ankle: Array, step: float) -> Array:
    """Bend a leg so that its ankle is where it shall be (T, 3); return by how much that is out of reach (T,) [m]."""
    body, thigh, shin = plan.body, f"thigh.{side}", f"shin.{side}"
    hip, upper, lower_ = plan.hip(side), plan.bone(thigh), plan.bone(shin)
    hinge = Hinge.of(body, thigh)
    axis = _axis(plan, side) if hinge is None else hinge.normal(plan, thigh, step)
    leg = upper + lower_
    pole = carried_pole(np.cross(leg, axis), leg, ankle - hip)
    solved = two_bone(hip, ankle, (body.length(thigh), body.length(shin)), pole, reach=REACH)
    bones = solved.knee - hip, solved.ankle - solved.knee
    if hinge is not None:
        hinge.set(plan, thigh, *bones, np.cross(*bones))
        return solved.overreach
    for part, bone, wanted in ((thigh, upper, bones[0]), (shin, lower_, bones[1])):
        plan.turns[body[part]] = multiply(shortest_arc(bone, wanted), plan.turns[body[part]])
    return solved.overreach


def _axis(plan: Plan, side: str) -> Array:
    """Across the plane that a leg bends in (T, 3); of a straight one what is usual for it."""
    thigh, shin = f"thigh.{side}", f"shin.{side}"
    turn = plan.turned(plan.body[thigh])
    lengths = plan.body.length(thigh) * plan.body.length(shin)
    axis = np.cross(plan.bone(thigh), plan.bone(shin)) / lengths
    usual = rotate(conjugate(turn), axis).sum(axis=0)
    return np.asarray(axis + SIDE * rotate(turn, usual / max(float(np.linalg.norm(usual)), 1e-12)))
