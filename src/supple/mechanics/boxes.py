"""Function boxes: a function of a few unknowns with its slopes and its Hessian, as machine code over many places.

f(x, d), g(x, d)  ↦  f, g, ∂f/∂x, ∂g/∂x, ∂²(f + λ·g)/∂x²

Witkin & Kass 1988, §4.3: each box knows its value and its derivatives, and a large problem is many boxes of few
kinds. A box is differentiated and compiled once and kept by what its function is; it is called in one loop over
all of its places, which gathers x and scatters what comes out. Unknowns count in their units, rows in theirs: x =
σ x̂, g = γ ĝ.
"""

import ctypes
import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from supple.arrays import Indices
from supple.compiler import library
from supple.errors import MissingToolError
from supple.mechanics.instructions import Recipe

ARRAYS = ("jacobian_rows", "jacobian_columns", "jacobian_moves", "hessian_rows", "hessian_columns")
STRUCT = """
typedef struct {
  casadi_int count;
  const casadi_int *x, *g;
  const casadi_real *data, *unit, *row_unit;
  casadi_real *jacobian, *hessian;
} places;
"""
LOOP = """
CASADI_SYMBOL_EXPORT int every(const places* e, const casadi_real* x, const casadi_real* y, casadi_real* f,
    casadi_real* g, casadi_real* slope, casadi_real* pull) {{
  casadi_real at[{nx} + 1], lam[{ng} + 1], rows[{ng} + 1], along[{nx} + 1], value, w[{w} + 1];
  const casadi_real* arg[{arg} + 4];
  casadi_real* res[{res} + 6];
  casadi_int iw[{iw} + 1], i, k;
  for (i = 0; i < e->count; ++i) {{
    const casadi_int *xi = e->x + i*{nx}, *gi = e->g + i*{ng};
    casadi_real *jac = e->jacobian + i*{nj}, *hess = e->hessian + i*{nh};
    for (k = 0; k < {nx}; ++k) at[k] = x[xi[k]] * e->unit[xi[k]];
    arg[0] = at; arg[1] = e->data + i*{nd}; arg[2] = lam; res[0] = &value; res[1] = rows;
    if (!slope) {{
      if (values(arg, res, iw, w, 0)) return 1;
    }} else {{
      for (k = 0; k < {ng}; ++k) lam[k] = y[gi[k]] / e->row_unit[gi[k]];
      res[2] = along; res[3] = jac; res[4] = hess;
      if (whole(arg, res, iw, w, 0)) return 1;
      for (k = 0; k < {nx}; ++k) slope[xi[k]] += along[k] * e->unit[xi[k]];
      for (k = 0; k < {nj}; ++k) {{
        casadi_int r = gi[jacobian_rows[k]], c = xi[jacobian_columns[k]];
        jac[k] *= e->unit[c] / e->row_unit[r];
        pull[c] += jac[k] * y[r];
      }}
      for (k = 0; k < {nh}; ++k) hess[k] *= e->unit[xi[hessian_rows[k]]] * e->unit[xi[hessian_columns[k]]];
    }}
    *f += value;
    for (k = 0; k < {ng}; ++k) g[gi[k]] = rows[k] / e->row_unit[gi[k]];
  }}
  return 0;
}}
"""
CALLER = """
typedef int (*loop)(const void*, const double*, const double*, double*, double*, double*, double*);
int all_of(long long kinds, const loop* loops, const void** places, long long n, const double* x, const double* y,
    double* f, double* g, double* slope, double* pull) {
  *f = 0;
  if (slope) for (long long i = 0; i < n; ++i) slope[i] = pull[i] = 0;
  for (long long k = 0; k < kinds; ++k) if (loops[k](places[k], x, y, f, g, slope, pull)) return 1;
  return 0;
}
"""
LARGE = 20_000
"""Instructions times unknowns from which on the compiler is asked for less: else it takes too long."""
_ONE_AT_A_TIME = Lock()
"""Expressions are not made in two threads at once; compilers run beside each other."""


