"""The raw numbers of a run agree with the take and with mechanics, and are written beside it."""

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.forces import PointForce

G = 9.81


def resting(**options):
    world = supple.World(**options)
    box = world.add(supple.models.box(), material="rubber", at=(0, 0.2, 0), name="box")
    return world, box


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_what_rests_is_carried_by_the_floor(kind):
    world = supple.World()
    box = world.add(supple.models.box(), material="sponge", kind=kind, at=(0, 0.2, 0), name="box")
    contact = world.run(1.5 if kind == "affine" else 0.3).data["run/bodies/box/contact"]
    assert contact[-10:].mean(axis=0) == pytest.approx([0, box.mass * G, 0], abs=0.01 * box.mass * G)


def test_the_pull_of_a_nail_and_how_well_it_holds_while_it_does():
    world, box = resting(floor=None)
    nail = world.nail(box.point("top"))
    world.at(2.0, nail.release)
    data = world.run(3).data
    force, residual = (data[f"run/constraints/nail box.top/{what}"] for what in ("force", "residual"))
    held = data["run/times"] < 2.0 - 1e-9
    assert force[held][-30:].mean(axis=0) == pytest.approx([0, box.mass * G, 0], abs=0.02 * box.mass * G)
    assert np.abs(residual[held]).max() < 1e-9
    assert np.isnan(force[data["run/times"] > 2.0]).all()
    assert np.isnan(residual[data["run/times"] > 2.0]).all()


def test_coordinates_and_velocities_are_those_of_the_bodies():
    """In free fall v = g t in every frame, and the frames of q are those of the take."""
    world, box = resting(floor=None)
    take = world.run(1)
    t, q, v = (take.data[name] for name in ("run/times", "run/bodies/box/q", "run/bodies/box/v"))
    np.testing.assert_array_equal(t, take.times)
    expected = np.array([box.gravity(np.array([0, -G * time, 0])) for time in t])
    np.testing.assert_allclose(v, expected, atol=1e-9)
    centers = np.array([box.center(state) for state in q])
    np.testing.assert_allclose(centers, take.position("box"), atol=1e-9)


def test_a_body_that_is_pulled_apart_pulls_back():
    """At rest, M⁻¹ of its own force balances gravity and the nail: the three sum to nothing."""
    world, box = resting(floor=None, drag=5.0)
    top = box.point("top")
    world.nail(top)
    data = world.run(4).data
    own, nail = data["run/bodies/box/force"][-1], data["run/constraints/nail box.top/force"][-1]
    weight = box.mass_matrix(box.rest) @ box.gravity(np.array([0, -G, 0]))
    total = own + weight + top.jacobian(box.rest).T @ nail
    assert np.abs(total).max() < 1e-3 * np.abs(weight).max()


@pytest.mark.parametrize("kind", ["affine", "rigid"])
def test_energy_is_kept_in_free_fall(kind):
    """½ m v² − m g·c: with v⁺ = v + h g, c⁺ = c + h v⁺ it is m g h v/2 off, and no more."""
    world = supple.World(floor=None, step=1 / 960)
    box = world.add(supple.models.box(), kind=kind, at=(0, 2, 0), name="box")
    energy = world.run(0.5).data["run/bodies/box/energy"]
    assert energy[0] == pytest.approx(box.mass * G * 2.0)
    assert np.ptp(energy) <= 1.01 * box.mass * G * (G * 0.5) / 960 / 2
    assert energy[-1] == pytest.approx(world.energy())


def test_a_control_leaves_its_force():
    """Q_u = C (γ* − γ) − D γ̇, in every frame."""
    world = supple.World(floor=None)
    modes = ["squash.y", "bend.x"]
    pot = world.add(supple.dynamics.lattice_body(supple.models.teapot(), modes, active=modes, contacts=20))
    pot.control([0.2, 0.1], 300.0, 5.0)
    take = world.run(0.2)
    q, v, control = (take.data[f"run/bodies/{pot.name}/{what}"] for what in ("q", "v", "control"))
    np.testing.assert_allclose(control, 300.0 * ([0.2, 0.1] - q[:, 7:]) - 5.0 * v[:, 6:], rtol=1e-12)
    assert np.abs(control).min() > 0
    tallied = supple.dynamics.tallied(world, take, pot)
    assert {"t", "q", "v", "contact", "control", "energy"} <= set(tallied.data)


def test_constraints_of_one_name_are_counted_and_a_pushed_world_is_recorded_too():
    world, box = resting(floor=None)
    world.nail(box.point("top"))
    extra = world.nail(box.point("top"))
    extra.strength = 0.3
    world.push(PointForce(box.point("top"), (1, 0, 0)))
    names = world.run(0.1).data
    assert "run/constraints/nail box.top/force" in names
    assert "run/constraints/nail box.top 2/force" in names


def test_a_body_that_comes_between_two_runs_is_recorded_in_the_second():
    world, box = resting()
    world.run(0.1)
    world.add(supple.models.sphere(), at=(1, 1, 0), name="ball")
    data = world.run(0.1).data
    assert data["run/bodies/ball/contact"].shape == data["run/bodies/box/contact"].shape
    assert not data["run/bodies/ball/contact"].any()
    assert data["run/bodies/box/contact"][-1, 1] > 0.5 * box.mass * G


def test_the_archive_holds_it(tmp_path):
    world, _ = resting()
    take = world.run(0.5)
    with np.load(take.save(tmp_path / "run.npz")) as archive:
        np.testing.assert_array_equal(archive["run/bodies/box/q"], take.data["run/bodies/box/q"])
        np.testing.assert_array_equal(archive["times"], archive["run/times"])
