"""Lattices written as few products: the same field as their control points give."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from supple.dynamics.legacy.bodies.lattice.basis import Lattice
from supple.dynamics.legacy.bodies.lattice.library import mode
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.dynamics.legacy.bodies.lattice.products import products

BOX = [[-1.0, 0.0, 2.0], [3.0, 1.0, 2.5]]


def field(lattice: ModalLattice, r: np.ndarray) -> np.ndarray:
    """Σ e sⁱ sʲ sᵏ (n, 3, D)."""
    power, e = products(lattice)
    s = (r - lattice.grid.low) / lattice.grid.extent - 0.5
    return np.einsum("nk,kxd->nxd", (s[:, None, :] ** power).prod(axis=2), e)


def test_a_mode_of_the_library_has_the_terms_of_its_formula():
    lattice = ModalLattice("whole", Lattice((4, 4, 4), BOX), (mode("squash.y"), mode("bend.x")))
    power, e = products(lattice)
    assert sorted(map(tuple, power.tolist())) == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 2, 0), (1, 0, 0)]
    square = e[(power == (0, 2, 0)).all(axis=1)][0]
    assert_allclose(square, [[0.0, 4.0 * 4.0], [0.0, 0.0], [0.0, 0.0]], atol=1e-12)  # 4 s_y² sides of x, 4 m


@pytest.mark.parametrize("counts", [(2, 3, 4), (4, 4, 4), (6, 5, 7)])
def test_any_displacement_is_kept(counts):
    rng = np.random.default_rng(1)
    own = [Mode(f"own {i}", rng.normal(size=(*counts, 3)), "bernstein") for i in range(2)]
    lattice = ModalLattice("whole", Lattice(counts, BOX), tuple(own))
    r = rng.uniform(BOX[0], BOX[1], size=(40, 3))
    assert_allclose(field(lattice, r), lattice.field(r), atol=1e-12 * np.abs(lattice.field(r)).max())
