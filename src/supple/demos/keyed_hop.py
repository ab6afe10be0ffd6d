"""A desk lamp hops, keyed by hand: crouch, stretch, a ballistic flight, squash, settle, and a nod."""

import math

import supple

GRAVITY = 9.81
LEAVE, LAND, FAR = 1.0, 1.4, 0.6
"""Take-off and touch-down [s], and how far it gets [m]."""

POSES = {
    0: (28, -62, -78),
    0.35: (28, -62, -78),
    0.8: (66, -124, -50),
    LEAVE: (-12, -10, -86),
    1.2: (38, -84, -62),
    LAND: (14, -40, -84),
    1.54: (60, -112, -60),
    1.86: (22, -50, -84),
    2.15: (30, -64, -77),
    2.4: (28, -62, -78),
    2.62: (28, -62, -112),
    2.84: (28, -62, -62),
    3.06: (28, -62, -100),
    3.35: (28, -62, -78),
    3.6: (28, -62, -78),
}
"""Hinge angles of lower arm, upper arm and head [°] over time [s]."""


def demo() -> supple.Take:
    """Everything that a jump needs, drawn by an animator; the spacetime demos get it from physics instead."""
    scene = supple.Scene()
    scene.add(supple.models.lamp(), name="lamp")
    clip = supple.Clip({"notes": supple.keys(_moments())})
    for k, part in enumerate(("arm.lower", "arm.upper", "head")):
        angles = {t: ((0, 0, 1), math.radians(pose[k])) for t, pose in POSES.items()}
        clip[f"{part}.rotation"] = supple.motion.rotation_keys(angles)
    clip["lamp.position.x"] = supple.keys({LEAVE: 0, LAND: FAR}, interpolate="linear")
    top = GRAVITY * (LAND - LEAVE) ** 2 / 8
    arc = {LEAVE: 0, (LEAVE + LAND) / 2: top, LAND: 0}
    clip["lamp.position.y"] = supple.keys(arc, interpolate="overhauser")
    take = supple.record(scene, clip, name="keyed-hop").with_trail("head.light")
    return take.with_report(**figures(take, top))


def figures(take: supple.Take, top: float) -> dict[str, float]:
    """The flight against free fall, and that nothing sinks into the floor."""
    height = take.position("lamp")[:, 1]
    flying = (take.times >= LEAVE) & (take.times <= LAND)
    tau = take.times[flying] - (LEAVE + LAND) / 2
    lowest = min(
        float(take.world_vertices(node.name)[..., 1].min()) for node in take.scene.walk() if node.mesh
    )
    return {
        "flight_error_m": float(abs(height[flying] - top + GRAVITY / 2 * tau**2).max()),
        "apex_m": float(height.max()),
        "lowest_point_m": lowest,
    }


def _moments() -> dict[float, str]:
    flight = (LEAVE + LAND) / 2
    return {0: "ready", 0.8: "anticipation", LEAVE: "stretch", flight: "flight", LAND: "contact", 1.54: "squash",
            1.86: "overshoot", 2.4: "settled", 2.84: "nod"}  # fmt: skip
