"""`extras.supple` of a GLB: what a take knows and glTF has no word for. Written here, read here.

Arrays lie in buffer views and are described as {"bufferView", "shape", "type"} (`Buffer.array`).
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from supple.errors import FileError, InputError
from supple.io.gltf.buffer import Buffer
from supple.io.gltf.document import Document
from supple.io.gltf.glb import Json
from supple.scene import CameraMotion, Channel, Framing, Mark, Note, Origin, Take

FORMAT = 1
_MARK_ARRAYS = {"positions": "f4", "vectors": "f4", "strength": "f4", "edges": "u4"}
_CAMERA_ARRAYS = ("eye", "center", "roll", "angle")


def take_extras(take: Take, nodes: Mapping[str, Json], buffer: Buffer) -> Json:
    """The record of a take; `nodes` is what each node adds to it."""
    extras: Json = {
        "format": FORMAT,
        "name": take.name,
        "times": buffer.array(take.times, "f8"),
        "origin": asdict(take.origin),
        "notes": [{"time": n.time, "text": n.text} for n in take.notes],
        "report": plain(take.report),
        "channels": {
            k: {"unit": c.unit, "values": buffer.array(c.values, "f8")} for k, c in take.channels.items()
        },
        "marks": {k: _mark(m, buffer) for k, m in take.marks.items()},
    }
    if take.keys:
        extras["keys"] = {k: buffer.array(times, "f8") for k, times in take.keys.items()}
    if take.camera is not None:
        extras["camera"] = _camera(take.camera, buffer)
    if take.cameras:
        extras["cameras"] = {name: _camera(camera, buffer) for name, camera in take.cameras.items()}
    if any(n.mesh is not None and len(n.mesh.vertices) for n in take.scene.walk()):
        extras["framing"] = _framing(take.framing, buffer)
    if nodes:
        extras["nodes"] = dict(nodes)
    if take.scene.background is not None:
        extras["background"] = list(take.scene.background)
    return extras


def read_extras(document: Document) -> Json | None:
    """The record of a take in a file that we wrote, or None."""
    extras = document.json.get("extras")
    record = extras.get("supple") if isinstance(extras, dict) else None
    if not isinstance(record, dict):
        return None
    if record.get("format") != FORMAT:
        raise FileError(
            f"{document.name}: a take of format {record.get('format')!r}; this version of Supple reads "
            f"format {FORMAT}. Update Supple to open it"
        )
    return record


def take_fields(record: Json, document: Document) -> dict[str, Any]:
    """The fields of a Take that `extras.supple` carries."""

    def numbers(array: Json) -> np.ndarray:
        return document.array(array).astype(np.float64)

    def shot(camera: Json) -> CameraMotion:
        return CameraMotion(*(numbers(camera[k]) for k in _CAMERA_ARRAYS))

    return {
        "name": record["name"],
        "times": numbers(record["times"]),
        "origin": Origin(**record["origin"]),
        "notes": tuple(Note(n["time"], n["text"]) for n in record["notes"]),
        "report": record["report"],
        "channels": {k: Channel(numbers(c["values"]), c["unit"]) for k, c in record["channels"].items()},
        "marks": {k: _read_mark(m, document) for k, m in record["marks"].items()},
        "keys": {k: numbers(times) for k, times in record.get("keys", {}).items()},
        "camera": shot(record["camera"]) if record.get("camera") else None,
        "cameras": {name: shot(camera) for name, camera in record.get("cameras", {}).items()},
    }


def plain(value: Any) -> Any:
    """Numbers, words, lists and dicts as JSON has them; what is not finite becomes null."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, float):
        return value if np.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    raise InputError(
        f"a report or extras hold {value!r}; expected numbers, words, and lists or dicts of them"
    )


def _camera(camera: CameraMotion, buffer: Buffer) -> Json:
    return {k: buffer.array(getattr(camera, k), "f8") for k in _CAMERA_ARRAYS}


def _mark(mark: Mark, buffer: Buffer) -> Json:
    arrays = {k: getattr(mark, k) for k in _MARK_ARRAYS}
    found = {k: buffer.array(a, _MARK_ARRAYS[k]) for k, a in arrays.items() if a is not None}  # type: ignore[arg-type]
    return {"kind": mark.kind, **found}


def _read_mark(record: Json, document: Document) -> Mark:
    arrays = {k: document.array(record[k]) for k in _MARK_ARRAYS if k in record}
    return Mark(record["kind"], **{k: a.astype("i8" if k == "edges" else "f8") for k, a in arrays.items()})


def _framing(framing: Framing, buffer: Buffer) -> Json:
    return {
        "direction": framing.direction.tolist(),
        "centers": buffer.array(framing.centers, "f4"),
        "half_width": float(framing.half_width),
        "half_height": float(framing.half_height),
        "depth": framing.depth,
        "angle": float(framing.angle),
    }
