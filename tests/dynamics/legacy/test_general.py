"""The path for worlds whose matrices are not constant: distances, mixes, strengths, impulses, contact."""

import numpy as np
import pytest

import supple
from supple.dynamics import World
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy import running, striding
from supple.dynamics.legacy.constraints.distance import distance
from supple.dynamics.legacy.constraints.linear import follow, slide
from supple.dynamics.legacy.forces import Spring
from supple.dynamics.legacy.integrators.ending import project
from supple.errors import ConflictError, InputError, SuppleWarning
from supple.scene import models

G = 9.81
JELLY = Material("jelly", hz=3.5, settle=1.1, volume=3.0, density=900)
STICK = dict(width=0.1, height=0.4, depth=0.1)


def mixed(integrator="symplectic", step=1 / 480, floor=None):
    """A rigid stick nailed up, a rod from its end to a jelly box, and an attached rigid ball."""
    world = World(integrator=integrator, step=step, floor=floor)
    stick = world.add(models.box(**STICK), kind="rigid", at=(0, 2, 0), tilt=70, name="stick")
    jelly = world.add(models.box(), material=JELLY, at=(0.6, 1.6, 0.1), name="jelly")
    world.nail(stick.point("top"))
    world.keep_apart(stick.point("bottom"), jelly.point("left"))
    return world, stick, jelly


@pytest.mark.parametrize("integrator", ["symplectic", "explicit", "rk4", "rk45", "implicit"])
def test_distance_and_nail_hold_to_round_off(integrator):
    world, stick, jelly = mixed(integrator)
    a, b, top = stick.point("bottom"), jelly.point("left"), stick.point("top")
    length, where = np.linalg.norm(world.position(a) - world.position(b)), world.position(top)
    for _ in range(60):
        world.step()
        apart = world.position(a) - world.position(b)
        assert np.linalg.norm(apart) == pytest.approx(length, abs=1e-12)
        assert world.position(top) == pytest.approx(where, abs=1e-12)
        assert apart @ (world.velocity(a) - world.velocity(b)) == pytest.approx(0, abs=1e-11)  # ċ = 0
    assert not world.compiled


def test_distance_derivatives():
    """B = ∂c/∂x, ċ and c̈ along x(t) = x + ẋ t + ½ ẍ t², by differences."""
    _, stick, jelly = mixed()
    c = distance(stick.point("top"), jelly.point("top"), 0.7)
    rng = np.random.default_rng(2)
    x, xdot, xddot = rng.normal(size=(3, 2, 3))

    def value(t):
        return c.value(x + xdot * t + xddot * t**2 / 2, 0.0)[0]

    h = 1e-4
    assert c.rate(x, xdot, 0.0)[0] == pytest.approx((value(h) - value(-h)) / (2 * h), rel=1e-6)
    blocks = c.blocks_at(x, 0.0)
    second = (
        sum(float(block[0] @ a) for block, a in zip(blocks, xddot, strict=True)) + c.bias(x, xdot, 0.0)[0]
    )
    assert second == pytest.approx((value(h) - 2 * value(0) + value(-h)) / h**2, rel=1e-5)
    for i, block in enumerate(blocks):
        for axis in range(3):
            e = np.zeros((2, 3))
            e[i, axis] = h
            assert block[0, axis] == pytest.approx(
                (c.value(x + e, 0) - c.value(x - e, 0))[0] / (2 * h), abs=1e-7
            )


def test_all_rows_of_a_mixed_world_against_differences():
    """J v and bias of every constraint, a moving path and a slide among them, along the flow."""
    world, stick, jelly = mixed()
    track = supple.keys({0: (0.0, 2.0, 0.0), 0.5: (0.3, 2.4, 0.1), 1: (0.5, 1.9, 0.3)})
    world.constrain(follow(jelly.point("top"), track))
    world.constrain(slide(stick.point("bottom"), (1, 0.5, 0), track))
    system = striding.system_of(world, world.handles, 1 / 480)
    rng = np.random.default_rng(4)
    q = world.structure.flow(world.state.q, rng.normal(size=world.structure.v_size), 0.05)
    v, t, h = rng.normal(size=world.structure.v_size), 0.3, 1e-4

    def at(s):
        return system.gaps(world.structure.flow(q, v, s), t + s)

    assert system.rates(q, v, t) == pytest.approx((at(h) - at(-h)) / (2 * h), rel=1e-6, abs=1e-7)
    assert system.biases(q, v, t) == pytest.approx((at(h) - 2 * at(0) + at(-h)) / h**2, rel=1e-4, abs=1e-6)
    assert system.jacobian(q, t) @ v == pytest.approx(
        system.rates(q, v, t) - system.rates(q, 0 * v, t), abs=1e-12
    )


