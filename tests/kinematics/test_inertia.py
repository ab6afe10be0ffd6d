"""Mass, center and moments of closed surfaces, against trimesh and against closed forms."""

import numpy as np
import pytest
import trimesh

from supple.errors import InputError
from supple.kinematics import Inertia, Link
from supple.scene import models
from supple.spatial import from_rotation_vector, to_matrix


@pytest.mark.feature("C-09", "C-11", "C-12")
@pytest.mark.parametrize("name", ["apple", "teapot", "torus", "superquadric"])
def test_a_solid_weighs_what_trimesh_says(name):
    mesh = models.make(name).surface
    mine = Inertia.solid(mesh.vertices, mesh.faces, 700.0)
    other = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    other.density = 700.0
    assert mine.mass == pytest.approx(other.mass, rel=1e-12)
    np.testing.assert_allclose(mine.center, other.center_mass, atol=1e-12)
    np.testing.assert_allclose(mine.moments, other.moment_inertia, atol=1e-10 * np.trace(mine.moments))


@pytest.mark.feature("C-08", "C-10", "C-13", "C-14")
def test_a_box_has_its_closed_form_wherever_it_stands():
    """m/12 (b² + c²) about the center; Steiner adds m d² about another point."""
    mesh = models.box(width=1, height=2, depth=3).surface
    box = Inertia.solid(mesh.vertices + [5, -1, 2], mesh.faces, 2.0)
    np.testing.assert_allclose(box.moments, np.diag([13.0, 10.0, 5.0]), atol=1e-10)
    np.testing.assert_allclose(box.about(box.center + [0, 2, 0]), np.diag([61.0, 10.0, 53.0]), atol=1e-9)


def test_a_whole_is_the_sum_of_its_parts_moved_into_place():
    mesh = models.apple().surface
    R, t = to_matrix(from_rotation_vector([0.3, -1.2, 0.7])), np.array([0.4, 0.1, -2.0])
    whole = Inertia.solid(np.vstack([mesh.vertices, mesh.vertices @ R.T + t]), both(mesh), 900.0)
    one = Inertia.solid(mesh.vertices, mesh.faces, 900.0)
    joined = one + one.moved(R, t)
    assert joined.mass == pytest.approx(whole.mass)
    np.testing.assert_allclose(joined.center, whole.center, atol=1e-12)
    np.testing.assert_allclose(joined.moments, whole.moments, rtol=1e-9, atol=1e-12)


def both(mesh):
    return np.vstack([mesh.faces, mesh.faces + len(mesh.vertices)])


def test_a_rod_resists_across_and_along():
    rod = Inertia.rod((0, 3, 4), mass=2.0, radius=0.5)
    axis = np.array([0, 0.6, 0.8])
    assert axis @ rod.moments @ axis == pytest.approx(2 * 0.25 / 2)
    assert rod.moments[0, 0] == pytest.approx(2 * (3 * 0.25 + 25) / 12)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"mass": -1}, "mass of link 'a' is -1"),
        ({"mass": float("nan")}, "must be 0 or more"),
        ({"inertia": (1, 1, 3)}, "which no solid has"),
        ({"inertia": [[1, 2, 0], [0, 1, 0], [0, 0, 1]]}, "symmetric 3 by 3"),
        ({"axis": (0, 0, 0)}, "must point somewhere"),
        ({"offset": (0, 0)}, "offset of link 'a'"),
        ({"limits": (0.5, 1)}, "rests at 0, outside its limits"),
        ({"joint": "hing"}, "did you mean 'hinge'"),
    ],
)
def test_a_link_that_cannot_be_says_why(change, words):
    with pytest.raises((InputError, LookupError), match=words):
        Link("a", **change)
