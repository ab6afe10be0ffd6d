"""Refuse to build a package without the player page inside."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/supple/render/player.html"


class RequirePage(BuildHookInterface[Any]):
    """The page is built by Vite (`make page`); users who install the wheel never need Node."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop unless the page was built; an editable install may come first."""
        if version != "editable" and not (Path(self.root) / PAGE).exists():
            raise FileNotFoundError(
                f"{PAGE} is missing: run `make page` (needs Node) before building the package"
            )
