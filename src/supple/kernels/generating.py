"""Kernels whose text a program has written.

The text becomes a file that is named by its content, so that errors and tracebacks have a place to show.
"""

from collections.abc import Mapping
from hashlib import sha256
from types import ModuleType
from typing import Any

from supple.cache import home
from supple.errors import InputError
from supple.files import written_beside


def generated(text: str, name: str, space: Mapping[str, Any] | None = None) -> ModuleType:
    """Return a module made of text, which may use the names in `space`; the file is kept where compiled code is.

    >>> from supple.kernels import kernel
    >>> half = generated('''
    ... @kernel
    ... def half(x: float) -> float:
    ...     return x / 2
    ... ''', "half", {"kernel": kernel})
    >>> half.half(3.0)
    1.5
    """
    if not name.isidentifier():
        raise InputError(
            f"generated text is a module, so its name is made of letters and digits; got {name!r}"
        )
    folder = home() / "generated"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{name}_{sha256(text.encode()).hexdigest()[:16]}.py"
    if not path.exists() or path.read_bytes() != text.encode():
        with written_beside(path) as draft:
            draft.write_bytes(text.encode())
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    module.__dict__.update(space or {})
    exec(compile(text, str(path), "exec"), module.__dict__)
    return module
