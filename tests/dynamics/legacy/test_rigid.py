"""A rigid body: flight, tops, pendulums, the floor, and how it is recorded."""

import numpy as np
import pytest
from scipy.special import ellipk

from supple.dynamics import World
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.scene import models
from supple.spatial import from_rotation_vector, rotate

G = 9.81
WOOD = Material("wood", density=600, friction=0.5)
STEEL = Material("steel", hz=120.0, settle=0.1, density=7800, bounce=0.4)
SIZE = dict(width=0.1, height=0.5, depth=0.2)


def floating(integrator="symplectic", step=1 / 200, spin=(1.0, 6.0, 2.0), **world):
    world = World(integrator=integrator, step=step, floor=None, **world)
    return world, world.add(models.box(**SIZE), kind="rigid", at=(0, 1, 0), spin=spin, velocity=(1, 3, 0))


def test_the_kind_rigid_has_seven_coordinates_and_six_velocities():
    world, body = floating()
    assert isinstance(body, RigidBody)
    assert (len(world.state.q), len(world.state.v)) == (7, 6)
    jelly = world.add(models.sphere(), at=(2, 1, 0))
    assert (len(world.state.q), len(world.state.v)) == (19, 18)
    assert world.velocity(jelly.point("top")) == pytest.approx(np.zeros(3), abs=1e-15)
    arm = world.position(body.point("top")) - (0, 1, 0)
    assert world.velocity(body.point("top")) == pytest.approx((1, 3, 0) + np.cross((1, 6, 2), arm))


@pytest.mark.parametrize("integrator", ["symplectic", "explicit", "rk4", "rk45", "implicit"])
def test_free_flight_in_closed_form(integrator):
    """c = c₀ + v₀ t − ½ g t² (Euler schemes: ± ½ g h t), and a turn about a principal axis stays even."""
    h = 1 / 100
    world, _ = floating(integrator, h, spin=(0, 3, 0))
    world.step(50)
    t, q, v = world.time, world.state.q, world.state.v
    lag = {"symplectic": -h, "implicit": -h, "explicit": h}.get(integrator, 0.0)
    assert t == pytest.approx(0.5)
    assert q[:3] == pytest.approx((t, 1 + 3 * t - G * t * (t - lag) / 2, 0), abs=1e-12)
    assert v[:3] == pytest.approx((1, 3 - G * t, 0), abs=1e-12)
    exact = from_rotation_vector((0, 3 * t, 0))
    assert abs(q[3:] @ exact) == pytest.approx(1, abs=1e-8 if integrator == "explicit" else 1e-9)
    assert v[3:] == pytest.approx((0, 3, 0), abs=1e-12)
    assert np.linalg.norm(q[3:]) == pytest.approx(1, abs=1e-15)


def test_symplectic_top_keeps_energy_and_size_of_angular_momentum_to_round_off():
    """About its unstable middle axis, where explicit schemes gain energy."""
    world, body = floating(spin=(0.05, 0.05, 8.0), gravity=(0, 0, 0))
    energy, spin = world.energy(), np.linalg.norm(body.world_inertia(world.state.q) @ world.state.v[3:])
    world.step(600)
    assert world.energy() == pytest.approx(energy, rel=1e-12)
    assert np.linalg.norm(body.world_inertia(world.state.q) @ world.state.v[3:]) == pytest.approx(
        spin, rel=1e-12
    )


@pytest.mark.parametrize(("integrator", "order"), [("symplectic", 1), ("explicit", 1), ("rk4", 4)])
def test_free_top_conserves_to_the_order_of_the_scheme(integrator, order):
    """Energy and angular momentum drift as hᵖ at least."""
    steps = [1 / 50, 1 / 100, 1 / 200]
    energies, spins = [], []
    for h in steps:
        world, body = floating(integrator, h, gravity=(0, 0, 0))
        before, energy = body.momentum(*world.coordinates(body))[1], world.energy()
        world.step(round(0.5 / h))
        after = body.momentum(*world.coordinates(body))[1]
        spins.append(np.linalg.norm(after - before))
        energies.append(abs(world.energy() - energy) / energy)
    assert _slope(steps, spins) > order - 0.15
    if integrator == "symplectic":
        assert max(energies) < 1e-12
    else:
        assert _slope(steps, energies) > order - 0.15


def _slope(steps, errors):
    return np.polyfit(np.log(steps), np.log(np.maximum(errors, 1e-16)), 1)[0]


def _period(kind, angle, material=STEEL, seconds=2.0, **world):
    """Mean time between crossings of the vertical, twice."""
    world = World(floor=None, **world)
    body = world.add(models.box(**SIZE), kind=kind, tilt=angle, material=material)
    top, bottom = body.point("top"), body.point("bottom")
    world.nail(top)
    times, across = [], []
    each = max(round(1 / 240 / world.step_size), 1)
    while world.time < seconds:
        world.step(each)
        times.append(world.time)
        across.append((world.position(bottom) - world.position(top))[0])
    t, x = np.array(times), np.array(across)
    at = np.flatnonzero(x[:-1] * x[1:] < 0)
    zero = t[at] - x[at] * (t[at + 1] - t[at]) / (x[at + 1] - x[at])
    return 2 * (zero[-1] - zero[0]) / (len(zero) - 1)


