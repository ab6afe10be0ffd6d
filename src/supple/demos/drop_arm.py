"""Two arms are lifted and dropped: one whose joints keep their limits, one whose joints do not."""

import numpy as np

import supple
from supple.kinematics import Link, Passive, Shape, Skeleton

LIMITS = {"upper arm": (-2.6, 0.4), "forearm": (0.0, 2.5), "hand": (-0.9, 0.9)}
"""Of shoulder, elbow and wrist, from hanging down, forward positive [rad]."""
SIZES = {"upper arm": (0.30, 2.1, 0.05), "forearm": (0.27, 1.2, 0.042), "hand": (0.18, 0.45, 0.035)}
"""Length [m], mass [kg] and radius [m]."""
RAISED = {"upper arm": -2.3, "forearm": 0.3, "hand": 0.2}
SHOULDER = 1.2
SECONDS, SHORT = 4.0, {"seconds": 2.0}


def demo(seconds: float = SECONDS) -> supple.Take:
    """Both fall from the same pose; at its limits the first stops, while the other folds the wrong way."""
    world = supple.World(step=1 / 960, collide=False)
    kept = world.add(arm(limited=True), at=(-0.25, SHOULDER, 0), name="kept", color="#3d8fd1")
    free = world.add(arm(limited=False), at=(0.25, SHOULDER, 0), name="free", color="tomato")
    angles: list[np.ndarray] = []
    world.on_step(lambda: angles.append(np.concatenate([kept.q, free.q])))
    take = world.run(seconds, name="drop-arm")
    q = np.array(angles)
    low, high = np.tile(list(LIMITS.values()), (2, 1)).T
    over = np.degrees(np.maximum(low - q, q - high).clip(0)).max(axis=0)
    lowest = int(np.argmax(q[:, 0]))
    notes = {
        0.05: "lifted",
        world.step_size * lowest: "the shoulder stops",
        1.2: "swing",
        SECONDS: "one hangs, one swings",
    }
    return take.with_notes({t: text for t, text in sorted(notes.items()) if t <= seconds}).with_report(
        limit_overshoot_deg=float(over[:3].max()),
        overshoot_without_deg=float(over[3:].max()),
    )


def arm(*, limited: bool) -> Skeleton:
    """Upper arm, forearm and hand on hinges about x, hanging down; a little damped."""
    links, parent, above = [], None, 0.0
    for name, (length, mass, radius) in SIZES.items():
        shape = Shape("capsule", (radius, length / 2 - radius / 2), offset=(0, -length / 2, 0))
        link = Link.rod(
            name, parent, to=(0, -length, 0), mass=mass, radius=radius, offset=(0, -above, 0), axis=(1, 0, 0),
            limits=LIMITS[name] if limited else None, rest=RAISED[name],
        )  # fmt: skip
        links.append(link.but(shapes=[shape], passive=Passive(damping=0.06)))
        parent, above = name, length
    return Skeleton(links, name="arm")
