"""Bodies and constraints as the compiled loops read them: flat, one after another."""

from typing import NamedTuple

from supple.arrays import Array, Indices


class BodyArrays(NamedTuple):
    """All linear bodies: where each starts in q, its cells, and the constants of its energy."""

    start: Indices
    k: Indices
    W_start: Indices
    """Where k × k matrices of each body start, laid flat."""
    cell: Indices
    """Where the cells of a body start in G and H."""
    cells: Indices
    """How many it has."""
    G: Array
    """∂p/∂r of each cell (k, 3)."""
    H: Array
    """f W G of each cell (k, 3): from stress to acceleration."""
    affine: Array
    """g where p = (1, g r) and one cell make the body affine in the plainest way, else 0."""
    ke: Array
    kc: Array
    kd: Array
    drag: Array


class LinearArrays(NamedTuple):
    """One linear body: M (k, k), u (k,) that is 1 as p, its cells G and H = f G (g, k, 3), their shares f (g,)."""

    M: Array
    u: Array
    G: Array
    H: Array
    share: Array


class RowArrays(NamedTuple):
    """Rows of J in the order of the factor, the same entries of W Jᵀ, the kept factor L D Lᵀ, and softness.

    Where constraints treat x, y and z alike, J W Jᵀ = S ⊗ 1₃: one row stands for three, its entries apply at
    `column`, `column + stride` and `column + 2 stride`, and the factor is that of S.
    """

    axes: int
    """3 if a row stands for three, 1 if it stands for itself."""
    entry: Indices
    """Where the entries of a row start (rows + 1,)."""
    column: Indices
    stride: Indices
    J: Array
    WJ: Array
    L: Array
    start: Indices
    first: Indices
    inverse: Array
    """1 / D, zero for rows that are set aside."""
    order: Indices
    """Place among the rows as the user gave them (rows · axes,)."""
    beta: Array
