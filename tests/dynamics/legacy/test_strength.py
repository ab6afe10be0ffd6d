"""How keys and physics mix: strength, preroll, hand-over, release (Witkin & Welch 1990, §4.1; DESIGN.md)."""

import numpy as np
import pytest

import supple
from supple.dynamics import Point, Seam
from supple.errors import InputError
from supple.motion import Clip, keys, rotation_keys

G = 9.81
FINE, FINER = 1 / 960, 1 / 1920
"""Steps at which the polynomials of a seam are finer than the limits that they are held against [s]; the finer one
for bodies that bend, whose own wobble is quicker."""


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


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_preroll_joins_place_and_velocity_without_a_jump(kind):
    """From free flight with spin to the preroll, and from the preroll to the path."""
    world = supple.World(floor=None, step=FINE)
    stiff = supple.materials.wobble(hz=30, settle=0.3)
    moving = {"velocity": (0.5, 1.0, 0), "spin": (0, 0, 1.0)}
    box = world.add(supple.models.box(), kind=kind, material=stiff, at=(0, 2, 0), name="box", **moving)
    top = box.point("top")
    start = world.position(top)
    path = keys({0: start + [0.4, 0.2, 0], 0.5: start + [0.2, 0.5, 0], 1.0: start}, interpolate="cubic")
    world.follow(top, path, start=0.6, preroll=0.4, after="release")
    seams = [Seam(world, top, moment) for moment in (0.2, 0.6)]
    t, x, _ = watched(world, top, 1.0)
    on_path = t > 0.6 + world.step_size
    assert np.abs(x[on_path] - path(t[on_path] - 0.6)).max() < 1e-8
    for seam in seams:
        assert seam.position_jump <= 1e-9
        assert seam.speed_jump <= 1e-6


def test_the_slope_of_a_path_looks_no_farther_ahead_than_tracks_last():
    """Of a cubic it is right to round-off while three steps are left, with two to h²/3 of the third derivative."""
    world, _, top = hung(step=FINE)
    start, end, reach = world.position(top), 480 * FINE, 0.2
    path = keys({0: start, end: start + [reach, 0, 0]})
    world.follow(top, path)
    for left, close in ((20, 1e-10), (2, 1.01 * FINE**2 / 3 * 12 * reach / end**3)):
        world.step(480 - left - round(world.time / FINE))
        before = world.state.copy()
        assert world.slope(top) == pytest.approx(path.velocity(world.time), abs=close)
        assert (world.state.q.tobytes(), world.state.v.tobytes()) == (before.q.tobytes(), before.v.tobytes())
        assert world.time == before.t


def test_strength_released_slowly_keeps_velocity_continuous():
    """Strength 1 → 0 over 0.4 s: no step accelerates the point by more than 1.2 (keyed + g)."""
    world, _, top = hung(step=FINER)
    start = world.position(top)
    path = keys({0: start, 0.5: start + [0.3, 0.1, 0], 1.0: start + [0.0, 0.2, 0], 1.6: start + [0.3, 0, 0]})
    lead = world.follow(top, path, after="release")
    lead.strength = keys({0.8: 1, 1.2: 0})
    seams = [Seam(world, top, moment) for moment in (0.8, 1.2)]
    t, _, v = watched(world, top, 2.0)
    acceleration = np.linalg.norm(np.diff(v, axis=0), axis=1) / np.diff(t)
    keyed = np.linalg.norm(path.acceleration(np.linspace(0, 1.6, 400)), axis=1).max()
    assert acceleration.max() <= 1.2 * (keyed + G)
    for seam in seams:
        assert seam.position_jump <= 1e-9
        assert seam.speed_jump <= 1e-6
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


@pytest.mark.parametrize("strength", [0.9, 0.99, 0.9999])
@pytest.mark.parametrize("integrator", ["symplectic", "implicit", "rk4", "explicit"])
def test_a_pull_may_be_as_hard_as_it_likes(integrator, strength):
    """A spring of frequency ω that looks τ = 2h ahead gives way by (n̈ − g)(1/ω + τ)² at most, and stays stable."""
    world = supple.World(floor=None, step=1 / 480, integrator=integrator)
    box = world.add(supple.models.box(), kind="rigid", at=(0, 2, 0), name="box")
    path = keys({0: (0, 2, 0), 0.3: (0.2, 2.1, 0), 0.6: (0, 2.2, 0.1)})
    lead = world.follow(box.point((0, 2, 0)), path)
    lead.strength = strength
    t, x, _ = watched(world, box.point((0, 2, 0)), 0.5)
    hardest = np.linalg.norm(path.acceleration(np.linspace(0, 0.6, 200)), axis=1).max() + G
    response = 1 / lead.frequency(0, world.step_size) + 2 * world.step_size
    assert np.linalg.norm(x - path(t), axis=1).max() <= hardest * response**2


def test_a_strength_of_zero_is_absent():
    world, box, top = hung()
    world.nail(top).strength = 0.0
    y = box.center(world.state.q)[1]
    world.run(0.5)
    assert box.center(world.state.q)[1] - y == pytest.approx(-G * 0.5**2 / 2, rel=0.02)


