"""The way of the hips such that standing feet stand: one sparse least-squares problem over all frames.

Unknown are the pelvis's shift c and small turn ω in every frame, and one place a on the floor for each contact:

    Σ ‖W (x + c + ω × (h − m) − a)‖²  +  Σ (τ/Δt)⁴ ‖Δ²(c, s ω)‖²

x is where the contact point would be, h its hip, m the middle of the hips. Along a leg that is nearly straight a
millimeter costs degrees at the knee, so W weighs r² / (2 l₁ l₂ sin) there. s is what a turn costs: on figures of
human proportions as much as a leg's length, on those with wide hips less, since these travel far when it turns.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import spsolve

from supple.arrays import Array, Indices, Truths
from supple.kinematics.retargeting.biped import UP, Biped
from supple.kinematics.retargeting.contacts import Contacts
from supple.kinematics.retargeting.plan import Plan
from supple.kinematics.retargeting.sole import Sole
from supple.spatial import from_rotation_vector, multiply, rotate

TIME = 0.06
"""How softly the pelvis is shifted [s]."""
RAMP = 0.1
"""Contacts gain and lose their weight within [s]."""
STRAIGHT = 0.1
"""The sine below which a knee counts as no straighter."""
WIDE, EASY = 1.3, 0.1
"""Hips wider than the source's by this factor make the pelvis's turn this much cheaper."""
ROUNDS = 2
"""Turns are small in each round."""
HEEL_ALONE = 0.5
"""What a contact of the heel alone weighs."""


@dataclass(frozen=True, eq=False)
class _Rows:
    """Equations of one contact: frames (n,), M (n, 3, 3), where the point would be and its lever (n, 3)."""

    frames: Indices
    weight: Array
    point: Array
    lever: Array


def settle(plan: Plan, source: Biped, stance: Contacts, soles: dict[str, Sole], step: float) -> Array:
    """Shift and turn the hips of a plan so that what stands stands; return how far they were turned (T,) [rad]."""
    frames = len(plan.center)
    cost = plan.body.leg * (1.0 if plan.body.wide < WIDE * source.wide else EASY)
    tilt = np.zeros((frames, 3))
    for _ in range(ROUNDS if len(stance) and frames > 2 else 0):
        rows = [row for side in "LR" for row in _rows(plan, stance, soles[side], side, step)]
        if not rows:
            break
        change = _solved(rows, tilt, cost, step)
        plan.center = plan.center + change[:, :3]
        tilt += change[:, 3:]
        hips = plan.body["hips"]
        plan.turns[hips] = multiply(from_rotation_vector(change[:, 3:]), plan.turns[hips])
    return np.asarray(np.linalg.norm(tilt, axis=1))


def _rows(plan: Plan, stance: Contacts, sole: Sole, side: str, step: float) -> list[_Rows]:
    foot = plan.turned(plan.body.foot(side))
    flat = stance.on("heel", side) & stance.on("ball", side)
    hip, ankle = plan.hip(side), plan.ankle(side)
    where = _points(sole, foot, ankle, flat)
    stiff = _stiffness(plan, side, flat)
    found = []
    for point in ("ball", "heel"):
        for first, last in stance.runs[point, side]:
            run = np.arange(first, last + 1)
            if point == "heel":
                run = run[~flat[run]]
            if not len(run):
                continue
            ramp = np.clip(np.minimum(run - run[0] + 1, run[-1] - run + 1) * step / RAMP, 0, 1)
            ramp = ramp * np.where(flat[run] | (point == "ball"), 1.0, HEEL_ALONE)
            weight = np.sqrt(ramp)[:, None, None] * stiff[run]
            found.append(_Rows(run, weight, where[point][run], (hip - plan.center)[run]))
    return found


def _points(sole: Sole, foot: Array, ankle: Array, flat: Truths) -> dict[str, Array]:
    """Where ball and heel would be (T, 3) [m]: of a foot that lies flat, else on tiptoe or as it is turned."""
    ahead = sole.ahead(foot)
    lying = {
        p: ankle + at[1] * UP + (sole.heading @ at) * ahead
        for p, at in (("ball", sole.ball), ("heel", sole.heel))
    }
    free = {"ball": ankle + sole.tiptoe(foot, ankle[:, 1])[1], "heel": ankle + rotate(foot, sole.heel)}
    return {point: np.where(flat[:, None], lying[point], free[point]) for point in lying}


def _stiffness(plan: Plan, side: str, flat: Truths) -> Array:
    """1 + (r² / (2 l₁ l₂ sin) − 1) e eᵀ along the leg e of a foot that lies flat, else 1 (T, 3, 3)."""
    thigh, shin = plan.bone(f"thigh.{side}"), plan.bone(f"shin.{side}")
    leg = thigh + shin
    r = np.linalg.norm(leg, axis=1)
    lengths = plan.body.length(f"thigh.{side}") * plan.body.length(f"shin.{side}")
    sine = np.linalg.norm(np.cross(thigh, shin), axis=1) / lengths
    weight = np.where(flat, r**2 / (2 * lengths) / np.hypot(sine, STRAIGHT) - 1, 0.0)
    e = leg / r[:, None]
    return np.asarray(np.eye(3) + weight[:, None, None] * e[:, :, None] * e[:, None, :])


def _solved(rows: list[_Rows], tilt: Array, cost: float, step: float) -> Array:
    """Shift and turn (T, 6) that change the hips."""
    frames, contacts = len(tilt), len(rows)
    size = 6 * frames + 2 * contacts
    equations, wanted = _equations(rows, frames, size)
    scale = np.array([1.0, 1.0, 1.0, cost, cost, cost]) ** 2
    each = sparse.eye_array(frames, format="csr")
    bend = each[:-2] - 2 * each[1:-1] + each[2:]
    smooth = sparse.kron(bend.T @ bend, sparse.diags_array((TIME / step) ** 4 * scale))
    pull = sparse.kron(
        sparse.eye_array(frames), sparse.diags_array(np.array([1e-7, 1e-4, 1e-7, 1.0, 1.0, 1.0]) * scale)
    )
    penalty = sparse.block_diag([smooth + pull, 1e-9 * sparse.eye_array(2 * contacts)])
    before = np.zeros(size)
    before[: 6 * frames].reshape(frames, 6)[:, 3:] = tilt
    system = (equations.T @ equations + penalty).tocsc()
    found = spsolve(system, -(equations.T @ wanted) - penalty @ before)
    return np.asarray(found[: 6 * frames].reshape(frames, 6))


def _equations(rows: list[_Rows], frames: int, size: int) -> "tuple[sparse.csr_array, Array]":
    """W (x + c + ω × lever − a) as a matrix of c, ω and a, and W x."""
    at = np.concatenate([row.frames for row in rows])
    contact = np.concatenate([np.full(len(row.frames), k) for k, row in enumerate(rows)])
    weight = np.concatenate([row.weight for row in rows])
    lever = np.concatenate([row.lever for row in rows])
    turned = np.cross(np.eye(3)[None], lever[:, None]).transpose(0, 2, 1)  # columns: e × lever
    blocks = np.concatenate([weight, weight @ turned, -weight[:, :, [0, 2]]], axis=2)
    columns = np.concatenate(
        [6 * at[:, None] + np.arange(6), 6 * frames + 2 * contact[:, None] + np.arange(2)], axis=1
    )
    lines = np.repeat(np.arange(3 * len(at)), 8)
    matrix = sparse.coo_array(
        (blocks.ravel(), (lines, np.repeat(columns, 3, axis=0).ravel())), shape=(3 * len(at), size)
    )
    point = np.concatenate([row.point for row in rows])
    return matrix.tocsr(), np.einsum("nij,nj->ni", weight, point).ravel()
