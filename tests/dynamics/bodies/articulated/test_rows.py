"""What contacts ask of a tree: Y = L⁻¹ Jᵀ with J M⁻¹ Jᵀ = Yᵀ Y, and v += L⁻ᵀ z, whatever joints hold."""

import numpy as np
import pytest
from oracle import equation, frames
from tree_at import TreeAt
from trees import G, chain, state, tree

from supple.dynamics.bodies.articulated.whitened import rows

F = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))[0]
PASSIVE = {"damping": 2.0, "stiffness": 30.0, "armature": 0.4}


def tried(seed, links=12, **more):
    skeleton = tree(seed, links, root=("free", "ball", "universal")[seed % 3], **more)
    return skeleton, TreeAt(skeleton, *state(skeleton, seed))


def point_of(at, link, p=(0.1, -0.3, 0.2)):
    x = at.position(link, np.array(p))
    return x, F @ at.jacobian(link, x)[3:]


@pytest.mark.parametrize("seed", range(6))
def test_rows_and_settle_are_halves_of_the_inverse_mass_matrix(seed):
    skeleton, at = tried(seed)
    M = equation(skeleton, at.q, at.v, G).M
    for link in range(len(skeleton.links)):
        x, J = point_of(at, link)
        Y, W = at.rows(link, x, F), J @ np.linalg.inv(M)
        size = max(np.abs(W @ J.T).max(), 1e-12)
        np.testing.assert_allclose(Y @ Y.T, W @ J.T, rtol=0, atol=1e-9 * size)
        np.testing.assert_allclose(at.settled(Y.T @ [1, 2, 3]), W.T @ [1, 2, 3], rtol=1e-7, atol=1e-8 * size)


@pytest.mark.parametrize("seed", range(6))
def test_two_points_of_one_tree_couple_by_themselves(seed):
    skeleton, at = tried(seed)
    M, last = equation(skeleton, at.q, at.v, G).M, len(skeleton.links) - 1
    (x, J), (y, H) = point_of(at, last), point_of(at, last // 2)
    coupled = at.rows(last, x, F) @ at.rows(last // 2, y, F).T
    expected = J @ np.linalg.solve(M, H.T)
    np.testing.assert_allclose(
        coupled, expected, rtol=0, atol=1e-9 * np.abs(J @ np.linalg.solve(M, J.T)).max()
    )


@pytest.mark.parametrize("seed", range(6))
def test_springs_rotors_and_given_joints_hold_contacts_as_they_hold_joints(seed):
    """What a push does to q̈ in a step of h, by the recursion of accelerations, is L⁻ᵀ Y of it; half given as well."""
    skeleton, at = tried(seed, passive=PASSIVE)
    rng, h = np.random.default_rng(seed), 0.01
    at.arrays.physics[:] = rng.choice([0.0, 0.4, 1.0, 1.0], size=len(at.arrays.physics))
    link, f = len(skeleton.links) - 1, np.array([1.0, -2.0, 0.5])
    x, J = point_of(at, link)
    still = at.acceleration(h, np.zeros(skeleton.nv))
    pushed = at.acceleration(h, J.T @ f) - still
    Y = at.rows(link, x, F)
    expected = at.settled(Y.T @ f)
    np.testing.assert_allclose(expected, pushed, rtol=0, atol=1e-10 * np.abs(still).max())
    for k in range(Y.shape[1]):
        np.testing.assert_allclose(J @ at.settled(np.eye(Y.shape[1])[k]), Y[:, k], atol=1e-11)


def test_what_settle_adds_has_the_kinetic_energy_of_z():
    skeleton, at = tried(4)
    z = np.random.default_rng(1).normal(size=6 * int(at.built.model.bodies.block[1]))
    used = np.zeros_like(z, bool)
    for node, place in enumerate(at.arrays.place[1:], 1):
        used[place : place + {0: 1, 1: 1, 2: 3, 3: 6}[int(at.arrays.kind[node])]] = True
    z[~used] = 0.0
    at.v[:] = at.settled(z)
    assert used.sum() == skeleton.nv
    assert at.energy()[0] == pytest.approx(0.5 * z @ z, rel=1e-11)


def test_a_place_that_is_new_has_rows_of_its_own():
    """Where equalities go on to the end of the step, rows are asked for at places that `predict` has not seen."""
    skeleton, at = tried(5, passive=PASSIVE)
    at.acceleration(0.01)
    x, _ = point_of(at, 3)
    before = at.rows(3, x, F)
    at.q[:], _ = state(skeleton, 6)
    at.pose()
    x, _ = point_of(at, 3)
    moved = at.rows(3, x, F)
    at.acceleration(0.01)
    np.testing.assert_allclose(moved, at.rows(3, x, F), rtol=1e-12, atol=1e-12)
    assert np.abs(moved - before).max() > 1e-3


def test_paths_meet_few_blocks():
    """Chains fill their blocks; the last link of 30 hinges hangs on five."""
    at = TreeAt(chain(30), *state(chain(30), 0))
    assert int(at.built.model.bodies.block[1]) == 5
    Y, which = np.zeros((5, 18)), np.zeros(5, np.int64)
    x = at.position(29, np.zeros(3))
    assert rows(at.arrays, 0, at.q, at.room, 29, x, x, F.reshape(-1), Y, which) == 5
    assert rows(at.arrays, 0, at.q, at.room, 3, x, x, F.reshape(-1), Y, which) == 1


def test_frames_of_links_are_those_of_the_skeleton():
    skeleton, at = tried(2, 15)
    X = skeleton.frames(at.q)
    for k, f in enumerate(frames(skeleton, at.q, at.v)):
        np.testing.assert_allclose(
            at.position(k, np.array([0.3, 0.1, -0.2])), (X[k] @ [0.3, 0.1, -0.2, 1])[:3], atol=1e-13
        )
        np.testing.assert_allclose(f.p, X[k][:3, 3], atol=1e-13)
