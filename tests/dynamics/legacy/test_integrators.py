"""Every integrator: its order, what it conserves, and what it survives."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from supple.dynamics import World
from supple.dynamics.bodies.materials import Material, named
from supple.errors import InputError, UnknownNameError
from supple.scene import models

JELLY = Material("jelly", hz=3.5, settle=1.1, volume=3.0, density=900)
ORDERS = {"symplectic": 1, "explicit": 1, "implicit": 1, "rk4": 4, "rk45": 5}
FIXED = 1e9
"""A tolerance that any step meets: the adaptive scheme then takes the steps it is given."""


def elastic(integrator, step, kind="affine", damped=True, tolerance=FIXED):
    """A jelly box, stretched, turning, free."""
    world = World(integrator=integrator, step=step, floor=None, gravity=(0, 0, 0), tolerance=tolerance)
    box = models.box(width=0.4, height=0.2, depth=0.3)
    body = world.add(box, kind=kind, material=JELLY, spin=(1, 2, 3), velocity=(1, 2, 0))
    if not damped:
        body.damping = 0.0
    world.state.q[1] *= 1.2
    return world, body


def pendulum(integrator, step, tolerance=FIXED):
    """A rigid box held at its top."""
    world = World(integrator=integrator, step=step, floor=None, tolerance=tolerance)
    body = world.add(models.box(width=0.1, height=0.5, depth=0.2), kind="rigid", tilt=60)
    world.nail(body.point("top"))
    return world, body


def chain(integrator, step, tolerance=FIXED):
    """Two jelly sticks joined, the upper one nailed."""
    world = World(integrator=integrator, step=step, floor=None, tolerance=tolerance)
    stick = models.box(width=0.1, height=0.4, depth=0.1)
    a = world.add(stick, material=JELLY, tilt=40, name="a")
    axis = world.position(a.point("bottom")) - world.position(a.point("top"))
    b = world.add(stick, material=JELLY, tilt=40, at=axis, name="b")
    world.nail(a.point("top"))
    world.attach(a.point("bottom"), b.point("top"))
    return world, b


def final(scene, integrator, step, seconds):
    world, _ = scene(integrator, step)
    world.step(round(seconds / step))
    return np.concatenate([world.state.q, world.state.v])


def fitted(steps, errors):
    return np.polyfit(np.log(steps), np.log(errors), 1)[0]


@pytest.mark.parametrize(
    ("scene", "seconds", "integrator", "coarsest"),
    [
        (elastic, 0.1, "symplectic", 1 / 400),
        (elastic, 0.05, "explicit", 1 / 1600),
        (elastic, 0.1, "implicit", 1 / 400),
        (elastic, 0.1, "rk4", 1 / 200),
        (elastic, 0.05, "rk45", 1 / 800),
        (pendulum, 0.4, "symplectic", 1 / 40),
        (pendulum, 0.2, "explicit", 1 / 80),
        (pendulum, 0.4, "implicit", 1 / 40),
        (pendulum, 0.4, "rk4", 1 / 40),
        (pendulum, 0.4, "rk45", 1 / 40),
        (chain, 0.1, "symplectic", 1 / 200),
        (chain, 0.1, "rk4", 1 / 200),
    ],
)
def test_order_of_convergence(scene, seconds, integrator, coarsest):
    """Successive halvings differ by hᵖ: the slope of log |y_h − y_{h/2}| over four step sizes."""
    steps = coarsest / 2.0 ** np.arange(4)
    found = [final(scene, integrator, h, seconds) for h in steps]
    differences = [np.abs(a - b).max() for a, b in pairwise(found)]
    assert fitted(steps[:-1], differences) == pytest.approx(ORDERS[integrator], abs=0.25)


@pytest.mark.parametrize(("integrator", "order"), ORDERS.items(), ids=ORDERS)
def test_free_polynomial_body_conserves_to_the_order(integrator, order):
    """Momentum to round-off; energy and angular momentum as hᵖ or better, undamped."""
    steps = np.array([1, 1 / 2, 1 / 4]) * (1 / 800 if order > 1 else 1 / 2000)
    energies, spins = [], []
    for h in steps:
        world, body = elastic(
            integrator, h, kind="affine" if integrator == "implicit" else "quadratic", damped=False
        )
        energy = world.energy()
        linear, angular = body.momentum(world.state.q, world.state.v)
        world.step(round(0.05 / h))
        after = body.momentum(world.state.q, world.state.v)
        assert after[0] == pytest.approx(linear, rel=1e-12)
        energies.append(abs(world.energy() - energy) / energy)
        spins.append(np.linalg.norm(after[1] - angular) / np.linalg.norm(angular))
    assert fitted(steps, energies) > order - 0.35
    if integrator == "symplectic":
        assert max(spins) < 1e-12  # it keeps every bilinear invariant
    else:
        assert fitted(steps, np.maximum(spins, 1e-15)) > order - 0.35 or max(spins) < 1e-12


def test_undamped_pendulum_keeps_its_energy_for_a_minute():
    """Symplectic, compiled: the error swings, its slope stays below 1e-4 of m g l a minute."""
    world = World(floor=None)
    body = world.add(models.box(width=0.1, height=0.5, depth=0.2), material="wood", tilt=45)
    body.damping = 0.0
    world.nail(body.point("top"))
    scale, times, energies = body.mass * 9.81 * 0.25, [], []
    while world.time < 60:
        world.step(97)
        times.append(world.time / 60)
        energies.append(world.energy() / scale)
    assert abs(np.polyfit(times, energies, 1)[0]) <= 1e-4
    assert np.ptp(energies) < 2e-3


@pytest.mark.parametrize("stiffer", [1, 10])
@pytest.mark.parametrize("kind", ["affine", "quadratic"])
def test_implicit_survives_the_stiffest_material_at_a_sixtieth(kind, stiffer):
    """Steel, and ten times its frequency, thrown, turning, landing: nothing flies apart, and it comes to rest."""
    steel = named("steel")
    world = World(integrator="implicit", step=1 / 60)
    box = models.box(width=0.4, height=0.2, depth=0.3, resolution=2)
    body = world.add(
        box, material=replace(steel, hz=steel.hz * stiffer), kind=kind,
        at=(0, 0.4, 0), tilt=30, velocity=(1, 0, 0), spin=(1, 2, 4),
    )  # fmt: skip
    corners, fastest = body.coefficients(box.surface.vertices), 0.0
    assert 2 * np.pi * body.frequencies()[0] / 60 > 5  # far beyond what an explicit step could take
    for _ in range(180):
        world.step()
        speeds = np.linalg.norm(body.velocity(world.state.q, world.state.v, corners), axis=1)
        fastest = max(fastest, speeds.max())
        assert body.volume_ratio(world.state.q) == pytest.approx(1, abs=0.05)
    assert fastest < 5.0  # √(2 g 0.4 m) + |velocity| + |spin| · half a diagonal
    assert np.abs(world.velocity(body.point("top"))).max() < 1e-3
    assert world.position(body.point("bottom"))[1] > -0.001


def test_implicit_pendulum_of_steel_swings_and_is_held():
    world = World(integrator="implicit", step=1 / 60, floor=None)
    body = world.add(models.box(width=0.1, height=0.5, depth=0.2), material="steel", tilt=20)
    top = body.point("top")
    where, handle, start = world.position(top), world.nail(top), world.energy()
    for _ in range(120):
        world.step()
        assert world.position(top) == pytest.approx(where, abs=1e-12)
        assert world.energy() <= start + 1e-9 * body.mass
    assert handle.force[1] == pytest.approx(body.mass * 9.81, rel=0.2)


def test_adaptive_meets_its_tolerance_and_takes_parts_it_remembers():
    """Error follows the tolerance; rewinding repeats the same bytes."""
    exact = final(elastic, "rk4", 1 / 3200, 0.1)
    errors = []
    for tolerance in (1e-3, 1e-5, 1e-7):
        world, _ = elastic("rk45", 1 / 20, tolerance=tolerance)
        world.step(2)
        errors.append(np.abs(np.concatenate([world.state.q, world.state.v]) - exact).max())
        assert errors[-1] < 20 * tolerance
        assert 0 < world.state.memory["part"][0] < 1 / 20
    assert errors[0] > 10 * errors[1] > 100 * errors[2]
    kept = world.snapshot()
    world.step(2)
    first = world.state.q.tobytes()
    world.rewind(kept)
    world.step(2)
    assert world.state.q.tobytes() == first


def test_names():
    with pytest.raises(
        UnknownNameError, match=r"did you mean 'rk45'.*explicit, implicit, rk4, rk45, symplectic"
    ):
        World(integrator="rk5")
    with pytest.raises(InputError, match="tolerance is 0"):
        World(integrator="rk45", tolerance=0)


def test_steps_are_coarse_only_where_the_integrator_bears_it():
    sizes = {}
    for integrator in ORDERS:
        world = World(integrator=integrator)
        world.add(models.box(), material="steel")
        sizes[integrator] = world.step_size
    assert sizes["implicit"] == sizes["rk45"] == 1 / 240
    assert sizes["symplectic"] == sizes["explicit"] == sizes["rk4"] < 1 / 1000


@pytest.mark.parametrize("material", ["jelly", "wood", "steel"])
def test_implicit_neither_flings_a_spinning_body_apart_nor_slows_it(material):
    """12 rad/s at 1/60 s, a fifth of a radian a step: angular momentum to round-off, the true stretch to 0.5 %."""
    stretches = {}
    for integrator, step in (("implicit", 1 / 60), ("symplectic", None)):
        world = World(integrator=integrator, step=step, floor=None, gravity=(0, 0, 0))
        body = world.add(models.box(), material=material, spin=(0, 0, 12))
        _, before = body.momentum(*world.coordinates(body))
        world.run(1.0, fps=1)
        _, after = body.momentum(*world.coordinates(body))
        assert after == pytest.approx(before, rel=1e-9, abs=1e-9)
        m = world.state.q.reshape(3, body.k) @ body.G[0]
        stretches[integrator] = np.linalg.svd(m, compute_uv=False)[0]
    assert stretches["implicit"] == pytest.approx(stretches["symplectic"], abs=0.005)
