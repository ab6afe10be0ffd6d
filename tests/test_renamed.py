"""Public names that have changed say their new ones, until the release from which they are gone."""

import supple
from supple.renamed import UNTIL


def test_old_names_go_when_their_time_has_come() -> None:
    """When this fails: delete every `Renamed` and `renamed(…)`, then this file."""
    assert _numbers(supple.__version__) < _numbers(UNTIL)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])
