"""The world: bodies, what acts on them, and a clock."""

from collections.abc import Callable
from os import PathLike
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from supple.arrays import Array, finite
from supple.dynamics import running
from supple.dynamics.agenda import Agenda
from supple.dynamics.assembly import Rows
from supple.dynamics.bodies.body import Body, Point
from supple.dynamics.bodies.linear import LinearBody
from supple.dynamics.bodies.make import body_of, moving
from supple.dynamics.constraints import linear
from supple.dynamics.constraints.constraint import Constraint
from supple.dynamics.constraints.distance import distance
from supple.dynamics.constraints.path import chained, spline
from supple.dynamics.figure import LIMB, Figure, holds, limbs, material_point
from supple.dynamics.forces.force import Force
from supple.dynamics.handle import Handle
from supple.dynamics.integrators.ending import kicked, project, settle
from supple.dynamics.integrators.named import integrator as named_integrator
from supple.dynamics.integrators.symplectic import Symplectic
from supple.dynamics.materials import Material
from supple.dynamics.pose import KeyedMotion, led, pose_points, weakened
from supple.dynamics.script import Behavior, Performance
from supple.dynamics.snapshot import Snapshot, restored, taken
from supple.dynamics.state import State
from supple.dynamics.striding import system_of
from supple.dynamics.structure import COARSEST, Structure
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.scene import Mesh, Node, Note, Scene, Take


