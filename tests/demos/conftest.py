"""What the short forms of demos and their full runs are held to stands in files of its own here."""

import sys
from pathlib import Path

import pytest

from supple import demos

sys.path.insert(0, str(Path(__file__).parent))
for file in ("files_of_takes", "limits", "seen"):
    pytest.register_assert_rewrite(file)


class Reports(dict):
    """The reports of short forms by name; what no test has run yet is run now."""

    def __missing__(self, name):
        self[name] = demos.run(name, short=True).report
        return self[name]


@pytest.fixture(scope="session")
def short_reports():
    return Reports()
