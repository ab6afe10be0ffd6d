import numpy as np
import pytest

from supple.render.lines import ribbon_of
from supple.render.projection import box_along, perspective
from supple.scene import Camera


def seen(matrix, points):
    clip = np.hstack([np.atleast_2d(points), np.ones((len(np.atleast_2d(points)), 1))]) @ matrix.T
    return clip[:, :3] / clip[:, 3:]


def test_a_camera_sees_its_center_in_the_middle_and_its_angle_at_the_edges():
    camera = Camera(eye=(1, 2, 6), center=(0.5, 1, 0), angle=0.7)
    matrix = perspective(camera, 16 / 9)
    gaze = camera.center - camera.eye
    right = np.cross(gaze, [0, 1, 0])
    right /= np.linalg.norm(right)
    up = np.cross(right, gaze) / np.linalg.norm(gaze)
    half = np.linalg.norm(gaze) * np.tan(0.35)
    places = seen(matrix, [camera.center, camera.center + half * up, camera.center + half * 16 / 9 * right])
    np.testing.assert_allclose(places[:, :2], [[0, 0], [0, 1], [1, 0]], atol=1e-12)


def test_roll_turns_the_picture():
    upright, rolled = (
        perspective(Camera(eye=(0, 0, 5), center=(0, 0, 0), roll=r), 1.0) for r in (0.0, np.pi / 2)
    )
    x, y, _ = seen(upright, [0.5, 0.2, 0])[0]
    np.testing.assert_allclose(seen(rolled, [0.5, 0.2, 0])[0, :2], [y, -x], atol=1e-12)


@pytest.mark.parametrize("direction", [(0.3, 0.8, 0.5), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)])
def test_a_box_along_a_direction_ends_where_it_says(direction):
    d = np.array(direction) / np.linalg.norm(direction)
    center = np.array([1.0, 2.0, 3.0])
    matrix = box_along(d, center, 0.5, (0.2, 0.9))
    np.testing.assert_allclose(seen(matrix, center + 0.2 * d)[0], [0, 0, -1], atol=1e-12)
    np.testing.assert_allclose(seen(matrix, center - 0.9 * d)[0], [0, 0, 1], atol=1e-12)
    across = np.cross(d, [0.6, 0.0, 0.8])
    across /= np.linalg.norm(across)
    assert np.linalg.norm(seen(matrix, center + 0.5 * across)[0, :2]) == pytest.approx(1.0)
    assert np.linalg.det(matrix[:3, :3]) < 0, (
        "right-handed world, left-handed clip space: nothing is mirrored"
    )


def test_a_ribbon_is_as_wide_as_asked_in_pixels_at_any_distance():
    path = np.array([[-1.0, 0.0, 0.0], [0.0, 0.3, -2.0], [1.0, 0.1, -7.0]])
    size = (640, 360)
    strip = ribbon_of(path, perspective(Camera(eye=(0, 1, 5), center=(0, 0, 0)), 16 / 9), size, width=3.0)
    pixels = strip[:, :2] / strip[:, 3:4] * np.array(size) / 2
    np.testing.assert_allclose(np.linalg.norm(pixels[::2] - pixels[1::2], axis=1), 3.0)
    assert (np.diff(strip[::2, 7]) > 0).all(), "the older, the fainter"


def test_points_behind_the_eye_are_left_out_of_a_ribbon():
    matrix = perspective(Camera(eye=(0, 0, 1), center=(0, 0, 0)), 1.0)
    path = np.array([[0, 0, 3.0], [0, 0, 2.0], [0, 0.1, 0.0], [0.1, 0, -1.0]])
    assert len(ribbon_of(path, matrix, (100, 100), 2.0)) == 4
    assert len(ribbon_of(path[:3], matrix, (100, 100), 2.0)) == 0
