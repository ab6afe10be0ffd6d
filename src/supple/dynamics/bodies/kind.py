"""The contract of a kind of body: what the one step asks of rigid, linear and articulated bodies alike.

A kind is a named tuple of arrays, a row for each body of that kind, and kernels over (arrays, row, …). The step never
sees a mass matrix. With M = L Lᵀ it works in whitened velocities z, v = v* + L⁻ᵀ z, in which every mass is one:

    rows    Y = L⁻¹ Jᵀ of a material point, so that  J M⁻¹ Jᵀ = Yᵀ Y  and a push f along the rows gives  z += Y f
    settle  v += L⁻ᵀ z

z is kept in blocks of six numbers, and Y holds three rows of six for each block that the point hangs on: one for
a rigid body, two for an affine one, the blocks along the path to the root for a tree of joints. A body that fills
its last block only in part leaves the rest zero.

The functions below are the contract as the step calls it, with the body's number. The dispatch over the kinds of
a model takes their place (see `model.dispatch`): there b's arrays, its row, its q, v and room are found and
passed to the kernel of its kind, as CONTRACT says.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from supple.arrays import Array, Indices
from supple.kernels import Kernel, kernel, slot

BLOCK = 6
"""Whitened velocities are kept in blocks of so many."""


class Kind(NamedTuple):
    """A kind of body."""

    name: str
    arrays: type[Any]
    """A named tuple of arrays; the first axis of each is the bodies of this kind, unless `gather` lays them out."""
    kernels: dict[str, Kernel[..., Any]]
    """One for each name of the contract; `spin` may be left out."""
    gather: "Callable[[Sequence[Mapping[str, Any]]], Any] | None" = None
    """Makes the arrays of the rows of all bodies; without it each number gets an axis more, the first."""
    sleeps: bool = False
    """Whether such bodies may sleep: what they do follows from where they are, how fast, and what touches them."""


class Placed(NamedTuple):
    """A body to be: its kind, its row of that kind's arrays, where it starts, and the sizes of its room."""

    kind: str
    row: Mapping[str, Any]
    q: Array
    v: Array
    mass: float
    blocks: int = 1
    room: int = 18


class Signature(NamedTuple):
    """What a kernel of a kind takes besides (arrays, row): coordinates of the body, and what the step passes on."""

    own: str
    passed: str
    gives: str = "None"


@kernel
def is_no_whole(arrays: Any, i: int, q: Array, v: Array, W: Array) -> int:
    """A body that has no motion as a whole, or need not say so."""
    return 0


@kernel
def keep_going(arrays: Any, i: int, q: Array, v: Array, gain: Array) -> None:
    """What has no motion as a whole has none to change."""


@kernel
def is_affine(arrays: Any, i: int, q: Array, room: Array, p: Array, X: Array) -> None:
    """A body whose links are frames or map affinely is never asked."""


UNLESS_SAID: dict[str, Kernel[..., Any]] = {
    "map_at": is_affine,
    "as_rigid": is_no_whole,
    "push_rigid": keep_going,
}
"""What a kind need not bring."""

CONTRACT: dict[str, Signature] = {
    "pose": Signature("q, room", ""),
    "predict": Signature("q, v, room", "gravity: Array, h: float", "float"),
    "frame": Signature("q, room", "link: int, X: Array"),
    "point": Signature("q, room", "link: int, p: Array, x: Array"),
    "velocity": Signature("q, v, room", "link: int, p: Array, x: Array, u: Array"),
    "speed": Signature("q, v, room", "link: int, reach: float", "float"),
    "rows": Signature("q, room", "link: int, p: Array, x: Array, F: Array, Y: Array, blocks: Indices", "int"),
    "spin": Signature(
        "q, v, room",
        "link: int, x: Array, F: Array, L: float, u: Array, Y: Array, blocks: Indices",
        "int",
    ),
    "settle": Signature("q, room", "z: Array, v: Array"),
    "flow": Signature("q, room", "v: Array, h: float"),
    "energy": Signature("q, v, room", "gravity: Array", "tuple[float, float]"),
    "map_at": Signature("q, room", "p: Array, X: Array"),
    "as_rigid": Signature("q, v", "W: Array", "int"),
    "push_rigid": Signature("q, v", "gain: Array"),
}


@kernel
def yields(model: Any, b: int) -> int:
    """Whether a body answers to impulses: it has whitened velocities."""
    if b < 0:
        return 0
    block = model.bodies.block
    return 1 if block[b + 1] > block[b] else 0


@slot
def pose(model: Any, state: Any, work: Any, b: int) -> None:
    """Make ready in `room` what depends on q alone, such as the rotation matrix or a factor of the mass matrix."""


@slot
def predict(model: Any, state: Any, work: Any, b: int, gravity: Array, h: float) -> float:
    """v ← v*, the velocity at the end of a step of h under the body's own forces and weight, without constraints.

    Returns how sound the body is: 1 as it is at rest, and not above 0 if it is inside out, where time stops.
    """


@slot
def frame(model: Any, state: Any, work: Any, b: int, link: int, X: Array) -> None:
    """The frame of a link in the world: its linear map by rows (9 numbers), then its origin (3)."""


@slot
def point(model: Any, state: Any, work: Any, b: int, link: int, p: Array, x: Array) -> None:
    """Where the material point p of a link is."""


@slot
def velocity(model: Any, state: Any, work: Any, b: int, link: int, p: Array, x: Array, u: Array) -> None:
    """u, the velocity of the material point p, which is at x."""


@slot
def speed(model: Any, state: Any, work: Any, b: int, link: int, reach: float) -> float:
    """A bound on the speed of the points of a link that are within `reach` of its origin [m/s]."""


@slot
def rows(
    model: Any, state: Any, work: Any, b: int, link: int, p: Array, x: Array, F: Array, Y: Array, blocks: Indices
) -> int:  # fmt: skip
    """Write the rows along the three directions in F (9,) of the point p at x; return on how many blocks it hangs.

    Where shapes touch, p is in the frame of the shape, and x alone says which material point it is.

    Y (n, 18): for each block three rows of six. blocks (n,): which of the body's blocks.
    """


@slot
def spin(
    model: Any, state: Any, work: Any, b: int, link: int, x: Array, F: Array, L: float, u: Array, Y: Array,
    blocks: Indices,
) -> int:  # fmt: skip
    """The same of how a link turns about x: u (3,) ← L ω along the directions in F, and their rows.

    A kind may leave it to `spin_by_differences`.
    """


@slot
def settle(model: Any, state: Any, work: Any, b: int, z: Array, v: Array) -> None:
    """v += L⁻ᵀ z."""


@slot
def flow(model: Any, state: Any, work: Any, b: int, v: Array, h: float) -> None:
    """q after moving with v for h seconds."""


@slot
def energy(model: Any, state: Any, work: Any, b: int, gravity: Array) -> tuple[float, float]:
    """Kinetic and potential energy [J]."""


@slot
def as_rigid(model: Any, state: Any, work: Any, b: int, W: Array) -> int:
    """The motion of a body as a whole, a + ω × (x − c), that has its momenta: W = (m, c, I⁻¹ by rows, a, ω).

    Returns 0 where a body has none. A hard body that bends answers a blow by it.
    """


@slot
def push_rigid(model: Any, state: Any, work: Any, b: int, gain: Array) -> None:
    """v += the motion (Δa, Δω) as a whole."""


@slot
def map_at(model: Any, state: Any, work: Any, b: int, p: Array, X: Array) -> None:
    """The linear map of a body that bends, around its material point p, by rows (9 numbers), and where p is (3)."""
