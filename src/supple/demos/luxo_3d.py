"""The lamp jumps in space and makes a quarter turn on the way: it ends facing us."""

from math import pi

import supple

SHORT = {"samples": 64}


def quarter_turn(samples: int = 128) -> supple.Shot:
    """Forward and to the side, base and gaze turned from +X to +Z; having landed, it comes round soon."""
    lamp = supple.characters.lamp(plane=False, color="#2a9d8f")
    shot = supple.Shot.jump(lamp, to=(0.55, 0, 0.55), turn=-pi / 2, samples=samples, name="luxo-3d")
    shot.minimize(style=({"swivel": 0.0}, 0.5), during="landing")
    return shot


def demo(samples: int = 128) -> supple.Take:
    """The jump of the plane, in space."""
    return supple.spacetime.proven(quarter_turn(samples))
