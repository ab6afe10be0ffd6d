"""The world: bodies, what acts on them, and a clock."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from supple.arrays import Array, finite
from supple.dynamics import running
from supple.dynamics.agenda import Agenda
from supple.dynamics.assembly import Rows
from supple.dynamics.bodies.body import Body, Point
from supple.dynamics.bodies.make import body_of, moving
from supple.dynamics.constraints import linear
from supple.dynamics.constraints.path import Tracked, chained, spline
from supple.dynamics.handle import Handle
from supple.dynamics.materials import Material
from supple.dynamics.state import State
from supple.dynamics.structure import Structure
from supple.errors import InputError, UnknownNameError
from supple.motion import Track
from supple.scene import Mesh, Node, Note, Take


class World:
    """Bodies that move by Lagrange's equations, what holds them, and the floor.

    >>> from supple.scene import models
    >>> world = World()
    >>> ball = world.add(models.sphere(), material="rubber", at=(0, 1, 0))
    >>> take = world.run(0.5)
    >>> bool(take.position("sphere")[-1, 1] < 0.9)
    True
    """

    def __init__(
        self,
        *,
        gravity: ArrayLike = (0.0, -9.81, 0.0),
        floor: float | None = 0.0,
        drag: float = 0.0,
        step: float | None = None,
    ) -> None:
        self.gravity = finite(gravity, "gravity", (3,))
        self.floor = floor
        self.drag = float(drag)
        self.bodies: list[Body] = []
        self.handles: list[Handle] = []
        self.state = State.empty()
        self.notes: list[Note] = []
        self.agenda = Agenda()
        self.each_step: list[Callable[[], object]] = []
        self._given_step = step
        self._structure: Structure | None = None
        self._rows: Rows | None = None

    def add(
        self,
        thing: "Node | Mesh | Body",
        *,
        material: "str | Material" = "jelly",
        kind: str = "auto",
        at: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        tilt: float = 0.0,
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        spin: ArrayLike = (0.0, 0.0, 0.0),
        name: str | None = None,
        color: "str | ArrayLike | None" = None,
    ) -> Body:
        """Put something into the world; `tilt` [°] leans it, `velocity` [m/s] and `spin` [rad/s] start it."""
        body = thing
        if not isinstance(body, Body):
            label = name or body.name or f"body{len(self.bodies)}"
            body = body_of(body, material, kind, name=label, at=at, rotation=rotation, tilt=tilt, color=color)
        if any(other.name == body.name for other in self.bodies):
            raise InputError(
                f"there is a body called {body.name!r} already; give this one another name (name=…)"
            )
        v = moving(body, finite(velocity, f"velocity of {body.name!r}", (3,)), finite(spin, "spin", (3,)))
        self.bodies.append(body)
        self.state.q = np.concatenate([self.state.q, body.rest])
        self.state.v = np.concatenate([self.state.v, v])
        self._structure = self._rows = None
        return body

    # ---- constraints --------------------------------------------------------------------------------------

    def nail(self, point: Point, at: ArrayLike | None = None) -> Handle:
        """Hold a point where it is, or at a place [m] where it must be already."""
        return self.constrain(linear.nail(point, self.position(point) if at is None else at))

    def attach(self, a: Point, b: Point) -> Handle:
        """Join two points that are at one place."""
        return self.constrain(linear.attach(a, b))

    def slide(self, point: Point, along: ArrayLike, through: "ArrayLike | Track | None" = None) -> Handle:
        """Keep a point on the line, or with two directions on the plane, through where it is or a given place."""
        return self.constrain(
            linear.slide(point, along, self.position(point) if through is None else through)
        )

    def combine(self, points: "tuple[Point, ...]", weights: ArrayLike, target: "ArrayLike | Track") -> Handle:
        """Hold a weighted sum of points at a place or on a track."""
        return self.constrain(linear.combine(points, weights, target))

    def follow(
        self, point: Point, track: Track, *, start: float | None = None, preroll: float = 0.0
    ) -> Handle:
        """Lead a point along a track; `preroll` seconds bring it there from whatever it is doing (§4.1).

        With `start`, the track begins then [s of the world], and so the preroll a little before.
        """
        path = track if start is None else track.shift(start - track.start)
        handle = Handle(self, linear.follow(point, path))
        begin = path.start - preroll
        if begin <= self.time:
            return self._lead(handle, point, path, preroll)
        self.agenda.add(begin, lambda: self._lead(handle, point, path, preroll))
        return handle

    def _lead(self, handle: Handle, point: Point, path: Track, preroll: float) -> Handle:
        if preroll > 0:
            arrive = self.time + preroll
            lead = spline(
                self.time,
                self.position(point),
                self.velocity(point),
                arrive,
                path(arrive),
                path.velocity(arrive),
            )
            handle.constraint = replace(
                handle.constraint, path=Tracked(chained(lead, path, arrive), linear.ALL)
            )
        return self._joined(handle)

    def constrain(self, constraint: linear.LinearConstraint) -> Handle:
        """Impose a constraint."""
        return self._joined(Handle(self, constraint))

    def _joined(self, handle: Handle) -> Handle:
        for point in handle.constraint.points:
            if point.body not in self.bodies:
                raise InputError(f"{point!r} belongs to a body that is not in this world; add it first")
        self.handles.append(handle)
        self._rows = None
        return handle

    def remove(self, handle: Handle) -> None:
        """Take a constraint out; its points keep the velocity that it gave them."""
        if handle in self.handles:
            self.settle_velocities()
            self.handles.remove(handle)
            self._rows = None

    def assemble(self) -> None:
        """Bring parts that start apart together, by the least motion in the metric of mass."""
        rows = self.rows
        self.state.q += rows.WJ.T @ rows.solve(-rows.gaps(self.state))
        self.settle_velocities()

    def settle_velocities(self) -> None:
        """The impulse that makes velocities agree with the constraints (eq. 9)."""
        rows = self.rows
        if rows.count:
            wanted = rows.targets(np.array([self.time]), 1)[0]
            error = np.where(rows.gamma == 0, wanted - rows.J @ self.state.v, 0.0)
            self.state.v += rows.WJ.T @ rows.solve(error)

    # ---- asking -------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Seconds since the beginning."""
        return self.state.t

    @property
    def structure(self) -> Structure:
        """The bodies, assembled."""
        if self._structure is None:
            self._structure = Structure(self.bodies, self.gravity, self.floor, self.drag)
        return self._structure

    @property
    def rows(self) -> Rows:
        """The constraints that act now, assembled."""
        held = [h for h in self.handles if h.strength_at(self.time) > 0]
        if self._rows is None or self._rows.handles != held or self._rows.stale:
            self._rows = Rows(held, self.structure.starts, self.structure.size)
        return self._rows

    @property
    def step_size(self) -> float:
        """Seconds of one step: given, or fine enough for the stiffest body."""
        return self._given_step or self.structure.step

    def __getitem__(self, name: str) -> Body:
        for body in self.bodies:
            if body.name == name:
                return body
        raise UnknownNameError("body", name, [b.name for b in self.bodies])

    def position(self, point: Point) -> Array:
        """Where a point is now (3,) [m]."""
        return point.position(self.state.q[self.structure.span(point.body)])

    def velocity(self, point: Point) -> Array:
        """How fast a point moves now (3,) [m/s]."""
        here = self.structure.span(point.body)
        return point.velocity(self.state.q[here], self.state.v[here])

    def energy(self) -> float:
        """Kinetic, elastic and potential energy of everything [J]."""
        total = 0.0
        for body in self.bodies:
            here = self.structure.span(body)
            q, v = self.state.q[here], self.state.v[here]
            total += body.energy(q, v) - body.mass * float(self.gravity @ body.center(q))
        return total

    # ---- moving -------------------------------------------------------------------------------------------

    def at(self, time: float, action: Callable[[], object]) -> None:
        """Do something when the clock reaches `time` [s]."""
        if time < self.time - 1e-9:
            raise InputError(f"it is {self.time:.4f} s already; an action at {time} s comes too late")
        self.agenda.add(time, action)

    def on_step(self, action: Callable[[], object]) -> None:
        """Do something after every step."""
        self.each_step.append(action)

    def note(self, text: str) -> None:
        """Mark this moment in the take."""
        self.notes.append(Note(self.time, text))

    def snapshot(self) -> State:
        """The state now, to rewind to."""
        return self.state.copy()

    def rewind(self, state: State) -> None:
        """Go back to a state of this world."""
        if len(state.q) != len(self.state.q):
            raise InputError("that state is of a world with other bodies")
        self.state = state.copy()

    def step(self, count: int = 1) -> None:
        """Advance by steps, doing what is due."""
        running.advance_to(self, self.time + count * self.step_size)

    def run(self, seconds: float, *, fps: float = 60.0, name: str = "take") -> Take:
        """Advance by `seconds` and keep `fps` frames a second of it."""
        return running.run(self, seconds, fps, name)
