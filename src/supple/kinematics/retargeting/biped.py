"""Which joint of a figure is which part of a body with two legs: by what was said, a table, words, or shape."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.kinematics.retargeting import words
from supple.kinematics.retargeting.rig import Rig
from supple.kinematics.retargeting.shape import ends_of, skipped, two_bones
from supple.spatial import from_matrix, normalize

UP = np.array([0.0, 1.0, 0.0])
LEG, ARM = ("thigh", "shin", "foot"), ("arm", "forearm", "hand")
NEXT = {"arm": "forearm", "forearm": "hand", "thigh": "shin", "shin": "foot"}
"""The part where the bone of each part ends."""
NEEDED = tuple(f"{part}.{side}" for part in (*LEG, *ARM) for side in "LR")
PARTS = ("head", *(f"{part}.{side}" for part in words.SIDED for side in "LR"))
"""What may be named; hips, spine, chest and neck follow from where limbs part."""
Given = Mapping[str, str | None]
"""The joint of a part, by name; None leaves the part out."""


@dataclass(eq=False)
class Biped:
    """A rig, the row of each part, how that was found, and the rows of the trunk between hips, chest and head."""

    rig: Rig
    rows: dict[str, int] = field(default_factory=dict)
    how: dict[str, str] = field(default_factory=dict)
    spine: list[int] = field(default_factory=list)
    """From hips to chest."""
    neck: list[int] = field(default_factory=list)
    """From chest to head."""
    apart: dict[str, int] = field(default_factory=dict)
    """Feet that do not hang on their shin, as rigs for inverse kinematics have them, by side."""

    def __getitem__(self, part: str) -> int:
        return self.rows[part]

    def __contains__(self, part: str) -> bool:
        return part in self.rows

    def place(self, part: str) -> Array:
        """Where a part is at rest (3,) [m]."""
        return np.asarray(self.rig.places[self.rows[part]])

    def bone(self, part: str) -> Array:
        """From a part of a limb, "thigh.L", to where its bone ends, at rest (3,) [m]."""
        return np.asarray(self.place(beyond(part)) - self.place(part))

    def length(self, part: str) -> float:
        """Of the bone of a part [m]."""
        return float(np.linalg.norm(self.bone(part)))

    def foot(self, side: str) -> int:
        """The row that carries the foot."""
        return self.apart.get(side, self.rows[f"foot.{side}"])

    def joint(self, part: str) -> int:
        """The row that turns a part."""
        name, _, side = part.partition(".")
        return self.foot(side) if name == "foot" else self.rows[part]

    @property
    def leg(self) -> float:
        """The mean length of a leg [m]."""
        return sum(self.length(f"{part}.{side}") for part in LEG[:2] for side in "LR") / 2

    @property
    def wide(self) -> float:
        """How far the hips are apart, in lengths of a leg."""
        return float(np.linalg.norm(self.place("thigh.L") - self.place("thigh.R"))) / self.leg

    @property
    def center(self) -> Array:
        """Half way between the hips at rest (3,) [m]."""
        return np.asarray((self.place("thigh.L") + self.place("thigh.R")) / 2)

    @property
    def frame(self) -> Array:
        """How the body stands at rest (4,): x to its left, y from hips to shoulders."""
        up = (self.place("arm.L") + self.place("arm.R")) / 2 - self.center
        return upright(up, np.cross(self.place("thigh.L") - self.place("thigh.R"), up))

    @property
    def forward(self) -> Array:
        """Where it faces at rest, level (3,)."""
        lateral = self.place("thigh.L") - self.place("thigh.R")
        ahead = np.cross(lateral, UP)
        return np.asarray(ahead / np.linalg.norm(ahead))

    @property
    def height(self) -> float:
        """From the soles to the top of the head at rest [m]: a twelfth above its joint."""
        low = min(float(self.place(part)[1]) for part in self.rows if part.startswith(("foot", "toes")))
        return 1.08 * (float(self.place("head")[1]) - low)

    def ball(self, side: str) -> int | None:
        """The row at the ball of a foot, or where the foot ends."""
        if f"toes.{side}" in self.rows:
            return self.rows[f"toes.{side}"]
        foot = self.rows[f"foot.{side}"]
        far = [c for c in self.rig.children[foot] if np.linalg.norm(self.rig.bone(foot, c)) > 1e-3 * self.leg]
        return far[0] if far else None


def beyond(part: str) -> str:
    """The part where the bone of a part ends: "shin.L" after "thigh.L"."""
    name, side = part.split(".")
    return f"{NEXT[name]}.{side}"


def upright(up: Array, ahead: Array) -> Array:
    """The rotation (…, 4) whose y is up and whose z is as far ahead as that lets it."""
    y = np.asarray(up, dtype=np.float64)
    y = y / np.linalg.norm(y, axis=-1, keepdims=True)
    z = ahead - (ahead * y).sum(axis=-1, keepdims=True) * y
    z = z / np.maximum(np.linalg.norm(z, axis=-1, keepdims=True), 1e-12)
    return normalize(from_matrix(np.stack([np.cross(y, z), y, z], axis=-1)))


def biped(rig: Rig, given: Given, what: str) -> Biped:
    """Find the parts; `given` overrules, and `what` is what the caller names it by (`source_joints`)."""
    body = Biped(rig)
    _said(body, given, what)
    _by_names(body, given)
    if any(part not in body for part in (*words.NEEDED, "head")):
        _by_shape(body, given)
    _ends(body)
    missing = [part for part in NEEDED if part not in body]
    if missing or "head" not in body:
        raise InputError(
            f"{rig.figure.name!r} is no body with two legs and two arms that can be told apart: no "
            f"{', '.join(missing) or 'head'} among {', '.join(rig.figure.names[:12])} …; name them by "
            f"{what}={{'{(missing or ['head'])[0]}': JOINT}}"
        )
    _trunk(body)
    _check(body, what)
    return body


def _said(body: Biped, given: Given, what: str) -> None:
    rows = {name: row for row, name in enumerate(body.rig.names)}
    for part, name in given.items():
        if part not in PARTS:
            raise UnknownNameError(f"part of a body in {what}:", part, PARTS)
        if name is None:
            continue
        if name not in rows and name not in body.rig.figure:
            raise UnknownNameError(
                f"joint of {body.rig.figure.name!r} in {what}:", name, body.rig.figure.names
            )
        body.rows[part] = rows[name if name in rows else body.rig.figure.node(name).name]
        body.how[part] = "given"


def _by_names(body: Biped, given: Given) -> None:
    rig = body.rig
    rows = {rig.names[row]: row for row in range(len(rig.names)) if rig.is_joint[row]}
    convention, found = words.by_table(list(rows))
    for part, name in found.items():
        _note(body, given, part, rows[name], convention)
    if found:
        return
    parts = {row: _worded(rig, row) for row in rows.values()}
    for part in PARTS:
        fitting = [row for row, each in parts.items() if each == part]
        if fitting:
            _note(body, given, part, min(fitting, key=lambda row: len(rig.path(row))), "name")
    for upper, lower in (("thigh", "shin"), ("arm", "forearm")):
        for side in "LR":
            pair = f"{upper}.{side}", f"{lower}.{side}"
            if all(part in body for part in pair) and not rig.carries(*(body[part] for part in pair)):
                for part in pair:
                    if body.how[part] == "name":
                        del body.rows[part], body.how[part]


def _worded(rig: Rig, row: int) -> str:
    """The part that the words of a joint's name speak of, with its side; words that mean two things by neighbors."""
    side, name = words.plain(rig.names[row])
    part = words.part_of(name)
    below = [words.plain(rig.names[child])[1] for child in rig.children[row]]
    if part == "shoulder" and "shoulder" in name:
        upper = any(words.part_of(each) in ("arm", "shoulder") for each in below)
        part = "shoulder" if upper else "arm"
    if part == "shin" and name == "leg" and any(words.part_of(each) == "shin" for each in below):
        part = "thigh"
    if part == "head":
        return "" if side else part
    return f"{part}.{side}" if part and side else ""


