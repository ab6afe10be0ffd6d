"""Legs, arms and head by the shape of a tree at rest, where names say nothing.

Legs end in the two lowest ends on two sides; arms, of the rest, in the two that are farthest out; the head is the
highest of what is left in the middle. Of a limb's path the two longest bones one after the other are its two.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.arrays import Array
from supple.errors import InputError
from supple.kinematics.retargeting.rig import Rig
from supple.kinematics.retargeting.words import part_of, plain

LOWEST = 6
"""So many of the lowest ends are looked at for feet."""
FORWARD_UP = np.array([1.0, 0.0, 1.0])


@dataclass(frozen=True)
class Ends:
    """The rows where limbs end, the left one first."""

    legs: tuple[int, int]
    arms: tuple[int, int]
    head: int


def ends_of(rig: Rig, skipped: Sequence[bool]) -> Ends:
    """Where legs, arms and the head end."""
    rows = [
        row
        for row, parent in enumerate(rig.parents)
        if not skipped[row] and (rig.is_joint[row] or (parent >= 0 and rig.is_joint[parent]))
    ]
    within = set(rows)
    leaves = [row for row in rows if not any(child in within for child in rig.children[row])]
    if len(leaves) < 5:
        raise InputError(
            f"{rig.figure.name!r} has {len(leaves)} ends of limbs; two legs, two arms and a head are looked for: "
            "name the parts (source_joints= or onto_joints=)"
        )
    p = rig.places
    low = sorted(leaves, key=lambda row: float(p[row, 1]))[:LOWEST]
    pairs = [(a, b) for k, a in enumerate(low) for b in low[k + 1 :]]
    feet = max(pairs, key=lambda pair: _like_feet(p[pair[0]], p[pair[1]]))
    lateral = (p[feet[0]] - p[feet[1]]) * FORWARD_UP
    lateral /= max(float(np.linalg.norm(lateral)), 1e-12)
    out = {row: float((p[row] - p[list(feet)].mean(axis=0)) @ lateral) for row in leaves if row not in feet}
    hands = max(out, key=lambda row: out[row]), min(out, key=lambda row: out[row])
    middle = [row for row in out if row not in hands and abs(out[row]) < 0.3 * abs(out[hands[0]])]
    if not middle:
        raise InputError(f"{rig.figure.name!r} has no end in the middle that could be a head; name it")
    head = max(middle, key=lambda row: float(p[row, 1]))
    if _flipped(rig, feet, lateral):
        feet, hands = feet[::-1], hands[::-1]
    return Ends(feet, hands, head)


def two_bones(rig: Rig, path: list[int]) -> list[int]:
    """Of a path from the trunk to an end: the three rows with the two longest bones, and what comes after them."""
    kept = path[:1]
    for row in path[1:]:
        if np.linalg.norm(rig.bone(kept[-1], row)) > 1e-4 * rig.size:
            kept.append(row)
        elif rig.is_joint[row]:
            kept[-1] = row
    length = np.linalg.norm(np.diff(rig.places[kept], axis=0), axis=1)
    if len(length) < 2:
        return kept
    a, b = length[:-1], length[1:]
    worth = (1 + 0.1 * np.arange(len(a))) * (np.minimum(a, 1.6 * b) + np.minimum(b, 1.6 * a))
    return kept[int(np.argmax(worth)) :]


def _like_feet(a: Array, b: Array) -> float:
    """How much two ends look like feet: far apart, on one level, low."""
    return float(np.linalg.norm((a - b) * FORWARD_UP) - 2 * abs(a[1] - b[1]) - a[1] - b[1])


def _flipped(rig: Rig, feet: tuple[int, int], lateral: Array) -> bool:
    """Whether the first foot is the right one: by the names along its limb, else by where its toes point."""
    sides = [plain(rig.names[row])[0] for row in rig.path(feet[0])]
    named = [side for side in sides if side]
    if named:
        return named[-1] == "R"
    toes = np.mean([rig.bone(rig.parents[row], row) for row in feet], axis=0)
    return float(np.cross(lateral, (0.0, 1.0, 0.0)) @ toes) < 0


def skipped(rig: Rig) -> list[bool]:
    """Which rows are no part of a body: eyes, targets, twists, nodes that show meshes."""
    found = []
    for row, name in enumerate(rig.names):
        words = plain(name)[1]
        no_part = part_of(words) == "" and part_of(words.replace("end", "")) == "" and words.endswith("end")
        mesh = rig.nodes[row].mesh is not None and not rig.is_joint[row]
        found.append(
            mesh or bool(no_part) or any(w in words for w in ("pole", "target", "twist", "eye", "ear"))
        )
    return found
