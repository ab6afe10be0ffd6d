"""Three lamps whose bases weigh once, twice, four times as much: the heavier, the more swing they take.

A heavy base that stops falling at once would shake the light arms on it: so the jolt of the touchdown is weighed.
"""

from collections.abc import Sequence

import supple

COLORS = {1: "#e0a458", 2: "#c06c4e", 4: "#7a3b3b"}
"""Of each lamp, by how many times its base weighs."""
SHORT = {"samples": 68, "bases": (1, 4)}


def demo(samples: int = 136, bases: Sequence[int] = tuple(COLORS)) -> supple.Take:
    """The same jump at base mass ×1, ×2, ×4, muscles as strong as the weight (Witkin & Kass 1988, fig. 5)."""
    takes, figures = {}, {}
    for times in bases:
        lamp = supple.characters.lamp(base_mass=times, color=COLORS[times])
        shot = supple.Shot.jump(lamp, to=(0.5, 0, 0), samples=samples)
        shot.minimize(jolt=2e-4, at="landing")
        takes[f"×{times}"] = supple.spacetime.proven(shot)
        figures[f"x{times}"] = supple.spacetime.stretch(shot)
    return supple.scene.stage(takes, apart=(0, 0, 0.9), name="luxo-heavy").with_report(**figures)
