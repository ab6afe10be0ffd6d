"""Lattice bodies as mechanics: what is conserved, what they become in limits, and what may change on the way."""

import numpy as np
import pytest

from supple.arrays import Array
from supple.dynamics import World
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.lattice import Lattice, LatticeBody, ModalLattice, Mode, mode
from supple.dynamics.legacy.bodies.lattice.embedding import positions
from supple.dynamics.legacy.bodies.lattice.map import carried
from supple.dynamics.legacy.bodies.lattice.setup import lattice_body
from supple.dynamics.legacy.bodies.lattice.sleeping import packed, packed_points
from supple.dynamics.legacy.bodies.lattice.step import room
from supple.dynamics.legacy.bodies.lattice.terms import mass_at
from supple.dynamics.legacy.bodies.lattice.volume import volume
from supple.dynamics.legacy.bodies.linear import polynomial_body
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.mass import MassPoints
from supple.dynamics.legacy.rollout import roll
from supple.errors import InputError, UnknownNameError
from supple.motion import keys
from supple.scene import models

STILL = (0.0, 0.0, 0.0)
BOX = [[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]]
SPREAD = np.random.default_rng(1).uniform(-0.5, 0.5, (30, 3))


def crate(modes: "tuple[Mode, ...]", **other: object) -> LatticeBody:
    """A box of 6 kg that is not alike along its axes, under these modes."""
    places = np.concatenate([SPREAD, -SPREAD]) * [1.0, 0.7, 0.5]
    whole = ModalLattice("whole", Lattice((4, 4, 4), BOX), modes)
    given = {"stiffness": 500.0, "damping": 0.0, "name": "crate", **other}
    return LatticeBody(
        models.box(width=1, height=1, depth=1), [whole], places=places, masses=np.full(60, 0.1), **given
    )


def nested(levels: int = 3) -> LatticeBody:
    """The crate with a lattice on its upper half and another in a corner of that, one mode each."""
    boxes = {"upper": [[-0.5, 0.0, -0.5], [0.5, 0.5, 0.5]], "corner": [[0.0, 0.0, 0.0], [0.5, 0.5, 0.5]]}
    lattices, parent = (
        [ModalLattice("whole", Lattice((4, 4, 4), BOX), (mode("squash.y"), mode("bend.x")))],
        "whole",
    )
    for name, box in list(boxes.items())[: levels - 1]:
        own = mode("shear.x").still(["y-"])
        lattices.append(ModalLattice(name, Lattice((4, 4, 4), box), (own,), parent))
        parent = name
    places = np.concatenate([SPREAD, -SPREAD]) * [1.0, 0.7, 0.5]
    return LatticeBody(
        models.box(width=1, height=1, depth=1),
        lattices,
        places=places,
        masses=np.full(60, 0.1),
        stiffness=300.0,
        damping=0.0,
        name="nest",
    )


def stirred(body: LatticeBody) -> Array:
    """Moving, spinning and deforming at once."""
    return np.concatenate([[0.3, 0.1, 0.0], [2.0, 3.0, 1.0], np.linspace(-0.6, 0.6, body.nv - 6)])


@pytest.mark.parametrize("levels", [1, 3], ids=["global", "nested"])
def test_energy_is_conserved(levels: int) -> None:
    """Energy to first order in h, since v is that between steps, and without drift: 0.1 % in 4 s."""
    body = nested(levels)
    v = stirred(body)
    steps, worst = np.array([1 / 240, 1 / 480, 1 / 960]), []
    for h in steps:
        rolled = roll(body, None, seconds=4.0, step=h, v=v, gravity=STILL)
        energy = np.array([body.energy(*pair) for pair in zip(rolled.q, rolled.v, strict=True)])
        worst.append(np.abs(energy / energy[0] - 1).max())
        quarter = len(energy) // 4
        drift = energy[-quarter:].mean() - energy[:quarter].mean()
        assert abs(drift) < 1e-3 * energy[0]
    assert np.abs(rolled.q[:, 7:]).max() > 0.03
    assert worst[-1] < 0.02
    assert np.polyfit(np.log(steps), np.log(worst), 1)[0] > 0.8


