"""Every shape against every other: how far apart, which way, what rests how high, and what collisions keep."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from convex import Apart, core
from run import Run, box, capsule, cylinder, gem, plane, sphere
from scipy.spatial.transform import Rotation

from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.collision.box_box import CLEAR
from supple.dynamics.integrators.step import DEEPEST, POINTS
from supple.dynamics.solver.projection import SHARE
from supple.kinematics.inertia import Inertia

SHAPES = {
    "box": box((0.1, 0.15, 0.08)),
    "sphere": sphere(0.12),
    "capsule": capsule(0.07, 0.12),
    "cylinder": cylinder(0.1, 0.13),
    "hull": gem(3, 0.15),
}
PAIRS = list(combinations_with_replacement(SHAPES, 2))
EXACT = 1e-9
POSES = 12


def even(at, mass=1.0, **motion):
    """A body that turns about every axis alike, so that it keeps its angular momentum in free flight."""
    return rigid(Inertia(mass, np.zeros(3), 0.01 * mass * np.eye(3)), at, **motion)


def posed(a, b, gap, seed):
    """Turns of two shapes, and where the second is so that they are `gap` apart; all of their corners."""
    r = np.random.default_rng(seed)
    turns, way = Rotation.random(2, rng=r), r.normal(size=3)
    way /= np.linalg.norm(way)
    A, B = turns[0].apply(core(a)), turns[1].apply(core(b))
    apart, low, high = Apart(A, B), 0.0, 2.0
    for _ in range(45):
        middle = (low + high) / 2
        near = apart(middle * way) < gap + a.round + b.round
        low, high = (middle, high) if near else (low, middle)
    return turns, low * way, A, B + low * way


def met(found):
    """The one manifold there is: its normal, gaps, and points on both sides."""
    contacts = found.built.state.contacts
    (p,) = np.flatnonzero(contacts.points[: contacts.slots[0]])
    A, B = (found.built.work.frame[g] for g in contacts.pair[p])
    n, at = A[:9].reshape(3, 3) @ contacts.normal[p], contacts.at[p, : contacts.points[p]]
    x, y = at[:, :3] @ A[:9].reshape(3, 3).T + A[9:], at[:, 3:] @ B[:9].reshape(3, 3).T + B[9:]
    return n, (y - x) @ n, x, y


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("gap", [0.003, -0.002, -0.02])
def test_gap_and_normal_are_those_of_the_hull_of_differences(one, other, gap):
    """Exactly where something is round and for boxes; polyhedra may favor a face by CLEAR of their size."""
    a, b = SHAPES[one], SHAPES[other]
    exact = a.round > 0 or b.round > 0 or one == other == "box"
    for seed in range(POSES):
        turns, at, A, B = posed(a, b, gap, seed)
        bodies = [even((0, 0, 0), rotation=turns[0].as_quat()), even(at, rotation=turns[1].as_quat())]
        found = Run(bodies, [a._replace(body=0), b._replace(body=1)], gravity=(0, 0, 0))
        found.collide()
        n, gaps, x, y = met(found)
        favor = EXACT if exact else CLEAR * max(found.built.model.geoms.reach)
        between = (B @ n).min() - (A @ n).max() - a.round - b.round
        assert gap - favor < between < gap + EXACT
        assert gaps.min() == pytest.approx(gap, abs=favor)
        assert ((A @ n).max() + a.round >= x @ n - EXACT).all()
        assert ((B @ n).min() - b.round <= y @ n + EXACT).all()
        np.testing.assert_allclose(np.outer(gaps, n), y - x, atol=EXACT)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("gap", [0.0015, -0.02])
def test_over_a_plane_the_lowest_points_are_those_of_the_shape(name, gap):
    shape = SHAPES[name]
    for seed in range(POSES):
        turn = Rotation.random(rng=np.random.default_rng(seed))
        corners = turn.apply(core(shape))
        if name == "cylinder":  # over a plane it is round
            angle = np.linspace(0, 2 * np.pi, 20001)
            rim = np.stack([0.1 * np.cos(angle), np.full_like(angle, 0.13), 0.1 * np.sin(angle)], axis=1)
            corners = turn.apply(np.concatenate([rim, rim * (1, -1, 1)]))
        height = gap - corners[:, 1].min() + shape.round
        found = Run([even((0.3, height, -0.2), rotation=turn.as_quat())], [plane(), shape._replace(body=0)])
        found.collide()
        n, gaps, x, _ = met(found)
        np.testing.assert_allclose(n, (0, 1, 0), atol=EXACT)
        np.testing.assert_allclose(x[:, 1], 0, atol=EXACT)
        assert gaps.min() == pytest.approx(gap, abs=1e-8)


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("bounce", [0.0, 0.6])
def test_collisions_keep_momentum_and_gain_no_energy(one, other, bounce):
    """Linear and angular, of two bodies that meet off their centers, with friction.

    What moves them out of each other shifts m v sideways: by no more than SHARE of the depth, in each step.
    """
    for seed in range(4):
        found = thrown(one, other, bounce, seed)
        momentum, spin, energy, begun = found.momentum, found.spin, found.energy, found.energy
        moved, touched = 0.0, False
        for _ in range(200):
            found.step()
            assert found.energy < energy * (1 + 1e-12)
            energy, touched = found.energy, touched or found.sums[POINTS] > 0
            moved -= SHARE * found.sums[DEEPEST] * (found.mass @ np.linalg.norm(found.v[:, :3], axis=1))
            np.testing.assert_allclose(found.momentum, momentum, atol=1e-12)
        assert touched
        assert energy < 0.95 * begun
        np.testing.assert_allclose(found.spin, spin, atol=moved + 1e-11)


def thrown(one, other, bounce, seed):
    r = np.random.default_rng([seed, 7])
    turns, spins = Rotation.random(2, rng=r).as_quat(), r.normal(size=(2, 3))
    aside = r.uniform(-0.08, 0.08, 2)
    bodies = [
        even((0, 0, 0), 1.0, rotation=turns[0], velocity=(1, 0, 0), spin=spins[0]),
        even((0.45, *aside), 3.0, rotation=turns[1], velocity=(-2, 0, 0), spin=spins[1]),
    ]
    shapes = [
        SHAPES[name]._replace(body=b, bounce=bounce, friction=0.5) for b, name in enumerate((one, other))
    ]
    return Run(bodies, shapes, gravity=(0, 0, 0))


@pytest.mark.parametrize(
    ("name", "turn", "height"),
    [
        ("box", (0, 0, 0), 0.15),
        ("box", (0, 0, np.pi / 2), 0.1),
        ("sphere", (1, 2, 0), 0.12),
        ("capsule", (np.pi / 2, 0, 0), 0.07),
        ("cylinder", (0, 0, 0), 0.13),
        ("cylinder", (0, 0.3, np.pi / 2), 0.1),
    ],
)
def test_it_rests_as_high_as_it_is(name, turn, height):
    """On the floor, and what stands flat with another on it: to the hundredth of a millimeter that is left inside."""
    shape, q = SHAPES[name], Rotation.from_euler("yxz", (turn[1], turn[0], turn[2])).as_quat()
    stacked = 2 if name == "box" or (name == "cylinder" and not any(turn)) else 1
    bodies = [even((0, (2 * k + 1) * height + 0.01 * (k + 1), 0), rotation=q) for k in range(stacked)]
    found = Run(bodies, [plane(), *(shape._replace(body=b) for b in range(len(bodies)))]).step(1500)
    expected = height * np.arange(1, 2 * len(bodies), 2)
    np.testing.assert_allclose(found.q[:, 1], expected, atol=1.1e-5 * len(bodies))
    assert np.abs(found.v).max() < 1e-6


def test_a_hull_comes_to_rest_on_a_face():
    shape = SHAPES["hull"]
    found = Run([even((0, 0.4, 0))], [plane(), shape._replace(body=0)]).step(3000)
    heights = Rotation.from_quat(found.q[0, 3:]).apply(core(shape))[:, 1] + found.q[0, 1]
    assert (np.abs(heights) < 1.1e-5).sum() >= 3
    assert heights.min() > -1.1e-5
