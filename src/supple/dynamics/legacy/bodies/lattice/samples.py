"""Places all over a solid with their masses, from which integrals over it are taken.

After sampling they are shifted and stretched a little, r ↦ c + S^½ S_r^−½ (r − c_r), so that mass, center and second
moments are exactly those of the solid.
"""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.arrays import innermost
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.rest import Samples
from supple.dynamics.legacy.bodies.lattice.symmetry import mirrored, mirrors
from supple.dynamics.legacy.filling import depth, grid
from supple.dynamics.legacy.mass import MassPoints
from supple.scene import Mesh

FINE = 28
"""Samples along each side of a box."""
FLAT = 1e-9
"""Least second moment that can be stretched, of the largest."""


def samples_of(mesh: Mesh, lattices: Sequence[ModalLattice], whole: MassPoints) -> Samples:
    """Places of the solid, finer in local lattices, with positive masses [kg]; mass, center, inertia as of `whole`.

    An open mesh, or one too thin for a grid, is sampled by its surface; a symmetric one alike on both sides.
    """
    runs = [_inside(mesh, lattices, i) for i in range(len(lattices))] if mesh.watertight else []
    if sum(len(places) for places, _ in runs):
        places = np.concatenate([run for run, _ in runs])
        volumes = np.concatenate([np.full(len(run), volume) for run, volume in runs])
    else:
        shell = MassPoints.shell(mesh, whole.total)
        places, volumes = shell.points, shell.masses
    for axis in mirrors(mesh.vertices):
        ends = mesh.bounds.sum(axis=0)
        near = places[:, axis] <= ends[axis] / 2
        places = np.concatenate([places[near], mirrored(places[near], axis, ends)])
        volumes = np.concatenate([volumes[near], volumes[near]])
    return matched(Samples(places, whole.total / volumes.sum() * volumes), whole)


def _inside(mesh: Mesh, lattices: Sequence[ModalLattice], i: int) -> tuple[Array, float]:
    """Places of a grid over the box of lattice i inside the mesh and in no lattice within, and the volume of each."""
    low = np.maximum(mesh.bounds[0], lattices[i].grid.low)
    high = np.minimum(mesh.bounds[1], lattices[i].grid.low + lattices[i].grid.extent)
    if not (high > low).all():
        return np.zeros((0, 3)), 0.0
    step = (high - low) / FINE
    lines = grid(low, high, step)
    a, b, c = np.nonzero(depth(mesh.vertices[mesh.faces], lines) > 0)
    places = np.stack([lines[0][a], lines[1][b], lines[2][c]], axis=1)
    return places[innermost(lattices, places) == i], float(step.prod())


def matched(samples: Samples, whole: MassPoints) -> Samples:
    """The same samples, moved so that their center and second moments are those of `whole`."""
    center = samples.center
    S, S_r = _second(Samples(whole.points, whole.masses)), _second(samples)
    stretch = _root(S) @ _root(S_r, inverse=True)
    return Samples(whole.center + (samples.places - center) @ stretch.T, samples.masses)


def _second(samples: Samples) -> Array:
    """Σ m d dᵀ / Σ m about the center (3, 3) [m²]."""
    d = samples.places - samples.center
    return np.asarray(np.einsum("i,ix,iy->xy", samples.masses, d, d) / samples.masses.sum())


def _root(S: Array, inverse: bool = False) -> Array:
    """S^½, or S^−½ with what has no extent left out, (3, 3)."""
    values, axes = np.linalg.eigh(S)
    solid = values > FLAT * values[-1]
    powers = np.where(solid, np.where(solid, values, 1.0) ** (-0.5 if inverse else 0.5), 0.0)
    return np.asarray((axes * powers) @ axes.T)
