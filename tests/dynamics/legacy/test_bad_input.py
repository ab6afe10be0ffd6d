"""What cannot be simulated is refused by the call that got it, and says what, where, and what to do."""

from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.dynamics.bodies.materials import named
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.bodies.polynomial import Polynomial, monomials
from supple.dynamics.legacy.forces import Force
from supple.dynamics.legacy.mass import MassPoints
from supple.errors import InputError, UnknownNameError
from supple.motion import keys
from supple.scene import Mesh, models


def boxes(apart):
    """Two cubes of 0.4 m as one mesh, their centers some way apart along x."""
    cube = models.box().surface
    parts = [
        replace(cube.parts[0], name=name, vertices=cube.vertices + (x, 0, 0))
        for name, x in (("a", 0), ("b", apart))
    ]
    return Mesh(parts, "pair")


def hung():
    world = supple.World(floor=None)
    box = world.add(models.box(), material="rubber", at=(0, 2, 0), name="box")
    return world, box, box.point("top")


def test_shells_that_overlap_are_named():
    """Cubes half in each other: a quarter of what the volume formula says is there twice."""
    with pytest.raises(
        InputError, match=r"mesh 'pair': its parts 'a' and 'b' overlap, so that 2\d% .* twice"
    ):
        MassPoints.solid(boxes(0.2), 1.0)


def test_a_shell_within_a_shell_overlaps_unless_it_is_a_hollow():
    ball, core = models.sphere(radius=0.3).surface, models.sphere(radius=0.25).surface
    with pytest.raises(InputError, match="overlap"):
        MassPoints.solid(Mesh.joined([ball, core]), 1.0)
    hollow = Mesh.of(core.vertices, core.faces[:, ::-1])
    shell = MassPoints.solid(Mesh.joined([ball, hollow]), 1.0)
    assert shell.inertia[0, 0] > MassPoints.solid(ball, 1.0).inertia[0, 0]


def test_parts_that_only_touch_or_are_stuck_in_a_little_are_joinery():
    for apart in (0.4, 0.36, 1.0):
        assert MassPoints.solid(boxes(apart), 1.0).total == pytest.approx(1.0)


class Doubled(Polynomial):
    """A basis that claims a rest shape twice the size."""

    @property
    def rest(self):
        return 2 * super().rest


def test_a_basis_that_cannot_represent_the_rest_shape_is_refused():
    node = models.box()
    with pytest.raises(
        InputError, match=r"basis of 'box' \(1, x, y, z\) cannot represent its rest shape: .* 0\.18 m"
    ):
        LinearBody(node, Doubled(monomials(1)), MassPoints.solid(node.mesh, 1.0), named("jelly"))


def test_a_track_that_ends_before_the_run_is_refused_at_once():
    world, _, top = hung()
    lead = world.follow(top, keys({0: world.position(top), 0.5: world.position(top) + 0.1}))
    with pytest.raises(
        InputError, match=r"'follow box.top': its track ends at 0.5 s and the run goes on; .*after="
    ):
        world.run(1.0)
    assert world.time == 0.0
    world.run(0.5)
    lead.release()
    world.run(0.5)


