"""From tracks to a take: every node at every frame, as its own tracks and whom it rides on say.

A clip names what it drives: `ball.position`, `ball.rotation`, `ball.scale`, `ball.visible`, `ball.color`,
`ball.shape`, `ball.weights`; `camera.eye`, `camera.center`, `camera.roll`, `camera.angle`; `notes`.
A component alone, `ball.position.y`, leaves the others at rest.
"""

from importlib.metadata import version

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import InputError
from supple.motion import Clip
from supple.motion.curves import Function
from supple.scene import drive
from supple.scene.fingerprint import fingerprint
from supple.scene.placement import Placement, Placements
from supple.scene.samples import NodeMotion, Origin
from supple.scene.scene import Scene
from supple.scene.take import Take
from supple.spatial import aligned, decompose


def record(
    scene: Scene, clip: Clip, *, seconds: float | None = None, fps: float = 60.0, name: str = "take"
) -> Take:
    """Play `clip` on `scene` for `seconds` (by default as long as it lasts) and keep every frame.

    >>> from supple.motion import keys
    >>> from supple.scene import Node
    >>> scene = Scene([Node("ball")])
    >>> take = record(scene, Clip({"ball.position": keys({0: (0, 1, 0), 1: (2, 1, 0)})}), fps=24)
    >>> take.position("ball")[-1]
    array([2., 1., 0.])
    """
    if seconds is None:
        seconds = max((track.end for track in clip.values()), default=0.0)
    if not (np.isfinite(seconds) and seconds > 0 and np.isfinite(fps) and fps > 0):
        raise InputError(f"cannot record {seconds} s at {fps} fps; both must be positive numbers")
    return played(scene, clip, np.arange(round(seconds * fps) + 1) / fps, name=name)


def played(scene: Scene, clip: Clip, times: ArrayLike, *, name: str = "take") -> Take:
    """Play `clip` on `scene` and keep the frames at `times` (T,) [s], which rise.

    >>> from supple.motion import keys
    >>> from supple.scene import Node
    >>> clip = Clip({"ball.position.x": keys({0: 0, 1: 2}, interpolate="linear")})
    >>> played(Scene([Node("ball")]), clip, [0.25, 1.0]).position("ball")[:, 0]
    array([0.5, 2. ])
    """
    tracks = drive.driven(scene, clip)
    times = finite(times, "times", (None,))
    stage = scene.copy()
    places = placements(stage, clip)
    motions: dict[str, NodeMotion] = {}
    for node in stage.walk():
        own = tracks.get(node.name, {})
        motion = _ridden(places.of(node, times)) if node.attachments else drive.moved(node, own, times)
        motion = drive.seen(node, own, times, motion)
        if any(samples is not None for samples in vars(motion).values()):
            motions[node.name] = motion
    _uproot(stage)
    step = float(times[1] - times[0]) if len(times) > 1 else 0.0
    return Take(
        stage,
        times,
        motions,
        camera=drive.camera(scene.camera, tracks.get("camera", {}), times),
        notes=drive.notes(tracks.get("", {}).get("notes")),
        keys=key_times(clip, times),
        origin=Origin(version("supple"), step=step, inputs=fingerprint(stage, times, motions)),
        name=name,
    )


def key_times(clip: Clip, times: Array) -> dict[str, Array]:
    """The times of the keys of each track, within `times` (T,); a track with a key a frame is a recording, not keys.

    >>> from supple.motion import keys
    >>> key_times(Clip({"ball.position.x": keys({0: 0, 1: 2})}), np.linspace(0, 2, 49))
    {'ball.position.x': array([0., 1.])}
    """
    found: dict[str, Array] = {}
    for name, track in clip.items():
        if name != "notes" and not isinstance(track.curve, Function):
            inside = track.times[(track.times >= times[0] - 1e-9) & (track.times <= times[-1] + 1e-9)]
            if 0 < len(inside) < max(len(times) / 2, 2):
                found[name] = inside
    return found


def placements(scene: Scene, clip: Clip) -> Placements:
    """Where the nodes of a scene are under a clip, with exact velocities: `.of(node, times).velocity`."""
    tracks = drive.driven(scene, clip)
    return Placements(lambda node, times: drive.placed(node, tracks.get(node.name, {}), times))


def _ridden(place: Placement) -> NodeMotion:
    """World placement of a node whose parents change, as the motion of a node that has none."""
    translation, rotation, scale = decompose(place.matrix)
    return NodeMotion(translation, aligned(rotation), scale)


def _uproot(stage: Scene) -> None:
    """Nodes that were placed in the world stand in the world: no parent, and no attachments any more."""
    for node in [n for n in stage.walk() if n.attachments]:
        node.attachments = []
        if node.parent is not None:
            node.parent.children.remove(node)
            node.parent = None
            stage.nodes.append(node)
