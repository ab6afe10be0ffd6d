"""Newell's numbers, and what was done to close them."""

import numpy as np
import pytest

from supple.scene import models
from supple.scene.models import newell
from supple.scene.models.patches import bernstein, evaluate


def test_control_points_are_newells():
    """Rows of the published data set that are easy to look up."""
    np.testing.assert_allclose(
        newell.quarter(newell.RIM)[0], [(1.4, 0, 2.4), (1.4, -0.784, 2.4), (0.784, -1.4, 2.4), (0, -1.4, 2.4)]
    )
    np.testing.assert_allclose(
        newell.quarter(newell.KNOB)[1],
        [(0.8, 0, 3.15), (0.8, -0.45, 3.15), (0.45, -0.8, 3.15), (0, -0.8, 3.15)],
    )
    np.testing.assert_allclose(newell.quarter(newell.BOTTOM)[1, 1], (1.425, -0.798, 0))
    assert newell.halves(newell.SPOUT)[1, 1, 2].tolist() == [3.525, -0.25, 2.49375]
    assert newell.halves(newell.HANDLE)[1, 3, 0].tolist() == [-2, 0, 0.9]


def test_there_are_thirty_two_patches():
    turned = [newell.RIM, newell.UPPER, newell.LOWER, newell.BOTTOM, newell.KNOB, newell.LID]
    assert (
        4 * len(turned) + 2 * len(newell.halves(newell.HANDLE)) + 2 * len(newell.halves(newell.SPOUT)) == 32
    )


def test_aspect_is_the_classic_one():
    """3.15 high, 4 deep (2 · 2 at the belly), from about -3 at the handle to 3.43 at the tip of the spout."""
    low, high = models.teapot(height=3.15).bounds
    assert high[1] == pytest.approx(3.15)
    assert high[2] - low[2] == pytest.approx(4.0, abs=0.01)
    assert low[0] == pytest.approx(-3.0, abs=0.01)
    assert high[0] == pytest.approx(3.434, abs=0.03)


def test_vertices_of_the_body_are_on_the_patches():
    pot = models.teapot(height=3.15).mesh.part("body").vertices
    belly = pot[np.abs(pot[:, 1] - 0.9) < 1e-6]
    assert len(belly) == 64
    expected, _ = evaluate(newell.quarter(newell.UPPER), np.ones(17), np.arange(17) / 16)
    for x, y, z in expected:
        assert np.linalg.norm(belly - [x, z, -y], axis=1).min() < 1e-6


def test_volume_of_the_body_is_that_of_its_profile():
    """V = π ∫ r² dz up to the rim, plus the lip; the quarters bulge by under 0.6 % of a circle's area."""
    u = np.linspace(0, 1, 4001)
    volume = 0.0
    for profile, sign in ((newell.BOTTOM, 1), (newell.LOWER, -1), (newell.UPPER, -1), (newell.RIM, -1)):
        r, z = (bernstein(u) @ np.asarray(profile)).T[:, ::sign]
        volume += np.pi * np.sum((r[1:] ** 2 + r[:-1] ** 2) / 2 * np.diff(z))
    body = models.teapot(height=3.15, resolution=128).mesh.part("body")
    a, b, c = body.vertices[body.faces].transpose(1, 0, 2)
    measured = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    assert measured == pytest.approx(volume, rel=0.006)


@pytest.mark.parametrize("part", ["handle", "spout"])
def test_handle_and_spout_hardly_enter_the_body(part):
    """Their ends lie at one depth under the surface, so that overlap does not count twice."""
    mesh = models.teapot(height=3.15).mesh
    profile = np.concatenate(
        [bernstein(np.linspace(1, 0, 400)) @ np.asarray(p) for p in (newell.LOWER, newell.UPPER)]
    )
    x, y, z = mesh.part(part).vertices.T
    depth = np.interp(y, profile[:, 1], profile[:, 0]) - np.hypot(x, z)
    assert 0.01 < depth.max() < 0.1
    assert (depth > 0).sum() > 15


def test_groups_name_places():
    mesh = models.teapot().mesh
    assert mesh.vertices[mesh.indices("knob")][:, 1].min() > 0.25
    assert mesh.vertices[mesh.indices("bottom")][:, 1].max() < 0.01
    assert mesh.vertices[mesh.indices("tip")][:, 0].min() > 0.25


def test_bernstein_is_a_partition_of_unity():
    t = np.linspace(-0.1, 1.1, 13)
    np.testing.assert_allclose(bernstein(t).sum(axis=1), 1, rtol=1e-12)


def test_patch_normals_match_finite_differences():
    patch, h = newell.halves(newell.SPOUT)[0], 1e-6
    u, v = np.array([0.3, 0.6, 0.8]), np.array([0.2, 0.5, 0.9])
    along = (evaluate(patch, u + h, v)[0] - evaluate(patch, u - h, v)[0]) / (2 * h)
    around = (evaluate(patch, u, v + h)[0] - evaluate(patch, u, v - h)[0]) / (2 * h)
    np.testing.assert_allclose(evaluate(patch, u, v)[1], np.cross(along, around), atol=1e-7)
