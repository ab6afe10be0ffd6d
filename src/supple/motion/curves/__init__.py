"""Curves: what a track is made of. Keys, functions, and curves made from curves."""

from supple.motion.curves.apart import Apart
from supple.motion.curves.blended import Blended
from supple.motion.curves.components import Component, Replaced
from supple.motion.curves.curve import Curve, Derived, Values
from supple.motion.curves.cycled import Cycled
from supple.motion.curves.driven import Driven
from supple.motion.curves.function import Function, TimeFunction
from supple.motion.curves.jointed import Jointed
from supple.motion.curves.keyed import Choice, Keyed
from supple.motion.curves.mapped import Mapped, turned
from supple.motion.curves.normalized import Normalized
from supple.motion.curves.oriented import Oriented
from supple.motion.curves.retimed import Clock, Retimed
from supple.motion.curves.windowed import Cropped, Extended

__all__ = [
    "Apart",
    "Blended",
    "Choice",
    "Clock",
    "Component",
    "Cropped",
    "Curve",
    "Cycled",
    "Derived",
    "Driven",
    "Extended",
    "Function",
    "Jointed",
    "Keyed",
    "Mapped",
    "Normalized",
    "Oriented",
    "Replaced",
    "Retimed",
    "TimeFunction",
    "Values",
    "turned",
]
