import numpy as np

from supple.render.normals import DeformedNormals, joined
from supple.scene import Mesh, Part


def test_a_stretched_sphere_has_the_normals_of_an_ellipsoid(hop):
    """∇(Σ xᵢ² / aᵢ²) ∝ x / a²; a polyhedron of n rings misses it by O(1/n²)."""
    mesh = hop.scene["ball"].mesh
    axes = np.array([1.3, 0.5, 0.8])
    found = DeformedNormals(mesh).of(mesh.vertices * axes)
    exact = mesh.vertices / axes
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    poles = np.abs(mesh.vertices[:, 1]) > 0.299
    assert np.degrees(np.arccos(np.sum(found * exact, axis=1)[~poles].clip(-1, 1))).max() < 6


def test_a_texture_seam_does_not_show(hop):
    mesh = hop.scene["ball"].mesh
    normals = DeformedNormals(mesh).of(mesh.vertices * [1.3, 0.5, 0.8]).reshape(13, 25, 3)
    np.testing.assert_allclose(normals[:, 0], normals[:, -1], atol=1e-12)


def test_a_crease_stays_a_crease():
    """Two squares that share an edge at a right angle, with a vertex for each side: normals stay face normals."""
    flat = np.array([[0, 0, 0], [1, 0, 0], [1, 0, -1], [0, 0, -1]], dtype=float)
    wall = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [0, -1, 0]], dtype=float)
    mesh = Mesh((Part(flat, [[0, 1, 2], [0, 2, 3]]), Part(wall, [[0, 2, 1], [0, 3, 2]])))
    turn = np.array([[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1]])
    normals = DeformedNormals(mesh).of(mesh.vertices @ turn.T)
    np.testing.assert_allclose(normals[:4], np.tile(turn @ [0, 1, 0], (4, 1)), atol=1e-12)
    np.testing.assert_allclose(normals[4:], np.tile(turn @ [0, 0, 1], (4, 1)), atol=1e-12)


def test_vertices_are_joined_by_place_and_normal():
    vertices = np.array([[0, 0, 0]] * 5 + [[1, 0, 0]], dtype=float)
    up, side = [0, 1, 0], [1, 0, 0]
    normals = np.array([up, side, [0.02, 0.9998, 0], side, [0, 0, 1], up])
    numbers = joined(vertices, normals)
    assert numbers[0] == numbers[2]
    assert numbers[1] == numbers[3]
    assert len(set(numbers.tolist())) == 4
