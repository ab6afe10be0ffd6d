"""The landing under the mouse: each motion that is shown is converged, and bad places leave the last good one."""

import threading

import numpy as np
import pytest

from supple import cache
from supple.characters import particle
from supple.errors import InputError, RenamedError
from supple.spacetime import Fly, Shot
from supple.spacetime.solvers.evaluation import Evaluation, residual


def conditions(shot, solution):
    """The worst condition of optimality, by derivatives that CasADi makes of the whole program."""
    numbers = shot.problem.numbers()
    point = Evaluation(shot.problem)(solution.x, numbers.p, solution.lam_g)
    return residual(point, numbers, solution.start)


def test_every_place_of_a_drag_gets_a_converged_motion(own):
    with own.drag() as drag:
        for x in (0.41, 0.43, 0.46, 0.4):
            drag.to = (x, 0, 0)
            assert drag.reached
            assert conditions(own, drag.solution) < 1e-7
            assert drag.take.report["physics_residual_max"] < 1e-8
            np.testing.assert_allclose(drag.motion.q[-1, 0], x, atol=1e-9)
    assert own.to[0] == 0.4


def test_a_drag_begins_by_itself_and_far_places_are_reached(make_hop):
    shot = make_hop()
    with shot.drag() as drag:
        drag.to = (0.8, 0, 0)
        assert drag.reached
        assert drag.solution.violation < 1e-7


def test_beyond_reach_the_last_good_motion_stays_and_the_limit_is_named(own):
    with own.drag() as drag:
        drag.to = (0.42, 0, 0)
        good = drag.motion
        drag.to = (40.0, 0, 0)
        assert not drag.reached
        assert drag.motion is good
        assert drag.to[0] == 0.42
        assert "place" in drag.why()
        drag.to = (0.41, 0, 0)
        assert drag.reached
        assert drag.why() == ""


def test_what_is_no_place_is_refused_and_changes_nothing(own):
    with own.drag() as drag:
        for place in ((np.nan, 0, 0), (0.4, 0), "there"):
            with pytest.raises(InputError):
                drag.to = place
        assert drag.reached
        assert drag.to[0] == 0.4
    with pytest.raises(InputError, match="has ended"):
        drag.to = (0.4, 0, 0)


def test_other_goals_are_dragged_too(own):
    with own.drag() as drag:
        own.goals[0].move(own.goals[0].low + 0.05)
        assert drag.follow()
        np.testing.assert_allclose(drag.motion.q[0, 3:], own.character.rest_pose[3:] + 0.05, atol=1e-9)


def test_a_shot_without_a_landing_has_nowhere_to_be_dragged():
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=11)
    shot.pose((0, 0, 0), at="start")
    shot.minimize(torque=1)
    with shot.drag() as drag, pytest.raises(InputError, match="stands nowhere"):
        drag.to = (1, 0, 0)


def test_a_drag_serves_from_another_thread(own):
    seen = []
    with own.drag() as drag:

        def serve():
            drag.to = (0.43, 0, 0)
            seen.append(drag.motion.q[-1, 0])

        thread = threading.Thread(target=serve)
        thread.start()
        thread.join()
    assert seen == pytest.approx([0.43])


def test_what_a_drag_was_before_says_its_new_name(own):
    with pytest.raises(RenamedError, match=r"shot\.session\.drag\(\)\.q"):
        own.drag().q  # noqa: B018


def test_without_a_compiler_all_of_it_runs_and_says_so(make_hop, monkeypatch, capsys):
    """Cold, again, under the hand, and in single steps: by CasADi's machine and IPOPT."""
    cache.notice.cache_clear()
    monkeypatch.setenv("CC", "no-such-compiler")
    shot = make_hop()
    with shot.drag() as drag:
        drag.to = (0.42, 0, 0)
        assert drag.reached
        assert drag.solution.solver == "ipopt"
    said = capsys.readouterr().err
    assert "no C compiler: $CC names 'no-such-compiler'" in said
    assert "slower but equal" in said
    shot.to = (0.44, 0, 0)
    np.testing.assert_allclose(shot.session.drag().q[-1, 0], 0.44, atol=1e-6)
    assert "instead of one step" in capsys.readouterr().err
    shot.solve()
    assert shot.solution.success
