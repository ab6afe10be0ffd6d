"""What an expression of a kernel is in C."""

import re
from typing import NamedTuple

import numpy as np

from supple.kernels.kinds import FLOAT, INTEGER, Result

WHOLE = re.compile(r"\(?(-?\d+)LL\)?")


class Value(NamedTuple):
    """C code and the kind of what it gives."""

    code: str
    kind: Result

    def after(self, first: str) -> "Value":
        """The same, where something is put in a name first: `first` ends with a comma."""
        return Value(f"({first}{self.code})", self.kind) if first else self


def literal(value: float) -> Value:
    """A number as C reads it, to the last bit."""
    if isinstance(value, int | np.integer):
        return Value(f"{int(value)}LL" if value >= 0 else f"({int(value)}LL)", INTEGER)
    if np.isfinite(value):
        return Value(repr(float(value)) if value >= 0 else f"({float(value)!r})", FLOAT)
    return Value("NAN" if np.isnan(value) else ("INFINITY" if value > 0 else "(-INFINITY)"), FLOAT)


def whole_number(code: str) -> int | None:
    """The integer that the code is a literal of, or None."""
    found = WHOLE.fullmatch(code)
    return int(found[1]) if found else None
