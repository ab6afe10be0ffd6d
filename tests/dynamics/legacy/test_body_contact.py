"""Bodies against bodies: action is reaction, stacks stand, blows return, joints are left alone, heaps rest."""

import numpy as np
import pytest

import supple
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.contact.locate import locate
from supple.dynamics.legacy.contact.narrow import gaps_in
from supple.dynamics.legacy.contact.pairs import overlapping
from supple.dynamics.legacy.contact.points import face_of
from supple.dynamics.legacy.contact.shapes import Superquadric, shape_arrays
from supple.dynamics.legacy.contact.solids import solid_of
from supple.dynamics.legacy.contact.spread import FLAT, ROUND, SHARP
from supple.scene import models

G = 9.81
HARD = Material("hard", hz=60, settle=0.12, volume=1.0, density=600, friction=0.5, bounce=0.6)
DEAD = Material("dead", hz=30, settle=0.1, volume=0.5, density=600, friction=0.5)
KINDS = ["affine", "rigid", "quadratic"]


def momenta(world):
    return np.sum([np.concatenate(body.momentum(*world.coordinates(body))) for body in world.bodies], axis=0)


def overlap(world):
    """How deep vertices of one body are inside another [m], by the distances of its rest shape."""
    deepest = 0.0
    for b in world.bodies:
        q, solid = world.coordinates(b)[0], solid_of(b)
        size = np.ptp(b.node.surface.vertices, axis=0).max()
        r0 = b.node.surface.bounds.mean(axis=0)[None]
        x0, G0 = b.position(q, b.coefficients(r0)), b.gradient(q, r0)[0]
        for a in world.bodies:
            if a is b:
                continue
            x = a.position(world.coordinates(a)[0], a.coefficients(a.node.surface.vertices))
            x = x[np.linalg.norm(x - x0, axis=1) < 1.2 * size]
            if len(x):
                r, _ = locate(b, q, x, r0 + (x - x0) @ np.linalg.inv(G0).T)
                deepest = max(deepest, -float(_distance(solid, r).min()))
    return deepest


def _distance(solid, r):
    return gaps_in(shape_arrays([solid], [np.eye(4)]), np.zeros(len(r), dtype=np.int64), r)[0]


def test_boxes_that_overlap_are_found_whatever_their_order():
    rng = np.random.default_rng(0)
    low = rng.uniform(0, 10, (40, 3))
    high = low + rng.uniform(0, 4, (40, 3))
    expected = [
        (i, j)
        for i in range(40)
        for j in range(i + 1, 40)
        if (low[i] <= high[j]).all() and (low[j] <= high[i]).all()
    ]
    assert len(expected) > 10
    np.testing.assert_array_equal(overlapping(low, high), expected)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_at_a_place_is_found_in_a_bent_body(kind):
    """x(q, r) = x and G⁻¹ is that of the map, by differences."""
    world = supple.World()
    body = world.add(models.box(), kind=kind, material="jelly", at=(0, 1, 0), tilt=20)
    rng = np.random.default_rng(3)
    q = body.flow(body.rest, 0.02 * rng.normal(size=body.nv), 1.0)
    r = rng.uniform(-0.2, 0.2, (20, 3))
    x = body.position(q, body.coefficients(r))
    found, back = locate(body, q, x, np.zeros_like(r))
    np.testing.assert_allclose(found, r, atol=1e-9)
    d = 1e-6
    slopes = [
        (locate(body, q, x + e, r, 1e-12)[0] - locate(body, q, x - e, r, 1e-12)[0]) / (2 * d)
        for e in d * np.eye(3)
    ]
    np.testing.assert_allclose(back, np.stack(slopes, axis=2), atol=1e-6)


