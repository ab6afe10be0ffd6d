"""The records that the one step works on: what stands, what changes, and scratch that is allocated once.

The record of a whole model, `Model`, is made from the kinds that it holds (see `model.dispatch`); this is what
all share.
"""

from typing import NamedTuple

from supple.arrays import Array, Indices


class Bodies(NamedTuple):
    """Where the numbers of each body are; one row a body."""

    kind: Indices
    """Which kind, in the order of the model's kinds (n,)."""
    row: Indices
    """Which row of the arrays of that kind (n,)."""
    q: Indices
    """q of body b is state.q[q[b] : q[b + 1]] (n + 1,)."""
    v: Indices
    block: Indices
    """Whitened velocities of body b are blocks block[b] … block[b + 1]; none for what does not yield (n + 1,)."""
    room: Indices
    scale: Array
    """1 / √mass (n,): what a whitened velocity of one is in m/s."""


class Geoms(NamedTuple):
    """Shapes that touch; a row each. Sizes are half lengths [m]."""

    body: Indices
    """Which body carries it, −1 the world (n,)."""
    link: Indices
    type: Indices
    """One of `collision.shapes` (n,)."""
    size: Array
    """Half of the box around it, in its own frame (n, 3)."""
    round: Array
    """Radius of what is rounded: a sphere, the caps of a capsule (n,)."""
    local: Array
    """Its frame in that of its link: rotation by rows, then its origin (n, 12)."""
    reach: Array
    """The farthest of it from its origin (n,)."""
    friction: Array
    bounce: Array
    hull: Indices
    """First and last vertex, face, edge of a hull (n, 6)."""


class Hulls(NamedTuple):
    """Corners, faces and edges of convex polyhedra, one hull after another, each in the frame of its geom."""

    vertex: Array
    """(v, 3)"""
    face: Array
    """Outward normal and offset of each face (f, 4)."""
    ring: Indices
    """Where the corners of a face begin in `corner` (f + 1,)."""
    corner: Indices
    """Vertices around each face, counterclockwise seen from outside, counted within their hull."""
    edge: Indices
    """Two vertices and the two faces on either side (e, 4)."""


class Contacts(NamedTuple):
    """Pairs that are near each other, the points at which they touch, and the impulses there; one slot a pair."""

    slots: Indices
    """Slots in use, and how often pairs were found, manifolds made and kept (4,)."""
    pair: Indices
    """Two geoms (P, 2)."""
    points: Indices
    """How many points (P,)."""
    axis: Indices
    """What told them apart the last time, −1 nothing (P,)."""
    pose: Array
    """b seen from a when the manifold was made (P, 12)."""
    normal: Array
    """From a to b, in the frame of a (P, 3)."""
    feature: Indices
    """What each point is made of, by which it is known again (P, 8)."""
    at: Array
    """Each point on a and on b, in their frames (P, 8, 6)."""
    impulse: Array
    """What b was pushed by in the last step, in the world [N s] (P, 8, 3)."""
    found: Array
    """Frames of the geoms when pairs were found (n, 12)."""


class State(NamedTuple):
    """All numbers that change: a copy of it is a moment to go back to."""

    q: Array
    v: Array
    contacts: Contacts


class Rows(NamedTuple):
    """Points at which bodies act on each other, each three rows in whitened velocities."""

    first: Indices
    """Entries of point c are first[c] … first[c + 1] (C + 1,)."""
    block: Indices
    """Which block an entry acts on (E,)."""
    Y: Array
    """Three rows of six for each entry (E, 18)."""
    A: Array
    """Yᵀ Y of each point: nn, n1, n2, 11, 12, 22, and the larger eigenvalue of the last three (C, 7)."""
    u: Array
    """Velocity along the rows without impulses; where along the normal nothing is asked before the gap closes (C,
    3)."""
    f: Array
    """Impulses along the rows (C, 3)."""
    gap: Array
    friction: Array
    slot: Indices
    """Where the point is kept in the contacts: 8 · slot + place (C,)."""
    frame: Array
    """Normal and two directions across (C, 9)."""


class Islands(NamedTuple):
    """Bodies that hang together: pairs in line by island, and their points."""

    parent: Indices
    """Union–find over bodies."""
    pairs: Indices
    """Slots in line by island."""
    start: Indices
    """First pair of each island."""
    fill: Indices
    number: Indices
    """Which island a body stands for, −1 none."""
    block: Indices
    """Blocks in line by island, and the first of each."""
    first: Indices
    body: Indices
    """The two bodies of each pair in line (P, 2)."""
    point: Indices
    """First point of each pair in line (P + 1,)."""


class Sweeps(NamedTuple):
    """What Gauss–Seidel remembers within a step."""

    f: Array
    """Impulses after the sweep before (C, 3)."""
    along: Array
    """Conjugate direction, of impulses (C, 3) and of velocities (B, 6)."""
    z: Array
    zalong: Array


class Newton(NamedTuple):
    """Room for Newton's method over an island."""

    bar: Array
    """Impulses of before and the bound of friction (C, 4)."""
    f: Array
    """Impulses that Gauss–Seidel left (C, 3)."""
    u: Array
    """Velocities along the rows (C, 3), and how they change along a step."""
    du: Array
    g: Array
    """Gradient, then step (B, 6)."""
    z: Array
    H: Array
    """Blocks of 6 × 6 within the envelope, row by row, each transposed (N, 36)."""
    row: Indices
    """Block (i, j) is H[row[i] + j], from j = begin[i] on."""
    begin: Indices
    place: Indices
    """The place of a block in the order, and the block at a place."""
    at: Indices
    queue: Indices
    head: Indices
    """Pairs of each body, as lists: `head` by body, `next` by 2 · pair + side."""
    next: Indices


class Workspace(NamedTuple):
    """Scratch; nothing in it outlasts a step."""

    room: Array
    frame: Array
    """Frame of each geom in the world (n, 12)."""
    near: Array
    """How far away each geom looks for contact (n,) [m]."""
    box: Array
    """Bounds of each geom (n, 6)."""
    order: Indices
    """Shapes in the order in which their bounds begin; planes are not among them."""
    head: Indices
    """First slot of each shape, −1 none (n,); the next of the same shape (P,)."""
    next: Indices
    pace: Array
    """How fast each body was when the step began [m/s]."""
    owner: Indices
    """The body of each block, and what a whitened velocity of one is in m/s (B,)."""
    scale: Array
    stirred: Indices
    """Bodies that are moved out of others."""
    v: Array
    """Velocities that only change places."""
    z: Array
    """Whitened velocities of the blocks (B, 6)."""
    polygon: Array
    """Corners of a face that is clipped: two halves (2, M, 3), taken in turns."""
    label: Indices
    """The edges before and after each corner (2, M, 2)."""
    old: Array
    """Points of a manifold that is made anew: where they were on a, and their impulses (8, 6)."""
    oldfeature: Indices
    rows: Rows
    islands: Islands
    sweeps: Sweeps
    newton: Newton
    sums: Array
    """What a run adds up; see `integrators.step`."""
