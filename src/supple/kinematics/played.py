"""q of a skeleton as a clip and back: what its joints do over time, as tracks of nodes.

local = [offset, rotation] · motion(q) = T R S;   q is read off  [offset, rotation]⁻¹ T R S,  joint by joint
"""

from typing import TYPE_CHECKING

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.kinematics.reading import read
from supple.motion import Clip, Track
from supple.spatial import compose, decompose

if TYPE_CHECKING:
    from supple.kinematics.skeleton import Skeleton

CHANNELS = {"shift": "position", "turn": "rotation", "scale": "scale"}


def to_clip(skeleton: "Skeleton", times: ArrayLike, q: ArrayLike) -> Clip:
    """Tracks `link.position`, `link.rotation` and `link.scale` of what joints move, at q (T, nq) over times (T,) [s].

    >>> from supple.kinematics import Link, Skeleton
    >>> clip = to_clip(Skeleton([Link("arm")]), [0, 1], [[0.0], [np.pi / 2]])
    >>> list(clip), clip["arm.rotation"](1).round(6)
    (['arm.rotation'], array([0.      , 0.      , 0.707107, 0.707107]))
    """
    t = finite(times, "times", (None,))
    locals_ = _locals(skeleton, finite(q, f"coordinates of {skeleton.name!r}", (len(t), skeleton.nq)))
    clip = Clip()
    for link, local in zip(skeleton.links, locals_, strict=True):
        parts = dict(zip(CHANNELS, decompose(local), strict=True))
        for motion in dict.fromkeys(f.motion for f in link.joint.freedoms):
            kind = "rotation" if motion == "turn" else "vector"
            clip[f"{link.name}.{CHANNELS[motion]}"] = Track.sampled(t, parts[motion], kind)
    return clip


def from_clip(skeleton: "Skeleton", clip: Clip, times: ArrayLike, *, tolerance: float = 1e-6) -> Array:
    """q (T, nq) at times (T,) [s] of what a clip does to the nodes of a skeleton; joints it does not move rest.

    A track that asks for more than its joint allows by more than `tolerance` [m, and of a unit vector] is refused: a
    hinge turned about another axis, a joint without shifts that is moved.

    >>> from supple.kinematics import Link, Skeleton
    >>> chain = Skeleton([Link("arm")])
    >>> from_clip(chain, to_clip(chain, [0, 1], [[0.0], [2.5]]), [1.0])
    array([[2.5]])
    """
    t = finite(times, "times", (None,))
    resting = _locals(skeleton, skeleton.rest[None])[:, 0]
    asked, columns = [], []
    for link, rest in zip(skeleton.links, resting, strict=True):
        asked.append(_played(clip, link.name, rest, t))
        motion = np.linalg.inv(compose(link.offset, link.rotation)) @ asked[-1]
        moved = any(f"{link.name}.{channel}" in clip for channel in CHANNELS.values())
        columns.append(read(link.joint, motion, link.name) if moved else np.tile(link.rest, (len(t), 1)))
    q = np.concatenate(columns, axis=1)
    error = np.abs(_locals(skeleton, q) - np.stack(asked)).max(axis=(2, 3))
    if error.max(initial=0.0) > tolerance:
        row, frame = np.unravel_index(error.argmax(), error.shape)
        link = skeleton.links[int(row)]
        raise InputError(
            f"{link.name!r} at {t[frame]:.4g} s: its {link.joint.kind} joint cannot go where the clip has it, which "
            f"is off by {error.max():.3g}; give it a joint that can, or let it go (tolerance=)"
        )
    return q


def _played(clip: Clip, name: str, rest: Array, t: Array) -> Array:
    """What a clip makes of a node's own placement (T, 4, 4)."""
    parts = [np.tile(part, (len(t), 1)) for part in decompose(rest)]
    for k, channel in enumerate(CHANNELS.values()):
        if (track := f"{name}.{channel}") in clip:
            parts[k] = clip[track].to_rotation()(t) if channel == "rotation" else clip[track](t)
    return compose(*parts)


def _locals(skeleton: "Skeleton", q: Array) -> Array:
    """Each link's frame in its parent (n, T, 4, 4)."""
    frames = np.moveaxis(skeleton.frames(q), 1, 0)
    above = np.where((skeleton.parents < 0)[:, None, None, None], np.eye(4), frames[skeleton.parents])
    return np.asarray(np.linalg.inv(above) @ frames)
