"""A character is a body that the world simulates: it falls, keeps its momentum, and does what its torques say."""

import numpy as np
import pytest

import supple
from supple.characters import Muscle, SymbolicCharacter, Torques, lamp, particle
from supple.errors import InputError
from supple.kinematics import Link
from supple.kinematics.symbolic import Mechanism
from supple.motion import Track, keys

G = np.array([0.0, -9.81, 0.0])


def arm():
    rods = [
        Link.rod("upper", to=(0, -0.4, 0), mass=1.0),
        Link.rod("lower", "upper", offset=(0, -0.4, 0), to=(0, -0.3, 0), mass=0.6),
    ]
    skeleton = Mechanism(rods, root="fixed")
    return SymbolicCharacter("arm", skeleton, muscles=[Muscle("upper", 50), Muscle("lower", 50)])


def weightless(**options):
    return supple.World(floor=None, integrator="rk4", step=1 / 240, **options)


def test_its_center_falls_as_a_stone_does_while_it_writhes():
    """c(t) = c₀ + u t + g t²/2, and angular momentum about c stays, whatever the muscles do."""
    world = weightless()
    body = world.add(lamp(), velocity=(1.0, 2.0, 0.0))
    span = world.structure.v_span(body)
    world.state.v[span] += [0, 0, 0.5, 0, 0, 0]
    world.push(Torques(body, keys({0: (0.5, 0.3, -0.2), 0.3: (-0.5, 0.4, 0.1)})))
    q, v = world.coordinates(body)
    linear, angular = (x.full()[:, 0] for x in body.lagrangian.momentum(q, v, []))
    start, u = body.center(q), linear / body.mass
    world.run(0.3)
    q, v = world.coordinates(body)
    np.testing.assert_allclose(body.center(q), start + 0.3 * u + 0.045 * G, atol=1e-6)
    _, after = (x.full()[:, 0] for x in body.lagrangian.momentum(q, v, []))
    assert after[2] == pytest.approx(angular[2], abs=1e-6), "the plane holds the others"
    assert np.abs(q[3:] - body.rest_pose[3:]).max() > 0.1, "and it did writhe"


def test_torques_of_a_motion_give_that_motion_back():
    """τ(t) = M a + bias along q(t) = A sin ωt; simulated from its start, the arm follows q(t)."""
    body, world = arm(), weightless()
    t = np.linspace(0, 0.6, 601)
    amplitude, w = np.array([0.6, -0.9]), 5.0
    q, v, a = (np.outer(f, amplitude) for f in (np.sin(w * t), w * np.cos(w * t), -w * w * np.sin(w * t)))
    tau = np.array([body.lagrangian.inverse(*row, [], G).full()[:, 0] for row in zip(q, v, a, strict=True)])
    world.add(body)
    world.state.v[:] = v[0]
    torques = world.push(
        Torques(
            body,
            Track.sampled(t, tau, kind="vector"),
            course=Track.sampled(t, q, kind="vector"),
            stiffness=5.0,
        )
    )
    effort = []
    world.on_step(lambda: effort.append(np.abs(torques.servo(world)).max()))
    world.run(0.5)
    np.testing.assert_allclose(world.state.q, amplitude * np.sin(w * 0.5), atol=1e-4)
    assert max(effort) < 0.01 * np.abs(tau).max(), "on course there is nothing to serve"


def test_the_servo_brings_a_stray_arm_back():
    still = keys({0: (0.0, 0.0), 2: (0.0, 0.0)})
    ends = {}
    for stiffness in (0.0, 20.0):
        body, world = arm(), weightless(gravity=(0, 0, 0))
        world.add(body)
        world.state.q[:] = [0.3, -0.2]
        world.push(Torques(body, course=still, stiffness=stiffness, damping=stiffness / 10))
        world.run(1.5)
        ends[stiffness] = np.abs(world.state.q).max()
    assert ends[0.0] == pytest.approx(0.3)
    assert ends[20.0] < 0.02


def test_points_are_those_of_the_skeleton():
    world = weightless()
    body = world.add(lamp())
    q = body.skeleton.pose(x=0.3, turn=0.2, arm_lower=0.7, head=-1.0)
    for name in ("head", "rim.top", "head.light", "base.front", "wrist.back"):
        point = body.point(name)
        np.testing.assert_allclose(point.position(q), body.skeleton.position(name, q), atol=1e-12)
        expected = body.lagrangian.jacobian(name)(q, []).full()
        np.testing.assert_allclose(point.jacobian(q), expected, atol=1e-12)


def test_a_lamp_without_muscles_drops_to_the_floor_and_stays_above_it():
    world = supple.World()
    world.add(lamp())
    take = world.run(0.4, fps=30)
    assert take.position("head")[-1, 1] < take.position("head")[0, 1] - 0.05
    lowest = min(take.world_vertices(n.name)[..., 1].min() for n in take.scene.walk() if n.mesh)
    assert lowest > -5e-3


def test_two_lamps_share_a_world_by_name():
    world = weightless()
    world.add(lamp())
    other = world.add(lamp(name="pixie"))
    take = world.run(0.05)
    assert other.name == "pixie"
    assert {"head", "pixie.head"} <= {n.name for n in take.scene.walk()}


def test_torques_of_another_size_are_refused():
    with pytest.raises(InputError, match="a track of 3 numbers, one for each of its muscles"):
        Torques(particle(), keys({0: (1.0, 2.0), 1: (1.0, 2.0)}))
