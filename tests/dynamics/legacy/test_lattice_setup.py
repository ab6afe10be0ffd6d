"""Any mesh as a lattice body: mass points, springs, collision points, and what is refused with its name."""

import numpy as np
import pytest

from supple.dynamics import Mode, Part, lattice_body, load_modes, mode, save_modes
from supple.dynamics.bodies.materials import named
from supple.dynamics.legacy.bodies.lattice.arrays import innermost
from supple.dynamics.legacy.bodies.lattice.folding import amplitude_ranges
from supple.dynamics.legacy.bodies.lattice.joined import joined
from supple.dynamics.legacy.bodies.lattice.parts import lattices_over
from supple.dynamics.legacy.bodies.lattice.rest import (
    RIGID,
    Samples,
    alike,
    condition,
    fields,
    jacobians,
    mass_matrix,
)
from supple.dynamics.legacy.bodies.lattice.samples import samples_of
from supple.dynamics.legacy.bodies.lattice.seams import crossed
from supple.dynamics.legacy.bodies.lattice.springs import lifted, springs
from supple.dynamics.legacy.bodies.linear import mass_of
from supple.dynamics.legacy.mass import MassPoints
from supple.errors import ConflictError, InputError, SuppleWarning, UnknownNameError
from supple.scene import Mesh, Node, models

G = 9.81
FOUR = ("squash.y", "shear.x", "bend.x", "twist.y")
EIGHT = (*FOUR, "bend.z", "shear.z", "taper.y", "bulge.y")
WHEELS = ("wheel.FL", "wheel.FR", "wheel.BL", "wheel.BR")


def solid_of(model):
    """The solid's own mass points."""
    return mass_of(joined(model), named("rubber"))


def points_of(body):
    return MassPoints(body.places, body.masses)


@pytest.mark.parametrize("name", ["box", "teapot", "table", "apple", "glass", "car"])
@pytest.mark.parametrize("modes", [FOUR, EIGHT])
def test_mass_points_weigh_what_the_solid_weighs(name, modes):
    """Mass, center and inertia to the digits that are kept; every motion within a third; cond M ≤ 1e8."""
    model = models.make(name)
    body, whole = lattice_body(model, modes), solid_of(model)
    found = points_of(body)
    assert found.total == pytest.approx(whole.total, rel=1e-10)
    assert np.abs(found.center - whole.center).max() < 1e-9
    assert np.abs(found.inertia - whole.inertia).max() < 1e-9 * whole.inertia.max()
    solid = mass_matrix(body.lattices, samples_of(body.node.surface, body.lattices, whole), whole.center)
    M = mass_matrix(body.lattices, Samples(body.places, body.masses), whole.center)
    L = np.linalg.inv(np.linalg.cholesky(solid))
    weights = np.linalg.eigvalsh(L @ M @ L.T)
    assert weights[0] > 2 / 3
    assert weights[-1] < 4 / 3
    assert condition(M) < 1e8
    assert len(body.masses) <= 40


def test_the_formula_at_rest_is_that_of_the_body():
    """M = Σ m JᵀJ with J = [1  −[r − c]×  Φ], here and in the compiled loops."""
    body = lattice_body(models.teapot(), FOUR, local={"spout": Part("spout", ("bend.y",))})
    q = body.rest.copy()
    q[3:7] = 0, 0, 0, 1
    expected = mass_matrix(body.lattices, Samples(body.places, body.masses), points_of(body).center)
    assert np.abs(body.mass_matrix(q) - expected).max() < 1e-12 * np.abs(expected).max()


@pytest.mark.parametrize("count", [6, 8])
def test_a_number_of_mass_points_can_be_asked_for(count):
    body, whole = lattice_body(models.teapot(), EIGHT, masses=count), solid_of(models.teapot())
    assert len(body.masses) == count
    assert np.abs(points_of(body).inertia - whole.inertia).max() < 1e-9 * whole.inertia.max()
    solid = mass_matrix(body.lattices, samples_of(body.node.surface, body.lattices, whole), whole.center)
    M = mass_matrix(body.lattices, Samples(body.places, body.masses), whole.center)
    assert condition(alike(M, np.diag(solid))) < 1e4


def test_a_symmetric_body_has_symmetric_points():
    body = lattice_body(models.table(), FOUR, contacts=200)
    for places in (body.places, body.contacts):
        for axis in (0, 2):
            mirror = places * np.where(np.arange(3) == axis, -1, 1)
            apart = np.linalg.norm(places[:, None] - mirror[None], axis=2).min(axis=0)
            assert apart.max() < 2e-3


