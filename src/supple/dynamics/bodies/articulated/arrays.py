"""What does not change of each tree of links, and how a tree lies in its room.

A tree is a list of nodes, parents first, each with one elementary joint; node 0 is the world. A universal or general
joint is several nodes, all but the last without mass; what is fixed counts with the node that carries it.
"""

from typing import NamedTuple

from supple.arrays import Array, Indices

HINGE, SLIDE, BALL, FREE = range(4)
"""Elementary joints; a free one hangs on the world."""

R, P, V, S, B, F, U, D, TORQUE, A, IA, T, K, FACTOR, E, PART, ORIGIN = (
    0, 9, 12, 18, 24, 30, 36, 42, 43, 46, 52, 73, 79, 88, 94, 95, 96,
)  # fmt: skip
WIDE = 100
"""Where a node's numbers are in its row. All are along the world's axes and about the origin of its root's joint.

| | |
|---|---|
| R, P, V | columns of the rotation (9); place of the joint (3); turning, and speed of what passes the origin (6) |
| S | axis of a hinge or slide (6); of a free joint (M + e)⁻¹ (6) |
| B, F, A | acceleration while no joint accelerates (6); force (6); acceleration that joints add (6) |
| IA | articulated inertia: A (xx yy zz xy xz yz), H by rows, M as A (21) |
| U, D | I S (6), part/(S·U + e); of a free joint a factor of (M + e)⁻¹, and e along |
| T, K | (A + e)⁻¹ of a ball about its place (6), T H by rows (9) |
| TORQUE | what acts at the joint (3); of a hinge or slide one number, then what its limit asks, over its inertia |
| E | what springs, dampers and rotors add to the joint's inertia |
| FACTOR | √D, or C with T = C Cᵀ (6) |
| PART, ORIGIN | share of the joint that gives way; of a root, where its joint is in the world (3) |
"""
FACTORED, WHITENED, SEEN = T, T + 1, T + 2
"""In the row of the world: whether inertias, square roots of them, and speeds are those of the place at hand."""


def room_for(nodes: int, nv: int) -> int:
    """Scratch of a tree: rows of its nodes, accelerations, and the v of which speeds were seen last."""
    return nodes * WIDE + 2 * nv


class ArticulatedArrays(NamedTuple):
    """All trees, node after node; `torque`, `physics` and `key` may be written between steps."""

    first: Indices
    """Nodes of tree i are first[i] … first[i + 1], the world among them (n + 1,)."""
    link: Indices
    """First link, first number of q and of v of each tree (n + 1, 3)."""
    drag: Array
    """Share of the velocity that is lost in a second (n,) [1/s]."""
    kind: Indices
    """Which elementary joint (N,)."""
    axis: Indices
    """About or along which of its own axes (N,)."""
    parent: Indices
    """Counted within the tree (N,)."""
    root: Indices
    at: Indices
    """Where a node's numbers begin in q, in v, and in the whitened velocities (N,)."""
    by: Indices
    place: Indices
    plain: Indices
    """1 where a node at zero lies along its parent (N,)."""
    offset: Array
    """Of the joint in the parent (N, 3) [m], and how it is turned there by columns (N, 9)."""
    turn: Array
    mass: Array
    """(N,) [kg], center (N, 3) [m], and moments about it: xx yy zz xy xz yz (N, 6) [kg m²]."""
    center: Array
    moments: Array
    carrier: Indices
    """The node that carries each link (L,), and the link's frame there: rotation by rows, then origin (L, 12)."""
    frame: Array
    joint: Array
    """Stiffness, damping, armature and dry friction of each degree of freedom (Σ nv, 4)."""
    limit: Array
    """Lowest and highest value of each degree of freedom (Σ nv, 2); those of balls are not kept."""
    rest: Array
    """q at which no spring pulls (Σ nq,)."""
    torque: Array
    """Force at each degree of freedom (Σ nv,) [N m, N]."""
    physics: Array
    """Share of each joint that gives way: 1 free, 0 given (N,)."""
    key: Array
    """Accelerations that are given (Σ nv,)."""
