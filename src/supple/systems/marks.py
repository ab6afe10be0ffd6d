"""Which tests are marked to show which features, read from their source."""

import ast
from collections import defaultdict
from pathlib import Path


def marks_in(tests: Path) -> dict[str, list[str]]:
    """Tests by the number of the feature that `@pytest.mark.feature("BB-13")` says they show."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        place = path.relative_to(tests.parent).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
            if isinstance(node, ast.FunctionDef):
                for number in _numbers(node):
                    found[number].append(f"{place}::{node.name}")
    return dict(found)


def _numbers(test: ast.FunctionDef) -> list[str]:
    calls = [d for d in test.decorator_list if isinstance(d, ast.Call)]
    marks = [call for call in calls if ast.unparse(call.func) == "pytest.mark.feature"]
    return [str(ast.literal_eval(argument)) for call in marks for argument in call.args]
