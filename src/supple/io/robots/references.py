"""Files that a robot's file names: found in its own folder, or in those that the user names, and nowhere else."""

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from supple.io.markup import Element


class References:
    """Looks for meshes in `folders`, the robot's own first; what is not there is remembered in `missing`."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.folders = [folder.resolve() for folder in folders]
        self.missing: list[str] = []

    def find(self, element: Element, name: str) -> Path | None:
        """The file that an element names as package://…, file://… or a path; None if no folder has it.

        Of a package the folder may have another name here: every end of the path is tried, the longest first.
        """
        given = element.text_of(name)
        path = unquote(given.split("://", 1)[1] if "://" in given else given).replace("\\", "/")
        parts = [part for part in PurePosixPath(path).parts if part not in ("/", ".")]
        if ".." in parts or any("\0" in part for part in parts):
            element.wrong(
                f"{name}={given[:200]!r} leaves its folder with '..', which is not followed; name the folder "
                "that holds it (search=) and write the path from there"
            )
        if given.split("://")[0] in ("http", "https"):
            element.wrong(f"{name}={given[:200]!r} is on the net; put the file beside this one")
        for start in range(len(parts)):
            for folder in self.folders:
                found = folder.joinpath(*parts[start:])
                if _inside(found, folder):
                    return found
        self.missing.append(given)
        return None


def _inside(file: Path, folder: Path) -> bool:
    """Whether it is a file, and no link leads out of the folder."""
    try:
        return file.is_file() and file.resolve().is_relative_to(folder)
    except (OSError, ValueError):
        return False
