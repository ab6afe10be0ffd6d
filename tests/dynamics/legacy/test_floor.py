"""The floor: what rests stays, what sticks sticks, what slides slides by Coulomb's law, what is hard bounces."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.dynamics.bodies.materials import MATERIALS, Material, wobble
from supple.dynamics.legacy.contact.points import CONTACT_POINTS, surface_points

G = 9.81
SOFT = wobble(hz=7, settle=0.4, volume=20.0)
HARD = Material("hard", hz=60, settle=0.12, volume=1.0, density=600, friction=0.6)


def on_floor(shape, material, *, kind="auto", gravity=(0, -G, 0), step=None, lift=1e-3, **size):
    world = supple.World(gravity=gravity, step=step)
    node = getattr(supple.models, shape)(**size)
    body = world.add(node, material=material, kind=kind, at=(0, lift - node.surface.bounds[0][1], 0))
    return world, body


def vertices(world, body):
    return body.position(world.state.q, body.coefficients(body.node.surface.vertices))


def carried(world):
    """The force of the floor [N]."""
    if world.runs_on_one_step:
        return sum(contact.force for contact in world.contacts())
    return world.state.memory["touch"].sum(axis=0) / world.step_size


def speed(world, body):
    return body.momentum(world.state.q, world.state.v)[0] / body.mass


@pytest.mark.parametrize("kind", ["affine", "quadratic"])
@pytest.mark.parametrize("shape", ["box", "teapot", "apple"])
@pytest.mark.parametrize("material", [SOFT, wobble(hz=28, settle=0.3, volume=0.5)], ids=["soft", "hard"])
def test_what_rests_neither_sinks_in_nor_creeps(shape, kind, material):
    """Penetration of every vertex ≤ 0.5 % of the height, motion in 10 s ≤ 1e-4 of it; affine ones at 1/240 s."""
    world, body = on_floor(shape, material, kind=kind, step=1 / 240 if kind == "affine" else None)
    world.run(8, fps=1)
    before = vertices(world, body)
    world.run(10, fps=1)
    after = vertices(world, body)
    height = np.ptp(body.node.surface.vertices[:, 1])
    assert after[:, 1].min() > -0.005 * height
    assert np.abs(after - before).max() < 1e-4 * height
    assert carried(world)[1] == pytest.approx(body.mass * G, rel=1e-3)


LIMIT = np.rad2deg(np.arctan(0.6))
"""The friction angle for μ = 0.6 [°]."""
JELLY = replace(MATERIALS["jelly"], friction=0.6)
SLIDERS = {
    "soft slab": ("affine", SOFT, (0.4, 0.1, 0.3)),
    "hard slab": ("affine", HARD, (0.4, 0.1, 0.3)),
    "small jelly cube": ("affine", JELLY, (0.1, 0.1, 0.1)),
    "jelly cube": ("affine", JELLY, (0.4, 0.4, 0.4)),
    "large jelly cube": ("affine", JELLY, (1.2, 1.2, 1.2)),
    "soft cube": ("affine", SOFT, (0.4, 0.4, 0.4)),
    "hard cube": ("affine", HARD, (0.4, 0.4, 0.4)),
    "rigid cube": ("rigid", HARD, (0.4, 0.4, 0.4)),
    "rigid slab": ("rigid", HARD, (0.4, 0.1, 0.3)),
}


def sloped(slider, degrees):
    """Put down on a slope all at once, and watched from 2 s on."""
    kind, material, (width, height, depth) = SLIDERS[slider]
    a = np.deg2rad(degrees)
    gravity, step = (G * np.sin(a), -G * np.cos(a), 0), 1 / 240 if kind == "rigid" else None
    size = dict(width=width, height=height, depth=depth, resolution=1)
    world, body = on_floor("box", material, kind=kind, gravity=gravity, step=step, lift=0.0, **size)
    world.run(2, fps=1)
    return world, body


@pytest.mark.parametrize("slider", SLIDERS)
@pytest.mark.parametrize("share", [0.5, 0.95])
def test_nothing_slides_below_the_friction_angle(slider, share):
    """Up to 0.95 of the angle: what is left in 1 s is what still settles, 2e-3 of the height at most."""
    world, body = sloped(slider, share * LIMIT)
    before = body.center(world.state.q)
    world.run(1, fps=1)
    height = SLIDERS[slider][2][1]
    assert np.linalg.norm(body.center(world.state.q) - before) < 2e-3 * height
    world.run(3, fps=1)
    before = body.center(world.state.q)
    world.run(1, fps=1)
    assert np.linalg.norm(body.center(world.state.q) - before) < 1e-4 * height


@pytest.mark.parametrize("slider", SLIDERS)
@pytest.mark.parametrize("share", [1.05, 1.3])
def test_above_it_everything_slides_by_coulombs_law(slider, share):
    """a = g (sin θ − μ cos θ)."""
    world, body = sloped(slider, share * LIMIT)
    before = speed(world, body)[0]
    world.run(1, fps=1)
    a = np.deg2rad(share * LIMIT)
    assert speed(world, body)[0] - before == pytest.approx(G * (np.sin(a) - 0.6 * np.cos(a)), rel=0.02)


@pytest.mark.parametrize("bounce", [0.0, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("step", [None, 1 / 240])
@pytest.mark.parametrize("shape", ["box", "sphere"])
def test_a_hard_body_returns_with_its_restitution(shape, step, bounce):
    """v⁺ = −e v⁻ of the center; a blow is a step early at most, which costs g h / v < 1.5 %."""
    material = Material("hard", hz=60 if step is None else 26, settle=0.12, volume=0.5, bounce=bounce)
    world, body = on_floor(shape, material, step=step, lift=0.6)
    speeds = []
    for _ in range(int(0.5 / world.step_size)):
        world.step()
        speeds.append(speed(world, body)[1])
    fall = int(np.argmin(speeds))
    assert max(speeds[fall:]) / -speeds[fall] == pytest.approx(bounce, rel=0.05, abs=0.03)


def test_a_blow_never_gives_energy():
    world = supple.World()
    material = Material("hard", hz=60, settle=0.12, volume=1.0, bounce=0.6, friction=0.8)
    world.add(
        supple.models.box(), material=material, at=(0, 1, 0), tilt=31, spin=(3, 1, 5), velocity=(1, 0, 0.5)
    )
    energy = []
    for _ in range(240):
        world.run(1 / 120, fps=120)
        energy.append(world.energy())
    assert np.diff(energy).max() < 1e-3 * energy[0]


def test_hard_bodies_bounce_by_restitution_and_soft_ones_by_their_elasticity():
    heights = {}
    for name, material in {
        "dead": Material(hz=60, settle=0.12),
        "ball": Material(hz=15, settle=1.0, volume=10.0),
        "same": Material(hz=15, settle=1.0, volume=10.0, bounce=1.0),
    }.items():
        world, body = on_floor("sphere", material, lift=0.6)
        world.run(0.37, fps=60)
        heights[name] = world.run(0.6, fps=60).position(body.name)[:, 1].max()
    assert heights["dead"] < 0.21
    assert heights["ball"] > 0.4
    assert heights["same"] == heights["ball"]


def test_a_nailed_body_leans_on_the_floor_without_tearing_its_nail():
    """Constraint rows and contact agree: the nail holds to round-off, and together they carry the weight."""
    world, body = on_floor("box", SOFT, lift=0.0)
    pin = world.nail(body.point((0.2, 0.4, 0.2)))
    at = world.position(pin.constraint.points[0])
    world.run(6, fps=10)
    assert np.abs(world.position(pin.constraint.points[0]) - at).max() < 1e-10
    assert vertices(world, body)[:, 1].min() > -1e-7
    floor = carried(world)
    np.testing.assert_allclose(floor + pin.force, [0, body.mass * G, 0], atol=1e-3 * body.mass * G)


def test_a_floor_may_lie_anywhere_or_nowhere():
    for floor, reach in ((-0.5, -0.5), (None, -1.0)):
        world = supple.World(floor=floor)
        body = world.add(supple.models.box(), at=(0, 0.3, 0), material=SOFT)
        world.run(1, fps=1)
        low = vertices(world, body)[:, 1].min()
        assert low > reach - 1e-3 if floor is not None else low < reach


def test_only_corners_of_the_hull_may_touch_first_where_the_hull_stays_convex():
    world = supple.World(collide=False)
    box = world.add(supple.models.box())
    pot = world.add(supple.models.teapot(), kind="quadratic")
    assert len(surface_points(box)) == 8
    assert len(surface_points(pot)) == CONTACT_POINTS


def test_equal_starts_give_equal_bytes_after_a_rewind_in_contact():
    world, _ = on_floor("teapot", "jelly", lift=0.4)
    world.run(0.5)
    kept = world.snapshot()
    world.run(0.5)
    first = world.state.q.tobytes()
    world.rewind(kept)
    world.run(0.5)
    assert world.state.q.tobytes() == first
