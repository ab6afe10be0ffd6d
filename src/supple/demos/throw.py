"""A ball held by a hand and let go in mid swing: place and velocity go on, then gravity takes over (Gómez 1987)."""

import math

import numpy as np

import supple

GRAVITY = 9.81
RELEASE = 1.06
"""Seconds into the swing, while the hand still rises."""
RIM = 0.42
"""Height of the rim of the basket [m]."""


def demo() -> supple.Take:
    """Wind up, swing, let go, follow through; the basket gives way as the ball arrives."""
    scene, clip = supple.Scene(), supple.Clip()
    hand = _thrower(scene)
    ball = scene.add(supple.models.sphere(radius=0.09, color="tomato"), name="ball", at=(0, 0.14, 0))
    ball.attach(hand)
    clip["torso.rotation"] = _swing({0: 0, 0.55: 13, 0.8: 14, 1.5: -14, 1.8: -10, 2.4: 0, 2.8: 0})
    clip["arm.rotation"] = _swing({0: 40, 0.55: 78, 0.8: 82, 1.5: -40, 1.8: -58, 2.4: 30, 2.8: 40})
    clip["forearm.rotation"] = _swing({0: 15, 0.55: 30, 0.86: 38, 1.5: 0, 1.75: -8, 2.4: 20, 2.8: 15})
    held = supple.scene.placements(scene, clip).of(ball, RELEASE)
    ball.letgo(at=RELEASE, acceleration=(0, -GRAVITY, 0))
    (x, y, z), (vx, vy, _) = held.position[0], held.velocity[0]
    falling = (vy + math.sqrt(vy**2 + 2 * GRAVITY * (y - RIM))) / GRAVITY
    caught = RELEASE + falling
    basket = _basket(scene, at=(x + vx * falling, 0, z))
    ball.couple(basket, at=caught)
    clip["ball.position"] = supple.keys({0: (0, 0.14, 0), caught: (0, RIM, 0)}, interpolate="step")
    sizes = {0: 1, caught: 1, caught + 0.09: 0.78, caught + 0.22: 1.08, caught + 0.36: 1}
    clip["basket.scale"] = supple.keys(
        {t: (s**-0.5, s, s**-0.5) for t, s in sizes.items()}, interpolate="monotone"
    )
    words = {
        0: "ready",
        0.8: "wind-up",
        RELEASE: "let go",
        1.45: "free",
        1.8: "follow through",
        caught: "caught",
    }
    clip["notes"] = supple.keys(words)
    take = supple.record(scene, clip, name="throw").with_trail("ball")
    return take.with_report(**figures(scene, clip, held, caught))


def figures(
    scene: supple.Scene, clip: supple.Clip, held: supple.scene.Placement, caught: float
) -> dict[str, float]:
    """What happens to place and velocity at the moment of release, and how good a parabola the flight is."""
    place = supple.scene.placements(scene, clip)
    steps = [RELEASE + (caught - RELEASE) * k / 50 for k in range(50)]
    flight = place.of(scene["ball"], steps)
    free = place.of(scene["ball"], RELEASE)
    tau = np.array(steps)[:, None] - RELEASE
    parabola = free.position + free.velocity * tau - tau**2 * [0, GRAVITY / 2, 0]
    return {
        "position_jump_m": float(abs(free.position - held.position).max()),
        "velocity_jump_m_s": float(abs(free.velocity - held.velocity).max()),
        "parabola_error_m": float(abs(flight.position - parabola).max()),
        "release_speed_m_s": float((free.velocity**2).sum() ** 0.5),
        "flight_s": float(caught - RELEASE),
    }


def _swing(degrees: dict[float, float]) -> supple.Track:
    """Rotation about z; positive leans back."""
    return supple.motion.rotation_keys({t: ((0, 0, 1), math.radians(a)) for t, a in degrees.items()})


def _thrower(scene: supple.Scene) -> supple.Node:
    """A foot, a torso, an arm of two links and a hand; returns the hand."""
    wood, cloth = "#d9a566", "#3d6b8e"
    foot = scene.add(
        supple.models.cylinder(radius=0.22, height=0.08, color="#3a3f44"), name="foot", at=(0, 0.04, 0)
    )
    torso = foot.add(supple.Node("torso", translation=(0, 0.02, 0)))
    _limb(torso, "chest", 0.36, width=0.3, height=0.72, round_=0.4, color=cloth)
    _limb(torso, "head", 0.86, width=0.28, height=0.28, round_=1, color=wood)
    arm = torso.add(supple.Node("arm", translation=(0, 0.62, 0.2)))
    _limb(arm, "upper", 0.2, width=0.11, height=0.46, round_=0.6, color=wood)
    forearm = arm.add(supple.Node("forearm", translation=(0, 0.41, 0)))
    _limb(forearm, "lower", 0.19, width=0.09, height=0.42, round_=0.6, color=wood)
    hand = forearm.add(supple.Node("hand", translation=(0, 0.4, 0)))
    _limb(hand, "palm", 0.02, width=0.15, height=0.1, round_=1, color=cloth)
    return hand


def _limb(
    parent: supple.Node, name: str, up: float, *, width: float, height: float, round_: float, color: str
) -> None:
    """A rounded block, its middle `up` [m] along its parent's Y."""
    block = supple.models.superquadric(
        width=width, height=height, depth=width, north_south=round_, east_west=max(round_, 0.4), color=color
    )
    block.name = name
    parent.add(block.place(translation=(0, up, 0)))


def _basket(scene: supple.Scene, at: tuple[float, float, float]) -> supple.Node:
    basket = scene.add(supple.Node("basket"), at=at)
    for name, up, model in (
        ("stand", 0.17, supple.models.cone(radius=0.2, height=0.34, color="#8a5a3c")),
        ("rim", 0.36, supple.models.torus(color="#c98b4b")),
    ):
        model.name = name
        basket.add(model.place(translation=(0, up, 0)))
    return basket
