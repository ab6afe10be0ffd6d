"""Clay: its field, its surface whatever the cells, and borders of color."""

import numpy as np
import pytest

from supple.motion import Clip, keys
from supple.scene import Look, Mesh, Node, Scene, Share, placements, rgba
from supple.scene.sculpt import Clay, Region, contour, modeled, painted, relaxed
from supple.spatial import from_axis_angle, multiply, to_matrix

CUBE = [[-0.7] * 3, [0.7] * 3]


def ball(radius=0.5):
    return Clay().add((0, 0, 0), radius=radius)


def test_distances_in_closed_form():
    p = np.random.default_rng(1).normal(size=(200, 3))
    np.testing.assert_allclose(ball().distance(p), np.linalg.norm(p, axis=1) - 0.5, atol=1e-12)
    limb = Clay().add((0, 0, 0), (0, 1, 0), radius=0.2)
    t = np.clip(p[:, 1], 0, 1)
    away = np.linalg.norm(p - np.stack([0 * t, t, 0 * t], axis=1), axis=1) - 0.2
    np.testing.assert_allclose(limb.distance(p), away, atol=1e-12)


def test_a_soft_join_is_the_formula_and_a_carving_its_complement():
    a, b = ball(0.5), Clay().add((0.6, 0, 0), radius=0.3)
    both = Clay().add((0, 0, 0), radius=0.5).add((0.6, 0, 0), radius=0.3, blend=0.2)
    p = np.random.default_rng(2).normal(size=(300, 3))
    d, e = a.distance(p), b.distance(p)
    h = np.maximum(0.2 - np.abs(d - e), 0) / 0.2
    np.testing.assert_allclose(both.distance(p), np.minimum(d, e) - 0.2 * h**2 / 4, atol=1e-12)
    carved = Clay().add((0, 0, 0), radius=0.5).add((0.6, 0, 0), radius=0.3, carve=True)
    np.testing.assert_allclose(carved.distance(p), np.maximum(d, -e), atol=1e-12)


def test_the_surface_closes_where_cells_of_three_sizes_meet():
    """Once around: each edge has two faces; the volume nears that of the ball as the cells shrink, at order two."""
    errors = []
    for finest in (0.04, 0.02):
        clay = ball()
        vertices, faces = contour(
            clay.distance, CUBE, lambda p, f=finest: np.select([p[:, 0] > 0.2, p[:, 0] > -0.2], [f, 2 * f], 4 * f),
            finest=finest, levels=3,
        )  # fmt: skip
        mesh = Mesh.of(relaxed(vertices, faces, clay), faces)
        assert mesh.watertight
        assert np.abs(clay.distance(mesh.vertices)).max() < 1e-6
        errors.append(abs(mesh.volume / (4 / 3 * np.pi * 0.125) - 1))
    assert errors[0] < 0.02
    assert errors[1] < 0.4 * errors[0]


def test_what_is_symmetric_stays_so():
    clay = Clay().add((0.2, 0.1, 0), radius=0.2, mirror=True).add((0, 0, 0), radius=0.15, blend=0.1)
    vertices, _ = contour(clay.distance, CUBE, lambda p: 0.05, finest=0.05, levels=2)
    flipped = vertices * [-1, 1, 1]
    for axes in (vertices, flipped):
        axes[:] = axes[np.lexsort(axes.round(9).T)]
    np.testing.assert_allclose(vertices, flipped, atol=1e-12)


def test_borders_of_color_are_clean_and_leave_the_surface_closed():
    clay = ball()
    vertices, faces = contour(clay.distance, CUBE, lambda p: 0.1, finest=0.1, levels=2)
    vertices = relaxed(vertices, faces, clay)
    region = Region("cap", Look("cap"), lambda p: 0.23 - p[:, 1])
    points, cut, labels = painted(vertices, faces, [region], lambda p: p)
    assert Mesh.of(points, cut).watertight
    assert points[cut[labels == 1], 1].min() >= 0.23 - 1e-12
    assert points[cut[labels == 0], 1].max() <= 0.23 + 1e-12
    assert np.isin([0, 1], labels).all()


def test_pieces_and_regions_become_parts():
    pieces = {"low": Clay().add((0, -0.2, 0), radius=0.3), "high": Clay().add((0, 0.2, 0), radius=0.3)}
    looks = {name: Look(name, rgba(color)) for name, color in (("low", "red"), ("high", "blue"))}
    spot = Region("spot", Look("spot", rgba("white")), lambda p: np.hypot(p[:, 0], p[:, 1] - 0.3) - 0.1)
    mesh = modeled("drop", pieces, looks, [spot], bounds=CUBE, cells=lambda p: 0.05, finest=0.05)
    assert mesh.watertight
    assert [part.name for part in mesh.parts] == ["low", "high", "spot"]
    assert mesh.part("low").vertices[:, 1].max() == pytest.approx(0, abs=0.005)  # a tenth of a cell
    low = mesh.part("low")
    outward = np.einsum("ij,ij->i", low.normals, low.vertices - [0, -0.2, 0])
    assert outward[low.vertices[:, 1] < -0.02] == pytest.approx(0.3, abs=2e-3), "but in the crease"


def test_a_helper_turns_by_its_share_from_its_own_rest():
    lean = from_axis_angle((0, 0, 1), 0.3)
    knee = Node("knee", rotation=lean)
    helper = Node("helper", rotation=from_axis_angle((1, 0, 0), 0.2), share=Share("knee", 0.25))
    scene = Scene([knee, helper])
    turn = from_axis_angle((0, 1, 0), 1.6)
    clip = Clip({"knee.rotation": keys({0: lean, 1: multiply(lean, turn)}, kind="rotation")})
    found = placements(scene, clip).of(helper, [1.0]).matrix[0, :3, :3]
    wanted = to_matrix(helper.rotation) @ to_matrix(from_axis_angle((0, 1, 0), 0.4))
    np.testing.assert_allclose(found, wanted, atol=1e-12)
