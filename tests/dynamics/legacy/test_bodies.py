"""Bases, masses, points and their derivatives, against closed forms and finite differences."""

from math import factorial

import numpy as np
import pytest

from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.lattice import Lattice
from supple.dynamics.legacy.bodies.linear import LinearBody, polynomial_body
from supple.dynamics.legacy.bodies.polynomial import Polynomial, monomials
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.mass import MassPoints, tetrahedron_rule
from supple.errors import InputError
from supple.scene import Mesh, models

SIZE = np.array([0.4, 0.2, 0.3])
MASS = 6.0
BASES = {
    "affine": Polynomial(monomials(1), (0.1, 0.0, -0.1), 0.2),
    "quadratic": Polynomial(monomials(2), (0.1, 0.0, -0.1), 0.2),
    "cubic": Polynomial(monomials(3), (0.1, 0.0, -0.1), 0.2),
    "own list": Polynomial([*monomials(1), (1, 1, 0), (0, 0, 3)], size=0.3),
    "bernstein": Lattice((3, 2, 4), [-SIZE / 2, SIZE / 2]),
    "b-spline": Lattice((4, 5, 4), [-SIZE / 2, SIZE / 2], "b-spline"),
}


def box(**place):
    width, height, depth = SIZE
    return models.box(width=width, height=height, depth=depth, resolution=2).place(**place)


def bodies():
    solid = MassPoints.solid(box().mesh, MASS)
    placed = box(translation=(0.2, 0.7, -0.1), rotation=(0.1, 0.5, -0.2, 0.8))
    jelly = named("jelly")
    return {
        "affine": polynomial_body(placed, jelly, 1),
        "quadratic": polynomial_body(placed, jelly, 2),
        "lattice": LinearBody(placed, BASES["bernstein"], solid, jelly),
        "rigid": RigidBody(placed, solid, jelly),
    }


BODIES = bodies()


def inside(count=7):
    return np.random.default_rng(3).uniform(-0.5, 0.5, (count, 3)) * SIZE


def anywhere(body):
    """A state that is neither at rest nor undeformed."""
    rng = np.random.default_rng(5)
    return body.tidied(body.rest + 0.05 * rng.normal(size=body.nq)), rng.normal(size=body.nv)


@pytest.mark.parametrize("basis", BASES.values(), ids=BASES)
def test_every_basis_reproduces_rest_shape_and_unity(basis):
    """R₀ p(r) = r and u · p(r) = 1."""
    r = inside()
    assert basis.values(r) @ basis.rest.T == pytest.approx(r, abs=1e-14)
    assert basis.values(r) @ basis.uniform == pytest.approx(np.ones(len(r)), abs=1e-14)
    assert len(basis.names) == basis.values(r).shape[1] == len(set(basis.names))


@pytest.mark.parametrize("basis", BASES.values(), ids=BASES)
def test_gradients_are_derivatives(basis):
    r, h = inside(), 1e-5
    for axis, step in enumerate(h * np.eye(3)):
        slope = (basis.values(r + step) - basis.values(r - step)) / (2 * h)
        assert basis.gradients(r)[:, :, axis] == pytest.approx(slope, abs=2e-7)


