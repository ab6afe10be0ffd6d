"""The checked build (SUPPLE_CHECK=1): places are looked at before they are read, and asserts hold.

What is wrong leaves the kernel at once for Python, where it raises KernelError; room from the heap is not let go of.
"""

import ast
import json
import os
from collections.abc import Callable

HEAD = """#include <setjmp.h>
#include <stdio.h>
static _Thread_local jmp_buf out;
static _Thread_local char wrong[2000];
static _Noreturn __attribute__((cold, noinline)) void leave(const char *told, int64_t a, int64_t b, int64_t c) {
  snprintf(wrong, sizeof wrong, told, (long long)a, (long long)b, (long long)c);
  longjmp(out, 1);
}
static inline int64_t within(int64_t x, int64_t n, const char *told) {
  if (x < 0 || x >= n) leave(told, x, n, 0);
  return x;
}
static inline void same(int64_t a, int64_t b, const char *told) { if (a != b) leave(told, a, b, 0); }
static inline int64_t divisor(int64_t b, const char *told) {
  if (b == 0) leave(told, 0, 0, 0);
  return b;
}
static inline double in_range(double x, const char *told) {
  if (!(fabs(x) < 0x1p63)) leave(told, 0, 0, 0);
  return x;
}
"""
CALLED = "  if (setjmp(out)) { python.lock(state); python.raise(python.fault, wrong); return NULL; }\n"
"""Where a kernel that is left comes back to."""


def asked_for() -> bool:
    """Whether kernels are checked in this process."""
    return os.environ.get("SUPPLE_CHECK", "0") not in ("", "0")


class Checks:
    """Calls of the functions above, around code that they look at; the code alone where nothing is checked."""

    def __init__(self, on: bool, where: Callable[[ast.AST], str]) -> None:
        self.on, self.where = on, where

    def __call__(self, test: str, code: str, *others: str, node: ast.AST, told: str) -> str:
        """The code, looked at by `test`."""
        return f"{test}({', '.join((code, *others))}{self.told(node, told)})" if self.on else code

    def told(self, node: ast.AST, text: str) -> str:
        """One more argument: what is said when it is wrong, with a place for each number."""
        if not self.on:
            return ""
        said = f"{self.where(node)}: {ast.unparse(node)!r}: ".replace("%", "%%") + text
        return f", {json.dumps(said, ensure_ascii=False)}"
