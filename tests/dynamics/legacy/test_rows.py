"""Constraints assembled and kept: they hold to round-off, conserve momentum, and name what is redundant."""

import warnings
from itertools import pairwise

import numpy as np
import pytest

import supple
from supple.dynamics.legacy.assembly import Rows
from supple.errors import ConflictError, SuppleWarning

STIFF = supple.materials.wobble(hz=60, settle=0.1, volume=0.3, density=100)


def chain(n, *, nailed=True, **world):
    """Cubes of 0.1 m and 0.1 kg in a row along x, joined at the middles of their faces."""
    made = supple.World(floor=None, step=1e-3, **world)
    box = supple.models.box(width=0.1, height=0.1, depth=0.1, resolution=1)
    for i in range(n):
        link = made.add(box, material=STIFF, at=(0.1 * i + 0.05, 0, 0), name=f"link{i}")
        if i:
            made.attach(made.bodies[i - 1].point("left"), link.point("right"))
        elif nailed:
            made.nail(link.point("right"))
    return made


def test_a_chain_holds_together_for_ten_seconds():
    """Imposed at the end of the step, n(t) − J q is round-off: 1e-9 m is met a million times over."""
    world = chain(10)
    worst = 0.0
    for _ in range(100):
        world.step(100)
        worst = max(worst, np.abs(world.rows.gaps(world.state)).max())
    assert worst < 1e-13


def test_linear_momentum_of_a_free_chain_is_conserved():
    """Σ m v to 1e-12 of Σ m |v|: internal multipliers come in pairs."""
    world = chain(6, nailed=False, gravity=(0, 0, 0))
    world.state.v += 0.3 * np.random.default_rng(2).normal(size=len(world.state.v))
    world.settle_velocities()

    def momentum():
        parts = []
        for body in world.bodies:
            here = world.structure.span(body)
            parts.append(body.momentum(world.state.q[here], world.state.v[here])[0])
        return np.sum(parts, axis=0), np.linalg.norm(parts, axis=1).sum()

    before, scale = momentum()
    for _ in range(20):
        world.step(100)
        now, size = momentum()
        assert np.abs(now - before).max() < 1e-12 * max(scale, size)
    assert np.abs(world.rows.gaps(world.state)).max() < 1e-13


@pytest.mark.feature("PDI-13")
def test_equal_worlds_move_to_equal_bytes():
    a, b = chain(5), chain(5)
    a.step(500)
    for _ in range(50):
        b.step(10)
    assert a.state.q.tobytes() == b.state.q.tobytes()
    assert a.state.v.tobytes() == b.state.v.tobytes()


def test_a_row_for_three_moves_as_three_rows_do(monkeypatch):
    """J W Jᵀ = S ⊗ 1₃: the short factor and the long one give the same motion and the same forces."""
    short, long = chain(6), chain(6)
    monkeypatch.setattr(
        long, "_assembled", lambda h: Rows(h, long.structure.starts, long.structure.size, alike=False)
    )
    for world in (short, long):
        world.handles[3].strength = 0.6
        world.step(300)
    assert (short.rows.axes, long.rows.axes) == (3, 1)
    np.testing.assert_allclose(short.state.q, long.state.q, atol=1e-11)
    for a, b in zip(short.handles, long.handles, strict=True):
        np.testing.assert_allclose(a.force, b.force, atol=1e-6)
    np.testing.assert_allclose(np.kron(short.rows.S.toarray(), np.eye(3)), long.rows.S.toarray(), atol=1e-12)


@pytest.mark.parametrize("along", [None, (1, 1, 0)])
def test_a_step_is_the_equation(along):
    """v⁺ = v* + W Jᵀ μ with (J W Jᵀ + γ) μ = β ((n − J q)/h − ṅ) + ṅ − J v*, in dense algebra, one row soft."""
    world, h = chain(5), 1e-3
    if along is not None:
        world.slide(world.bodies[2].point("top"), along=along)
    world.handles[1].strength = 0.7
    world.step(50)
    assert np.abs(world.rows.gaps(world.state)[3:6]).max() > 1e-5
    rows, q, v = world.rows, world.state.q.copy(), world.state.v.copy()
    for body in world.bodies:
        here = world.structure.span(body)
        v[here] += h * (
            body.apply_inverse_mass(q[here], body.force(q[here], v[here])) + body.gravity(world.gravity)
        )
    rows.soften(world.time, h)
    assert np.flatnonzero(rows.gamma).tolist() == [3, 4, 5]
    J, WJ = rows.J.toarray(), rows.WJ.toarray()
    n = rows.targets(np.array([world.time + h]))[0]
    mu = np.linalg.solve(J @ WJ.T + np.diag(rows.gamma), rows.beta * (n - J @ q) / h - J @ v)
    world.step()
    np.testing.assert_allclose(world.state.v, v + WJ.T @ mu, atol=1e-11)
    np.testing.assert_allclose(np.concatenate([x.impulse for x in world.handles]), mu, atol=1e-11)


def test_the_matrix_is_that_of_the_jacobian():
    """S = J W Jᵀ by its definition, with a slide that mixes the axes."""
    world = chain(4)
    world.slide(world.bodies[2].point("top"), along=(1, 1, 0))
    rows = world.rows
    J = rows.J.toarray()
    W = np.zeros((len(world.state.q),) * 2)
    for body in world.bodies:
        here = world.structure.span(body)
        W[here, here] = np.kron(np.eye(3), body.W)
    assert rows.axes == 1
    np.testing.assert_allclose(rows.WJ.toarray(), J @ W, atol=1e-12)
    np.testing.assert_allclose(rows.S.toarray(), J @ W @ J.T, atol=1e-10)
    expected = np.concatenate(
        [h.constraint.blocks[0] @ h.constraint.points[0].jacobian(None) for h in world.handles[:1]]
    )
    np.testing.assert_allclose(J[:3, :12], expected, atol=1e-15)