def jellies():
    world = World(floor=None, step=1 / 500)
    a = world.add(models.box(**STICK), material=JELLY, tilt=50, at=(0, 2, 0), name="a")
    b = world.add(models.box(), material=JELLY, at=(0.5, 1.8, 0), name="b")
    world.nail(a.point("top"))
    pull = world.constrain(follow(b.point("top"), supple.keys({0: (0.5, 2.0, 0), 1: (1.0, 2.2, 0.2)})))
    return world, pull


@pytest.mark.parametrize("strength", [0.02, 0.4, 0.9])
def test_strengths_mean_what_they_mean_in_the_one_step(strength):
    """The same all-linear world through both paths: nail exact, path soft; forces too."""
    worlds = [jellies(), jellies()]
    for _, pull in worlds:
        pull.strength = strength
    (compiled, pull), (general, other) = worlds
    assert compiled.runs_on_one_step
    compiled.step(100)
    striding.stride(general, 100, general.step_size, lambda: running.pushed(general))
    assert general.state.q == pytest.approx(compiled.state.q, abs=1e-10)
    assert general.state.v == pytest.approx(compiled.state.v, abs=1e-9)
    assert other.force == pytest.approx(pull.force, abs=1e-6)


def test_exact_path_through_both_paths_agrees_to_first_order():
    """Compiled velocities are those of the step's chord, general ones those of its end: they differ by h n̈/2."""
    (compiled, _), (general, _) = jellies(), jellies()
    compiled.step(50)
    striding.stride(general, 50, general.step_size, lambda: running.pushed(general))
    assert general.state.q == pytest.approx(compiled.state.q, abs=2e-3)


@pytest.mark.parametrize("strength", [0.3, 0.8])
@pytest.mark.parametrize("integrator", ["symplectic", "rk4", "implicit"])
def test_a_weak_nail_pulls_a_rigid_body_back_whatever_the_mass(integrator, strength):
    """Critically damped: ω = 1/response; x = (1 + ω t) e^(−ω t) without gravity."""
    h = 1 / 480
    world = World(floor=None, gravity=(0, 0, 0), step=h, integrator=integrator)
    body = world.add(models.sphere(radius=0.1), kind="rigid", at=(0.2, 1, 0))
    handle = world.nail(body.point((0.2, 1, 0)), at=(0, 1, 0))
    handle.strength = strength
    w = handle.frequency(0, h)
    steps = max(round(1.5 / (w * h)), 1)
    world.step(steps)
    t = steps * h
    exact = 0.2 * (1 + w * t) * np.exp(-w * t)
    assert world.state.q[0] == pytest.approx(exact, abs=0.2 * max(w * h, 1e-6))


def test_a_nail_carries_the_weight_and_a_rod_pulls_along_itself():
    """At rest: nail m g; a rod pulls up what hangs from it."""
    world = World(floor=None, integrator="implicit", step=1 / 60, drag=8.0)
    stick = world.add(models.box(**STICK), kind="rigid", material="wood", at=(0, 2, 0), name="stick")
    ball = world.add(models.sphere(radius=0.1), kind="rigid", material="wood", at=(0, 1.2, 0), name="ball")
    nail, rod = world.nail(stick.point("top")), world.keep_apart(stick.point("bottom"), ball.point("top"))
    world.step(120)
    assert nail.force == pytest.approx((0, (stick.mass + ball.mass) * G, 0), abs=1e-6)
    assert rod.force == pytest.approx([-ball.mass * G], rel=1e-9)


