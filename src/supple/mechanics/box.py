"""Function boxes: named inputs, named outputs, expressions between them; derivatives and sparsity on demand.

y = f(x),  ∂y/∂x  (Witkin & Kass 1988, §4.1)
"""

from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from supple.errors import InputError, UnknownNameError
from supple.mechanics.symbols import free_of, identifier, is_symbolic


class Box:
    """Outputs as expressions of inputs, which are symbols: scalars, columns or matrices.

    >>> x, k = ca.SX.sym("x"), ca.SX.sym("k")
    >>> spring = Box("spring", {"x": x, "k": k}, {"energy": k * x**2 / 2})
    >>> spring(x=2.0, k=3.0)
    {'energy': array([6.])}
    >>> spring.jacobian("energy", "x")(x=2.0, k=3.0)
    {'energy/x': array([6.])}
    """

    def __init__(self, name: str, inputs: dict[str, ca.SX], outputs: dict[str, ca.SX]) -> None:
        self.name = name
        self.inputs = dict(inputs)
        self.outputs = {key: ca.SX(value) for key, value in outputs.items()}
        both = sorted(set(self.inputs) & set(self.outputs))
        if both:
            raise InputError(f"box {name!r}: {both[0]!r} names an input and an output; rename one of them")
        for key, value in self.outputs.items():
            free_of(value, self.inputs, f"output {key!r} of box {name!r}")

    @cached_property
    def function(self) -> ca.Function:
        """The box as one CasADi function, its arguments in the order of `inputs`."""
        ports = list(self.inputs.values()), list(self.outputs.values())
        return ca.Function(identifier(self.name), *ports, {"cse": True})

    def __call__(self, **values: Any) -> dict[str, Any]:
        """Outputs by name: arrays where every input is a number, expressions where one is a symbol."""
        for key in values:
            self._known(key, self.inputs, "input")
        missing = [key for key in self.inputs if key not in values]
        if missing:
            raise InputError(f"box {self.name!r} needs its input {missing[0]!r} ({self._shape(missing[0])})")
        found = self.function.call([self._fitting(key, values[key]) for key in self.inputs])
        return {key: _read(value) for key, value in zip(self.outputs, found, strict=True)}

    def jacobian(self, output: str, input: str) -> "Box":
        """∂output/∂input as a box of the same inputs, with one output `"output/input"`."""
        y, x = self.outputs[self._known(output, self.outputs, "output")], self._input(input)
        slope = ca.jacobian(ca.vec(y), ca.vec(x))
        return Box(f"{self.name}.{output}/{input}", self.inputs, {f"{output}/{input}": slope})

    def sparsity(self, output: str, input: str) -> ca.Sparsity:
        """Which entries of ∂output/∂input can be other than zero."""
        y = self.outputs[self._known(output, self.outputs, "output")]
        return ca.jacobian_sparsity(ca.vec(y), ca.vec(self._input(input)))

    def _input(self, name: str) -> ca.SX:
        return self.inputs[self._known(name, self.inputs, "input")]

    def _known(self, name: str, ports: dict[str, ca.SX], what: str) -> str:
        if name not in ports:
            raise UnknownNameError(f"{what} of box {self.name!r}:", name, ports)
        return name

    def _shape(self, name: str) -> str:
        rows, columns = self.inputs[name].shape
        return "a number" if rows == columns == 1 else f"{rows} by {columns}"

    def _fitting(self, name: str, value: Any) -> Any:
        value = value if is_symbolic(value) else ca.DM(np.asarray(value, dtype=np.float64))
        if value.shape != self.inputs[name].shape:
            raise InputError(
                f"input {name!r} of box {self.name!r}: expected {self._shape(name)}, got {value.shape}"
            )
        return value

    def __repr__(self) -> str:
        return f"<box {self.name}: {', '.join(self.inputs)} → {', '.join(self.outputs)}>"


def _read(value: Any) -> Any:
    """A column of numbers as (n,), a matrix as (m, n); an expression as it is."""
    if is_symbolic(value):
        return value
    full = value.full()
    return full[:, 0] if full.shape[1] == 1 else full