@pytest.mark.parametrize("kinds", [("rigid", "rigid"), ("affine", "rigid"), ("affine", "quadratic")])
def test_a_collision_keeps_momentum_and_angular_momentum(kinds):
    """Impulses act at one place with opposite signs: what one loses the other gains, to the order of the flow."""
    world = supple.World(floor=None, gravity=(0, 0, 0), collide=True, step=1 / 960)
    a = world.add(
        models.box(),
        kind=kinds[0],
        material=DEAD,
        at=(-0.4, 0, 0),
        velocity=(2, 0, 0),
        spin=(0, 1, 2),
        name="a",
    )
    world.add(models.sphere(), kind=kinds[1], material=DEAD, at=(0.2, 0.1, 0.05), name="b")
    before = momenta(world)
    world.step(300)
    assert np.abs(world.velocity(a.point((-0.4, 0, 0))))[0] < 1.9
    after = momenta(world)
    np.testing.assert_allclose(after[:3], before[:3], atol=1e-9 * np.abs(before).max())
    np.testing.assert_allclose(after[3:], before[3:], atol=5e-3 * np.abs(before).max())


@pytest.mark.parametrize("bounce", [0.0, 0.5, 0.9])
def test_balls_part_with_their_restitution(bounce):
    """v_a⁺ − v_b⁺ = −e (v_a − v_b) of the centers."""
    stuff = Material("ball", hz=60, settle=0.1, volume=1.0, density=600, bounce=bounce, friction=0.0)
    world = supple.World(floor=None, gravity=(0, 0, 0), collide=True, step=1 / 480)
    a = world.add(
        models.sphere(), kind="rigid", material=stuff, at=(-0.5, 0, 0), velocity=(1.5, 0, 0), name="a"
    )
    b = world.add(
        models.sphere(), kind="rigid", material=stuff, at=(0.1, 0, 0), velocity=(-0.5, 0, 0), name="b"
    )
    a.solid = b.solid = Superquadric(0.4, 0.4, 0.4, north_south=1, east_west=1)
    world.step(240)
    v = [body.momentum(*world.coordinates(body))[0][0] / body.mass for body in (a, b)]
    assert v[0] - v[1] == pytest.approx(-bounce * 2.0, abs=0.05)
    assert v[0] + v[1] == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(
    "kinds", [("rigid", "rigid"), ("affine", "affine"), ("affine", "rigid"), ("quadratic", "rigid")]
)
def test_a_stack_of_two_stands_still_and_each_carries_what_is_above(kinds):
    world = supple.World(collide=True, step=1 / 480)
    firm = Material("firm", hz=20, settle=0.08, volume=0.5, density=600)
    stuff = [firm if kind != "rigid" else DEAD for kind in kinds]
    a = world.add(models.box(), kind=kinds[0], material=stuff[0], at=(0, 0.2, 0), name="a")
    b = world.add(models.box(width=0.3), kind=kinds[1], material=stuff[1], at=(0.02, 0.601, 0.01), name="b")
    world.run(1.5, fps=10)
    before = world.state.q.copy()
    data = world.run(0.4, fps=60).data
    assert np.abs(world.state.q - before).max() < 2e-4
    assert overlap(world) < 0.004
    force = {body.name: data[f"run/bodies/{body.name}/contact"][-20:].mean(axis=0) for body in (a, b)}
    assert force["b"] == pytest.approx([0, b.mass * G, 0], abs=0.02 * b.mass * G)
    assert force["a"] == pytest.approx([0, a.mass * G, 0], abs=0.02 * (a.mass + b.mass) * G)


def test_friction_between_bodies_carries_one_along_until_it_slips():
    """A box on a board that is pushed with a: it rides along while a < μ g, √(0.5 · 0.5) = 0.5."""
    for a, rides in ((3.0, True), (7.0, False)):
        world = supple.World(collide=True, step=1 / 480, gravity=(-a, -G, 0))
        board = world.add(
            models.box(width=2, height=0.1, depth=1),
            kind="rigid",
            material=DEAD,
            at=(0, 0.05, 0),
            name="board",
        )
        box = world.add(
            models.box(width=0.3, height=0.2, depth=0.3),
            kind="rigid",
            material=DEAD,
            at=(0, 0.2, 0),
            name="box",
        )
        for place in ((-0.9, 0.05, -0.4), (-0.9, 0.05, 0.4), (0.9, 0.05, 0)):
            world.nail(board.point(place))
        world.run(0.6, fps=10)
        x = box.center(world.coordinates(box)[0])[0]
        assert x == pytest.approx(0.0 if rides else -(a - 0.5 * G) * 0.6**2 / 2, abs=0.01)


