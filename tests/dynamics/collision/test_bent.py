"""Shapes of bodies that bend: points found back in the material, on planes, on triangles, on each other."""

import numpy as np
import pytest
from run import Run  # noqa: F401  (puts the folder of the helpers on the path)

import supple
from supple.dynamics.collision.bent import material_at
from supple.dynamics.integrators.step import prepare
from supple.dynamics.legacy.collision_shapes import shape_of_body
from supple.dynamics.legacy.one_step import OneStep
from supple.scene import models


def bent(kind="quadratic", height=1.0, **more):
    """A bar of jelly, 0.4 × 0.1 × 0.1 m."""
    world = supple.World(**more)
    bar = models.box(width=0.4, height=0.1, depth=0.1)
    return world, world.add(bar, kind=kind, material="jelly", at=(0, height, 0), name="bar")


@pytest.mark.parametrize("kind", ["quadratic", "cubic"])
@pytest.mark.parametrize("curve", [0.0, 0.3, 0.8])
def test_the_material_point_at_a_place_is_found(kind, curve):
    """x(r(x)) = x, for places near the surface of a bar that is bent by y += curve x², twisted, and moved."""
    world, body = bent(kind)
    q, _ = world.coordinates(body)
    R, powers = q.reshape(3, body.k), body.basis.powers.tolist()
    R[1, powers.index([2, 0, 0])] += curve * body.basis.scale
    R[2, powers.index([1, 1, 0])] += 0.3 * body.basis.scale
    one = OneStep(world)
    built = one._built
    state = built.state._replace(q=world.state.q.copy(), v=world.state.v.copy())
    built.bound(prepare)(built.model, state, built.work)
    find, r, X = built.bound(material_at), np.zeros(3), np.zeros(12)
    rng = np.random.default_rng(3)
    for p in rng.uniform(-1, 1, (40, 3)) * (0.2, 0.05, 0.05):
        x = body.position(q, body.coefficients(p[None]))[0]
        find(built.model, state, built.work, 1, x, r, X)
        np.testing.assert_allclose(r, p, atol=1e-8)
        np.testing.assert_allclose(X[9:], x, atol=1e-9)


def test_a_flat_side_has_no_more_points_than_manifolds_hold():
    for node, least in ((models.box(), 100), (models.sphere(), 300)):
        world = supple.World()
        shape = shape_of_body(world.add(node, kind="quadratic"))
        points = np.concatenate(shape.cloud.bunches)
        for normal in np.eye(3):
            depth = (points @ normal).max() - points @ normal
            assert (depth < 0.01 * np.ptp(points @ normal)).sum() <= 48
        assert len(points) >= least


@pytest.mark.parametrize("blocks", ["rigid", "triangles"])
def test_a_bar_across_two_blocks_sags_between_them_and_lies_still(blocks):
    """Its ends carry it, half its weight each; nothing of it is in the blocks."""
    world, bar = bent(height=0.2505, floor=0.0)
    for x in (-0.18, 0.18):
        block = models.box(width=0.1, height=0.2, depth=0.3)
        if blocks == "rigid":
            world.add(block, kind="rigid", material="wood", at=(x, 0.1, 0), name=f"block {x}")
        else:
            world.obstacle(block.surface, at=(x, 0.1, 0))
    for _ in range(60):
        world.step(round(0.1 / world.step_size))
    q, v = world.coordinates(bar)
    assert np.abs(v).max() < 1e-2
    carried = sum(c.force if c.b is bar else -c.force for c in world.contacts() if bar in (c.a, c.b))
    assert carried[1] == pytest.approx(bar.mass * 9.81, rel=5e-3)
    assert min(c.gap for c in world.contacts()) > -1e-3
    middle, end = bar.position(q, bar.coefficients(np.array([[0, -0.05, 0], [-0.19, -0.05, 0]])))[:, 1]
    assert end == pytest.approx(0.2, abs=2e-3)
    assert 0.0 < middle < end - 3e-4