@pytest.mark.parametrize("integrator", ["rk4", "explicit", "symplectic"])
def test_handle_force_of_a_swinging_pendulum(integrator):
    """A bob of small size on an arm l: tension m g cos θ + m l ω² along the arm."""
    world = World(floor=None, integrator=integrator, step=1 / 500)
    bob = world.add(models.sphere(radius=0.02), kind="rigid", at=(0.5, 2, 0))
    anchor = world.add(models.box(**STICK), kind="rigid", material="steel", at=(0, 2, 0), name="anchor")
    for where in ("top", "bottom", "left"):
        world.nail(anchor.point(where))
    rod = world.keep_apart(bob.point((0.5, 2, 0)), anchor.point((0, 2, 0)))
    world.step(80)
    arm = world.state.q[:3] - (0, 2, 0)
    speed = world.state.v[:3]
    along = arm / np.linalg.norm(arm)
    tension = bob.mass * (G * -along[1] + speed @ speed / 0.5)
    assert -rod.force[0] == pytest.approx(tension, rel=0.02)


def test_kick_shares_out_and_a_held_point_refuses():
    """Δ of the point is as asked, the nail stays still; a nailed point cannot be kicked."""
    world, stick, jelly = mixed()
    end, top = stick.point("bottom"), stick.point("top")
    perpendicular = np.cross((0, 0, 1), world.position(end) - world.position(top))
    world.kick(end, perpendicular)
    assert world.velocity(end) == pytest.approx(perpendicular, abs=1e-10)
    assert world.velocity(top) == pytest.approx(np.zeros(3), abs=1e-10)
    with pytest.raises(InputError, match=r"stick.top.* is held; it cannot be kicked"):
        world.kick(top, (1, 0, 0))
    assert isinstance(jelly.name, str)


def test_assemble_brings_rigid_parts_together():
    world = World(floor=None)
    a = world.add(models.box(**STICK), kind="rigid", at=(0, 2, 0), name="a")
    b = world.add(models.box(**STICK), kind="rigid", at=(0.05, 1.55, 0.02), tilt=20, name="b")
    world.nail(a.point("top"))
    world.attach(a.point("bottom"), b.point("top"))
    with pytest.raises(
        InputError, match=r"'attach a.bottom to b.top' starts .* m apart; bring the parts together"
    ):
        world.step()
    world.assemble()
    assert world.position(a.point("bottom")) == pytest.approx(world.position(b.point("top")), abs=1e-12)
    assert np.linalg.norm(world.state.q[3:7]) == pytest.approx(1, abs=1e-15)
    world.step(10)


def test_what_follows_from_others_and_what_contradicts_them_is_named():
    """Three nails hold a rigid body, a fourth says nothing new; a path that leads it away contradicts them."""
    world = World(floor=None)
    body = world.add(models.box(**STICK), kind="rigid", at=(0, 2, 0))
    nails = [world.nail(body.point(side)) for side in ("top", "bottom", "left", "front")]
    with pytest.warns(SuppleWarning, match=r"'nail box\.front' follows from 'nail box\.top', 'nail"):
        world.step(20)
    assert nails[3].redundant
    assert nails[3].force == pytest.approx((0, 0, 0), abs=1e-9)
    assert np.abs(world.state.v).max() < 1e-12
    assert sum(n.force for n in nails) == pytest.approx((0, body.mass * G, 0), abs=1e-8)
    back = world.position(body.point("back"))
    path = supple.keys({0: back, 1: back, 2: back + 1}, interpolate="linear")
    lead = world.constrain(follow(body.point("back"), path))
    with pytest.warns(SuppleWarning, match=r"'follow box\.back' follows from 'nail"):
        world.step()
    lead.strength = 0.0
    world.step(round(1.2 / world.step_size))
    lead.strength = 1.0
    with pytest.raises(ConflictError, match=r"'follow box\.back' and 'nail box\.top'.* m apart"):
        world.step()


def test_a_path_that_leads_what_others_hold_is_a_conflict():
    world = World(floor=None)
    body = world.add(models.box(**STICK), kind="rigid", at=(0, 2, 0))
    for side in ("top", "bottom", "left"):
        world.nail(body.point(side))
    back = world.position(body.point("back"))
    path = supple.keys({0: back, 0.1: back, 1: back + 1}, interpolate="linear")
    world.constrain(follow(body.point("back"), path), spare=True)
    world.step(round(0.1 / world.step_size))
    with pytest.raises(
        ConflictError, match=r"'follow box\.back' and 'nail box\.top'.* cannot all hold: .* m apart"
    ):
        world.step(100)


