"""Captures made by code, and an evaluation of BVH files that shares nothing with Supple's."""

import math
import re

import numpy as np

PERSON = [  # name, parent, offset, channels
    ("Hips", None, (0, 0, 0), "Xp Yp Zp Zr Xr Yr"),
    ("Spine", "Hips", (0, 20, 0), "Zr Xr Yr"),
    ("Head", "Spine", (0, 45, 2), "Zr Yr Xr"),
    ("Arm.L", "Spine", (18, 38, 0), "Yr Zr Xr"),
    ("Hand.L", "Arm.L", (52, 0, 0), "Yr"),
    ("Arm.R", "Spine", (-18, 38, 0), "Xr Yr Zr"),
    ("Leg.L", "Hips", (9, -4, 0), "Xp Yp Zp Yr Xr Zr"),
    ("Foot.L", "Leg.L", (0, -85, 3), "Xr Zr"),
    ("Leg.R", "Hips", (-9, -4, 0), "Zr Xr Yr Xp Yp Zp"),
    ("Foot.R", "Leg.R", (0, -85, 3), ""),
]
"""A figure 1.7 m tall in cm: four orders, sliding hips, rotations before positions, joints of 0 to 6 channels."""
ENDS = {
    "Head": (0, 16, 0),
    "Hand.L": (15, 0, 0),
    "Arm.R": (-60, 0, 0),
    "Foot.L": (0, -5, 12),
    "Foot.R": (0, -5, 12),
}


def written(joints=PERSON, frames=None, ends=ENDS, step="0.0083333", count=None) -> str:
    """The text of a BVH file, laid out as most programs do."""
    lines = ["HIERARCHY"]

    def down(name, depth):
        tabs = "\t" * depth
        _, parent, offset, channels = next(j for j in joints if j[0] == name)
        words = [w.replace("p", "position").replace("r", "rotation") for w in channels.split()]
        lines.append(f"{tabs}{'ROOT' if parent is None else 'JOINT'} {name}")
        lines.extend([f"{tabs}{{", f"{tabs}\tOFFSET {' '.join(map(str, offset))}"])
        lines.append(f"{tabs}\tCHANNELS {len(words)} {' '.join(words)} ".rstrip() + " ")
        for child in [j[0] for j in joints if j[1] == name]:
            down(child, depth + 1)
        if name in ends:
            lines.append(
                f"{tabs}\tEnd Site\n{tabs}\t{{\n{tabs}\t\tOFFSET {' '.join(map(str, ends[name]))}\n{tabs}\t}}"
            )
        lines.append(f"{tabs}}}")

    for root in [j[0] for j in joints if j[1] is None]:
        down(root, 0)
    frames = np.zeros((1, width(joints))) if frames is None else frames
    lines += ["MOTION", f"Frames: {len(frames) if count is None else count}", f"Frame Time: {step}"]
    return "\n".join([*lines, *(" ".join(map(repr, row)) for row in np.asarray(frames).tolist())]) + "\n"


def width(joints=PERSON) -> int:
    """How many channels."""
    return sum(len(j[3].split()) for j in joints)


def walk(count=40, joints=PERSON, seed=3) -> np.ndarray:
    """Frames (count, width): a figure that goes along, waves, and turns more than once around itself."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, count)[:, None]
    columns = []
    for name, parent, offset, channels in joints:
        for word in channels.split():
            if word[1] == "r":
                wave = 35 * np.sin(2 * np.pi * (t + rng.uniform())) + rng.uniform(-20, 20)
                columns.append(
                    (wave + 400 * t + 180) % 360 - 180 if name == "Hips" and word == "Yr" else wave
                )
            elif parent is None:
                columns.append({"X": 60 * t, "Y": 89 + 3 * np.sin(9 * t), "Z": -20 * t}[word[0]])
            else:
                columns.append("XYZ".index(word[0]) * 0 + offset["XYZ".index(word[0])] + np.sin(6 * t))
    return np.concatenate(columns, axis=1)


def evaluated(text: str, frame: int) -> dict[str, np.ndarray]:
    """Where joints and ends are in a frame, in the file's units and axes, straight from the definition.

    A joint's matrix is T(position channels, else OFFSET) and then one turn after another as they are listed.
    """
    header, motion = text.split("MOTION")
    numbers = [float(word) for word in motion.split("\n", 3)[3].split()]
    tokens = re.findall(r"[^\s{}]+|[{}]", header)
    total = sum(int(tokens[k + 1]) for k, word in enumerate(tokens) if word == "CHANNELS")
    row = iter(numbers[frame * total : (frame + 1) * total])
    found, stack, k, name = {}, [np.eye(4)], 0, ""
    while k < len(tokens):
        if tokens[k] in ("ROOT", "JOINT"):
            name, k = tokens[k + 1], k + 2
        elif tokens[k] == "End":
            name, k = f"{name}.end", k + 2
        elif tokens[k] == "OFFSET":
            stack.append(stack[-1] @ shift([float(word) for word in tokens[k + 1 : k + 4]]))
            found[name], k = stack[-1][:3, 3], k + 4
        elif tokens[k] == "CHANNELS":
            at = np.linalg.inv(stack[-2]) @ stack[-1]
            turns = np.eye(4)
            for word in tokens[k + 2 : k + 2 + int(tokens[k + 1])]:
                value, axis = next(row), "XYZ".index(word[0].upper())
                if word[1:].lower() == "rotation":
                    turns = turns @ turn(axis, math.radians(value))
                else:
                    at[axis, 3] = value
            stack[-1] = stack[-2] @ at @ turns
            found[name], k = stack[-1][:3, 3], k + 2 + int(tokens[k + 1])
        else:
            stack = stack[:-1] if tokens[k] == "}" else stack
            k += 1
    return found


def shift(offset) -> np.ndarray:
    matrix = np.eye(4)
    matrix[:3, 3] = offset
    return matrix


def turn(axis: int, angle: float) -> np.ndarray:
    matrix, (i, j) = np.eye(4), ((axis + 1) % 3, (axis + 2) % 3)
    matrix[i, i] = matrix[j, j] = math.cos(angle)
    matrix[j, i], matrix[i, j] = math.sin(angle), -math.sin(angle)
    return matrix
