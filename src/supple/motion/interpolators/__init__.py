"""From key to key: step, linear, splines, arcs, and a user's own."""

from supple.motion.interpolators.columns import ENDS, Columns, Ends
from supple.motion.interpolators.drawn import Drawn
from supple.motion.interpolators.registry import INTERPOLATORS, Blend, Interpolator, named

__all__ = ["ENDS", "INTERPOLATORS", "Blend", "Columns", "Drawn", "Ends", "Interpolator", "named"]
