"""A motion of one body onto another: joints paired by name, rests aligned, height scaled, feet kept on the floor."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from supple.arrays import Array
from supple.errors import InputError, UnknownNameError
from supple.kinematics.retargeting import measuring
from supple.kinematics.retargeting.biped import PARTS, UP, Biped, Given, biped
from supple.kinematics.retargeting.contacts import Contacts, contacts, runs_of
from supple.kinematics.retargeting.hinges import bend_at_hinges
from supple.kinematics.retargeting.legs import lower, reach
from supple.kinematics.retargeting.pelvis import settle
from supple.kinematics.retargeting.plan import Plan
from supple.kinematics.retargeting.planting import Foot, plant
from supple.kinematics.retargeting.report import Pair, Report
from supple.kinematics.retargeting.rig import Motion, Rig
from supple.kinematics.retargeting.sole import Sole, soles
from supple.kinematics.retargeting.turning import turn_like
from supple.kinematics.retargeting.words import plain
from supple.motion import Clip
from supple.motion.clip_frames import clip_frames
from supple.scene import Figure, Scene, Take, played
from supple.spatial import multiply

FEET = ("floor", "free")


class HasFigure(Protocol):
    """A scene or a character: what has a figure."""

    figure: Any


@dataclass(frozen=True, eq=False)
class Retargeted:
    """The motion for the figure, and what is to be said about it."""

    clip: Clip
    report: Report
    figure: Figure
    times: Array
    """When the frames are [s]: the source's."""
    stands: Mapping[str, Array]
    """For each foot, "L" and "R", from when to when it stands (n, 2) [s]."""

    def take(self, name: str = "") -> Take:
        """The figure's scene, played at the frames of the source."""
        return played(self.figure.scene_of(), self.clip, self.times, name=name or self.figure.name)


def retarget(
    source: "Figure | HasFigure",
    *,
    onto: "Figure | HasFigure",
    feet: Literal["floor", "free"] = "floor",
    clip: Clip | str | None = None,
    fps: float | None = None,
    source_joints: Given | None = None,
    onto_joints: Given | None = None,
) -> Retargeted:
    """The motion of a source, a scene, character or figure of a body on two legs, for another such figure.

    Which joint is which part of a body is told by tables of names (CMU, Mixamo, Rigify, glTF's samples, VRM, Unreal,
    Supple), else guessed by words and shape; the report says which. `source_joints` and `onto_joints` overrule:
    {"thigh.L": "Bone_7"}, None leaves a part out. Both bodies' rest poses are aligned, so they may stand in any.
    feet: "floor" keeps standing feet where they stand; "free" keeps all directions of bones and lets feet slide.
    clip: which of the source's clips, by default the one that plays; fps: frames a second where its keys are no
    frames.

    >>> from supple.scene import models
    >>> retarget(Figure(models.lamp()), onto=Figure(models.lamp()))
    Traceback (most recent call last):
    supple.errors.InputError: figure 'lamp' has no motion to retarget; give it a clip (clip=)
    """
    if feet not in FEET:
        raise UnknownNameError("way to treat feet:", str(feet), FEET)
    theirs, ours = _figure(source, "source"), _figure(onto, "onto")
    moving = _moving(source, theirs, clip)
    take = played(theirs.scene_of(), moving, clip_frames(moving, fps), name=theirs.name)
    actor = biped(Rig(theirs), source_joints or {}, "source_joints")
    body = biped(Rig(ours), onto_joints or {}, "onto_joints")
    motion = Motion.of(actor.rig, take)
    if len(motion.times) < 2:
        raise InputError(f"the clip of {theirs.name!r} has one frame; a motion needs two at least")
    stance = contacts(actor, motion)
    floor, ground = soles(body)
    plan = Plan(body, _scaled(actor, motion, stance, body, floor))
    rests = turn_like(plan, actor, motion, stance, ground)
    extras = _also(plan, actor, motion, rests)
    figures = {"scale": body.leg / actor.leg, "lowered_m": 0.0, "pelvis_turned_deg": 0.0}
    legs = ("thigh.L", "thigh.R") if feet == "free" else ()
    bend_at_hinges(plan, ("arm.L", "arm.R", *legs), motion.step)
    if feet == "floor":
        figures |= _stand(plan, actor, motion, stance, ground)
    plan.center = plan.center + floor * UP
    made = plan.clip(motion.times)
    shown = played(ours.scene_of(), made, motion.times)
    got = Motion.of(body.rig, shown)
    figures |= measuring.directions(actor, motion, body, got)
    figures |= measuring.standing(body, got, stance, ground, floor, shown)
    report = _report(actor, body, extras, figures)
    return Retargeted(made, report, ours, motion.times, _times(stance, motion.times))


def _figure(thing: "Figure | HasFigure", what: str) -> Figure:
    if isinstance(thing, Scene) and thing.figure is None:
        return Figure.of(thing)
    found = thing if isinstance(thing, Figure) else getattr(thing, "figure", None)
    if not isinstance(found, Figure):
        raise InputError(
            f"{what}: expected a figure, or a scene or character with one, got {type(thing).__name__}; "
            "Figure.of(scene) makes one"
        )
    return found


