"""Forces that the loop runs over do what they do when Python is asked in every step, and end no batch of steps."""

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.force_arrays import is_known
from supple.dynamics.legacy.forces import Force, PointForce, Pull, Spring, Wind
from supple.dynamics.legacy.one_step import OneStep
from supple.scene import models


class Asked(Force):
    """Another force, as one of a user's own that Python has to be asked for."""

    def __init__(self, inner):
        self.inner = inner

    def on(self, world):
        return self.inner.on(world)


def scene(wrap):
    """A rigid, an affine and a quadratic box on springs, in a gust, pulled at and pushed."""
    world = supple.World(drag=0.1)
    boxes = [
        world.add(models.box(), kind=kind, material="jelly", at=(0.8 * i, 1, 0), tilt=10 * i, name=kind)
        for i, kind in enumerate(("rigid", "affine", "quadratic"))
    ]
    gust = supple.keys({0: (0, 0, 0), 0.05: (6, 0, 2), 0.2: (0, 1, 0)})
    push = supple.keys({0: (0, 0, 0), 0.1: (0, 60, 20)})
    forces = [
        Spring(boxes[0].point("right"), boxes[1].point("left"), stiffness=300, damping=2),
        Spring(boxes[1].point("right"), boxes[2].point("left"), stiffness=200, damping=1, length=0.2),
        Pull(boxes[0].point("top"), (0, 1.6, 0.2), stiffness=400, damping=5),
        PointForce(boxes[2].point("top"), push),
        PointForce(boxes[1].point("front"), (0, 0, 8)),
        Wind(gust),
    ]
    for force in forces:
        world.push(wrap(force))
    return world


def test_they_do_the_same_as_when_python_is_asked():
    own, asked = scene(lambda force: force), scene(Asked)
    assert [is_known(force) for force in own.forces] == [True] * 6
    assert not any(is_known(force) for force in asked.forces)
    for world in (own, asked):
        world.step(300)
    np.testing.assert_allclose(own.state.q, asked.state.q, atol=1e-12)
    np.testing.assert_allclose(own.state.v, asked.state.v, atol=1e-11)


def test_they_end_no_batch_of_steps(monkeypatch):
    calls = []
    leap = OneStep.leap
    monkeypatch.setattr(OneStep, "leap", lambda *given: (calls.append(1), leap(*given)))
    world = scene(lambda force: force)
    world.step(200)
    assert len(calls) == 1
    world.push(PointForce(world.bodies[0].point("top"), lambda world: (0, 1.0, 0)))
    world.step(5)
    assert len(calls) == 6


@pytest.mark.parametrize("kind", ["rigid", "affine", "quadratic"])
def test_a_force_on_the_center_gives_the_mass_its_acceleration(kind):
    world = supple.World(gravity=(0, 0, 0), floor=None)
    body = world.add(models.sphere(), kind=kind, material="wood", at=(0, 1, 0))
    world.push(PointForce(body.point(world.position(body), outside=True), (3.0, 0, -1.0)))
    world.step(round(0.2 / world.step_size))
    np.testing.assert_allclose(
        world.velocity(body), np.array([3, 0, -1]) * 0.2 / body.mass, rtol=1e-2, atol=1e-9
    )
