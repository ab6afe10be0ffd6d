"""Compiled loops over lattices against the same map written as expressions, and against finite differences."""

import casadi as ca
import numpy as np
import pytest

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.basis import Lattice
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.mechanics.continuum import Continuum
from supple.mechanics.free_form import Grid, free_form
from supple.mechanics.rotation import heading
from supple.scene import models
from supple.spatial import from_matrix

LEVELS = {"global": 1, "local": 2, "nested": 3}


def lattices(levels: int) -> list[ModalLattice]:
    """A global cubic lattice, B-splines on its upper half, and a lattice of odd counts in a corner of those."""
    rng = np.random.default_rng(3)

    def modes(counts: tuple[int, int, int], names: str, functions: str) -> tuple[Mode, ...]:
        return tuple(Mode(name, 0.4 * rng.normal(size=(*counts, 3)), functions) for name in names)

    whole = ModalLattice(
        "whole", Lattice((4, 4, 4), [[-0.5] * 3, [0.5] * 3]), modes((4, 4, 4), "abc", "bernstein")
    )
    upper = Lattice((6, 4, 5), [[-0.5, 0.0, -0.5], [0.5, 0.5, 0.5]], "b-spline")
    corner = Lattice((3, 2, 5), [[0.0, 0.0, 0.0], [0.5, 0.5, 0.5]])
    return [
        whole,
        ModalLattice("upper", upper, modes((6, 4, 5), "de", "b-spline"), "whole"),
        ModalLattice("corner", corner, modes((3, 2, 5), "f", "bernstein"), "upper"),
    ][:levels]


def body_of(levels: int) -> LatticeBody:
    rng = np.random.default_rng(4)
    places, masses = rng.uniform(-0.5, 0.5, (20, 3)), rng.uniform(0.5, 1.5, 20)
    D = [3, 5, 6][levels - 1]
    return LatticeBody(
        models.box(width=1, height=1, depth=1), lattices(levels), places=places, masses=masses,
        stiffness=rng.uniform(1, 2, D), damping=0.0, name="box",
    )  # fmt: skip


def defined(body: LatticeBody) -> Continuum:
    """The same body as expressions."""
    names = [each.name for each in body.lattices]
    grids = [
        Grid(x.grid.counts, x.grid.low, x.grid.extent, x.displacements,
             -1 if x.parent is None else names.index(x.parent), x.grid.functions)
        for x in body.lattices
    ]  # fmt: skip
    k = body.stiffness.at(0.0)
    return free_form(
        "oracle", grids, masses=body.masses, places=body.places, center=body.center_at_rest, stiffness=k
    )


def states(D: int) -> tuple[Array, Array, Array, Array]:
    """A general state in both kinds of coordinates: angles (of the definition) and quaternion (of the body)."""
    rng = np.random.default_rng(5)
    place, angles, gamma = rng.normal(size=3), rng.uniform(-1, 1, 3), rng.uniform(-0.3, 0.3, D)
    rates = rng.normal(size=6 + D)
    R = np.array(ca.evalf(heading(ca.SX(angles))).full())
    q = np.concatenate([place, angles, gamma])
    return q, rates, np.concatenate([place, from_matrix(R), gamma]), turning(q, rates)[0] @ rates


def turning(q: Array, rates: Array) -> tuple[Array, Array]:
    """T with v = T q̇, and Ṫ: ω = E(angles) of the rates of the angles."""
    a, da = ca.SX.sym("a", 3), ca.SX.sym("da", 3)
    R = heading(a)
    spin = ca.reshape(ca.jtimes(ca.vec(R), a, da), 3, 3) @ R.T
    E = ca.jacobian(ca.vertcat(spin[2, 1], spin[0, 2], spin[1, 0]), da)
    both = ca.Function("E", [a, da], [E, ca.reshape(ca.jtimes(ca.vec(E), a, da), 3, 3)])
    T, dT = np.eye(len(q)), np.zeros((len(q), len(q)))
    T[3:6, 3:6], dT[3:6, 3:6] = (x.full() for x in both(q[3:6], rates[3:6]))
    return T, dT


@pytest.fixture(params=LEVELS.values(), ids=LEVELS.keys(), scope="module")
def pair(request: pytest.FixtureRequest) -> tuple[LatticeBody, Continuum]:
    body = body_of(request.param)
    return body, defined(body)