def test_lattice_functions_are_positive_and_b_splines_are_smooth_across_spans():
    for name in ("bernstein", "b-spline"):
        assert BASES[name].values(inside(50)).min() >= 0
    spline, eps = BASES["b-spline"], 1e-9
    for order in (spline.values, spline.gradients):
        knot = np.zeros((1, 3))  # the middle of five control points: two spans meet
        assert order(knot - eps) == pytest.approx(order(knot + eps), abs=1e-6)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_velocity_of_points_is_the_derivative_of_position_along_the_flow(body):
    """ẋ = J v, and q̇ agrees with the flow."""
    q, v = anywhere(body)
    h = 1e-6
    for r in inside(3):
        p = body.coefficients(r[None])
        slope = (body.position(body.flow(q, v, h), p) - body.position(body.flow(q, v, -h), p))[0] / (2 * h)
        assert body.jacobian(q, p[0]) @ v == pytest.approx(slope, abs=1e-8)
        assert body.velocity(q, v, p)[0] == pytest.approx(slope, abs=1e-8)
    rate = (body.flow(q, v, h) - body.flow(q, v, -h)) / (2 * h)
    assert body.rate(q, v) == pytest.approx(rate, abs=1e-8)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_jacobian_column_by_column(body):
    """J eᵢ by central differences; the error falls with h², as it must if J is right."""
    q, _ = anywhere(body)
    p = body.coefficients(inside(1))
    J = body.jacobian(q, p[0])
    for i, e in enumerate(np.eye(body.nv)):
        h = 1e-5
        slope = (body.position(body.flow(q, e, h), p) - body.position(body.flow(q, e, -h), p))[0] / (2 * h)
        assert J[:, i] == pytest.approx(slope, abs=1e-9)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_bias_is_the_acceleration_left_when_v_stays(body):
    """J̇ v = d/dt (J(q) v) along the flow with constant v."""
    q, v = anywhere(body)
    p, h = body.coefficients(inside(1))[0], 1e-5
    slope = (body.jacobian(body.flow(q, v, h), p) - body.jacobian(body.flow(q, v, -h), p)) @ v / (2 * h)
    assert body.bias(q, v, p) == pytest.approx(slope, abs=1e-8)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_mass_matrix_inverse_energy_and_momentum_agree(body):
    """½ vᵀ M v is the kinetic energy, M⁻¹ undoes M, and a shift of all points has momentum m a."""
    q, v = anywhere(body)
    M = body.mass_matrix(q)
    assert v @ M @ v / 2 == pytest.approx(body.energy(q, v) - body.energy(q, 0 * v), rel=1e-12)
    assert body.apply_inverse_mass(q, M) == pytest.approx(np.eye(body.nv), abs=1e-8)
    a = np.array([0.3, -1.0, 2.0])
    linear, angular = body.momentum(q, body.gravity(a))
    assert linear == pytest.approx(body.mass * a, rel=1e-12)
    assert angular == pytest.approx(np.cross(body.center(q), body.mass * a), rel=1e-10)


def test_angular_momentum_is_the_sum_over_mass_points():
    mass = MassPoints.given(inside(30), 0.1)
    for body in (
        LinearBody(box(), BASES["quadratic"], mass, named("jelly")),
        RigidBody(box(), mass, named("jelly")),
    ):
        q, v = anywhere(body)
        p = body.coefficients(mass.points)
        spin = np.cross(body.position(q, p), body.velocity(q, v, p)).T @ mass.masses
        assert body.momentum(q, v)[1] == pytest.approx(spin, rel=1e-10)


def test_stiffening_is_the_derivative_of_the_force():
    """K = −∂Q/∂q and D = −∂Q/∂v, at a stretched state where nothing of K has to be left out."""
    body = polynomial_body(box(), Material(volume=0.0), 2)
    q = 1.1 * body.basis.rest.reshape(-1)
    K, D = body.stiffening(q)
    h, still = 1e-6, np.zeros(body.nv)
    for i, e in enumerate(h * np.eye(body.nv)):
        slope = (body.force(q + e, still) - body.force(q - e, still)) / (2 * h)
        assert -K[:, i] == pytest.approx(slope, abs=1e-5 * np.abs(K).max())
        assert -D[:, i] == pytest.approx(
            (body.force(q, e) - body.force(q, -e)) / (2 * h), abs=1e-6 * np.abs(D).max()
        )


def test_box_mass_matrices_in_closed_form():
    """∫ s² dm = m a²/12, ∫ s⁴ dm = m a⁴/80, odd moments vanish; I = m/12 (b² + c², …)."""
    solid = MassPoints.solid(box().mesh, MASS)
    a, b, c = SIZE
    affine = LinearBody(box(), Polynomial(monomials(1)), solid, named("jelly"))
    exact = MASS * np.diag([1, a**2 / 12, b**2 / 12, c**2 / 12])
    np.testing.assert_allclose(affine.M, exact, rtol=1e-13, atol=1e-14)
    quadratic = LinearBody(box(), Polynomial(monomials(2)), solid, named("jelly"))
    at = {name: i for i, name in enumerate(quadratic.basis.names)}
    M = quadratic.M / MASS
    assert M[at["x2"], at["x2"]] == pytest.approx(a**4 / 80, rel=1e-12)
    assert M[at["1"], at["y2"]] == pytest.approx(b**2 / 12, rel=1e-12)
    assert M[at["x2"], at["z2"]] == pytest.approx(a**2 * c**2 / 144, rel=1e-12)
    assert M[at["xy"], at["xy"]] == pytest.approx(a**2 * b**2 / 144, rel=1e-12)
    assert M[at["x"], at["x2"]] == pytest.approx(0, abs=1e-16)
    rigid = RigidBody(box(), solid, named("jelly"))
    exact = MASS / 12 * np.diag([b**2 + c**2, a**2 + c**2, a**2 + b**2])
    assert rigid.inertia == pytest.approx(exact, rel=1e-12, abs=1e-14)


