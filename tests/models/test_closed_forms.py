"""Volumes against closed forms: a polyhedron inscribed in a smooth solid converges with order 2."""

from math import gamma, pi

import numpy as np
import pytest

from supple.scene import models


def beta(a, b):
    return gamma(a) * gamma(b) / gamma(a + b)


def superquadric_volume(a, b, c, e1, e2):
    """V = 2 a b c e₁ e₂ B(e₁/2 + 1, e₁) B(e₂/2, e₂/2) (Jaklič, Leonardis & Solina 2000, eq. 2.60)."""
    return 2 * a * b * c * e1 * e2 * beta(e1 / 2 + 1, e1) * beta(e2 / 2, e2 / 2)


CASES = {
    "sphere": (models.sphere, {"radius": 0.3}, 4 / 3 * pi * 0.3**3, (8, 16, 32)),
    "cylinder": (models.cylinder, {"radius": 0.2, "height": 0.5}, pi * 0.2**2 * 0.5, (16, 32, 64)),
    "cone": (models.cone, {"radius": 0.2, "height": 0.5}, pi * 0.2**2 * 0.5 / 3, (16, 32, 64)),
    "frustum": (
        models.cone,
        {"radius": 0.3, "top": 0.2, "height": 0.6},
        pi * 0.6 / 3 * (0.3**2 + 0.3 * 0.2 + 0.2**2),
        (16, 32, 64),
    ),
    "capsule": (
        models.capsule,
        {"radius": 0.2, "length": 0.5},
        pi * 0.2**2 * 0.5 + 4 / 3 * pi * 0.2**3,
        (16, 32, 64),
    ),
    "torus": (models.torus, {"radius": 0.4, "tube": 0.1}, 2 * pi**2 * 0.4 * 0.1**2, (32, 64, 128)),
    "round superquadric": (
        models.superquadric,
        {"width": 0.4, "height": 0.6, "depth": 0.8, "north_south": 1.0, "east_west": 1.0},
        superquadric_volume(0.2, 0.3, 0.4, 1.0, 1.0),
        (8, 16, 32),
    ),
    "square superquadric": (
        models.superquadric,
        {"width": 0.4, "height": 0.6, "depth": 0.8, "north_south": 0.5, "east_west": 0.8},
        superquadric_volume(0.2, 0.3, 0.4, 0.5, 0.8),
        (16, 32, 64),
    ),
}


@pytest.mark.parametrize("case", list(CASES))
def test_volume_converges_with_order_two(case):
    model, sizes, exact, resolutions = CASES[case]
    errors = [exact - model(**sizes, resolution=n).mesh.volume for n in resolutions]
    assert abs(errors[-1]) < 0.01 * exact
    order = -np.polyfit(np.log(resolutions), np.log(np.abs(errors)), 1)[0]
    assert order == pytest.approx(2, abs=0.2)


def test_superquadric_form_has_the_known_cases():
    """An ellipsoid for e₁ = e₂ = 1, an elliptic cylinder for e₁ → 0."""
    assert superquadric_volume(1, 2, 3, 1, 1) == pytest.approx(4 / 3 * pi * 6)
    assert superquadric_volume(1, 2, 3, 1e-6, 1) == pytest.approx(2 * pi * 6, rel=1e-5)


def test_beveled_superquadric_is_a_double_pyramid():
    """e₁ = e₂ = 2: |x/a| + |y/b| + |z/c| = 1, volume 4/3 a b c, exact at any even resolution."""
    mesh = models.superquadric(width=2, height=2, depth=2, north_south=2, east_west=2, resolution=8).mesh
    assert mesh.volume == pytest.approx(4 / 3, rel=1e-9)


def test_superquadric_vertices_are_on_the_surface():
    part = models.superquadric(width=2, height=4, depth=6, north_south=0.3, east_west=1.4).mesh.parts[0]
    x, y, z = np.abs(part.vertices / [1, 2, 3]).T
    value = (x ** (2 / 1.4) + z ** (2 / 1.4)) ** (1.4 / 0.3) + y ** (2 / 0.3)
    np.testing.assert_allclose(value, 1, atol=1e-9)


def test_capsule_vertices_are_at_the_radius_from_the_segment_between_its_centers():
    """`length` is between the centers of the caps: every vertex is `radius` from the segment of that length."""
    x, y, z = models.capsule(radius=0.2, length=0.5).mesh.vertices.T
    beyond = np.maximum(np.abs(y) - 0.25, 0)
    np.testing.assert_allclose(np.sqrt(x**2 + beyond**2 + z**2), 0.2, atol=1e-12)


def test_box_volume_is_exact():
    assert models.box(width=0.3, height=0.5, depth=0.7).mesh.volume == pytest.approx(
        0.3 * 0.5 * 0.7, rel=1e-12
    )


def test_rounded_box_approaches_its_closed_form():
    """Inner box, six slabs, twelve quarter cylinders, one sphere (Steiner's formula)."""
    r, inner = 0.1, np.array([0.2, 0.4, 0.6])
    a, b, c = inner
    exact = a * b * c + 2 * r * (a * b + b * c + c * a) + pi * r**2 * (a + b + c) + 4 / 3 * pi * r**3
    sizes = dict(zip(("width", "height", "depth"), (inner + 2 * r).tolist(), strict=True))
    coarse, fine = (models.box(**sizes, rounding=r, resolution=n).mesh.volume for n in (64, 128))
    assert fine == pytest.approx(exact, rel=1e-3)
    assert (exact - coarse) / (exact - fine) == pytest.approx(4, rel=0.25)
