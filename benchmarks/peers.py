"""Engines that are measured beside Supple; where one is not installed, the row has no ratio and says why."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from supple.errors import SuppleError

Made = TypeVar("Made")


class MissingPeerError(SuppleError):
    """A peer was asked for something and is not installed."""


class Missing:
    """Stands for a module that is not installed; whoever asks it for something learns why, and what to do."""

    __version__ = "not installed"

    def __init__(self, name: str, group: str) -> None:
        self._why = (
            f"{name} is not installed: python -m pip install --constraint constraints.txt --group {group}"
        )

    def __getattr__(self, name: str) -> Any:
        raise MissingPeerError(self._why)


def peer(name: str, group: str = "bench") -> Any:
    """Import a module of a peer that a dependency group brings, or return what stands for it."""
    try:
        return import_module(name)
    except ImportError:
        return Missing(name.partition(".")[0], group)


def attempt(make: Callable[..., Made], *args: Any) -> tuple[Made | None, str]:
    """What a peer makes, and nothing to say; or nothing, and why."""
    try:
        return make(*args), ""
    except MissingPeerError as error:
        return None, str(error)