@pytest.mark.parametrize("sag", [0.02, 0.1])
def test_a_block_that_squashes_sags_as_stated(sag):
    """γ = sag: k = m g h / (2 sag)."""
    body = lattice_body(models.box(width=0.3, height=0.5, depth=0.2), ["squash.y"], sag=sag)
    assert body.stiffness.at(0) == pytest.approx([body.mass * G * 0.5 / (2 * sag)], rel=1e-4)


@pytest.mark.parametrize("name", ["teapot", "table", "glass", "mushroom"])
@pytest.mark.parametrize("modes", [("squash.y",), ("squash.y", "taper.y", "bulge.y"), FOUR])
def test_on_stiff_feet_the_body_is_lower_by_the_sag(name, modes):
    """Static balance of weight, springs and feet that slide, 1e6 times as stiff; not by the formula of the set-up."""
    body = lattice_body(models.make(name), modes, sag=0.05)
    surface = body.node.surface.vertices
    h = np.ptp(surface[:, 1])
    feet = surface[surface[:, 1] <= surface[:, 1].min() + 0.02 * h]
    feet[:, 1] = surface[:, 1].min()
    tops = surface[surface[:, 1] >= surface[:, 1].max() - 0.02 * h]
    J, mass = jacobians(body.lattices, body.places, body.center_at_rest), body.masses
    weight = -G * np.einsum("i,ij->j", mass, J[:, 1])
    foot = jacobians(body.lattices, feet, body.center_at_rest)[:, 1]
    k = body.stiffness.at(0)
    K = 1e6 * k.max() / len(feet) / h**2 * foot.T @ foot
    K[RIGID:, RIGID:] += np.diag(k)
    moved = np.linalg.lstsq(K, weight, rcond=1e-15)[0]
    lower = -float((jacobians(body.lattices, tops, body.center_at_rest) @ moved)[:, 1].mean())
    assert lower == pytest.approx(0.05 * h, rel=0.02)


def test_no_mode_is_slower_than_a_weight_that_sags_as_much():
    """ω² = g / (sag h) for a twist, which weight does not load; on its foot it turns a third of the inertia."""
    body = lattice_body(models.box(width=0.4, height=0.4, depth=0.4), ["twist.y"], sag=0.04)
    swings = body.mass * 0.4**2 / 6 / 3
    assert body.stiffness.at(0)[0] / swings == pytest.approx(G / (0.04 * 0.4), rel=2e-3)
    settle = body.material.sized(body.mass / body.material.density).settle
    assert body.damping.at(0)[0] / swings == pytest.approx(6 / settle, rel=2e-3)


def test_a_squash_lowers_and_a_stretch_lifts():
    mesh = models.box(width=1, height=2, depth=1).mesh
    squash, stretch = (
        lifted(lattices_over(mesh, [name], {}), mesh.vertices)[0] for name in ("squash.y", "stretch.y")
    )
    assert squash == pytest.approx(-2, rel=1e-5)
    assert stretch == pytest.approx(2, rel=1e-5)


@pytest.mark.parametrize("name", ["box", "teapot", "apple"])
def test_collision_points_are_spread_over_the_surface(name):
    """Half as many are about √2 times as far apart; the lowest point is one of them."""
    model, gaps = models.make(name), []
    vertices = model.mesh.vertices
    for count in (100, 400):
        found = lattice_body(model, ["squash.y"], contacts=count).contacts
        assert count - 4 <= len(found) <= count
        assert found[:, 1].min() == pytest.approx(vertices[:, 1].min(), abs=1e-8)
        gaps.append(np.linalg.norm(vertices[:, None] - found[None], axis=2).min(axis=1).max())
    assert gaps[1] < 0.7 * gaps[0] < 0.2 * np.linalg.norm(np.ptp(vertices, axis=0))


def test_the_same_body_twice_is_the_same_to_the_last_bit():
    one, two = (lattice_body(models.apple(), FOUR) for _ in range(2))
    for what in ("places", "masses", "contacts"):
        assert getattr(one, what).tobytes() == getattr(two, what).tobytes()
    assert one.stiffness.at(0).tobytes() == two.stiffness.at(0).tobytes()


