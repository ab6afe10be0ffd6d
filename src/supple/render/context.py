"""The graphics context: one a process, without a window; and programs made from the files in `shaders/`."""

import sys
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from supple.errors import MissingToolError

ADVICE = (
    "Pictures need OpenGL 3.3, on a graphics card or in software. On Debian or Ubuntu: "
    "apt install libegl1 libgl1-mesa-dri. In a container those packages are enough; no display is needed."
)


@cache
def context() -> Any:
    """The moderngl context of this process: EGL on Linux, else the platform's own.

    What is made in it lives as long as Python refers to it.
    """
    try:
        import moderngl
    except ImportError as error:
        raise MissingToolError("pictures need moderngl; pip install moderngl") from error
    backends: list[dict[str, Any]] = [{"backend": "egl"}, {}] if sys.platform == "linux" else [{}]
    reasons = []
    for options in backends:
        try:
            made = moderngl.create_context(standalone=True, require=330, **options)
        except Exception as error:  # the drivers' bindings raise bare Exception
            reasons.append(f"{options.get('backend', 'platform')}: {error}")
            continue
        made.gc_mode = "auto"
        return made
    raise MissingToolError(f"no graphics context could be made ({'; '.join(reasons)}). {ADVICE}")


@cache
def program(vertex: str, fragment: str) -> Any:
    """The program of two shader files, kept for the life of the process."""
    return context().program(
        vertex_shader=_source(f"{vertex}.vert"), fragment_shader=_source(f"{fragment}.frag")
    )


def _source(name: str) -> str:
    folder = files("supple.render") / "shaders"
    lines = (folder / name).read_text(encoding="utf-8").splitlines()
    included = [
        (folder / line.split('"')[1]).read_text(encoding="utf-8") if line.startswith("#include") else line
        for line in lines
    ]
    return "\n".join(included)


def set_uniforms(target: Any, **values: Any) -> None:
    """Give a program its numbers, arrays as NumPy has them (rows first); those it does not use are skipped."""
    for name, value in values.items():
        if name not in target:
            continue
        if isinstance(value, np.ndarray):
            target[name].write(np.ascontiguousarray(value.T, dtype="f4").tobytes())
        else:
            target[name].value = value
