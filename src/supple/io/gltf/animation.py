"""Sampled motion as glTF animation: linear between samples, great arcs for rotations; what rests is left out."""

import numpy as np

from supple.arrays import Array
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.glb import Json
from supple.spatial import aligned, normalize


class AnimationWriter:
    """Channels over the times of a take (T,) [s], in float32, never negative, strictly increasing."""

    def __init__(self, buffer: Buffer, times: Array) -> None:
        self._buffer = buffer
        self._exact = times - min(times[0], 0.0)
        self.times = increasing(self._exact)
        self.samplers: list[Json] = []
        self.channels: list[Json] = []

    def channel(self, node: int, path: str, values: Array, rest: Array) -> bool:
        """Animate `path` of a node by (T, …) samples; one that never leaves its rest is not written.

        One that is still, but elsewhere, gets a single key. Returns whether anything was written.
        """
        values = np.asarray(values, dtype=np.float64)
        if path == "rotation":
            values = aligned(normalize(values))
        sampled = values.astype("<f4")
        steady = (sampled == sampled[0]).all()
        if steady and np.array_equal(sampled[0], np.asarray(rest, "<f4")):
            return False
        count = 1 if steady else len(sampled)
        self._add(node, path, self.times[:count], sampled[:count])
        return True

    def switched(self, node: int, scale: Array, seen: np.ndarray) -> None:
        """Animate scale (T, 3), zero while the node is not `seen` (T,): the switch is a key just before a sample."""
        keys = _rounded_down(self.times, self._exact)
        times, rows = [keys[:1]], [scale[:1] * seen[0]]
        for k in range(1, len(keys)):
            before = np.nextafter(keys[k], np.float32(0))
            if seen[k] != seen[k - 1] and before > keys[k - 1]:
                times.append(before[None])
                rows.append(scale[k : k + 1] * seen[k - 1])
            times.append(keys[k : k + 1])
            rows.append(scale[k : k + 1] * seen[k])
        self._add(node, "scale", np.concatenate(times), np.concatenate(rows).astype("<f4"))

    def animation(self, name: str) -> list[Json]:
        """The one animation of the file, or none if nothing moves."""
        if not self.channels:
            return []
        return [{"name": name, "samplers": self.samplers, "channels": self.channels}]

    def _add(self, node: int, path: str, times: np.ndarray, values: np.ndarray) -> None:
        output = values.reshape(-1) if path == "weights" else values
        sampler = {
            "input": self._buffer.accessor(times, bounds=True),
            "interpolation": "LINEAR",
            "output": self._buffer.accessor(output),
        }
        self.samplers.append(sampler)
        self.channels.append({"sampler": len(self.samplers) - 1, "target": {"node": node, "path": path}})


def increasing(times: Array) -> np.ndarray:
    """Times in float32; where rounding made two equal, the later moves on by the smallest step there is."""
    rounded = times.astype("<f4")
    for k in range(1, len(rounded)):
        if rounded[k] <= rounded[k - 1]:
            rounded[k] = np.nextafter(rounded[k - 1], np.float32(np.inf))
    return rounded


def _rounded_down(times: np.ndarray, exact: Array) -> np.ndarray:
    """Keys (float32) not later than the exact times they stand for, so that a sample's time is past its switch."""
    return increasing(np.where(times > exact, np.nextafter(times, np.float32(0)), times))
