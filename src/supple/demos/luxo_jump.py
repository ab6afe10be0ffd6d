"""A desk lamp jumps: nobody drew the crouch, the stretch or the squash."""

import supple

SHORT = {"samples": 64}


def demo(samples: int = 96) -> supple.Take:
    """Jump from here to there with little effort (Witkin & Kass 1988, fig. 3)."""
    lamp = supple.characters.lamp(color="#c8402f")
    shot = supple.Shot.jump(lamp, to=(0.9, 0, 0), samples=samples, name="luxo-jump")
    return supple.spacetime.proven(shot)
