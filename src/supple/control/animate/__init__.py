"""Any mesh becomes a character: it drops, wobbles, is lifted, hops, bounds, shuffles."""

from supple.control.animate.actions import ACTIONS
from supple.control.animate.animation import Animation, Report
from supple.control.animate.performing import animate

__all__ = ["ACTIONS", "Animation", "Report", "animate"]
