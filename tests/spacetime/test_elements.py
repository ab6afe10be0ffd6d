"""Function boxes against the derivatives that CasADi takes of the whole; shared, kept, and refused."""

import casadi as ca
import numpy as np
import pytest

from supple.errors import MissingToolError
from supple.mechanics import boxes as boxes_module
from supple.mechanics.instructions import Instructions, Recipe, replayed
from supple.spacetime.elements import Item, cut
from supple.spacetime.function_boxes import Elements


def chain(count=6):
    """Σ (k + ½) sin(x_k x_k+1) + p x_k²,  x_k exp(x_k+1) − (k + ½) p."""
    x, p = ca.SX.sym("x", count), ca.SX.sym("p", 2)
    pairs = [(k, x[k], x[k + 1]) for k in range(count - 1)]
    items = [Item((k + 0.5) * ca.sin(a * b) + p[0] * a**2) for k, a, b in pairs]
    items += [Item(a * ca.exp(b) - (k + 0.5) * p[1], np.array([k])) for k, a, b in pairs]
    return x, p, items


def whole(x, p, items, lam):
    """f, g, ∇f, J and the whole Hessian, by CasADi at once."""
    f = sum(item.expression for item in items if item.rows is None)
    g = ca.vertcat(*(item.expression for item in items if item.rows is not None))
    bend = ca.hessian(f + ca.dot(ca.DM(lam), g), x)[0]
    return ca.Function("whole", [x, p], [f, g, ca.gradient(f, x), ca.jacobian(g, x), bend])


@pytest.mark.parametrize("unit", [1.0, 7.0])
def test_boxes_add_up_to_the_whole(unit):
    """In units: x̂ = x/σ, ĝ = g/γ, so Ĵ = J σ/γ and Ĥ = H σ²; multipliers ŷ = y γ."""
    x, p, items = chain()
    rng = np.random.default_rng(0)
    at, lam, given = rng.standard_normal(6), rng.standard_normal(5), np.array([0.3, 1.7])
    units, row_units = np.full(6, unit), np.full(5, 2 * unit)
    e = Elements(cut(x, p, items, np.arange(6)), 5, units, row_units)
    assert [len(kind.unknowns) for kind in e.kinds] == [5]
    e.given(given)
    e.whole(at / units, lam * row_units)
    f, g, slope, jacobian, bend = (np.array(part) for part in whole(x, p, items, lam)(at, given))
    assert e.f[0] == pytest.approx(f.item(), rel=1e-14)
    np.testing.assert_allclose(e.g, g.ravel() / row_units, rtol=1e-13)
    np.testing.assert_allclose(e.slope, slope.ravel() * units, rtol=1e-13)
    np.testing.assert_allclose(e.pull, jacobian.T @ lam * units, rtol=1e-13)
    table, bent = np.zeros((5, 6)), np.zeros((6, 6))
    np.add.at(table, (e.row, e.column), e.jacobian)
    np.add.at(bent, (e.one, e.other), e.hessian)
    np.testing.assert_allclose(table, jacobian * units / row_units[:, None], atol=1e-13)
    np.testing.assert_allclose(bent + np.tril(bent, -1).T + np.triu(bent, 1).T, bend * unit**2, atol=1e-11)
    value, rows = np.zeros(1), np.zeros(5)
    e.values(at / units, value, rows)
    assert value[0] == e.f[0]
    np.testing.assert_array_equal(rows, e.g)


def test_entries_that_depend_on_unknowns_are_known():
    x, p, items = chain(3)
    linear = Item(3 * x[0] + p[0] * x[1], np.array([2]))
    e = Elements(cut(x, p, [*items, linear], np.arange(3)), 3, np.ones(3), np.ones(3))
    assert sorted(e.moves[e.row == 2]) == [False, False]
    assert e.moves[e.row == 0].all()


def test_a_box_is_compiled_once_and_found_again(monkeypatch, tmp_path):
    monkeypatch.setenv("SUPPLE_CACHE", str(tmp_path))
    x, p, items = chain(4)
    cut(x, p, items, np.arange(4))
    monkeypatch.setattr(boxes_module, "source", lambda recipe: pytest.fail("written again"))
    assert len(cut(*chain(6), np.arange(6))[0].unknowns) == 5


def test_constants_that_differ_are_data_and_those_that_do_not_are_the_box():
    x = ca.SX.sym("x")
    made = [
        Instructions(ca.Function("f", [x, ca.SX(0, 1)], [c * x + 0.25, ca.SX(0, 1)]))
        for c in (1 / 3, 0.33333334)
    ]
    assert made[0].text == made[1].text
    recipe = Recipe(made)
    np.testing.assert_array_equal(recipe.data, [[1 / 3], [0.33333334]])
    f, _ = recipe.function()
    again = ca.Function("again", list(recipe.symbols), [f])
    assert float(again(2.0, 1 / 3)) == 2 / 3 + 0.25


def test_replayed_instructions_give_the_same_numbers():
    x, p = ca.SX.sym("x", 3), ca.SX.sym("p", 2)
    f = ca.Function(
        "f", [x, p], [ca.sin(x[0]) * p[1] + ca.atan2(x[1], x[2]), ca.vertcat(x[0] ** 2, -p[0], 3.5)]
    )
    constants = Instructions(f).constants.tolist()
    value, rows = replayed(f, (x, p), constants)
    g = ca.Function("g", [x, p], [value[0], ca.vertcat(*rows)])
    at = [0.3, -1.2, 0.7], [2.0, 5.0]
    for one, other in zip(f(*at), g(*at), strict=True):
        np.testing.assert_array_equal(np.array(one), np.array(other))


def test_without_a_compiler_boxes_say_so(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(MissingToolError, match="no C compiler"):
        cut(*chain(5), np.arange(5))
