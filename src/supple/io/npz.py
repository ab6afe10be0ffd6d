"""The numbers of a take as a NumPy archive."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import numpy as np

from supple.files import written_beside
from supple.scene import Take

_NO_DATE = (1980, 1, 1, 0, 0, 0)


def save_npz(take: Take, path: str | Path) -> Path:
    """Write times, channels, marks, camera and the motion of every node; the same take gives the same bytes.

    Names in the archive: `times`, those of `take.data`, `channels/NAME`, `marks/NAME/positions`, `camera/eye`,
    `nodes/NAME/translation`.

    >>> import tempfile
    >>> from supple.scene import Scene
    >>> file = save_npz(Take(Scene(), np.array([0.0, 0.5])), Path(tempfile.mkdtemp()) / "take.npz")
    >>> with np.load(file) as archive:
    ...     archive["times"]
    array([0. , 0.5])
    """
    with written_beside(path) as draft, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in _arrays(take):
            entry = zipfile.ZipInfo(f"{name}.npy", _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            raw = io.BytesIO()
            np.lib.format.write_array(raw, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(entry, raw.getvalue())
    return Path(path)


def _arrays(take: Take) -> Iterator[tuple[str, np.ndarray]]:
    yield "times", take.times
    yield from take.data.items()
    for name, channel in take.channels.items():
        yield f"channels/{name}", channel.values
    groups: dict[str, object] = {f"marks/{name}": mark for name, mark in take.marks.items()}
    groups |= {f"nodes/{name}": motion for name, motion in take.motions.items()}
    if take.camera is not None:
        groups["camera"] = take.camera
    for where, thing in groups.items():
        for field in fields(thing):  # type: ignore[arg-type]
            value = getattr(thing, field.name)
            if isinstance(value, np.ndarray):
                yield f"{where}/{field.name}", value
