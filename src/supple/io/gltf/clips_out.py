"""A scene's clips as animations: those that have not changed stay as the file has them, others are patched."""

import copy
import warnings

from supple.errors import InputError
from supple.io.gltf.animation import increasing
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.clip_reader import TRACK_OF
from supple.io.gltf.glb import Json
from supple.io.gltf.original import ClipAsRead, Original
from supple.io.gltf.samplers import sampled
from supple.io.gltf.targets import Stage, Target
from supple.io.warning import AssetWarning
from supple.motion import Clip, Track
from supple.scene import Scene

NEW = ClipAsRead(-1, {})


class ClipsOut:
    """Writes the clips of a scene; `moved` collects the numbers of the nodes that new channels move."""

    def __init__(self, scene: Scene, original: Original, stage: Stage, buffer: Buffer) -> None:
        self._clips = dict(scene.clips)
        if scene.playing not in self._clips and len(scene.clip) and dict(scene.clip) != original.unnamed:
            self._clips["clip" if "clip" not in self._clips else "clip 2"] = scene.clip
        self._original = original
        self._stage = stage
        self._buffer = buffer
        self._names = {number: name for name, number in original.names.items()}
        self.moved: set[int] = set()

    def animations(self) -> list[Json]:
        """All animations in the order of the file, by the names of the clips now; then those that are new."""
        written = self._original.document.items("animations")
        origins = self._origins()
        kept = sorted(((read.index, name) for name, read in origins.items()))
        found = [self._patched(name, written[index], origins[name]) for index, name in kept]
        new = {name: clip for name, clip in self._clips.items() if name not in origins}
        empty: Json = {"samplers": [], "channels": []}
        return found + [{"name": name, **self._changed(name, empty, clip, NEW)} for name, clip in new.items()]

    def _origins(self) -> dict[str, ClipAsRead]:
        """What each clip was: by its name, or by its tracks where it has been renamed."""
        read = self._original.clips
        found = {name: read[name] for name in self._clips if name in read}
        gone = [old for name, old in read.items() if name not in found]
        for name, clip in self._clips.items():
            old = next((old for old in gone if name not in found and old.is_still(clip)), None)
            if old is not None:
                found[name] = old
                gone.remove(old)
        return found

    def _patched(self, name: str, written: Json, read: ClipAsRead) -> Json:
        renamed = {} if self._original.clips.get(name) is read else {"name": name}
        if read.is_still(self._clips[name]):
            return {**written, **renamed}
        return {**self._changed(name, written, self._clips[name], read), **renamed}

    def _changed(self, name: str, written: Json, clip: Clip, read: ClipAsRead) -> Json:
        """The animation with new samplers for tracks that have changed, and no channels for those that are gone."""
        targets, left_out = self._stage.targets(clip)
        late = max(-clip.start, 0.0)
        self._complain(name, left_out, late)
        self._complain_of_foreign(name, written, read)
        samplers, channels = copy.deepcopy(written["samplers"]), []
        shared = [channel["sampler"] for channel in written["channels"]]
        for channel in written["channels"]:
            target, known = self._read_target(channel, read)
            if target not in targets:
                channels += [] if known else [channel]
                continue
            track = targets.pop(target)
            if late or track is not read.tracks.get(self._track_name(target)):
                number = channel["sampler"]
                made = self._sampler(name, target, track, clip, late)
                if shared.count(number) == 1:
                    samplers[number] = {**samplers[number], **made}
                else:
                    channel = {**channel, "sampler": len(samplers)}
                    samplers.append(made)
            channels.append(channel)
        for target, track in targets.items():
            if not self._at_rest(target, track, read):
                channels.append({"sampler": len(samplers), "target": {"node": target[0], "path": target[1]}})
                samplers.append(self._sampler(name, target, track, clip, late))
        if not channels:
            raise InputError(f"clip {name!r} moves nothing that glTF can say; delete it from scene.clips")
        return {**written, **_without_unused(samplers, channels)}

    def _read_target(self, channel: Json, read: ClipAsRead) -> tuple[Target, bool]:
        """What a channel moves, and whether that was read as a track; what was not stays as it is."""
        target = (channel["target"].get("node", -1), channel["target"]["path"])
        return target, self._track_name(target) in read.tracks

    def _track_name(self, target: Target) -> str:
        return f"{self._names.get(target[0])}.{TRACK_OF.get(target[1])}"

    def _at_rest(self, target: Target, track: Track, read: ClipAsRead) -> bool:
        """Whether a track only repeats the weights that the mesh has by default, which no channel says."""
        old = read.tracks.get(self._track_name(target))
        return old is not None and len(old.times) == 1 and bool((track.values == old.values).all())

    def _sampler(self, name: str, target: Target, track: Track, clip: Clip, late: float) -> Json:
        self.moved.add(target[0])
        try:
            found = sampled(track, clip.start, clip.end)
        except InputError as error:
            raise InputError(f"clip {name!r}, {self._track_name(target)}: {error}") from error
        rows = self._stage.in_file(target, found.rows).astype("<f4")
        flat = rows.reshape(-1) if target[1] == "weights" else rows.reshape(-1, rows.shape[-1])
        return {
            "input": self._buffer.accessor(increasing(found.times + late), bounds=True),
            "interpolation": found.way,
            "output": self._buffer.accessor(flat),
        }

    def _complain(self, name: str, left_out: list[str], late: float) -> None:
        if left_out:
            warnings.warn(
                f"clip {name!r}: glTF has no channel for {', '.join(left_out[:8])}, so these are left out; "
                "record() the clip and save the take to keep them",
                AssetWarning,
                stacklevel=2,
            )
        if late:
            warnings.warn(
                f"clip {name!r} begins at {-late:g} s, and no animation of glTF may begin before 0; "
                f"all of it is written {late:g} s later",
                AssetWarning,
                stacklevel=2,
            )

    def _complain_of_foreign(self, name: str, written: Json, read: ClipAsRead) -> None:
        foreign = sum(not self._read_target(channel, read)[1] for channel in written["channels"])
        if foreign:
            warnings.warn(
                f"clip {name!r} has changed, but {foreign} of its channels move what Supple does not read; "
                "they are written as they came",
                AssetWarning,
                stacklevel=2,
            )


def _without_unused(samplers: list[Json], channels: list[Json]) -> Json:
    used = sorted({channel["sampler"] for channel in channels})
    number = {old: new for new, old in enumerate(used)}
    return {
        "samplers": [samplers[k] for k in used],
        "channels": [{**channel, "sampler": number[channel["sampler"]]} for channel in channels],
    }