def test_what_may_yet_let_go_is_waited_for_and_the_take_kept():
    """Something is due that could release it; when it does not, the run stops where the track does."""
    world, _, top = hung()
    world.follow(top, keys({0: world.position(top), 0.5: world.position(top) + 0.1}))
    world.at(0.8, lambda: None)
    with pytest.raises(InputError, match=r"its track ends at 0\.5 s") as caught:
        world.run(1.0)
    assert caught.value.take.duration == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_a_track_may_hold_release_or_weaken_at_its_end(kind):
    """Held it stays; released it falls g t²/2 = 0.78 m in the 0.4 s that are left."""
    for after, drop in (("hold", 0.0), ("release", 0.785)):
        world = supple.World(floor=None)
        top = world.add(models.box(), kind=kind, at=(0, 2, 0), name="box").point("top")
        place = world.position(top)
        world.follow(top, keys({0: place, 0.3: place + 0.05}), after=after)
        world.run(0.7)
        assert place[1] + 0.05 - world.position(top)[1] == pytest.approx(drop, abs=0.05 * drop + 1e-9)
    world, _, top = hung()
    lead = world.follow(top, keys({0: world.position(top), 0.3: world.position(top) + 0.05}))
    lead.strength = keys({0.3: 1, 0.5: 0.4})
    world.run(0.6)
    with pytest.raises(UnknownNameError, match=r"way to go on after a track 'stay'.*hold, release"):
        world.follow(top, keys({1: (0, 0, 0), 2: (0, 0, 1)}), after="stay")


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_a_state_that_is_no_number_is_refused(kind):
    world = supple.World()
    world.add(models.box(), kind=kind, name="box")
    world.state.v[2] = np.nan
    with pytest.raises(InputError, match=r"state of 'box' is no number: v\[2\] is nan at 0.0000 s"):
        world.run(0.1)


def test_a_quaternion_that_is_not_of_unit_length_is_refused():
    world = supple.World()
    world.add(models.box(), kind="rigid", name="box")
    world.state.q[3:] *= 1.1
    with pytest.raises(
        InputError, match=r"state of 'box' is no place for it: .* unit quaternion .* is .*1\.0\]"
    ):
        world.run(0.1)


def test_a_rotation_that_is_none_is_refused():
    with pytest.raises(InputError, match="quaternion"):
        supple.World().add(models.box(), rotation=(0, 0, 0, 0))


def test_a_point_cannot_be_attached_to_itself():
    world, box, top = hung()
    with pytest.raises(InputError, match=r"<point box\.top> cannot be attached to itself"):
        world.attach(top, box.point("top"))


def test_time_runs_forward():
    world, _, _ = hung()
    with pytest.raises(InputError, match="cannot take -3 steps"):
        world.step(-3)
    with pytest.raises(InputError, match=r"a step of -0\.01 s; give a positive"):
        supple.World(step=-0.01)
    with pytest.raises(InputError, match="cannot keep 0 frames a second"):
        world.run(1, fps=0)


class Gale(Force):
    name = "gale"

    def __init__(self, point):
        self.point = point

    def on(self, world):
        yield self.point, np.array([np.inf, 0, 0])


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_any_force_that_is_no_number_is_named(kind):
    world = supple.World(floor=None)
    box = world.add(models.box(), kind=kind)
    world.push(Gale(box.point("top")))
    with pytest.raises(
        InputError, match=r"'gale' gave array\(\[inf.* at 0.0000 s; a force is three finite numbers"
    ):
        world.run(0.2)


@pytest.mark.parametrize("when", ["at", "on_step"])
def test_an_error_in_a_callback_tells_its_name_and_time_and_keeps_the_take(when):
    world, _, _ = hung()

    def stumble():
        if world.time > 0.2:
            raise RuntimeError("ouch")

    world.on_step(stumble) if when == "on_step" else world.at(0.25, stumble)
    with pytest.raises(RuntimeError, match="ouch") as caught:
        world.run(1.0)
    notes = " ".join(caught.value.__notes__)
    assert "stumble', called at 0.2" in notes
    assert "the take up to then" in notes
    assert caught.value.take.duration == pytest.approx(0.2, abs=0.06)


def test_an_error_in_a_behavior_tells_its_name_and_time_and_keeps_the_take():
    world, _, _ = hung()

    def clumsy(world):
        yield 0.3
        raise RuntimeError("ouch")

    world.direct(clumsy)
    with pytest.raises(RuntimeError, match="ouch") as caught:
        world.run(1.0)
    assert "in behavior 'clumsy' of script 'clumsy', at 0.3000 s" in " ".join(caught.value.__notes__)
    assert caught.value.take.duration == pytest.approx(0.3, abs=0.02)
