"""What an interpolator is given: the columns of a track, and how they end."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from supple.arrays import Array
from supple.errors import UnknownNameError

Ends = Literal["natural", "rest", "cyclic"]
ENDS: tuple[Ends, ...] = get_args(Ends)


@dataclass(frozen=True)
class Columns:
    """Times (n,) [s], values (n, …), and what happens at the ends.

    natural: the textbook's free end. rest: zero velocity. cyclic: the last key leads on into the first;
    where they differ, the difference is what every further cycle adds.
    """

    times: Array
    values: NDArray[Any]
    ends: Ends = "natural"

    def __post_init__(self) -> None:
        if self.ends not in ENDS:
            raise UnknownNameError("ends", str(self.ends), ENDS)

    @property
    def spacing(self) -> Array:
        """hᵢ = tᵢ₊₁ − tᵢ [s], shape (n − 1, 1, …) to go with the values."""
        return self.over_values(np.diff(self.times))

    @property
    def secants(self) -> Array:
        """dᵢ = (xᵢ₊₁ − xᵢ) / hᵢ, shape (n − 1, …)."""
        return np.asarray(np.diff(self.values, axis=0) / self.spacing)

    def over_values(self, column: Array) -> Array:
        """Give a column (m,) as many axes as the values have."""
        return column.reshape(-1, *(1,) * (self.values.ndim - 1))
