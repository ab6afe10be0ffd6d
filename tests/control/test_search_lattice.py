"""Searching with a lattice body: a crate learns to hop."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from supple.control import measures
from supple.control.gait import Gait
from supple.control.hop import failures
from supple.control.hopper import first_hop, hopper, lean
from supple.control.pose_graph import PoseGraph
from supple.control.search import COSTS, Search, Tried, Try
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.contact.shapes import Plane
from supple.dynamics.legacy.rollout import roll
from supple.errors import FileError, InputError, UnknownNameError
from supple.scene import models


@pytest.fixture(scope="module")
def crate() -> LatticeBody:
    return hopper(models.box(width=0.4, height=0.4, depth=0.4), contacts=26)


def search(crate: LatticeBody, **options: object) -> Search:
    settings = {"seconds": 1.5, "evaluations": 16, "batch": 5, "threads": 1, **options}
    return Search(crate, first_hop(crate), **settings)  # type: ignore[arg-type]


def test_a_gait_is_what_the_body_did(crate: LatticeBody) -> None:
    """Points, center and volume of all frames at once, against the body's own, one by one."""
    graph = first_hop(crate)
    rolled = roll(crate, 0.0, graph.on(crate), 1.0)
    gait = Gait.of(crate, rolled, period=graph.period)
    np.testing.assert_allclose(gait.points, [crate.position(q, crate.contacts) for q in rolled.q], atol=1e-12)
    np.testing.assert_allclose(gait.center, [crate.center(q) for q in rolled.q], atol=1e-12)
    np.testing.assert_allclose(gait.volume, [crate.volume(q) for q in rolled.q], atol=1e-12)
    assert gait.height == pytest.approx(0.4)
    assert gait.weight == pytest.approx(9.81 * crate.mass)
    level = Gait.of(crate, rolled, period=graph.period, ground=Plane())
    np.testing.assert_allclose(level.gaps, gait.gaps, atol=1e-12)


def test_the_first_hop_stands_leaves_the_ground_and_keeps_upright(crate: LatticeBody) -> None:
    graph = first_hop(crate)
    gait = Gait.of(crate, roll(crate, 0.0, graph.on(crate), 4.0), period=graph.period)
    assert gait.gaps[0].min() == pytest.approx(0.0, abs=1e-9)
    assert measures.hops(gait) >= 4
    assert measures.tilt_max_deg(gait) < 30


def test_the_worst_of_several_tries_counts(crate: LatticeBody) -> None:
    plain, pulled = Try(), Try(1 / 300, aside=0.3)
    costs = [
        search(crate, tries=tries, along=(0.6, 0.0, 0.8)).trial(search(crate).space.start)
        for tries in ([plain], [pulled], [plain, pulled])
    ]
    assert costs[0] < costs[1] == costs[2]


def test_what_pulls_aside_pulls_across_the_way(crate: LatticeBody) -> None:
    graph = first_hop(crate)
    for along in ((1.0, 0.0, 0.0), (0.6, 0.0, 0.8)):
        trial = search(crate, tries=[Try(), Try(aside=0.02)], along=along).trial
        level, tilted = (trial.gait(graph, rolled) for rolled in trial.rolled(graph.on(crate)))
        assert tilted.astray[-1] - level.astray[-1] > 0.003
    with pytest.raises(InputError, match=r"tries=\[Try\(\)\]"):
        search(crate, tries=[])


def test_it_gets_better(crate: LatticeBody) -> None:
    found = search(crate, evaluations=40, cost="leap", batch=1).run()
    assert found.cost_best < 0.5 * found.cost_first
    assert found.evaluations == 40
    assert found.gait.progress[-1] == pytest.approx(crate_way(crate, found.graph), abs=1e-12)


def crate_way(crate: LatticeBody, graph: PoseGraph) -> float:
    rolled = roll(crate, 0.0, graph.on(crate), 1.5)
    return float(crate.center(rolled.q[-1])[0] - crate.center(rolled.q[0])[0])


@pytest.mark.parametrize("method", ["annealing", "cma"])
def test_threads_do_not_change_a_byte(crate: LatticeBody, method: str) -> None:
    one = search(crate, method=method, threads=1).run()
    two = search(crate, method=method, threads=2).run()
    assert one.courses[0].u.tobytes() == two.courses[0].u.tobytes()
    assert one.courses[0].costs.tobytes() == two.courses[0].costs.tobytes()
    assert one.rolled.q.tobytes() == two.rolled.q.tobytes()


