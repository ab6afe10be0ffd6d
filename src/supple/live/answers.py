"""What the server says: how a wish went, and the motion if there is one, in one packet.

uint32 length of the header, the header as JSON padded with spaces to a multiple of four, then float32 arrays one
after another, in the order of the header's `arrays`; little-endian. `web/src/contract.ts` is the other side.
"""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from supple.scene import Take

FIELDS = ("translation", "rotation")
"""Of a node's motion, what the page plays."""


@dataclass(frozen=True)
class Answer:
    """The answer to a wish of a page, by their numbers; how things stand where these are 0.

    `to`: where the motion that is shown lands [m]; `seconds` that the solve took; `residual`: by how much the worst
    row of the program, physics among them, is missed, and the `worst` of all motions shown so far. `take` is there
    where the motion is new, `notes` and `report` once there is time for them; `why`: what limits a wish that was not
    `reached`.
    """

    number: int
    page: int
    to: tuple[float, ...]
    reached: bool
    seconds: float
    iterations: int
    residual: float
    worst: float
    solver: str = ""
    why: str = ""
    take: Take | None = field(default=None, repr=False)
    whole: bool = False
    """Whether the take has its notes and its report."""

    def packed(self) -> bytes:
        """As it crosses the wire."""
        arrays = list(_arrays(self.take)) if self.take is not None else []
        header = {
            "number": self.number, "to": self.to, "reached": self.reached, "why": self.why,
            "seconds": self.seconds, "iterations": self.iterations, "residual": self.residual,
            "worst": self.worst, "solver": self.solver,
            "arrays": [[kind, name, list(values.shape)] for kind, name, values in arrays],
        }  # fmt: skip
        if self.whole and self.take is not None:
            header["notes"] = [{"time": note.time, "text": note.text} for note in self.take.notes]
            header["report"] = self.take.report
        text = json.dumps(header, allow_nan=False, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        numbers = [np.ascontiguousarray(values, "<f4").tobytes() for _, _, values in arrays]
        return b"".join([struct.pack("<I", len(text)), text, *numbers])


def _arrays(take: Take) -> Iterator[tuple[str, str, np.ndarray]]:
    """Kind, name and samples (T, …): times, what moves each node, channels, and the places of marks."""
    yield "times", "", take.times
    for node, motion in take.motions.items():
        for kind in FIELDS:
            if (values := getattr(motion, kind)) is not None:
                yield kind, node, values
    for name, channel in take.channels.items():
        yield "channel", name, np.reshape(channel.values, (len(take.times), -1))
    for name, mark in take.marks.items():
        yield "mark", name, np.reshape(mark.positions, (len(take.times), -1))


def unpacked(packet: bytes) -> tuple[dict[str, Any], dict[tuple[str, str], np.ndarray]]:
    """The header of a packet, and its arrays by kind and name.

    >>> answer = Answer(7, 1, (0.9, 0.0, 0.0), True, 0.003, 2, 1e-12, 1e-12)
    >>> unpacked(answer.packed())[0]["number"]
    7
    """
    (length,) = struct.unpack_from("<I", packet)
    header = json.loads(packet[4 : 4 + length])
    arrays, at = {}, 4 + length
    for kind, name, shape in header["arrays"]:
        count = int(np.prod(shape))
        arrays[kind, name] = np.frombuffer(packet, "<f4", count, at).reshape(shape)
        at += 4 * count
    return header, arrays
