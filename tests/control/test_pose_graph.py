"""Pose graphs: data, files, and what they do to a body."""

from pathlib import Path

import numpy as np
import pytest

from supple.control.pose_graph import PoseGraph
from supple.dynamics import World
from supple.dynamics.legacy.bodies.lattice.basis import Lattice
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.library import mode
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.errors import FileError, InputError, UnknownNameError
from supple.scene import models

POSES = [{"squash.y": 0.3, "shear.x": -0.1}, {"squash.y": -0.2}, {}]
TIMES = [0.25, 0.1, 0.15]


def crate(**options: object) -> LatticeBody:
    """A unit cube with three modes, of which two are active."""
    model = models.box(width=1, height=1, depth=1)
    modes = tuple(mode(name) for name in ("squash.y", "shear.x", "bend.x"))
    whole = ModalLattice("whole", Lattice((4, 4, 4), model.surface.bounds), modes)
    places = (np.indices((3, 3, 3)).reshape(3, -1).T - 1) * 0.4
    settings = {
        "stiffness": [200.0, 300.0, 400.0],
        "damping": 0.5,
        "active": ("squash.y", "shear.x"),
        **options,
    }
    return LatticeBody(model, [whole], places=places, masses=np.full(27, 0.1), **settings)  # type: ignore[arg-type]


def test_a_cycle_goes_round_and_a_chain_stays() -> None:
    assert PoseGraph(POSES, TIMES).next == (1, 2, 0)
    assert PoseGraph(POSES, TIMES).period == pytest.approx(0.5)
    assert PoseGraph(POSES, TIMES, cyclic=False).next == (1, 2, -1)
    assert PoseGraph(POSES, TIMES, cyclic=False).period == np.inf


def test_the_way_into_a_cycle_is_no_part_of_its_period() -> None:
    assert PoseGraph(POSES, TIMES, next=(1, 2, 1)).period == pytest.approx(0.25)


def test_poses_are_filled_up_with_zeros() -> None:
    graph = PoseGraph(POSES, TIMES)
    assert graph.modes == ("shear.x", "squash.y")
    np.testing.assert_array_equal(graph.amplitudes, [[-0.1, 0.3], [0.0, -0.2], [0.0, 0.0]])


def test_what_drives_a_body_is_in_the_order_of_its_modes() -> None:
    drive = PoseGraph(POSES, TIMES, strength=5.0, ratio=0.5).on(crate())
    np.testing.assert_array_equal(drive.poses, [[0.3, -0.1, 0], [-0.2, 0, 0], [0, 0, 0]])
    np.testing.assert_array_equal(drive.times, TIMES)
    np.testing.assert_array_equal(drive.next, [1, 2, 0])
    np.testing.assert_allclose(drive.C, [1000, 1500, 0])
    body = crate()
    mass = body.mass_matrix(body.rest)[6, 6]
    assert drive.damping[0] == pytest.approx(0.5 * 2 * np.sqrt(mass * 1200))
    assert drive.damping[2] == 0
    assert not drive.by_rest
    assert PoseGraph(POSES, TIMES, by="rest").on(body).by_rest


def test_a_critical_control_does_not_swing() -> None:
    """One mode toward a pose with ratio 1: γ → C u/(K + C) without passing it."""
    world = World(gravity=(0, 0, 0), floor=None)
    body = world.add(crate(damping=0.0))
    world.direct(PoseGraph([{"squash.y": 0.1}], [1.0], cyclic=False, strength=4.0, ratio=1.0).drive(body))
    seen = []
    for _ in range(300):
        world.step()
        seen.append(body.amplitude("squash.y"))
    goal = 0.1 * 4 / 5
    assert max(seen) <= goal * 1.01
    assert seen[-1] == pytest.approx(goal, rel=1e-2)


def test_a_behavior_goes_through_the_poses_in_time() -> None:
    world = World(gravity=(0, 0, 0), floor=None)
    body = world.add(crate())
    performance = world.direct(PoseGraph(POSES, TIMES).drive(body))
    world.run(0.5 + 0.3)
    np.testing.assert_array_equal(body.drive.pose(world.time - body.drive_start), [-0.2, 0, 0])
    assert not performance.done
    performance.stop()
    assert body.drive is None


def test_a_chain_ends_and_its_last_pose_stays() -> None:
    world = World(gravity=(0, 0, 0), floor=None)
    body = world.add(crate())
    performance = world.direct(PoseGraph(POSES, TIMES, cyclic=False).drive(body))
    world.run(0.6)
    assert performance.done
    assert performance.time == pytest.approx(0.35)
    np.testing.assert_array_equal(body.drive.pose(0.6), [0, 0, 0])


def test_files_keep_every_bit(tmp_path: Path) -> None:
    graph = PoseGraph(POSES, [0.1 + 0.2, 1 / 3, 0.15], next=(1, 2, 1), by="rest", strength=7.0, ratio=0.3)
    graph.save(tmp_path / "hop.json")
    again = PoseGraph.load(tmp_path / "hop.json")
    assert again.as_dict() == graph.as_dict()
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "hop.json").read_bytes()


def test_files_that_hold_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"poses": 3}')
    with pytest.raises(FileError, match="holds no pose graph"):
        PoseGraph.load(tmp_path / "x.json")
    with pytest.raises(FileError, match="cannot read"):
        PoseGraph.load(tmp_path / "missing.json")


def test_passive_and_unknown_modes_are_named() -> None:
    with pytest.raises(
        InputError, match=r"'bend.x', which is passive in 'box'.*Active are: squash.y, shear.x"
    ):
        PoseGraph([{"bend.x": 0.1}, {}], [0.1, 0.1]).on(crate())
    with pytest.raises(UnknownNameError, match=r"squsah.y.*did you mean 'squash.y'"):
        PoseGraph([{"squsah.y": 0.1}], [0.1]).on(crate())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"poses": []}, "needs poses that name modes"),
        ({"poses": [{}, {}, {}]}, "needs poses that name modes"),
        ({"poses": [[0.1], {}, {}]}, "pose 0 is"),
        ({"poses": [{"a": np.nan}, {}, {}]}, "pose 0: entry"),
        ({"times": [0.1, 0.1]}, r"expected shape \(3\)"),
        ({"times": [0.1, 0.0, 0.1]}, "all must be positive"),
        ({"next": [1, 2, 3]}, "for each of 3 poses"),
        ({"next": [1, 2]}, "for each of 3 poses"),
        ({"by": "magic"}, "way to drive"),
        ({"strength": 0.0}, "strength"),
        ({"ratio": -1.0}, "ratio"),
    ],
)
def test_bad_graphs_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises((InputError, UnknownNameError), match=message):
        PoseGraph(**{"poses": POSES, "times": TIMES, **change})  # type: ignore[arg-type]
