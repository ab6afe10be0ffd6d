"""The lamp lands as if on something fragile: the base slows down before it touches."""

import supple

SHORT = {"samples": 64}


def demo(samples: int = 96) -> supple.Take:
    """The same jump with a small blow at touchdown (Witkin & Kass 1988, fig. 4)."""
    lamp = supple.characters.lamp(color="#3f7cac")
    shot = supple.Shot.jump(lamp, to=(0.9, 0, 0), samples=samples, name="luxo-soft", landing="soft")
    return supple.spacetime.proven(shot)
