"""The same four poses by Euler angles, slerp, squad and spherical Bézier: watch the angular speed (Shoemake 1985)."""

import math

import supple

POSES = ((0, 0, 0), (100, 60, 0), (40, -70, 120), (-60, 20, 200), (0, 0, 360))
"""Roll, pitch and yaw at the keys [°]."""
WAYS = {"euler": "tomato", "slerp": "goldenrod", "squad": "mediumseagreen", "bezier": "cornflowerblue"}
SECONDS = 1.2


def demo() -> supple.Take:
    """Four cubes in a row, keyed alike, led differently."""
    times = [k * SECONDS for k in range(len(POSES))]
    angles = [[math.radians(a) for a in pose] for pose in POSES]
    poses = dict(zip(times, supple.spatial.from_euler(angles, "xyz"), strict=True))
    euler = supple.spatial.EulerCurve(times, angles, "xyz")
    tracks = {
        "euler": supple.Track.function(euler, "rotation", 0, times[-1], euler.velocity, euler.acceleration),
        "slerp": supple.keys(poses, kind="rotation", interpolate="linear"),
        "squad": supple.keys(poses, kind="rotation", interpolate="squad", ends="cyclic"),
        "bezier": supple.keys(poses, kind="rotation", interpolate="bezier", ends="cyclic"),
    }
    scene, clip = supple.Scene(), supple.Clip()
    for k, (way, color) in enumerate(WAYS.items()):
        die = supple.models.box(width=0.5, height=0.5, depth=0.5, rounding=0.06, color=color)
        scene.add(die, name=way, at=(0.9 * (k - 1.5), 0.55, 0))
        for face in range(6):
            die.add(_pip(way, face))
        clip[f"{way}.rotation"] = tracks[way]
    halves = {(k + 0.5) * SECONDS: f"between {k + 1} and {k + 2}" for k in range(len(times) - 1)}
    moments = {t: f"key {k + 1}: all agree" for k, t in enumerate(times)} | halves
    clip["notes"] = supple.keys(dict(sorted(moments.items())))
    take = supple.record(scene, clip, name="tumble")
    speeds = {way: abs(track.velocity(take.times) ** 2).sum(axis=1) ** 0.5 for way, track in tracks.items()}
    take = take.with_channels("rad/s", **speeds)
    return take.with_report(**{f"{way}_jump_rad_s": _jump(track, times) for way, track in tracks.items()})


def _pip(way: str, face: int) -> supple.Node:
    """A dot on one side of a cube, so that the eye can follow its turning."""
    axis, side = face % 3, 1 if face < 3 else -1
    turn = supple.spatial.from_axis_angle(
        ((0, 0, -1), (0, 1, 0), (1, 0, 0))[axis], math.pi / 2 if axis != 1 else 0
    )
    at = [0.0, 0.0, 0.0]
    at[axis] = side * 0.245
    dot = supple.models.cylinder(radius=0.03 + 0.02 * face, height=0.02, color="ivory")
    dot.name = f"{way}.pip{face}"
    return dot.place(translation=at, rotation=turn)


def _jump(track: supple.Track, times: list[float]) -> float:
    """Largest jump of angular velocity at an inner key [rad/s]."""
    h = 1e-7
    return max(float(abs(track.velocity(t + h) - track.velocity(t - h)).max()) for t in times[1:-1])
