"""What a track can carry: the kinds of value, and the check that keys of each kind pass.

| kind     | one value             | without a named interpolator |
|----------|-----------------------|------------------------------|
| scalar   | a number              | monotone                     |
| vector   | (k,) numbers          | cubic                        |
| rotation | (4,) unit quaternion  | squad                        |
| euler.ZXY| (3,) angles [rad]     | monotone                     |
| color    | (3,) or (4,) numbers  | monotone                     |
| switch   | True or False         | step                         |
| shape    | (n, 3) vertices       | cubic                        |
| note     | text                  | step                         |

Euler angles stand about x, y and z, in this order, each keyed as it likes; the letters of the kind say in which order
they act, each about the axis turned by those before: "euler.ZXY" is R = Rz Rx Ry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from supple import spatial
from supple.arrays import finite
from supple.errors import InputError, UnknownNameError


@dataclass(frozen=True)
class Kind:
    """A kind of value: how many axes one value has, its component letters, how it moves by default."""

    name: str
    rank: int
    interpolate: str
    components: str = ""
    discrete: bool = False


EULER = tuple("euler." + "".join(letters) for letters in permutations("XYZ"))
KINDS = {
    kind.name: kind
    for kind in (
        Kind("scalar", 0, "monotone"),
        Kind("vector", 1, "cubic", components="xyzw"),
        Kind("rotation", 1, "squad"),
        Kind("color", 1, "monotone", components="rgba"),
        Kind("switch", 0, "step", discrete=True),
        Kind("shape", 2, "cubic"),
        Kind("note", 0, "step", discrete=True),
        *(Kind(name, 1, "monotone", components="xyz") for name in EULER),
    )
}


def named(kind: str) -> Kind:
    """Return the kind of that name, or list those that exist."""
    if kind not in KINDS:
        raise UnknownNameError("kind of track", str(kind), KINDS)
    return KINDS[kind]


def order_of(kind: str) -> str:
    """Return the order in which Euler angles of that kind act.

    >>> order_of("euler.ZXY")
    'ZXY'
    """
    if kind not in EULER:
        raise InputError(f"expected Euler angles, got a {kind}; their kinds are {', '.join(EULER)}")
    return kind.removeprefix("euler.")


def euler(order: str) -> str:
    """Return the kind of Euler angles that act in an order, "ZXY" for R = Rz Rx Ry."""
    if f"euler.{order}" not in EULER:
        raise UnknownNameError("order of turns", str(order), [name.removeprefix("euler.") for name in EULER])
    return f"euler.{order}"


def guess(value: Any) -> str:
    """Return the kind that a value suggests. Rotations and colors look like vectors: name them.

    >>> guess(0.5), guess(True), guess("hop"), guess((0, 1, 0)), guess([[0, 0, 0], [1, 0, 0]])
    ('scalar', 'switch', 'note', 'vector', 'shape')
    """
    if isinstance(value, str):
        return "note"
    if isinstance(value, bool | np.bool_):
        return "switch"
    rank = len(_shape(value, "keys"))
    if rank > 2:
        raise InputError(
            f"keys: a value of shape {np.shape(value)} is no kind of track; give (n, 3) vertices"
        )
    return ("scalar", "vector", "shape")[rank]


def checked(kind: str, values: Sequence[Any] | NDArray[Any], what: str = "keys") -> NDArray[Any]:
    """Return the values as one column (n, …) of their kind, or say which of them cannot be used."""
    record = named(kind)
    _same_shape(values, what)
    if kind == "note":
        return np.asarray([str(value) for value in values])
    if kind == "switch":
        return np.asarray(values, dtype=np.bool_)
    column = finite(values, f"{what}: values")
    if column.ndim != record.rank + 1:
        raise InputError(f"{what}: a {kind} has {record.rank} axes, got a value of shape {column.shape[1:]}")
    if kind == "rotation":
        return _unit(column, what)
    if kind == "color" and column.shape[1] not in (3, 4):
        raise InputError(f"{what}: a color is (r, g, b) or (r, g, b, a), got {column.shape[1]} numbers")
    if kind in EULER and column.shape[1] != 3:
        raise InputError(
            f"{what}: Euler angles are three, about x, y and z [rad], got {column.shape[1]} numbers"
        )
    if kind == "shape" and column.shape[2] != 3:
        raise InputError(f"{what}: a shape is an (n, 3) array of vertices, got {column.shape[1:]}")
    return column


def _same_shape(values: Sequence[Any] | NDArray[Any], what: str) -> None:
    if isinstance(values, np.ndarray):
        return
    shapes = [_shape(value, what) for value in values]
    for index, shape in enumerate(shapes):
        if shape != shapes[0]:
            raise InputError(
                f"{what}: value {index} has shape {shape}, value 0 has shape {shapes[0]}; "
                "every key of a track has the same shape"
            )


def _shape(value: Any, what: str) -> tuple[int, ...]:
    try:
        return np.shape(value)
    except ValueError as error:
        raise InputError(f"{what}: {value!r} is not one rectangular array of numbers") from error


def _unit(quaternions: NDArray[Any], what: str) -> NDArray[Any]:
    """q/|q|, signs chosen so that neighbors are near; unit quaternions keep every bit but the sign's."""
    if quaternions.shape[1] != 4:
        raise InputError(
            f"{what}: a rotation is a quaternion (x, y, z, w), got {quaternions.shape[1]} numbers"
        )
    length = np.linalg.norm(quaternions, axis=1)
    if (zero := np.flatnonzero(length < 1e-12)).size:
        raise InputError(
            f"{what}: value {zero[0]} is a zero quaternion, which is no rotation; none is (0, 0, 0, 1)"
        )
    unit = np.where(np.abs(length - 1) < 1e-14, 1.0, length)
    return np.asarray(spatial.aligned(quaternions / unit[:, None]))
