"""Normals of moving shapes: derivatives by differences, closed forms, creases, seams."""

from dataclasses import replace

import numpy as np
import pytest

from supple.io.gltf.normals import Shading, reshaped
from supple.scene import Mesh, Part
from supple.scene.solid import vertex_normals


def sphere():
    import trimesh

    ball = trimesh.creation.icosphere(subdivisions=2)
    return Part(np.array(ball.vertices), np.array(ball.faces))


def unit(v):
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def test_first_order():
    """|n(x + h u) − unit(n + h δn)| falls as h²."""
    part = sphere()
    u = np.sin(3 * part.vertices[:, [1, 2, 0]])
    shading = Shading(part, part.vertices)
    steps = np.array([1e-1, 1e-2, 1e-3])
    errors = []
    for h in steps:
        exact = vertex_normals(part.vertices + h * u, part.faces)
        errors.append(np.abs(exact - unit(shading.normals + h * shading.change(u))).max())
    order = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert order == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("stretch", [-0.6, 1.0, 4.0])
def test_exact_for_a_stretch_along_one_axis(stretch):
    part = sphere()
    u = part.vertices * [0, stretch, 0]
    shading = Shading(part, part.vertices)
    expected = vertex_normals(part.vertices + u, part.faces)
    np.testing.assert_allclose(unit(shading.normals + shading.change(u)), expected, atol=1e-12)


def test_moved_base_has_its_own_normals():
    part = sphere()
    base = part.vertices * [1, 0.4, 1.3] + [0, 0.2, 0] * part.vertices[:, :1] ** 2
    np.testing.assert_allclose(Shading(part, base).normals, vertex_normals(base, part.faces), atol=1e-12)


def test_given_normals_turn_with_the_surface_and_back():
    part = sphere()
    tilted = unit(part.shading_normals + [0.2, 0.1, 0])
    mesh = Mesh((replace(part, normals=tilted),))
    turn = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0.0]])
    turned = reshaped(mesh, part.vertices @ turn.T)
    there_and_back = reshaped(turned, part.vertices)
    np.testing.assert_allclose(there_and_back.parts[0].normals, tilted, atol=1e-9)
    assert reshaped(Mesh((part,)), part.vertices * 2).parts[0].normals is None


def test_small_turn_of_given_normals():
    part = sphere()
    tilted = replace(part, normals=unit(part.shading_normals + [0.2, 0.1, 0]))
    spin = np.array([0.3, -0.2, 0.5])
    change = Shading(tilted, part.vertices).change(np.cross(spin, part.vertices))
    along = np.einsum("ij,ij->i", change, part.shading_normals)
    direct = np.cross(np.cross(part.shading_normals, np.cross(spin, part.shading_normals)), tilted.normals)
    np.testing.assert_allclose(change, direct, atol=1e-9)
    assert np.abs(along).max() > 0.01


def test_a_seam_stays_closed_and_a_crease_stays_sharp():
    """Two squares meet in an edge: given one normal there they keep one, given two they keep two."""
    left = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.0]])
    right = left + [1, 0, 0]
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    both, up = np.concatenate([faces, faces + 4]), np.tile([0, 0, 1.0], (8, 1))
    smooth = Part(np.concatenate([left, right]), both, normals=up)
    bend = np.zeros((8, 3))
    bend[[0, 3], 2] = 1.0
    change = Shading(smooth, smooth.vertices).change(bend)
    np.testing.assert_allclose(change[1], change[4], atol=1e-12)
    assert np.abs(change[1]).max() > 0.1
    tilted = np.concatenate([np.tile([0, 0, 1.0], (4, 1)), np.tile([0.6, 0, 0.8], (4, 1))])
    creased = replace(smooth, normals=tilted)
    change = Shading(creased, creased.vertices).change(bend)
    np.testing.assert_allclose(change[4:], 0, atol=1e-12)
    assert np.abs(change[1]).max() > 0.1
