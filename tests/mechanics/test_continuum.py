"""Masses spread over a deformation: loops against sums written out, and Barr's deformations against geometry."""

import casadi as ca
import numpy as np
import pytest

from supple.errors import InputError
from supple.mechanics import Compiled, Continuum, Lagrangian, compiled
from supple.mechanics.barr import bend, sinc, taper, twist
from supple.mechanics.rotation import heading

G = np.array([0.3, -9.81, 0.1])
LENGTH = 0.8


def bar() -> tuple[Continuum, Lagrangian]:
    """A free bar that bends, twists and tapers; its masses in a loop, and written out."""
    q, v, r, k = ca.SX.sym("q", 9), ca.SX.sym("v", 9), ca.SX.sym("r", 3), ca.SX.sym("k")
    d = bend(twist(taper(r, q[8], LENGTH), q[7], LENGTH), q[6], LENGTH)
    x = q[:3] + heading(q[3:6]) @ d
    rng = np.random.default_rng(0)
    places, masses = rng.uniform(-0.4, 0.4, (6, 3)), rng.uniform(0.1, 1.0, 6)
    energies = {
        "potential": k * (q[6] - 0.2) ** 2,
        "dissipation": 0.1 * v[7] ** 2,
        "parameters": {"k": (k, 3.0)},
    }
    loop = Continuum("bar", q, v, r, x, masses=masses, places=places, **energies)
    out = [(m, ca.substitute(x, r, ca.DM(p))) for m, p in zip(masses, places, strict=True)]
    return loop, Lagrangian("bar", q, v, masses=out, **energies)


def test_loops_give_what_sums_written_out_give() -> None:
    loop, written = bar()
    q, v, Q = np.random.default_rng(1).normal(size=(3, 9)) * 0.7
    for name, arguments, extra in (
        ("mass_matrix", (q,), ()),
        ("inverse_mass", (q,), ()),
        ("bias", (q, v), (G,)),
        ("forward", (q, v, Q), (G,)),
        ("energy", (q, v), (G,)),
        ("center_of_mass", (q,), ()),
    ):
        one = getattr(loop, name)(*arguments, loop.defaults, *extra).full()
        other = getattr(written, name)(*arguments, written.defaults, *extra).full()
        assert one == pytest.approx(other, rel=1e-9, abs=1e-9), name
    ours, theirs = loop.momentum(q, v, loop.defaults), written.momentum(q, v, written.defaults)
    for a, b in zip(ours, theirs, strict=True):
        assert a.full() == pytest.approx(b.full(), abs=1e-12)


def test_loops_are_compiled_to_the_same_bits_and_see_each_point_once() -> None:
    forward = bar()[0].forward
    fast, slow = compiled(forward), Compiled(forward, None)
    values = [*np.random.default_rng(2).normal(size=(3, 9)) * 0.7, bar()[0].defaults, G]
    assert fast(*values).tobytes() == slow(*values).tobytes()
    rows = np.random.default_rng(3).normal(size=(20, 9)) * 0.7
    assert fast.each(rows, *values[1:]).tobytes() == slow.each(rows, *values[1:]).tobytes()


def test_a_straight_bar_has_finite_derivatives() -> None:
    loop, _ = bar()
    a = loop.forward(np.zeros(9), np.ones(9), np.zeros(9), loop.defaults, G).full()
    assert np.isfinite(a).all()


def test_bending_makes_an_arc_of_the_given_length_and_angle() -> None:
    y = np.linspace(-LENGTH / 2, LENGTH / 2, 2001)
    r = ca.SX.sym("r", 3)
    for angle in (1e-9, 0.5, 3.0):
        f = ca.Function("bend", [r], [bend(r, angle, LENGTH)]).map(len(y))
        x = f(np.stack([0 * y, y, 0 * y])).full().T
        steps = np.linalg.norm(np.diff(x, axis=0), axis=1)
        assert steps.sum() == pytest.approx(LENGTH, rel=1e-6)
        ends = np.diff(x, axis=0)[[0, -1]] / steps[[0, -1], None]
        assert np.arccos(np.clip(ends[0] @ ends[1], -1, 1)) == pytest.approx(angle, abs=2e-3)


def test_bending_keeps_sections_flat_and_at_right_angles() -> None:
    r, e = ca.SX.sym("r", 3), np.eye(3)
    F = ca.Function("F", [r], [ca.jacobian(bend(r, 1.3, LENGTH), r)])([0.05, 0.3, 0.02]).full()
    assert np.allclose(F.T @ F, np.diag([1, (1 - 0.05 * 1.3 / LENGTH) ** 2, 1]), atol=1e-12)
    assert F @ e[2] == pytest.approx(e[2])


def test_twist_turns_and_taper_widens() -> None:
    end = ca.DM([0.1, LENGTH, 0])
    turned = np.array(ca.DM(twist(ca.SX(end), np.pi / 2, LENGTH)))[:, 0]
    assert turned == pytest.approx([0, LENGTH, -0.1], abs=1e-15)
    assert np.array(ca.DM(taper(ca.SX(end), 0.5, LENGTH)))[:, 0] == pytest.approx([0.15, LENGTH, 0])


def test_sinc_is_sine_over_its_angle() -> None:
    x = np.linspace(0.1, 2, 20)
    assert [float(sinc(ca.SX(t))) for t in x] == pytest.approx((np.sin(x) / x).tolist(), abs=1e-11)


def test_bad_continua_are_named() -> None:
    q, v, r = ca.SX.sym("q", 3), ca.SX.sym("v", 3), ca.SX.sym("r", 3)
    with pytest.raises(InputError, match=r"places of masses of 'b': expected shape \(2, 3\)"):
        Continuum("b", q, v, r, r + q, masses=[1, 2], places=[[0, 0, 0]])
    with pytest.raises(InputError, match="depends on the symbol 'k'"):
        Continuum("b", q, v, r, r + q * ca.SX.sym("k"), masses=[1], places=[[0, 0, 0]])