class Box(NamedTuple):
    """A kind of element: how many unknowns, data and rows it has, its patterns, and its loop as machine code."""

    unknowns: int
    data: int
    rows: int
    jacobian: Indices
    """(2, entries): row and unknown."""
    moves: np.ndarray
    """Whether an entry of the Jacobian depends on the unknowns."""
    hessian: Indices
    """(2, entries) of the lower half."""
    code: ctypes.CDLL
    path: Path

    @property
    def loop(self) -> Any:
        """int every(places, x, y, f, g, slope, pull)."""
        return self.code.every


def boxes(recipes: Sequence[Recipe]) -> list[Box]:
    """Boxes of all recipes; what is not kept from before is compiled, as many at once as there are cores."""
    try:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return [read(path) for path in pool.map(_library, recipes)]
    except (OSError, subprocess.SubprocessError) as error:
        raise MissingToolError(f"function boxes could not be compiled: {error}") from error


def caller() -> Any:
    """int all_of(kinds, loops, places, n, x, y, f, g, slope, pull): one call for boxes of all kinds."""
    return ctypes.CDLL(str(library(lambda: CALLER, [CALLER]))).all_of


def _library(recipe: Recipe) -> Path:
    effort = "-O1" if recipe.length * recipe.symbols[0].numel() > LARGE else "-O2"

    def written() -> str:
        with _ONE_AT_A_TIME:
            return source(recipe)

    return library(written, [recipe.text, version("casadi"), STRUCT, LOOP], effort)


def source(recipe: Recipe) -> str:
    """C of a box: values alone, values with derivatives, and the loop over its places."""
    f, g = recipe.function()
    x, data = recipe.symbols
    lam = ca.SX.sym("lam", g.numel())
    slopes = ca.jacobian(g, x)
    bends = ca.tril(ca.hessian(f + ca.dot(lam, g), x)[0])
    results = [f, g, ca.densify(ca.gradient(f, x)), _nonzeros(slopes), _nonzeros(bends)]
    whole = ca.Function("whole", [x, data, lam], results)
    values = ca.Function("values", [x, data], [f, g])
    generator = ca.CodeGenerator("box", {"with_header": False})
    for function in (whole, values):
        generator.add(function)
    jacobian, hessian = (np.array(part.sparsity().get_triplet(), dtype=np.int64) for part in (slopes, bends))
    moves = np.array(ca.which_depends(_nonzeros(slopes), x, 1, True), dtype=np.int64)
    shape = {"nx": x.numel(), "nd": data.numel(), "ng": g.numel(), "nj": jacobian.shape[1]}
    shape |= {"nh": hessian.shape[1]}
    room = {key: max(getattr(h, f"sz_{key}")() for h in (whole, values)) for key in ("arg", "res", "iw", "w")}
    tables = zip(ARRAYS, (*jacobian, moves, *hessian), strict=True)
    known = [_table("shape", np.array(list(shape.values()))), *(_table(name, row) for name, row in tables)]
    return "".join([str(generator.dump()), STRUCT, *known, LOOP.format(**shape, **room)])


def _nonzeros(matrix: ca.SX) -> ca.SX:
    return ca.SX(matrix.nz[:])


def _table(name: str, numbers: Indices) -> str:
    listed = ",".join(map(str, numbers.tolist())) or "0"
    return f"CASADI_SYMBOL_EXPORT const casadi_int {name}[] = {{{listed}}};\n"


def read(path: Path) -> Box:
    """What a library says about itself."""
    code = ctypes.CDLL(str(path))

    def table(name: str, count: int) -> Indices:
        return np.array((ctypes.c_longlong * count).in_dll(code, name), dtype=np.int64)

    nx, nd, ng, nj, nh = table("shape", 5).tolist()
    counts = (nj, nj, nj, nh, nh)
    rows, columns, moves, i, j = (table(name, n) for name, n in zip(ARRAYS, counts, strict=True))
    return Box(nx, nd, ng, np.stack([rows, columns]), moves.astype(bool), np.stack([i, j]), code, path)