def _note(body: Biped, given: Given, part: str, row: int, how: str) -> None:
    if part not in given:
        body.rows[part], body.how[part] = row, how


def _by_shape(body: Biped, given: Given) -> None:
    rig = body.rig
    ends = ends_of(rig, skipped(rig))
    if "head" not in body:
        _note(body, given, "head", ends.head if rig.is_joint[ends.head] else rig.parents[ends.head], "shape")
    for parts, limbs in ((LEG, ends.legs), (ARM, ends.arms)):
        hub = rig.shared(limbs)
        for side, end in zip("LR", limbs, strict=True):
            path = rig.path(end)
            chain = two_bones(rig, path[path.index(hub) + 1 :] if hub in path else path)
            for part, row in zip(parts, chain, strict=False):
                if f"{part}.{side}" not in body:
                    _note(body, given, f"{part}.{side}", row, "shape")
            if parts is LEG and len(chain) > 3 and rig.is_joint[chain[3]] and f"toes.{side}" not in body:
                _note(body, given, f"toes.{side}", chain[3], "shape")


def _ends(body: Biped) -> None:
    """Where shin and forearm end, if no joint is named there; feet that hang elsewhere; toes that are no toes."""
    rig, no = body.rig, skipped(body.rig)
    for side in "LR":
        for bone, end in (("shin", "foot"), ("forearm", "hand")):
            part, here = f"{end}.{side}", body.rows.get(f"{bone}.{side}")
            if here is None:
                continue
            if part in body and not rig.carries(here, body[part]):
                row = body.rows.pop(part)
                if end == "foot":
                    body.apart[side] = row
            children = [child for child in rig.children[here] if not no[child]]
            children = children or [c for c in rig.children[here] if rig.nodes[c].mesh is None]
            if part not in body and children:
                body.rows[part] = max(children, key=lambda c: float(np.linalg.norm(rig.bone(here, c))))
                body.how.setdefault(part, "end")
        toes = body.rows.get(f"toes.{side}")
        foot = body.apart.get(side, body.rows.get(f"foot.{side}"))
        if toes is not None and (foot is None or not rig.carries(foot, toes)):
            del body.rows[f"toes.{side}"]