def test_a_joint_that_says_a_little_new_is_not_called_redundant():
    """The second end of a hinge fixes two directions, and repeats the third, along the axis."""
    world = World(floor=None)
    door = world.add(models.box(**STICK), kind="rigid", at=(0, 2, 0))
    pins = [world.nail(door.point(where)) for where in ("top", "bottom")]
    world.step(50)
    assert not any(pin.redundant for pin in pins)
    assert pins[0].force + pins[1].force == pytest.approx((0, door.mass * G, 0), abs=1e-8)


def test_momentum_of_a_free_mix_is_conserved():
    """No nail, no gravity: rods and attachments are internal."""
    world = World(floor=None, gravity=(0, 0, 0), step=1 / 480)
    a = world.add(
        models.box(**STICK), kind="rigid", velocity=(1, 0, 0), spin=(1, 3, 2), at=(0, 2, 0), name="a"
    )
    b = world.add(models.box(), material=JELLY, velocity=(1, 0, 0), at=(0.5, 2, 0), name="b")
    world.keep_apart(a.point("top"), b.point("right"))
    world.settle_velocities()

    def momentum():
        return sum(np.concatenate(x.momentum(*world.coordinates(x))) for x in (a, b))

    before = momentum()
    world.step(200)
    assert momentum()[:3] == pytest.approx(before[:3], rel=1e-12, abs=1e-10)
    assert momentum()[3:] == pytest.approx(before[3:], rel=0.02)


def test_release_and_rewind():
    world, stick, jelly = mixed(floor=1.3)
    world.collide = False
    world.step(20)
    kept = world.snapshot()
    world.step(40)
    first = world.state.q.tobytes(), world.state.v.tobytes()
    world.rewind(kept)
    world.step(40)
    assert (world.state.q.tobytes(), world.state.v.tobytes()) == first
    before = world.velocity(stick.point("bottom"))
    world.handles[1].release()
    assert world.velocity(stick.point("bottom")) == pytest.approx(before, abs=1e-9)
    world.handles[0].release()
    world.step(round(1.0 / world.step_size))
    assert {contact.b for contact in world.contacts()} == {stick, jelly}
    for body in (stick, jelly):
        q, _ = world.coordinates(body)
        assert body.position(q, body.coefficients(body.node.surface.vertices))[:, 1].min() > 1.3 - 1e-3


@pytest.mark.parametrize("integrator", ["symplectic", "rk4", "implicit"])
def test_floor_and_nail_share_the_weight_of_a_leaning_plank(integrator):
    """Moments about the nail, without friction: N (x_edge − x_nail) = m g (x_center − x_nail), at once."""
    world = World(integrator=integrator, step=1 / 480)
    slick = Material("ice", density=900, friction=0.0)
    plank = world.add(
        models.box(width=0.4, height=0.1, depth=0.2, resolution=1), kind="rigid", material=slick, tilt=30
    )
    corners = plank.position(world.state.q, plank.coefficients(plank.node.surface.vertices))
    world.state.q[1] -= corners[:, 1].min()
    upper = plank.point("left")
    nail, edge = world.nail(upper), corners[corners[:, 1].argmin(), 0]
    reach = (world.state.q[0] - world.position(upper)[0]) / (edge - world.position(upper)[0])
    for _ in range(3):
        world.step()
        floor = (
            sum(contact.force[1] for contact in world.contacts())
            if integrator == "symplectic"
            else world.state.memory["touch"][:, 1].sum() / world.step_size
        )
        assert floor == pytest.approx(plank.mass * G * reach, rel=1e-3)
        assert nail.force[1] == pytest.approx(plank.mass * G * (1 - reach), rel=1e-3)