def test_moving_rows_reach_their_targets():
    world = chain(3)
    tip = world.bodies[-1].point("left")
    path = supple.Track.function(
        lambda t: np.stack([0.3 - 0.02 * t, 0.05 * np.sin(3 * t), 0 * t], axis=1), "vector"
    )
    world.follow(tip, path)
    for _ in range(10):
        world.step(37)
        np.testing.assert_allclose(world.position(tip), path(world.time), atol=1e-12)


def test_each_joint_of_a_hanging_chain_carries_what_hangs_below():
    """At rest the handle of link i exerts (n − i) m g, in the order the constraints were given."""
    world = supple.World(floor=None, step=1e-3, drag=10)
    box = supple.models.box(width=0.1, height=0.1, depth=0.1, resolution=1)
    links = [world.add(box, material=STIFF, at=(0, -0.1 * i, 0), name=f"link{i}") for i in range(4)]
    for upper, lower in pairwise(links):
        world.attach(lower.point("top"), upper.point("bottom"))
    world.nail(links[0].point("top"))
    world.step(3000)
    carried = [3, 2, 1, 4]
    forces = np.array([handle.force for handle in world.handles])
    np.testing.assert_allclose(forces, np.outer(carried, [0, 0.1 * 9.81, 0]), atol=1e-3)


def test_nailing_a_point_twice_is_named_once():
    world = chain(2)
    again = world.nail(world.bodies[0].point("right"))
    with pytest.warns(
        SuppleWarning, match=r"'nail link0\.right' follows from 'nail link0\.right'.*redundant"
    ):
        world.step()
    assert again.redundant
    assert [h.redundant for h in world.handles] == [False, False, True]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        world.step(200)
        world.nail(world.bodies[1].point("left"))
        world.step()
    assert np.abs(again.force).max() == 0
    assert np.abs(world.rows.gaps(world.state)).max() < 1e-13


@pytest.mark.parametrize(("apart", "agrees"), [(0.2, True), (0.19, False)])
def test_two_nails_and_a_distance(apart, agrees):
    """x_b − x_a is given by the nails already: it may be said again, but not contradicted."""
    world = chain(2)
    a, b = world.bodies[0].point("right"), world.bodies[1].point("left")
    world.nail(b)
    third = world.combine((a, b), (-1, 1), (apart, 0, 0))
    if agrees:
        with pytest.warns(SuppleWarning, match="combine"):
            world.step(100)
        assert third.redundant
    else:
        with pytest.raises(
            ConflictError, match=r"combine link0\.right.* and 'nail link0\.right', 'nail link1\.left'"
        ):
            world.step()


def test_attachments_in_a_ring_at_one_place_are_redundant():
    """a = b, b = c, c = a: the last says nothing new."""
    world = supple.World(floor=None, step=1e-3)
    box = supple.models.box(width=0.1, height=0.1, depth=0.1, resolution=1)
    a, b, c = (world.add(box, material=STIFF, name=f"b{i}").point("top") for i in range(3))
    links = [world.attach(a, b), world.attach(b, c), world.attach(c, a)]
    told = (
        r"'attach b2\.top to b0\.top' follows from 'attach b0\.top to b1\.top', 'attach b1\.top to b2\.top'"
    )
    with pytest.warns(SuppleWarning, match=told):
        world.step(100)
    assert [link.redundant for link in links] == [False, False, True]


def test_a_closed_loop_of_attachments_holds():
    """Four bars in a square, joined at the corners: twelve rows that all count."""
    world = supple.World(floor=None, step=1e-3)
    bar = supple.models.box(width=0.4, height=0.1, depth=0.1, resolution=4)
    middles, corners = (
        [(0, 0.2), (0.2, 0), (0, -0.2), (-0.2, 0)],
        [(0.2, 0.2), (0.2, -0.2), (-0.2, -0.2), (-0.2, 0.2)],
    )
    bars = [
        world.add(bar, material=STIFF, at=(*xy, 0), tilt=90 * i, velocity=(0.1 * i, 0, 0.2), name=f"bar{i}")
        for i, xy in enumerate(middles)
    ]
    for i, xy in enumerate(corners):
        world.attach(bars[i].point((*xy, 0)), bars[(i + 1) % 4].point((*xy, 0)))
    world.settle_velocities()
    world.step(500)
    assert not world.rows.redundant()
    assert np.abs(world.rows.gaps(world.state)).max() < 1e-13


def test_a_follower_that_leaves_its_nail_is_a_conflict():
    """Redundant as long as the path stays; when it drifts off, the message says who and when."""
    world = chain(1)
    point = world.bodies[0].point("right")
    away = supple.Track.function(
        lambda t: np.stack([np.maximum(t - 0.05, 0), 0 * t, 0 * t], axis=1), "vector"
    )
    world.follow(point, away)
    with pytest.warns(SuppleWarning, match="follow"):
        world.step(40)
    with pytest.raises(ConflictError, match=r"'follow link0\.right' and 'nail link0\.right' .*release one"):
        world.step(60)


def test_a_weak_pull_beside_a_nail_is_no_conflict():
    world = chain(1)
    pull = world.combine((world.bodies[0].point("right"),), (1.0,), (0.05, 0, 0))
    pull.strength = 0.5
    world.step(100)
    assert not pull.redundant
    assert np.abs(pull.force).max() > 0
