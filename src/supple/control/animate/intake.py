"""Taking in whatever mesh a user has: one body, in meters, upright, on the floor, looking along +X."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from supple.control.animate.embodying import grounded
from supple.control.animate.guess import DESK, Guess, forward_axis, unit_of, up_axis
from supple.control.animate.joining import Model, joined
from supple.errors import InputError, UnknownNameError
from supple.io.loading import UPRIGHT
from supple.io.units import UNITS
from supple.scene import Mesh, Node
from supple.spatial import compose, from_axis_angle

FACING = {
    "x": from_axis_angle((0, 1, 0), 0.0),
    "z": from_axis_angle((0, 1, 0), np.pi / 2),
    "-x": from_axis_angle((0, 1, 0), np.pi),
    "-z": from_axis_angle((0, 1, 0), -np.pi / 2),
}
"""What turns the way that a mesh looks into +X."""


@dataclass(frozen=True, eq=False)
class Intake:
    """A node with all of a model as one mesh, and a line on what was guessed, why, and how to say otherwise."""

    node: Node
    said: str


def taken_in(
    model: Model,
    *,
    height: float | None = None,
    up: str | None = None,
    unit: str | float | None = None,
    forward: str | None = None,
) -> Intake:
    """A node, mesh, scene or file as one upright mesh on the floor, its middle over the origin.

    >>> from supple.scene import models
    >>> taken = taken_in(models.table(), height=0.5)
    >>> taken.node.surface.bounds[:, 1].round(9)
    array([0. , 0.5])
    """
    _check(up=(up, UPRIGHT), forward=(forward, FACING), unit=(unit, UNITS))
    mesh, source = joined(model)
    axis = Guess(up, "as told") if up else up_axis(mesh.vertices, source)
    mesh = mesh.transformed(compose(rotation=UPRIGHT[axis.value]))
    size, reason = _size(mesh, source, height, unit)
    facing = Guess(forward, "as told") if forward else forward_axis(mesh.vertices)
    mesh = mesh.transformed(compose(rotation=FACING[facing.value], scale=np.full(3, size)))
    mesh = grounded(mesh)
    tall = float(np.ptp(mesh.vertices[:, 1]))
    said = (
        f"{mesh.name}: {axis.value} is up ({axis.why}); {tall:.3g} m tall ({reason}); "
        f"looks along {facing.value} ({facing.why}). "
        "Say otherwise with up, height or unit, forward"
    )
    return Intake(Node(mesh.name, mesh), said)


def _check(**given: tuple[object, Iterable[str]]) -> None:
    for what, (name, names) in given.items():
        if isinstance(name, str) and name not in names:
            raise UnknownNameError(what, name, names)
        if what != "unit" and not isinstance(name, str | None):
            raise InputError(f"{what} is {name!r}; expected one of {', '.join(names)}")


def _size(mesh: Mesh, source: str, height: float | None, unit: str | float | None) -> tuple[float, str]:
    """Meters in a unit of the mesh, and why."""
    sides = np.ptp(mesh.vertices, axis=0)
    if height is not None:
        return positive("height", height, "meters") / float(sides[1]), "as told"
    if unit is not None:
        meters = UNITS[unit] if isinstance(unit, str) else positive("unit", unit, "meters")
        return meters, f"in {unit}, as told"
    likely = unit_of(float(sides.max()), source)
    if likely is None:
        return DESK / float(sides[1]), f"{sides.max():.4g} long is unlikely in m, cm and mm"
    return UNITS[likely.value], f"in {likely.value}: {likely.why}"


def positive(what: str, value: object, of: str) -> float:
    """The value, if it is a positive number."""
    number = int | float | np.integer | np.floating
    if isinstance(value, number) and not isinstance(value, bool) and 0 < value < np.inf:
        return float(value)
    raise InputError(f"{what} is {value!r}; expected a positive number of {of}")
