"""Pose graphs: a machine whose states are shapes, each held for a time (Faloutsos et al. 1997, fig. 10, §6.1).

Q_u = −(C (γ − u) + D γ̇)    u: amplitudes of the pose that is active;  C, D: diagonal

A pose need not be reached: weight, the floor and the body's own stiffness have a say. By "rest" the pose moves the
rest amplitudes of the body instead, and its own stiffness does the work.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.drive import Drive
from supple.dynamics.legacy.script import Behavior, Stopped
from supple.errors import FileError, InputError, UnknownNameError
from supple.files import written_beside

By = Literal["force", "rest"]
STAY = -1
"""After a pose with this next, it stays."""
STRENGTH = 4.0
"""C of a mode over the stiffness that the body has in it."""
CRITICAL = 0.7
"""D of a mode over the damping at which it would not swing."""


class PoseGraph:
    """Poses {mode: amplitude} and the time that each stays active [s]; what a pose does not name is 0.

    `next` says which pose follows each, by number, −1 for none; unless given it is a cycle, or a chain whose last
    pose stays if not `cyclic`. C = `strength` × the body's own stiffness in the mode, and D is `ratio` × critical, so
    that one graph drives bodies of any size and material.

    >>> hop = PoseGraph([{"squash.y": 0.3}, {"squash.y": -0.2, "shear.x": 0.1}], times=[0.25, 0.15])
    >>> hop.modes, hop.amplitudes.tolist(), hop.period
    (('shear.x', 'squash.y'), [[0.0, 0.3], [0.1, -0.2]], 0.4)
    >>> PoseGraph([{"squash.y": 0.3}, {}], times=[0.25, 0.15], cyclic=False).next
    (1, -1)
    """

    def __init__(
        self,
        poses: Sequence[Mapping[str, float]],
        times: ArrayLike,
        *,
        cyclic: bool = True,
        next: Sequence[int] | None = None,
        by: By = "force",
        strength: float = STRENGTH,
        ratio: float = CRITICAL,
    ) -> None:
        self.poses = tuple(_pose(i, pose) for i, pose in enumerate(poses))
        if not self.modes:
            raise InputError("a pose graph needs poses that name modes, such as [{'squash.y': 0.3}, {}]")
        self.times = finite(times, "times of the poses", (len(self.poses),)).copy()
        if not (self.times > 0).all():
            raise InputError(f"times of the poses are {self.times.tolist()} s; all must be positive")
        self.next = _following(len(self.poses), cyclic, next)
        if by not in get_args(By):
            raise UnknownNameError("way to drive", by, get_args(By))
        for name, value in (("strength", strength), ("ratio", ratio)):
            if not 0 < value < np.inf:
                raise InputError(f"{name} of a pose graph is {value}; it must be positive")
        self.by, self.strength, self.ratio = by, float(strength), float(ratio)

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """The modes that its poses name, in order of the alphabet."""
        return tuple(sorted({name for pose in self.poses for name in pose}))

    @property
    def amplitudes(self) -> Array:
        """Every pose over the modes, (P, modes)."""
        return np.array([[pose.get(name, 0.0) for name in self.modes] for pose in self.poses])

    @property
    def period(self) -> float:
        """How long the cycle lasts that it ends up in [s]; infinite if it comes to rest."""
        at, seen = 0, list[int]()
        while at != STAY and at not in seen:
            seen.append(at)
            at = self.next[at]
        return np.inf if at == STAY else float(sum(self.times[k] for k in seen[seen.index(at) :]))

    def changed(self, amplitudes: ArrayLike, times: ArrayLike) -> "PoseGraph":
        """The same graph with other poses (P, modes) and times (P,) [s]."""
        rows = finite(amplitudes, "amplitudes", (len(self.poses), len(self.modes)))
        poses = [dict(zip(self.modes, row.tolist(), strict=True)) for row in rows]
        return PoseGraph(poses, times, next=self.next, by=self.by, strength=self.strength, ratio=self.ratio)

    # ---- driving --------------------------------------------------------------------------------------------

    def on(self, body: LatticeBody) -> Drive:
        """What it does to a body, as rollouts read it; naming a mode that is not active is refused."""
        places = [_place(body, name) for name in self.modes]
        poses = np.zeros((len(self.poses), len(body.modes)))
        poses[:, places] = self.amplitudes
        C, D = np.zeros((2, len(body.modes)))
        K = body.stiffness.at(0.0)[places]
        mass = np.diag(body.mass_matrix(body.rest))[6:][places]
        C[places] = self.strength * K
        D[places] = self.ratio * 2 * np.sqrt(mass * (K + C[places]))
        return Drive(poses, self.times, np.array(self.next, dtype=np.int64), self.by == "rest", C, D)

    def drive(self, body: LatticeBody) -> Behavior[None]:
        """Drive a body from now on: `world.direct(graph.drive(body))`; a cycle until it is stopped.

        A chain ends when its last pose begins, which the body then keeps.
        """
        asked = self.on(body)
        now = yield "now"
        body.driven(asked, start=float(now.time))
        time, at = now.time, 0
        try:
            while self.next[at] != STAY:
                time += Fraction(float(self.times[at]))
                at = self.next[at]
                yield time
        except Stopped:
            body.driven(None)
            raise

    # ---- files ----------------------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """Plain lists and numbers."""
        return {
            "poses": [dict(pose) for pose in self.poses],
            "times": self.times.tolist(),
            "next": list(self.next),
            "by": self.by,
            "strength": self.strength,
            "ratio": self.ratio,
        }

    def save(self, path: "str | Path") -> None:
        """Write it as JSON; equal graphs give equal bytes."""
        with written_beside(path) as draft:
            draft.write_text(json.dumps(self.as_dict(), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: "str | Path") -> "PoseGraph":
        """Read what `save` wrote."""
        try:
            return cls(**json.loads(Path(path).read_text(encoding="utf-8")))
        except OSError as error:
            raise FileError(f"cannot read the pose graph {str(path)!r}: {error.strerror}") from error
        except (ValueError, TypeError, AttributeError) as error:
            raise FileError(f"{str(path)!r} holds no pose graph: {error}") from error


def _pose(number: int, pose: object) -> dict[str, float]:
    if not isinstance(pose, Mapping):
        raise InputError(f"pose {number} is {pose!r}; give amplitudes by mode, such as {{'squash.y': 0.3}}")
    values = finite(list(pose.values()), f"pose {number}", (len(pose),))
    return dict(zip(map(str, pose), values.tolist(), strict=True))


def _following(count: int, cyclic: bool, next: Sequence[int] | None) -> tuple[int, ...]:
    """Which pose follows each."""
    if next is None:
        return (*range(1, count), 0 if cyclic else STAY)
    if len(next) != count or not all(STAY <= k < count for k in next):
        raise InputError(f"next is {list(next)}; for each of {count} poses give a pose 0 … {count - 1} or −1")
    return tuple(int(k) for k in next)


def _place(body: LatticeBody, name: str) -> int:
    if name not in body.modes:
        raise UnknownNameError(f"mode of {body.name!r}:", name, body.modes)
    if name not in body.active:
        raise InputError(
            f"the pose graph names {name!r}, which is passive in {body.name!r}: only active modes can be driven. "
            f"Active are: {', '.join(body.active) or 'none'}; make it active, or take it out of the poses"
        )
    return body.modes.index(name)
