"""Gaps and normals of shapes: closed forms, and the gradient of the gap by finite differences."""

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.contact.shapes import (
    Box,
    Capsule,
    DistanceGrid,
    HeightField,
    Plane,
    Sphere,
    Superquadric,
)
from supple.dynamics.legacy.contact.shapes.arrays import gap, shape_arrays
from supple.errors import InputError
from supple.scene import models
from supple.spatial import compose, from_axis_angle

PLACED = compose(np.array([0.3, -0.2, 0.5]), from_axis_angle((1, 2, 3), 0.7), np.ones(3))
"""A frame in general position."""
HALF = np.array([0.5, 0.3, 0.7])


def gaps(shape, x, placement=PLACED):
    """Gaps (n,) and normals (n, 3) at points x (n, 3) of the shape's own frame, normals turned back into it."""
    arrays = shape_arrays([shape], [placement])
    R, origin = placement[:3, :3], placement[:3, 3]
    found = [gap(arrays, origin + R @ point) for point in x]
    return np.array([g for g, _ in found]), np.array([n for _, n in found]) @ R


def around(count=200, reach=1.2, seed=0):
    return np.random.default_rng(seed).uniform(-reach, reach, (count, 3))


def box_distance(x):
    d = np.abs(x) - HALF
    return np.linalg.norm(np.maximum(d, 0), axis=1) + np.minimum(d.max(axis=1), 0)


EXACT = {
    "plane": (Plane(), lambda x: x[:, 1]),
    "sphere": (Sphere(0.6), lambda x: np.linalg.norm(x, axis=1) - 0.6),
    "box": (Box(*(2 * HALF)), box_distance),
    "capsule": (
        Capsule(0.2, 1.0),
        lambda x: np.linalg.norm(x - np.clip(x[:, 1:2], -0.5, 0.5) * [0, 1, 0], axis=1) - 0.2,
    ),
    "round superquadric": (
        Superquadric(1.2, 1.2, 1.2, north_south=1, east_west=1),
        lambda x: np.linalg.norm(x, axis=1) - 0.6,
    ),
}


@pytest.mark.parametrize("name", EXACT)
def test_the_gap_is_the_distance_and_its_gradient_the_normal(name):
    shape, distance = EXACT[name]
    x = around()
    found, normals = gaps(shape, x)
    np.testing.assert_allclose(found, distance(x), atol=1e-12)
    d = 1e-6
    slopes = np.stack([(distance(x + e) - distance(x - e)) / (2 * d) for e in d * np.eye(3)], axis=1)
    np.testing.assert_allclose(normals, slopes, atol=1e-8)


@pytest.mark.parametrize(("e1", "e2"), [(0.4, 0.4), (1.0, 0.3), (0.1, 0.1), (2.0, 1.5)])
def test_a_superquadric_is_where_its_mesh_is_and_its_gap_is_right_to_first_order(e1, e2):
    """On the surface gap = 0 and the normal is the mesh's; a little outward by d along it, gap = d + O(d²)."""
    shape = Superquadric(*(2 * HALF), north_south=e1, east_west=e2)
    part = shape.mesh().parts[0]
    flat = np.abs(part.vertices).min(axis=1) > 0.02
    x, normal = part.vertices[flat], part.normals[flat]
    found, normals = gaps(shape, x)
    assert np.abs(found).max() < 1e-12
    np.testing.assert_allclose(normals, normal, atol=1e-9)
    misses = [np.abs(gaps(shape, x + d * normal)[0] - d).max() for d in (1e-5, 1e-6)]
    assert misses[0] < 1e-5
    assert misses[1] < misses[0] / 30
    assert (gaps(shape, 0.9 * x)[0] < 0).all()
    assert (gaps(shape, 1.1 * x)[0] > 0).all()
    assert gaps(shape, np.zeros((1, 3)))[0] == -HALF.min()


def test_a_height_field_meets_a_slope_exactly_and_a_hill_to_second_order():
    slope = HeightField.of(lambda x, z: 0.3 * x - 0.2 * z + 0.1, width=2.4, depth=2.0, step=0.3)
    x = around(reach=0.9)
    found, normals = gaps(slope, x)
    n = np.array([-0.3, 1, 0.2]) / np.sqrt(1.13)
    np.testing.assert_allclose(found, (x - [0, 0.1, 0]) @ n, atol=1e-12)
    np.testing.assert_allclose(normals, np.broadcast_to(n, x.shape), atol=1e-12)
    misses = []
    for step in (0.1, 0.05):
        hill = HeightField.of(lambda x, z: 0.2 * np.cos(2 * x) * np.sin(z), width=2.4, depth=2.4, step=step)
        y = 0.2 * np.cos(2 * x[:, 0]) * np.sin(x[:, 2])
        misses.append(np.abs(gaps(hill, np.stack([x[:, 0], y, x[:, 2]], axis=1))[0]).max())
    assert misses[0] < 2e-3
    assert misses[1] < misses[0] / 3