def _closed_period(angle):
    """T = 4 √(I/(m g l)) K(sin²(θ₀/2)), I/m = (a² + b²)/12 + l²."""
    arm = SIZE["height"] / 2
    inertia = (SIZE["width"] ** 2 + SIZE["height"] ** 2) / 12 + arm**2
    return 4 * np.sqrt(inertia / (G * arm)) * ellipk(np.sin(np.deg2rad(angle) / 2) ** 2)


@pytest.mark.parametrize("angle", [20, 90])
def test_rigid_pendulum_has_the_period_of_the_elliptic_integral(angle):
    """Symplectic: the error falls with h²; at 1/240 s it is (ω h)²/24 ≈ 2e-5."""
    assert _period("rigid", angle, step=1 / 240) == pytest.approx(_closed_period(angle), rel=2e-4)
    assert _period("rigid", angle, step=1 / 60, integrator="rk4") == pytest.approx(
        _closed_period(angle), rel=1e-4
    )


def test_stiff_affine_pendulum_has_the_rigid_period():
    assert _period("affine", 20) == pytest.approx(_closed_period(20), rel=0.01)


def test_rigid_pendulum_keeps_its_energy():
    """The two halves of RATTLE: errors swing within (ω h)² and do not grow."""
    world = World(floor=None, step=1 / 240)
    body = world.add(models.box(**SIZE), kind="rigid", tilt=80)
    world.nail(body.point("top"))
    scale, start, errors = body.mass * G * 0.25, world.energy(), []
    for _ in range(40):
        world.step(24)
        errors.append((world.energy() - start) / scale)
    assert max(np.abs(errors)) < 0.03
    assert abs(np.mean(errors[20:]) - np.mean(errors[:20])) < 3e-3


def test_rigid_box_comes_to_rest_on_the_floor_and_stays():
    world = World()
    body = world.add(
        models.box(width=0.4, height=0.2, depth=0.3), kind="rigid", material=WOOD, at=(0, 0.3, 0), tilt=10
    )
    world.step(round(1.5 / world.step_size))
    corners = body.position(world.state.q, body.coefficients(body.node.surface.vertices))
    assert corners[:, 1].min() == pytest.approx(0, abs=0.005 * 0.2)
    assert np.abs(world.state.v).max() < 1e-6
    before = world.state.q.copy()
    world.step(round(0.5 / world.step_size))
    assert np.abs(world.state.q - before).max() < 1e-5 * 0.2
    assert sum(contact.force[1] for contact in world.contacts()) == pytest.approx(body.mass * G, rel=1e-6)


@pytest.mark.parametrize("integrator", ["symplectic", "rk4"])
def test_rigid_box_slides_as_coulomb_says(integrator):
    """A floor under tilted gravity: below the friction angle it stays, above a = g (sin θ − μ cos θ)."""
    friction = WOOD.friction
    for angle, exact in (
        (20.0, 0.0),
        (40.0, G * (np.sin(np.deg2rad(40)) - friction * np.cos(np.deg2rad(40)))),
    ):
        slope = np.deg2rad(angle)
        world = World(gravity=(G * np.sin(slope), -G * np.cos(slope), 0), integrator=integrator, step=1 / 240)
        world.add(models.box(width=0.4, height=0.1, depth=0.3), kind="rigid", material=WOOD, at=(0, 0.05, 0))
        world.step(24)
        slow, then = world.state.v[0], world.time
        world.step(96)
        assert (world.state.v[0] - slow) / (world.time - then) == pytest.approx(exact, rel=0.02, abs=1e-6)
        if not exact:
            assert abs(world.state.q[0]) < 1e-6


@pytest.mark.parametrize("integrator", ["symplectic", "rk4", "implicit"])
def test_rigid_ball_returns_with_its_restitution(integrator):
    """Steel: e = 0.4 of the speed it comes with."""
    world = World(integrator=integrator, step=1 / 480)
    world.add(models.sphere(radius=0.1), kind="rigid", material=STEEL, at=(0, 0.6, 0))
    fastest = 0.0
    while world.state.v[1] <= 0.0:
        fastest = min(fastest, world.state.v[1])
        world.step()
    assert world.state.v[1] / -fastest == pytest.approx(0.4, rel=0.05)


def test_rigid_take_is_frames_alone():
    """Vertices of the take are the body's material points; there is nothing to morph."""
    world, body = floating()
    take = world.run(0.2, fps=50)
    motion = take.motions["box"]
    assert motion.weights is None
    vertices = body.node.surface.vertices
    assert take.world_vertices("box")[-1] == pytest.approx(
        body.position(world.state.q, body.coefficients(vertices)), abs=1e-12
    )
    assert np.linalg.norm(np.diff(motion.rotation, axis=0), axis=1).max() < 0.2


def test_body_whose_mass_is_off_its_origin_turns_about_its_center():
    node = models.box(**SIZE)
    shifted = node.copy()
    shifted.mesh = node.mesh.transformed([[1, 0, 0, 0.3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    world = World(floor=None, gravity=(0, 0, 0), step=1 / 100)
    body = world.add(shifted, kind="rigid", rotation=(0, 0, np.sin(0.2), np.cos(0.2)), spin=(0, 2, 0))
    where = rotate((0, 0, np.sin(0.2), np.cos(0.2)), (0.3, 0, 0))
    assert body.center(world.state.q) == pytest.approx(where)
    take = world.run(0.5)
    assert take.position("box", (0.3, 0, 0))[-1] == pytest.approx(where, abs=1e-12)
