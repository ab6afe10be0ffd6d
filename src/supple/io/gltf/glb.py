"""The GLB container: a header, one chunk of JSON and one of bytes (glTF 2.0 §4)."""

import json
import struct
from math import inf
from typing import Any

from supple.errors import FileError

Json = dict[str, Any]

_HEADER = struct.Struct("<4sII")
_CHUNK = struct.Struct("<I4s")
_JSON, _BIN = b"JSON", b"BIN\0"


def packed(document: Json, binary: bytes) -> bytes:
    """The bytes of a GLB file; equal input gives equal bytes."""
    text = worded(document)
    chunks = _chunk(_JSON, text, b" ") + (_chunk(_BIN, binary, b"\0") if binary else b"")
    return _HEADER.pack(b"glTF", 2, _HEADER.size + len(chunks)) + chunks


def worded(document: Json) -> bytes:
    """A document as JSON; letters that UTF-8 does not have are written as escapes."""
    for plain in (False, True):
        try:
            return json.dumps(document, separators=(",", ":"), ensure_ascii=plain, allow_nan=False).encode()
        except UnicodeEncodeError:
            continue
    raise FileError("the names of the scene cannot be written as text")


def unpacked(data: bytes, name: str) -> tuple[Json, bytes]:
    """JSON and binary of a GLB; `name` is what the messages call it."""
    if len(data) < _HEADER.size or data[:4] != b"glTF":
        raise FileError(f"{name}: not a GLB file (it starts with {data[:4]!r}, expected b'glTF')")
    _, version, length = _HEADER.unpack_from(data)
    if version != 2:
        raise FileError(f"{name}: glTF version {version}; expected 2. Export it again as glTF 2.0")
    if length > len(data):
        raise FileError(
            f"{name}: truncated, {len(data)} of {length} bytes are there; copy or download the file again"
        )
    chunks = _chunks(data[:length], name)
    if not chunks or chunks[0][0] != _JSON:
        raise FileError(
            f"{name}: the first chunk of the GLB is not JSON; the file is damaged, export it again"
        )
    binary = next((body for kind, body in chunks[1:] if kind == _BIN), b"")
    return parsed(chunks[0][1], name), binary


def parsed(text: bytes, name: str) -> Json:
    """The JSON of a glTF document, as a dict."""
    try:
        document = json.loads(text, parse_constant=_refused, parse_float=_finite)
    except RecursionError as error:
        raise FileError(
            f"{name}: the JSON of the file is nested too deep to be a scene; export it again"
        ) from error
    except ValueError as error:
        raise FileError(f"{name}: the JSON of the file cannot be read: {error}; export it again") from error
    if not isinstance(document, dict) or "asset" not in document:
        raise FileError(f"{name}: the JSON has no 'asset', so this is not glTF 2.0")
    return document


def _refused(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def _finite(word: str) -> float:
    value = float(word)
    return value if abs(value) != inf else _refused(word)


def _chunk(kind: bytes, body: bytes, filler: bytes) -> bytes:
    body += filler * (-len(body) % 4)
    return _CHUNK.pack(len(body), kind) + body


def _chunks(data: bytes, name: str) -> list[tuple[bytes, bytes]]:
    chunks, at = [], _HEADER.size
    while at + _CHUNK.size <= len(data):
        length, kind = _CHUNK.unpack_from(data, at)
        at += _CHUNK.size
        if at + length > len(data):
            raise FileError(f"{name}: a chunk of {length} bytes ends past the end of the file; it is damaged")
        chunks.append((kind, data[at : at + length]))
        at += length
    return chunks
