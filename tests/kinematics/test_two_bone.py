"""Two bones in closed form, as Lundin has the legs of walkers stand on the ground."""

import numpy as np
import pytest

from supple.errors import InputError
from supple.kinematics.two_bone import carried_pole, seen_from, standing_leg, two_bone
from supple.spatial import normalize, rotate, shortest_arc

RNG = np.random.default_rng(5)
LENGTHS = (0.45, 0.38)


def legs(count=200):
    """Hips, ankles in reach, poles (n, 3)."""
    hip, way = RNG.normal(size=(count, 3)), RNG.normal(size=(count, 3))
    far = RNG.uniform(0.1, 0.82, count)[:, None]
    return hip, hip + far * way / np.linalg.norm(way, axis=1, keepdims=True), RNG.normal(size=(count, 3))


@pytest.mark.feature("LU-23")
def test_the_knee_is_by_the_law_of_cosines():
    """d² = l₁² + l₂² − 2 l₁ l₂ cos(π − flexion); both bones keep their lengths, the knee is on the pole's side."""
    hip, ankle, pole = legs()
    leg = two_bone(hip, ankle, LENGTHS, pole)
    np.testing.assert_allclose(np.linalg.norm(leg.knee - hip, axis=1), LENGTHS[0], atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(leg.ankle - leg.knee, axis=1), LENGTHS[1], atol=1e-12)
    np.testing.assert_allclose(leg.ankle, ankle, atol=1e-12)
    far = np.linalg.norm(ankle - hip, axis=1)
    cosines = LENGTHS[0] ** 2 + LENGTHS[1] ** 2 + 2 * LENGTHS[0] * LENGTHS[1] * np.cos(leg.flexion)
    np.testing.assert_allclose(far**2, cosines, atol=1e-12)
    way = (ankle - hip) / far[:, None]
    side = leg.knee - hip - ((leg.knee - hip) * way).sum(axis=1, keepdims=True) * way
    assert ((side * pole).sum(axis=1) > 0).all()
    flat = (np.cross(way, pole) * side).sum(axis=1)
    np.testing.assert_allclose(flat, 0, atol=1e-12)


@pytest.mark.feature("LU-23")
@pytest.mark.parametrize(("far", "over"), [(1.0, 0.17), (0.05, -0.02), (0.5, 0.0)])
def test_what_is_out_of_reach_is_said(far, over):
    leg = two_bone((0, 1, 0), (0, 1 - far, 0), LENGTHS, (0, 0, 1))
    assert leg.overreach == pytest.approx(over, abs=1e-12)
    assert np.linalg.norm(leg.ankle - [0, 1, 0]) == pytest.approx(far - over)
    assert np.linalg.norm(leg.knee - [0, 1, 0]) == pytest.approx(LENGTHS[0])


def test_less_than_the_whole_reach_keeps_the_knee_bent():
    leg = two_bone((0, 1, 0), (0, 0, 0), LENGTHS, (0, 0, 1), reach=0.99)
    assert np.linalg.norm(leg.ankle - [0, 1, 0]) == pytest.approx(0.99 * sum(LENGTHS))
    assert leg.flexion > 0.2


@pytest.mark.feature("LU-20")
def test_a_leg_stands_on_a_slope():
    """The ankle is h above the contact along the normal, the sole is along the slope, and the knee fits."""
    normal = np.array([0.3, 1.0, -0.2])
    ground = np.array([0.1, 0.15, 0.2])
    leg, foot = standing_leg((0, 0.9, 0), ground, normal, LENGTHS, (0, 0, 1), ankle_height=0.08)
    unit = normal / np.linalg.norm(normal)
    np.testing.assert_allclose(leg.ankle, ground + 0.08 * unit, atol=1e-12)
    np.testing.assert_allclose(rotate(foot, (0, 1, 0)), unit, atol=1e-12)
    assert np.linalg.norm(leg.knee - leg.ankle) == pytest.approx(LENGTHS[1])
    assert leg.overreach == 0


@pytest.mark.feature("LU-21")
def test_the_torso_sees_the_ankle_wherever_it_goes():
    """x' = M⁻¹ x: moving torso and ankle alike changes nothing, and the knee is the same seen from there."""
    hip, ankle, pole = legs(20)
    turn, place = normalize(RNG.normal(size=(20, 4))), RNG.normal(size=(20, 3))
    moved = [rotate(turn, point) + place for point in (hip, ankle)]
    np.testing.assert_allclose(seen_from(turn, place, moved[1]), ankle, atol=1e-12)
    there = two_bone(*moved, LENGTHS, rotate(turn, pole)).knee
    np.testing.assert_allclose(
        seen_from(turn, place, there), two_bone(hip, ankle, LENGTHS, pole).knee, atol=1e-12
    )


@pytest.mark.feature("LU-24")
def test_the_plane_of_the_knee_goes_along_with_the_leg():
    """A leg that is moved as a whole keeps its knee; one whose ankle moves keeps the turn about its way."""
    hip, ankle, pole = legs(50)
    before = two_bone(hip, ankle, LENGTHS, pole)
    side, way = before.knee - hip, ankle - hip
    new = rotate(normalize(RNG.normal(size=(50, 4))), way)
    turned = two_bone(hip, hip + new, LENGTHS, carried_pole(side, way, new))
    np.testing.assert_allclose(turned.knee - hip, rotate(shortest_arc(way, new), side), atol=1e-9)


def test_bones_need_lengths():
    with pytest.raises(InputError, match=r"bones of 0 m and 0.4 m"):
        two_bone((0, 1, 0), (0, 0, 0), (0, 0.4), (0, 0, 1))
