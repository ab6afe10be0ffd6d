"""Elbows and knees that are hinges: the limb's twist is where its hinge can bend it.

With the hinge's axis a at rest and bones b₁, b₂ of length one, the bend γ between the bones is the angle θ of

    cos γ = b₁ · R(a, θ) b₂ = (a · b₁)(a · b₂) + A cos θ + B sin θ,

and the upper bone turns so that a stands across the plane of the limb. A straight limb has no plane: its twist φ
about the upper bone is that of the neighbors in time, Σ sin²γ (φ − φ_plane)² + Σ (τ/Δt)⁴ (Δ²φ)² least. An arm that is
nearly straight may give way backward; it is not turned about for that.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import spsolve

from supple.arrays import Array
from supple.kinematics.retargeting.biped import Biped, beyond, upright
from supple.kinematics.retargeting.plan import Plan
from supple.spatial import conjugate, from_axis_angle, multiply, rotate

TIME = 0.03
"""How softly the twist changes where the limb is bent [s]."""
STRAIGHT = 0.3
"""The sine of a bend below which a hinge's axis says more of the plane of its limb than the bones do."""
BACKWARD = 0.4
"""The sine of a bend up to which a limb may be bent backward, as a straight arm that gives way a little."""
PRIOR = 1e-2
"""What the twist that the source's turn gives weighs."""


@dataclass(frozen=True, eq=False)
class Hinge:
    """The joint between two bones, at rest in the world: its axis and the bones' directions (3,), length one."""

    axis: Array
    upper: Array
    lower: Array

    @classmethod
    def of(cls, body: Biped, part: str) -> "Hinge | None":
        """The hinge where the bone of a part ends, "arm.L" or "thigh.R"; None if it is another joint."""
        end = beyond(part)
        joint = body.rig.nodes[body[end]].joint
        if joint is None or joint.kind != "hinge" or body.rig.parents[body[end]] != body[part]:
            return None
        limits = joint.freedoms[0].limits
        sign = -1.0 if limits is not None and limits[0] + limits[1] < 0 else 1.0
        axis = sign * rotate(body.rig.turns[body[end]], joint.freedoms[0].axis)
        upper, lower = body.bone(part), body.bone(end)
        return cls(axis, upper / np.linalg.norm(upper), lower / np.linalg.norm(lower))

    def angle(self, cosine: Array) -> Array:
        """θ (T,) at which the bones make an angle of this cosine (T,)."""
        still = (self.axis @ self.upper) * (self.axis @ self.lower)
        a, b = self.upper @ self.lower - still, self.upper @ np.cross(self.axis, self.lower)
        return np.asarray(np.arctan2(b, a) + np.arccos(np.clip((cosine - still) / np.hypot(a, b), -1.0, 1.0)))

    def normal(self, plan: Plan, part: str, step: float) -> Array:
        """Across the plane that a limb bends in (T, 3), with the twist that is settled between plane and prior."""
        upper, lower = (_unit(plan.bone(name)) for name in (part, beyond(part)))
        across = np.cross(upper, lower)
        rest = self._across(self.angle((upper * lower).sum(axis=1)))
        prior = rotate(plan.turned(plan.body[part]), rest)
        sine = np.linalg.norm(across, axis=1)
        twist = np.arctan2((np.cross(prior, across) * upper).sum(axis=1), (prior * across).sum(axis=1))
        straight = (sine < BACKWARD) & ((upper * lower).sum(axis=1) > 0) & (np.abs(twist) > np.pi / 2)
        twist = np.where(straight, twist - np.pi * np.sign(twist), twist)
        settled = _settled(twist, sine**2, step)
        return rotate(from_axis_angle(upper, settled), prior)

    def set(self, plan: Plan, part: str, upper: Array, lower: Array, normal: Array) -> None:
        """Turn a limb so that its upper bone points as given (T, 3) and the lower as near to it as the hinge can."""
        upper, lower = _unit(upper), _unit(lower)
        rest = self._across(self.angle((upper * lower).sum(axis=1)))
        rest = upright(np.broadcast_to(self.upper, upper.shape), rest)
        turn = multiply(upright(upper, normal), conjugate(rest))
        plan.turns[plan.body[part]] = turn
        seen = rotate(conjugate(turn), lower)
        bend = np.arctan2(
            seen @ np.cross(self.axis, self.lower),
            seen @ self.lower - (seen @ self.axis) * (self.axis @ self.lower),
        )
        plan.turns[plan.body[beyond(part)]] = multiply(turn, from_axis_angle(self.axis, bend))

    def _across(self, bend: Array) -> Array:
        """Across the plane of the bones at rest when bent by θ (T,): (T, 3); of nearly straight ones, the axis."""
        plane = np.cross(self.upper, rotate(from_axis_angle(self.axis, bend), self.lower))
        axis = self.axis - (self.axis @ self.upper) * self.upper
        return _unit(plane + STRAIGHT * axis)


def bend_at_hinges(plan: Plan, parts: tuple[str, ...], step: float) -> None:
    """Let limbs whose lower joint is a hinge bend there and nowhere else; their bones keep their directions."""
    for part in parts:
        hinge = Hinge.of(plan.body, part)
        if hinge is not None:
            upper, lower, normal = plan.bone(part), plan.bone(beyond(part)), hinge.normal(plan, part, step)
            hinge.set(plan, part, upper, lower, normal)


def _settled(twist: Array, weight: Array, step: float) -> Array:
    """The twist (T,) that changes softly and is near what is known where that weighs."""
    mean = np.arctan2((weight * np.sin(twist)).sum(), (weight * np.cos(twist)).sum())
    known = mean + (twist - mean + np.pi) % (2 * np.pi) - np.pi
    if len(twist) < 3:
        return np.asarray(known)
    each = sparse.eye_array(len(twist), format="csr")
    bend = each[:-2] - 2 * each[1:-1] + each[2:]
    system = sparse.diags_array(weight + PRIOR) + (TIME / step) ** 4 * (bend.T @ bend)
    return np.asarray(spsolve(system.tocsc(), weight * known))


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12))