def test_tetrahedron_rule_integrates_up_to_its_degree():
    """∫ λ₁ᵃλ₂ᵇλ₃ᶜ over the unit tetrahedron, relative to its volume: 6 a! b! c! / (a + b + c + 3)!."""
    points, weights = tetrahedron_rule(7)
    for a, b, c in [(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 2, 2), (7, 0, 0), (1, 5, 1)]:
        exact = 6 * factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3)
        assert weights @ np.prod(points[:, :3] ** [a, b, c], axis=1) == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("mass", [0.0, -2.0, np.nan])
def test_mass_must_be_positive(mass):
    with pytest.raises(InputError, match=r"mass of mesh 'box' is .* must be positive"):
        MassPoints.solid(box().mesh, mass)
    with pytest.raises(InputError, match="box"):
        MassPoints.shell(box().mesh, mass)


def test_point_masses_must_be_positive():
    with pytest.raises(InputError, match=r"mass -1.0 kg at point 2: masses must be positive"):
        MassPoints.given(inside(4), [1, 1, -1, 1])


def test_mesh_wound_inside_out_says_so():
    mesh = box().mesh
    inverted = Mesh.of(mesh.vertices, mesh.faces[:, ::-1])
    with pytest.raises(InputError, match=r"encloses -0\.024 m³: its faces are wound inside out"):
        MassPoints.solid(inverted, 1.0)


def test_mass_points_that_some_deformation_does_not_move_name_it():
    """Eight corners cannot tell x² from a constant; masses in a plane cannot resist z."""
    corners = MassPoints.given(np.array(list(np.ndindex(2, 2, 2))) - 0.5, 1.0)
    with pytest.raises(InputError, match=r"'box' \(8 points\) does not move under a combination of .*x2"):
        LinearBody(box(), Polynomial(monomials(2)), corners, named("jelly"))
    flat = MassPoints.given(inside(20) * [1, 1, 0], 1.0)
    with pytest.raises(InputError, match=r"does not move under a combination of z:"):
        LinearBody(box(), Polynomial(monomials(1)), flat, named("jelly"))


def test_rigid_mass_on_a_line_is_refused():
    with pytest.raises(InputError, match=r"'box' .* lies on a line"):
        RigidBody(box(), MassPoints.given([[0, 0, 0], [0, 1, 0]], 1.0), named("wood"))


def test_basis_must_hold_the_rest_shape_and_no_function_twice():
    with pytest.raises(InputError, match="without y, z cannot represent the rest shape"):
        Polynomial([(0, 0, 0), (1, 0, 0), (2, 0, 0)])
    with pytest.raises(InputError, match="xy is given twice"):
        Polynomial([*monomials(1), (1, 1, 0), (1, 1, 0)])
    with pytest.raises(InputError, match="at least 4 control points"):
        Lattice((2, 4, 4), [[0, 0, 0], [1, 1, 1]], "b-spline")
    with pytest.raises(InputError, match="no volume"):
        Lattice((2, 2, 2), [[0, 0, 0], [1, 0, 1]])


def test_open_mesh_has_no_volume_to_fill():
    with pytest.raises(InputError, match="not closed"):
        MassPoints.solid(models.plane().surface, 1.0)


def test_point_outside_a_body_is_refused():
    with pytest.raises(InputError, match="lies outside 'box'"):
        BODIES["rigid"].point((5, 5, 5))
