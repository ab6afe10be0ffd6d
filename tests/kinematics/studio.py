"""Bodies and motions made by code: other names, rest poses, axes and proportions than those of our human."""

import numpy as np

from supple.demos.stroll import stroll
from supple.motion import Clip, Track
from supple.scene import Figure, Joint, Node, Scene
from supple.spatial import (
    aligned,
    conjugate,
    from_axis_angle,
    from_euler,
    multiply,
    normalize,
    rotate,
    shortest_arc,
)

TREE = {
    "hips": None, "spine": "hips", "chest": "spine", "neck": "chest", "head": "neck",
    "shoulder": "chest", "arm": "shoulder", "forearm": "arm", "hand": "forearm",
    "thigh": "hips", "shin": "thigh", "foot": "shin", "toes": "foot",
}  # fmt: skip
MIDDLE = ("hips", "spine", "chest", "neck", "head")
BASE = {
    "hips": (0, 0.95, 0), "spine": (0, 0.11, -0.01), "chest": (0, 0.16, 0), "neck": (0, 0.25, 0.0),
    "head": (0, 0.09, 0.01), "shoulder": (0.03, 0.2, 0), "arm": (0.15, 0, 0), "forearm": (0.03, -0.29, 0),
    "hand": (0.01, -0.26, 0.03), "thigh": (0.09, -0.02, 0), "shin": (0.005, -0.41, 0.005),
    "foot": (0.0, -0.43, -0.02), "toes": (0.008, -0.07, 0.13),
}  # fmt: skip
"""From its parent to each part, of the middle or of the left [m]."""
MIXAMO = {
    "hips": "Hips", "spine": "Spine", "chest": "Spine1", "neck": "Neck", "head": "Head", "shoulder": "*Shoulder",
    "arm": "*Arm", "forearm": "*ForeArm", "hand": "*Hand", "thigh": "*UpLeg", "shin": "*Leg", "foot": "*Foot",
    "toes": "*ToeBase",
}  # fmt: skip
TIMES = np.arange(0, 4.0001, 1 / 60)


def sided():
    """Each part of the whole body with its base name, side and parent, parents first."""
    rows = []
    for part, parent in TREE.items():
        if part in MIDDLE:
            rows.append((part, part, "", parent))
        else:
            for side in "LR":
                above = parent if parent in MIDDLE else f"{parent}.{side}"
                rows.append((f"{part}.{side}", part, side, above))
    return rows


def proportioned(**factors):
    """Where the parts of a body are at rest [m]; `factors` of the bones that lead to parts; it stands at y = 0."""
    at = {}
    for name, part, side, parent in sided():
        bone = np.array(BASE[part]) * factors.get(part, 1.0) * ([-1, 1, 1] if side == "R" else [1, 1, 1])
        at[name] = bone if parent is None else at[parent] + bone
    low = at["toes.L"][1] - 0.02
    return {name: place - [0, low, 0] for name, place in at.items()}


def mixamo(name, part, side):
    return "mixamorig:" + MIXAMO[part].replace("*", {"L": "Left", "R": "Right", "": ""}[side])


def numbered(name, part, side):
    """Names that say nothing."""
    return f"Bone_{[row[0] for row in sided()].index(name):03d}"


def walked(at, times=TIMES, around=2 * np.pi / 3):
    """A walk with a turn for a body of these proportions; the parts between go along with those that carry them."""
    found = stroll(at, times, around=around, wave=(1.0, 3.0))
    turns = dict(found.turns)
    for name, _, _, parent in sided():
        if name not in turns:
            turns[name] = turns["chest"] if name == "neck" else turns[parent]
    return turns, found.hips, found.flat


def t_pose(at):
    """From a rest pose with arms out and legs apart to the one where the parts are `at`, by part (4,)."""
    still = np.array([0.0, 0, 0, 1])
    found = dict.fromkeys(at, still)
    for side, sign in (("L", 1.0), ("R", -1.0)):
        down = shortest_arc((sign, 0, 0), at[f"forearm.{side}"] - at[f"arm.{side}"])
        twist = from_axis_angle((sign, 0, 0), 0.6)
        found[f"arm.{side}"] = multiply(down, twist)
        lower = shortest_arc((sign, 0, 0), at[f"hand.{side}"] - at[f"forearm.{side}"])
        found[f"forearm.{side}"] = found[f"hand.{side}"] = multiply(lower, twist)
        for part in ("thigh", "shin", "foot", "toes"):
            found[f"{part}.{side}"] = from_axis_angle((0, 0, 1), -sign * 0.2)
    return found


def dressed(at, *, named=mixamo, rest=None, seed=0, motion=None, times=TIMES, above=1.0, apart=False):
    """A scene with such a body as a figure, which moves if motion (turns, hips, …) is given.

    rest: what each part turns from its rest pose to `at`; seed: of the axes of its nodes; above: the scale of a node
    over it; apart: whether the feet hang on the root, as rigs for inverse kinematics have them.
    """
    rng = np.random.default_rng(seed)
    rest = rest or {name: np.array([0.0, 0, 0, 1]) for name in at}
    places, frames, nodes, joints = {}, {}, {}, []
    root = Node(
        "armature", scale=(above,) * 3, rotation=from_euler((0.3, -0.5, 0.9), "XYZ") if seed else (0, 0, 0, 1)
    )
    base = Node("Bone_root")
    root.add(base)
    turns, hips = (motion[0], motion[1]) if motion else ({}, None)
    clip = Clip()
    for name, part, side, parent in sided():
        frames[name] = normalize(rng.normal(size=4)) if seed else np.array([0.0, 0, 0, 1])
        # a bone is carried by its parent, whose rest pose is another
        bone = at[name] if parent is None else rotate(conjugate(rest[parent]), at[name] - at[parent])
        places[name] = bone if parent is None else places[parent] + bone
        loose = apart and part == "foot"
        holder = base if parent is None or loose else nodes[parent]
        up = multiply(root.rotation, base.rotation) if parent is None or loose else frames[parent]
        here = np.zeros(3) if parent is None or loose else places[parent]
        node = Node(
            named(name, part, side),
            translation=rotate(conjugate(up), places[name] - here) / above,
            rotation=multiply(conjugate(up), frames[name]),
            joint=Joint("free" if parent is None else "ball"),
        )
        nodes[name] = holder.add(node)
        joints.append(node)
        if motion:
            own = multiply(multiply(turns[name], rest[name]), frames[name])
            over = up if parent is None else multiply(multiply(turns[parent], rest[parent]), frames[parent])
            clip[f"{node.name}.rotation"] = Track.sampled(
                times, aligned(multiply(conjugate(over), own)), "rotation"
            )
            if parent is None:
                clip[f"{node.name}.position"] = Track.sampled(
                    times, rotate(conjugate(up), hips) / above, "vector"
                )
        if part in ("head", "hand", "toes") or (apart and part == "shin"):
            tip = {"head": (0, 0.16, 0), "hand": (0, -0.12, 0), "toes": (0, 0, 0.08)}.get(part)
            tip = np.array(tip if tip is not None else at[f"foot.{side}"] - at[name], dtype=float)
            tip = rotate(conjugate(multiply(rest[name], frames[name])), tip) / above
            nodes[name].add(Node(f"{node.name}_end", translation=tip))
    scene = Scene([root], clips={"walk": clip} if motion else {}, playing="walk" if motion else "")
    scene.figure = Figure(root, joints=joints, clip=clip if motion else None, name="body", scene=scene)
    return scene, {name: nodes[name].name for name in at}
