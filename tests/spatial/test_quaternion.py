"""Quaternion algebra: identities of Shoemake 1985 §3 and 1987, and the conversions."""

import warnings
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from supple import spatial
from supple.errors import InputError, UnknownNameError

rng = np.random.default_rng(7)
Q = spatial.normalize(rng.normal(size=(200, 4)))
P = spatial.normalize(rng.normal(size=(200, 4)))
V = rng.normal(size=(200, 3))
ORDERS = ["".join(o) for o in permutations("xyz")] + [a + b + a for a, b in permutations("xyz", 2)]


def gap(a, b):
    """Largest distance between rotations, blind to the sign of quaternions."""
    return np.minimum(np.abs(a - b).max(axis=-1), np.abs(a + b).max(axis=-1)).max()


@pytest.mark.feature("A-05", "A-06", "A-D2")
def test_hamiltons_rules_and_the_book_experiment():
    i, j, k, one = np.eye(4)
    for a, b, c in ((i, j, k), (j, k, i), (k, i, j)):
        assert np.array_equal(spatial.multiply(a, b), c)
        assert np.array_equal(spatial.multiply(b, a), -c)
        assert np.array_equal(spatial.multiply(a, a), -one)


@pytest.mark.feature("A-07", "B-02", "E-1")
def test_product_is_scipys_and_composes_rotations():
    pq = spatial.multiply(P, Q)
    assert gap(pq, (Rotation.from_quat(P) * Rotation.from_quat(Q)).as_quat()) < 1e-15
    assert np.allclose(spatial.rotate(P, spatial.rotate(Q, V)), spatial.rotate(pq, V), atol=1e-14)


@pytest.mark.feature("A-08", "B-06")
def test_inverse_of_any_length():
    for scale in (1.0, 3.0, 1e-200, 1e200):
        product = spatial.multiply(Q * scale, spatial.inverse(Q * scale))
        assert np.allclose(product, [0, 0, 0, 1], atol=1e-14)


@pytest.mark.feature("A-02", "A-09", "A-11", "B-08")
def test_rotation_ignores_length_and_sign_and_preserves_dot_and_cross():
    turned = spatial.rotate(Q, V)
    assert np.allclose(spatial.rotate(-5 * Q, V), turned, atol=1e-14)
    assert np.allclose(
        np.sum(turned[1:] * spatial.rotate(Q[1:], V[:-1]), axis=1), np.sum(V[1:] * V[:-1], axis=1)
    )
    cross = np.cross(turned[1:], spatial.rotate(Q[1:], V[:-1]))
    assert np.allclose(cross, spatial.rotate(Q[1:], np.cross(V[1:], V[:-1])), atol=1e-13)


@pytest.mark.feature("B-15")
def test_exp_and_log_undo_each_other_at_every_angle():
    axes = V / np.linalg.norm(V, axis=1, keepdims=True)
    for angle in (0.0, 1e-300, 1e-160, 1e-9, 1e-3, 1.0, np.pi / 2, 3.0, np.pi - 1e-9):
        assert np.allclose(spatial.log(spatial.exp(axes * angle)), axes * angle, rtol=1e-7, atol=1e-15)
    assert np.allclose(spatial.exp(spatial.log(Q)), Q, atol=1e-15)


@pytest.mark.feature("B-16")
def test_log_of_minus_one_is_half_a_turn_of_the_sphere():
    v = spatial.log([0, 0, 0, -1])
    assert np.linalg.norm(v) == np.pi
    assert np.allclose(spatial.exp(v), [0, 0, 0, -1], atol=1e-15)


@pytest.mark.feature("A-35", "B-17", "B-18")
@given(st.floats(-3, 3))
def test_power_and_conjugation(a):
    """p qᵃ p⁻¹ = (p q p⁻¹)ᵃ and qᵃ q = qᵃ⁺¹."""
    p, q = P[:5], Q[:5]
    conjugated = spatial.multiply(spatial.multiply(p, spatial.power(q, a)), spatial.inverse(p))
    assert (
        gap(conjugated, spatial.power(spatial.multiply(spatial.multiply(p, q), spatial.inverse(p)), a))
        < 1e-13
    )
    assert np.allclose(spatial.multiply(spatial.power(q, a), q), spatial.power(q, a + 1), atol=1e-13)


@pytest.mark.feature("A-10", "B-07")
def test_axis_angle_and_rotation_vectors():
    axis, angle = spatial.to_axis_angle(Q)
    assert gap(spatial.from_axis_angle(axis * 7, angle), Q) < 1e-14
    assert np.allclose(spatial.to_rotation_vector(Q), Rotation.from_quat(Q).as_rotvec(), atol=1e-14)
    assert gap(spatial.from_rotation_vector(spatial.to_rotation_vector(Q)), Q) < 1e-14
    assert np.array_equal(spatial.to_axis_angle([0, 0, 0, 1])[0], [1, 0, 0])


def test_shortest_arc():
    a, b = V[:100], V[100:]
    turned = spatial.rotate(spatial.shortest_arc(a, b), a / np.linalg.norm(a, axis=1, keepdims=True))
    assert np.allclose(turned, b / np.linalg.norm(b, axis=1, keepdims=True), atol=1e-14)
    assert np.allclose(spatial.rotate(spatial.shortest_arc(a, -a), a), -a, atol=1e-14)