def _moving(source: "Figure | HasFigure", figure: Figure, clip: Clip | str | None) -> Clip:
    """The clip to retarget: given, by name, of the scene, or of the figure."""
    scene = source if isinstance(source, Scene) else figure.scene
    if isinstance(clip, str):
        clips = {} if scene is None else scene.clips
        if clip not in clips:
            raise UnknownNameError(f"clip of {figure.name!r}:", clip, clips)
        return clips[clip]
    found = clip if clip is not None else source.clip if isinstance(source, Scene) else figure.clip
    if not len(found):
        raise InputError(f"figure {figure.name!r} has no motion to retarget; give it a clip (clip=)")
    if not any(name.startswith(f"{joint}.") for name in found for joint in figure.joints):
        raise InputError(
            f"the clip moves {', '.join(list(found)[:4])} …, none of which is a joint of {figure.name!r} "
            f"({', '.join(figure.names[:6])} …); it is of another skeleton: give the source that it belongs to"
        )
    return found


def _scaled(actor: Biped, motion: Motion, stance: Contacts, body: Biped, floor: float) -> Array:
    """The source's way of the hips (T, 3) [m], in the figure's lengths of leg, over a floor at height 0."""
    k = body.leg / actor.leg
    center = k * (motion.places[:, actor["thigh.L"]] + motion.places[:, actor["thigh.R"]]) / 2
    ankle = np.mean([body.place(f"foot.{side}")[1] for side in "LR"]) - floor
    center[:, 1] += ankle - k * stance.level
    return np.asarray(center)


def _stand(
    plan: Plan, actor: Biped, motion: Motion, stance: Contacts, ground: dict[str, Sole]
) -> dict[str, float]:
    """Hips over standing feet, feet on the floor, legs to the feet."""
    body, step = plan.body, motion.step
    turned = settle(plan, actor, stance, ground, step)
    feet = {side: _foot(plan, side, ground[side]) for side in "LR"}
    for side, foot in feet.items():
        plant(foot, stance, side, step)
    down = lower(plan, {side: foot.ankle for side, foot in feet.items()}, stance, step)
    for side, foot in feet.items():
        reach(plan, side, foot.ankle, step)
        plan.turns[body.foot(side)] = foot.turn
        if foot.toes is not None:
            plan.turns[body[f"toes.{side}"]] = foot.toes
    return {"lowered_m": float(down.max()), "pelvis_turned_deg": float(np.degrees(turned.max()))}


def _foot(plan: Plan, side: str, sole: Sole) -> Foot:
    body, toes = plan.body, plan.body.rows.get(f"toes.{side}")
    return Foot(
        sole, plan.turned(body.foot(side)), plan.ankle(side), None if toes is None else plan.turned(toes)
    )


def _also(plan: Plan, actor: Biped, motion: Motion, rests: dict[int, Array]) -> list[tuple[int, int]]:
    """Turn what is no part of a body, and is called alike in both, as the source does."""
    used = {*actor.rows.values(), *actor.spine, *actor.neck}
    theirs, ours = _called(actor.rig, used), _called(plan.body.rig, {*plan.body.rows.values(), *plan.turns})
    found = []
    for name in [name for name in ours if name in theirs]:
        row = ours[name]
        above = next((r for r in plan.body.rig.path(row)[::-1] if r in rests), None)
        if above is not None:
            plan.turns[row] = multiply(motion.turned(theirs[name]), rests[above])
            found.append((theirs[name], row))
    return found


def _called(rig: Rig, used: set[int]) -> dict[tuple[str, str], int]:
    """The joints that are not used, by side and words of their names."""
    rows = [row for row, is_joint in enumerate(rig.is_joint) if is_joint and row not in used]
    names = [plain(rig.names[row]) for row in rows]
    return {name: row for name, row in zip(names, rows, strict=True) if name[1] and names.count(name) == 1}


def _times(stance: Contacts, times: Array) -> dict[str, Array]:
    return {
        side: np.array([(times[a], times[b]) for a, b in runs_of(stance.stands(side))]).reshape(-1, 2)
        for side in "LR"
    }


def _report(actor: Biped, body: Biped, extras: list[tuple[int, int]], figures: dict[str, float]) -> Report:
    names, own = actor.rig.names, body.rig.names
    pairs = [
        Pair(
            part,
            names[actor.joint(part)],
            own[body.joint(part)],
            (actor.how.get(part, ""), body.how.get(part, "")),
        )
        for part in ("hips", "chest", *PARTS)
        if part in actor and part in body
    ]
    pairs += [Pair("", names[a], own[b], ("same name", "same name")) for a, b in extras]
    mapped = {pair.source for pair in pairs} | {names[row] for row in (*actor.spine, *actor.neck)}
    moved = {pair.figure for pair in pairs} | {
        own[row] for row in (*body.spine, *body.neck, *body.apart.values())
    }
    missing = [
        f"{part} (of the {'figure' if part in actor else 'source'})"
        for part in PARTS
        if (part in actor) != (part in body)
    ]
    return Report(
        tuple(pairs),
        tuple(missing),
        tuple(name for name in actor.rig.figure.names if name not in mapped),
        tuple(name for name in body.rig.figure.names if name not in moved),
        figures,
    )
