"""Rollouts: one lattice body in a compiled loop over its ground, driven through poses."""

import numpy as np
import pytest

from supple.dynamics import World
from supple.dynamics.legacy.bodies.lattice import Lattice, LatticeBody, ModalLattice, mode
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.shapes import Plane, Sphere
from supple.dynamics.legacy.rollout import Drive, Rollouts, roll
from supple.dynamics.legacy.rollout.setting import surface_of
from supple.errors import InputError
from supple.scene import models
from supple.spatial import from_axis_angle

G = 9.81


def crate(
    modes: tuple[str, ...] = ("squash.y", "shear.xy"), *, local: bool = False, stiffness: float = 400.0,
    damping: float = 4.0, **where: object,
) -> LatticeBody:  # fmt: skip
    """A box of 1 m and 8 kg, with contact points all over."""
    box = models.box(width=1, height=1, depth=1)
    grid = Lattice((4, 4, 4), [[-0.5] * 3, [0.5] * 3])
    lattices = [ModalLattice("whole", grid, tuple(mode(name) for name in modes))]
    if local:
        top = Lattice((4, 4, 4), [[-0.5, 0.0, -0.5], [0.5, 0.5, 0.5]])
        lattices.append(ModalLattice("top", top, (mode("squash.y").still(["y-"]),), "whole"))
    line = np.linspace(-0.5, 0.5, 5)
    every = np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)
    skin = every[(np.abs(every) == 0.5).any(axis=1)]
    inside = 0.8 * every[(np.abs(every) % 0.5 == 0).all(axis=1)]
    return LatticeBody(
        box, lattices, places=inside, masses=np.full(len(inside), 8 / len(inside)), stiffness=stiffness,
        damping=damping, active=modes, contacts=skin, **where,
    )  # fmt: skip


def stepping(seed: int = 0, by_rest: bool = False) -> Drive:
    rng = np.random.default_rng(seed)
    poses = rng.uniform(-0.3, 0.3, (3, 2))
    return Drive(
        poses, np.array([0.2, 0.15, 0.3]), np.array([1, 2, 0]), by_rest, np.full(2, 900.0), np.full(2, 40.0)
    )


def test_free_fall_is_that_of_a_point() -> None:
    """c = c₀ + v t + ½ g t² up to the half step that velocities are behind, and no mode is stirred."""
    body = crate(at=(0, 5, 0))
    rolled = roll(body, None, seconds=0.5, step=1 / 480)
    t = rolled.t
    fall = 5 - G / 2 * t * (t + 1 / 480)
    np.testing.assert_allclose(rolled.q[:, 1], fall, atol=1e-12)
    assert np.abs(rolled.q[:, 7:]).max() < 1e-12


@pytest.mark.parametrize("local", [False, True], ids=["global", "local"])
def test_at_rest_the_floor_carries_the_weight(local: bool) -> None:
    """Σ f = m g, penetration far below 0.5 % of the height, and no creep."""
    body = crate(local=local, damping=20.0, at=(0, 0.52, 0))
    rolled = roll(body, 0.0, seconds=10.0)
    force = rolled.contact[-1].sum(axis=0)
    np.testing.assert_allclose(force, [0, 8 * G, 0], atol=1e-2)
    lowest = body.position(rolled.q[-1], body.contacts)[:, 1].min()
    assert -1e-3 < lowest < 1e-3
    assert np.abs(rolled.q[-1, [0, 2]] - rolled.q[480, [0, 2]]).max() < 1e-5
    assert rolled.q[-1, 1] < 0.5


def test_on_a_slope_it_sticks_or_slides_as_friction_says() -> None:
    """tan 20° = 0.36: rubber (0.9) sticks; a slope of friction 0.1 lets it go with g (sin − μ' cos)."""
    tilt = from_axis_angle((0, 0, 1), np.deg2rad(20))
    placed = {"rotation": tilt, "at": (-0.5 * np.sin(np.deg2rad(20)), 0.5 * np.cos(np.deg2rad(20)), 0)}
    body = crate(("squash.y",), damping=40.0, **placed)
    held = roll(body, Obstacle(Plane(), rotation=tilt), seconds=2.0)
    assert np.linalg.norm(held.q[-1, :3] - held.q[60, :3]) < 0.01
    slick = Obstacle(Plane(), rotation=tilt, friction=0.1**2 / 0.9)
    slid = roll(body, slick, seconds=1.0)
    along = np.linalg.norm(slid.v[[30, 60], :3], axis=1)
    expected = G * (np.sin(np.deg2rad(20)) - 0.1 * np.cos(np.deg2rad(20)))
    assert (along[1] - along[0]) / 0.5 == pytest.approx(expected, rel=0.03)


def test_contacts_are_found_however_rarely_points_are_looked_at() -> None:
    """Points are skipped while the body cannot have travelled as far as they were clear: nothing changes by it."""
    body = crate(local=True, at=(0, 1.0, 0), rotation=from_axis_angle((1, 0, 1), 0.4))
    rolled = roll(body, 0.0, seconds=2.0, step=1 / 240, fps=240)
    lowest = min(float(body.position(q, body.contacts)[:, 1].min()) for q in rolled.q)
    assert lowest > -5e-3
    ball = roll(body, Obstacle(Sphere(0.5), at=(0, -0.2, 0)), seconds=1.0, fps=240)
    gaps = [
        np.linalg.norm(body.position(q, body.contacts) - [0, -0.2, 0], axis=1).min() - 0.5 for q in ball.q
    ]
    assert min(gaps) > -5e-3