def keyed_for_a_while(kind, step, begin=0.0, back=0.7, integrator="symplectic"):
    """A box that is keyed until 1 s, free from 1.15 to 1.3 s, and keyed again `back` seconds later, with its path.

    The world's clock starts `begin` seconds into that.
    """
    path = keys({0: (0, 1, 0), 1: (1, 1.5, 0), 2: (1.5, 1.2, 0), 3: (1.5, 1.2, 0.5), 4: (1.5, 1.2, 0.5)})
    turn = rotation_keys({0: (0, 0, 0, 1), 1.5: ((0, 0, 1), 1.0), 4: ((0, 1, 0), 0.5)})
    path, turn = path.shift(-begin), turn.shift(-begin)
    world = supple.World(floor=None, step=step, integrator=integrator)
    box = world.add(
        supple.models.box(),
        kind=kind,
        material=supple.materials.wobble(hz=20, settle=0.3),
        at=path(0.0),
        rotation=turn(0.0),
        name="box",
    )
    box.follow(Clip({"box.position": path, "box.rotation": turn}))
    box.physics = keys({1.0: 0, 1.15: 1, 1.3: 1, 1.3 + back: 0}).shift(-begin)
    return world, box, path


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_a_keyed_body_is_keyed_then_free_then_keyed_again(kind):
    """On its way back it goes past its path by at most a tenth of how far it was away."""
    world, box, path = keyed_for_a_while(kind, 1 / 480)
    t, x, _ = watched(world, box.point((0, 1, 0)), 2.1)
    keyed = (t < 0.99) | (t > 2.0)
    assert np.abs(x[keyed] - path(t[keyed])).max() < 1e-6
    away = x - path(t)
    farthest = int(np.linalg.norm(away, axis=1).argmax())
    distance = np.linalg.norm(away[farthest])
    assert distance > 0.1, "it was free for a while"
    back = away[farthest:] @ away[farthest] / distance
    assert -back.min() <= 0.1 * distance


BEGIN, BACK = 0.95, 0.3
MOMENTS = np.array([1.0, 1.15, 1.3, 1.3 + BACK]) - BEGIN
"""When physics begins to take over, has, begins to hand back, and has [s]."""


def hand_overs(world, box, moments=MOMENTS):
    """Seams at the moments, at the center of the box and at a corner, which turns about it; the run is over."""
    points = [Point(box, name, np.full(3, r)) for name, r in (("center", 0.0), ("corner", 0.2))]
    seams = [[Seam(world, point, moment) for point in points] for moment in moments]
    world.step(round(moments[-1] / world.step_size) + 6)
    return seams


def jumps(step, integrator, moments=MOMENTS):
    """By how much speed jumps at each of the moments [m/s]."""
    world, box, _ = keyed_for_a_while("affine", step, BEGIN, BACK, integrator)
    return [max(seam.speed_jump for seam in pair) for pair in hand_overs(world, box, moments)]


@pytest.mark.parametrize(
    ("kind", "neighbor", "integrator", "step"),
    [
        ("affine", None, "symplectic", FINE),
        ("affine", "rigid", "symplectic", FINE),
        ("affine", None, "implicit", FINE),
        ("rigid", None, "symplectic", FINE),
        ("quadratic", None, "symplectic", FINER),
    ],
)
def test_physics_takes_over_and_hands_back_without_a_jump(kind, neighbor, integrator, step):
    """In place and in speed, told by places alone: the polynomial through the steps before against that after."""
    world, box, _ = keyed_for_a_while(kind, step, BEGIN, BACK, integrator)
    if neighbor:
        world.add(supple.models.box(), kind=neighbor, at=(9, 0, 0), name="neighbor")
    assert world.runs_on_one_step == (integrator == "symplectic")
    for center, corner in hand_overs(world, box):
        assert max(center.position_jump, corner.position_jump) <= 1e-9
        assert max(center.speed_jump, corner.speed_jump) <= 1e-6


@pytest.mark.parametrize(("integrator", "moments"), [("symplectic", MOMENTS), ("implicit", MOMENTS[:2])])
def test_what_coarse_steps_blur_is_no_jump(integrator, moments):
    """A jump would stay as steps get finer, a force that sets in at once would go with h.

    This goes with h³ or faster: it is how far a polynomial through five steps is from a fade of 0.15 s.
    """
    steps = np.array([1 / 240, 1 / 480, 1 / 960])
    found = np.array([jumps(h, integrator, moments) for h in steps])
    assert np.polyfit(np.log(steps), np.log(found), 1)[0].min() > 3


@pytest.mark.parametrize("which", [1, 2])
def test_a_jump_of_a_hundredth_of_a_millimeter_a_second_would_be_seen(which):
    """While it is free; what leads it exactly would take it away at once."""
    world, box, _ = keyed_for_a_while("affine", FINE, BEGIN, BACK)
    kick = box.gravity(np.array([1e-5, 0, 0]))
    world.at(MOMENTS[which], lambda: np.add(world.state.v, kick, out=world.state.v))
    center, _ = hand_overs(world, box)[which]
    assert center.speed_jump == pytest.approx(1e-5, rel=0.1)


@pytest.mark.parametrize(("integrator", "first"), [("rk4", 0.02), ("explicit", 5.0)])
def test_what_steps_explicitly_hands_over_to_first_order(integrator, first):
    """A pull that answers within two steps is never resolved by them: the jump goes with h, by so many m/s²."""
    assert jumps(FINE, integrator, MOMENTS[:1])[0] <= first * FINE


@pytest.mark.parametrize("integrator", ["symplectic", "implicit", "rk4"])
def test_coarse_steps_hand_back_and_go_on(integrator):
    """What is left of the way when the strength reaches 1 is no constraint that starts apart."""
    world, box, path = keyed_for_a_while("rigid", 1 / 240, BEGIN, BACK, integrator)
    world.step(round((MOMENTS[-1] + 0.05) * 240))
    center = Point(box, "center", np.zeros(3))
    assert np.abs(world.position(center) - path(world.time)).max() < 1e-9


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
