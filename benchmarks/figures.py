"""Figures: the pose of one with 200 degrees of freedom, and 1,500 channels at one time, beside SciPy one by one."""

from collections.abc import Iterator

import numpy as np
import scipy
from scipy.interpolate import PchipInterpolator
from scipy.spatial.transform import Rotation

from benchmarks.row import Bench, Row, bench, interleaved
from supple.kinematics import Link, Skeleton
from supple.motion import keys
from supple.motion.sampler import Sampler

CALLS = 200
BALLS = 66
CHANNELS, KEYS, SECONDS = 1500, 90, 60.0


def benches() -> Iterator[Bench]:
    """Yield one a comparison; seconds are those of one pose, one moment."""
    yield bench("pose-200", _pose)
    yield bench("channels-1500", _channels)


def figure() -> Skeleton:
    """A tree of 66 balls and two hinges: 200 degrees of freedom."""
    links = [Link("0", joint="ball")]
    links += [Link(str(k), str((k - 1) // 2), joint="ball", offset=(0.1, 0.2, 0)) for k in range(1, BALLS)]
    links += [Link(f"hinge {k}", str(BALLS - 1 - k), offset=(0, 0.1, 0)) for k in range(2)]
    return Skeleton(links)


def _pose() -> Row:
    skeleton = figure()
    turns = np.random.default_rng(1).normal(size=(CALLS, skeleton.nv)) * 0.3
    poses = skeleton.from_angles(turns)
    ours, peer = interleaved(
        lambda: [skeleton.frames(q) for q in poses], lambda: [_plain(skeleton, q) for q in poses[:20]]
    )
    note = f"{skeleton.nv} degrees of freedom, {len(skeleton.links)} frames in the world"
    return Row("pose-200", ours / CALLS, "SciPy, joint by joint", scipy.__version__, "", peer / 20, note)


def _plain(skeleton: Skeleton, q: np.ndarray) -> list[np.ndarray]:
    found: list[np.ndarray] = []
    for link, parent in zip(skeleton.links, skeleton.parents, strict=True):
        local = np.eye(4)
        own = q[skeleton.in_q(link.name)]
        turn = (
            Rotation.from_quat(own) if len(own) == 4 else Rotation.from_rotvec(own[0] * np.array([0, 0, 1.0]))
        )
        local[:3, :3], local[:3, 3] = turn.as_matrix(), link.offset
        found.append(local if parent < 0 else found[parent] @ local)
    return found


def _channels() -> Row:
    rng = np.random.default_rng(2)
    at = np.linspace(0, SECONDS, KEYS)
    values = rng.normal(size=(CHANNELS, KEYS))
    sampler = Sampler({str(k): keys(dict(zip(at, row, strict=True))) for k, row in enumerate(values)})
    splines = [PchipInterpolator(at, row) for row in values]
    times = rng.uniform(0, SECONDS, CALLS)
    ours, peer = interleaved(
        lambda: [sampler.columns(t) for t in times],
        lambda: [[s(t) for s in splines] for t in times[:5]],
    )
    note = f"{CHANNELS} channels of {KEYS} keys over {SECONDS:g} s, all at one time"
    return Row(
        "channels-1500", ours / CALLS, "SciPy PCHIP, one by one", scipy.__version__, "", peer / 5, note
    )
