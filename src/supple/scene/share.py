"""A share of another joint's turn: what a helper joint does by itself, so that a skin keeps its volume at a bend.

q = rest · slerp(1, rest_of⁻¹ q_of, amount)
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from supple.arrays import Array
from supple.motion import Track
from supple.spatial import conjugate, multiply, power

if TYPE_CHECKING:
    from supple.scene.node import Node


@dataclass(frozen=True)
class Share:
    """The node turns `amount` times as far as the node called `of`, wherever that has a track."""

    of: str
    amount: float = 0.5


def shared(nodes: "Iterable[Node]", tracks: Mapping[str, Mapping[str, Track]]) -> dict[str, Track]:
    """The rotation tracks of nodes that share another's turn, by node."""
    listed = list(nodes)
    rests = {node.name: node.rotation for node in listed}
    found = {}
    for node in listed:
        if node.share is None:
            continue
        source = tracks.get(node.share.of, {}).get("rotation")
        if source is not None:
            found[node.name] = _part(
                source.to_rotation(), rests[node.share.of], node.rotation, node.share.amount
            )
    return found


def _part(source: Track, rest_of: Array, rest: Array, amount: float) -> Track:
    def turned(t: Array) -> Array:
        turn = multiply(conjugate(rest_of), source(t))
        return multiply(rest, power(turn * (1 - 2 * (turn[..., 3:] < 0)), amount))

    still = source.start == source.end
    return Track.function(turned, "rotation", *((None, None) if still else (source.start, source.end)))
