"""A moment of a world to come back to: its numbers, what was acting, and what was due.

Generators cannot be copied. A world in which scripts run is brought back by replay: from the moment before the first
script began, with the same scripts, to the moment asked for. Steps are deterministic, so the bytes are the same.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from supple.dynamics.legacy import running
from supple.dynamics.legacy.agenda import Agenda
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.settings import Settings
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.handle import Handle
from supple.dynamics.legacy.state import State
from supple.errors import InputError

if TYPE_CHECKING:
    from supple.dynamics.legacy.world import World

AROUND = "gravity", "floor", "drag", "ground", "_collide", "ignored", "sleep"
MODED = (
    "stiffness", "damping", "rest_amplitude", "volume_stiffness", "active", "still", "drive", "drive_start", "sleep",
)  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class Snapshot:
    """State, constraints, forces, callbacks, agenda, and the scripts under way with the time each began [s]."""

    state: State
    handles: tuple[tuple[Handle, dict[str, Any]], ...]
    forces: tuple[Any, ...]
    each_step: tuple[Any, ...]
    agenda: Agenda
    notes: int
    scripts: tuple[tuple[float, Any], ...]
    around: dict[str, Any]
    """Gravity, floor, drag, ground, whether bodies collide and sleep, and who ignores whom."""
    obstacles: tuple[tuple[Obstacle, dict[str, Any]], ...]
    """With the ground."""
    moded: tuple[dict[str, Any], ...]
    """What is set of the modes of each body that has some."""
    keyed: tuple[dict[Any, Any], dict[Any, Any]]
    """Which bodies are keyed, and how much physics they have."""
    before_scripts: "Snapshot | None"

    def __repr__(self) -> str:
        return f"<moment at {self.t:.4g} s to rewind to>"

    @property
    def t(self) -> float:
        """When it was taken [s]."""
        return self.state.t


def taken(world: "World") -> Snapshot:
    """The world as it is now."""
    return Snapshot(
        world.state.copy(),
        tuple((handle, dict(vars(handle))) for handle in world.handles),
        tuple(world.forces),
        tuple(world.each_step),
        world.agenda.copy(),
        len(world.notes),
        tuple(world.scripts),
        {what: getattr(world, what) for what in AROUND},
        tuple((obstacle, dict(vars(obstacle))) for obstacle in _standing(world)),
        tuple({what: _copied(getattr(body, what)) for what in MODED} for body in _moded(world)),
        ({body: list(handles) for body, handles in world.poses.items()}, dict(world.physics)),
        world.before_scripts,
    )


def restored(world: "World", snapshot: Snapshot) -> None:
    """Bring a world back to a snapshot of its own."""
    if len(snapshot.state.q) != len(world.state.q):
        raise InputError("that snapshot is of a world with other bodies")
    if snapshot.scripts and snapshot.before_scripts is not None:
        _replayed(world, snapshot)
        return
    world.state = snapshot.state.copy()
    world.handles[:] = [handle for handle, _ in snapshot.handles]
    for handle, held in snapshot.handles:
        vars(handle).update(held)
    world.forces[:] = snapshot.forces
    world.each_step[:] = snapshot.each_step
    world.agenda = snapshot.agenda.copy()
    del world.notes[snapshot.notes :]
    world.scripts, world.before_scripts = list(snapshot.scripts), snapshot.before_scripts
    world.poses, world.physics = ({**each} for each in snapshot.keyed)
    for obstacle, stood in snapshot.obstacles:
        vars(obstacle).update(stood)
    for what, value in snapshot.around.items():
        setattr(world, what, value)
    world.obstacles[:] = [obstacle for obstacle, _ in snapshot.obstacles if obstacle is not world.ground]
    for body, settings in zip(_moded(world), snapshot.moded, strict=True):
        for what, value in settings.items():
            if isinstance(value, dict):
                getattr(body, what).update(value)
            else:
                setattr(body, what, value)
    world.forget()


def _standing(world: "World") -> list[Obstacle]:
    return [*([] if world.ground is None else [world.ground]), *world.obstacles]


def _moded(world: "World") -> list[LatticeBody]:
    return [body for body in world.bodies if isinstance(body, LatticeBody)]


def _copied(value: Any) -> Any:
    return dict(value) if isinstance(value, Settings) else value


def _replayed(world: "World", snapshot: Snapshot) -> None:
    for _, script in snapshot.scripts:
        if not callable(script):
            raise InputError(
                "a world with a running generator cannot be rewound; direct it with the function that makes the "
                "generator, world.direct(script), and it is run again"
            )
    assert snapshot.before_scripts is not None
    restored(world, snapshot.before_scripts)
    for time, script in snapshot.scripts:
        running.advance_to(world, time)
        world.direct(script)
    running.advance_to(world, snapshot.t)
