"""Boxes composed: ports connected, inputs flagged as unknowns, outputs as constraints or terms of the objective.

min R(S) subject to C(S) = 0,  S the unknowns  (Witkin & Kass 1988, §4.2–4.3)

Inputs to which nothing is connected are constants; they can be changed between solves, and nothing is built again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.errors import CycleError, InputError, UnknownNameError
from supple.mechanics.box import Box
from supple.mechanics.diagram import Diagram, drawn
from supple.mechanics.problem import Problem


@dataclass(frozen=True)
class Bounds:
    """What an entry may be, elementwise."""

    low: Array
    high: Array


class Graph:
    """Function boxes wired together; ports are named "box.port".

    >>> x, y, b = (ca.SX.sym(name) for name in "xyb")
    >>> graph = Graph()
    >>> graph.add(Box("square", {"x": x}, {"y": x**2}))
    >>> graph.add(Box("less", {"y": y, "b": b}, {"z": y - b}))
    >>> graph.connect("square.y", "less.y")
    >>> graph.unknown("square.x", guess=1.0)
    >>> graph.constrain("less.z", equal=0.0)
    >>> graph.set("less.b", 9.0)
    >>> graph.problem().constraints
    ('less.z',)
    """

    def __init__(self) -> None:
        self.boxes: dict[str, Box] = {}
        self.arcs: dict[str, str] = {}
        """Input port → the port that feeds it."""
        self.unknowns: dict[str, Bounds] = {}
        self.bounds: dict[str, Bounds] = {}
        """Output port → what a constraint lets it be."""
        self.terms: dict[str, float] = {}
        """Output port → its weight in the objective."""
        self._values: dict[str, Array] = {}

    # ---- wiring -------------------------------------------------------------------------------------------

    def add(self, box: Box, name: str | None = None) -> None:
        """Put a box into the graph, under its own name or another; the same box may be put in many times."""
        label = name or box.name
        if label in self.boxes or "." in label:
            why = "is there already" if label in self.boxes else "has a dot, which divides box from port"
            raise InputError(f"a box called {label!r} {why}; give it another name (name=…)")
        self.boxes[label] = box
        self._changed()

    def connect(self, source: str, *targets: str) -> None:
        """Let ports take their value from another: an output, or an input with which they share one value."""
        shape = self._shape(source)
        for target in targets:
            self._input(target)
            if self._shape(target) != shape:
                raise InputError(f"{source} is {shape}, but {target} takes {self._shape(target)}")
            taken = self.arcs.get(target) or (target if target in self.unknowns else None)
            if taken:
                raise InputError(f"{target} is fed already, by {taken}")
            self.arcs[target] = source
        self._changed()

    def unknown(self, port: str, *, guess: Any = 0.0, low: Any = -np.inf, high: Any = np.inf) -> None:
        """Solve for an input, from a guess."""
        if self._input(port) in self.arcs:
            raise InputError(
                f"{port} takes its value from {self.arcs[port]}; it cannot be an unknown as well"
            )
        self.unknowns[port] = self._bounds(port, low, high)
        self._changed()
        self.set(port, guess)

    def set(self, port: str, value: ArrayLike) -> None:
        """Change a constant, or the guess of an unknown; nothing is built again."""
        if self._input(port) in self.arcs:
            raise InputError(f"{port} takes its value from {self.arcs[port]}; change that")
        self._values[port] = self._spread(port, finite(value, port))

    def constrain(self, port: str, *, equal: Any = None, low: Any = -np.inf, high: Any = np.inf) -> None:
        """Hold an output at a value, or between two."""
        self._output(port)
        self.bounds[port] = self._bounds(port, *((low, high) if equal is None else (equal, equal)))
        self._changed()

    def minimize(self, port: str, weight: float = 1.0) -> None:
        """Add an output, the sum of its entries, to the objective."""
        self.terms[self._output(port)] = float(weight)
        self._changed()

    # ---- the problem --------------------------------------------------------------------------------------

    def problem(self) -> Problem:
        """The whole as one nonlinear program; made once, and again only after a change of wiring."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        if not self.unknowns:
            raise InputError(
                "the graph has no unknown to solve for; flag an input: graph.unknown('box.port')"
            )
        symbols = {port: ca.SX.sym(port, *self._shape(port)) for port in [*self.unknowns, *self.constants]}
        value = self._evaluated(symbols)
        terms = (weight * ca.sum1(ca.vec(value[port])) for port, weight in self.terms.items())
        return Problem(
            {port: symbols[port] for port in self.unknowns},
            {port: symbols[port] for port in self.constants},
            sum(terms, ca.SX(0)),
            {port: value[port] for port in self.bounds},
            _stacked(b.low for b in self.unknowns.values()),
            _stacked(b.high for b in self.unknowns.values()),
            _stacked(b.low for b in self.bounds.values()),
            _stacked(b.high for b in self.bounds.values()),
        )

    @property
    def constants(self) -> list[str]:
        """The inputs that nothing feeds."""
        return [p for p in self._inputs() if p not in self.arcs and p not in self.unknowns]

    def guess(self) -> Array:
        """The unknowns where a solver may begin, in the order of the problem."""
        return _stacked(self._values[port] for port in self.unknowns)

    def parameters(self) -> Array:
        """The constants as they are now, in the order of the problem."""
        missing = [port for port in self.constants if port not in self._values]
        if missing:
            raise InputError(
                f"{', '.join(missing)}: no value yet; graph.set(port, value), connect, or flag as unknown"
            )
        return _stacked(self._values[port] for port in self.constants)

    def _evaluated(self, symbols: dict[str, ca.SX]) -> dict[str, ca.SX]:
        """Every port as an expression of unknowns and constants."""
        value = dict(symbols)

        def of(port: str, above: tuple[str, ...]) -> ca.SX:
            name = port.split(".")[0]
            if port in above:
                raise CycleError("ports", [*above[above.index(port) :], port])
            if port in value:
                return value[port]
            if port in self.arcs:
                value[port] = of(self.arcs[port], (*above, port))
                return value[port]
            box = self.boxes[name]
            inputs = [of(f"{name}.{key}", (*above, port)) for key in box.inputs]
            outputs = box.function.call(inputs)
            value.update({f"{name}.{key}": y for key, y in zip(box.outputs, outputs, strict=True)})
            return value[port]

        for port in [*self.bounds, *self.terms]:
            of(port, ())
        return value

    def show(self) -> str:
        """The graph as a picture: SVG, boxes in the order in which values flow."""
        notes = dict.fromkeys(self.unknowns, "unknown")
        notes |= dict.fromkeys(self.bounds, "constraint") | dict.fromkeys(self.terms, "objective")
        ports = {name: (tuple(box.inputs), tuple(box.outputs)) for name, box in self.boxes.items()}
        return drawn(Diagram(ports, self.arcs, notes))

    # ---- ports --------------------------------------------------------------------------------------------

    def _inputs(self) -> list[str]:
        return [f"{name}.{key}" for name, box in self.boxes.items() for key in box.inputs]

    def _outputs(self) -> list[str]:
        return [f"{name}.{key}" for name, box in self.boxes.items() for key in box.outputs]

    def _input(self, port: str) -> str:
        if port not in self._inputs():
            raise UnknownNameError("input port", port, self._inputs())
        return port

    def _output(self, port: str) -> str:
        if port not in self._outputs():
            raise UnknownNameError("output port", port, self._outputs())
        return port

    def _shape(self, port: str) -> tuple[int, int]:
        name, _, key = port.partition(".")
        ports = {**self.boxes[name].inputs, **self.boxes[name].outputs} if name in self.boxes else {}
        if key not in ports:
            raise UnknownNameError("port", port, [*self._inputs(), *self._outputs()])
        rows, columns = ports[key].shape
        return int(rows), int(columns)

    def _bounds(self, port: str, low: Any, high: Any) -> Bounds:
        found = Bounds(*(self._spread(port, np.asarray(x, dtype=np.float64)) for x in (low, high)))
        if not (found.low <= found.high).all():
            raise InputError(f"{port}: the lower bound {low} lies above the upper bound {high}")
        return found

    def _spread(self, port: str, value: Array) -> Array:
        """A number for every entry, columns one after another."""
        shape = self._shape(port)
        shaped = value[:, None] if value.ndim == 1 and value.shape != shape else value
        try:
            return np.broadcast_to(shaped, shape).reshape(-1, order="F")
        except ValueError as error:
            raise InputError(f"{port}: expected {shape}, got {value.shape}") from error

    def _changed(self) -> None:
        self.__dict__.pop("_problem", None)


def _stacked(parts: Iterable[Array]) -> Array:
    return np.concatenate([np.zeros(0), *parts])