def test_those_that_are_joined_or_of_one_figure_do_not_touch():
    world = supple.World(floor=None, gravity=(0, 0, 0), collide=True, step=1 / 240)
    a = world.add(models.box(), kind="rigid", at=(0, 0, 0), name="a")
    b = world.add(models.box(), kind="rigid", at=(0.3, 0, 0), name="b")
    joint = world.attach(a.point((0.15, 0, 0)), b.point((0.15, 0, 0)))
    world.step(10)
    assert not world.contacts()
    joint.release()
    world.step(10)
    assert not world.contacts(), "they overlap, and pass through each other until they have parted"
    assert np.abs(world.state.v).max() < 1e-12
    world.kick(b, (1.0, 0, 0))
    world.step(60)
    world.kick(b, (-2.0, 0, 0))
    world.step(120)
    assert world.velocity(a)[0] < -0.3, "b came back and pushed a"


def test_without_collide_bodies_pass_through_each_other_as_before():
    world = supple.World(floor=None, gravity=(0, 0, 0), collide=False)
    a = world.add(models.box(), at=(0, 0, 0), velocity=(1, 0, 0), name="a")
    world.add(models.box(), at=(0.5, 0, 0), name="b")
    world.run(0.5, fps=10)
    assert a.center(world.coordinates(a)[0])[0] == pytest.approx(0.5, abs=1e-6)


def heap(seed, count=20):
    """Mixed kinds in three columns, turned every way."""
    world = supple.World(collide=True, integrator="implicit", step=1 / 240)
    rng = np.random.default_rng(seed)
    shapes, stuff = ("box", "cylinder", "apple", "cone", "superquadric"), ("rubber", "wood", "jelly")
    for i in range(count):
        node = models.make(shapes[i % 5])
        node.place(scale=0.3 / float(np.ptp(node.surface.bounds, axis=0).max()))
        at = (0.5 * (i % 3 - 1) + rng.uniform(-0.05, 0.05), 0.35 + 0.55 * (i // 3), rng.uniform(-0.1, 0.1))
        world.add(
            node,
            kind=KINDS[i % 3],
            material=stuff[i % 3],
            at=at,
            rotation=rng.normal(size=4),
            name=f"body{i}",
        )
    return world


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_twenty_mixed_bodies_dropped_on_each_other_neither_diverge_nor_sink_in(seed):
    """No step adds energy: hundreds of contacts, soft bodies between heavy ones (3 and 5 once blew up)."""
    world = heap(seed)
    energy = [world.energy()]
    for _ in range(600):
        world.step()
        energy.append(world.energy())
    assert np.diff(energy).max() < 1e-3 * energy[0]
    assert overlap(world) < 0.02 * 0.3
    lowest = min(
        b.position(world.coordinates(b)[0], b.coefficients(b.node.surface.vertices))[:, 1].min()
        for b in world.bodies
    )
    assert lowest > -0.005 * 0.3


@pytest.mark.parametrize(
    ("name", "parts"), [("torus", ROUND), ("sphere", ROUND), ("box", FLAT), ("glass", FLAT)]
)
def test_points_cover_what_is_round_and_what_is_flat(name, parts):
    mesh, points = _covered(name)
    assert _farthest(mesh.vertices, points) <= np.ptp(mesh.bounds, axis=0).max() / parts


def test_points_cover_sharp_edges():
    """Places are looked at size/SHARP apart: nothing on a rim is farther from a point than that and a half."""
    mesh, points = _covered("box")
    low, high = mesh.bounds
    rim = np.linspace(low, high, 10 * SHARP) * (1, 0, 0) + high * (0, 1, 1)
    assert _farthest(rim, points) <= 1.5 * (high - low).max() / SHARP


def _covered(name):
    body = supple.World().add(models.make(name), kind="rigid")
    return body.node.surface, face_of(body, spread=True).r


def _farthest(places, points):
    return np.linalg.norm(places[:, None] - points[None], axis=2).min(axis=1).max()


def test_equal_starts_give_equal_bytes():
    found = []
    for _ in range(2):
        world = heap(1, count=5)
        world.run(0.4, fps=5)
        found.append(world.state.q.tobytes())
    assert found[0] == found[1]