def test_points_and_jacobians_are_those_of_the_definition(pair: tuple[LatticeBody, Continuum]) -> None:
    """x(q, r), ∂x/∂q and ∂x/∂r at points of every level (eqs. 2, 3, 10)."""
    body, law = pair
    q, rates, Q, V = states(len(body.modes))
    T, _ = turning(q, rates)
    x = ca.Function("x", [law.q, law.r], [law.x, ca.jacobian(law.x, law.q), ca.jacobian(law.x, law.r)])
    r = np.random.default_rng(6).uniform(-0.5, 0.5, (12, 3))
    expected = [[part.full() for part in x(q, each)] for each in r]
    np.testing.assert_allclose(body.position(Q, r), [e[0][:, 0] for e in expected], atol=1e-13)
    np.testing.assert_allclose(body.jacobians(Q, r) @ T, [e[1] for e in expected], atol=1e-12)
    np.testing.assert_allclose(body.gradient(Q, r), [e[2] for e in expected], atol=1e-12)
    np.testing.assert_allclose(body.velocity(Q, V, r), [e[1] @ rates for e in expected], atol=1e-12)


def test_drift_is_that_of_the_definition(pair: tuple[LatticeBody, Continuum]) -> None:
    """J̇ v: second derivatives through every lattice (eqs. 15–22)."""
    body, law = pair
    q, rates, Q, V = states(len(body.modes))
    _, dT = turning(q, rates)
    twice = ca.Function("a", [law.q, law.v, law.r], [law.rate(law.rate(law.x))])
    for r in np.random.default_rng(7).uniform(-0.5, 0.5, (8, 3)):
        shifted = body.jacobian(Q, r) @ dT @ rates
        np.testing.assert_allclose(body.bias(Q, V, r) + shifted, twice(q, rates, r).full()[:, 0], atol=1e-11)


def test_mass_force_and_energy_are_those_of_the_definition(pair: tuple[LatticeBody, Continuum]) -> None:
    """M = Σ m JᵀJ, all velocity terms, springs and energy (eqs. 4, 5, 7): Tᵀ(M Ṫ q̇ − Q) = bias."""
    body, law = pair
    q, rates, Q, V = states(len(body.modes))
    T, dT = turning(q, rates)
    M = body.mass_matrix(Q)
    scale = np.abs(M).max()
    np.testing.assert_allclose(T.T @ M @ T, law.mass_matrix(q, law.defaults).full(), atol=1e-11 * scale)
    bias = law.bias(q, rates, law.defaults, np.zeros(3)).full()[:, 0]
    ours = T.T @ (M @ dT @ rates - body.force(Q, V))
    np.testing.assert_allclose(ours, bias, atol=1e-11 * np.abs(bias).max())
    assert body.energy(Q, V) == pytest.approx(
        float(law.energy(q, rates, law.defaults, np.zeros(3))), rel=1e-12
    )
    F = np.eye(body.nv)
    np.testing.assert_allclose(M @ body.apply_inverse_mass(Q, F), F, atol=1e-9)


def test_a_step_is_that_of_the_equations(pair: tuple[LatticeBody, Continuum]) -> None:
    """(v⁺ − v)/h → M⁻¹ Q as h → 0, with an error that falls like h: momenta kept, not accelerations summed."""
    body, _ = pair
    _, _, Q, V = states(len(body.modes))
    exact = body.apply_inverse_mass(Q, body.force(Q, V))
    steps = np.array([1e-3, 5e-4, 2.5e-4])
    errors = [np.abs(body.velocity_gain(Q, V, h) / h - exact).max() for h in steps]
    slope = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert errors[-1] < 1e-2 * np.abs(exact).max()
    assert slope == pytest.approx(1.0, abs=0.1)


def test_springs_are_the_slope_of_the_energy() -> None:
    """Q = −∂V/∂γ with the volume term, by central differences of order h²."""
    body = body_of(3)
    body.volume_stiffness = 7.0
    rng = np.random.default_rng(8)
    q = np.concatenate([np.zeros(3), [0, 0, 0, 1], rng.uniform(-0.2, 0.2, 6)])
    still, force = np.zeros(body.nv), body.force(q, np.zeros(body.nv))
    for n in range(6):
        e = np.zeros(len(q))
        e[7 + n] = 1e-5
        slope = (body.energy(q + e, still) - body.energy(q - e, still)) / 2e-5
        assert force[6 + n] == pytest.approx(-slope, abs=1e-8)
    assert np.abs(force[:6]).max() < 1e-12
