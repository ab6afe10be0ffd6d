"""The points of a lattice body that may touch, what they may touch, and what lasts between steps."""

from typing import NamedTuple

from supple.arrays import Array, Indices, carved
from supple.dynamics.legacy.bodies.lattice.arrays import PointArrays
from supple.dynamics.legacy.contact.shapes import ShapeArrays

MARGIN = 2.0
"""How much farther a mode may carry a point than it carries control points: other lattices stretch that."""


class Surface(NamedTuple):
    """Points over what stands in the world, and how they answer to a touch."""

    points: PointArrays
    radius: float
    """Farthest point from the center at rest [m]."""
    reach: Array
    """Farthest that each mode carries a point at amplitude 1 (D,) [m]."""
    shapes: ShapeArrays
    sure: float
    """Share of a gap that is certainly free."""
    manner: Array
    """How touching each shape is answered: friction, bounce, stiffness [N/m], infinite where hard, damping (n, 4)."""
    blow: bool
    """Whether it returns blows with its bounce, and not by its own elasticity."""
    lag: float
    """How far friction is behind the load [s]."""


class Touching(NamedTuple):
    """What lasts of m points between steps, and room for those that touch, in line."""

    memory: Array
    """Of each: impulse of the last step but for blows [N s], stretch [m], load [N s] (m, 7)."""
    clear: Array
    """Nothing is met before the body has travelled so far (m,) [m]."""
    travel: Array
    """How far any point can have moved since the beginning (1,) [m]."""
    met: Indices
    """How many touch now (1,)."""
    which: Indices
    """The points that do, in line (m,)."""
    impulse: Array
    """On each of those, blows included, in world axes (m, 3) [N s]."""
    y: Array
    depth: Array
    """How far each near point would be inside after the step (m,) [m]."""
    gap: Array
    normal: Array
    manner: Array
    frame: Array
    J: Array
    """Rows of velocities in the coordinates of the sweeps (m, 3, nv)."""
    A: Array
    B: Array
    """Like A, of the body as a whole."""
    f: Array
    follow: Array
    aim: Array
    before: Array
    along: Array
    p: Array
    """Velocities that move places only (nv,)."""
    z: Array
    """Velocities in the coordinates of the sweeps (nv,)."""
    was: Array
    """The same before a sweep (nv,)."""


def touching(count: int, nv: int) -> Touching:
    """Nothing touches yet."""
    shapes = dict(
        memory=(7,), clear=(), impulse=(3,), y=(3,), depth=(), gap=(), normal=(3,), manner=(4,), frame=(3, 3),
        J=(3, nv), A=(3, 3), B=(3, 3), f=(3,), follow=(2,), aim=(4,), before=(3,), along=(3,),
    )  # fmt: skip
    each = {name: (count, *shape) for name, shape in shapes.items()}
    once = dict(travel=(1,), met=(1,), which=(count,), p=(nv,), z=(nv,), was=(nv,))
    return Touching(**carved(each | once, integers=("met", "which")))


def begin_anew(on: Touching) -> None:
    """Nothing has touched yet."""
    on.memory[:], on.clear[:], on.travel[0], on.met[0] = 0.0, 0.0, 0.0, 0