@pytest.mark.feature("A-24")
def test_aligned_lifts_to_one_side_and_keeps_rotations():
    lifted = spatial.aligned(Q)
    assert np.all(np.sum(lifted[1:] * lifted[:-1], axis=1) >= 0)
    assert np.array_equal(np.abs(lifted), np.abs(Q))
    assert np.array_equal(lifted[0], Q[0])
    assert spatial.aligned(np.empty((0, 4))).shape == (0, 4)


@pytest.mark.feature("A-12", "A-13", "B-14")
@pytest.mark.parametrize("w", [0.0, 1e-16, 1e-12, 1e-8, 1e-7, 1e-5, 1e-3, 0.1, 0.5])
def test_matrix_round_trip_near_half_turns(w):
    """Shoemake's 1985 tree loses 2e-2 at w = 1e-7; the outer product's largest row loses nothing."""
    q = np.concatenate([np.eye(4)[:3], V / np.linalg.norm(V, axis=1, keepdims=True) @ np.eye(3, 4)])
    q = spatial.normalize(q * np.sqrt(1 - w * w) + [0, 0, 0, w])
    m = spatial.to_matrix(q)
    assert gap(spatial.from_matrix(m), q) < 1e-15
    assert spatial.is_rotation(m, 1e-14).all()
    assert np.allclose(m @ V[0], spatial.rotate(q, V[0]), atol=1e-14)
    assert np.allclose(m, Rotation.from_quat(q).as_matrix(), atol=1e-15)


@pytest.mark.feature("A-03", "A-14", "A-15", "A-17")
@pytest.mark.parametrize("order", ORDERS + [o.upper() for o in ORDERS])
def test_euler_orders_round_trip_against_scipy(order):
    angles = rng.uniform(-np.pi, np.pi, (100, 3))
    q = spatial.from_euler(angles, order)
    assert gap(q, Rotation.from_euler(order, angles).as_quat()) < 1e-14
    back = spatial.to_euler(q, order)
    assert np.allclose(back, Rotation.from_quat(q).as_euler(order), atol=1e-12)
    assert gap(spatial.from_euler(back, order), q) < 1e-14


@pytest.mark.feature("A-16")
@pytest.mark.parametrize("order", ORDERS + [o.upper() for o in ORDERS])
@pytest.mark.parametrize("branch", ["low", "high"])
def test_euler_gimbal_lock(order, branch):
    """Locked, the third angle is zero (Shoemake 1985, Appendix I) and the rotation is still exact."""
    repeated = order[0] == order[2]
    locked = {"low": 0.0 if repeated else -np.pi / 2, "high": np.pi if repeated else np.pi / 2}[branch]
    angles = np.column_stack([rng.uniform(-3, 3, 50), np.full(50, locked), rng.uniform(-3, 3, 50)])
    q = spatial.from_euler(angles, order)
    back = spatial.to_euler(q, order)
    assert np.abs(back[:, 2]).max() < 1e-14
    assert gap(spatial.from_euler(back, order), q) < 1e-14
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = Rotation.from_quat(q).as_euler(order)
    assert np.abs(np.sin((back - theirs) / 2)).max() < 1e-7
    near = angles + [0, 1e-9 if branch == "low" else -1e-9, 0]
    q = spatial.from_euler(near, order)
    assert gap(spatial.from_euler(spatial.to_euler(q, order), order), q) < 1e-14


def test_leading_dimensions_broadcast():
    q, v = Q.reshape(10, 20, 4), V.reshape(10, 20, 3)
    assert spatial.multiply(q, P[0]).shape == (10, 20, 4)
    assert np.allclose(spatial.rotate(q, v)[3, 4], spatial.rotate(q[3, 4], v[3, 4]))
    assert spatial.to_matrix(q).shape == (10, 20, 3, 3)
    assert spatial.from_matrix(spatial.to_matrix(q)).shape == (10, 20, 4)
    assert spatial.to_euler(q, "ZXZ").shape == (10, 20, 3)
    assert spatial.slerp(q[:, :1], q, np.linspace(0, 1, 20)).shape == (10, 20, 4)


@pytest.mark.parametrize(
    "function", [spatial.normalize, spatial.inverse, spatial.log, spatial.to_matrix, spatial.to_euler]
)
def test_zero_and_nan_are_refused(function):
    with pytest.raises(InputError, match=r"entry \[1\] is zero.*non-zero"):
        function([[0, 0, 0, 1], [0, 0, 0, 0]])
    with pytest.raises(InputError, match="nan; every number must be finite"):
        function([0, np.nan, 0, 1])
    with pytest.raises(InputError, match=r"expected shape \(..., 4\), got \(3,\)"):
        function([0, 0, 1])


def test_other_bad_input():
    with pytest.raises(UnknownNameError, match="unknown Euler order 'xzx_'"):
        spatial.from_euler([0, 0, 0], "xzx_")
    with pytest.raises(UnknownNameError, match="'Xyz'"):
        spatial.to_euler([0, 0, 0, 1], "Xyz")
    with pytest.raises(InputError, match=r"not a rotation.*decompose"):
        spatial.from_matrix(np.diag([1, 1, -1]))
    with pytest.raises(InputError, match="not a rotation"):
        spatial.from_matrix(2 * np.eye(3))
    with pytest.raises(InputError, match="axis: is zero"):
        spatial.from_axis_angle([0, 0, 0], 1)
