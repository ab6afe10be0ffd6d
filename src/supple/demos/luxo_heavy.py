"""Three lamps whose bases weigh once, twice, four times as much: the heavier, the more swing they take.

A heavy base that stops falling at once would shake the light arms on it: so the jolt of the touchdown is weighed.
"""

import supple


def demo() -> supple.Take:
    """The same jump at base mass ×1, ×2, ×4, muscles as strong as the weight (Witkin & Kass 1988, fig. 5)."""
    colors = {1: "#e0a458", 2: "#c06c4e", 4: "#7a3b3b"}
    takes, figures = {}, {}
    for times, color in colors.items():
        lamp = supple.characters.lamp(base_mass=times, color=color)
        shot = supple.Shot.jump(lamp, to=(0.5, 0, 0), samples=136)
        shot.minimize(jolt=2e-4, at="landing")
        takes[f"×{times}"] = supple.spacetime.proven(shot)
        figures[f"x{times}"] = supple.spacetime.stretch(shot)
    return supple.scene.stage(takes, apart=(0, 0, 0.9), name="luxo-heavy").with_report(**figures)