def test_momenta_are_conserved_to_round_off() -> None:
    """P and the spin, with global, local and nested modes swinging (they are parts of what is kept)."""
    body = nested()
    world = World(gravity=STILL, floor=None, step=1 / 240)
    world.add(body)
    world.state.v[:] = stirred(body)
    found = []
    for _ in range(200):
        world.step()
        found.append(world.state.memory["glide/momentum"][-body.nv - 1 : -1][:6])
    np.testing.assert_allclose(found, np.tile(found[0], (200, 1)), atol=1e-11)
    q, v = world.coordinates(body)
    P, L = body.momentum(q, v)
    spin = L - np.cross(body.center(q), P)
    np.testing.assert_allclose(np.concatenate([P, spin]), found[0], atol=0.05)


def test_angular_momentum_about_the_origin_is_conserved_to_second_order() -> None:
    """x_c × P + spin: the center of mass keeps to its line like h²."""
    body, steps, worst = nested(), np.array([1 / 240, 1 / 480, 1 / 960]), []
    for h in steps:
        rolled = roll(body, None, seconds=1.0, step=h, v=stirred(body), gravity=STILL)
        P = body.momentum(rolled.q[0], rolled.v[0])[0]
        way = np.array([body.center(q) for q in rolled.q]) - rolled.t[:, None] * P / body.mass
        worst.append(np.abs(way - way[0]).max())
    assert worst[-1] < 1e-3
    assert np.polyfit(np.log(steps), np.log(worst), 1)[0] > 0.9


@pytest.mark.parametrize("speed", [5.0, 20.0])
def test_it_swings_alike_whether_it_rests_or_flies(speed: float) -> None:
    """Galileo: with masses that modes shift as a whole, all amplitudes are the same in a frame that moves."""
    body = lattice_body(models.teapot(), ["squash.y", "bend.x", "shear.x", "twist.y"], masses=8, contacts=8)
    v = np.concatenate([np.zeros(3), [0.4, 0.2, 0.1], [0.3, -0.2, 0.2, 0.1]])
    flying = v + np.concatenate([[speed, 0.0, 0.0], np.zeros(7)])
    still, moved = (roll(body, None, seconds=3.0, v=each, gravity=STILL) for each in (v, flying))
    np.testing.assert_allclose(moved.q[:, 3:], still.q[:, 3:], atol=1e-9)


def test_without_modes_it_is_a_rigid_body() -> None:
    """The same masses, the same spin: both turn to second order, so paths meet like h²."""
    apart = []
    for h in (1 / 240, 1 / 480):
        still = crate(())
        masses = MassPoints.given(still.places, still.masses)
        ends = []
        for body in (still, RigidBody(models.box(width=1, height=1, depth=1), masses, named("wood"))):
            world = World(gravity=STILL, floor=None, step=h)
            world.add(body, velocity=(1, 0, 0), spin=(1, 4, 2))
            world.step(round(1.0 / h))
            ends.append(world.state.q)
        apart.append(np.abs(ends[0] - ends[1]).max())
    assert apart[1] < 0.02
    assert apart[0] / apart[1] == pytest.approx(4.0, abs=0.4)


def symmetric() -> tuple[Mode, ...]:
    """F = 1 + S: six modes, stretch along three axes and shear between them."""
    found = []
    for i in range(3):
        for k in range(i, 3):

            def field(s: Array, i: int = i, k: int = k) -> Array:
                u = np.zeros_like(s)
                u[:, i] += s[:, k]
                if i != k:
                    u[:, k] += s[:, i]
                return u

            found.append(Mode.fitted(f"strain {i}{k}", field))
    return tuple(found)


