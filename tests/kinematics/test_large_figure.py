"""A figure of 200 degrees of freedom: its pose is right, and ready long before a frame is over."""

import time

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from supple.kinematics import Link, Skeleton


@pytest.mark.feature("A22")
def test_a_pose_of_200_freedoms_takes_a_small_part_of_a_frame():
    """World frames against SciPy's rotations multiplied down the tree; the time against 1/30 s."""
    links = [Link("0", joint="ball")]
    links += [Link(str(k), str((k - 1) // 2), joint="ball", offset=(0.1, 0.2, 0)) for k in range(1, 66)]
    links += [Link(f"hinge {k}", str(65 - k), offset=(0, 0.1, 0)) for k in range(2)]
    skeleton = Skeleton(links)
    assert skeleton.nv == 200
    q = skeleton.from_angles(np.random.default_rng(1).normal(size=skeleton.nv))
    frames = skeleton.frames(q)
    plain: list[np.ndarray] = []
    for link, parent in zip(skeleton.links, skeleton.parents, strict=True):
        own, local = q[skeleton.in_q(link.name)], np.eye(4)
        turn = Rotation.from_quat(own) if len(own) == 4 else Rotation.from_rotvec([0, 0, own[0]])
        local[:3, :3], local[:3, 3] = turn.as_matrix(), link.offset
        plain.append(local if parent < 0 else plain[parent] @ local)
    np.testing.assert_allclose(frames, plain, atol=1e-12)
    seconds = []
    for _ in range(20):
        start = time.perf_counter()
        skeleton.frames(q)
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 1 / 30 / 20
