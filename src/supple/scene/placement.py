"""Where nodes are in the world over time, and how fast they move there.

Whatever the way of riding, a node's world matrix is  M(t) = C(t) L(t):  its own transform L = T R S, carried by C.

    couple   C = M_parent
    attach   C = M_parent without scale
    hang     C = translation by M_parent p − p, p being the node's own position
    detach   C = 1
    letgo    C = flight · C*: the carrier of the moment of release, flying on with the velocity it had

Each comes with its rate, so that what is let go keeps its velocity exactly (Gómez 1987; modes that no single
matrix product expresses).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import CycleError
from supple.scene.attachment import Attachment
from supple.scene.node import Node
from supple.spatial import compose, decompose, exp, to_matrix


@dataclass(frozen=True, eq=False)
class Placement:
    """Matrices (n, 4, 4) and their time derivatives (n, 4, 4)."""

    matrix: Array
    rate: Array

    def __matmul__(self, other: "Placement") -> "Placement":
        """Product rule."""
        return Placement(self.matrix @ other.matrix, self.rate @ other.matrix + self.matrix @ other.rate)

    @property
    def position(self) -> Array:
        """(n, 3) [m]."""
        return self.matrix[:, :3, 3]

    @property
    def velocity(self) -> Array:
        """(n, 3) [m/s]."""
        return self.rate[:, :3, 3]

    @property
    def angular_velocity(self) -> Array:
        """ω from the skew part of Ȧ A⁻¹ (n, 3) [rad/s]; exact while A is rotation times scale along axes."""
        linear = self.matrix[:, :3, :3]
        flat = np.abs(np.linalg.det(linear)) < 1e-300
        spin = self.rate[:, :3, :3] @ np.linalg.inv(np.where(flat[:, None, None], np.eye(3), linear))
        skew = (spin - spin.transpose(0, 2, 1)) / 2
        return np.where(flat[:, None], 0.0, np.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], axis=1))


Local = Callable[[Node, Array], Placement]
"""The node's own T R S and its rate at given times, from tracks or from its rest values."""


def still(node: Node, times: Array) -> Placement:
    """The rest transform of a node, unmoving."""
    matrix = np.broadcast_to(node.local, (len(times), 4, 4))
    return Placement(matrix, np.zeros_like(matrix))


class Placements:
    """Evaluates world placements of a tree whose attachments change; each result is computed once."""

    def __init__(self, local: Local = still) -> None:
        self._local = local
        self._known: dict[tuple[int, bytes], Placement] = {}
        self._under_way: list[Node] = []

    def of(self, node: Node, times: ArrayLike) -> Placement:
        """World placement of `node` at `times` (n,) [s]."""
        times = np.atleast_1d(finite(times, "times"))
        key = (id(node), times.tobytes())
        if key not in self._known:
            self._known[key] = self._carriers(node, times) @ self._local(node, times)
        return self._known[key]

    def _carriers(self, node: Node, times: Array) -> Placement:
        if node in self._under_way:
            loop = [n.name for n in self._under_way[self._under_way.index(node) :]]
            raise CycleError("attachments", [*loop, node.name])
        self._under_way.append(node)
        try:
            since = np.searchsorted([event.time for event in node.attachments], times, side="right")
            matrix, rate = np.empty((2, len(times), 4, 4))
            for count in np.unique(since):
                when = since == count
                carrier = self._carrier(node, int(count) - 1, times[when])
                matrix[when], rate[when] = carrier.matrix, carrier.rate
            return Placement(matrix, rate)
        finally:
            self._under_way.pop()

    def _carrier(self, node: Node, index: int, times: Array) -> Placement:
        """C(t) under attachment number `index`; −1 is the tree's own coupling."""
        event = node.attachments[index] if index >= 0 else Attachment(-np.inf, "couple", node.parent)
        if event.mode == "letgo":
            return self._flight(node, index, times)
        if event.parent is None:
            return _fixed(np.eye(4), len(times))
        parent = self.of(event.parent, times)
        if event.mode == "couple":
            return parent
        return _unscaled(parent) if event.mode == "attach" else _shifted(parent, self._local(node, times))

    def _flight(self, node: Node, index: int, times: Array) -> Placement:
        """F(τ) C*:  F y = x* + v τ + ½ a τ² + exp(ω τ)(y − x*),  with v, ω the carrier's own at x*."""
        event = node.attachments[index]
        release = np.array([event.time])
        before = self._carrier(node, index - 1, release)
        origin = self._local(node, release).matrix[:, :, 3:]
        place, v = (before.matrix @ origin)[0, :3, 0], (before.rate @ origin)[0, :3, 0]
        spin = before.angular_velocity[0]
        tau = (times - event.time)[:, None]
        turn = to_matrix(exp(spin * tau / 2))
        flight = _fixed(np.eye(4), len(times))
        flight.matrix[:, :3, :3], flight.rate[:, :3, :3] = turn, _cross(spin) @ turn
        flight.matrix[:, :3, 3] = place + v * tau + event.acceleration * tau**2 / 2 - turn @ place
        flight.rate[:, :3, 3] = v + event.acceleration * tau - _cross(spin) @ turn @ place
        return flight @ _fixed(before.matrix[0], len(times))


def _fixed(matrix: Array, n: int) -> Placement:
    return Placement(np.tile(matrix, (n, 1, 1)), np.zeros((n, 4, 4)))


def _unscaled(parent: Placement) -> Placement:
    result = _fixed(np.eye(4), len(parent.matrix))
    _, rotation, _ = decompose(parent.matrix)
    turn = to_matrix(rotation)
    result.matrix[:, :3, :3], result.matrix[:, :3, 3] = turn, parent.position
    result.rate[:, :3, :3], result.rate[:, :3, 3] = _cross(parent.angular_velocity) @ turn, parent.velocity
    return result


def _shifted(parent: Placement, own: Placement) -> Placement:
    through = parent @ own
    result = _fixed(np.eye(4), len(parent.matrix))
    result.matrix[:, :3, 3] = through.position - own.position
    result.rate[:, :3, 3] = through.velocity - own.velocity
    return result


def _cross(w: Array) -> Array:
    """[ω]× with [ω]× x = ω × x, (..., 3, 3)."""
    x, y, z = np.moveaxis(w, -1, 0)
    o = np.zeros_like(x)
    return np.stack([np.stack([o, -z, y], -1), np.stack([z, o, -x], -1), np.stack([-y, x, o], -1)], -2)


def transform(
    translation: tuple[Array, Array], rotation: tuple[Array, Array], scale: tuple[Array, Array]
) -> Placement:
    """T R S and its rate, from (value, derivative) pairs (n, ·); a rotation's derivative is its ω."""
    matrix = compose(translation[0], rotation[0], scale[0])
    turn = to_matrix(rotation[0])
    rate = np.zeros_like(matrix)
    rate[:, :3, 3] = translation[1]
    rate[:, :3, :3] = _cross(rotation[1]) @ matrix[:, :3, :3] + turn * scale[1][:, None, :]
    return Placement(matrix, rate)