def test_six_symmetric_linear_modes_are_the_affine_body() -> None:
    """x = R (1 + S) r: with the energy of the affine body, whose Hessian at rest gives k, small wobbles agree."""
    material = Material("plain", hz=2.0, settle=1.0, volume=0.0)
    body = crate(symmetric())
    masses = MassPoints.given(body.places, body.masses)
    affine = polynomial_body(models.box(width=1, height=1, depth=1), material, 1, masses)
    affine.damping, corners = 0.0, body.contacts
    P = affine.coefficients(corners)
    size = 1e-4
    for n, name in enumerate(body.modes):
        q = body.rest
        q[7 + n] = size
        R = np.linalg.lstsq(P, body.position(q, corners), rcond=None)[0].T.reshape(-1)
        body.stiffness[name] = 2 * affine.energy(R, np.zeros(affine.nv)) / size**2
    gamma = 2e-3 * np.array([1.0, -0.5, 0.3, 0.8, 0.4, -0.7])
    ends = []
    for h in (1 / 240, 1 / 480):
        q = np.concatenate([body.rest[:7], gamma])
        rolled = roll(body, None, seconds=0.5, step=h, q=q, gravity=STILL)
        world = World(gravity=STILL, floor=None, step=h)
        world.add(affine)
        world.state.q[:] = np.linalg.lstsq(P, body.position(q, corners), rcond=None)[0].T.reshape(-1)
        world.step(round(0.5 / h))
        ends.append(np.abs(affine.position(world.state.q, P) - body.position(rolled.q[-1], corners)).max())
        affine.world = None
    moved = np.abs(body.position(rolled.q[-1], corners) - body.position(q, corners)).max()
    assert moved > 1e-3
    assert ends[1] < 0.02 * moved
    assert ends[1] < 0.75 * ends[0]


def test_a_mode_swings_with_its_frequency() -> None:
    """γ̈ = −ω² γ with ω of the eigenvalue problem K x = ω² M x; the free body moves along."""
    body = crate((mode("squash.y"),))
    q = np.concatenate([body.rest[:7], [0.02]])
    rolled = roll(body, None, seconds=3.0, step=1 / 960, fps=960, q=q, gravity=STILL)
    signs = np.flatnonzero(np.diff(np.sign(rolled.q[:, 7])))
    period = 2 * (rolled.t[signs[-1]] - rolled.t[signs[0]]) / (len(signs) - 1)
    assert 1 / period == pytest.approx(body.frequencies()[0], rel=2e-3)


def test_springs_of_any_stiffness_keep_their_energy() -> None:
    """h ω ≈ 10: no step could follow the swing, and none adds to it; a start at rest swings by √(1 + (h ω/2)²)."""
    body = crate((mode("squash.y"),), stiffness=1e5)
    reach = 0.01 * np.hypot(1.0, np.pi * body.frequencies()[0] / 30)
    q = np.concatenate([body.rest[:7], [0.01]])
    rolled = roll(body, None, seconds=20.0, step=1 / 30, fps=30, q=q, gravity=STILL)
    early, late = np.abs(np.split(rolled.q[1:, 7], 2)).max(axis=1)
    assert np.pi * body.frequencies()[0] / 30 > 3
    assert late < 1.02 * early < 1.1 * reach


def test_the_volume_term_keeps_the_volume() -> None:
    """Pressed by control, a crate that resists loses less of its volume."""
    free = crate((mode("squash.y", keep_volume=False),), active=["squash.y"], damping=20.0)
    held = crate(
        (mode("squash.y", keep_volume=False),), active=["squash.y"], damping=20.0, volume_stiffness=5000.0
    )
    ratios = []
    for body in (free, held):
        body.control([0.2], 500.0, 20.0)
        assert body.drive is not None
        rolled = roll(body, None, body.drive, seconds=2.0, gravity=STILL)
        ratios.append(body.volume(rolled.q[-1]))
    assert abs(ratios[0] - 1) > 0.05
    assert abs(ratios[1] - 1) < 0.3 * abs(ratios[0] - 1)


