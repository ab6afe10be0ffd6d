"""Wavefront OBJ: vertices, faces, objects, groups and materials; whatever is wrong is named by its line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

import numpy as np

from supple.arrays import Array, Indices
from supple.errors import FileError
from supple.io.mtl import read_looks
from supple.scene import Look, Mesh, Part

_COLUMNS = {"v": "vertices (v)", "vt": "texture coordinates (vt)", "vn": "normals (vn)"}


@dataclass
class _Surface:
    """What the lines have said so far. Corners are (v, vt, vn), from 0, −1 where not given."""

    numbers: dict[str, list[list[float]]] = field(default_factory=lambda: {key: [] for key in _COLUMNS})
    corners: list[tuple[int, int, int]] = field(default_factory=list)
    faces: list[tuple[int, int, int]] = field(default_factory=list)
    parts: list[tuple[str, str]] = field(default_factory=list)
    groups: list[tuple[str, ...]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)


def read_obj(path: Path) -> Mesh:
    """The mesh of an OBJ file: a part for each object and material, a group for each `g`.

    Without texture coordinates, normals and several parts the vertices keep the order of the file.
    """
    surface = _parsed(path)
    columns = {key: _column(rows) for key, rows in surface.numbers.items()}
    _check(path, surface, columns)
    looks: dict[str, Look] = {}
    for library in surface.libraries:
        looks |= read_looks(path.parent / library, path.name)
    return _mesh(path.stem, surface, columns, looks)


def _parsed(path: Path) -> _Surface:
    surface = _Surface()
    thing, material = "", ""
    groups: tuple[str, ...] = ()
    for number, words in _lines(path):
        key, rest = words[0], words[1:]
        try:
            if key in _COLUMNS:
                surface.numbers[key].append([_finite(word) for word in rest])
            elif key == "f":
                _add_face(surface, rest, (thing, material), groups, number)
            elif key == "o":
                thing = " ".join(rest)
            elif key == "g":
                groups = tuple(rest)
            elif key == "usemtl":
                material = " ".join(rest)
            elif key == "mtllib":
                surface.libraries.append(" ".join(rest))
        except ValueError as error:
            raise FileError(f"{path.name}, line {number}: {' '.join(words)!r}: {error}") from error
    return surface


def _finite(word: str) -> float:
    number = float(word)
    if not isfinite(number):
        raise ValueError("every number must be finite")
    return number


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    held = ""
    for number, line in enumerate(text.splitlines(), start=1):
        line = held + line.partition("#")[0].strip()
        held = line[:-1] + " " if line.endswith("\\") else ""
        if line and not held:
            yield number, line.split()


def _add_face(
    surface: _Surface, words: list[str], part: tuple[str, str], groups: tuple[str, ...], line: int
) -> None:
    """A polygon, as a fan of triangles from its first corner."""
    if len(words) < 3:
        raise ValueError(f"a face needs at least three corners, got {len(words)}")
    counts = [len(surface.numbers[key]) for key in _COLUMNS]
    first = len(surface.corners)
    surface.corners += [_corner(word, counts) for word in words]
    for k in range(2, len(words)):
        surface.faces.append((first, first + k - 1, first + k))
        surface.parts.append(part)
        surface.groups.append(groups)
        surface.lines.append(line)


def _corner(word: str, counts: list[int]) -> tuple[int, int, int]:
    given = [*word.split("/"), "", ""][:3]
    v, vt, vn = (_index(text, count) for text, count in zip(given, counts, strict=True))
    if v < 0:
        raise ValueError(f"corner {word!r} names no vertex")
    return v, vt, vn


def _index(text: str, count: int) -> int:
    """From 0; negative ones count back from the last line so far."""
    if not text:
        return -1
    index = int(text)
    if index == 0 or index < -count:
        raise ValueError(f"index {index} where {count} are defined so far; indices start at 1")
    return index - 1 if index > 0 else count + index


def _column(rows: list[list[float]]) -> Array:
    width = min((len(row) for row in rows), default=0)
    return np.array([row[:width] for row in rows], dtype=np.float64).reshape(len(rows), width)


def _check(path: Path, surface: _Surface, columns: dict[str, Array]) -> None:
    if not surface.faces:
        raise FileError(f"{path.name}: no faces (lines that start with f); there is nothing to show")
    least = {"v": 3, "vt": 2, "vn": 3}
    corners, faces = np.array(surface.corners), np.array(surface.faces)
    for slot, (key, column) in enumerate(columns.items()):
        used = corners[:, slot]
        if (used >= len(column)).any():
            face = int(np.flatnonzero((used[faces] >= len(column)).any(axis=1))[0])
            worst = int(used[faces[face]].max()) + 1
            raise FileError(
                f"{path.name}, line {surface.lines[face]}: index {worst}, but the file has only {len(column)} "
                f"{_COLUMNS[key]}; the file is damaged or cut short"
            )
        if len(column) and column.shape[1] < least[key]:
            raise FileError(
                f"{path.name}: {_COLUMNS[key]} with {column.shape[1]} numbers; expected {least[key]}"
            )


def _mesh(name: str, surface: _Surface, columns: dict[str, Array], looks: dict[str, Look]) -> Mesh:
    corners, faces = np.array(surface.corners), np.array(surface.faces)
    order = {part: k for k, part in enumerate(dict.fromkeys(surface.parts))}
    which = np.array([order[part] for part in surface.parts])
    whole = len(order) == 1 and (corners[:, 1:] < 0).all()
    together = {names: k for k, names in enumerate(dict.fromkeys(surface.groups))}
    grouped = np.array([together[names] for names in surface.groups])
    parts, start = [], 0
    groups: dict[str, list[Indices]] = {}
    for (thing, material), k in order.items():
        mine = np.flatnonzero(which == k)
        triples, local = np.unique(corners[faces[mine]].reshape(-1, 3), axis=0, return_inverse=True)
        local = local.reshape(-1, 3)
        if whole:
            local, triples = triples[local, 0], np.full((len(columns["v"]), 3), -1)
            triples[:, 0] = np.arange(len(triples))
        several = sum(t == thing for t, _ in order) > 1
        called = (f"{thing} {material}".strip() if several else thing) or material
        parts.append(_part(called, triples, local, columns, looks.get(material, Look(material))))
        for names, g in together.items():
            for name_of_group in names:
                groups.setdefault(name_of_group, []).append(local[grouped[mine] == g].reshape(-1) + start)
        start += len(triples)
    named = {group: np.unique(np.concatenate(rows)) for group, rows in groups.items()}
    return Mesh(tuple(parts), name, groups=named)


def _part(name: str, triples: Indices, faces: Indices, columns: dict[str, Array], look: Look) -> Part:
    v, vt, vn = triples.T
    rows = columns["v"][v]
    uv = normals = None
    if (vt >= 0).any():
        uv = np.where(
            (vt >= 0)[:, None], columns["vt"][vt, :2] * (1, -1) + (0, 1), 0.0
        )  # glTF's v points down
    if (vn >= 0).all() and len(vn):
        length = np.linalg.norm(columns["vn"][vn], axis=1, keepdims=True)
        normals = columns["vn"][vn] / length if (length > 0).all() else None
    colors = rows[:, 3:6] if rows.shape[1] >= 6 else None
    return Part(rows[:, :3], faces, name, look=look, normals=normals, uv=uv, colors=colors)
