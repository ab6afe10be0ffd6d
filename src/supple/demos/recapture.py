"""A human's stroll goes out as another studio's capture, comes back, and a troll strolls it."""

import tempfile
from pathlib import Path

import numpy as np

import supple
from supple.demos.stroll import Strolling, stroll
from supple.demos.troll import troll
from supple.spatial import aligned, conjugate, multiply

SECONDS, SHORT = 4.4, {"seconds": 2.2}
FPS = 60
AROUND, WAVE = np.radians(-80), (0.9, 3.1)
"""How far the stroll turns [rad], and from when to when it waves [s]."""
JOINTS = {
    "arm": "arm",
    "forearm": "elbow",
    "hand": "hand",
    "thigh": "leg",
    "shin": "knee",
    "foot": "foot",
    "toes": "toes",
}
"""What the parts of a limb are called in our human."""
THEIRS = {
    "hips": "Hips", "spine": "Spine", "chest": "Spine1", "neck": "Neck", "head": "Head", "shoulder": "*Shoulder",
    "arm": "*Arm", "elbow": "*ForeArm", "hand": "*Hand", "leg": "*UpLeg", "knee": "*Leg", "foot": "*Foot",
    "toes": "*ToeBase",
}  # fmt: skip
"""What another studio calls our joints; fingers it does not capture."""
APART = 1.25
"""How far the two are from each other [m]."""


def demo(seconds: float = SECONDS, file: str | Path | None = None) -> supple.Take:
    """Keys, a BVH file along other axes, in inches and under other names, and a figure of other proportions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stroll.bvh"
        made = None if file else _written(path, seconds)
        capture = supple.load(file) if file else supple.load(path, up="z", unit="in")
    onto = troll()
    got = supple.retarget(capture, onto=onto)
    before = supple.scene.played(capture, capture.clip, got.times)
    take = supple.scene.stage({"capture": before, "troll": got.take()}, apart=(APART, 0, 0), name="recapture")
    figures = dict(got.report.figures)
    if made is not None:
        figures["file_error_m"] = _error(made, before)
        words = {
            0.1: "a stroll",
            0.45: "heel down",
            1.25: "waves",
            2.1: "turns",
            2.9: "toes push",
            4.3: "away",
        }
        take = take.with_notes({t: text for t, text in words.items() if t < seconds})
    return take.with_report(**figures, guessed=len(got.report.guessed), left=len(got.report.figure_left))


def _written(path: Path, seconds: float) -> supple.Take:
    """A human strolls, as another studio would write it; returns what was written."""
    man = supple.characters.human()
    f = man.figure
    at = {part: f.node(_ours(part)).world[:3, 3] for part in _parts()}
    times = np.arange(round(seconds * FPS) + 1) / FPS
    clip = _clip(f, stroll(at, times, around=AROUND * seconds / SECONDS, wave=WAVE), times)
    scene = supple.Scene([f.root]).copy()
    for node in list(scene.walk()):
        part, _, side = node.name.partition(".")
        if part in THEIRS and side in ("", "L", "R"):
            new = THEIRS[part].replace("*", {"L": "Left", "R": "Right", "": ""}[side])
            clip = supple.Clip({_renamed(name, node.name, new): track for name, track in clip.items()})
            node.name = new
        else:
            node.joint = None
    take = supple.scene.played(scene, clip, times)
    take.save(path, order="XYZ", up="z", unit="in")
    return take


def _parts() -> list[str]:
    return ["hips", "chest", "head", *(f"{part}.{side}" for part in JOINTS for side in "LR")]


def _ours(part: str) -> str:
    name, _, side = part.partition(".")
    return f"{JOINTS[name]}.{side}" if side else name


def _renamed(track: str, old: str, new: str) -> str:
    return (
        new + track[len(old) :]
        if track.startswith(f"{old}.") and track.count(".") == old.count(".") + 1
        else track
    )


def _clip(figure: supple.scene.Figure, made: Strolling, times: np.ndarray) -> supple.Clip:
    """Turns since rest as rotations of joints, which stand along the axes of the world at rest."""
    turns = {_ours(part): turn for part, turn in made.turns.items()}
    clip = supple.Clip({"hips.position": supple.Track.sampled(times, made.hips)})
    known: dict[str | None, np.ndarray] = {None: np.tile([0.0, 0, 0, 1], (len(times), 1))}
    for name in figure:
        above = known[figure.parent(name)]
        known[name] = turns.get(name, above)
        if name in turns:
            own = aligned(multiply(conjugate(above), turns[name]))
            clip[f"{name}.rotation"] = supple.Track.sampled(times, own, "rotation")
    return clip


def _error(made: supple.Take, back: supple.Take) -> float:
    """How far joints that came back are from where they were written [m]."""
    names = [name for name in (node.name for node in back.scene.walk()) if name in made.scene]
    return max(float(np.abs(made.position(name) - back.position(name)).max()) for name in names)