def test_forces_act_at_every_stage():
    """A spring on a rigid ball under RK4: x = x₀ cos √(k/m) t, to h⁴."""
    world = World(floor=None, gravity=(0, 0, 0), integrator="rk4", step=1 / 50)
    ball = world.add(models.sphere(radius=0.1), kind="rigid", at=(0.6, 1, 0), name="ball")
    wall = world.add(models.box(**STICK), kind="rigid", at=(0, 1, 0), name="wall")
    for side in ("top", "bottom", "left"):
        world.nail(wall.point(side))
    k = 40.0 * ball.mass
    world.push(Spring(ball.point((0.6, 1, 0)), wall.point((0, 1, 0)), k, length=0.5))
    world.step(25)
    assert world.state.q[0] == pytest.approx(0.5 + 0.1 * np.cos(np.sqrt(40) * 0.5), abs=1e-5)


def test_projection_is_the_least_motion_in_the_metric_of_mass():
    """Two free balls pulled to a distance: each moves in proportion to the other's mass."""
    world = World(floor=None)
    a = world.add(models.sphere(radius=0.1), kind="rigid", material="steel", at=(0, 1, 0), name="a")
    b = world.add(models.sphere(radius=0.1), kind="rigid", material="wood", at=(1, 1, 0), name="b")
    handle = world.keep_apart(a.point((0, 1, 0)), b.point((1, 1, 0)), 0.8)
    q = project(striding.system_of(world, [handle], 1 / 480), world.state.q, 0.0)
    assert a.mass * (q[0] - 0) == pytest.approx(b.mass * (1 - q[7]), rel=1e-9)
    assert q[7] - q[0] == pytest.approx(0.8, abs=1e-12)


def test_bad_distances():
    world, stick, jelly = mixed()
    with pytest.raises(InputError, match="belong to one body"):
        world.keep_apart(stick.point("top"), stick.point("bottom"))
    with pytest.raises(InputError, match="must be positive"):
        world.keep_apart(stick.point("top"), jelly.point("top"), -1.0)


@pytest.mark.parametrize("integrator", ["implicit", "rk4"])
@pytest.mark.parametrize("bounce", [0.0, 0.5, 0.9])
def test_a_hard_deformable_bounces_as_a_whole(integrator, bounce):
    """v⁺ = −e v⁻ of the center, though its corners are what hits; the blow is a step early at most."""
    hard = Material("hard", hz=60, settle=0.12, volume=0.5, bounce=bounce)
    world = World(integrator=integrator, step=1 / 480 if integrator == "rk4" else 1 / 240)
    body = world.add(models.box(resolution=1), material=hard, at=(0, 0.8, 0))
    speeds = []
    for _ in range(round(0.5 / world.step_size)):
        world.step()
        speeds.append(body.momentum(*world.coordinates(body))[0][1] / body.mass)
    fall = int(np.argmin(speeds))
    assert max(speeds[fall:]) / -speeds[fall] == pytest.approx(bounce, rel=0.05, abs=0.05)


def test_what_bounces_and_what_rests_is_told_by_the_worlds_own_gravity():
    """A step of free fall on the moon is a slow blow here: with a sixth of g a sixth of the speed still bounces."""
    for pull, higher in ((9.81, False), (1.6, True)):
        world = World(gravity=(0, -pull, 0), step=1 / 60)
        ball = world.add(
            models.box(), kind="rigid", material=Material(bounce=0.9), velocity=(0, -0.4, 0), at=(0, 0.201, 0)
        )
        world.step(2)
        assert bool(world.velocity(ball.point("top"))[1] > 0.1) is higher


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_air_takes_its_share_by_world_and_by_material(kind):
    """v = v₀ e^(−(d + d_m) t), to h d²/2."""
    world = World(floor=None, gravity=(0, 0, 0), drag=0.5, step=1e-3)
    down = world.add(
        models.box(), kind=kind, material=Material("down", drag=1.5), velocity=(1, 0, 0), name="down"
    )
    lead = world.add(
        models.box(), kind=kind, material=Material("lead"), velocity=(1, 0, 0), at=(0, 2, 0), name="lead"
    )
    world.step(500)
    for body, rate in ((down, 2.0), (lead, 0.5)):
        speed = body.momentum(*world.coordinates(body))[0][0] / body.mass
        assert speed == pytest.approx(np.exp(-rate * 0.5), rel=1e-3 * rate**2)
