"""Trees of every joint against Gibbs–Appell in plain NumPy, and against themselves: M q̈ + V = τ."""

import numpy as np
import pytest
from oracle import equation, frames
from tree_at import TreeAt
from trees import G, chain, state, tree

from supple.characters import human
from supple.errors import InputError
from supple.kinematics import Link, Skeleton
from supple.kinematics.symbolic import Mechanism
from supple.scene import Joint

ROOTS = "free", "ball", "hinge", "universal", "slide", "fixed"
CASES = [(seed, 3 + 2 * seed, ROOTS[seed % len(ROOTS)]) for seed in range(18)]


def tried(seed, links, root):
    skeleton = tree(seed, links, root=root)
    return skeleton, TreeAt(skeleton, *state(skeleton, seed))


def test_the_trees_are_as_large_as_they_are_to_be():
    sizes = [tree(*case[:2], root=case[2]).nv for case in CASES]
    assert max(sizes) >= 60
    joints = {link.joint.kind for case in CASES for link in tree(*case[:2], root=case[2]).links}
    assert joints == {"hinge", "slide", "universal", "ball", "free", "fixed", "general"}


@pytest.mark.parametrize(("seed", "links", "root"), CASES)
def test_accelerations_solve_the_equations_of_gibbs_and_appell(seed, links, root):
    """‖M q̈ + V − τ‖ ≤ 1e-12 Σ|terms|, and by inverse dynamics as well."""
    skeleton, at = tried(seed, links, root)
    torque = np.random.default_rng(seed).normal(size=skeleton.nv)
    a, e = at.acceleration(torque=torque), equation(skeleton, at.q, at.v, G)
    size = np.abs(e.M) @ np.abs(a) + e.size + np.abs(torque)
    assert np.abs(e.M @ a + e.V - torque).max() <= 1e-12 * size.max()
    assert (np.abs(e.M @ a + e.V - torque) <= 1e-12 * size).all()
    assert (np.abs(at.inverse_dynamics(a) - torque) <= 1e-12 * size).all()


