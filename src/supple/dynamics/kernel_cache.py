"""Compiled kernels are kept beside their source.

A kernel holds the code of those that it calls, but numba looks at its own file only: when any source has changed,
everything that was kept is dropped, and compiled anew at the next use.
"""

import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
STAMP = HERE / "__pycache__" / "kernels.stamp"


def drop_stale() -> None:
    """Forget compiled kernels of other sources; in a folder that cannot be written nothing was kept here."""
    sources = [p for p in sorted(HERE.rglob("*.py")) if re.search(rb"@(njit|kernel)", p.read_bytes())]
    stamp = sha256(b"".join(p.read_bytes() for p in sources)).hexdigest()
    with suppress(OSError):
        if STAMP.exists() and STAMP.read_text() == stamp:
            return
        for kept in (*HERE.rglob("*.nbi"), *HERE.rglob("*.nbc")):
            kept.unlink(missing_ok=True)
        STAMP.parent.mkdir(exist_ok=True)
        STAMP.write_text(stamp)


def cold() -> bool:
    """Whether the main loop has yet to be compiled on this machine, as far as can be seen here."""
    return not any((HERE / "__pycache__").glob("stepping.advance*.nbi"))