def test_what_is_set_during_a_run_acts_from_then_on() -> None:
    body = crate((mode("squash.y"), mode("shear.xy")), damping=30.0)
    world = World(gravity=STILL, floor=None)
    world.add(body)
    body.rest_amplitude["squash.y"] = keys({0: 0.0, 0.5: 0.1, 2.0: 0.1})
    world.at(1.5, lambda: body.stiffness.__setitem__("squash.y", 0.0))
    world.run(1.4)
    assert body.amplitude("squash.y") == pytest.approx(0.1, abs=2e-3)
    world.gravity = np.array([0.0, -9.81, 0.0])
    world.forget()
    world.run(0.5)
    assert world.velocity(body.point("top"))[1] == pytest.approx(-9.81 * 0.5, rel=0.05)


def test_a_take_shows_it_exactly() -> None:
    """Global modes are morph targets; with local lattices the vertices themselves."""
    for body in (crate((mode("squash.y"), mode("bend.x"))), nested(2)):
        rng = np.random.default_rng(2)
        world = World(gravity=STILL, floor=None)
        world.add(body, spin=(1, 2, 3))
        world.state.q[7:] = rng.uniform(-0.1, 0.1, len(body.modes))
        take = world.run(0.2)
        shown = take.world_vertices(body.name)[-1]
        np.testing.assert_allclose(shown, body.position(world.state.q, body.node.surface.vertices), atol=1e-9)
        assert (take.motions[body.name].weights is None) == (len(body.lattices) > 1)


def test_only_active_modes_are_controlled() -> None:
    body = crate((mode("squash.y"), mode("shear.xy")), active=["shear.xy"])
    assert body.passive == ("squash.y",)
    body.control([0.3, 0.1], 100.0, 10.0)
    assert body.drive is not None
    np.testing.assert_array_equal(body.drive.C, [0.0, 100.0])
    with pytest.raises(UnknownNameError, match=r"shear\.xy"):
        body.active = ["shear.x y"]
    with pytest.raises(UnknownNameError, match=r"squash\.y"):
        body.amplitude("squish")
    with pytest.raises(InputError, match="finite"):
        body.damping["squash.y"] = float("nan")
    with pytest.raises(InputError, match="without inertia"):
        crate((mode("squash.y"), Mode("again", mode("squash.y").displacement)))


def test_modes_sleep_until_something_is_touched() -> None:
    """In free fall no mode stirs: they are left out, and wake with the first touch; the motion is the same."""
    fallen = []
    for threshold in (None, 1e-4):
        body = nested()
        body.sleep = threshold
        for name in body.modes:
            body.damping[name] = 5.0
        q = np.concatenate([[0.0, 1.0, 0.0], body.rest[3:]])
        fallen.append(roll(body, 0.0, seconds=1.5, q=q))
    assert np.abs(fallen[0].q[-1, 7:]).max() > 1e-3
    assert np.abs(fallen[0].q - fallen[1].q).max() < 0.01


def test_what_sleeps_is_part_of_the_rest_shape() -> None:
    """M, ∂T/∂γ, V and points of the body with fewer modes are those rows of the body with all."""
    body = nested()
    body.volume_stiffness = 50.0
    gamma = np.array([0.1, -0.2, 0.15, -0.1])
    q = np.concatenate([body.rest[:7], gamma])
    awake = np.array([True, False, False, True])
    few = packed(body.parts, gamma, awake)
    keep, left = np.r_[np.ones(6, dtype=bool), awake], np.r_[np.ones(7, dtype=bool), awake]
    M = mass_at(few, q[left], room(few))
    np.testing.assert_allclose(M, body.mass_matrix(q)[np.ix_(keep, keep)], atol=1e-12)
    points = packed_points(body.parts.lattices.first, body.located(body.contacts), gamma, awake)
    x = positions(few.lattices, points, body.center_at_rest, q[left], carried(few.lattices))
    np.testing.assert_allclose(x, body.position(q, body.contacts), atol=1e-12)
    slopes = np.zeros(1), np.zeros(2)
    assert volume(few.volume, 0, gamma[:1], slopes[0]) == pytest.approx(
        volume(body.parts.volume, 0, gamma[:2], slopes[1])
    )
    assert slopes[0][0] == pytest.approx(slopes[1][0])
