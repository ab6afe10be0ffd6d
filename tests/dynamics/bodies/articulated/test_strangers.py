"""Accelerations beside those of MuJoCo and Pinocchio, which know nothing of us."""

import numpy as np
import pytest
from tree_at import TreeAt
from trees import G, chain, state, tree

from supple.characters import human
from supple.kinematics import Skeleton

peers = pytest.importorskip("benchmarks.tree_peers")
CASES = [(seed, 2 + 3 * seed, ("free", "hinge", "ball")[seed % 3]) for seed in range(12)]


def standing(skeleton):
    """The same with the first link's joint along the world's axes, where strangers have what is free."""
    first, *rest = skeleton.links
    return Skeleton([first.but(offset=(0, 0, 0), rotation=(0, 0, 0, 1)), *rest])


def by_mujoco(mujoco, skeleton, q, v, torque):
    model = mujoco.MjModel.from_xml_string(peers.mjcf(skeleton, G))
    data, (iq, iv) = mujoco.MjData(model), peers.mujoco_order(skeleton, model)
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q[iq], v[iv], torque[iv]
    mujoco.mj_forward(model, data)
    out = np.zeros(skeleton.nv)
    out[iv] = data.qacc
    return out


@pytest.mark.parametrize(("seed", "links", "root"), CASES)
def test_mujoco_has_the_same_accelerations(seed, links, root):
    mujoco = pytest.importorskip("mujoco")
    skeleton = standing(tree(seed, links, root=root, passive={"armature": 0.3} if seed % 2 else None))
    q, v = state(skeleton, seed)
    torque = np.random.default_rng(seed).normal(size=skeleton.nv)
    ours = TreeAt(skeleton, q, v).acceleration(torque=torque)
    theirs = by_mujoco(mujoco, skeleton, q, v, torque)
    assert np.abs(ours - theirs).max() <= 1e-8 * np.abs(theirs).max()


@pytest.mark.parametrize(("seed", "links", "root"), CASES)
def test_pinocchio_has_the_same_accelerations(seed, links, root):
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install pin==4.0.0")
    skeleton = standing(tree(seed, links, root=root))
    q, v = state(skeleton, seed)
    torque = np.random.default_rng(seed).normal(size=skeleton.nv)
    ours = TreeAt(skeleton, q, v).acceleration(torque=torque)
    theirs = peers.pinocchio_accelerations(pin, skeleton, q, v, G, torque)
    assert np.abs(ours - theirs).max() <= 1e-8 * np.abs(theirs).max()


@pytest.mark.parametrize("skeleton", [human().skeleton, chain(30, "ball"), chain(30)], ids=lambda s: s.name)
def test_the_human_and_chains_beside_mujoco(skeleton):
    mujoco = pytest.importorskip("mujoco")
    q, v = state(skeleton, 5)
    ours = TreeAt(skeleton, q, v).acceleration(torque=np.zeros(skeleton.nv))
    theirs = by_mujoco(mujoco, skeleton, q, v, np.zeros(skeleton.nv))
    assert np.abs(ours - theirs).max() <= 1e-8 * np.abs(theirs).max()
