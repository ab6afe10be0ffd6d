"""The text of kernels, as Python reads it."""

import ast
import linecache
from functools import lru_cache
from types import CodeType, FunctionType

from supple.errors import InputError


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """What the kernel is in its file, whose text must still be that of the function."""
    code = function.__code__
    where = f"{code.co_filename}, line {code.co_firstlineno}: {function.__name__}()"
    tree, made = _functions(code.co_filename).get(code.co_firstlineno, (None, None))
    if made is None or not _alike(made, code):
        linecache.checkcache(code.co_filename)
        _functions.cache_clear()
        tree, made = _functions(code.co_filename).get(code.co_firstlineno, (None, None))
    if tree is None or made is None:
        raise InputError(f"{where} is no function in the text of a file, of which kernels are made")
    if not _alike(made, code) and not any(isinstance(each, ast.Assert) for each in ast.walk(tree)):
        raise InputError(f"{where}: the file has changed since it was loaded; start anew")
    if tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs:
        where = f"{code.co_filename}, line {tree.lineno}: {tree.name}()"
        raise InputError(f"{where}: arguments of a kernel come in line, each by its name")
    return tree


def _alike(made: CodeType, code: CodeType) -> bool:
    """Whether the text gives that code; where there are asserts, pytest may have rewritten it."""
    constants = [[each for each in of.co_consts if not isinstance(each, CodeType)] for of in (made, code)]
    return made.co_code == code.co_code and repr(constants[0]) == repr(constants[1])


@lru_cache(maxsize=128)
def _functions(filename: str) -> dict[int, tuple[ast.FunctionDef, CodeType]]:
    """By the line where each begins."""
    text = "".join(linecache.getlines(filename))
    codes = [compile(text, filename, "exec", dont_inherit=True)]
    for code in codes:
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]
    by_line = {code.co_firstlineno: code for code in codes[1:]}
    trees = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    firsts = [(node.decorator_list[0] if node.decorator_list else node).lineno for node in trees]
    return {
        first: (node, by_line[first]) for first, node in zip(firsts, trees, strict=True) if first in by_line
    }
