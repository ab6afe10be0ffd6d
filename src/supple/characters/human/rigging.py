"""The joints of a human as bones of a rig: all that an animator keys."""

import numpy as np

from supple.characters.human import joints
from supple.characters.human.joints import ALONG_HAND, ELBOW_JOINT, KNEE_JOINT, PALM, axis
from supple.characters.human.measures import POINTS_AND_JOINTS
from supple.characters.rig import Bone, sided
from supple.scene import Joint

BALL = Joint("ball")


CURL = axis(np.cross(ALONG_HAND, PALM))


def bones() -> list[Bone]:
    """Both sides, parents first; ends without a joint shape the weights."""
    p = POINTS_AND_JOINTS
    middle = [
        Bone("hips", None, p["hips"], Joint("free"), thick=0.13),
        Bone("spine", "hips", p["spine"], BALL, thick=0.12, bend=0.10, half=True),
        Bone("chest", "spine", p["chest"], BALL, thick=0.14, bend=0.10),
        Bone("neck", "chest", p["neck"], BALL, thick=0.055, bend=0.05),
        Bone("head", "neck", p["head"], BALL, thick=0.09, bend=0.05),
        Bone("head.top", "head", p["head.top"]),
    ]
    left = [
        Bone("shoulder.L", "chest", p["shoulder.L"], BALL, thick=0.055),
        Bone("arm.L", "shoulder.L", p["arm.L"], BALL, thick=0.055, half=True),
        Bone("elbow.L", "arm.L", p["elbow.L"], ELBOW_JOINT, thick=0.038, bend=0.055, half=True),
        Bone("hand.L", "elbow.L", p["hand.L"], BALL, thick=0.03, bend=0.05, half=True),
        *_hand(),
        Bone("leg.L", "hips", p["leg.L"], BALL, thick=0.09, half=True),
        Bone("knee.L", "leg.L", p["knee.L"], KNEE_JOINT, thick=0.055, bend=0.085, half=True),
        Bone("foot.L", "knee.L", p["foot.L"], BALL, thick=0.045, bend=0.045),
        Bone(
            "toes.L",
            "foot.L",
            p["toes.L"],
            Joint("hinge", (-1.0, 0.0, 0.0), (-0.6, 1.2)),
            thick=0.04,
            bend=0.03,
        ),
        Bone("toes.end.L", "toes.L", np.array([0.112, 0.02, 0.19])),
    ]
    return sided([*middle, *left])


def _hand() -> list[Bone]:
    root, middle, tip = joints.thumb()
    across = axis(np.cross(tip - root, PALM - 0.8 * joints.ACROSS))
    found = [
        Bone("thumb.L", "hand.L", root, BALL, thick=0.013),
        Bone("thumb.tip.L", "thumb.L", middle, Joint("hinge", across, (0.0, 1.4)), thick=0.01, bend=0.009),
        Bone("thumb.end.L", "thumb.tip.L", tip),
    ]
    for name in joints.FINGERS:
        knuckle, middle, tip, radius = joints.finger(name)
        curl = Joint("hinge", CURL, (-0.3, 1.9))
        found += [
            Bone(f"{name}.L", "hand.L", knuckle, curl, thick=radius, bend=1.1 * radius),
            Bone(f"{name}.tip.L", f"{name}.L", middle, curl, thick=radius, bend=0.9 * radius),
            Bone(f"{name}.end.L", f"{name}.tip.L", tip),
        ]
    return found
