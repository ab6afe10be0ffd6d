"""All ways through a kernel: a name is set on each before it is read, and each ends with a result if one does.

Python finds out when it comes by; C does not, and goes on with whatever lies there.
"""

import ast
from collections.abc import Callable

from supple.errors import InputError

Known = frozenset[str] | None
"""Names that are set on every way that leads here; None where none does."""


class Paths:
    """Goes along all ways through a kernel at once; refuses by file and line."""

    def __init__(
        self,
        names: frozenset[str],
        number: Callable[[ast.expr], float | None],
        where: Callable[[ast.AST], str],
    ) -> None:
        self.names, self.number, self.where = names, number, where
        self._loops: list[tuple[list[Known], list[Known]]] = []
        """What is known at each break and at each continue of the loops around."""

    def check(self, tree: ast.FunctionDef) -> None:
        """Refuse a kernel that would read one of its `names` unset, or end without the result that it gives."""
        end = self._after(tree.body, frozenset(each.arg for each in tree.args.args))
        returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
        said = tree.returns is not None and ast.unparse(tree.returns).strip("'") != "None"
        if not said and all(node.value is None for node in returns):
            return
        for node in returns:
            if node.value is None:
                raise InputError(f"{self.where(node)}: {tree.name}() gives a result, but none here")
        if end is not None:
            raise InputError(
                f"{self.where(tree)}: {tree.name}() gives a result, but its last line may be passed without "
                "one; end with return"
            )

    def _after(self, nodes: list[ast.stmt], known: Known) -> Known:
        for node in nodes:
            known = known if known is None else self._step(node, known)
        return known

    def _step(self, node: ast.stmt, known: frozenset[str]) -> Known:
        match node:
            case ast.If(test=test, body=yes, orelse=no):
                self._read(test, known)
                return _joined(self._after(yes, known), self._after(no, known))
            case ast.For(target=target, iter=over, body=inner):
                self._read(over, known)
                end, left = self._around(inner, known | _set(target))
                return _joined(end if self._turns(over) else known, *left)
            case ast.While(test=test, body=inner):
                self._read(test, known)
                _, left = self._around(inner, known)
                return _joined(None if isinstance(test, ast.Constant) and test.value else known, *left)
            case ast.Break() | ast.Continue():
                self._loops[-1][isinstance(node, ast.Continue)].append(known)
                return None
        self._read(node, known)
        return None if isinstance(node, ast.Return) else known | _set(node)

    def _around(self, inner: list[ast.stmt], known: Known) -> tuple[Known, list[Known]]:
        """What is known at the end of a turn of a loop, and wherever the loop is left."""
        self._loops.append(([], []))
        end = self._after(inner, known)
        left, again = self._loops.pop()
        return _joined(end, *again), left

    def _turns(self, over: ast.expr) -> bool:
        """Whether a loop has a first turn for sure: its range is one of numbers."""
        match over:
            case ast.Call(func=ast.Name(id="range"), args=args):
                ends = [self.number(each) for each in args]
                return None not in ends and len(range(*(int(n or 0) for n in ends))) > 0
        return False

    def _read(self, node: ast.AST, known: frozenset[str]) -> None:
        """All names that the node reads must be known; x += 1 reads x."""
        changed = node.target if isinstance(node, ast.AugAssign) else None
        for each in ast.walk(node):
            if not isinstance(each, ast.Name) or each.id not in self.names - known:
                continue
            if isinstance(each.ctx, ast.Load) or each is changed:
                where, name = self.where(each), each.id
                raise InputError(
                    f"{where}: {name!r} may not be set here; set it on every way that leads here"
                )


def _joined(*ways: Known) -> Known:
    real = [way for way in ways if way is not None]
    return frozenset.intersection(*real) if real else None


def _set(node: ast.AST) -> frozenset[str]:
    return frozenset(
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