def _trunk(body: Biped) -> None:
    rig, thighs = body.rig, [body["thigh.L"], body["thigh.R"]]
    hub = rig.shared([*thighs, body["head"]])
    hub = rig.parents[hub] if hub in thighs else hub
    path = rig.path(body["head"])
    if hub < 0 or hub not in path:
        raise InputError(f"legs and head of {rig.figure.name!r} hang on nothing in common; it is no one body")
    path = path[path.index(hub) :]
    top = rig.shared([body["arm.L"], body["arm.R"]])
    at = path.index(top) if top in path else max(len(path) - 3, 0)
    body.rows["hips"], body.rows["chest"] = hub, path[at]
    body.how["hips"] = body.how["chest"] = "where limbs part"
    body.spine, body.neck = path[: at + 1], path[at:]
    for side in "LR":
        above = rig.path(body[f"arm.{side}"])
        shoulder = body.rows.get(f"shoulder.{side}")
        if shoulder is not None and (shoulder not in above or shoulder == body[f"arm.{side}"]):
            del body.rows[f"shoulder.{side}"]
        between = above[above.index(top) + 1 : -1] if top in above else []
        if f"shoulder.{side}" not in body and between:
            body.rows[f"shoulder.{side}"], body.how[f"shoulder.{side}"] = between[0], "shape"


def _check(body: Biped, what: str) -> None:
    for part in (f"{name}.{side}" for name in NEXT for side in "LR"):
        if body[part] == body[beyond(part)] or body.length(part) < 0.05 * body.leg:
            names = body.rig.names[body[part]], body.rig.names[body[beyond(part)]]
            raise InputError(
                f"{part} of {body.rig.figure.name!r} has no length from {names[0]!r} to {names[1]!r}; it is no body "
                f"with two legs, or joints were taken wrongly: name them ({what}=)"
            )
    hands = min(float(body.place(f"hand.{side}")[1]) for side in "LR")
    feet = max(float(body.place(f"foot.{side}")[1]) for side in "LR")
    trunk = (body.place("arm.L") + body.place("arm.R")) / 2 - body.center
    if trunk @ UP < 0.5 * np.linalg.norm(trunk) and hands < feet + 0.5 * body.leg:
        raise InputError(
            f"{body.rig.figure.name!r} stands on hands and feet; only bodies on two legs can be retargeted"
        )
