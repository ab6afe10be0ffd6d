"""Who touches whom: by default, by groups, by figures; what scripts are told of it, and what a run reports."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.control import contact, first_of, parted, wait, wait_for
from supple.dynamics import lattice_body, shapes
from supple.dynamics.bodies.materials import Material
from supple.errors import InputError, SuppleWarning, UnknownNameError
from supple.scene import Joint, Node, models
from supple.spatial import IDENTITY, compose

G, H = 9.81, 1 / 480
STUFF = Material("stuff", hz=60, settle=0.1, volume=1, density=600, friction=0.4, bounce=0.0)


def ball(world, height, name, **given):
    return world.add(
        models.sphere(radius=0.1),
        kind="rigid",
        material=given.pop("material", STUFF),
        at=(0, height, 0),
        name=name,
        **given,
    )


def met(world, seconds):
    """Names of all pairs that pressed on each other within so many seconds."""
    found = set()
    for _ in range(int(seconds / H)):
        world.step(1)
        for each in world.contacts():
            if each.pressed:
                found.add(tuple(sorted(getattr(x, "name", x) for x in (each.a, each.b))))
    return found


def test_rigid_bodies_touch_unless_told_otherwise():
    for collide, wanted in ((None, True), (True, True), (False, False)):
        world = supple.World(step=H, collide=collide)
        ball(world, 0.1, "low"), ball(world, 0.5, "high")
        assert (("high", "low") in met(world, 0.5)) is wanted


@pytest.mark.parametrize("of", ["bodies", "names", "lists", "pattern"])
def test_what_is_ignored_passes_through_until_it_is_released(of):
    world = supple.World(step=H)
    low, high = ball(world, 0.1, "b.low"), ball(world, 0.6, "b.high")
    given = {
        "bodies": (low, high), "names": ("b.low", "b.high"), "lists": ([low], [high, low]), "pattern": ("b.*", "b.*"),
    }[of]  # fmt: skip
    pair = world.ignore(*given)
    assert {("b.low", "floor"), ("b.high", "floor")} <= (seen := met(world, 0.6))
    assert ("b.high", "b.low") not in seen
    pair.release()
    world.kick(high, (0, 4, 0))
    world.step(int(0.1 / H))
    assert ("b.high", "b.low") in met(world, 1.5)
    assert world.ignored == ()


def test_what_is_ignored_while_it_touches_stays_so_when_it_has_parted_a_little():
    world = supple.World(step=H, gravity=(0, 0, 0), floor=None)
    a, b = ball(world, 0.0, "a"), ball(world, 0.2, "b")
    world.kick(b, (0, -0.1, 0))
    world.step(2)
    assert world.contacts(a, b)
    world.ignore(a, b)
    world.kick(b, (0, 0.2, 0))
    world.step(80)
    world.kick(b, (0, -0.4, 0))
    assert met(world, 0.3) == set()


def test_obstacles_and_the_floor_may_be_ignored_and_a_rewind_brings_it_back():
    world = supple.World(step=H)
    shelf = world.obstacle(shapes.Box(1, 0.1, 1), at=(0, 1, 0), name="shelf")
    stays, falls = ball(world, 1.2, "stays"), ball(world, 1.6, "falls")
    before = world.snapshot()
    world.ignore(falls, [shelf, "stays"])
    assert met(world, 1.0) == {("shelf", "stays"), ("falls", "floor")}
    world.ignore(falls, "floor")
    world.step(int(0.5 / H))
    assert world.position(falls)[1] < -0.5
    world.rewind(before)
    assert ("falls", "floor") not in met(world, 0.6)
    assert world.position(falls)[1] > 1.1
    assert world.position(stays)[1] > 1.1


def test_the_general_path_ignores_bodies_as_well():
    world = supple.World(step=H, collide=True)
    low, high = (
        world.add(lattice_body(models.box(), ["squash.y"], at=(0, y, 0), name=name))
        for name, y in (("low", 0.2), ("high", 0.7))
    )
    world.ignore(low, high)
    world.step(int(0.5 / H))
    assert world.position(high)[1] < 0.3


def test_what_is_ignored_must_be_there():
    world = supple.World(step=H)
    low = ball(world, 0.1, "low")
    with pytest.raises(UnknownNameError, match="low"):
        world.ignore(low, "hihg")
    with pytest.raises(InputError, match="touches nothing"):
        world.ignore(low, 3)
    with pytest.raises(InputError, match="add it first"):
        world.ignore(low, ball(supple.World(), 1, "elsewhere"))


def test_joined_bodies_do_not_touch_and_let_go_they_do_when_they_have_parted():
    world = supple.World(step=H, gravity=(0, 0, 0), floor=None)
    a, b = ball(world, 0.0, "a"), ball(world, 0.15, "b")
    pin = world.attach(a.point((0, 0.075, 0)), b.point((0, 0.075, 0)))
    world.kick(b, (1, 0, 0), at="top")
    assert met(world, 0.5) == set()
    pin.release()
    world.kick(b, 4 * (world.position(b) - world.position(a)) / 0.15)
    assert met(world, 0.2) == set()
    world.kick(b, 2 * (world.velocity(a) - world.velocity(b)))
    assert met(world, 0.5) == {("a", "b")}


def test_links_of_a_figure_touch_unless_they_are_joined_or_overlap_as_they_are_put():
    """Three arms hang on a trunk: a and b swing into each other; c begins inside b, leaves it and comes back."""
    trunk = Node("trunk", models.box(width=0.6, height=0.1, depth=0.6).mesh)
    for name, x, z in (("a", -0.15, 0.0), ("b", 0.15, 0.0), ("c", 0.15, 0.06)):
        arm = models.capsule(radius=0.05, length=0.3).mesh.transformed(
            compose((0, -0.28, 0), IDENTITY, (1, 1, 1))
        )
        trunk.add(Node(name, arm, translation=(x, 0, z), joint=Joint("ball")))
    world = supple.World(step=H, gravity=(0, 0, 0), floor=None)
    figure = world.add(trunk, kind="rigid", material=STUFF)
    world.nail(figure.point("trunk"))
    for swing in ((0, 0, 1), (0, 0, -2)):
        world.kick(figure["c"], swing)
        assert met(world, 0.25) == set()
    world.kick(figure["a"], (2, 0, 0))
    assert ("a", "b") in met(world, 0.4)
    assert ("b", "c") not in met(world, 0.4)


def test_bodies_that_start_inside_each_other_are_named_once_and_touch_after_they_have_parted():
    world = supple.World(step=H, gravity=(0, 0, 0), floor=None)
    ball(world, 0.0, "a"), ball(world, 0.15, "b", velocity=(0, 1, 0))
    with pytest.warns(SuppleWarning, match=r"'a' and 'b' \(0\.05 m\)") as said:
        assert met(world, 0.3) == set()
    assert len(said) == 1
    world.kick(world["b"], (0, -2, 0))
    assert met(world, 0.5) == {("a", "b")}


def test_a_pair_has_the_larger_friction_and_the_larger_bounce():
    """μ = 0.6 of 0 and 0.6: deceleration 0.6 g; bounce 0.8 of 0.8 and 0: h = 0.8² h₀."""
    rough, slick = (replace(STUFF, friction=f, bounce=b) for f, b in ((0.6, 0.8), (0.0, 0.0)))
    world = supple.World(step=H, floor=None)
    world.obstacle(shapes.Box(20, 1, 20), at=(0, -0.5, 0), friction=0.6, name="ice")
    box = world.add(models.box(), kind="rigid", material=slick, at=(0, 0.2, 0), velocity=(3, 0, 0))
    world.step(48)
    assert 3 - world.velocity(box)[0] == pytest.approx(0.6 * G * 48 * H, rel=1e-3)
    world = supple.World(step=1 / 1920, floor=None)
    world.obstacle(shapes.Box(20, 1, 20), at=(0, -0.5, 0), bounce=0.1)
    drop = world.add(models.sphere(radius=0.1), kind="rigid", material=rough, at=(0, 1.1, 0))
    heights = [world.step(4) or world.position(drop)[1] for _ in range(int(0.9 * 480))]
    assert max(heights[int(0.5 * 480) :]) - 0.1 == pytest.approx(0.64, rel=0.02)


def test_scripts_wait_for_blows_and_partings():
    """A ball falls 0.4 m, bounces with e = 0.5, and comes back after 2 e t: closed form to two steps."""
    world = supple.World(step=H)
    dropped = ball(world, 0.5, "dropped", material="steel")
    told, fall = [], np.sqrt(2 * 0.4 / G)

    def watch(world):
        for _ in range(2):
            hit = yield from wait_for(contact(dropped, "floor"))
            told.append((world.time, hit[0].force[1] * H))
            yield from wait_for(parted(dropped))
        told.append((yield from first_of(wait_for(contact(dropped, "no*")), wait(0.05))))

    world.direct(watch)
    world.run(1.0)
    e = dropped.material.bounce
    assert told[0][0] == pytest.approx(fall, abs=2 * H)
    assert told[1][0] == pytest.approx(fall * (1 + 2 * e), abs=3 * H)
    assert told[0][1] == pytest.approx(dropped.mass * G * fall * (1 + e), rel=0.02)
    assert told[2] == 1


def test_contacts_may_be_asked_by_pair():
    world = supple.World(step=H)
    low, high = ball(world, 0.1, "low"), ball(world, 0.3, "high")
    world.step(10)
    assert {each.a for each in world.contacts(low, "floor")} == {"floor"}
    assert world.contacts(high, "floor") == []
    assert world.contacts(high)[0].a is low
    assert world.contacts(high)[0].force == pytest.approx([0, high.mass * G, 0], rel=1e-6, abs=1e-9)


def test_a_body_that_switches_the_world_to_the_old_ways_is_named_once():
    world = supple.World()
    ball(world, 0.1, "low")
    with pytest.warns(SuppleWarning, match="'soft', of kind 'lattice'"):
        world.add(lattice_body(models.box(), ["squash.y"], at=(1, 0.2, 0), name="soft"))
    ball(world, 2.0, "high")
    report = world.run(0.05).report
    assert (report["engine"], report["collide"]) == ("general path", False)
    said = supple.World(collide=False)
    ball(said, 0.1, "low")
    said.add(lattice_body(models.box(), ["squash.y"], at=(1, 0.2, 0)))


def test_a_run_reports_what_it_was_like():
    world = supple.World(step=H)
    low = ball(world, 0.15, "low")
    pin = world.nail(
        world.add(models.box(), kind="rigid", material=STUFF, at=(1, 1, 0), name="hung").point("top")
    )
    take = world.run(0.5)
    assert take.report["energy_J"] == pytest.approx(world.energy())
    assert take.report["steps"] == 240
    assert take.report["contacts"] == 1
    assert 0 <= take.report["penetration_max_m"] < 5e-5
    assert take.report["gap_max_m"] < 1e-13
    assert 0 < take.timings["step_s"] * 240 <= take.timings["run_s"] * 1.001
    assert pin.active
    assert low in world.bodies
    gentle = supple.World()
    gentle.add(models.box(), material="jelly", at=(0, 1, 0))
    gentle.obstacle(supple.dynamics.shapes.Plane(), stiffness=1e5)
    report = gentle.run(0.1).report
    assert report["engine"] == "general path"
    assert not report["collide"]
    assert "contacts" not in report
