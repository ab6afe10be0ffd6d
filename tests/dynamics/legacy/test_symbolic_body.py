"""A Lagrangian as a body of the world: against closed forms, a rigid body, and its own definition."""

import casadi as ca
import numpy as np
import pytest

from supple.dynamics import World
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.bodies.deformable import Spring, deformable
from supple.dynamics.legacy.bodies.symbolic import SymbolicBody
from supple.errors import InputError, UnknownNameError
from supple.mechanics import Lagrangian
from supple.scene import Node, models
from supple.spatial import rotate

G = 9.81
GRIPPY = Material("grippy", friction=0.8)


def turn(angle):
    c, s = ca.cos(angle), ca.sin(angle)
    return ca.blockcat([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def rod(name, length=1.0):
    return Node(name, models.box(width=0.1, height=length, depth=0.1).surface.transformed(
        [[1, 0, 0, 0], [0, 1, 0, -length / 2], [0, 0, 1, 0], [0, 0, 0, 1]]))  # fmt: skip


def pendulum(rest=(0.4, -0.2), name="pendulum"):
    """Two rods of 1 m hanging from (0, 2, 0), absolute angles: no coordinate translates it."""
    q, v = ca.SX.sym("q", 2), ca.SX.sym("v", 2)
    top = ca.vertcat(0, 2, 0)
    R = [turn(q[i]) for i in range(2)]
    down = ca.vertcat(0, -1, 0)
    elbow = top + R[0] @ down
    inertia = np.diag([0.1, 0.01, 0.1])
    body = Lagrangian(
        name,
        q,
        v,
        masses=[(1.0, top + R[0] @ down / 2), (1.0, elbow + R[1] @ down / 2)],
        spins=[(ca.vertcat(0, 0, v[i]), inertia) for i in range(2)],
        points={"elbow": elbow, "tip": elbow + R[1] @ down},
    )
    model = Node("pendulum", children=[rod("upper")])
    model.children[0].add(rod("lower")).place(translation=(0, -1, 0)).add(Node("end", translation=(0, -1, 0)))
    return SymbolicBody(
        body, model, frames={"upper": (R[0], top), "lower": (R[1], elbow)}, rest=rest, name=name
    )


def brick(rest=(0.0, 1.0, 0.0)):
    """A box in the plane z = 0: x, y and a turn, its mass and inertia those of wood."""
    q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
    origin, size = ca.vertcat(q[0], q[1], 0), (0.4, 0.2, 0.2)
    mass = 600 * float(np.prod(size))
    inertia = np.diag([1, 1, mass * (size[0] ** 2 + size[1] ** 2) / 12])
    body = Lagrangian("brick", q, v, masses=[(mass, origin)], spins=[(ca.vertcat(0, 0, v[2]), inertia)])
    model = models.box(width=size[0], height=size[1], depth=size[2])
    return SymbolicBody(body, model, frames={"box": (turn(q[2]), origin)}, rest=rest, material=GRIPPY)


def stretcher(rest=(0.0, 1.0, 0.0, 1.0)):
    """A block that moves, and stretches along Y; x = (q₀, q₁, q₂) + (r₀, q₃ r₁, r₂)."""
    q, v, r = ca.SX.sym("q", 4), ca.SX.sym("v", 4), ca.SX.sym("r", 3)
    x = q[:3] + ca.vertcat(r[0], q[3] * r[1], r[2])
    corners = [
        ca.substitute(x, r, ca.DM(c))
        for c in ([0.1, 0.2, 0], [-0.1, 0.2, 0], [0, -0.2, 0.1], [0, -0.2, -0.1])
    ]
    body = Lagrangian(
        "stretcher",
        q,
        v,
        masses=[(0.5, c) for c in corners],
        potential=20 * (q[3] - 1) ** 2,
        dissipation=0.05 * v[3] ** 2,
    )
    return SymbolicBody(body, models.box(width=0.2, height=0.4, depth=0.2), deformation=(r, x), rest=rest)


def test_gravity_swings_what_no_coordinate_translates_and_energy_stays():
    """Energy error of rk4 falls with the fourth power of the step or better."""
    errors = []
    for step in (1 / 50, 1 / 100):
        world = World(floor=None, integrator="rk4", step=step)
        world.add(pendulum(rest=(1.2, 1.8)))
        start = world.energy()
        world.step(round(1 / step))
        errors.append(abs(world.energy() - start))
    assert errors[1] < 1e-5
    assert np.log2(errors[0] / errors[1]) > 3.5


def test_small_swings_have_the_frequency_of_the_linearised_equations():
    """K = ∂²V/∂q², M q̈ + K q = 0: the lower normal mode comes back after a period."""
    body = pendulum()
    M = body.mass_matrix(np.zeros(2))
    K = np.diag([1.5, 0.5]) * G
    values, modes = np.linalg.eig(np.linalg.solve(M, K))
    slow = int(values.argmin())
    start = 1e-3 * modes[:, slow]
    period = 2 * np.pi / np.sqrt(values[slow])
    world = World(floor=None, integrator="rk4", step=period / 200)
    world.add(pendulum(rest=start))
    world.step(200)
    assert world.state.q == pytest.approx(start, abs=2e-8)


def test_a_flying_brick_falls_and_turns_as_a_rigid_body_does():
    world = World(floor=None, integrator="rk4", step=1 / 100)
    world.add(brick(), velocity=(1, 2, 0), spin=(0, 0, 3))
    world.step(50)
    assert world.state.q == pytest.approx([0.5, 1 + 1 - G * 0.125, 1.5], abs=1e-12)
    linear, angular = world.bodies[0].momentum(*world.coordinates(world.bodies[0]))
    mass = world.bodies[0].mass
    assert linear == pytest.approx(mass * np.array([1, 2 - G / 2, 0]))
    assert angular[2] == pytest.approx(mass * (0.5 * (2 - G / 2) - (2 - G * 0.125)) + mass * 0.2 / 12 * 3)


def test_it_lands_and_rests_on_the_floor_like_a_rigid_body():
    world = World(step=1 / 480)
    world.add(brick(rest=(0, 0.3, 0.4)))
    world.run(2.5)
    assert world.state.q[1:] == pytest.approx([0.1, 0.0], abs=2e-3)
    assert np.abs(world.state.v).max() < 1e-3
    touch = world.state.memory["touch"]
    assert touch[:, 1].sum() * 480 == pytest.approx(world.bodies[0].mass * G, rel=1e-3)


def test_a_chain_of_links_can_be_nailed_and_stays_at_the_nail():
    world = World(floor=None, step=1 / 240)
    body = world.add(pendulum())
    world.nail(body.point("tip"))
    where = world.position(body.point("tip"))
    world.run(0.5)
    assert world.position(body.point("tip")) == pytest.approx(where, abs=1e-9)


def test_points_follow_their_links():
    body = pendulum()
    q = np.array([0.7, -0.9])
    elbow = [np.sin(0.7), 2 - np.cos(0.7), 0]
    tip = np.add(elbow, [np.sin(-0.9), -np.cos(-0.9), 0])
    assert body.point("elbow").position(q) == pytest.approx(elbow)
    assert body.point("lower").position(q) == pytest.approx(elbow)
    assert body.point("tip").position(q) == pytest.approx(tip)
    assert body.point("end").position(q) == pytest.approx(tip)
    with pytest.raises(UnknownNameError, match="top"):
        body.point("knee")


@pytest.mark.parametrize("make", [pendulum, brick, stretcher])
def test_jacobian_velocity_and_bias_are_derivatives_of_the_position(make):
    body = make()
    rng = np.random.default_rng(1)
    q, v = body.rest + 0.3 * rng.normal(size=body.nq), rng.normal(size=body.nq)
    c = body.coefficients(body.node.surface.vertices[:5])
    e = 1e-4
    ahead, here, back = (body.position(q + t * v, c) for t in (e, 0.0, -e))
    assert body.velocity(q, v, c) == pytest.approx((ahead - back) / (2 * e), abs=1e-7)
    J = np.array([body.jacobian(q, row) for row in c])
    assert J @ v == pytest.approx(body.velocity(q, v, c), abs=1e-12)
    bias = np.array([body.bias(q, v, row) for row in c])
    assert bias == pytest.approx((ahead - 2 * here + back) / e**2, abs=1e-6)


def test_a_deforming_block_bounces_by_its_own_elasticity():
    world = World()
    body = world.add(stretcher())
    take = world.run(1.5)
    stretch = np.ptp(take.motions["stretcher"].vertices[..., 1], axis=1) / 0.4
    assert stretch.min() < 0.9
    lowest = (take.motions["stretcher"].vertices + take.motions["stretcher"].translation[:, None])[
        ..., 1
    ].min()
    assert lowest > -5e-3
    assert body.point("top").position(body.rest) == pytest.approx([0, 1.2, 0])


def test_free_wobble_of_the_stretch_has_its_frequency():
    """40 (q₃ − 1) = −m q̈₃ with m = Σ ½ (0.2)² = 0.08: ω² = 500, damped by 0.1/0.08/2 a second."""
    world = World(floor=None, integrator="rk4", step=1 / 1000)
    world.add(stretcher(rest=(0, 1, 0, 1.1)))
    rate = 0.1 / 0.08 / 2
    w = np.sqrt(500 - rate**2)
    world.step(300)
    t = world.time
    assert world.state.q[3] - 1 == pytest.approx(
        0.1 * np.exp(-rate * t) * (np.cos(w * t) + rate / w * np.sin(w * t)), abs=1e-7
    )


def test_implicit_steps_calm_what_is_stiff():
    world = World(floor=None, integrator="implicit", step=1 / 30)
    world.add(stretcher(rest=(0, 1, 0, 1.3)))
    world.step(60)
    assert abs(world.state.q[3] - 1) < 0.05


def test_the_step_is_fine_enough_for_its_stiffness():
    world = World()
    world.add(stretcher())
    assert np.sqrt(500) * world.step_size < 0.5
    assert world.bodies[0].quickest() == pytest.approx(np.sqrt(500))


def test_a_take_shows_every_link_where_the_body_has_it():
    world = World(floor=None)
    for name in ("pendulum", "other"):
        world.add(pendulum(name=name))
    take = world.run(0.25)
    q = world.state.q[:2]
    assert {"upper", "lower", "other.upper", "other.lower"} <= set(take.motions)
    for node in ("end", "other.end"):
        assert take.world(node)[-1, :3, 3] == pytest.approx(
            world.bodies[0].point("tip").position(q), abs=1e-9
        )
    turned = rotate(take.motions["upper"].rotation[-1], np.array([0.0, -1.0, 0.0]))
    assert turned == pytest.approx([np.sin(q[0]), -np.cos(q[0]), 0], abs=1e-9)


def test_parameters_are_changed_for_one_body():
    q, v, m = ca.SX.sym("q", 3), ca.SX.sym("v", 3), ca.SX.sym("m")
    ball = Lagrangian("ball", q, v, masses=[(m, q)], parameters={"m": (m, 1.0)})
    heavy = SymbolicBody(ball, models.sphere(), frames={"sphere": (np.eye(3), q)}, parameters={"m": 4.0})
    assert heavy.mass == 4.0
    assert heavy.mass_matrix(np.zeros(3)) == pytest.approx(4 * np.eye(3))


def stretched(r, tall, lean):
    return ca.vertcat(r[0] + lean * r[1], tall * r[1], r[2])


def test_a_deformation_of_ones_own_swings_as_its_springs_say():
    """One coordinate of a held block: s = 1 + ¼ e^(−3t/settle) (cos ωt + …), half a period and one later."""
    springs = {"tall": Spring(hz=2.0, settle=3.0, rest=1.0, start=1.25)}
    body = deformable(models.box(), lambda r, tall: stretched(r, tall, 0.0), springs, at=(0, 1, 0), held=True)
    world = World(gravity=(0, 0, 0), floor=None, integrator="rk4", step=1 / 500)
    world.add(body)
    rate = 1.0
    w = np.sqrt((4 * np.pi) ** 2 - rate**2)
    for _ in range(2):
        world.step(125)
        t = world.time
        expected = 1 + 0.25 * np.exp(-rate * t) * (np.cos(w * t) + rate / w * np.sin(w * t))
        assert world.state.q[0] == pytest.approx(expected, abs=1e-6)


def test_a_free_deformation_keeps_its_momentum_and_falls():
    springs = {
        "tall": Spring(hz=4.0, settle=1.0, rest=1.0, start=1.2),
        "lean": Spring(hz=3.0, settle=1.0, start=0.2),
    }
    body = deformable(models.box(), stretched, springs, at=(0, 3, 0), turn=(0.2, 0.1, 0.3))
    world = World(floor=None, integrator="rk4", step=1 / 500)
    world.add(body, velocity=(1, 0, 0), spin=(0, 1, 0.5))
    start = body.momentum(*world.coordinates(body))
    center = body.center(body.rest)
    spin = start[1] - np.cross(center, start[0])
    world.step(200)
    linear, angular = body.momentum(*world.coordinates(body))
    assert linear - start[0] == pytest.approx(
        body.mass * np.array([0, -G, 0]) * world.time, rel=1e-9, abs=1e-9
    )
    now = body.center(world.state.q)
    assert now == pytest.approx(center + [0.4, -G * 0.08, 0], abs=1e-9)
    assert angular - np.cross(now, linear) == pytest.approx(spin, abs=1e-7)
    assert np.linalg.norm(spin) > 0.01


def test_springs_that_make_no_sense_are_named():
    with pytest.raises(InputError, match="hz is 0"):
        Spring(hz=0, settle=1)


def test_bad_definitions_are_named():
    q, v = ca.SX.sym("q", 3), ca.SX.sym("v", 3)
    ball = Lagrangian("ball", q, v, masses=[(1.0, q)])
    with pytest.raises(InputError, match="needs `frames` or a `deformation`"):
        SymbolicBody(ball, models.sphere())
    with pytest.raises(UnknownNameError, match="did you mean 'sphere'"):
        SymbolicBody(ball, models.sphere(), frames={"spere": (np.eye(3), q)})
    flat = Lagrangian("flat", q, v, masses=[(1.0, ca.vertcat(q[0] + q[1], q[1] + q[0], q[2]))])
    with pytest.raises(InputError, match="without inertia"):
        SymbolicBody(flat, models.sphere(), frames={"sphere": (np.eye(3), q)})
