"""Triangles that stand still, against closed forms: their sides are not felt, and nothing passes through."""

import numpy as np
import pytest

import supple
from supple.dynamics import shapes
from supple.dynamics.bodies.materials import Material
from supple.dynamics.integrators.step import POINTS, SWEPT
from supple.scene import Mesh, models
from supple.spatial import from_axis_angle

G, H = 9.81, 1 / 480
PLAIN = Material("plain", hz=60, settle=0.1, volume=1, density=600, friction=0.3, bounce=0.0, turning=0.0)
SMOOTH = Material("smooth", hz=60, settle=0.1, volume=1, density=600, friction=0.0, turning=0.0)
BALL = {"kind": "rigid", "material": PLAIN}


def sheet(cells=20, size=10.0, axes=(0, 1, 2)):
    """A level square of triangles of all kinds of form; `axes` turns it."""
    rng, d = np.random.default_rng(0), size / cells
    x, z = np.meshgrid(*[np.linspace(-size / 2, size / 2, cells + 1)] * 2, indexing="ij")
    inner = (cells - 1, cells - 1)
    x[1:-1, 1:-1] += rng.uniform(-0.3 * d, 0.3 * d, inner)
    z[1:-1, 1:-1] += rng.uniform(-0.3 * d, 0.3 * d, inner)
    i = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, e = (k.reshape(-1) for k in (i[:-1, :-1], i[1:, :-1], i[1:, 1:], i[:-1, 1:]))
    faces = np.concatenate([np.stack([a, c, b], axis=1), np.stack([a, e, c], axis=1)])
    return Mesh.of(np.stack([x, 0 * x, z], axis=-1).reshape(-1, 3)[:, axes], faces, name="sheet")


def stairs(steps=5, tread=0.5, rise=0.2, width=12.0):
    """An open surface: a landing, steps that go up along x, a landing."""
    profile = [(-3.0, 0.0)]
    for k in range(steps):
        profile += [(k * tread, k * rise), (k * tread, (k + 1) * rise)]
    profile += [(steps * tread + 3, steps * rise)]
    vertices = [(x, y, z) for x, y in profile for z in (-width / 2, width / 2)]
    quads = [(2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2) for k in range(len(profile) - 1)]
    return Mesh.of(vertices, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))], name="stairs")


def wedge():
    """A prism over a triangle: a hull that is no box."""
    side = [(-0.15, -0.1), (0.15, -0.1), (-0.05, 0.12)]
    faces = [(0, 2, 1), (3, 4, 5), (0, 1, 4), (0, 4, 3), (1, 2, 5), (1, 5, 4), (2, 0, 3), (2, 3, 5)]
    return Mesh.of([(x, y, z) for z in (-0.12, 0.12) for x, y in side], faces, name="wedge")


def bowl(radius=1.0, angle=0.7, rings=40):
    """The lower part of a sphere that stands on the origin."""
    around = 2 * rings
    t, p = np.linspace(0, angle, rings + 1)[1:, None], 2 * np.pi * np.arange(around) / around
    ring = np.stack([np.sin(t) * np.cos(p), 1 - np.cos(t) + 0 * p, np.sin(t) * np.sin(p)], axis=-1)
    a, k = np.arange(around), np.arange(rings - 1)[:, None] * around + 1
    b = (a + 1) % around
    fan = np.stack([0 * a, 1 + b, 1 + a], axis=1)
    rest = [
        np.stack([k + i, k + j, k + m], axis=-1).reshape(-1, 3)
        for i, j, m in ((a, b, b + around), (a, b + around, a + around))
    ]
    vertices = np.concatenate([np.zeros((1, 3)), radius * ring.reshape(-1, 3)])
    return Mesh.of(vertices, np.concatenate([fan, *rest]), name="bowl")


