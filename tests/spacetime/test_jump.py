"""The jump of the lamp, checked from outside: by Newton, by a replay, and by what an animator looks for."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from supple.characters import Torques, lamp
from supple.dynamics import World
from supple.errors import InputError, UnknownNameError
from supple.motion import Track
from supple.spacetime import Hurdle, Shot, replay, stretch
from supple.spacetime.jump_figures import moments, principles, reversals
from supple.spacetime.solvers.evaluation import Evaluation, residual
from supple.spacetime.solvers.ipopt import Ipopt
from supple.spacetime.solvers.newton import Newton
from supple.spacetime.solvers.solution import Start

G = np.array([0.0, -9.81, 0.0])
RESOLUTIONS = (48, 64, 96)


@cache
def jump(samples=96):
    """A solved jump over 0.9 m."""
    shot = Shot.jump(lamp(), to=(0.9, 0, 0), samples=samples)
    shot.solve()
    return shot


def slope(errors):
    """Order of convergence over the resolutions."""
    return -np.polyfit(np.log(RESOLUTIONS), np.log(errors), 1)[0]


def test_physics_and_constraints_hold_at_every_sample():
    report = jump().session.take().report
    assert report["physics_residual_max"] <= 1e-8
    assert report["constraint_residual_max"] <= 1e-8


def test_the_equations_of_motion_by_a_hand_that_knows_no_optimiser():
    """M a + bias = (contact force on the base, muscle torques), with M and bias from the energies."""
    shot = jump()
    motion, body = shot.motion, shot.character.lagrangian
    for q, v, a, tau, contact in zip(motion.q, motion.v, motion.a, motion.tau, motion.contact, strict=True):
        M = body.mass_matrix(q, body.defaults).full()
        bias = body.bias(q, v, body.defaults, G).full().ravel()
        assert M @ a + bias == pytest.approx(np.concatenate([contact, tau]), abs=1e-7)


def test_the_floor_pushes_within_its_cone_and_lets_go():
    motion, shot = jump().motion, jump()
    air = motion.phase == 1
    fx, fy = motion.contact[~air, 0], motion.contact[~air, 1]
    assert np.abs(motion.contact[air]).max() == 0
    assert fy.min() >= -1e-8
    assert (np.abs(fx) <= 0.9 * fy + 1e-7).all()
    lift_off = np.flatnonzero(motion.phase == 0)[-1]
    assert np.abs(motion.contact[lift_off]).max() < 1e-9 * shot.weight


def test_the_touchdown_is_an_impulse():
    """M (v⁺ − v⁻) = (Λ, 0)."""
    shot = jump()
    motion, body = shot.motion, shot.character.lagrangian
    after = np.flatnonzero(motion.phase == 2)[0]
    M = body.mass_matrix(motion.q[after], body.defaults).full()
    change = M @ (motion.v[after] - motion.v[after - 1])
    assert change == pytest.approx(np.concatenate([motion.impulses[0], np.zeros(3)]), abs=1e-8)
    assert np.abs(motion.v[after, :3]).max() < 1e-9
    assert change[1] == pytest.approx(0.55 * shot.weight * shot.timeline.phases[1].guess / 2, rel=1e-6)


def in_flight(shot):
    motion, body = shot.motion, shot.character.lagrangian
    air = motion.phase == 1
    t, center = motion.t[air], motion.center[air]
    h = t[1] - t[0]
    fall = np.diff(center, 2, axis=0) / h**2
    spin = np.array(
        [
            body.momentum(q, v, body.defaults)[1].full().ravel()[2]
            for q, v in zip(motion.q[air], motion.v[air], strict=True)
        ]
    )
    return np.abs(fall - G).max() / 9.81, np.ptp(spin) / np.abs(spin).max()


def test_in_flight_the_center_falls_and_the_spin_stays_to_second_order():
    fall, spin = np.array([in_flight(jump(n)) for n in RESOLUTIONS]).T
    assert fall[-1] <= 0.02
    assert spin[-1] <= 0.02
    assert slope(fall) >= 1.8
    assert slope(spin) >= 1.8


def test_the_world_agrees_over_each_interval_of_the_flight():
    """One interval simulated from its first sample: the defect of q is of third order in its length."""
    defects = []
    for n in RESOLUTIONS:
        motion = jump(n).motion
        air = np.flatnonzero(motion.phase == 1)
        chosen = air[1:-1][:: max(1, len(air) // 4)]
        defects.append(max(defect(motion, k, floor=None, integrator="rk4") for k in chosen))
    assert slope(defects) >= 1.8


@pytest.mark.parametrize("phase", [0, 2])
def test_the_world_agrees_over_each_interval_on_the_floor(phase):
    """The base is held by nothing but contact; worst next to the flight, so at both ends and in the middle."""
    defects = []
    for n in RESOLUTIONS:
        motion = jump(n).motion
        first, *_, last, _ = np.flatnonzero(motion.phase == phase)
        defects.append(max(defect(motion, k) for k in (first, (first + last) // 2, last - 1)))
    assert defects[-1] < 5e-3
    assert slope(defects) >= 1.8


def defect(motion, k, steps=32, **how):
    h = motion.t[k + 1] - motion.t[k]
    body = lamp()
    body.material = replace(body.material, friction=1.0, bounce=0.0)
    world = World(step=h / steps, **how)
    world.add(body)
    world.state.q[:], world.state.v[:] = motion.q[k], motion.v[k]
    beyond = motion.tau[k] + 1.01 * (motion.tau[k + 1] - motion.tau[k])
    world.push(Torques(body, Track.sampled([0.0, h * 1.01], [motion.tau[k], beyond])))
    world.step(steps)
    return np.abs(world.coordinates(body)[0] - motion.q[k + 1]).max()


def test_it_crouches_flies_and_squashes_on_the_floor():
    figures = principles(jump())
    assert figures["com_drop_before_takeoff"] >= 0.15
    assert figures["anticipation_s"] >= 0.2
    assert figures["com_drop_after_landing"] >= 0.10
    assert figures["squash_after_s"] >= 0.1
    assert figures["peak_contact_force_weights"] <= 4
    assert figures["fastest_head_deg_s"] <= 500
    assert figures["gaze_aside_deg"] <= 60
    assert figures["reversals_max"] <= 2
    assert figures["tremor"] < 0.02
    assert list(moments(jump()).values())[1:3] == ["crouch", "lift-off"]


def test_it_starts_and_ends_at_rest_in_the_pose_of_rest():
    motion, rest = jump().motion, jump().character.rest_pose
    for end in (0, -1):
        assert np.abs(motion.v[end]).max() < 1e-9
        assert motion.q[end, 3:] == pytest.approx(rest[3:], abs=1e-9)


def test_more_samples_change_little():
    coarse, fine = (principles(jump(n))["peak_contact_force_weights"] for n in (48, 96))
    assert fine == pytest.approx(coarse, rel=0.03)


def test_the_world_replays_it():
    """Torques, a weak servo, and a floor that only pushes."""
    shot = jump()
    played = replay(shot)
    assert np.linalg.norm(played.q[:2] - shot.motion.q[-1, :2]) <= 0.02 * 0.9
    assert played.effort < 0.1


def test_a_heavier_base_takes_more_swing():
    found = []
    for times in (1, 2, 4):
        shot = Shot.jump(lamp(base_mass=times), to=(0.5, 0, 0), samples=48)
        shot.solve()
        found.append(list(stretch(shot).values()))
    assert (np.diff(found, axis=0) > 0).all()


def test_a_jolt_that_is_weighed_shakes_the_joints_less():
    """|φ̈⁺ − φ̈⁻| at touchdown falls to less than half, and with it the power above 10 Hz."""
    spared = Shot.jump(lamp(base_mass=2), to=(0.5, 0, 0), samples=48)
    rough = Shot.jump(lamp(base_mass=2), to=(0.5, 0, 0), samples=48)
    spared.minimize(jolt=2e-4, at="landing")
    jolts = []
    for shot in (spared, rough):
        shot.solve()
        first = shot.timeline.first(2)
        jolts.append(np.linalg.norm(np.diff(shot.motion.a[first - 1 : first + 1, 3:], axis=0)))
    assert jolts[0] < jolts[1] / 2
    assert principles(spared)["tremor"] < 0.02 < principles(rough)["tremor"]


def test_a_jolt_is_where_phases_meet():
    shot = Shot.jump(lamp(), to=(0.5, 0, 0), samples=48)
    with pytest.raises(InputError, match=r"jolt.*at='landing'"):
        shot.minimize(jolt=1e-4)
    shot.minimize(jolt=1e-4, at=("flight", 0.5))
    with pytest.raises(InputError, match=r"jolt .*'flight', 0.5.*meeting of phases"):
        _ = shot.problem


def test_a_hurdle_is_cleared_between_samples_too():
    shot = Shot.jump(lamp(), to=(0.9, 0, 0), samples=48, seconds=(1.0, 0.62, 1.2))
    hurdle = Hurdle(at=0.45, height=0.3)
    shot.clear(hurdle)
    shot.solve()
    motion, skeleton = shot.motion, shot.character.skeleton
    air = motion.t[motion.phase == 1]
    q = motion.at(np.linspace(air[0], air[-1], 400))[0]
    front, back = (skeleton.position(name, q) for name in ("base.front", "base.back"))
    for share in np.linspace(0, 1, 40):
        x = front + share * (back - front)
        over = np.abs(x[:, 0] - hurdle.at) <= hurdle.thickness / 2
        assert (x[over, 1] > hurdle.height).all()


def test_moving_the_goal_starts_from_the_last_jump():
    shot = Shot.jump(lamp(), to=(0.9, 0, 0), samples=48)
    cold = shot.solve()
    shot.to = (0.945, 0, 0)
    warm = shot.solve()
    assert warm.position("base")[-1, 0] == pytest.approx(0.945, abs=1e-9)
    assert shot.solution.solver == "newton"
    assert shot.solution.iterations < cold.report["iterations"]


def test_newton_on_the_jump_reaches_ipopts_cost():
    """From a jump 5 cm shorter, its multipliers estimated: KKT residual ≤ 1e-6, and the cost that IPOPT finds."""
    shot = Shot.jump(lamp(), to=(0.85, 0, 0), samples=32)
    shot.solve()
    start = Start(shot.solution.x)
    shot.to = (0.9, 0, 0)
    problem, numbers = shot.problem, shot.problem.numbers()
    newton = Newton(1e-8)
    estimated = newton.estimated(problem, numbers, shot.solution.x)
    found, ipopt = newton.follow(problem, None, numbers, estimated), Ipopt().solve(problem, numbers, start)
    assert residual(Evaluation(problem)(found.x, numbers.p, found.lam_g), numbers, found.start) <= 1e-6
    assert found.objective == pytest.approx(ipopt.objective, rel=1e-6)
    assert np.abs(problem.stride(found.x - start.x)) > 0.01


def test_what_a_landing_can_be():
    with pytest.raises(UnknownNameError, match=r"landing.*'gentle'.*soft"):
        Shot.jump(lamp(), to=(0.9, 0, 0), landing="gentle")
    with pytest.raises(InputError, match=r"-3.*pushes upward"):
        Shot.jump(lamp(), to=(0.9, 0, 0), landing=-3)
    with pytest.raises(InputError, match="not on the way"):
        Shot.jump(lamp(), to=(0.9, 0, 0)).clear(Hurdle(at=1.1, height=0.1))


def test_reversals_do_not_count_what_is_almost_still():
    assert reversals(np.array([1.0, 0.01, -0.01, 1.0, -1.0, -2.0, 1.0])) == 2
