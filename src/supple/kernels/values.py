"""What an expression of a kernel is in C."""

from typing import NamedTuple

import numpy as np

from supple.kernels.kinds import FLOAT, INTEGER, Result


class Value(NamedTuple):
    """C code and the kind of what it gives."""

    code: str
    kind: Result


def literal(value: float) -> Value:
    """A number as C reads it, to the last bit."""
    if isinstance(value, int):
        return Value(f"{int(value)}" if value >= 0 else f"({int(value)})", INTEGER)
    if np.isfinite(value):
        return Value(repr(float(value)) if value >= 0 else f"({float(value)!r})", FLOAT)
    return Value("NAN" if np.isnan(value) else ("INFINITY" if value > 0 else "(-INFINITY)"), FLOAT)
