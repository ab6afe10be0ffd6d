"""`python -m supple.systems`: count the rows, name what is missing, and write the page."""

import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from supple.errors import SuppleError
from supple.systems import marks_in, page, problems, systems_in
from supple.systems.table import STATES, System


def main(arguments: list[str], root: Path) -> int:
    """Print the counts by system; 1 if something is missing."""
    console = Console(highlight=False)
    try:
        systems, marks = systems_in(root / "docs" / "systems"), marks_in(root / "tests")
    except SuppleError as error:
        console.print(str(error), style="red", markup=False)
        return 1
    console.print(counts(systems))
    if "--write" in arguments:
        (root / "docs" / "systems.md").write_text(page(systems, marks), "utf-8")
    wrong = problems(systems, marks, root / "src" / "supple", complete="--complete" in arguments)
    for sentence in wrong:
        console.print(sentence, style="red", markup=False, soft_wrap=True)
    return int(bool(wrong))


def counts(systems: list[System]) -> Table:
    """How many rows of each system are in each state."""
    table = Table("system", *STATES, "rows")
    for system in systems:
        table.add_row(system.name, *(str(system.counts[state]) for state in STATES), str(len(system.rows)))
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path.cwd()))
