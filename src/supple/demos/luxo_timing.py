"""The lamp decides by itself how long to crouch, to fly and to settle."""

import supple

SHORT = {"samples": 48}


def demo(samples: int = 96) -> supple.Take:
    """The jump with the durations of its phases left to the optimiser."""
    lamp = supple.characters.lamp(color="#8367c7")
    shot = supple.Shot.jump(
        lamp,
        to=(0.9, 0, 0),
        samples=samples,
        name="luxo-timing",
        seconds=((0.5, 1.2), (0.4, 0.7), (0.7, 1.4)),
    )
    shot.minimize(time=0.02)
    return supple.spacetime.proven(shot)
