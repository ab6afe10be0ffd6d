"""The C that every kernel starts with: arrays, their rows and slices, and what Python's arithmetic has of its own."""

from supple.kernels import checks
from supple.kernels.kinds import AXES

HEAD = """#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define LET_GO __attribute__((cleanup(let_go)))
static inline void let_go(void *at) { free(*(void **)at); }
static inline void *zeros(int64_t n) {
  void *at = malloc(8 * n + 8);
  __asm__ volatile("" : "+r"(at));  /* else gcc makes calloc of it, for which threads wait on each other */
  return memset(at, 0, 8 * n + 8);
}
static inline int64_t floor_divided(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static inline int64_t remainder_of(int64_t a, int64_t b) { return a - b * floor_divided(a, b); }
static inline double remainder_of_float(double a, double b) {
  double r = fmod(a, b);
  return r != 0 ? ((b < 0) != (r < 0) ? r + b : r) : copysign(0, b);
}
static inline double floor_divided_float(double a, double b) {
  double r = fmod(a, b), all = (a - r) / b - (r != 0 && (b < 0) != (r < 0)), whole = floor(all);
  return all != 0 ? whole + (all - whole > 0.5) : copysign(0, a / b);
}
static inline double squared(double a) { return a * a; }
static inline int64_t squared_of(int64_t a) { return a * a; }
static inline double least(double a, double b) { return b < a ? b : a; }
static inline double most(double a, double b) { return b > a ? b : a; }
static inline int64_t least_of(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t most_of(int64_t a, int64_t b) { return b > a ? b : a; }
"""


def prelude(checked: bool) -> str:
    """All of it."""
    return (
        HEAD
        + checks.HEAD * checked
        + "".join(
            _array(name, number, axes, checked)
            for name, number in (("float64", "double"), ("int64", "int64_t"))
            for axes in range(1, AXES + 1)
        )
    )


def _array(name: str, number: str, axes: int, checked: bool) -> str:
    here, below = f"{name}_{axes}", f"{name}_{axes - 1}"
    rest = [f"a.n[{k}]" for k in range(1, axes)]
    row = " * ".join(["1", *rest])
    all_of_it = " * ".join(["a.n[0]", *rest])
    counts = "{" + ", ".join(["stop - start", *rest]) + "}"
    told = ", const char *told" if checked else ""
    fits = (
        "if (start < 0 || stop < start || stop > a.n[0]) leave(told, start, stop, a.n[0]); "
        if checked
        else ""
    )
    as_many = "".join(f"same(a.n[{k}], b.n[{k}], told); " for k in range(axes)) if checked else ""
    text = (
        f"typedef struct {{ {number} *at; int64_t n[{axes}]; }} {here};\n"
        f"static inline {here} {here}_cut({here} a, int64_t start, int64_t stop{told}) "
        f"{{ {fits}return ({here}){{a.at + start * {row}, {counts}}}; }}\n"
        f"static inline void {here}_fill({here} a, {number} x) "
        f"{{ for (int64_t i = 0, n = {all_of_it}; i < n; i++) a.at[i] = x; }}\n"
        f"static inline void {here}_copy({here} a, {here} b{told}) "
        f"{{ {as_many}memmove(a.at, b.at, 8 * ({all_of_it})); }}\n"
    )
    text += (
        f"static inline {name}_1 {here}_flat({here} a) {{ return ({name}_1){{a.at, {{{all_of_it}}}}}; }}\n"
    )
    if axes > 1:
        text += (
            f"static inline {below} {here}_row({here} a, int64_t i) "
            f"{{ return ({below}){{a.at + i * {row}, {{{', '.join(rest)}}}}}; }}\n"
        )
    return text
