"""How things stand."""

import numpy as np
import pytest

from supple.control.standing import standing
from supple.errors import InputError
from supple.scene import models
from supple.spatial import exp, multiply, rotate, to_matrix

CUBE = np.indices((2, 2, 2)).reshape(3, -1).T - 0.5


def test_what_stands_is_not_turned() -> None:
    np.testing.assert_allclose(standing(CUBE, np.zeros(3)), [0, 0, 0, 1], atol=1e-9)
    pot = models.teapot().surface.vertices
    np.testing.assert_allclose(standing(pot, pot.mean(axis=0)), [0, 0, 0, 1], atol=1e-9)


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.0, 0.8)])
def test_a_tilted_cube_goes_back_onto_its_nearest_face(axis: tuple[float, float, float]) -> None:
    """A turn about a level axis by 20° is undone: the face that was down is down again."""
    tilted = exp(np.array(axis) * np.radians(20) / 2)
    turned = multiply(standing(rotate(tilted, CUBE), np.zeros(3)), tilted)
    np.testing.assert_allclose(to_matrix(turned)[1], [0, 1, 0], atol=1e-5)


def test_a_pencil_on_its_tip_lies_down() -> None:
    pencil = CUBE * np.array([0.1, 1.0, 0.1])
    pencil[pencil[:, 1] < 0, ::2] *= 0.05
    lying = rotate(standing(pencil, [0.0, 0.1, 0.0]), pencil)
    assert np.ptp(lying[:, 1]) < 0.2


def test_a_mirror_image_stands_straight() -> None:
    """Two feet on either side of x: it leans back onto its third, and not to a side."""
    points = np.array(
        [[-0.3, 0, 0.4], [0.3, 0, 0.4], [0, 0.3, -0.5], [0, 1.0, 0.1], [-0.2, 0.8, 0], [0.2, 0.8, 0]]
    )
    turn = standing(points, [0.0, 0.45, 0.0])
    assert turn[0] < -0.05
    np.testing.assert_allclose(turn[[1, 2]], 0, atol=1e-6)


def test_what_cannot_stand_is_said() -> None:
    with pytest.raises(InputError, match="no volume"):
        standing(CUBE * np.array([1, 0, 1]), np.zeros(3))
    with pytest.raises(InputError, match="on none of its sides"):
        standing(CUBE, [5.0, 5.0, 5.0])


def test_a_thin_rod_lies_down() -> None:
    rod = CUBE * np.array([0.01, 2.0, 0.01])
    lying = rotate(standing(rod, np.zeros(3)), rod)
    assert np.ptp(lying[:, 1]) == pytest.approx(0.01)


def test_what_cannot_stand_is_named() -> None:
    with pytest.raises(InputError, match="vase stands on none of its sides"):
        standing(CUBE, [5.0, 5.0, 5.0], "vase")
