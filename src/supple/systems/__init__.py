"""What the systems of five documents could do, row by row: built and tested here, or why not.

`python -m supple.systems` counts the rows in a checkout of the repository; `--write` renews docs/systems.md.
"""

from supple.systems.check import problems
from supple.systems.marks import marks_in
from supple.systems.page import page
from supple.systems.table import Row, System, systems_in

__all__ = ["Row", "System", "marks_in", "page", "problems", "systems_in"]
