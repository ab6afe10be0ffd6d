"""What joints are called: sides and words of a name, tables of conventions, and words that give a part away."""

import re
from collections.abc import Mapping

SIDED = ("shoulder", "arm", "forearm", "hand", "thigh", "shin", "foot", "toes")
"""Parts on both sides, which are "thigh.L" and "thigh.R"; "head" is in the middle."""
TABLES = {
    "CMU": ("Head", "*Shoulder *Arm *ForeArm *Hand *UpLeg *Leg *Foot *ToeBase", ("Left", "Right")),
    "CMU (Daz)": ("Head", "*Collar *Shoulder *Elbow *Wrist *Hip *Knee *Ankle *Toe", ("Left", "Right")),
    "CMU (AMC)": ("head", "*clavicle *humerus *radius *wrist *femur *tibia *foot *toes", ("l", "r")),
    "Mixamo": (
        "mixamorig:Head",
        "mixamorig:*Shoulder mixamorig:*Arm mixamorig:*ForeArm mixamorig:*Hand mixamorig:*UpLeg mixamorig:*Leg "
        "mixamorig:*Foot mixamorig:*ToeBase",
        ("Left", "Right"),
    ),
    "Rigify": (
        "DEF-spine.006",
        "DEF-shoulder.* DEF-upper_arm.* DEF-forearm.* DEF-hand.* DEF-thigh.* DEF-shin.* DEF-foot.* DEF-toe.*",
        ("L", "R"),
    ),
    "Rigify (metarig)": (
        "spine.006",
        "shoulder.* upper_arm.* forearm.* hand.* thigh.* shin.* foot.* toe.*",
        ("L", "R"),
    ),
    "glTF's RiggedFigure": (
        "neck_joint_2",
        "- arm_joint_*_1 arm_joint_*_2 arm_joint_*_3 leg_joint_*_1 leg_joint_*_2 leg_joint_*_3 leg_joint_*_5",
        ("L", "R"),
    ),
    "VRM": (
        "J_Bip_C_Head",
        "J_Bip_*_Shoulder J_Bip_*_UpperArm J_Bip_*_LowerArm J_Bip_*_Hand J_Bip_*_UpperLeg J_Bip_*_LowerLeg "
        "J_Bip_*_Foot J_Bip_*_ToeBase",
        ("L", "R"),
    ),
    "Unreal": ("head", "clavicle_* upperarm_* lowerarm_* hand_* thigh_* calf_* foot_* ball_*", ("l", "r")),
    "Supple": ("head", "shoulder.* arm.* elbow.* hand.* leg.* knee.* foot.* toes.*", ("L", "R")),
}  # fmt: skip
"""Of each convention: the head, the parts of a side in the order of `SIDED` ("-": none), and what * stands for."""
NEEDED = tuple(f"{part}.{side}" for part in ("arm", "forearm", "thigh", "shin") for side in "LR")
"""Parts without which a table does not fit."""

_PREFIX = re.compile(
    r"^(mixamorig\d*|DEF-|ORG-|MCH-|Bip\d+|J_(Bip|Sec)_|Skeleton_|Armature_|b_|bone_)", re.IGNORECASE
)
_WORDS = (
    (
        "",
        r"pole|target|\bik\b|twist|roll|eye|jaw|ear\d|breast|hip joint|buttock|pelvis ?[lr]$|\bend$|\bhalf$",
    ),
    ("toes", r"toe|\bball"),
    ("foot", r"foot|ankle"),
    ("shin", r"shin|calf|lower ?leg|knee|^leg$|tibia"),
    ("thigh", r"thigh|up(per)? ?leg|^hip$|femur"),
    ("", r"finger|thumb|index|middle|mid\d|ring|pinky|little"),
    ("hand", r"hand|wrist|palm|fist"),
    ("forearm", r"fore ?arm|lower ?arm|elbow|radius"),
    ("arm", r"upper ?arm|shldr|^arm$|humerus"),
    ("shoulder", r"clav|collar|shoulder"),
    ("head", r"head"),
)
"""Parts by words of a name, the first that fits; those that are no part, and look like one, before it."""


def plain(name: str) -> tuple[str, str]:
    """The side and the words of a name, without what programs put around them.

    >>> plain("mixamorig:LeftUpLeg"), plain("DEF-upper_arm.L.001"), plain("lShldr"), plain("J_Bip_R_UpperArm")
    (('L', 'up leg'), ('L', 'upper arm'), ('L', 'shldr'), ('R', 'upper arm'))
    """
    words = _PREFIX.sub("", re.sub(r"^.*[:|]", "", name))
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", words)
    words = re.sub(r"[._\-\s]+", " ", words).strip().lower()
    side = ""
    for letter, pattern in (("L", r"\bleft\b|(?:^|\s)l(?=\s|$)"), ("R", r"\bright\b|(?:^|\s)r(?=\s|$)")):
        if not side and re.search(pattern, words):
            side, words = letter, re.sub(pattern, " ", words, count=1)
    glued = re.match(
        r"([lr])(hand|thumb|index|fingers|foot|femur|tibia|humerus|radius|clavicle|wrist|toes)", words
    )
    if not side and glued:
        side, words = glued[1].upper(), words[1:]
    words = re.sub(r"(?<!hip )\b(joint|bone)\b|\b0+\d+\b", "", words)
    return side, re.sub(r"\s+", " ", words).strip()


def part_of(words: str) -> str:
    """Which part words speak of, "" for none.

    >>> part_of("up leg"), part_of("toe base"), part_of("hand index")
    ('thigh', 'toes', '')
    """
    return next((part for part, pattern in _WORDS if re.search(pattern, words)), "")


def by_table(names: list[str]) -> tuple[str, Mapping[str, str]]:
    """The convention that fits most of the names, and the joint of each part by it; ("", {}) where none fits.

    >>> by_table(["leg.L", "knee.L"])
    ('', {})
    """
    known = {
        re.sub(r"^mixamorig\d*", "mixamorig", name).replace("mixamorig_", "mixamorig:"): name
        for name in names
    }
    best: tuple[str, dict[str, str]] = ("", {})
    for convention, (head, sided, sides) in TABLES.items():
        asked = {"head": head}
        for letter, side in zip("LR", sides, strict=True):
            asked |= {
                f"{part}.{letter}": word.replace("*", side)
                for part, word in zip(SIDED, sided.split(), strict=True)
            }
        found = {part: known[name] for part, name in asked.items() if name in known}
        if all(part in found for part in NEEDED) and len(found) > len(best[1]):
            best = (convention, found)
    return best
