"""Where a surface goes through the faces of a local box: there its modes must be still, or the body would tear."""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice, names
from supple.dynamics.legacy.bodies.lattice.modes import FACES
from supple.dynamics.legacy.bodies.lattice.rest import fields
from supple.errors import ConflictError
from supple.scene import Mesh

TORN = 1e-6
"""The widest gap, in diagonals of the box."""
BESIDE = 1e-9


def crossed(mesh: Mesh, low: Array, high: Array) -> tuple[tuple[str, ...], Array]:
    """The faces of a box through which edges of the mesh go out, and where each edge does so, (n, 3) [m].

    >>> from supple.scene import models
    >>> ball = models.sphere(radius=1).mesh
    >>> crossed(ball, np.array([-2.0, 0.3, -2.0]), np.array([2.0, 2.0, 2.0]))[0]
    ('y-',)
    """
    inside = np.asarray(((mesh.vertices >= low) & (mesh.vertices <= high)).all(axis=1))
    edges = np.unique(np.sort(mesh.faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1), axis=0)
    edges = edges[inside[edges[:, 0]] != inside[edges[:, 1]]]
    edges = np.where(inside[edges[:, :1]], edges, edges[:, ::-1])
    a, b = mesh.vertices[edges].transpose(1, 0, 2)
    reach = np.full((len(a), 3, 2), np.inf)
    for end, beyond in enumerate((b < low, b > high)):
        face = (low, high)[end]
        reach[:, :, end] = np.where(beyond, (face - a) / np.where(beyond, b - a, 1.0), np.inf)
    flat = reach.reshape(-1, 6)
    which = flat.argmin(axis=1)
    places = a + np.take_along_axis(flat, which[:, None], axis=1) * (b - a)
    return tuple(FACES[k] for k in np.unique(which)), places


def check_seams(mesh: Mesh, lattices: Sequence[ModalLattice]) -> None:
    """Refuse local modes that move the surface on one side of a border and not on the other; `lattices` in order."""
    labels = names(lattices)
    for each in lattices:
        if each.parent is None:
            continue
        low, high = each.grid.low, each.grid.low + each.grid.extent
        _, places = crossed(mesh, low, high)
        if not len(places):
            continue
        outward = (places - (low + high) / 2) * BESIDE
        size = float(np.linalg.norm(each.grid.extent))
        jump = np.linalg.norm(fields(lattices, places + outward) - fields(lattices, places - outward), axis=1)
        i, n = np.unravel_index(int(jump.argmax()), jump.shape)
        if jump[i, n] > TORN * size:
            raise ConflictError(
                f"mode {labels[n]!r} tears {mesh.name!r} at the border of lattice {each.name!r}: at "
                f"{places[i].round(4).tolist()} m it moves the surface inside by {jump[i, n]:.3g} m and outside not; "
                f"hold the faces through which the surface goes (still=...), or move the box"
            )
