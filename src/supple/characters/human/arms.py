"""Neck, arms and hands as soft solids [m]."""

from supple.characters.human import joints
from supple.characters.human.joints import ALONG_ARM, ELBOW, SHOULDER, WRIST
from supple.scene.sculpt import Clay


def neck_and_arms() -> Clay:
    """The neck down to the collar, and what the sleeves leave bare."""
    clay = Clay()
    clay.add(
        (0, 1.40, -0.034),
        (0, 1.575, -0.018),
        radius=(0.054, 0.05, 0.056),
        end_radius=(0.045, 0.05, 0.051),
        blend=0.008,
    )
    middle = SHOULDER + 0.16 * ALONG_ARM
    clay.add(
        middle,
        ELBOW,
        radius=(0.0450, 0.045, 0.047),
        end_radius=(0.0355, 0.035, 0.0365),
        blend=0.008,
        mirror=True,
    )
    forearm = WRIST - ELBOW
    clay.add(
        ELBOW,
        WRIST,
        radius=(0.0350, 0.035, 0.0360),
        end_radius=(0.0200, 0.022, 0.0275),
        blend=0.012,
        mirror=True,
    )
    clay.add(
        ELBOW + 0.04 * forearm,
        ELBOW + 0.45 * forearm,
        radius=(0.034, 0.04, 0.040),
        end_radius=(0.029, 0.05, 0.034),
        blend=0.015,
        mirror=True,
    )
    return clay


def hands() -> Clay:
    """Palms, thumbs and fingers."""
    h, p, c = joints.ALONG_HAND, joints.PALM, joints.ACROSS
    clay = Clay()
    clay.add(
        WRIST,
        WRIST + 0.03 * h,
        radius=(0.019, 0.02, 0.0265),
        end_radius=(0.017, 0.02, 0.032),
        front=c,
        blend=0.02,
        mirror=True,
    )
    for across, reach in ((0.029, 0.078), (0.0105, 0.082), (-0.0095, 0.079), (-0.027, 0.072)):
        clay.add(
            WRIST + 0.022 * h + 0.7 * across * c, WRIST + reach * h + across * c, radius=0.0135, end_radius=0.0120,
            blend=0.016, mirror=True,
        )  # fmt: skip
    clay.add(
        WRIST + 0.034 * h + 0.024 * c + 0.008 * p,
        WRIST + 0.06 * h + 0.016 * c + 0.006 * p,
        radius=0.0165,
        end_radius=0.011,
        blend=0.016,
        mirror=True,
    )
    root, middle, tip = joints.thumb()
    clay.add(root, middle, radius=0.0130, end_radius=0.0105, blend=0.014, mirror=True)
    clay.add(middle, tip, radius=0.0106, end_radius=0.0086, blend=0.005, mirror=True)
    for name in joints.FINGERS:
        knuckle, middle, tip, r = joints.finger(name)
        clay.add(knuckle, middle, radius=1.08 * r, end_radius=0.98 * r, blend=0.007, mirror=True)
        clay.add(middle, tip, radius=0.97 * r, end_radius=0.82 * r, blend=0.003, mirror=True)
    return clay
