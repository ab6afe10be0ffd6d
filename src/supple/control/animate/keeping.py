"""Controllers that were found are kept, by what they were found for: KEY.json in the user's folder for caches.

KEY is a hash of the shape and of all that was asked. An entry says which version of Supple found it and carries a
digest of itself: what is damaged or of another version is named, and found again.
"""

import json
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from supple.cache import home, notice
from supple.files import written_beside
from supple.scene import Mesh

SHORT = 24
VERSION = version("supple")


def key_of(mesh: Mesh, **settings: object) -> str:
    """A name for what was asked: equal shapes (to the bit) and equal settings have equal names.

    >>> from supple.scene import models
    >>> ball = models.sphere().surface
    >>> key_of(ball, action="hop", seed=1) == key_of(ball, seed=1, action="hop") != key_of(ball, action="hop", seed=2)
    True
    """
    digest = sha256(json.dumps(settings, sort_keys=True, allow_nan=False).encode())
    for array in (mesh.vertices, mesh.faces):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:SHORT]


def recalled(key: str, names: Iterable[str] = ()) -> "dict[str, Any] | None":
    """What was kept under a key, with these names in it, or None; an entry that cannot be used is named."""
    entry = place(key)
    if not entry.exists():
        return None
    try:
        kept = json.loads(entry.read_text(encoding="utf-8"))
        found, made_by, digest = kept["found"], kept["version"], kept["digest"]
        whole = digest == _digest(found) and set(names) <= set(found)
        wrong = "" if whole else "is damaged"
    except (OSError, ValueError, KeyError, TypeError):
        made_by, wrong = VERSION, "is damaged"
    if not wrong and made_by != VERSION:
        wrong = f"is of version {made_by}, this is {VERSION}"
    if wrong:
        notice(f"the controller kept in {entry} {wrong}; it is searched for again")
        return None
    return dict(found)


def keep(key: str, found: "dict[str, Any]") -> None:
    """Keep something that JSON can say under a key."""
    content = {"version": VERSION, "digest": _digest(found), "found": found}
    with written_beside(place(key)) as draft:
        draft.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def place(key: str) -> Path:
    """Where the entry of a key lies, or would."""
    return home("controllers") / f"{key}.json"


def _digest(found: object) -> str:
    return sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:SHORT]
