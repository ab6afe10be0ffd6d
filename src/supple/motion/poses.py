"""Poses: values of some parameters of a figure at one moment, and a library of them that refer to each other.

A pose may include others: what they say holds unless it says otherwise, and of several the last one wins. bbop calls
such things named keys, em calls them states; they are one.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from supple.errors import CycleError, InputError, UnknownNameError


@dataclass(frozen=True, eq=False)
class Pose(Mapping[str, Any]):
    """Values by parameter, on top of those of the poses that it includes, which are named or given.

    >>> Pose({"knee.L": 1.2})["knee.L"]
    1.2
    """

    values_: Mapping[str, Any] = field(default_factory=dict)
    includes: "tuple[str | Pose, ...]" = ()

    def __getitem__(self, parameter: str) -> Any:
        return self.values_[parameter]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)

    def __repr__(self) -> str:
        included = [each if isinstance(each, str) else "a pose" for each in self.includes]
        return f"<pose of {', '.join([*included, *list(self)[:6]]) or 'nothing'}>"


class Poses(MutableMapping[str, Pose]):
    """Poses by name. Whoever refers to one by its name follows when another is put in its place.

    >>> poses = Poses({"rest": Pose({"knee": 0.0, "hip": 0.0})})
    >>> poses["crouch"] = Pose({"knee": 1.2}, ("rest",))
    >>> poses.resolved("crouch")
    {'knee': 1.2, 'hip': 0.0}
    """

    def __init__(self, poses: Mapping[str, Pose] | None = None) -> None:
        self._poses = dict(poses or {})
        self.version = 0
        """Counts the changes."""

    def __getitem__(self, name: str) -> Pose:
        if name not in self._poses:
            raise UnknownNameError("pose", name, self._poses)
        return self._poses[name]

    def __setitem__(self, name: str, pose: Pose) -> None:
        if not isinstance(pose, Pose):
            raise InputError(
                f"poses[{name!r}]: expected a pose, got {type(pose).__name__}; make one with figure.pose(…)"
            )
        before = self._poses.get(name)
        self._poses[name] = pose
        try:
            self.resolved(name)
        except CycleError:
            del self._poses[name]
            if before is not None:
                self._poses[name] = before
            raise
        self.version += 1

    def __delitem__(self, name: str) -> None:
        self[name]
        del self._poses[name]
        self.version += 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._poses)

    def __len__(self) -> int:
        return len(self._poses)

    def resolved(self, pose: str | Pose) -> dict[str, Any]:
        """All values of a pose, those of the poses that it includes first."""
        return self._resolved(pose, ())

    def _resolved(self, pose: str | Pose, path: tuple[str, ...]) -> dict[str, Any]:
        if isinstance(pose, str):
            if pose in path:
                raise CycleError("poses", [*path[path.index(pose) :], pose])
            path, pose = (*path, pose), self[pose]
        found: dict[str, Any] = {}
        for included in pose.includes:
            found.update(self._resolved(included, path))
        found.update(pose)
        return found

    def __repr__(self) -> str:
        return f"<poses {', '.join(self)}>"
