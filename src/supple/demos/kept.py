"""Gaits that the searches of demos found, kept in `found/`: a short form goes on from them instead of searching."""

from pathlib import Path
from typing import Any

from supple.control.pose_graph import PoseGraph

FOUND = Path(__file__).parent / "found"


def begin(name: str, refine: int | None) -> dict[str, Any]:
    """Return what a search is told: nothing, or to begin with a kept gait and to try `refine` others.

    >>> begin("table-bound", None)
    {}
    >>> begin("table-bound", 4)["start"].modes
    ('curl.y', 'shear.x')
    """
    return {} if refine is None else {"start": PoseGraph.load(FOUND / f"{name}.json"), "evaluations": refine}
