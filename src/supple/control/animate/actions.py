"""What a mesh can be asked to do, and the choices behind it."""

from collections.abc import Callable

from supple.control.animate import manners
from supple.control.animate.act import Act
from supple.control.animate.gaits import Style
from supple.control.animate.lifting import lift
from supple.control.animate.passive import drop, wobble
from supple.control.hop import failures
from supple.scene import Node

LASTS = 20.0
"""How long an action takes [√(h/g)]."""

PASSIVE: dict[str, Callable[[Node, float, int], Act]] = {"drop": drop, "wobble": wobble, "lift": lift}
"""What happens to a body that wants nothing."""

STYLES = {
    "hop": Style(
        poses=({"crouch": 0.2, "lean": 0.0}, {"crouch": -0.2, "lean": 0.02}, {"crouch": 0.05, "lean": 0.0}),
        times=(1.75, 0.5, 1.0),
        cost=manners.hop,
        broken=failures,
    ),
    "bound": Style(
        poses=({"crouch": 0.2, "lean": 0.1}, {"crouch": -0.25, "lean": 0.2}, {"crouch": 0.0, "lean": -0.1}),
        times=(1.0, 0.5, 0.7),
        cost=manners.bound,
    ),
    "shuffle": Style(
        poses=(
            {"crouch": 0.08, "lean": 0.1},
            {"crouch": -0.06, "lean": 0.15},
            {"crouch": 0.04, "lean": -0.1},
        ),
        times=(0.8, 0.4, 0.6),
        cost=manners.shuffle,
    ),
}
"""What a body learns to do: crouch, stretch, draw in for the landing; or lean to and fro."""

ACTIONS = (*PASSIVE, *STYLES)