def test_beyond_its_border_a_height_field_goes_on_level():
    ramp = HeightField.of(lambda x, z: x, width=2.0, depth=2.0, step=0.5)
    found, normals = gaps(ramp, np.array([[5.0, 1.3, 0.0], [-5.0, -1.2, 9.0]]))
    np.testing.assert_allclose(found, [0.3, -0.2], atol=1e-12)
    np.testing.assert_allclose(normals, [[0, 1, 0], [0, 1, 0]], atol=1e-12)


@pytest.mark.parametrize("cells", [16, 32])
def test_a_distance_grid_knows_a_box_within_a_part_of_a_cell(cells):
    """Interpolation of the distance is off by h/√3 at most near edges, by nothing near sides."""
    mesh = models.box(width=1.0, height=0.6, depth=1.4, resolution=2).surface
    grid = DistanceGrid.of(mesh, cells=cells)
    h = grid.spacing
    x = around(2000, reach=0.75)
    found, normals = gaps(grid, x)
    exact = box_distance(x)
    inside_grid = (np.abs(x) < HALF + h).all(axis=1)
    assert np.abs(found - exact)[inside_grid].max() < 0.6 * h
    by_a_side = inside_grid & (np.sort(HALF - np.abs(x), axis=1)[:, 1] > 3 * h) & (np.abs(exact) < h)
    assert by_a_side.sum() > 20
    assert np.abs(found - exact)[by_a_side].max() < 1e-9
    turned = np.einsum("ij,ij->i", normals, gaps(Box(*(2 * HALF)), x)[1])
    assert turned[by_a_side].min() > 1 - 1e-9


def test_distances_to_a_curved_mesh_are_those_to_its_nearest_triangle():
    mesh = models.torus().surface
    grid = DistanceGrid.of(mesh, cells=20)
    low, h = np.asarray(grid.low), grid.spacing
    some = np.random.default_rng(1).integers(0, grid.grid.shape, (60, 3))
    dense = np.concatenate([
        mesh.vertices[mesh.faces].transpose(0, 2, 1) @ w for w in np.random.default_rng(2).dirichlet((0.5,) * 3, 60)
    ])  # fmt: skip
    for node in some:
        sampled = np.linalg.norm(dense - (low + h * node), axis=1).min()
        assert abs(grid.grid[tuple(node)]) == pytest.approx(sampled, abs=0.15 * h)
    assert grid.grid[tuple(((np.zeros(3) - low) / h).round().astype(int))] > 0
    assert (grid.grid < 0).sum() * h**3 == pytest.approx(mesh.volume, rel=0.1)


def test_of_several_shapes_the_nearest_answers():
    up = np.eye(4)
    up[1, 3] = 2.0
    arrays = shape_arrays([Plane(), Sphere(0.5)], [np.eye(4), up])
    assert gap(arrays, np.array([0, 0.2, 0]))[0] == 0.2
    least, normal = gap(arrays, np.array([0.0, 1.4, 0.0]))
    assert least == pytest.approx(0.1)
    np.testing.assert_allclose(normal, [0, -1, 0])
    assert gap(shape_arrays([], []), np.zeros(3))[0] == np.inf


def test_shapes_refuse_what_makes_no_sense():
    for wrong in (
        lambda: Sphere(-1), lambda: Box(0, 1, 1), lambda: Superquadric(north_south=3), lambda: Capsule(np.nan),
        lambda: HeightField([[0.0, np.nan]]), lambda: HeightField([[0.0]]),
        lambda: DistanceGrid.of(models.box().mesh, 1),
    ):  # fmt: skip
        with pytest.raises(InputError):
            wrong()


@pytest.mark.parametrize(
    "shape", [Plane(2), Box(), Sphere(), Capsule(), Superquadric(), HeightField(np.zeros((3, 4)))]
)
def test_meshes_lie_on_their_surfaces(shape):
    vertices = shape.mesh().parts[0].vertices
    assert np.abs(gaps(shape, vertices)[0]).max() < 1e-9
    assert supple.scene.Node("x", shape.mesh()).bounds.shape == (2, 3)


def test_a_height_field_is_shown_as_a_solid():
    """Sides look outward and reach the floor: Σ a · (b × c)/6 = ∫ h dA, where the missing bottom adds nothing."""
    hill = HeightField.of(lambda x, z: 0.5 + 0.1 * np.cos(3 * x) * np.sin(z), width=3, depth=1, step=0.05)
    mesh = hill.mesh()
    assert mesh.bounds[0, 1] == 0
    volume = np.linalg.det(mesh.vertices[mesh.faces]).sum() / 6
    assert volume == pytest.approx(3 * np.asarray(hill.heights).mean(), rel=0.01)
    assert HeightField(np.full((3, 3), -0.2)).mesh().bounds[0, 1] < -0.2
