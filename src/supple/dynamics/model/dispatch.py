"""The dispatch over the kinds of a model, generated as Python and compiled like any kernel: no pointers to functions.

For the kinds at hand it writes one kernel for each name of the contract, which looks up the body's kind and calls
that kind's kernel. A kind that is not there costs nothing. The step's own kernels are then bound to them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from supple.arrays import Array, Indices
from supple.dynamics.bodies.kind import CONTRACT, UNLESS_SAID, Kind, Signature
from supple.dynamics.bodies.registry import KINDS
from supple.dynamics.bodies.spin import spin_by_differences
from supple.dynamics.model.arrays import Bodies, Equalities, Geoms, Hulls, Meshes
from supple.dynamics.model.cloud import Clouds
from supple.kernels import Kernel, generated, kernel
from supple.kernels import bound as binding

SLICES = {
    "q": "state.q[bodies.q[b] : bodies.q[b + 1]]",
    "v": "state.v[bodies.v[b] : bodies.v[b + 1]]",
    "room": "work.room[bodies.room[b] : bodies.room[b + 1]]",
}


def source(kinds: Sequence[Kind]) -> str:
    """Python of the dispatch."""
    return "\n\n".join(_dispatcher(name, signature, kinds) for name, signature in CONTRACT.items()) + "\n"


def _dispatcher(name: str, signature: Signature, kinds: Sequence[Kind]) -> str:
    passed = [each.split(":")[0] for each in signature.passed.split(", ") if each]
    own = signature.own.split(", ")
    lines = [
        "@kernel",
        f"def {name}(model: Any, state: Any, work: Any, b: int"
        f"{', ' if passed else ''}{signature.passed}) -> {signature.gives}:",
        "    bodies = model.bodies",
        "    i = bodies.row[b]",
        *(f"    {each} = {SLICES[each]}" for each in own),
    ]
    for k, each in enumerate(kinds):
        call = f"{each.name}_{name}({', '.join([f'model.{each.name}', 'i', *own, *passed])})"
        if name not in UNLESS_SAID | each.kernels:
            call = f"{name}_by_differences(model, state, work, b, {', '.join(passed)})"
        call = call if signature.gives == "None" else f"return {call}"
        if len(kinds) == 1:
            lines.append(f"    {call}")
        elif k + 1 < len(kinds):
            lines += [f"    {'el' if k else ''}if bodies.kind[b] == {k}:", f"        {call}"]
        else:
            lines += ["    else:", f"        {call}"]
    return "\n".join(lines)


class Bound:
    """The record of models of some kinds, and the kernels of the step bound to them."""

    def __init__(self, kinds: tuple[Kind, ...]) -> None:
        self.kinds = kinds
        fields: list[tuple[str, Any]] = [
            ("gravity", Array),
            ("sleeping", Array),
            ("bodies", Bodies),
            ("geoms", Geoms),
            ("hulls", Hulls),
            ("meshes", Meshes),
            ("clouds", Clouds),
            ("equalities", Equalities),
        ]
        fields += [("apart", Indices), *((each.name, each.arrays) for each in kinds)]
        self.Model: Any = NamedTuple("Model", fields)  # type: ignore[misc]
        space: dict[str, Any] = {
            "kernel": kernel, "Any": Any, "Array": Array, "Indices": Indices,
            "spin_by_differences": spin_by_differences,
            **{
                f"{each.name}_{name}": found
                for each in kinds
                for name, found in (UNLESS_SAID | each.kernels).items()
            },
        }  # fmt: skip
        made = generated(source(kinds), f"dispatch_{'_'.join(each.name for each in kinds)}", space)
        self._dispatch = {name: getattr(made, name) for name in CONTRACT}
        self._bound: dict[Kernel[..., Any], Kernel[..., Any]] = {}

    def __call__(self, what: Kernel[..., Any]) -> Kernel[..., Any]:
        """The kernel with the dispatch in the place of the contract, in all that it calls."""
        if what not in self._bound:
            self._bound[what] = binding(what, **self._dispatch)
        return self._bound[what]


@lru_cache(maxsize=32)
def bound(kinds: tuple[str, ...]) -> Bound:
    """The kernels of a step for the kinds of these names, made once a process."""
    return Bound(tuple(KINDS[name] for name in kinds))