def test_local_lattices_have_masses_of_their_own_and_tear_nothing():
    parts = {
        "handle": Part("handle", ("bend.y", "stretch.x", "twist.x")),
        "spout": Part("spout", ("bend.y", "shear.y")),
    }
    body = lattice_body(models.teapot(), ("squash.y",), local=parts)
    assert body.modes[:3] == ("squash.y", "handle/bend.y", "handle/stretch.x")
    held = innermost(body.lattices, body.places)
    for i, each in enumerate(body.lattices):
        assert 3 * (held == i).sum() >= len(each.modes)
        if i:
            low = each.grid.low
            faces, places = crossed(body.node.surface, low, low + each.grid.extent)
            assert faces
            assert np.abs(each.field(places)).max() < 1e-9
    assert np.abs(points_of(body).inertia - solid_of(models.teapot()).inertia).max() < 1e-9


def test_wheels_of_a_car_are_alike_on_both_sides():
    body = lattice_body(
        models.car(), ("squash.y",), local={wheel: Part(wheel, ("squash.y",)) for wheel in WHEELS}
    )
    k = dict(zip(body.modes, body.stiffness.at(0), strict=True))
    for left, right in (("FL", "FR"), ("BL", "BR")):
        assert k[f"wheel.{left}/squash.y"] == pytest.approx(k[f"wheel.{right}/squash.y"], rel=0.02)


def test_lattices_nest():
    parts = {"knob": Part("knob", ("bend.x",), parent="lid"), "lid": Part("lid", ("stretch.y",))}
    body = lattice_body(models.teapot(), ("squash.y",), local=parts)
    assert [each.name for each in body.lattices] == ["whole", "lid", "knob"]
    top = body.node.surface.vertices[[body.node.surface.vertices[:, 1].argmax()]]
    assert (np.abs(fields(body.lattices, top)[0]).max(axis=0) > 1e-4).all()


def test_a_mode_that_would_tear_the_surface_is_named():
    with pytest.raises(
        ConflictError, match=r"'spout/bend\.y' tears 'teapot' at the border of lattice 'spout'"
    ):
        lattice_body(models.teapot(), ("squash.y",), local={"spout": Part("spout", ("bend.y",), still=())})


def test_the_same_mode_under_two_names_is_named_twice():
    again = Mode("again", mode("squash.y").displacement)
    with pytest.raises(
        ConflictError, match=r"'squash\.y' and 'again' of 'box' are not independent.*condition number"
    ):
        lattice_body(models.box(), ["squash.y", again])
    with pytest.raises(ConflictError, match=r"'squash\.y' and 'stretch\.y'"):
        lattice_body(models.box(), ["squash.y", "bend.x", "stretch.y"])


def test_a_mode_that_repeats_a_rigid_motion_is_named():
    lift = Mode.fitted("lift", lambda s: np.stack([0 * s[:, 0], 1 + 0 * s[:, 0], 0 * s[:, 0]], axis=1))
    with pytest.raises(ConflictError, match="'lift' does to 'box' what translation along y does"):
        lattice_body(models.box(), ["squash.y", lift])


def test_a_squash_on_a_flat_rod_is_refused():
    rod = models.box(width=0.001, height=1.0, depth=0.001)
    with pytest.raises(
        InputError,
        match=r"mode 'squash\.x': 'box' has no extent along x.*condition number 1e\+06 or more of M",
    ):
        lattice_body(rod, ["squash.y", "squash.x"])


def test_a_mode_that_moves_nothing_is_refused_with_the_condition_number():
    """cond M = ∞ where one of its rows is 0."""
    sheet = models.box(width=1.0, height=3e-7, depth=1.0)
    thicker = Mode.fitted("thicker", lambda s: np.stack([0 * s[:, 0], s[:, 1], 0 * s[:, 0]], axis=1))
    with pytest.raises(InputError, match=r"'thicker' moves nothing of 'box'.*condition number infinite of M"):
        lattice_body(sheet, ["squash.x", thicker])


def test_a_bend_with_masses_at_the_corners_is_refused():
    box = models.box()
    corners = np.stack(np.meshgrid(*box.mesh.bounds.T, indexing="ij"), axis=-1).reshape(-1, 3)
    at_corners = MassPoints.given(corners, 1.0)
    with pytest.raises(
        ConflictError, match=r"8 mass points of 'box' do not feel mode 'bend\.x'.*translation along x"
    ):
        lattice_body(box, ["squash.y", "bend.x"], masses=at_corners)
    assert len(lattice_body(box, ["squash.y"], masses=at_corners).masses) == 8