class World:
    """Bodies that move by Lagrange's equations, what holds them, and the floor.

    >>> from supple.scene import models
    >>> world = World()
    >>> ball = world.add(models.sphere(), material="rubber", at=(0, 1, 0))
    >>> take = world.run(0.5)
    >>> bool(take.position("sphere")[-1, 1] < 0.9)
    True
    """

    load: "ClassVar[Callable[..., Scene] | None]" = None
    """Reads a model from a file; the root package fills it."""

    def __init__(
        self,
        *,
        gravity: ArrayLike = (0.0, -9.81, 0.0),
        floor: float | None = 0.0,
        drag: float = 0.0,
        step: float | None = None,
        integrator: str = "symplectic",
        tolerance: float = 1e-6,
    ) -> None:
        self.gravity = finite(gravity, "gravity", (3,))
        self.floor = floor
        self.drag = float(drag)
        self.bodies: list[Body] = []
        self.handles: list[Handle] = []
        self.state = State.empty()
        self.notes: list[Note] = []
        self.agenda = Agenda()
        self.forces: list[Force] = []
        self.poses: dict[Body, list[Handle]] = {}
        self._physics: dict[Body, float | Track] = {}
        self.each_step: list[Callable[[], object]] = []
        self.scripts: list[tuple[float, Any]] = []
        self.before_scripts: Snapshot | None = None
        self.integrator = named_integrator(integrator, tolerance)
        self._given_step = step
        self._structure: Structure | None = None
        self._rows: Rows | None = None

    def add(
        self,
        thing: "Node | Mesh | Scene | Body | str | PathLike[str]",
        *,
        material: "str | Material | None" = None,
        kind: str = "auto",
        at: ArrayLike | None = None,
        rotation: ArrayLike | None = None,
        tilt: float = 0.0,
        velocity: ArrayLike = (0.0, 0.0, 0.0),
        spin: ArrayLike = (0.0, 0.0, 0.0),
        name: str | None = None,
        color: "str | ArrayLike | None" = None,
    ) -> Any:
        """Put something into the world; `tilt` [°] leans it, `velocity` [m/s] and `spin` [rad/s] start it.

        Gives a `Body`, or a `Figure` for a tree of several meshes. A path is loaded first.
        """
        if isinstance(thing, str | PathLike):
            if World.load is None:
                raise InputError(f"cannot load {str(thing)!r} here: use supple.World, or load it first")
            thing = World.load(thing)
        if isinstance(thing, Scene):
            thing = (
                thing.nodes[0]
                if len(thing.nodes) == 1
                else Node(name or "figure", children=thing.copy().nodes)
            )
        if isinstance(thing, Node) and sum(node.mesh is not None for node in thing.walk()) > 1:
            return self._figure(thing, material or LIMB, kind, at, rotation, name)
        body = thing
        if not isinstance(body, Body):
            label = name or body.name or f"body{len(self.bodies)}"
            body = body_of(
                body, material or "jelly", kind, name=label, at=at, rotation=rotation, tilt=tilt, color=color
            )
        if any(other.name == body.name for other in self.bodies):
            raise InputError(
                f"there is a body called {body.name!r} already; give this one another name (name=…)"
            )
        v = moving(body, finite(velocity, f"velocity of {body.name!r}", (3,)), finite(spin, "spin", (3,)))
        body.world = self
        self.bodies.append(body)
        self.state.q = np.concatenate([self.state.q, body.rest])
        self.state.v = np.concatenate([self.state.v, v])
        self._structure = self._rows = None
        return body

    def _figure(
        self,
        tree: Node,
        material: "str | Material",
        kind: str,
        at: ArrayLike | None,
        rotation: ArrayLike | None,
        name: str | None,
    ) -> Figure:
        """A body for each mesh of a tree, joined as its joints say: balls at a point, hinges along their axis."""
        tree = tree.copy().place(translation=at, rotation=rotation)
        figure = Figure(name or tree.name)
        taken = {body.name for body in self.bodies}
        for limb in limbs(tree):
            part = limb.node.name
            label = part if part not in taken else f"{figure.name}.{part}"
            body = figure.bodies[part] = self.add(limb.node, material=material, kind=kind, name=label)
            if limb.parent is not None:
                parent, size = (
                    figure.bodies[limb.parent],
                    float(np.ptp(limb.node.surface.vertices, axis=0).max()),
                )
                figure.joints[part] = [
                    self.attach(
                        material_point(parent, f"joint {part}", hold), material_point(body, "joint", hold)
                    )
                    for hold in holds(limb, size)
                ]
        return figure

    def push(self, force: Force) -> Force:
        """Let a force act from now on; see `supple.dynamics.forces`."""
        self.forces.append(force)
        return force

    def pose(self, body: Body, clip: Clip) -> None:
        """Lead all of a body by the keyed motion of its node; `physics` says how much of it is simulated."""
        for handle in self.poses.pop(body, []):
            handle.release()
        keyed = KeyedMotion(body, clip)
        points = pose_points(body)
        tracks = [keyed.of(point.rest) for point in points]
        if isinstance(body, LinearBody):
            q, v = self.structure.span(body), self.structure.v_span(body)
            self.state.q[q], self.state.v[v] = led(body, points, tracks, self.time)
        self.poses[body] = [
            self.constrain(linear.follow(p, track)) for p, track in zip(points, tracks, strict=True)
        ]

    def set_physics(self, body: Body, physics: "float | Track") -> None:
        """How much of a keyed body is simulated: 0 keyed, 1 simulated, or a track."""
        if body not in self.poses:
            raise InputError(
                f"{body.name!r} is not keyed, so all of it is simulated; lead it first: body.follow(clip)"
            )
        self._physics[body] = physics
        for handle in self.poses[body]:
            handle.strength = weakened(physics)

    def physics_of(self, body: Body) -> "float | Track":
        """How much of a body is simulated."""
        return self._physics.get(body, 0.0 if body in self.poses else 1.0)

    # ---- constraints --------------------------------------------------------------------------------------

    def nail(self, point: Point, at: ArrayLike | None = None) -> Handle:
        """Hold a point where it is, or at a place [m] where it must be already."""
        return self.constrain(linear.nail(point, self.position(point) if at is None else at))

    def attach(self, a: Point, b: Point) -> Handle:
        """Join two points that are at one place."""
        return self.constrain(linear.attach(a, b))

    def keep_apart(self, a: Point, b: Point, length: float | None = None) -> Handle:
        """Hold two points at a distance [m], as a rod would: the one given, or the one they have."""
        now = float(np.linalg.norm(self.position(a) - self.position(b)))
        return self.constrain(distance(a, b, now if length is None else length))

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
            arrive = max(self.time + preroll, path.start + 1e-9)
            lead = spline(
                self.time,
                self.position(point),
                self.velocity(point),
                arrive,
                path(arrive),
                path.velocity(arrive),
            )
            handle.constraint = linear.follow(point, chained(lead, path, arrive))
        return self._joined(handle)

    def constrain(self, constraint: Constraint) -> Handle:
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
        if self.constant:
            rows = self.rows
            rows.soften(self.time, self.step_size)
            apart = np.where(rows.gamma == 0, rows.gaps(self.state), 0.0)
            self.state.q += rows.WJ.T @ rows.solve(-apart)
        else:
            system = system_of(self, self.held, self.step_size)
            self.state.q = project(system, self.state.q, self.time)
        self.settle_velocities()

    def settle_velocities(self) -> None:
        """The impulse that makes velocities agree with the constraints (eq. 9)."""
        if not self.constant:
            system = system_of(self, self.held, self.step_size)
            self.state.v = settle(system, self.state.q, self.state.v, self.time)[0]
            return
        rows = self.rows
        if rows.count:
            wanted = rows.targets(np.array([self.time]), 1)[0]
            error = np.where(rows.gamma == 0, wanted - rows.J @ self.state.v, 0.0)
            self.state.v += rows.WJ.T @ rows.solve(error)

    def kick(self, point: Point, velocity: ArrayLike) -> None:
        """Change the velocity of a point at once by so much [m/s]; what it is joined to takes its share (eq. 9)."""
        change = finite(velocity, f"kick of {point!r}", (3,))
        held = [h for h in self.handles if h.strength_at(self.time) >= 1]
        held.append(Handle(self, linear.nail(point, self.position(point))))
        if not self.constant:
            system = system_of(self, held, self.step_size)
            self.state.v = kicked(system, self.state.q, self.state.v, self.time, change)
            return
        rows = self._assembled(held)
        if rows.redundant():
            raise InputError(f"{point!r} is held; it cannot be kicked")
        error = np.zeros(rows.count)
        error[-3:] = change
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
    def held(self) -> list[Handle]:
        """The constraints that act now."""
        return [h for h in self.handles if h.strength_at(self.time) > 0]

    @property
    def constant(self) -> bool:
        """Whether no matrix changes while the structure stands."""
        return self.structure.constant and all(h.constraint.constant for h in self.handles)

    @property
    def compiled(self) -> bool:
        """Whether the compiled loop can run all of it; one rigid body or distance, and the general path does."""
        plain = not any(b.paper_damping for b in self.structure.linear)
        return plain and self.constant and isinstance(self.integrator, Symplectic)

    @property
    def rows(self) -> Rows:
        """The constraints that act now, assembled."""
        held = self.held
        if self._rows is None or self._rows.handles != held or self._rows.stale:
            self._rows = self._assembled(held)
        return self._rows

    def _assembled(self, handles: list[Handle]) -> Rows:
        return Rows(handles, self.structure.starts, self.structure.size)

    @property
    def step_size(self) -> float:
        """Seconds of one step: given, or fine enough for the stiffest body."""
        coarsest = 1 / COARSEST if self.integrator.bounded else self.structure.step
        return self._given_step or coarsest

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
        q, v = self.coordinates(point.body)
        return point.velocity(q, v)

    def coordinates(self, body: Body) -> tuple[Array, Array]:
        """A body's own q (nq,) and v (nv,) now."""
        return self.state.q[self.structure.span(body)], self.state.v[self.structure.v_span(body)]

    def energy(self) -> float:
        """Kinetic, elastic and potential energy of everything [J]."""
        total = 0.0
        for body in self.bodies:
            q, v = self.coordinates(body)
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

    def direct(self, script: "Callable[[World], Behavior[Any]] | Behavior[Any]") -> Performance:
        """Let a script run with the world from now on: a generator function of the world; see `supple.control`."""
        if not self.scripts:
            self.before_scripts = taken(self)
        self.scripts.append((self.time, script))
        return Performance(self, script)

    def note(self, text: str) -> None:
        """Mark this moment in the take."""
        self.notes.append(Note(self.time, text))

    def snapshot(self) -> Snapshot:
        """This moment, to rewind to."""
        return taken(self)

    def rewind(self, moment: Snapshot) -> None:
        """Go back to a moment of this world; what a running script did since it began is done again."""
        restored(self, moment)

    def forget(self) -> None:
        """Drop what was assembled; it is made anew when it is needed."""
        self._structure = self._rows = None

    def step(self, count: int = 1) -> None:
        """Advance by steps, doing what is due."""
        running.advance_to(self, self.time + count * self.step_size)

    def run(self, seconds: float, *, fps: float = 60.0, name: str = "take") -> Take:
        """Advance by `seconds` and keep `fps` frames a second of it."""
        return running.run(self, seconds, fps, name)
