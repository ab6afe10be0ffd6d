"""A graph as a picture: boxes in columns from left to right, in the order in which values flow."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape

WIDTH, ROW, HEAD, ACROSS, DOWN, EDGE = 190, 20, 26, 90, 30, 20
COLORS = {"unknown": "#d9480f", "constraint": "#1864ab", "objective": "#2b8a3e"}
PLAIN = "#868e96"


@dataclass(frozen=True)
class Diagram:
    """Boxes with the names of their inputs and outputs; arcs, input → source; what ports are flagged as."""

    boxes: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    arcs: Mapping[str, str]
    notes: Mapping[str, str]

    @cached_property
    def depth(self) -> dict[str, int]:
        """How far to the right each box stands: one farther than what feeds it."""
        found = dict.fromkeys(self.boxes, 0)
        for _ in self.boxes:
            for target, source in self.arcs.items():
                before, after = source.split(".")[0], target.split(".")[0]
                if self._output(source) and before != after:
                    found[after] = max(found[after], min(found[before] + 1, len(self.boxes)))
        return found

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Upper left corner of each box."""
        bottoms: dict[int, int] = {}
        found = {}
        for name in self.boxes:
            column = self.depth[name]
            y = bottoms.get(column, EDGE)
            found[name] = EDGE + column * (WIDTH + ACROSS), y
            bottoms[column] = y + self.height(name) + DOWN
        return found

    def height(self, name: str) -> int:
        """Of a box."""
        return HEAD + ROW * max(map(len, self.boxes[name])) + 6

    def pin(self, port: str) -> tuple[int, int]:
        """Where a port is: inputs at the left edge of their box, outputs at the right."""
        name, _, key = port.partition(".")
        x, y = self.places[name]
        inputs, outputs = self.boxes[name]
        out = self._output(port)
        return x + WIDTH * out, y + HEAD + ROW * (outputs if out else inputs).index(key) + ROW // 2

    def _output(self, port: str) -> bool:
        name, _, key = port.partition(".")
        return key in self.boxes[name][1]


def drawn(diagram: Diagram) -> str:
    """The diagram as SVG."""
    places = diagram.places.items()
    width = max((x for _, (x, _) in places), default=0) + WIDTH + EDGE
    height = max((y + diagram.height(name) for name, (_, y) in places), default=0) + EDGE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12">'
    ]
    lines += [_arc(diagram.pin(source), diagram.pin(target)) for target, source in diagram.arcs.items()]
    for name, (inputs, outputs) in diagram.boxes.items():
        x, y = diagram.places[name]
        lines.append(
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{diagram.height(name)}" rx="6" fill="#f8f9fa" '
            f'stroke="#343a40"/><text x="{x + WIDTH // 2}" y="{y + 17}" text-anchor="middle" '
            f'font-weight="bold">{escape(name)}</text>'
        )
        lines += [_port(diagram, f"{name}.{key}", key, "start", 9) for key in inputs]
        lines += [_port(diagram, f"{name}.{key}", key, "end", -9) for key in outputs]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _arc(a: tuple[int, int], b: tuple[int, int]) -> str:
    """From right to left edge; from left to left where two inputs share a value."""
    bend = ACROSS // 2 + 10
    out = bend if a[0] < b[0] else -bend // 3
    return (
        f'<path d="M{a[0]},{a[1]} C{a[0] + out},{a[1]} {b[0] - abs(out)},{b[1]} {b[0]},{b[1]}" fill="none" '
        'stroke="#495057" stroke-width="1.5"/>'
    )


def _port(diagram: Diagram, port: str, key: str, anchor: str, shift: int) -> str:
    x, y = diagram.pin(port)
    note = diagram.notes.get(port)
    color = COLORS[note] if note else PLAIN
    title = f"<title>{escape(note)}</title>" if note else ""
    return (
        f'<circle cx="{x}" cy="{y}" r="4" fill="{color}">{title}</circle>'
        f'<text x="{x + shift}" y="{y + 4}" text-anchor="{anchor}" fill="{color if note else "#212529"}">'
        f"{escape(key)}</text>"
    )
