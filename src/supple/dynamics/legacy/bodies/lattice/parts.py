"""Lattices over a mesh: one over the whole of it, others over parts, held still where they end (§4.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.lattice.basis import Functions, Lattice
from supple.dynamics.legacy.bodies.lattice.library import AXES, KINDS, mode
from supple.dynamics.legacy.bodies.lattice.modal import WHOLE, ModalLattice, ordered
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.dynamics.legacy.bodies.lattice.seams import check_seams, crossed
from supple.errors import InputError
from supple.scene import Mesh

THIN = 0.01
"""Least extent along an axis by which a mode of it can be told, in longest sides."""
MARGIN = 1e-6
SPLINE_ROWS = 3


@dataclass(frozen=True)
class Part:
    """A local lattice: where it is, what it can do, and on which other it rides.

    where: a part or group of the mesh, a node of the model, or a box (low, high) [m]. modes: names from the library
    or modes of one's own. parent: another local lattice; the global one unless given. still: faces of the box
    ('x-' … 'z+') whose rows of control points do not move; unless given, those through which the surface goes on.
    """

    where: "str | ArrayLike"
    modes: "Sequence[str | Mode]"
    parent: str | None = None
    still: Sequence[str] | None = None
    counts: tuple[int, int, int] = (4, 4, 4)
    functions: Functions = "bernstein"


def lattices_over(
    mesh: Mesh,
    modes: "Sequence[str | Mode]",
    local: Mapping[str, Part],
    *,
    counts: tuple[int, int, int] = (4, 4, 4),
    functions: Functions = "bernstein",
    keep_volume: bool = True,
) -> tuple[ModalLattice, ...]:
    """The global lattice and the local ones, parents first; refuses what would tear the surface."""
    if not modes and not any(part.modes for part in local.values()):
        raise InputError(
            f"{mesh.name!r} has no lattice that moves: give modes=('squash.y', …) or local={{name: Part(…)}}"
        )
    if WHOLE in local:
        raise InputError(
            f"a local lattice cannot be named {WHOLE!r}, which is the global one; choose another name"
        )
    low, high = _thickened(mesh.bounds)
    _check_thin(modes, mesh.bounds, mesh.name)
    own = [_found(each, counts, functions, keep_volume, high - low) for each in modes]
    whole = ModalLattice(WHOLE, Lattice(counts, [low, high], functions), tuple(own))
    every = [whole, *(_local(mesh, name, part, keep_volume) for name, part in local.items())]
    lattices = ordered(every)
    check_seams(mesh, lattices)
    return lattices


def _local(mesh: Mesh, name: str, part: Part, keep_volume: bool) -> ModalLattice:
    low, high = _box(mesh, name, part)
    _check_thin(part.modes, np.stack([low, high]), name)
    faces = crossed(mesh, low, high)[0] if part.still is None else tuple(part.still)
    found = []
    for each in part.modes:
        made = _found(each, part.counts, part.functions, keep_volume, high - low)
        for face in faces:
            made = made.still([face], _rows(face, faces, made))
        found.append(made)
    grid = Lattice(part.counts, [low, high], part.functions)
    return ModalLattice(name, grid, tuple(found), part.parent or WHOLE)


def _rows(face: str, faces: Sequence[str], mode: Mode) -> int:
    """Two rows hold place and slope; one, place only, where both ends are held and there are but four."""
    if mode.functions == "b-spline":
        return SPLINE_ROWS
    both = face[0] + ("+" if face.endswith("-") else "-") in faces
    return 2 if mode.counts[AXES.index(face[0])] - (4 if both else 2) > 0 else 1


def _box(mesh: Mesh, name: str, part: Part) -> tuple[Array, Array]:
    if isinstance(part.where, str):
        places = mesh.vertices[mesh.indices(part.where)]
        low, high = _thickened(np.stack([places.min(axis=0), places.max(axis=0)]))
        return low, high
    low, high = finite(part.where, f"box of lattice {name!r}", (2, 3))
    if not (high > low).all():
        raise InputError(
            f"box of lattice {name!r} has no volume: {low.tolist()} to {high.tolist()}; give (low, high)"
        )
    return low, high


def _thickened(bounds: Array) -> tuple[Array, Array]:
    """A box a little larger, and never quite flat."""
    middle, side = bounds.mean(axis=0), bounds[1] - bounds[0]
    half = np.maximum(side * (1 + MARGIN), THIN * side.max()) / 2
    return middle - half, middle + half


def _check_thin(modes: "Sequence[str | Mode]", bounds: Array, name: str) -> None:
    """Squashes of two axes weigh as the squares of their sides: cond M ≥ (longest / side)²."""
    side = bounds[1] - bounds[0]
    for each in modes:
        label = each if isinstance(each, str) else each.name
        kind, _, axes = label.partition(".")
        flat = (
            [a for a in axes if a in AXES and side[AXES.index(a)] < THIN * side.max()]
            if kind in KINDS
            else []
        )
        if flat:
            thin = float(side[AXES.index(flat[0])])
            number = f"{(side.max() / thin) ** 2:.2g} or more" if thin > 0 else "infinite"
            raise InputError(
                f"mode {label!r}: {name!r} has no extent along {flat[0]} to speak of ({thin:.3g} m, its longest side "
                f"is {side.max():.3g} m: condition number {number} of M, at most {THIN**-2:.0e}); leave the mode out"
            )


def _found(
    each: "str | Mode", counts: tuple[int, int, int], functions: Functions, keep_volume: bool, sides: Array
) -> Mode:
    if isinstance(each, Mode):
        return each
    return mode(each, counts, functions, keep_volume=keep_volume, sides=sides)
