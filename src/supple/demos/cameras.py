"""Four cameras see one drive: from a crane, from the road, and twice as a stick moves them, plane or world."""

import numpy as np

import supple

SECONDS, RADIUS = 6.0, 1.6
CRANE, CAR = (0.0, 0.0, 0.0), "car"
STICK = 0.16
"""How far the stick is pushed [rad]: forward in the first half, sideways in the second."""


def demo() -> supple.Take:
    """Sturman's cameras of bbop (1987): tilt and roll in both senses, a crane about any center, a tracked ride."""
    scene, clip = _drive()
    take = supple.record(scene, clip, seconds=SECONDS, fps=30, name="cameras")
    stands = supple.scene.Camera(np.array([0, 2.2, 5.2]), np.array([0, 0.3, 0]))
    ride = supple.keys({0: (-3.2, 0.5, 2.6), SECONDS / 2: (0, 0.7, 3.4), SECONDS: (3.2, 0.5, 2.6)})
    swing = supple.keys({0: (0.0, 0.0), SECONDS: (1.6, 0.35)}, interpolate="cosine")

    def crane(t: float) -> supple.scene.Camera:
        around, raised = swing(t)
        return stands.craned(around, raised, about=CRANE)

    take = take.with_camera("crane", crane)
    take = take.with_camera("ride", lambda t: supple.scene.Camera(eye=ride(t)), track=CAR, at=(0, 0.15, 0))
    take = take.with_camera("airplane", lambda t: stands.pushed(*_stick(t), sense="airplane"))
    take = take.with_camera("world", lambda t: stands.pushed(*_stick(t), sense="world"))
    return take.with_report(**_measured(take, stands))


def _drive() -> tuple[supple.Scene, supple.Clip]:
    """A car goes round a ring of mushrooms."""
    scene = supple.Scene()
    scene.add(supple.models.car(length=0.9), name=CAR)
    for k, angle in enumerate(np.linspace(0, 2 * np.pi, 6, endpoint=False)):
        place = (0.8 * np.cos(angle), 0, 0.8 * np.sin(angle))
        scene.add(supple.models.mushroom(height=0.35 + 0.1 * (k % 3)), name=f"mushroom {k + 1}", at=place)

    def turned(t: np.ndarray) -> np.ndarray:
        return supple.spatial.from_axis_angle((0, 1, 0), 2 * np.pi * t / SECONDS)

    def along(t: np.ndarray) -> np.ndarray:
        angle = 2 * np.pi * np.asarray(t) / SECONDS
        return RADIUS * np.stack([-np.cos(angle), 0 * angle, np.sin(angle)], axis=-1)

    clip = supple.Clip()
    clip["car.position"] = supple.Track.function(along, "vector", 0, SECONDS)
    clip["car.rotation"] = supple.Track.function(turned, "rotation", 0, SECONDS)
    words = {
        0.0: "off",
        SECONDS / 4: "pushed forward",
        SECONDS / 2: "half round",
        3 * SECONDS / 4: "pushed sideways",
    }
    clip["notes"] = supple.keys({**words, SECONDS: "round"})
    return scene, clip


def _stick(t: float) -> tuple[float, float]:
    """Forward, then back; then to the side, and back."""
    push = STICK * np.sin(2 * np.pi * t / SECONDS)
    return (push, 0.0) if t < SECONDS / 2 else (0.0, -push)


def _measured(take: supple.Take, stands: supple.scene.Camera) -> dict[str, float]:
    """How well the senses mirror each other, the crane keeps its reach, and the ride its car in the middle."""
    shots = {name: [motion.at(k) for k in range(len(take.times))] for name, motion in take.cameras.items()}
    turns = {
        sense: np.array([_relative(stands, shot) for shot in shots[sense]]) for sense in ("airplane", "world")
    }
    reach = np.array([np.linalg.norm(shot.eye - CRANE) for shot in shots["crane"]])
    middle = take.position(CAR, (0, 0.15, 0))
    aside = [_aside(shot, point) for shot, point in zip(shots["ride"], middle, strict=True)]
    return {
        "mirror_error_rad": float(np.abs(turns["airplane"] + turns["world"]).max()),
        "pushed_deg": float(np.rad2deg(np.abs(turns["airplane"]).max())),
        "crane_reach_error_m": float(np.abs(reach - reach[0]).max()),
        "crane_swing_deg": float(
            np.rad2deg(np.arctan2(shots["crane"][-1].eye[0], shots["crane"][-1].eye[2]))
        ),
        "track_error_rad": max(aside),
        "cameras": len(take.cameras),
    }


def _relative(stands: supple.scene.Camera, shot: supple.scene.Camera) -> np.ndarray:
    """The turn from one camera to another, as a rotation vector of the first [rad]."""
    inverse = supple.spatial.conjugate(stands.rotation)
    return np.asarray(supple.spatial.to_rotation_vector(supple.spatial.multiply(inverse, shot.rotation)))


def _aside(shot: supple.scene.Camera, point: np.ndarray) -> float:
    """The angle between where a camera looks and a point [rad]."""
    gaze = supple.spatial.rotate(shot.rotation, (0, 0, -1))
    toward = (point - shot.eye) / np.linalg.norm(point - shot.eye)
    return float(np.linalg.norm(np.cross(gaze, toward)))
