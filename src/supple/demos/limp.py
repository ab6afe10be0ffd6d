"""A walk gets a limp: its keys give a smooth default, and one interval of one curve is drawn by hand (bbop)."""

import numpy as np

import supple
from supple.demos import walking
from supple.demos.stepping import SOLES, slides
from supple.motion import Track
from supple.scene import foot_contacts, stage

SECONDS, SHORT = 2 * 2 * walking.SECONDS, {"seconds": 2 * walking.SECONDS}
DRAWN = (0.54, 1.04)
"""From when to when the curve is drawn, as shares of the cycle: while the right leg carries."""
HAND = (-0.034, -0.075, -0.094, -0.092, -0.078, -0.054, -0.032, -0.022, -0.024, -0.034)
"""What was drawn: how far the pelvis is below where it stands [m]. It drops onto the bad leg and hurries off it."""

WORDS = {0.1: "left leg carries", 0.75: "it drops onto the right", 1.0: "and hurries off it", 1.3: "left again",
         2.0: "the other one walks on", 2.9: "drops", 3.3: "hurries", 4.2: "and so on"}  # fmt: skip


def demo(seconds: float = SECONDS) -> supple.Take:
    """Poses first, a look with the default, then the curve, until it limps as it should."""
    limp = walking.HEIGHT.draw(*DRAWN, HAND)
    takes, found = {}, {}
    for name, height in (("default", walking.HEIGHT), ("limp", limp)):
        figure = supple.characters.human(shirt="#c9543f" if name == "limp" else "#5f7f9f").figure
        clip = walking.steps(figure, seconds, height)
        del clip["notes"]
        takes[name] = supple.record(figure.scene_of(), clip, seconds=seconds, name=name)
        contacts = foot_contacts(figure, clip, SOLES)
        found[f"slide_{name}_m"] = slides(takes[name], contacts)
        found[f"lowest_{name}_m"] = float(takes[name].world_vertices("body")[..., 1].min())
    take = walking.filmed(stage(takes, apart=(1.1, 0, 0), name="limp"), (1.6, 0.2, 4.2))
    return (
        take.with_notes(WORDS)[:seconds]
        .with_report(**found, **drawn(limp))
        .with_data(height=limp(np.linspace(0, 1, 101)))
    )


def drawn(limp: Track) -> dict[str, float]:
    """How the drawn curve differs from the default: within its interval, and not at all outside."""
    u = np.linspace(0.04, 1.04, 1001)
    apart = np.abs(limp(u) - walking.HEIGHT(u))
    inside = (u > DRAWN[0]) & (u < DRAWN[1])
    return {"drawn_m": float(apart[inside].max()), "changed_elsewhere_m": float(apart[~inside].max())}