class Impatient:
    """Ctrl-C after so many looks; remembers what it has seen."""

    __name__ = "leap"

    def __init__(self, patience: int) -> None:
        self.patience, self.seen = patience, list[float]()

    def __call__(self, gait: Tried) -> float:
        if len(self.seen) == self.patience:
            raise KeyboardInterrupt
        self.seen.append(COSTS["leap"](gait))
        return self.seen[-1]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["annealing", "cma"])
def test_ctrl_c_in_a_batch_keeps_what_is_finished(
    crate: LatticeBody, tmp_path: Path, method: str, threads: int
) -> None:
    cost = Impatient(9)
    found = search(crate, cost=cost, method=method, threads=threads).run()
    assert found.stopped
    assert found.courses[0].costs.tolist() == cost.seen
    assert found.cost_best == min(cost.seen) == COSTS["leap"](found.gait)
    search(crate, cost=Impatient(10), method=method, threads=threads, journal=tmp_path / "j").run()
    lines = [json.loads(line) for line in (tmp_path / "j").read_text().splitlines()[1:]]
    assert [line["cost"] for line in lines] == cost.seen


def test_ctrl_c_in_another_seed_keeps_the_first(crate: LatticeBody) -> None:
    cost = Impatient(6)
    found = search(crate, cost=cost, evaluations=6, seeds=(1, 2)).run()
    assert found.stopped
    assert found.courses[0].costs.tolist() == cost.seen


def test_it_goes_on_from_its_journal(crate: LatticeBody, tmp_path: Path) -> None:
    whole = search(crate, cost="leap", journal=tmp_path / "whole").run()
    stopped = search(crate, cost=Impatient(9), journal=tmp_path / "parts").run()
    assert stopped.stopped
    assert stopped.evaluations < whole.evaluations
    resumed = search(crate, cost="leap", journal=tmp_path / "parts").run()
    assert resumed.rolled.q.tobytes() == whole.rolled.q.tobytes()
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_journal_of_another_body_or_cost_is_stale(crate: LatticeBody, tmp_path: Path) -> None:
    search(crate, evaluations=2, journal=tmp_path / "j").run()
    with pytest.raises(FileError, match="cost was 'hop' and is 'leap'"):
        search(crate, evaluations=2, cost="leap", journal=tmp_path / "j").run()
    other = hopper(models.box(width=0.5, height=0.4, depth=0.4), contacts=26)
    with pytest.raises(FileError, match="motion was"):
        search(other, evaluations=2, journal=tmp_path / "j").run()
    with pytest.raises(FileError, match=r"seconds was 1.5 and is 1.0. Delete it"):
        search(crate, evaluations=2, seconds=1.0, journal=tmp_path / "j").run()


def test_seeds_search_by_themselves(crate: LatticeBody) -> None:
    both = search(crate, evaluations=6, seeds=(1, 2)).run()
    alone = search(crate, evaluations=6, seeds=(2,)).run()
    np.testing.assert_array_equal(both.history[2], alone.history[2])
    assert both.evaluations == 12
    assert both.cost_best == min(curve[-1] for curve in both.history.values())


def test_times_or_poses_alone(crate: LatticeBody) -> None:
    start = first_hop(crate)
    times = search(crate, over="times").run()
    np.testing.assert_allclose(times.graph.amplitudes, start.amplitudes)
    poses = search(crate, over="poses").run()
    np.testing.assert_allclose(poses.graph.times, start.times)


def test_a_cost_of_ones_own_and_one_that_is_no_number(crate: LatticeBody) -> None:
    high = search(crate, cost=lambda gait: -float(gait.gaps.min(axis=1).max())).run()
    assert high.cost_best < high.cost_first
    with pytest.raises(InputError, match=r"evaluation 0 of seed 1 is nan.*poses \[\{'crouch': 0\.2,"):
        search(crate, cost=lambda gait: float("nan")).run()


