"""A program cut into elements: all costs and rows that speak of the same samples, made where it is assembled.

f = Σ f_e(x_e, d_e),  g = (… g_e(x_e, d_e) …)

What is asked of the same samples throughout the interval makes one element at each of them; elements whose
instructions are the same are of one kind, and share one function box (Witkin & Kass 1988, §4.3).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import casadi as ca
import numpy as np

from supple.arrays import Array, Indices
from supple.mechanics.boxes import Box, boxes
from supple.mechanics.instructions import Instructions, Recipe


class Item(NamedTuple):
    """A summand of the objective, or rows with their places in g."""

    expression: ca.SX
    rows: Indices | None = None


class Found(NamedTuple):
    """An item, what it speaks of, and what items like it have in common."""

    item: Item
    unknowns: dict[int, ca.SX]
    parameters: dict[int, ca.SX]
    samples: tuple[int, ...]
    likeness: tuple[int, ...]


class Kind(NamedTuple):
    """Elements that share a box: unknowns (n, nx), rows (n, ng), parameters (n, np) and constants (n, nc) of each."""

    box: Box
    unknowns: Indices
    rows: Indices
    parameters: Indices
    constants: Array


class Element(NamedTuple):
    """One element: where its unknowns, parameters and rows are, and its instructions."""

    unknowns: list[int]
    parameters: list[int]
    rows: Indices
    instructions: Instructions


def cut(x: ca.SX, p: ca.SX, items: Sequence[Item], samples: Indices) -> list[Kind]:
    """Kinds of elements; `samples` are those of the unknowns, −1 for what belongs to a whole phase or to all."""
    homes = {symbol.element_hash(): (0, k) for k, symbol in enumerate(ca.vertsplit(x))}
    homes |= {symbol.element_hash(): (1, k) for k, symbol in enumerate(ca.vertsplit(p) if p.numel() else ())}
    found = [_found(item, homes, samples) for item in items]
    elements = [_element(group) for group in together([f for f in found if f is not None])]
    alike: defaultdict[tuple[str, tuple[int, ...]], list[Element]] = defaultdict(list)
    for element in elements:
        alike[element.instructions.text, element.instructions.sizes].append(element)
    groups = [alike[key] for key in sorted(alike)]
    recipes = [Recipe([element.instructions for element in group]) for group in groups]
    return [
        Kind(
            box,
            np.array([e.unknowns for e in group], dtype=np.int64).reshape(len(group), -1),
            np.array([e.rows for e in group], dtype=np.int64).reshape(len(group), -1),
            np.array([e.parameters for e in group], dtype=np.int64).reshape(len(group), -1),
            recipe.data,
        )
        for box, group, recipe in zip(boxes(recipes), groups, recipes, strict=True)
    ]


def _found(item: Item, homes: dict[int, tuple[int, int]], samples: Indices) -> Found:
    """What an item speaks of."""
    places: tuple[dict[int, ca.SX], dict[int, ca.SX]] = {}, {}
    for symbol in ca.symvar(item.expression):
        side, place = homes[symbol.element_hash()]
        places[side][place] = symbol
    about = sorted({int(samples[place]) for place in places[0]} - {-1})
    rows = 0 if item.rows is None else len(item.rows)
    likeness = (rows, len(places[0]), len(places[1]), int(ca.n_nodes(item.expression)))
    return Found(item, *places, tuple(about), likeness)


def together(items: Sequence[Found]) -> list[list[Found]]:
    """Items that are asked of the same samples wherever they are asked, sample by sample."""
    support: defaultdict[tuple[int, ...], Counter[tuple[int, ...]]] = defaultdict(Counter)
    for found in items:
        support[found.likeness][found.samples] += 1
    reach = {likeness: tuple(sorted(counted.items())) for likeness, counted in support.items()}
    groups: defaultdict[tuple[object, ...], list[Found]] = defaultdict(list)
    for found in items:
        groups[found.samples, reach[found.likeness]].append(found)
    return list(groups.values())


def _element(group: Sequence[Found]) -> Element:
    """The costs of a group as one, then its rows."""
    unknowns = {place: symbol for found in group for place, symbol in found.unknowns.items()}
    parameters = {place: symbol for found in group for place, symbol in found.parameters.items()}
    at, given = sorted(unknowns), sorted(parameters)
    costs = [found.item.expression for found in group if found.item.rows is None]
    rows = [found.item for found in group if found.item.rows is not None]
    x, data = (
        ca.vertcat(ca.SX(0, 1), *(known[k] for k in order))
        for known, order in ((unknowns, at), (parameters, given))
    )
    f = ca.densify(sum(costs, start=ca.SX(0)))
    g = ca.densify(ca.vertcat(ca.SX(0, 1), *(row.expression for row in rows)))
    places = np.concatenate(
        [np.zeros(0, dtype=np.int64), *(row.rows for row in rows if row.rows is not None)]
    )
    return Element(at, given, places, Instructions(ca.Function("element", [x, data], [f, g])))


def summands(f: ca.SX) -> list[ca.SX]:
    """The terms of a sum."""
    found, left = [], [ca.SX(f)]
    while left:
        term = left.pop()
        if term.n_dep() == 2 and term.op() == ca.OP_ADD:
            left += [term.dep(0), term.dep(1)]
        elif not (term.is_constant() and float(term) == 0):
            found.append(term)
    return found[::-1]
