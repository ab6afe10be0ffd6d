"""The lamp jumps a hurdle: it squashes more, tucks its base up, and still lands softly."""

import supple

SHORT = {"samples": 64}


def demo(samples: int = 128) -> supple.Take:
    """The soft jump with a wall in the way, cleared by every point (Witkin & Kass 1988, fig. 6)."""
    lamp = supple.characters.lamp(color="#5b8c5a")
    shot = supple.Shot.jump(
        lamp, to=(1.0, 0, 0), landing="soft", seconds=(1.1, 0.58, 1.3), samples=samples, name="luxo-hurdle"
    )
    hurdle = supple.spacetime.Hurdle(at=0.5, height=0.22)
    shot.clear(hurdle)
    take = supple.spacetime.proven(shot).with_props(hurdle.node())
    gap = supple.scene.gap(take, ("box", None), ("base", "arm.lower", "arm.upper", "head"))
    return take.with_report(hurdle_clearance_m=float(gap.min()))
