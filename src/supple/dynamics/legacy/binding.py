"""What acts on bodies: constraints through points, forces, and impulses (Witkin & Welch 1990, §3)."""

from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.dynamics.legacy import kicking
from supple.dynamics.legacy.assembly import Rows
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.constraints import linear
from supple.dynamics.legacy.constraints.constraint import Constraint
from supple.dynamics.legacy.constraints.distance import distance
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.figure import Figure
from supple.dynamics.legacy.forces.force import Force
from supple.dynamics.legacy.handle import Handle
from supple.dynamics.legacy.integrators.ending import project, settle
from supple.dynamics.legacy.integrators.symplectic import Symplectic
from supple.dynamics.legacy.matter import Matter
from supple.dynamics.legacy.one_step import OneStep, fits
from supple.dynamics.legacy.striding import system_of
from supple.errors import InputError
from supple.motion import Track


class Binding(Matter):
    """Bodies, what holds them, and what pushes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.handles: list[Handle] = []
        self.forces: list[Force] = []
        self._rows: Rows | None = None
        self._fits: bool | None = None
        self._one_step: OneStep | None = None
        self.agreed: list[Handle] = []
        """The constraints that were last found to agree, where their Jacobians change."""

    def push(self, force: Force) -> Force:
        """Let a force act from now on; see `supple.dynamics.legacy.forces`."""
        self.forces.append(force)
        return force

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

    def constrain(self, constraint: Constraint, *, spare: bool = False) -> Handle:
        """Impose a constraint; a `spare` one may follow from others, as the fourth point of a rigid body does."""
        handle = Handle(self, constraint)
        handle.redundant = spare
        return self.impose(handle)

    def impose(self, handle: Handle) -> Handle:
        """Let a handle's constraint act from now on."""
        for point in handle.constraint.points:
            if point.body not in self.bodies:
                raise InputError(f"{point!r} belongs to a body that is not in this world; add it first")
        self.handles.append(handle)
        self._rows = self._fits = None
        return handle

    def remove(self, handle: Handle) -> None:
        """Take a constraint out; its points keep the velocity that it gave them."""
        if handle in self.handles:
            self.settle_velocities()
            self.handles.remove(handle)
            self._rows = self._fits = None

    # ---- impulses -----------------------------------------------------------------------------------------

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
        rows.soften(self.time, self.step_size)
        if rows.count:
            wanted = rows.targets(np.array([self.time]), 1)[0]
            error = np.where(rows.gamma == 0, wanted - rows.J @ self.state.v, 0.0)
            self.state.v += rows.WJ.T @ rows.solve(error)

    def kick(
        self,
        what: "Point | Body | Figure",
        velocity: "ArrayLike | None" = None,
        *,
        impulse: "ArrayLike | None" = None,
        at: "Point | ArrayLike | str | None" = None,
    ) -> None:
        """Strike a point, a body or a figure: its velocity changes at once by so much [m/s], or by an impulse [N s].

        A body or a figure gets it at its center of mass, so that all of it gains the same velocity and none of it
        turns; `at` names a point of it, or a place, that is struck instead. What it is joined to takes its share,
        and what holds exactly holds on (Witkin & Welch 1990, eq. 9).

        >>> from supple.dynamics import World
        >>> from supple.scene import models
        >>> world = World(floor=None, gravity=(0, 0, 0))
        >>> ball = world.add(models.sphere(), at=(0, 1, 0))
        >>> world.kick(ball, (0, 0, 2))
        >>> world.velocity(ball.point("top")).round(9) + 0.0
        array([0., 0., 2.])
        >>> world.kick(ball, impulse=(0, 0, -2 * ball.mass), at="top")
        >>> world.velocity(ball).round(9) + 0.0
        array([0., 0., 0.])
        """
        kicking.kick(self, what, velocity, impulse, at)

    # ---- asking -------------------------------------------------------------------------------------------

    @property
    def held(self) -> list[Handle]:
        """The constraints that act in the step that begins now: with the strength that they have at its end."""
        end = self.time + self.step_size
        return [h for h in self.handles if h.strength_at(end) > 0]

    @property
    def led_until(self) -> float:
        """Until when the tracks of all that acts now say where to be [s]."""
        constraints = [h.constraint for h in self.held]
        ends = [c.path.end for c in constraints if isinstance(c, linear.LinearConstraint)]
        return min(ends, default=float("inf"))

    @property
    def constant(self) -> bool:
        """Whether no matrix changes while the structure stands."""
        return self.structure.constant and all(h.constraint.constant for h in self.handles)

    @property
    def compiled(self) -> bool:
        """Whether the compiled loop can run it all; one rigid body, distance or obstacle goes the general path."""
        plain = not any(b.paper_damping for b in self.structure.linear)
        flat = self.structure.flat
        return plain and flat and self.constant and isinstance(self.integrator, Symplectic)

    @property
    def runs_on_one_step(self) -> bool:
        """Whether all that is here runs on the one step; see `legacy.one_step`."""
        if self._fits is None:
            self._fits = fits(self)
        return self._fits

    @property
    def one_step(self) -> "OneStep | None":
        """The one step of this world, if all that is in it runs on that."""
        if not self.runs_on_one_step:
            return None
        if self._one_step is None or self._one_step.contacts is not self.state.contacts:
            self._one_step = OneStep(self)
        return self._one_step

    @property
    def rows(self) -> Rows:
        """The constraints that act now, assembled."""
        held = self.held
        if self._rows is None or self._rows.handles != held or self._rows.stale:
            self._rows = self._assembled(held)
        return self._rows

    def _assembled(self, handles: list[Handle]) -> Rows:
        return Rows(handles, self.structure.starts, self.structure.size)

    def displaced(self, obstacle: Obstacle, was: Array | None) -> None:
        """What is put somewhere else while the one step runs goes there in the next step, and pushes."""
        if was is not None and self._one_step is not None and self.time > 0:
            if obstacle.stood is not None:
                return
            obstacle.stood = was
        self.forget()

    def forget(self) -> None:
        """Drop what was assembled; it is made anew when it is needed."""
        super().forget()
        self._rows = self._fits = self._one_step = None