def test_a_ball_rolls_over_triangles_as_on_a_plane():
    """v = ω r stays as it is, to 1e-12 m/s, over some thirty sides and corners."""
    world, r, v = supple.World(floor=None, step=H), 0.1, np.array([1.3, 0.0, 0.3])
    world.obstacle(sheet())
    ball = world.add(
        models.sphere(radius=r), **BALL, at=(-3, r, 0.2), velocity=v, spin=(v[2] / r, 0, -v[0] / r)
    )
    world.step(int(4 / H))
    assert np.abs(world.velocity(ball) - v).max() < 1e-12
    assert world.position(ball) == pytest.approx([2.2, r, 1.4], abs=1e-9)


@pytest.mark.parametrize("shape", ["cylinder", "capsule"])
def test_what_is_round_about_an_axis_rolls_on_over_triangles(shape):
    """A cylinder keeps its speed to 1e-4 over two meters: it is no prism there."""
    world, r = supple.World(floor=None, step=H), 0.2
    world.obstacle(sheet())
    model = (
        models.cylinder(radius=r, height=0.6) if shape == "cylinder" else models.capsule(radius=r, length=0.6)
    )
    on_its_side = from_axis_angle((1, 0, 0), np.pi / 2)
    middle = 0.3 if shape == "cylinder" else 0.0
    body = world.add(
        model,
        **BALL,
        at=(-2, r, -middle),
        rotation=on_its_side,
        velocity=(1, 0, 0),
        spin=(0, 0, -1 / r),
        name="rolls",
    )
    start = world.position(body)
    world.step(int(2 / H))
    assert world.velocity(body) == pytest.approx([1, 0, 0], abs=1e-4)
    assert world.position(body) - start == pytest.approx([2, 0, 0], abs=1e-3)


def test_a_box_slides_across_sides_with_coulombs_deceleration():
    """μ g, to 0.1 %, without being caught or lifted."""
    world = supple.World(floor=None, step=H)
    world.obstacle(sheet())
    box = world.add(models.box(width=0.6, height=0.4, depth=0.5), **BALL, at=(-3, 0.2, 0), velocity=(3, 0, 0))
    for _ in range(5):
        before = world.velocity(box)
        world.step(int(0.15 / H))
        assert before[0] - world.velocity(box)[0] == pytest.approx(0.3 * G * 0.15, rel=1e-3)
        assert abs(world.position(box)[1] - 0.2) < 2e-5
    assert abs(world.position(box)[2]) < 1e-4