def test_too_few_mass_points_name_the_mode_without_support():
    with pytest.raises(
        ConflictError, match=r"carry 12 coordinates at most, but it has 14.*give 5 mass points or more"
    ):
        lattice_body(models.teapot(), EIGHT, masses=4)
    with pytest.raises(ConflictError, match=r"3 mass points.*'twist\.y'.* not supported"):
        lattice_body(models.teapot(), FOUR, masses=3)
    with pytest.raises(InputError, match="masses=0"):
        lattice_body(models.teapot(), FOUR, masses=0)


def test_meshes_that_cannot_be_are_refused():
    box = models.box().mesh
    box.parts[0].vertices[3, 1] = np.nan
    with pytest.raises(InputError, match=r"vertices of part 'box' of 'crate': entry \[3, 1\] is nan"):
        lattice_body(Node("crate", box))
    with pytest.raises(InputError, match="'empty' has no mesh"):
        lattice_body(Node("empty"))
    with pytest.raises(InputError, match="no faces, so no surface and no volume"):
        lattice_body(Mesh.of(np.eye(3), np.zeros((0, 3)), name="cloud"))
    with pytest.raises(InputError, match="no lattice that moves"):
        lattice_body(models.box(), ())
    with pytest.raises(InputError, match="sag=0"):
        lattice_body(models.box(), sag=0)
    with pytest.raises(InputError, match="contacts=2"):
        lattice_body(models.box(), ["squash.y"], contacts=2)
    with pytest.raises(UnknownNameError, match="handle"):
        lattice_body(models.teapot(), local={"grip": Part("handel", ("bend.y",))})
    with pytest.raises(InputError, match="'whole'"):
        lattice_body(models.teapot(), local={"whole": Part("handle", ("bend.y",))})


def test_an_open_mesh_is_weighed_by_its_surface_with_a_notice():
    bowl = models.sphere(radius=0.2).mesh
    open_ = Mesh.of(bowl.vertices, bowl.faces[: len(bowl.faces) // 2], name="bowl")
    with pytest.warns(SuppleWarning, match="'bowl' is not closed"):
        body = lattice_body(open_, FOUR)
    whole = mass_of(Node("bowl", open_), named("rubber"))
    assert np.abs(points_of(body).inertia - whole.inertia).max() < 1e-9 * whole.inertia.max()


def test_amplitudes_beyond_fold_over_say_where():
    body = lattice_body(models.box(width=1, height=2, depth=1), ["squash.y", "bend.x"])
    low, high = amplitude_ranges(body.lattices, body.contacts)[0]
    assert (low, high) == pytest.approx((-2, 1), rel=1e-5)
    body.check_amplitudes("amplitudes", [0.9, 0.4])
    with pytest.raises(InputError, match=r"'box' folds over at .* squash\.y = 1\.1 \(alone from -2 to 1\)"):
        body.check_amplitudes("amplitudes", [1.1, 0.0])


def test_control_points_are_as_modes_of_ones_own_have_them(tmp_path):
    """What is left out is taken from them; names of the library follow; modes that differ are refused."""
    modes = [mode(name, (5, 4, 6), "b-spline") for name in ("squash.y", "bend.x")]
    loaded = load_modes(save_modes(tmp_path / "modes.json", modes))
    body = lattice_body(models.box(), [*loaded, "twist.y"])
    assert (body.lattices[0].grid.counts, body.lattices[0].grid.functions) == ((5, 4, 6), "b-spline")
    plain = lattice_body(models.box(), ["squash.y", "bend.x", "twist.y"])
    assert body.stiffness.at(0) == pytest.approx(plain.stiffness.at(0), rel=1e-6)
    with pytest.raises(
        InputError, match=r"'squash\.x' is for \(4, 4, 4\) bernstein control points.*\(5, 4, 6\)"
    ):
        lattice_body(models.box(), [*loaded, mode("squash.x")])
    with pytest.raises(
        InputError, match=r"'squash\.y' is for \(5, 4, 6\) b-spline control points.*\(4, 4, 4\)"
    ):
        lattice_body(models.box(), loaded, counts=(4, 4, 4))


def test_springs_grow_with_weight_and_not_with_units():
    """k ∝ m h: the same box ten times as large is 10⁴ times as stiff."""
    found = []
    for size in (0.1, 1.0):
        body = lattice_body(models.box(width=size, height=size, depth=size), FOUR)
        surface = body.node.surface.vertices
        points = Samples(body.places, body.masses)
        solid = samples_of(body.node.surface, body.lattices, points_of(body))
        found.append(springs(body.lattices, points, solid, surface, 0.05, 1.0)[0])
    assert found[1] / found[0] == pytest.approx(np.full(4, 1e4), rel=1e-6)
