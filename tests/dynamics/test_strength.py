"""How keys and physics mix: strength, preroll, hand-over, release (Witkin & Welch 1990, §4.1; DESIGN.md)."""

import numpy as np
import pytest

import supple
from supple.errors import InputError
from supple.motion import Clip, keys, rotation_keys

G = 9.81


def hung(**options):
    """A stiff box, and the point at the middle of its top."""
    world = supple.World(floor=None, **options)
    box = world.add(
        supple.models.box(), material=supple.materials.wobble(hz=30, settle=0.3), at=(0, 2, 0), name="box"
    )
    return world, box, box.point("top")


def watched(world, point, seconds):
    """Times, positions and velocities of a point after every step."""
    rows = []
    world.on_step(lambda: rows.append((world.time, *world.position(point), *world.velocity(point))))
    world.run(seconds)
    world.each_step.clear()
    t, x, v = np.split(np.array(rows), [1, 4], axis=1)
    return t[:, 0], x, v


def test_a_nail_holds_to_round_off_and_says_how_hard_it_pulls():
    world, box, top = hung()
    nail = world.nail(top)
    place = world.position(top)
    world.run(2)
    assert np.abs(world.position(top) - place).max() < 1e-9
    forces = []
    world.on_step(lambda: forces.append(nail.force.copy()))
    world.run(1)
    assert np.mean(forces, axis=0) == pytest.approx([0, box.mass * G, 0], rel=2e-3, abs=box.mass * G * 2e-3)


def test_follow_is_exact():
    world, _, top = hung()
    start = world.position(top)
    path = keys({0: start, 0.4: start + [0.3, 0.2, 0.1], 0.9: start + [-0.2, 0.4, 0], 1.5: start})
    world.follow(top, path)
    t, x, _ = watched(world, top, 1.5)
    assert np.abs(x - path(t)).max() < 1e-8


def test_preroll_joins_place_and_velocity_without_a_jump():
    world, box, top = hung()
    world.state.v[:] = supple.dynamics.bodies.make.moving(box, np.array([0.5, 1.0, 0]), np.array([0, 0, 1.0]))
    start = world.position(top)
    path = keys({0: start + [0.4, 0.2, 0], 0.5: start + [0.2, 0.5, 0], 1.0: start}, interpolate="cubic")
    world.follow(top, path, start=0.6, preroll=0.4)
    t, x, v = watched(world, top, 1.4)
    h = world.step_size
    on_path = t > 0.6 + h
    assert np.abs(x[on_path] - path(t[on_path] - 0.6)).max() < 1e-8
    jumps = np.linalg.norm(np.diff(v, axis=0), axis=1)
    assert jumps.max() < 60 * h, "no velocity jump beyond a bounded acceleration"


def test_strength_released_slowly_keeps_velocity_continuous():
    world, _, top = hung()
    start = world.position(top)
    path = keys({0: start, 0.5: start + [0.3, 0.1, 0], 1.0: start + [0.0, 0.2, 0], 1.6: start + [0.3, 0, 0]})
    lead = world.follow(top, path)
    lead.strength = keys({0.8: 1, 1.2: 0})
    t, _, v = watched(world, top, 2.0)
    acceleration = np.linalg.norm(np.diff(v, axis=0), axis=1) / np.diff(t)
    keyed = np.linalg.norm(path.acceleration(np.linspace(0, 1.6, 400)), axis=1).max()
    smooth = np.convolve(acceleration, np.ones(8) / 8, mode="valid")
    assert smooth.max() <= 1.2 * (keyed + G)
    assert np.linalg.norm(v[-1] - v[np.searchsorted(t, 1.3)]) == pytest.approx(G * 0.7, rel=0.3)


def test_weak_pulls_answer_alike_whatever_the_mass():
    paths = []
    for density in (50.0, 5000.0):
        world = supple.World(floor=None, gravity=(0, 0, 0))
        material = supple.materials.wobble(hz=30, settle=0.3, density=density)
        box = world.add(supple.models.box(), material=material, name="box")
        top = box.point("top")
        pull = world.nail(top)
        pull.strength = 0.5
        world.state.q += box.gravity(np.array([0.1, 0, 0]))
        paths.append(watched(world, top, 1.0)[1])
    np.testing.assert_allclose(paths[0], paths[1], atol=1e-9)
    assert abs(paths[0][-1, 0] - paths[0][0, 0]) > 0.05


def test_a_strength_of_zero_is_absent():
    world, box, top = hung()
    world.nail(top).strength = 0.0
    y = box.center(world.state.q)[1]
    world.run(0.5)
    assert box.center(world.state.q)[1] - y == pytest.approx(-G * 0.5**2 / 2, rel=0.02)


def test_a_keyed_body_is_keyed_then_free_then_keyed_again():
    world = supple.World(floor=None, step=1 / 480)
    box = world.add(
        supple.models.box(), material=supple.materials.wobble(hz=20, settle=0.3), at=(0, 1, 0), name="box"
    )
    path = keys({0: (0, 1, 0), 1: (1, 1.5, 0), 2: (1.5, 1.2, 0), 3: (1.5, 1.2, 0.5), 4: (1.5, 1.2, 0.5)})
    turn = rotation_keys({0: (0, 0, 0, 1), 1.5: ((0, 0, 1), 1.0), 4: ((0, 1, 0), 0.5)})
    box.follow(Clip({"box.position": path, "box.rotation": turn}))
    box.physics = keys({1.0: 0, 1.15: 1, 1.3: 1, 2.0: 0})
    center = box.point((0, 1, 0))
    t, x, v = watched(world, center, 2.1)
    keyed = (t < 0.99) | (t > 2.0)
    assert np.abs(x[keyed] - path(t[keyed])).max() < 1e-6
    assert np.abs(x - path(t)).max() > 0.03, "it was free for a while"
    h = world.step_size
    for handover in (1.0, 2.0):
        k = np.searchsorted(t, handover)
        expected = np.linalg.norm(path.acceleration(handover)) * h
        assert np.linalg.norm(v[k + 1] - v[k]) < 1.2 * expected + 1e-4, "no jump of speed"
    gap = np.linalg.norm(x - path(t), axis=1)
    back = gap[gap.argmax() :]
    first_home = int(np.argmax(back < 0.02 * gap.max()))
    assert back[first_home:].max() < 0.1 * gap.max(), "it comes back without overshooting"


def test_a_body_that_is_not_keyed_has_nothing_to_hand_over():
    _, box, _ = hung()
    assert box.physics == 1.0
    with pytest.raises(InputError, match="'box' is not keyed"):
        box.physics = 0.5


def test_parts_that_start_apart_are_refused_or_assembled():
    world = supple.World(floor=None)
    a = world.add(supple.models.box(), at=(0, 0, 0), name="a")
    b = world.add(supple.models.box(), at=(1, 0, 0), name="b")
    world.attach(a.point("left"), b.point("right"))
    with pytest.raises(InputError, match=r"'attach a.left to b.right' starts 0.6 m apart"):
        world.run(0.1)
    world.assemble()
    assert np.abs(world.rows.gaps(world.state)).max() < 1e-12
    world.run(0.1)


def test_bad_strengths_and_double_releases():
    world, _, top = hung()
    nail = world.nail(top)
    with pytest.raises(InputError, match=r"strength .* is 2; it lies between 0 and 1"):
        nail.strength = 2
    nail.release()
    with pytest.raises(InputError, match=r"'nail box.top' was released already"):
        nail.release()
