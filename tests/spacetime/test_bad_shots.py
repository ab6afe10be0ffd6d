"""What cannot be done is said at once, or named after a solve: by name, source line and unit."""

import casadi as ca
import numpy as np
import pytest

from supple.characters import lamp, particle
from supple.errors import ConflictError, InputError, UnknownNameError
from supple.spacetime import Fly, Shot, Slide, Spline, Stand


def flight(**options):
    return Shot(particle(), [Fly(seconds=1.0)], samples=11, **options)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Fly(seconds=0), InputError, "positive"),
        (lambda: Fly(seconds=-1), InputError, "positive"),
        (lambda: Fly(seconds=(0.5, 0.2)), InputError, "least ≤ most"),
        (lambda: Fly(seconds=float("nan")), InputError, "positive"),
        (lambda: Fly(seconds=1, samples=2), InputError, "at least 3"),
        (lambda: Stand(at=(0, 0), seconds=1), InputError, "place to stand"),
        (lambda: Shot(particle(), []), InputError, "at least one phase"),
        (lambda: Shot(particle(), [Fly(seconds=1)] * 3, samples=5), InputError, "at least three"),
        (lambda: flight(transcription="euler"), UnknownNameError, "hermite-simpson"),
        (lambda: flight(gravity=(0, 1)), InputError, "gravity"),
        (lambda: flight().pose({"elbow": 1}, at="start"), UnknownNameError, "There are: x, y, z"),
        (lambda: flight().place("nose", (0, 0, 0), at="end"), UnknownNameError, "There are: particle"),
        (lambda: flight().pose((0, 0), at="start"), InputError, "expected 3 numbers"),
        (lambda: flight().pose((0, 0, 0), at=3.0), InputError, "after the end"),
        (lambda: flight().pose((0, 0, 0), at="land"), UnknownNameError, "There are: fly"),
        (lambda: flight().pose((0, 0, 0), at=("fly", 2.0)), InputError, "from 0 to 1"),
        (lambda: flight().require(lambda s: s.q, name="empty"), InputError, "at_least"),
        (lambda: flight().require(lambda s: s.q, at_least=1, at_most=0, name="upside down"), InputError, "between"),
        (lambda: flight().require(lambda s: s.q, equal=1, at_most=0), InputError, "not both"),
        (lambda: flight().minimize(), InputError, "named weights"),
        (lambda: flight().minimize(grace=1), UnknownNameError, "power"),
        (lambda: Spline([(0, 0), (1, 1)]), InputError, "four control points"),
    ],
)  # fmt: skip
def test_nonsense_is_refused_where_it_is_said(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_times_of_a_free_phase_are_said_by_phase():
    shot = Shot(particle(), [Fly(seconds=(0.5, 1.0))], samples=11)
    with pytest.raises(InputError, match=r"at=\('fly', 1.0\)"):
        shot.pose((0, 0, 0), at=0.2)


def test_a_particle_cannot_stand():
    shot = Shot(particle(), [Stand(seconds=1)], samples=11)
    with pytest.raises(InputError, match="cannot stand"):
        shot.problem  # noqa: B018


def test_sliding_needs_its_rule():
    slope = Spline([(0, 1), (1, 0), (2, 0), (3, 0)])
    shot = Shot(lamp(), [Slide(curve=slope, seconds=1)], samples=11)
    with pytest.raises(InputError, match="transcription='differences'"):
        shot.problem  # noqa: B018


def test_contradictory_poses_are_found_before_solving():
    shot = flight()
    shot.pose((0, 0, 0), at="start", name="first pose")
    shot.pose((1, 0, 0), at=0.0, name="second pose")
    with pytest.raises(
        ConflictError, match=r"(?s)second pose.*test_bad_shots\.py:\d+.*first pose.*contradict"
    ):
        shot.problem.numbers()


def test_a_pose_outside_joint_limits_is_found_before_solving():
    body = lamp()
    shot = Shot(body, [Stand(seconds=1)], samples=11)
    shot.pose({"head": 2.0}, at="end")
    with pytest.raises(ConflictError, match=r"joint limits.*contradict"):
        shot.problem.numbers()


def test_a_base_asked_elsewhere_while_it_stands_is_a_contradiction():
    shot = Shot(lamp(), [Stand(at=(0, 0, 0), seconds=1)], samples=11)
    shot.pose({"x": 0.3}, at=0.5, name="step aside")
    with pytest.raises(ConflictError, match=r"step aside.*stand, place.*contradict|stand, place.*step aside"):
        shot.problem.numbers()


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (lambda s: ca.log(s.q[0] - 0.55), "'?thing.*is nan at sample 0|is nan at sample"),
        (lambda s: ca.sqrt(s.q[1]), "derivative that is not a number at sample 0"),
    ],
)
def test_an_expression_that_is_no_number_names_its_sample(expression, words):
    shot = flight()
    shot.pose((0, 0, 0), at="start")
    shot.pose((1, 0, 0), at="end")
    shot.minimize(torque=1)
    shot.require(expression, at_least=-100, name="thing")
    with pytest.raises(InputError, match=words) as caught:
        shot.solve()
    assert "thing" in str(caught.value)
    assert "test_bad_shots.py" in str(caught.value)


def test_an_objective_that_is_no_number_names_its_sample():
    shot = flight()
    shot.pose((0, 0, 0), at="start")
    shot.minimize(lambda s: ca.log(0.25 - s.t), name="late")
    with pytest.raises(InputError, match=r"late \(test_bad_shots.py:\d+\).*at sample 3"):
        shot.solve()


def test_what_cannot_be_reached_is_named_with_the_best_there_is():
    """A jet of 30 N on 1 kg, 1 s from rest to rest: at most a/4 = 7.5 m; 9 are asked."""
    shot = Shot(particle(thrust=30.0), [Fly(seconds=1.0)], samples=31, gravity=(0, 0, 0))
    shot.pose((0, 0, 0), at="start")
    for end in ("start", "end"):
        shot.still(at=end)
    shot.place("particle", (9.0, 0, 0), at="end", name="reach")
    shot.minimize(torque=1)
    with pytest.raises(
        ConflictError, match=r"reach \(test_bad_shots.py:\d+\): cannot reach x = 9 m: best 7\.\d+ m"
    ) as e:
        shot.solve()
    best = float(str(e.value).split("best ")[1].split(" m")[0])
    assert best == pytest.approx(7.5, rel=0.02)
    assert e.value.take.data["q"][-1, 0] == pytest.approx(best, abs=0.01)
    assert np.isfinite(e.value.take.data["q"]).all()