@pytest.mark.parametrize(("seed", "links", "root"), CASES[::3])
def test_mass_matrix_bias_and_jacobians_are_those_of_full_jacobians(seed, links, root):
    skeleton, at = tried(seed, links, root)
    e = equation(skeleton, at.q, at.v, G)
    np.testing.assert_allclose(at.mass_matrix(), e.M, rtol=0, atol=1e-13 * np.abs(e.M).max())
    assert (np.abs(at.inverse_dynamics(np.zeros(skeleton.nv)) - e.V) <= 1e-12 * e.size).all()
    for k, f in enumerate(frames(skeleton, at.q, at.v)):
        r = np.array([0.1, -0.2, 0.3])
        there = f.moved(f.R @ r)
        x = at.position(k, r)
        np.testing.assert_allclose(x, there.p, atol=1e-14 * links)
        np.testing.assert_allclose(at.jacobian(k, x), np.vstack([there.Jw, there.Jp]), atol=1e-13 * links)
        np.testing.assert_allclose(at.point_bias(k, x), [*there.bw, *there.bp], rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(at.velocity(k, r, x), there.Jp @ at.v, rtol=1e-12, atol=1e-12)


def test_long_chains_of_balls_lose_nothing():
    """Where I − U D⁻¹ Uᵀ has lost all digits: 100 balls, by inverse dynamics."""
    skeleton = chain(100, "ball")
    at = TreeAt(skeleton, *state(skeleton, 0))
    a = at.acceleration()
    required = np.abs(at.inverse_dynamics(np.zeros(300))).max()
    assert np.abs(at.inverse_dynamics(a)).max() < 1e-13 * required


@pytest.mark.parametrize("seed", range(4))
def test_internal_torques_change_no_momentum(seed):
    """d/dt of Σ m ċ and Σ c × m ċ + I ω, from accelerations, under torques at all joints but the root's."""
    skeleton = tree(seed, 20)
    at = TreeAt(skeleton, *state(skeleton, seed), gravity=np.zeros(3))
    torque = np.random.default_rng(seed).normal(size=skeleton.nv)
    torque[:6] = 0.0
    a = at.acceleration(torque=torque)
    rate, size = np.zeros(6), np.zeros(6)
    for link, f in zip(skeleton.links, frames(skeleton, at.q, at.v), strict=True):
        c = f.moved(f.R @ link.body.center)
        inertia = f.R @ link.body.moments @ f.R.T
        force = link.mass * (c.Jp @ a + c.bp)
        turn = inertia @ (c.Jw @ a + c.bw) + np.cross(c.w, inertia @ c.w)
        for part in (np.append(np.cross(c.p, force), force), np.append(turn, np.zeros(3))):
            rate, size = rate + part, size + np.abs(part)
    assert (np.abs(rate) <= 1e-12 * size).all()
    assert size.min() > 1.0


@pytest.mark.parametrize("seed", range(3))
def test_momentum_and_energy_are_sums_over_links(seed):
    skeleton = tree(seed, 9)
    at = TreeAt(skeleton, *state(skeleton, seed))
    linear, angular, kinetic, potential = np.zeros(3), np.zeros(3), 0.0, 0.0
    for link, f in zip(skeleton.links, frames(skeleton, at.q, at.v), strict=True):
        c = f.moved(f.R @ link.body.center)
        inertia, u = f.R @ link.body.moments @ f.R.T, c.Jp @ at.v
        linear, angular = linear + link.mass * u, angular + np.cross(c.p, link.mass * u) + inertia @ c.w
        kinetic, potential = (
            kinetic + 0.5 * (link.mass * u @ u + c.w @ inertia @ c.w),
            potential - link.mass * G @ c.p,
        )
    np.testing.assert_allclose(at.momentum(), [*angular, *linear], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(at.energy(), (kinetic, potential), rtol=1e-12)


def test_a_human_moves_as_the_symbolic_definition_says():
    """The same torques, in angles: τ_θ = (∂v/∂θ̇)ᵀ τ, with v(θ, θ̇) and v̇ by differences along a path."""
    mechanism = Mechanism.of(human().skeleton)
    skeleton, rng = mechanism.skeleton, np.random.default_rng(1)
    x, u, a = mechanism.rest + 0.3 * rng.normal(size=24), rng.normal(size=24), rng.normal(size=24)
    asked = mechanism.lagrangian().inverse(x, u, a, [], [0, -9.81, 0]).full()[:, 0]
    h = 1e-3

    def rate(t, u):
        """v at time t along θ + u t + ½ a t², by differences of the fourth order."""
        path = lambda s: skeleton.from_angles(x + u * s + 0.5 * a * s * s)  # noqa: E731
        out, middle = np.zeros(skeleton.nv), path(t)
        slope = (8 * (path(t + h) - path(t - h)) - path(t + 2 * h) + path(t - 2 * h)) / (12 * h)
        for link in skeleton.links:
            q, by = skeleton.in_q(link.name), skeleton.in_v(link.name)
            if not link.joint.turning:
                out[by] = slope[q]
                continue
            i, j, k, w = middle[q][-4:]
            back = np.array([[w, k, -j, -i], [-k, w, i, -j], [j, -i, w, -k]])
            out[by] = [*slope[q][:-4], *(2 * back @ slope[q][-4:])]
        return out

    v = rate(0.0, u)
    dv = (8 * (rate(h, u) - rate(-h, u)) - rate(2 * h, u) + rate(-2 * h, u)) / (12 * h)
    E = np.column_stack([rate(0.0, u + e) - v for e in np.eye(24)])
    at = TreeAt(skeleton, skeleton.from_angles(x), v, gravity=(0, -9.81, 0))
    np.testing.assert_allclose(E.T @ at.inverse_dynamics(dv), asked, rtol=1e-7, atol=1e-6)


def test_a_joint_that_scales_and_a_figure_without_mass_are_refused():
    with pytest.raises(InputError, match=r"'soft' is scaled by its joint \(scale.x\)"):
        TreeAt(Skeleton([Link("soft", joint=Joint.general("scale.x"), mass=1)]), [1.0], [0.0])
    with pytest.raises(InputError, match="has no mass"):
        TreeAt(Skeleton([Link("light")]), [0.0], [0.0])