def test_what_falls_on_stairs_comes_to_rest_on_their_treads():
    """Slower than 1 mm/s, at most 0.05 mm deep; no step gains more than 1e-3 of the energy."""
    world, rng = supple.World(floor=None, step=H), np.random.default_rng(4)
    world.obstacle(stairs(), friction=1.0)
    for k in range(8):
        turn = rng.normal(size=4)
        node = models.box(width=0.2, height=0.3, depth=0.24) if k % 2 else wedge()
        world.add(
            node, **BALL, name=f"it{k}", at=(rng.uniform(0, 2), 1.5 + 0.4 * k, rng.uniform(-1, 1)),
            rotation=turn / np.linalg.norm(turn),
        )  # fmt: skip
    start = energy = world.energy()
    worst = 0.0
    for _ in range(int(8 / H) // 4):
        world.step(4)
        energy, before = world.energy(), energy
        worst = max(worst, energy - before)
    assert worst < 1e-3 * start
    assert np.abs(world.state.v).max() < 1e-3
    assert min(contact.gap for contact in world.contacts()) > -5e-5
    assert all(world.position(body)[1] > -0.01 for body in world.bodies)


@pytest.mark.parametrize(("friction", "inertia"), [(1.0, 1.4), (0.0, 1.0)])
def test_a_ball_in_a_bowl_swings_as_a_pendulum(friction, inertia):
    """T = 2π √(k (R − r) / g) (1 + θ²/16), k = 7/5 rolling and 1 sliding; to 1 %, and energy is not gained."""
    R, r, tilt = 1.0, 0.1, 0.2
    world = supple.World(floor=None, step=1 / 960)
    world.obstacle(bowl(R), friction=friction)
    swing = R - r - 5e-4
    at = np.array([swing * np.sin(tilt), R - swing * np.cos(tilt), 0.003])
    ball = world.add(models.sphere(radius=r), kind="rigid", material=SMOOTH, at=at)
    world.step(40)
    start, path = world.energy(), []
    for _ in range(3 * 960):
        world.step()
        path.append(world.position(ball)[0])
        assert world.energy() < start * (1 + 1e-4)
    turns = np.flatnonzero(np.diff(np.sign(path)))
    period = 2 * np.diff(turns).mean() / 960
    assert period == pytest.approx(2 * np.pi * np.sqrt(inertia * (R - r) / G) * (1 + tilt**2 / 16), rel=0.01)
    assert world.energy() > 0.98 * start


FAST = {
    "sphere": lambda: models.sphere(radius=0.05),
    "box": lambda: models.box(width=0.1, height=0.1, depth=0.1),
    "capsule": lambda: models.capsule(radius=0.05, length=0.1),
}
WALLS = {
    "two triangles": lambda: sheet(1, 4.0, (1, 0, 2)),
    "many triangles": lambda: sheet(12, 4.0, (1, 0, 2)),
    "a closed mesh": lambda: models.box(width=0.02, height=4.0, depth=4.0).mesh,
    "a box": lambda: shapes.Box(0.02, 4.0, 4.0),
}


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("shape", FAST)
def test_what_is_fast_does_not_pass_through(shape, wall):
    """A body of 5 cm at 50 and 150 m/s, which goes 0.1 and 0.3 m a step, against 2 cm and against nothing at all."""
    for speed in (50.0, 150.0):
        for seed in range(3):
            rng = np.random.default_rng(seed)
            world = supple.World(floor=None, step=H, gravity=(0, 0, 0))
            world.obstacle(WALLS[wall]())
            body = world.add(
                FAST[shape](), kind="rigid", material=SMOOTH, at=(-2, *rng.uniform(-0.5, 0.5, 2)),
                velocity=(speed, 0.2 * speed, 0), rotation=[0, 0, *rng.normal(size=2)],
            )  # fmt: skip
            world.step(20)
            assert world.position(body)[0] < -0.04


def test_a_wall_at_the_end_of_a_floor_is_met_at_any_speed():
    """Where the nearest of the wall is the side that it shares with the floor."""
    slope = Mesh.of(
        [(-5, 0, -2), (-5, 0, 2), (0, 0, 2), (0, 0, -2), (2, 2, 2), (2, 2, -2)],
        [(0, 1, 2), (0, 2, 3), (3, 2, 4), (3, 4, 5)],
    )
    for start in np.linspace(-1.3, -1.0, 13):
        world = supple.World(floor=None, step=1 / 240, gravity=(0, 0, 0))
        world.obstacle(slope)
        ball = world.add(
            models.sphere(radius=0.05),
            kind="rigid",
            material=SMOOTH,
            at=(start, 0.0501, 0),
            velocity=(60, 0, 0),
        )
        world.step(8)
        x, y, _ = world.position(ball)
        assert y - max(x, 0.0) > 0.03


def test_a_room_may_be_entered_and_holds_what_is_in_it():
    world = supple.World(floor=None, step=H)
    world.obstacle(models.box(width=2, height=2, depth=2).mesh, at=(0, 1, 0), name="room")
    inside = world.add(models.sphere(radius=0.1), **BALL, at=(0, 1, 0), velocity=(7, 5, 3), name="inside")
    above = world.add(models.sphere(radius=0.1), **BALL, at=(0, 2.3, 0), name="above")
    world.step(int(3 / H))
    assert np.abs(world.position(inside) - (0, 1, 0)).max() < 0.9001
    assert world.position(inside)[1] == pytest.approx(0.1, abs=1e-4)
    assert world.position(above)[1] == pytest.approx(2.1, abs=1e-4)


def test_points_of_one_normal_are_no_more_than_a_manifold():
    """A box of 0.6 m over some seventy triangles touches at eight points at most, its corners among them."""
    world = supple.World(floor=None, step=H)
    world.obstacle(sheet(60, 6.0))
    box = world.add(models.box(width=0.6, height=0.4, depth=0.6), **BALL, at=(0.03, 0.2, 0.01))
    world.step(100)
    at = np.array([contact.at for contact in world.contacts()])
    assert len(at) <= 8
    for x in (-0.27, 0.33):
        for z in (-0.29, 0.31):
            assert np.abs(at[:, [0, 2]] - (x, z)).max(axis=1).min() < 1e-3
    force = sum(contact.force for contact in world.contacts())
    assert force == pytest.approx([0, box.mass * G, 0], rel=1e-6, abs=1e-6 * box.mass * G)


def test_a_bump_below_the_middle_is_met_beside_the_corners():
    """A box falls flat, 2 cm a step, on a peak of 1 cm: it stops there, though its corners are farther out."""
    flat = sheet(8, 4.0)
    places = flat.vertices.copy()
    places[np.linalg.norm(places, axis=1).argmin()] = (0, 0.01, 0)
    world = supple.World(floor=None, step=H, gravity=(0, 0, 0))
    world.obstacle(Mesh.of(places, flat.faces))
    box = world.add(models.box(width=2, height=0.4, depth=2), **BALL, at=(0, 0.225, 0), velocity=(0, -10, 0))
    for _ in range(6):
        world.step()
        assert world.position(box)[1] > 0.209


def test_a_ball_that_lies_costs_one_sweep_for_it_knows_its_load():
    world = supple.World(floor=None, step=H)
    world.obstacle(sheet(20, 4.0))
    for k in range(3):
        world.add(models.sphere(radius=0.1), **BALL, at=(0.03, 0.1 + 0.2 * k, 0.01), name=f"ball{k}")
    world.step(2000)
    sums = world.one_step._built.work.sums
    before = sums[[POINTS, SWEPT]].copy()
    world.step(100)
    points, swept = sums[[POINTS, SWEPT]] - before
    assert points == 300
    assert swept == points


def test_a_ball_between_a_floor_and_two_walls_has_three_normals():
    world = supple.World(floor=None, step=H, gravity=(-1, -9.81, -1))
    world.obstacle(models.box(width=2, height=2, depth=2).mesh, at=(1, 1, 1))
    world.add(models.sphere(radius=0.1), kind="rigid", material=SMOOTH, at=(0.11, 0.11, 0.11))
    world.step(400)
    normals = sorted(tuple(contact.normal.round(9) + 0.0) for contact in world.contacts())
    assert normals == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]


def test_a_height_field_goes_on_beyond_its_border_and_is_filled_below():
    field = shapes.HeightField.of(lambda x, z: 0.1 * np.cos(3 * x), width=4, depth=2, step=0.1)
    world = supple.World(ground=field, step=H)
    world.obstacle(sheet(4, 1.0), at=(0, 3, 0))
    far = world.add(models.box(), **BALL, at=(9, 0.5, 5), name="far")
    deep = world.add(models.sphere(radius=0.1), **BALL, at=(0, 0.08, 0), name="deep")
    world.step(int(2 / H))
    assert world.position(far)[1] == pytest.approx(0.1 * np.cos(6) + 0.2, abs=1e-3)
    x, y, _ = world.position(deep)
    assert y > 0.1 * np.cos(3 * x) + 0.09


def test_a_mesh_without_area_is_refused():
    flat = Mesh.of([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1, 2)])
    world = supple.World(floor=None)
    world.obstacle(flat)
    world.add(models.sphere(), **BALL, at=(0, 1, 0))
    with pytest.raises(supple.errors.InputError, match="area"):
        world.step()
