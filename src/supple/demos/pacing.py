"""One walk by four clocks: a ramp, a cosine to and fro, an ease, and arms that are paced apart (bbop)."""

import numpy as np

import supple
from supple.demos import walking
from supple.motion import Track, pacing
from supple.scene import Figure, stage

SECONDS, SHORT = 4.0, {"seconds": 2.0}
SLOW, SHIRTS = 0.5, ("#5f7f9f", "#c9543f", "#7f9f5f", "#9f7fae")


def demo(seconds: float = SECONDS) -> supple.Take:
    """The motion is keyed once; what differs is which moment of it is shown when."""
    longest = 3 * walking.SECONDS
    clocks = {
        "ramp": pacing.ramp(SLOW),
        "cosine": pacing.swing(0.0, walking.SECONDS, seconds),
        "ease": pacing.eased(0.0, longest * 0.9, seconds, ease_in=0.4 * seconds, ease_out=0.4 * seconds),
        "by part": pacing.ramp(SLOW),
    }
    men = dict(zip(clocks, [supple.characters.human(shirt=shirt).figure for shirt in SHIRTS], strict=True))
    for name, man in men.items():
        man.clip = walking.steps(man, longest)
        del man.clip["notes"]
        man.pace(clocks[name])
    for side in "LR":
        men["by part"][f"shoulder.{side}"].pace(pacing.ramp(2 * SLOW))
    takes = {name: man.take(seconds=seconds, name=name) for name, man in men.items()}
    take = walking.filmed(stage(takes, apart=(1.1, 0, 0), name="pacing"), (1.2, 0.6, 6.2), angle=40)
    return take.with_notes(
        {
            0: "four clocks",
            0.3 * seconds: "each its own way",
            seconds / 2: "back by the cosine",
            seconds: "there",
        }
    ).with_report(**figures(men, clocks, seconds))


def figures(men: dict[str, Figure], clocks: dict[str, Track], seconds: float) -> dict[str, float]:
    """Against the motion itself, asked at the moments that the clocks show."""
    t = np.linspace(0, seconds, 121)
    plain = walking.steps(men["ramp"], 3 * walking.SECONDS)
    way = {name: man.clip["hips.position"](t) for name, man in men.items()}
    errors = {name: np.abs(way[name] - plain["hips.position"](clocks[name](t))).max() for name in men}
    arms = men["by part"].clip["arm.L.rotation"](t) - plain["arm.L.rotation"](2 * SLOW * t)
    legs = men["by part"].clip["leg.L.rotation"](t) - plain["leg.L.rotation"](SLOW * t)
    speed = men["ease"].clip["hips.position"].velocity(np.array([1e-6, seconds - 1e-6]))[:, 2]
    return {
        "clock_error_m": float(max(errors.values())),
        "to_and_fro_m": float(np.abs(way["cosine"] - way["cosine"][::-1]).max()),
        "arms_apart_rad": float(np.abs(arms).max()),
        "legs_apart_rad": float(np.abs(legs).max()),
        "eased_speed_m_s": float(np.abs(speed).max()),
    }
