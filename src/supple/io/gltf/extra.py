"""Packages of the extra `formats`, which only files of some kinds need."""

from importlib import import_module
from types import ModuleType

from supple.errors import MissingToolError


def formats(package: str, name: str, what: str) -> ModuleType:
    """The package that reads `what` of the file `name`, or an error with the line that installs it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingToolError(
            f"{name}: {what} is read by the package {package}, which is not installed; "
            "pip install 'supple[formats]'"
        ) from error
