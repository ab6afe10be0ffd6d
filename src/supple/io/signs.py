"""What kind of file it is, told by what it holds; the suffix counts where the content says nothing.

A new format is one row in `SIGNS`, and its reader one in `supple.io.loading`.
"""

import re
import struct
from collections.abc import Callable
from pathlib import Path

from supple.errors import FileError

HEAD = 4096
"""Bytes that are looked at."""

Sign = Callable[[bytes, int], bool]
"""sign(first bytes, size of the file) → whether it is of that kind."""


def _starts(*words: bytes) -> Sign:
    return lambda head, _: head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(words)


def _root(tag: bytes) -> Sign:
    """XML whose first element, after comments and declarations, is that."""
    found = re.compile(rb"<\s*([A-Za-z_][\w.:-]*)")
    return lambda head, _: (first := found.search(_without_comments(head))) is not None and first[1] == tag


def _without_comments(head: bytes) -> bytes:
    return re.sub(rb"<!--.*?(-->|$)", b"", head, flags=re.DOTALL)


def _is_gltf(head: bytes, _: int) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"asset"' in head


def _is_binary_stl(head: bytes, size: int) -> bool:
    return len(head) >= 84 and size == 84 + 50 * struct.unpack_from("<I", head, 80)[0]


def _is_text_stl(head: bytes, _: int) -> bool:
    return head.lstrip().startswith(b"solid") and b"facet" in head


SIGNS: tuple[tuple[str, Sign], ...] = (
    (".glb", _starts(b"glTF")),
    (".gltf", _is_gltf),
    (".fbx", _starts(b"Kaydara FBX Binary", b"; FBX")),
    (".usd", _starts(b"#usda", b"PXR-USDC")),
    (".ply", _starts(b"ply\n", b"ply\r")),
    (".bvh", _starts(b"HIERARCHY")),
    (".mjcf", _root(b"mujoco")),
    (".urdf", _root(b"robot")),
    (".stl", _is_text_stl),
    (".stl", _is_binary_stl),
)
"""Suffixes and what tells their files, the surest signs first."""


def kind_of(path: Path) -> str:
    """The suffix that fits a file: the one that its content tells, or else its own, in small letters.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "dance.txt"
    >>> _ = file.write_text("HIERARCHY\\nROOT hips\\n")
    >>> kind_of(file)
    '.bvh'
    """
    try:
        with path.open("rb") as file:
            head, size = file.read(HEAD), path.stat().st_size
    except OSError as error:
        raise FileError(f"cannot read {str(path)!r}: {error.strerror or error}") from error
    return next((suffix for suffix, sign in SIGNS if sign(head, size)), path.suffix.lower())
