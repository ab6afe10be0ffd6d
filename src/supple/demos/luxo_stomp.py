"""The lamp comes down hard enough to splatter whatever it lands on."""

import supple

SHORT = {"samples": 64}


def demo(samples: int = 96) -> supple.Take:
    """The same jump with a great blow at touchdown (Witkin & Kass 1988, §6.1)."""
    lamp = supple.characters.lamp(color="#33383d")
    shot = supple.Shot.jump(lamp, to=(0.9, 0, 0), samples=samples, name="luxo-stomp", landing="hard")
    return supple.spacetime.proven(shot)
