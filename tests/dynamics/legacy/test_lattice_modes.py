"""Modes of lattices: what they do to a box, how they are stored, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple.dynamics.legacy.bodies.lattice import Lattice, ModalLattice, Mode, load_modes, mode, save_modes
from supple.dynamics.legacy.bodies.lattice.folding import Folding, amplitude_ranges, stretches
from supple.dynamics.legacy.bodies.lattice.library import names
from supple.dynamics.legacy.bodies.lattice.modal import ordered
from supple.errors import CycleError, FileError, InputError, UnknownNameError

SIDES = np.array([0.6, 1.0, 0.4])
BOX = np.stack([[0.1, -0.2, 0.3], [0.1, -0.2, 0.3] + SIDES])
GAUSS, WEIGHTS = np.polynomial.legendre.leggauss(5)


def quadrature():
    """Places (n, 3) in BOX and weights (n,), exact to degree 9 along each axis."""
    s = np.stack(np.meshgrid(GAUSS, GAUSS, GAUSS, indexing="ij"), axis=-1).reshape(-1, 3)
    w = np.einsum("i,j,k->ijk", WEIGHTS, WEIGHTS, WEIGHTS).reshape(-1) / 8
    return BOX[0] + (s + 1) / 2 * SIDES, w


def over_box(*made, counts=(4, 4, 4), functions="bernstein"):
    return ModalLattice("whole", Lattice(counts, BOX, functions), made)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize(("counts", "functions"), [((4, 4, 4), "bernstein"), ((5, 4, 6), "b-spline")])
def test_library_repeats_no_rigid_motion_and_keeps_the_volume(name, counts, functions):
    """∫ Φ = 0, ∫ r × Φ = 0 and tr ∂Φ/∂r = 0 over the box, for any sides."""
    whole = over_box(mode(name, counts, functions, sides=SIDES), counts=counts, functions=functions)
    r, w = quadrature()
    phi = whole.field(r)[:, :, 0]
    assert np.abs(w @ phi).max() < 1e-10
    assert np.abs(w @ np.cross(r - BOX.mean(axis=0), phi)).max() < 1e-10
    assert np.abs(np.trace(whole.slopes(r)[..., 0], axis1=1, axis2=2)).max() < 1e-8
    assert np.abs(phi).max() > 0.05


@pytest.mark.parametrize("height", [0.6, 0.8, 1.15, 1.3])
def test_a_squash_to_a_height_keeps_the_volume_within_15_percent(height):
    """(1 + λ)(1 − λ/2)², λ = height − 1."""
    whole = over_box(mode("squash.y"))
    ends = np.array([[0.3, BOX[0, 1], 0.5], [0.3, BOX[1, 1], 0.5]])
    gamma = np.array([1 - height])
    placed = ends + whole.field(ends) @ gamma
    assert np.ptp(placed[:, 1]) == pytest.approx(height * SIDES[1])
    r, w = quadrature()
    volume = w @ np.linalg.det(stretches([whole], gamma, r))
    assert volume == pytest.approx(height * (1 + (1 - height) / 2) ** 2)
    assert abs(volume - 1) < 0.15


def test_without_keeping_the_volume_only_the_named_axis_moves():
    whole = over_box(mode("squash.y", keep_volume=False))
    phi = whole.field(BOX)[:, :, 0]
    assert np.allclose(phi, [[0, SIDES[1] / 2, 0], [0, -SIDES[1] / 2, 0]])


def test_bend_is_a_parabola_and_moves_all_corners_alike():
    """u_x = 4 s² − ⅓ of the side: the sagitta is one side."""
    whole = over_box(mode("bend.x"))
    y = BOX[0, 1] + SIDES[1] * np.linspace(0, 1, 9)
    line = np.stack([np.full(9, 0.2), y, np.full(9, 0.5)], axis=1)
    phi = whole.field(line)[:, :, 0]
    assert np.allclose(phi[:, 0], SIDES[0] * (4 * (np.linspace(0, 1, 9) - 0.5) ** 2 - 1 / 3))
    assert np.allclose(phi[:, 1:], 0)
    corners = np.stack(np.meshgrid(*BOX.T, indexing="ij"), axis=-1).reshape(-1, 3)
    assert np.ptp(whole.field(corners), axis=0).max() < 1e-12


def test_a_twist_turns_ends_by_a_radian_without_stretching_sections():
    whole = over_box(mode("twist.y", sides=SIDES))
    middle = BOX.mean(axis=0)
    top = np.array([[BOX[1, 0], BOX[1, 1], middle[2]], [middle[0], BOX[1, 1], BOX[1, 2]]])
    turned = np.cross([0.0, 0.5, 0.0], top - middle)
    assert np.allclose(whole.field(top)[:, :, 0], turned)


def test_curl_turns_sections_with_the_spine():
    """∂u_x/∂y = −∂u_y/∂x in metres: no shear."""
    slope = over_box(mode("curl.x", sides=SIDES)).slopes(quadrature()[0])[..., 0]
    assert np.abs(slope[:, 0, 1] + slope[:, 1, 0]).max() < 1e-9 < np.abs(slope[:, 0, 1]).max()


def test_slopes_are_derivatives_of_the_field():
    made = [mode(name, sides=SIDES) for name in ("taper.y", "bulge.x", "curl.zx")]
    whole, r, h = over_box(*made), quadrature()[0], 1e-5
    for axis in range(3):
        shift = np.eye(3)[axis] * h
        expected = (whole.field(r + shift) - whole.field(r - shift)) / (2 * h)
        assert np.abs(whole.slopes(r)[:, :, axis] - expected).max() < 1e-8


def test_one_lattice_holds_what_another_does():
    """The same field on Bernstein and B-spline lattices of any size."""
    r = quadrature()[0]
    fields = [
        over_box(mode("bulge.y", counts, functions), counts=counts, functions=functions).field(r)
        for counts, functions in [((4, 4, 4), "bernstein"), ((3, 6, 2), "bernstein"), ((4, 7, 5), "b-spline")]
    ]
    assert np.ptp(fields, axis=0).max() < 1e-9


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(names()), st.floats(0.2, 5), st.floats(0.2, 5))
def test_modes_are_stored_to_the_last_digit(tmp_path_factory, name, width, depth):
    folder = tmp_path_factory.mktemp("modes")
    made = [mode(name, sides=(width, 1.0, depth)), mode("bend.xz", (5, 4, 6), "b-spline")]
    first, second = (save_modes(folder / f, made).read_bytes() for f in ("a.json", "b.json"))
    back = load_modes(folder / "a.json")
    assert first == second
    for one, other in zip(made, back, strict=True):
        assert (one.name, one.functions) == (other.name, other.functions)
        assert np.array_equal(one.displacement, other.displacement)


def test_files_that_hold_no_modes_are_refused(tmp_path):
    path = tmp_path / "modes.json"
    with pytest.raises(FileError, match="cannot read"):
        load_modes(path)
    for text, said in [
        ("{", "cannot read"),
        ("[]", "holds no modes"),
        ('{"format": "supple-modes"}', "version None"),
    ]:
        path.write_text(text)
        with pytest.raises(FileError, match=said):
            load_modes(path)
    save_modes(path, [mode("squash.y")])
    path.write_text(path.read_text().replace("bernstein", "fourier"))
    with pytest.raises(FileError, match="fourier"):
        load_modes(path)


@pytest.mark.parametrize("face", ["x-", "x+", "y-", "y+", "z-", "z+"])
@pytest.mark.parametrize(
    ("functions", "counts", "rows"), [("bernstein", (4, 4, 4), 2), ("b-spline", (6, 6, 6), 3)]
)
def test_still_rows_hold_place_and_slope_of_a_face(face, functions, counts, rows):
    s = np.random.default_rng(1).uniform(size=(20, 3))
    axis, end = "xyz".index(face[0]), float(face[1] == "+")
    s[:, axis] = end
    made = mode("shear.xy", counts, functions).still([face], rows)
    beside = s.copy()
    beside[:, axis] += 1e-6 * (0.5 - end)
    assert np.abs(made.values(s)).max() < 1e-12
    assert np.abs(made.values(beside)).max() < 1e-10
    assert np.abs(mode("shear.xy", counts, functions).values(s)).max() > 0.1


def test_nothing_left_to_move_is_refused():
    with pytest.raises(InputError, match="none of its 4 × 4 × 4 control points"):
        mode("bend.x").still(["y-", "y+"], 2)
    with pytest.raises(UnknownNameError, match="top"):
        mode("bend.x").still(["top"])


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("sqash.y", UnknownNameError, "squash"),
        ("squash.w", UnknownNameError, "There are: x, y, z"),
        ("squash", InputError, "one axis"),
        ("bend.xx", InputError, "along which"),
        ("twist.xy", InputError, "one axis"),
    ],
)
def test_unknown_modes_are_named(name, error, said):
    with pytest.raises(error, match=said):
        mode(name)


def test_a_lattice_too_coarse_for_a_mode_says_so():
    with pytest.raises(InputError, match=r"'bend\.x': a 2 × 2 × 2 bernstein lattice misses it"):
        mode("bend.x", (2, 2, 2))


def test_modes_must_fit_their_lattice():
    with pytest.raises(InputError, match=r"'bend\.x' is for"):
        ModalLattice("whole", Lattice((5, 5, 5), BOX), (mode("bend.x"),))
    with pytest.raises(InputError, match="two modes named"):
        over_box(mode("bend.x"), mode("bend.x"))
    with pytest.raises(InputError, match="moves no control point"):
        Mode("nothing", np.zeros((2, 2, 2, 3)))
    broken = np.zeros((2, 2, 2, 3))
    broken[0, 1, 0, 2] = np.nan
    with pytest.raises(InputError, match=r"\[0, 1, 0, 2\] is nan"):
        Mode("broken", broken)


def test_lattices_come_parents_first_or_are_refused():
    grid, one = Lattice((4, 4, 4), BOX), (mode("bend.x"),)
    tip, pot, arm = (
        ModalLattice(name, grid, one, parent)
        for name, parent in [("tip", "arm"), ("pot", None), ("arm", "pot")]
    )
    assert [each.name for each in ordered([tip, pot, arm])] == ["pot", "arm", "tip"]
    with pytest.raises(InputError, match="none was given"):
        ordered([])
    with pytest.raises(InputError, match="global one"):
        ordered([tip, arm])
    with pytest.raises(UnknownNameError, match="arm"):
        ordered([pot, tip])
    with pytest.raises(CycleError, match=r"tip → loop|loop → tip"):
        ordered([pot, ModalLattice("loop", grid, one, "tip"), ModalLattice("tip", grid, one, "loop")])


def test_fold_over_is_found_where_it_begins():
    """A taper alone turns both axes of its end over at γ = 2: det is positive again beyond."""
    whole = [over_box(mode("taper.y", keep_volume=False))]
    r = np.stack([np.full(11, 0.3), np.linspace(*BOX[:, 1], 11), np.full(11, 0.5)], axis=1)
    assert amplitude_ranges(whole, r) == pytest.approx(np.array([[-2.0, 2.0]]))
    folding = Folding(whole, r)
    assert folding.said(np.array([1.99])) == ""
    assert "folds over at (0.3, 0.8, 0.5)" in folding.said(np.array([2.5]))
    assert "taper.y = 2.5" in folding.said(np.array([2.5]))


@given(st.lists(st.floats(-1.5, 1.5), min_size=4, max_size=4))
@settings(deadline=None, max_examples=50)
def test_what_needs_no_eigenvalue_is_told_as_by_eigenvalues(gamma):
    """The body is sound where no real eigenvalue of ∂F/∂r is 0 or below."""
    whole = over_box(mode("squash.y"), mode("bend.x"), mode("twist.y"), mode("taper.y"))
    r = quadrature()[0]
    values = np.linalg.eigvals(np.eye(3) + whole.slopes(r) @ np.array(gamma))
    real = values.real[np.abs(values.imag) < 1e-9]
    assert (Folding([whole], r).said(np.array(gamma)) == "") == (real.min(initial=1.0) > 0)


def test_nested_stretches_are_products():
    """∂y/∂r of a local lattice under a global one against finite differences."""
    pot = over_box(mode("bend.x"), mode("squash.y"))
    inner = ModalLattice(
        "arm", Lattice((4, 4, 4), BOX.mean(axis=0) + [[-0.2] * 3, [0.1] * 3]), (mode("twist.y"),), "whole"
    )
    gamma, r = np.array([0.3, 0.2, 0.4]), BOX.mean(axis=0) + [[0.01, -0.03, 0.02]]

    def moved(p):
        y = p + inner.field(p) @ gamma[2:]
        return y + pot.field(y) @ gamma[:2]

    expected = np.stack([(moved(r + d) - moved(r - d))[0] / 2e-6 for d in 1e-6 * np.eye(3)], axis=1)
    assert np.abs(stretches([pot, inner], gamma, r)[0] - expected).max() < 1e-8
