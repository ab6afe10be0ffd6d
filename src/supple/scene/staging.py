"""Several takes as one, side by side."""

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.scene.fingerprint import fingerprint
from supple.scene.samples import NodeMotion, Note
from supple.scene.scene import Scene
from supple.scene.take import Take

SAME = 1e-9
"""Times closer than this are one [s]."""


def stage(takes: Mapping[str, Take], *, apart: ArrayLike = (0.0, 0.0, 1.0), name: str = "take") -> Take:
    """Takes by name, all beginning at 0 s, each next one moved by `apart` [m]; a shorter one holds its last pose.

    Nodes, channels and marks are called "NAME node", arrays of data "NAME/array", and reports lie under their names.
    Notes are the first one's if they read alike, else all, each with its name. Frames are as dense as the densest
    take's. Nodes and marks move aside; channels say what they said. There is no camera: all of it is framed anew.

    >>> from supple.scene import models
    >>> ball = Take(Scene([models.sphere()]), np.array([0.0, 1.0]))
    >>> both = stage({"left": ball, "right": ball}, apart=(2, 0, 0))
    >>> [node.name for node in both.scene.nodes], both.position("right sphere")[0]
    (['left sphere', 'right sphere'], array([2., 0., 0.]))
    """
    if not takes:
        raise InputError("nothing to stage; give at least one take by name")
    shift = finite(apart, "apart", (3,))
    times = _grid(takes.values())
    cast = {
        label: _placed(label, _sampled(take, times), k * shift)
        for k, (label, take) in enumerate(takes.items())
    }
    first = next(iter(cast.values()))
    scene = replace(first.scene, nodes=[n for each in cast.values() for n in each.scene.nodes])
    motions = {k: motion for each in cast.values() for k, motion in each.motions.items()}
    return Take(
        scene,
        times,
        motions,
        notes=_notes({label: take.notes for label, take in cast.items()}),
        channels={k: channel for each in cast.values() for k, channel in each.channels.items()},
        marks={k: mark for each in cast.values() for k, mark in each.marks.items()},
        report={label: dict(take.report) for label, take in takes.items()},
        data={f"{label}/{k}": array for label, take in takes.items() for k, array in take.data.items()},
        timings={f"{label} {k}": s for label, take in takes.items() for k, s in take.timings.items()},
        origin=replace(first.origin, inputs=fingerprint(scene, times, motions)),
        name=name,
    )


def _grid(takes: Collection[Take]) -> Array:
    """Even times from 0 s as dense as the densest take's, until the longest has ended."""
    steps = [float(np.median(np.diff(take.times))) for take in takes if len(take.times) > 1]
    fps = round(1 / min(steps), 6) if steps else 1.0
    return np.arange(int(np.ceil(max(take.duration for take in takes) * fps - 1e-6)) + 1) / fps


def _sampled(take: Take, times: Array) -> Take:
    """From 0 s on at `times`; where a sample is there already it is taken, so that switches do not slip a frame."""
    early = take.shifted(-take.times[0])
    own = early.times[np.abs(early.times[:, None] - times).argmin(axis=0)]
    return early.at(np.where(np.abs(own - times) < SAME, own, times))


def _placed(label: str, take: Take, shift: Array) -> Take:
    """With the label before every name, and everything that has a place in the world moved, but skins."""
    scene = take.scene.copy()
    motions = dict(take.motions)
    for root in scene.nodes:
        if root.skin is not None:
            continue
        root.place(translation=root.translation + shift)
        motion = motions.get(root.name, NodeMotion())
        if motion.translation is not None:
            motions[root.name] = replace(motion, translation=motion.translation + shift)
    for node in scene.walk():
        node.name = f"{label} {node.name}"
    return replace(
        take,
        scene=Scene(scene.nodes, background=scene.background, extras=scene.extras),
        motions={f"{label} {k}": motion for k, motion in motions.items()},
        channels={f"{label} {k}": channel for k, channel in take.channels.items()},
        marks={f"{label} {k}": replace(m, positions=m.positions + shift) for k, m in take.marks.items()},
    )


def _notes(notes: Mapping[str, tuple[Note, ...]]) -> tuple[Note, ...]:
    """Those of the first if all read alike, else all of them by time, each with the name of its take."""
    if len({tuple(note.text for note in each) for each in notes.values()}) == 1:
        return next(iter(notes.values()))
    named = [Note(n.time, f"{label}: {n.text}") for label, each in notes.items() for n in each]
    return tuple(sorted(named, key=lambda note: note.time))
