"""Whatever the mesh: it lies on the floor and not in it, hangs by its top, and goes without modes it cannot have."""

import numpy as np
import pytest
import trimesh

import supple
from supple.control.animate.embodying import embodied, pace_of
from supple.control.animate.intake import taken_in
from supple.control.animate.lifting import HELD, _above, lift
from supple.control.animate.outermost import outermost
from supple.control.animate.passive import FIRM, MODES
from supple.control.gait import Gait
from supple.errors import InputError
from supple.scene import Mesh, models

BLOCK = models.box(width=1, height=1, depth=1).surface


def block(sides, at=(0.0, 0.0, 0.0)):
    return Mesh.of(BLOCK.vertices * np.array(sides) + at, BLOCK.faces, name="block")


def plain(sides, at):
    """A block with vertices at its corners alone."""
    box = trimesh.creation.box(extents=sides)
    return Mesh.of(box.vertices + at, box.faces)


def chair():
    """The vertices nearest to the vertical through its center of mass are those of its legs, below that."""
    legs = [plain((0.04, 0.43, 0.04), (x, 0.215, z)) for x in (-0.2, 0.2) for z in (-0.2, 0.2)]
    return Mesh.joined(
        [plain((0.45, 0.04, 0.45), (0, 0.45, 0)), plain((0.45, 0.5, 0.04), (0, 0.72, -0.205)), *legs]
    )


@pytest.mark.parametrize("sides", [(0.04, 1, 0.04), (0.1, 1, 0.1), (0.3, 1, 0.1)])
def test_what_is_long_does_not_sink_into_the_floor(sides):
    fall = supple.animate(block(sides), "drop")
    assert fall.report["penetration_max_m"] < 0.01
    assert np.abs(fall.take.data["q"][-1, 7:]).max() < 0.2, "it lies straight"


def test_a_ball_does_not_sink_in_where_it_is_round():
    ball = models.sphere(radius=0.5)
    assert supple.animate(ball, "wobble").report["penetration_max_m"] < 0.01


def test_a_floor_meets_flanks_too_and_alike_on_both_sides():
    found = outermost(block((0.04, 1, 0.04)))
    heights = np.unique(found[:, 1])
    assert np.diff(heights).max() < 0.1
    assert len(found) <= 200
    assert np.unique((found * [-1, 1, 1]).round(9) + 0.0, axis=0) == pytest.approx(
        np.unique(found.round(9) + 0.0, axis=0)
    )


@pytest.mark.parametrize("model", [chair(), models.teapot()])
def test_what_is_lifted_hangs_upright_until_it_is_let_go(model):
    node = taken_in(model).node
    until = HELD * pace_of(node)
    act = lift(node, until, 1)
    assert np.degrees(np.arccos(Gait.of(act.body, act.rolled).up.min())) < 20


def test_a_chair_is_held_above_its_center_of_mass_not_by_its_seat():
    body = embodied(taken_in(chair()).node, MODES, sag=FIRM)
    center = body.placement[:3, :3] @ body.center_at_rest + body.placement[:3, 3]
    assert _above(body)[1] > center[1] + 0.05


@pytest.mark.parametrize("sides", [(0.01, 2, 0.01), (1, 0.005, 1)])
def test_only_modes_that_a_thin_thing_cannot_have_are_left_out(sides):
    body = embodied(taken_in(block(sides)).node, MODES, sag=FIRM)
    thin = [axis for axis, side in zip("xyz", sides, strict=True) if side < 0.1]
    assert body.modes
    assert set(body.modes) <= {mode for mode in MODES if mode[-1] not in thin}


def test_a_thin_plate_can_be_dropped_struck_and_lifted():
    for action in ("drop", "wobble", "lift"):
        assert supple.animate(block((1, 0.005, 1)), action, seconds=0.5).report["penetration_max_m"] < 0.005


def test_a_short_wobble_waits_less_and_one_too_short_says_what_it_takes():
    assert supple.animate(models.teapot(), "wobble", seconds=0.1).take.duration == pytest.approx(
        0.1, abs=0.02
    )
    with pytest.raises(InputError, match=r"seconds is 0.05, too short for 'teapot'.*give 0.1 or more"):
        supple.animate(models.teapot(), "wobble", seconds=0.05)
