"""Whom a node rides on, and what it keeps when it is let go (Gómez 1987)."""

import numpy as np
import pytest

from supple.errors import CycleError, InputError
from supple.scene import Node
from supple.scene.placement import Placement, Placements, transform
from supple.spatial import decompose, from_axis_angle, rotate

AXIS = np.array([1.0, 2.0, -0.5]) / np.linalg.norm([1.0, 2.0, -0.5])
SPIN = 2.3


def swinging(node: Node, t: np.ndarray) -> Placement:
    """A parent that travels, turns steadily and swells; a child with motion of its own."""
    n = len(t)
    if node.name == "parent":
        move = np.stack([np.sin(t), t**2, 0.3 * t], axis=1), np.stack([np.cos(t), 2 * t, 0.3 + 0 * t], axis=1)
        turn = from_axis_angle(np.tile(AXIS, (n, 1)), SPIN * t), np.tile(SPIN * AXIS, (n, 1))
        size = np.stack([1 + 0.2 * t, 2 + 0 * t, 0.5 + 0 * t], 1), np.tile([0.2, 0.0, 0.0], (n, 1))
        return transform(move, turn, size)
    move = np.stack([1 + 0.1 * t, 0 * t, 0 * t + 0.4], 1), np.tile([0.1, 0.0, 0.0], (n, 1))
    return transform(
        move, (np.tile(node.rotation, (n, 1)), np.zeros((n, 3))), (np.ones((n, 3)), np.zeros((n, 3)))
    )


@pytest.fixture
def pair():
    return Node("parent"), Node("child", rotation=from_axis_angle((0, 0, 1), 0.4))


@pytest.mark.parametrize("mode", ["couple", "attach", "hang"])
def test_rate_is_the_derivative_of_the_matrix_at_order_two(pair, mode):
    parent, child = pair
    getattr(child, mode)(parent)
    times = np.linspace(0.1, 1.9, 7)

    def error(h: float) -> float:
        after, before = (Placements(swinging).of(child, times + d).matrix for d in (h, -h))
        return float(np.abs((after - before) / (2 * h) - Placements(swinging).of(child, times).rate).max())

    slope = np.log(error(1e-2) / error(1e-3)) / np.log(10)
    assert slope == pytest.approx(2.0, abs=0.05)


@pytest.mark.feature("BB-3", "G-F38")
def test_couple_passes_everything_on(pair):
    parent, child = pair
    child.couple(parent)
    t = np.array([0.7])
    places = Placements(swinging)
    np.testing.assert_allclose(
        places.of(child, t).matrix, swinging(parent, t).matrix @ swinging(child, t).matrix
    )


@pytest.mark.feature("G-F38")
def test_attach_keeps_the_size_of_the_child(pair):
    parent, child = pair
    child.attach(parent)
    t = np.linspace(0, 2, 9)
    matrix = Placements(swinging).of(child, t).matrix
    np.testing.assert_allclose(decompose(matrix)[2], 1.0, atol=1e-12)
    p = swinging(parent, t)
    expected = p.position + rotate(decompose(p.matrix)[1], swinging(child, t).position)
    np.testing.assert_allclose(matrix[:, :3, 3], expected, atol=1e-12)


@pytest.mark.feature("G-F38")
def test_hang_keeps_the_orientation_of_the_child(pair):
    parent, child = pair
    child.hang(parent)
    t = np.linspace(0, 2, 9)
    matrix = Placements(swinging).of(child, t).matrix
    np.testing.assert_allclose(matrix[:, :3, :3], swinging(child, t).matrix[:, :3, :3], atol=1e-12)
    through = (swinging(parent, t).matrix @ swinging(child, t).matrix)[:, :3, 3]
    np.testing.assert_allclose(matrix[:, :3, 3], through, atol=1e-12)


@pytest.mark.feature("LU-35", "G-F39")
@pytest.mark.parametrize("mode", ["couple", "attach", "hang"])
def test_letgo_keeps_place_and_velocity_then_falls(pair, mode):
    parent, child = pair
    getattr(child, mode)(parent)
    release, g = 0.8, np.array([0.0, -9.81, 0.0])
    held = Placements(swinging).of(child, np.array([release]))
    child.letgo(at=release, acceleration=g)
    free = Placements(swinging).of(child, np.array([release]))
    np.testing.assert_allclose(free.matrix, held.matrix, atol=1e-12)
    np.testing.assert_allclose(free.velocity, held.velocity, atol=1e-12)
    if mode != "couple":
        np.testing.assert_allclose(free.angular_velocity, held.angular_velocity, atol=1e-12)
    later = Placements(swinging).of(child, release + np.linspace(0, 1, 201))
    speeds = np.linalg.norm(np.diff(later.velocity, axis=0), axis=1) / 0.005
    assert np.abs(speeds - 9.81).max() < 0.5


@pytest.mark.feature("LU-33")
def test_a_still_child_let_go_flies_a_parabola(pair):
    parent, child = pair

    def still_child(node, t):
        if node.name == "parent":
            return swinging(node, t)
        place = np.tile([1.0, 0.2, 0.4], (len(t), 1)), np.zeros((len(t), 3))
        return transform(
            place,
            (np.tile([0, 0, 0, 1.0], (len(t), 1)), np.zeros((len(t), 3))),
            (np.ones((len(t), 3)), np.zeros((len(t), 3))),
        )

    child.couple(parent)
    at_release = Placements(still_child).of(child, np.array([0.8]))
    child.letgo(at=0.8, acceleration=(0, -9.81, 0))
    tau = np.linspace(0, 1, 11)[:, None]
    path = Placements(still_child).of(child, 0.8 + tau[:, 0]).position
    expected = at_release.position + at_release.velocity * tau + np.array([0, -9.81, 0]) * tau**2 / 2
    np.testing.assert_allclose(path, expected, atol=1e-12)


@pytest.mark.feature("G-F39")
def test_detach_leaves_the_own_tracks_alone(pair):
    parent, child = pair
    parent.add(child)
    child.detach(at=1.0)
    t = np.array([0.5, 1.0, 1.5])
    matrix = Placements(swinging).of(child, t).matrix
    np.testing.assert_allclose(matrix[0], (swinging(parent, t).matrix @ swinging(child, t).matrix)[0])
    np.testing.assert_allclose(matrix[1:], swinging(child, t).matrix[1:])


def test_a_ring_of_attachments_is_named():
    a, b, c = Node("a"), Node("b"), Node("c")
    a.couple(b)
    b.couple(c)
    c.couple(a)
    with pytest.raises(CycleError, match="a → b → c → a"):
        Placements().of(a, np.zeros(1))


def test_two_nodes_may_carry_each_other_at_different_times():
    a, b = Node("a", translation=(1, 0, 0)), Node("b", translation=(0, 1, 0))
    a.couple(b, at=0)
    a.detach(at=1)
    b.couple(a, at=1)
    place = Placements()
    np.testing.assert_allclose(place.of(a, np.array([0.5])).position[0], [1, 1, 0])
    np.testing.assert_allclose(place.of(b, np.array([1.5])).position[0], [1, 1, 0])


def test_nodes_cannot_ride_on_themselves(pair):
    parent, child = pair
    parent.add(child)
    with pytest.raises(InputError, match="cannot ride on 'child'"):
        child.add(parent)
    with pytest.raises(InputError, match="attached to itself"):
        child.couple(child)
