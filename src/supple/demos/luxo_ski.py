"""The lamp skis: it crouches on the ramp, stretches in the air like a jumper, and its knees take the landing."""

import numpy as np

import supple
from supple.spacetime import Fly, Shot, Slide, Spline

RAMP = Spline([(-1.3, 2.95), (0, 1.8), (1.3, 1.08), (2.6, 0.88), (3.9, 1.18)])
HILL = Spline([(1.9, 1.95), (4.1, 0.65), (6.3, 0.1), (8.5, 0), (10.7, 0.1)])
STRETCHED = {"arm.lower": np.radians(-45), "arm.upper": np.radians(-20), "head": np.radians(-40)}
HEIGHT, TILT, BLOW = 1.03, 0.45, 7.0
"""Of the base in the air [m], how far it may tilt there [rad], and how hard it may hit the hill [N s]."""
ASHORE = 0.2
"""Where on the hill it lands at the earliest, so that all of the sole is on it."""
CLEARANCES = (
    ("base.back", RAMP, 0.0, ("air", 0.01, 0.3)),
    ("base.back", HILL, 0.04, ("air", 0.5, 0.85)),
    ("base.front", HILL, 0.04, ("air", 0.5, 0.85)),
    ("base.back", HILL, 0.01, ("air", 0.85, 0.99)),
)
"""Which end of the sole keeps above which slope, by how much [m], and when."""
FINE = 5
"""Times as many steps as in the paper, so that what is shown falls as things fall."""
SHORT = {"fine": 3}
PAPER = {
    "samples": 28,
    "unknowns": 394,
    "constraints": 223,
    "jacobian_nonzeros": 3587,
    "jacobian_density": 0.04,
}


def ski(fine: int = 1) -> Shot:
    """Slide, fly, slide; speed at the top and friction unknown, style in the air (Witkin & Kass 1988, §6.2, fig. 7).

    28 samples as in the paper, or `fine` times as many steps.
    """
    lamp = supple.characters.lamp(color="#d9542b")
    phases = [
        Slide(curve=RAMP, friction=(0.2, 2), seconds=0.85, samples=9 * fine + 1, name="ramp"),
        Fly(seconds=0.5, samples=7 * fine + 1, name="air"),
        Slide(curve=HILL, friction=(0, 20), seconds=1.0, samples=11 * fine + 1, name="hill"),
    ]
    shot = Shot(lamp, phases, transcription="differences", guess="translation", name="luxo-ski")
    for end in ("start", "end"):
        shot.pose(lamp.rest_pose, at=end)
        shot.velocity(dict.fromkeys(STRETCHED, 0.0), at=end)
    shot.require(lambda s: s.along, equal=0, at="start", name="top of the ramp")
    shot.require(lambda s: s.along, equal=RAMP.pieces, at=("ramp", 1.0), name="lip")
    shot.require(lambda s: s.angle("y"), equal=HEIGHT, at=("air", 0.5), name="height in the air", unit="m")
    shot.require(
        lambda s: s.angle("turn"), at_least=-TILT, at_most=TILT, during=("air", 0.1, 0.9), unit="rad"
    )
    shot.require(lambda s: s.along, at_least=ASHORE, at="hill", name="all of the sole on the hill")
    shot.require(lambda s: s.impulse[0], at_most=BLOW, at="hill", name="landing", unit="N s")
    shot.require(lambda s: s.clearance, at_least=0, name="parts keep clear", unit="m")
    for end, curve, margin, during in CLEARANCES:
        shot.require(
            lambda s, end=end, curve=curve: curve.clearance(s.point(end)),
            at_least=margin,
            during=during,
            name=f"{end} keeps clear",
            unit="m",
        )
    shot.require(lambda s: s.rate("arm.lower"), at_most=0, during=("hill", 0.3, 1), name="no second thoughts")
    shot.minimize(style=({**STRETCHED, "turn": np.radians(5)}, 30.0), during="air")
    shot.minimize(power=1e-5, torque=1e-5, torque_rate=1e-5, acceleration=1e-4, smoothness=1e-5)
    return shot


def demo(fine: int = FINE) -> supple.Take:
    """From the top of a ski jump to the foot of a hill, of which only the look in the air was asked for."""
    shot = ski(fine)
    shown = shot.solve().with_props(RAMP.node("ramp"), HILL.node("hill")).with_notes(moments(shot))
    return shown.with_report(at_28_samples=size(ski()), paper=PAPER)


def size(shot: Shot) -> dict[str, float]:
    """Of its problem, as the paper gives it."""
    found = shot.problem.size
    density = found["jacobian_nonzeros"] / (found["unknowns"] * found["constraints"])
    return {"samples": shot.timeline.total - 2, **found, "jacobian_density": density}


def moments(shot: Shot) -> dict[float, str]:
    """When it is bent most on the ramp and on the hill, and least in the air [s]."""
    motion, knee = shot.motion, shot.motion.q[:, shot.resources.index("arm.upper")]
    words = {"crouch": (0, knee), "stretch": (1, -knee), "squash": (2, knee)}
    inside = {word: np.where(motion.phase == phase, bend, np.inf) for word, (phase, bend) in words.items()}
    return {float(motion.t[bend.argmin()]): word for word, bend in inside.items()}
