"""Where in the user's script something was asked for, so that what cannot be met can be named."""

import sys
from pathlib import Path
from types import CodeType

PACKAGE = str(Path(__file__).parents[1])


def caller() -> str:
    """File name and line of the nearest frame outside the package: `jump.py:12`."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _inside(frame.f_code):
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


def _inside(code: CodeType) -> bool:
    """Whether code is ours: of the package, or a constructor that `dataclass` wrote for it."""
    return code.co_filename.startswith(PACKAGE) or (
        code.co_filename == "<string>" and code.co_name == "__init__"
    )
