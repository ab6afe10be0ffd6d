"""The records that the one step works on: what stands, what changes, and scratch that is allocated once.

The record of a whole model, `Model`, is made from the kinds that it holds (see `model.dispatch`); this is what
all share.
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array, Indices
from supple.spatial.grid import Grid

FAR = 1e9
"""Where nothing has been yet."""
MOST = 8
"""Points of a manifold."""
PARTS = 6
"""Manifolds of a shape and a mesh, each with its own normal."""


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
    sleeps: Indices
    """1 for those of kinds that may sleep (n,)."""


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
    turning: Array
    """Radius of the patch that resists turning and rolling, as a share of the reach (n,)."""
    lag: Array
    """How far friction is behind the load [s] (n,)."""
    hull: Indices
    """First and last vertex, face, edge of a hull (n, 6); of a mesh the first is its number."""
    cloud: Indices
    """Which cloud a shape is (n,)."""
    deforms: Indices
    """1 for hulls whose link maps affinely and is no rigid frame: they change their form with it; 2 for clouds of
    bodies that bend, whose points are moved one by one (n,)."""
    hard: Indices
    """1 for what deforms, but answers a blow as a whole (n,)."""


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
    fan: Indices
    """Edges at vertex v of a solid are spoke[fan[v] : fan[v + 1]] (v + 1,)."""
    spoke: Indices


class Meshes(NamedTuple):
    """Triangles that stand still in the frames of their geoms, one mesh after another, all in one grid."""

    shift: Array
    """Where the grid has each mesh (m, 3)."""
    solid: Indices
    """1 where it pushes to the front alone; else to the side on which a shape is (m,)."""
    first: Indices
    """Triangles of mesh k are first[k] … first[k + 1] (m + 1,)."""
    hull: Indices
    """Each triangle as a polyhedron of two faces: first and last vertex, face, edge in `Hulls` (t, 6)."""
    over: Array
    """Across each side the direction into the next triangle; zero where there is none (t, 9)."""
    owns: Indices
    """1 for sides that a triangle speaks for, so that they count once (t, 3)."""
    vertex: Indices
    """Which vertex each corner is (t, 3)."""
    ring: Indices
    """Neighbors of vertex v are around[ring[v] : ring[v + 1]] (v + 1,)."""
    around: Array
    """Directions to the neighbors of each vertex."""
    grid: Grid


class Constant(NamedTuple):
    """Rows of equalities that never change, and treat x, y and z alike; see `model.constant`."""

    first: Indices
    """Entries of term t of the equalities are first[t] … first[t + 1] (T + 1,)."""
    J: Array
    """For one axis (E,)."""
    WJ: Array
    q: Indices
    """Where the numbers of the body of each term begin (T,)."""
    v: Indices
    offset: Array
    """What terms of the world add to J q (n, 3) [m]."""
    begin: Indices
    """First equality of its component with which each couples, counted within the component (n,)."""
    place: Indices
    """Where each equality's entries start in the kept factor of its component (n,)."""
    room: Indices
    """Where the kept factor of each component starts (m + 1,)."""


class Equalities(NamedTuple):
    """What holds points: weighted sums of material points along up to three directions; a row each.

    D (Σ w x − n(t)) = 0, or |x_a − x_b| = n. They come in line by component: those that share bodies, in an order
    that keeps neighbors near, so that the factor of a component is a band.
    """

    first: Indices
    """Terms of equality e are first[e] … first[e + 1] (n + 1,)."""
    body: Indices
    """Of each term (T,)."""
    link: Indices
    at: Array
    """Material point of each term (T, 3)."""
    weight: Array
    rows: Indices
    """How many directions: 1, 2 or 3 (n,)."""
    frame: Array
    """D, by rows (n, 9)."""
    distance: Indices
    """1 where the distance of two points is held (n,)."""
    given: Indices
    """Which equality of those that the schedule speaks of (n,)."""
    component: Indices
    """First equality of each component (m + 1,)."""
    begin: Indices
    """First row of its component with which each row couples, counted within the component (3 n,)."""
    place: Indices
    """Where each row's entries start in the factor of its component (3 n,)."""
    room: Indices
    """Where the factor of each component starts (m + 1,)."""
    party: Indices
    """Bodies of each component, each once, and the first of each component (m + 1,)."""
    parties: Indices
    side: Indices
    """Pairs of bodies that an equality joins, for the order of elimination (l, 2)."""
    sides: Indices
    """First pair of each component (m + 1,)."""
    fixed: Indices
    """1 for components whose rows never change (m,)."""
    constant: Constant
    """The rows of those."""
    aside: Indices
    """1 for equalities that follow from others, and are set aside (n,)."""