def test_control_drives_to_the_pose_and_counts_its_energy() -> None:
    """γ → C u / (K + C) at rest; E_c = ∫ Σ |γ̇ Q_u| dt by the trapezoidal rule over fine frames."""
    body = crate(damping=20.0)
    C = np.array([1000.0, 500.0])
    drive = Drive(np.array([[0.1, -0.2]]), np.array([1.0]), np.array([-1]), False, C, np.full(2, 60.0))
    rolled = roll(body, None, drive, seconds=3.0, step=1 / 480, fps=480, gravity=(0.0, 0.0, 0.0))
    np.testing.assert_allclose(rolled.q[-1, 7:], C * [0.1, -0.2] / (400 + C), rtol=1e-3)
    power = np.abs(rolled.v[1:, 6:] * rolled.control[1:]).sum(axis=1)
    assert rolled.energy[-1] == pytest.approx(power.sum() / 480, rel=1e-9)
    assert (np.diff(rolled.energy) >= 0).all()


def test_a_moved_rest_amplitude_is_reached() -> None:
    body = crate(damping=20.0)
    drive = stepping(by_rest=True)._replace(
        poses=np.array([[0.1, -0.2]]), times=np.array([1.0]), next=np.array([-1])
    )
    rolled = roll(body, None, drive, seconds=4.0, gravity=(0.0, 0.0, 0.0))
    np.testing.assert_allclose(rolled.q[-1, 7:], [0.1, -0.2], atol=1e-3)


@pytest.mark.parametrize("by_rest", [False, True], ids=["force", "rest"])
def test_a_world_moves_the_body_to_the_same_bytes(by_rest: bool) -> None:
    """The world leaps from frame to frame, the rollout goes through: the same kernel, the same numbers."""
    body, drive = crate(at=(0, 0.6, 0)), stepping(3, by_rest)
    rolled = roll(body, 0.0, drive, seconds=1.0, step=1 / 480)
    world = World(step=1 / 480)
    world.add(body)
    body.driven(drive, start=0.0)
    for q in rolled.q[1:]:
        world.step(8)
        np.testing.assert_array_equal(world.state.q, q)


def test_the_general_path_takes_the_same_steps() -> None:
    """With a second body far away the world goes through its integrator: the same scheme, to its order."""
    apart, v = [], np.array([0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.3, 0.3, 0.3])
    for h in (1 / 480, 1 / 960):
        alone, other = crate(local=True, at=(0, 3, 0)), crate(local=True, at=(0, 3, 0))
        rolled = roll(alone, None, seconds=0.5, step=h, v=v)
        world = World(step=h, floor=None)
        world.add(other)
        world.state.v[:] = v
        world.add(models.sphere(), kind="rigid", at=(50, 0, 0), name="far")
        world.run(0.5)
        apart.append(np.abs(world.state.q[: other.nq] - rolled.q[-1]).max())
    assert apart[1] < 1e-3
    assert apart[1] < 0.6 * apart[0]


def test_threads_change_no_byte() -> None:
    body = crate(at=(0, 0.55, 0))
    drives = [stepping(seed) for seed in range(4)]
    one, two = (Rollouts(body, 0.0, 0.5).many(drives, n) for n in (1, 2))
    for a, b in zip(one, two, strict=True):
        for field in ("q", "v", "contact", "control", "energy"):
            np.testing.assert_array_equal(getattr(a, field), getattr(b, field))
    assert not np.array_equal(one[0].q, one[1].q)


@pytest.mark.parametrize("sleep", [None, 1e-4])
def test_what_was_rolled_before_changes_no_byte(sleep: float | None) -> None:
    """Rollouts in one place after another, driven by force, by rest amplitudes and not at all."""
    body = crate(at=(0, 0.55, 0))
    body.sleep = sleep
    again = Rollouts(body, 0.0, 0.5)
    drives = [stepping(0), stepping(1, by_rest=True), None, stepping(2)]
    for drive in [*drives, *drives[::-1]]:
        alone, one_of_many = roll(body, 0.0, drive, 0.5), again(drive)
        for field in ("q", "v", "contact", "control", "energy"):
            np.testing.assert_array_equal(getattr(alone, field), getattr(one_of_many, field))


def test_frames_after_a_divergence_are_nan() -> None:
    body = crate(at=(0, 0.55, 0))
    wild = stepping()._replace(poses=np.full((3, 2), 1e200))
    lost, sound = Rollouts(body, 0.0, 0.5).many([wild, stepping()])
    assert not lost.sound
    assert sound.sound
    gone = np.isnan(lost.energy)
    assert 0 < gone.sum() < len(gone)
    for field in ("q", "v", "contact", "control"):
        assert np.isnan(getattr(lost, field)[gone]).all()
        assert np.isfinite(getattr(lost, field)[~gone]).all()


def test_soft_ground_yields_by_its_spring() -> None:
    """n points on springs k carry m g: each sinks by m g / (n k)."""
    body = crate((), at=(0, 0.5, 0))
    rolled = roll(body, Obstacle(Plane(), stiffness=200.0, damping=20.0), seconds=4.0)
    assert rolled.q[-1, 1] == pytest.approx(0.5 - 8 * G / (25 * 200), rel=1e-3)


def test_bad_input_is_refused() -> None:
    body = crate()
    with pytest.raises(InputError, match="seconds"):
        roll(body, seconds=0)
    with pytest.raises(InputError, match="poses"):
        roll(body, drive=stepping()._replace(poses=np.zeros((3, 5))))
    with pytest.raises(InputError, match="last"):
        roll(body, drive=stepping()._replace(times=np.array([0.1, 0.0, 0.1])))
    with pytest.raises(InputError, match="negative"):
        body.stiffness["squash.y"] = -1.0
    assert surface_of(body, None).points.r.shape == (0, 3)
