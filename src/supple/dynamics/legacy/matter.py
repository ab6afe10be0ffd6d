"""What a world is made of and where it is now: bodies, their state, and what can be asked of them."""

from os import PathLike
from warnings import warn

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.shapes import Plane, Shape, Surface
from supple.dynamics.legacy.figure import Figure, members
from supple.dynamics.legacy.ignoring import FLOOR, Ignored, Thing, check_known
from supple.dynamics.legacy.integrators.named import integrator as named_integrator
from supple.dynamics.legacy.state import State
from supple.dynamics.legacy.structure import COARSEST, Structure
from supple.errors import InputError, SuppleWarning, UnknownNameError
from supple.motion import Track
from supple.scene import Mesh, Node, Scene


class Matter:
    """Bodies under gravity over a floor, at one moment."""

    def __init__(
        self,
        *,
        gravity: ArrayLike = (0.0, -9.81, 0.0),
        floor: float | None = 0.0,
        drag: float = 0.0,
        step: float | None = None,
        integrator: str = "symplectic",
        tolerance: float = 1e-6,
        ground: "Shape | Obstacle | None" = None,
        collide: bool | None = None,
        sleep: bool = False,
    ) -> None:
        self._structure: Structure | None = None
        self.gravity, self.floor, self.drag = gravity, floor, drag
        self.bodies: list[Body] = []
        self.running = False
        self.state = State.empty()
        self.integrator = named_integrator(integrator, tolerance)
        if step is not None and not (np.isfinite(step) and step > 0):
            raise InputError(
                f"a step of {step} s; give a positive number of seconds, or None for a fitting one"
            )
        self._given_step = step
        self.obstacles: list[Obstacle] = []
        self._ground: Obstacle | None = None
        self._collide = collide
        self._sleep = sleep
        self.ignored: tuple[Ignored, ...] = ()
        """Who passes through whom."""
        if ground is not None:
            self.ground = ground

    @property
    def time(self) -> float:
        """Seconds since the beginning."""
        return self.state.t

    def __getitem__(self, name: str) -> Body:
        for body in self.bodies:
            if body.name == name:
                return body
        raise UnknownNameError("body", name, [b.name for b in self.bodies])

    def position(self, what: "Point | Body | Figure") -> Array:
        """Where a point is now, or the center of mass of a body or a figure (3,) [m]."""
        if isinstance(what, Point):
            return what.position(self._q(what.body))
        bodies = members(what)
        moments = [body.mass * body.center(self._q(body)) for body in bodies]
        return np.asarray(sum(moments) / sum(body.mass for body in bodies))

    def velocity(self, what: "Point | Body | Figure") -> Array:
        """How fast a point moves now, or the center of mass of a body or a figure (3,) [m/s]."""
        if isinstance(what, Point):
            return what.velocity(*self.coordinates(what.body))
        bodies = members(what)
        momenta = [body.momentum(*self.coordinates(body))[0] for body in bodies]
        return np.asarray(sum(momenta) / sum(body.mass for body in bodies))

    def _q(self, body: Body) -> Array:
        if body not in self.structure.starts:
            raise InputError(f"{body.name!r} is not in this world; world.add it first")
        return self.state.q[self.structure.span(body)]

    def coordinates(self, body: Body) -> tuple[Array, Array]:
        """A body's own q (nq,) and v (nv,) now."""
        return self._q(body), self.state.v[self.structure.v_span(body)]

    def energy(self) -> float:
        """Kinetic, elastic and potential energy of everything [J]."""
        total = 0.0
        for body in self.bodies:
            q, v = self.coordinates(body)
            total += body.energy(q, v) - body.mass * float(self.gravity @ body.center(q))
        return total

    @property
    def structure(self) -> Structure:
        """The bodies, assembled."""
        if self._structure is None:
            ground = [] if self._ground is None else [self._ground]
            floor = self.floor if self._ground is None else None
            self._structure = Structure(
                self.bodies, self.gravity, floor, self.drag, [*ground, *self.obstacles], self.collide
            )
        return self._structure

    # ---- what stands around -------------------------------------------------------------------------------

    @property
    def gravity(self) -> Array:
        """(3,) [m/s²]; it may be given anew at any time, like all that follows."""
        return self._gravity

    @gravity.setter
    def gravity(self, gravity: ArrayLike) -> None:
        self._gravity = finite(gravity, "gravity", (3,)).copy()
        self._gravity.flags.writeable = False
        self.forget()

    @property
    def floor(self) -> float | None:
        """Height of the level floor [m]; None: there is none."""
        return self._floor

    @floor.setter
    def floor(self, floor: float | None) -> None:
        self._floor = None if floor is None else float(finite(floor, "floor", ()))
        self.forget()

    @property
    def drag(self) -> float:
        """Share of every velocity that the air takes a second [1/s]."""
        return self._drag

    @drag.setter
    def drag(self, drag: float) -> None:
        self._drag = float(finite(drag, "drag", ()))
        self.forget()

    @property
    def ground(self) -> Obstacle | None:
        """What lies under everything instead of the level floor: a shape, or an obstacle; None: the floor."""
        return self._ground

    @ground.setter
    def ground(self, ground: "Shape | Obstacle | None") -> None:
        given = Obstacle(ground, name="ground") if isinstance(ground, Shape) else ground
        if given is not None and not isinstance(given, Obstacle):
            raise InputError(
                f"ground is {ground!r}; give a shape such as a HeightField, an Obstacle, or None"
            )
        self._ground = given
        if given is not None:
            given.world = self
        self.forget()

    @property
    def passes_through(self) -> bool:
        """Whether somebody said that bodies pass through each other."""
        return self._collide is False

    @property
    def collide(self) -> bool:
        """Whether bodies touch each other: as was said, else wherever the one step runs."""
        return self.runs_on_one_step if self._collide is None else self._collide

    @collide.setter
    def collide(self, collide: bool | None) -> None:
        self._collide = collide
        self.forget()

    @property
    def sleep(self) -> bool:
        """Whether heaps that lie still are left out of the steps, until something disturbs them."""
        return self._sleep

    @sleep.setter
    def sleep(self, sleep: bool) -> None:
        self._sleep = sleep

    def ignore(self, a: Thing, b: Thing) -> Ignored:
        """Let two things pass through each other from now on; `release()` of what this gives lets them touch again.

        Each is a body, a figure, an obstacle, a name or a pattern of names, or several of these: a group. A pattern
        also stands for what comes later. Obstacles may be ignored where the one step runs.

        >>> from supple.dynamics import World
        >>> from supple.scene import models
        >>> world = World()
        >>> for k in range(3):
        ...     ball = models.sphere(radius=0.1)
        ...     crumb = world.add(ball, kind="rigid", at=(0, 0.1 + 0.05 * k, 0), name=f"crumb{k}")
        >>> pair = world.ignore("crumb*", "crumb*")
        >>> world.step(240)
        >>> sorted({contact.a for contact in world.contacts()})
        ['floor']
        """
        floor = [] if self.floor is None else [Obstacle(Plane(), name=FLOOR)]
        for thing in (a, b):
            check_known(
                thing, self.bodies, [*floor, *([self.ground] if self.ground else []), *self.obstacles]
            )
        found = Ignored(self, a, b)
        self.ignored = (*self.ignored, found)
        return found

    @property
    def runs_on_one_step(self) -> bool:
        """Whether all that is here runs on the one step; see `legacy.one_step`."""
        return False

    def obstacle(
        self,
        thing: "Shape | Mesh | Node | Scene | str | PathLike[str]",
        *,
        at: "ArrayLike | Track" = (0.0, 0.0, 0.0),
        rotation: "ArrayLike | Track" = (0.0, 0.0, 0.0, 1.0),
        belt: ArrayLike = (0.0, 0.0, 0.0),
        friction: float | None = None,
        bounce: float | None = None,
        stiffness: float = np.inf,
        damping: float = 0.0,
        color: "str | ArrayLike | None" = None,
        name: str | None = None,
    ) -> Obstacle:
        """Put a shape, a mesh, or all meshes of a node or a file in the way of bodies; `release()` takes it away.

        A mesh may be open: stairs, a room, terrain. What goes along a track, or is set between steps (`at`,
        `rotation`), pushes as it goes; `belt` [m/s], in its own frame, is how the surface of a conveyor runs.

        >>> from supple.dynamics import World
        >>> from supple.scene import Mesh, models
        >>> world = World(floor=None, step=1 / 480)
        >>> slope = Mesh.of([(-1, 0.5, -1), (-1, 0.5, 1), (1, -0.5, 1), (1, -0.5, -1)], [(0, 1, 2), (0, 2, 3)])
        >>> ramp = world.obstacle(slope, friction=1.0)
        >>> ball = world.add(models.sphere(), kind="rigid", material="wood", at=(-0.5, 0.6, 0))
        >>> world.step(240)
        >>> [contact.a for contact in world.contacts()]
        ['surface0']
        """
        shape = self._shape(thing)
        own = thing.name if isinstance(thing, Mesh | Node) else ""
        label = name or own or f"{type(shape).__name__.lower()}{len(self.obstacles)}"
        found = Obstacle(
            shape, at, rotation, friction, bounce, stiffness, damping, color, label, belt=belt, world=self
        )
        self.obstacles.append(found)
        self.forget()
        return found

    def _shape(self, thing: "Shape | Mesh | Node | Scene | str | PathLike[str]") -> Shape:
        """What stands in the way, of whatever was given."""
        if isinstance(thing, Mesh | Node | Scene):
            return Surface.of(thing)
        if isinstance(thing, Shape):
            return thing
        raise InputError(
            f"cannot put {thing!r} in the way; give a shape (Plane, HeightField, Box, Sphere, Capsule, …), a mesh, a "
            "node, a scene, or the path of a file"
        )

    def displaced(self, obstacle: Obstacle, was: Array | None) -> None:
        """An obstacle has changed; `was`: where it stood (7,), if it has been put somewhere else."""
        self.forget()

    @property
    def step_size(self) -> float:
        """Seconds of one step: given, or fine enough for the stiffest body."""
        if self._given_step is not None:
            return self._given_step
        return 1 / COARSEST if self.integrator.bounded else self.structure.step

    def include(self, body: Body, v: Array) -> None:
        """Take a body in, where it was put, moving with v (nv,)."""
        if any(other.name == body.name for other in self.bodies):
            raise InputError(
                f"there is a body called {body.name!r} already; give this one another name (name=…)"
            )
        if self.running:
            raise InputError(
                f"{body.name!r} cannot join at {self.time:.3f} s, while the world runs: a take has the same bodies "
                "from its first frame to its last. Add it before and nail it, or end the run here and begin another"
            )
        collided = self._collide is None and len(self.bodies) > 0 and self.runs_on_one_step
        self.bodies.append(body)
        self.state.q = np.concatenate([self.state.q, body.rest])
        self.state.v = np.concatenate([self.state.v, v])
        self.forget()
        if collided and not self.runs_on_one_step:
            warn(
                f"{body.name!r}, of kind {body.kind!r}, does not run on the one step yet: from now on this world "
                "takes the general path, slower, and its bodies pass through each other. Say world.collide = True "
                "if they are to touch, or False if not",
                SuppleWarning,
                stacklevel=3,
            )

    def forget(self) -> None:
        """Drop what was assembled; it is made anew when it is needed."""
        self._structure = None