SPRING, PULL, PUSH, WIND = range(4)
"""Laws of forces; see `forces.point_forces`."""


class Forces(NamedTuple):
    """What pushes points, a row each."""

    law: Indices
    """(n,)"""
    body: Indices
    """Which bodies, −1 none (n, 2)."""
    link: Indices
    at: Array
    """Their material points (n, 2, 3)."""
    numbers: Array
    """k, c and l, as the law has them (n, 3)."""
    vector: Array
    """A place, a force or a wind when each step begins; a single entry stands for all (s, n, 3)."""


NO_FORCES = Forces(
    np.zeros(0, np.int64), np.zeros((0, 2), np.int64), np.zeros((0, 2), np.int64), np.zeros((0, 2, 3)),
    np.zeros((0, 3)), np.zeros((1, 0, 3)),
)  # fmt: skip


class Schedule(NamedTuple):
    """What is given from outside for the steps that are asked for; a single entry along the first axis stands for
    all of them."""

    target: Array
    """n at the end of each step (s, n, 3), in the order in which equalities were given."""
    rate: Array
    """ṅ there."""
    frequency: Array
    """How fast each equality responds (s, n) [1/s]: ∞ holds exactly, 0 does nothing."""
    push: Array
    """What outer forces do to v̇ (s, nv)."""
    forces: Forces = NO_FORCES


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
    rest: Array
    """Where one of them bends, the material points that they are (P, 8, 6)."""
    impulse: Array
    """What b was pushed by in the last step, in the world [N s] (P, 8, 3)."""
    load: Array
    """The normal impulse that friction goes by [N s] (P, 8)."""
    turn: Array
    """What b was turned by in the last step, along ω L, in the world (P, 3)."""
    ignored: Indices
    """1 for pairs that were inside each other from the beginning: they do not touch until they have parted (P,)."""
    found: Array
    """Frames of the geoms when pairs were found, and how far each looked (n, 13)."""
    asleep: Indices
    """1 for bodies that sleep (n,)."""
    calm: Array
    """For how long each body has been slow (n,) [s]."""
    still: Array
    """q and v of bodies when they fell asleep."""


class State(NamedTuple):
    """All numbers that change: a copy of it is a moment to go back to."""

    q: Array
    v: Array
    contacts: Contacts
    multiplier: Array
    """Impulses of the equalities in the last step, along their rows (n, 3)."""


class Held(NamedTuple):
    """Equalities in the step at hand; each is a point of `Rows` of its island."""

    point: Indices
    """Which point an equality is (n,)."""
    frame: Array
    """D (n, 9); of a distance its first row is the direction from one to the other."""
    gap: Array
    """D (Σ w x − n) (n, 3) [m], and how fast it is to change [m/s]."""
    wanted: Array
    gamma: Array
    """Softness of each row (n, 3); zero holds exactly."""
    L: Array
    """Factors of Yᵀ Y + γ, component by component."""
    diagonal: Array
    """(3 n,)"""
    inverse: Array
    """1 / D of each row; zero for what follows from rows before it (3 n,)."""
    x: Array
    """Right-hand sides, then multipliers (3 n,)."""
    aside: Indices
    """1 for rows that are set aside (3 n,)."""
    alone: Indices
    """1 for components that never change and touch nothing: they are solved apart (m,)."""
    kept: Array
    """Factors of S + γ of constant rows, component by component: they outlast a step."""
    pivot: Array
    """1 / D of each equality there (n,)."""
    frequency: Array
    """How hard each equality held when they were made (n,) [1/s], and the step of each component (m,) [s]."""
    step: Array


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
    inverse: Array
    """1 / nn, and the inverse of the part across: 11, 12, 22 (C, 4)."""
    u: Array
    """Velocity along the rows without impulses; where along the normal nothing is asked before the gap closes (C,
    3)."""
    f: Array
    """Impulses along the rows (C, 3)."""
    gap: Array
    friction: Array
    follow: Array
    """a and b of the load a + b fₙ that friction goes by (C, 2)."""
    turns: Indices
    """Of rows against turning, how many points before them bear the load; else 0 (C,)."""
    slot: Indices
    """Where the point is kept in the contacts: 8 · slot + place; −1 − e for equality e (C,)."""
    frame: Array
    """Normal and two directions across (C, 9)."""


