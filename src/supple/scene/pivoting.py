"""A joint turned in any frame about any pivot (Sturman's wish for bbop).

M′ = F T(p) R T(−p) F⁻¹ M:  M the joint in the world, R the turn as seen from a frame F, p the pivot
"""

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.scene.joint import Joint
from supple.scene.node import Node
from supple.scene.parameters import Parameters, full_name, joint_of
from supple.scene.placement import Placements
from supple.spatial import conjugate, decompose, multiply, rotate, to_euler, unwound


class Pivoting:
    """The joints of a figure as they stand at one time [s], to be turned from there."""

    def __init__(self, parameters: Parameters, places: Placements, time: float) -> None:
        self.parameters, self.places, self.time = parameters, places, time

    def world(self, node: Node) -> Array:
        """The node in the world now (4, 4)."""
        return np.asarray(self.places.of(node, np.array([self.time])).matrix[0])

    def turned(self, node: Node, turn: Array, frame: "str | Node", about: Node | None) -> dict[str, float]:
        """Values of the joint turned by `turn` (xyzw) as seen in a frame, about its own or another node's origin.

        What the pivot shifts is a shift of the joint, or where it has none, of the nearest above that has.
        """
        before = self.world(node)
        axes = self._frame(node, frame)
        R = multiply(multiply(axes, turn), conjugate(axes))
        pivot = before[:3, 3] if about is None else self.world(about)[:3, 3]
        away = rotate(R, before[:3, 3] - pivot) + pivot - before[:3, 3]
        own = decompose(before)[1]
        values = self._rotation(node, multiply(R, own))
        if np.abs(away).max() > 1e-12:
            values |= self._shifted(node, away)
        return values

    def _frame(self, node: Node, frame: "str | Node") -> Array:
        """The rotation (xyzw) of a frame in the world."""
        if isinstance(frame, Node):
            return decompose(self.world(frame))[1]
        if frame == "own":
            return decompose(self.world(node))[1]
        if frame == "parent" and node.parent is not None:
            return decompose(self.world(node.parent))[1]
        return np.array([0.0, 0.0, 0.0, 1.0])

    def _rotation(self, node: Node, world: Array) -> dict[str, float]:
        """The turns that give a joint a rotation in the world, near those that it has."""
        above = np.eye(4) if node.parent is None else self.world(node.parent)
        local = multiply(conjugate(decompose(above)[1]), world)
        joint, turn = joint_of(node), multiply(conjugate(node.rotation), local)
        turns = [f for f in joint.freedoms if f.motion == "turn"]
        names = [full_name(node, f) for f in turns]
        if joint.turning:
            before = to_euler(multiply(conjugate(node.rotation), self._local(node)), joint.order)
            both = np.stack([before, to_euler(turn, joint.order)])
            return dict(zip(names, unwound(both, joint.order)[1].tolist(), strict=True))
        if len(turns) != 1:
            raise InputError(
                f"{node.name}: a {joint.kind} joint cannot be turned in another frame; give its own numbers "
                f"({', '.join(names) or 'it has no turns'})"
            )
        return {names[0]: self._about(node, joint, turn)}

    def _about(self, node: Node, joint: Joint, turn: Array) -> float:
        axis = np.array(next(f.axis for f in joint.freedoms if f.motion == "turn"))
        if np.linalg.norm(turn[:3] - (turn[:3] @ axis) * axis) > 1e-6:
            raise InputError(
                f"{node.name}: its {joint.kind} turns about {np.round(axis, 3).tolist()} alone, so it cannot "
                "turn so; turn a joint with more freedoms"
            )
        return float(2 * np.arctan2(turn[:3] @ axis, turn[3]))

    def _local(self, node: Node) -> Array:
        """The rotation of a node on its parent now."""
        above = np.eye(4) if node.parent is None else self.world(node.parent)
        return decompose(np.linalg.inv(above) @ self.world(node))[1]

    def _shifted(self, node: Node, away: Array) -> dict[str, float]:
        """Shifts that move a joint in the world, of itself or of the nearest above that can."""
        for each in (node, *node.ancestors()):
            shifts = [f for f in joint_of(each).freedoms if f.motion == "shift"]
            if each.name in self.parameters.joints and len(shifts) == 3:
                return self._moved(each, away)
        raise InputError(
            f"{node.name}: nothing from it up can be shifted, so it cannot turn about another pivot; let the root be "
            "free"
        )

    def _moved(self, node: Node, away: Array) -> dict[str, float]:
        above = np.eye(4) if node.parent is None else self.world(node.parent)
        place = np.linalg.inv(above) @ np.append(self.world(node)[:3, 3] + away, 1.0)
        shifts = [f for f in joint_of(node).freedoms if f.motion == "shift"]
        axes = rotate(node.rotation, np.array([f.axis for f in shifts]))
        amounts = np.linalg.solve(axes.T, place[:3] - node.translation)
        return {full_name(node, f): float(a) for f, a in zip(shifts, amounts, strict=True)}