@pytest.mark.parametrize(
    ("cost", "shown"), [(None, "None"), ("far", "'far'"), (np.zeros(2), "array"), (np.nan, "nan")]
)
def test_a_cost_that_gives_no_number_is_named(
    crate: LatticeBody, tmp_path: Path, cost: Any, shown: str
) -> None:
    """Also of the second try alone, and before a journal is begun."""
    with pytest.raises(InputError, match=rf"cost of evaluation 0 of seed 1 is {shown}.*poses \["):
        search(crate, cost=lambda gait: cost).run()
    given = iter([1.0, cost])
    with pytest.raises(InputError, match=rf"cost of evaluation 0 of seed 1 is {shown}"):
        search(crate, cost=lambda gait: next(given), tries=[Try(), Try()]).run()
    with pytest.raises(InputError, match=rf"cost of evaluation 0 is {shown}.*poses \["):
        search(crate, cost=lambda gait: cost, journal=tmp_path / "j").run()
    assert not (tmp_path / "j").exists()


def test_a_cost_can_look_at_the_take(crate: LatticeBody) -> None:
    """The vertices of the take at every frame, against the body's own; its numbers are those of the rollout."""
    found = search(crate, cost=lambda gait: -float(gait.take.world_vertices("box")[-1, :, 0].mean())).run()
    take, vertices = found.gait.take, crate.node.surface.vertices
    assert found.cost_best == -take.world_vertices("box")[-1, :, 0].mean() < found.cost_first
    expected = [crate.position(q, vertices) for q in found.rolled.q]
    np.testing.assert_allclose(take.world_vertices("box"), expected, atol=1e-5)
    np.testing.assert_array_equal(take.data["contact"], found.rolled.contact)
    assert take.times[-1] == 1.5


def test_bad_searches_are_refused(crate: LatticeBody) -> None:
    for options, error in (
        ({"method": "luck"}, UnknownNameError),
        ({"over": "all"}, UnknownNameError),
        ({"cost": "hopp"}, UnknownNameError),
        ({"evaluations": 0}, InputError),
        ({"seconds": 0.0}, InputError),
        ({"seeds": ()}, InputError),
        ({"seeds": (1, 1)}, InputError),
        ({"reach": 0.0}, InputError),
        ({"hold": (0.5, 0.1)}, InputError),
        ({"batch": 2}, InputError),
        ({"temperature": 1.0}, InputError),
        ({"method": "annealing", "cooling": 2.0}, InputError),
    ):
        with pytest.raises(error):
            search(crate, **options)
    with pytest.raises(InputError, match=r"no setting 'foo', and its method 'cma' only: spread$"):
        search(crate, foo=3)
    with pytest.raises(
        InputError, match=r"'foo', and its method 'annealing' only: spread, temperature, cooling$"
    ):
        search(crate, foo=3, method="annealing")
    crate.active = ("crouch",)
    with pytest.raises(InputError, match="'lean', which is passive"):
        search(crate)
    crate.active = ("crouch", "lean")
    with pytest.raises(UnknownNameError, match="axis to lean along"):
        lean("y")


@pytest.mark.parametrize("method", ["annealing", "cma"])
@pytest.mark.parametrize("spread", [0.0, -1.0, np.nan, np.inf])
def test_a_spread_that_is_none_is_refused(crate: LatticeBody, method: str, spread: float) -> None:
    with pytest.raises(InputError, match=f"spread is {spread}; give a positive share"):
        search(crate, method=method, spread=spread)


def test_rest_amplitudes_drive_as_forces_do(crate: LatticeBody) -> None:
    """§6.1: −K γ − C (γ − u) − D γ̇ is −(K + C)(γ − u C/(K + C)) − D γ̇, so potential and force are one motion."""
    graph = first_hop(crate)
    drive, share = graph.on(crate), graph.strength / (1 + graph.strength)
    by_force = roll(crate, None, drive, 1.0)
    stiff = hopper(models.box(width=0.4, height=0.4, depth=0.4), contacts=26)
    stiff.volume_stiffness = crate.volume_stiffness
    for i, name in enumerate(stiff.modes):
        stiff.stiffness[name] = float(crate.stiffness.at(0.0)[i]) * (1 + graph.strength)
        stiff.damping[name] = float(crate.damping.at(0.0)[i] + drive.damping[i])
    by_rest = PoseGraph(
        [{k: share * v for k, v in pose.items()} for pose in graph.poses], graph.times, by="rest"
    )
    np.testing.assert_allclose(roll(stiff, None, by_rest.on(stiff), 1.0).q, by_force.q, atol=1e-9)
    assert np.ptp(by_force.q[:, 7]) > 0.1


def test_a_hop_is_found(crate: LatticeBody) -> None:
    """All limits of a hop, from its first to its last frame."""
    found = search(crate, seconds=3.0, evaluations=150, batch=1, enough=-0.2, threads=2).run()
    assert failures(found.gait) == []