class Islands(NamedTuple):
    """Bodies that hang together, and their points: of equalities first, then of contacts."""

    parent: Indices
    """Union–find over bodies."""
    number: Indices
    """Which island a body stands for, −1 none."""
    fill: Indices
    parts: Indices
    part: Indices
    """Components of equalities in line by island, and the first of each island."""
    component: Indices
    pairs: Indices
    """Slots in line by island, and the first of each island."""
    start: Indices
    body: Indices
    """Bodies that a pair or an equality links (L, 2) in line by island, the first of each, and how many."""
    link: Indices
    links: Indices
    block: Indices
    """Blocks in line by island, and the first of each."""
    first: Indices
    point: Indices
    """First point of each island, and the first of them that is a contact."""
    contact: Indices


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
    give: Array
    """Of equalities: 1 / (γ + R) of each row, and R (C, 4)."""
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
    chosen: Indices
    """1 for bodies that are solved for (n,)."""
    point: Indices
    """Points that touch one of them (C,)."""


class Touches(NamedTuple):
    """Points at which a shape touches a mesh, by manifold, before they are thinned out."""

    triangle: Indices
    """Triangles that are near (t,)."""
    way: Array
    """How far the middle of each geom goes in the step (n, 3) [m]."""
    normal: Array
    """From the mesh to the shape, in the frame of the mesh (PARTS, 3)."""
    points: Indices
    """(PARTS,)"""
    at: Array
    """Each point on the mesh and on the shape, in their frames, and the gap (PARTS, ROOM, 7)."""
    feature: Indices
    """(PARTS, ROOM)"""
    old: Array
    """Points of all manifolds before: where they were on the mesh, their impulses and loads (PARTS MOST, 7)."""
    oldfeature: Indices


class Workspace(NamedTuple):
    """Scratch; nothing in it outlasts a step."""

    room: Array
    geoms: Geoms
    """The shapes as they are now: sizes and reaches of those that deform change."""
    hulls: Hulls
    """Likewise their corners and faces, along the world's axes."""
    map: Array
    """The linear map of each geom that deforms, or is a cloud (n, 9)."""
    frame: Array
    """Frame of each geom in the world (n, 12); what deforms has one along the world's axes."""
    near: Array
    """How far away each geom looks for contact (n,) [m]."""
    box: Array
    """Bounds of each geom (n, 6)."""
    order: Indices
    """Shapes in the order in which their bounds begin; planes are not among them."""
    head: Indices
    """First slot of each shape, −1 none (n,); the next of the same shape (P,)."""
    next: Indices
    closing: Array
    """How fast the points of pairs that bounce close in when the step begins (P, 8) [m/s]."""
    struck: Indices
    """1 for pairs that bounce and answer a blow as a whole (P,)."""
    taking: Indices
    """1 for pairs that take part in a blow, 2 where they strike (P,)."""
    goal: Array
    """How fast each of their points is to part, −1 for those that take no part (P, 8) [m/s]."""
    blow: Array
    """Impulses of blows, along the normal and across (P, 8, 3) [N s]."""
    whole: Array
    """Motions of bodies as a whole; see `solver.impact` (n, 26)."""
    answer: Array
    """How points of a blow answer along the normal, and across at most (P, 8, 2) [1/kg]."""
    pace: Array
    """How fast each body was when the step began [m/s]."""
    owner: Indices
    """The body of each block, and what a whitened velocity of one is in m/s (B,)."""
    scale: Array
    stirred: Indices
    """Bodies that are moved out of others."""
    q: Array
    """Where bodies were before they flowed."""
    v: Array
    """Velocities that only change places."""
    z: Array
    """Whitened velocities of the blocks (B, 6)."""
    polygon: Array
    """Corners of a face that is clipped: two halves (2, M, 3), taken in turns."""
    label: Indices
    """The edges before and after each corner (2, M, 2)."""
    old: Array
    """Points of a manifold that is made anew: where they were on a, their impulses and loads (8, 7)."""
    oldfeature: Indices
    touches: Touches
    foot: Indices
    """Of each face of a hull the lowest corner of another over it (f,), and its normal seen from there (f, 3)."""
    under: Array
    turned: Array
    """Rows of a body at a place (n, 18)."""
    rows: Rows
    held: Held
    islands: Islands
    sweeps: Sweeps
    newton: Newton
    sums: Array
    """What a run adds up; see `integrators.step`."""
