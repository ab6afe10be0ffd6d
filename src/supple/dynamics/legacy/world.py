"""The world: bodies, what acts on them, and a clock."""

from collections.abc import Callable
from os import PathLike
from typing import Any, ClassVar, Protocol

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy import running
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.make import body_of
from supple.dynamics.legacy.constraints.linear import attach
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.shapes import Shape
from supple.dynamics.legacy.describing import world_line
from supple.dynamics.legacy.figure import LIMB, Figure, built, holds, limbs, material_point
from supple.dynamics.legacy.ignoring import Thing
from supple.dynamics.legacy.integrators.impulsive import ImpulsiveIntegrator
from supple.dynamics.legacy.leading import Leading
from supple.dynamics.legacy.link_figure import LinkFigure, figure_of
from supple.dynamics.legacy.script import Behavior, Performance
from supple.dynamics.legacy.seam import at_zero
from supple.dynamics.legacy.snapshot import Snapshot, restored, taken
from supple.dynamics.legacy.touching import Contact
from supple.errors import InputError
from supple.kinematics.skeleton import Skeleton
from supple.scene import Mesh, Node, Scene, Take, one_skin

AHEAD = 3
"""Steps that are looked ahead for the slope of a path; fewer where a track ends before."""

PUBLIC = (
    "add", "assemble", "at", "attach", "bodies", "collide", "combine", "constrain", "contacts", "coordinates",
    "direct", "drag", "energy", "floor", "follow", "forces", "gravity", "ground", "handles", "ignore", "ignored",
    "keep_apart", "kick", "let_go", "nail", "note", "notes", "obstacle", "obstacles", "on_step", "position", "push",
    "rewind", "run", "sleep", "slide", "snapshot", "state", "step", "step_size", "time", "velocity",
)  # fmt: skip
"""What `dir(world)` lists; all else is there for the rest of the package, and may change."""


class HasSkeleton(Protocol):
    """A character, or a scene of a robot: what hangs on joints in it."""

    skeleton: Any


class World(Leading):
    """Bodies that move by Lagrange's equations, what holds them, and the floor.

    gravity [m/s²]; floor: its height [m], or None; drag: share of every velocity that the air takes a second [1/s];
    step [s]: as fine as the stiffest body needs, unless given; integrator: "symplectic", "implicit", "rk4", "rk45"
    (to a `tolerance`) or "explicit". ground: a shape instead of the level floor, such as a height field; collide:
    whether bodies touch each other, except those that are joined, or parts of one figure. sleep: whether heaps that
    lie still are left out of the steps until something touches, pushes or changes them.

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
        ground: "Shape | Obstacle | None" = None,
        collide: bool | None = None,
        sleep: bool = False,
    ) -> None:
        super().__init__(
            gravity=gravity, floor=floor, drag=drag, step=step, integrator=integrator, tolerance=tolerance,
            ground=ground, collide=collide, sleep=sleep,
        )  # fmt: skip
        self.scripts: list[tuple[float, Any]] = []
        self.before_scripts: Snapshot | None = None

    def __repr__(self) -> str:
        return world_line(self)

    def __dir__(self) -> list[str]:
        return sorted(PUBLIC)

    # ---- bodies -------------------------------------------------------------------------------------------

    def add(
        self,
        thing: "Node | Mesh | Scene | Body | Skeleton | HasSkeleton | str | PathLike[str]",
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
        hung: str | None = None,
    ) -> Any:
        """Put something into the world; `tilt` [°] leans it, `velocity` [m/s] and `spin` [rad/s] start it.

        Gives a `Body`, or a `Figure` for a tree of several meshes; for a skeleton, or a character or a scene that has
        one, a `LinkFigure`. A path is loaded first. `hung`: the limb by which a figure hangs; its limbs are then as
        hard as that asks, instead of as standing on its feet does.
        """
        if isinstance(thing, str | PathLike):
            thing = _loaded(thing)
        if (skeleton := skeleton_of(thing)) is not None:
            return self._linked(thing, skeleton, material or LIMB, at, rotation, velocity, spin, name, color)
        if not isinstance(thing, Node | Mesh | Scene | Body):
            raise InputError(
                f"{thing!r} is nothing that a world holds; give a model, a mesh, a figure or a path"
            )
        body = thing if isinstance(thing, Body) else self._single(thing, name)
        if isinstance(body, Node) and sum(node.mesh is not None for node in body.walk()) > 1:
            return self._figure(body, material or LIMB, kind, at, rotation, name, hung)
        if hung is not None:
            raise InputError(
                f"{body.name!r} is one body, so it has no limb {hung!r} to hang by; leave hung out"
            )
        if not isinstance(body, Body):
            label = name or body.name or f"body{len(self.bodies)}"
            body = body_of(
                body, material or "jelly", kind, name=label, at=at, rotation=rotation, tilt=tilt, color=color
            )
        v = body.moving(finite(velocity, f"velocity of {body.name!r}", (3,)), finite(spin, "spin", (3,)))
        self.include(body, v)
        body.world = self
        return body

    def _shape(self, thing: "Shape | Node | Mesh | Scene | str | PathLike[str]") -> Shape:
        return super()._shape(_loaded(thing) if isinstance(thing, str | PathLike) else thing)

    def _single(self, thing: "Node | Mesh | Scene", name: str | None) -> "Node | Mesh":
        """What a scene holds, as one thing."""
        if not isinstance(thing, Scene):
            return thing
        worn = [node for node in thing.walk() if node.mesh is not None and node.visible]
        if len(worn) > 1 and any(node.skin is not None for node in worn):
            figure = thing.figure
            return one_skin(worn, name or (figure.name if figure else worn[0].name))
        return (
            thing.nodes[0] if len(thing.nodes) == 1 else Node(name or "figure", children=thing.copy().nodes)
        )

    def _linked(
        self,
        thing: object,
        skeleton: Skeleton,
        material: "str | Material",
        at: ArrayLike | None,
        rotation: ArrayLike | None,
        velocity: ArrayLike,
        spin: ArrayLike,
        name: str | None,
        color: "str | ArrayLike | None",
    ) -> LinkFigure:
        """A figure of links: all of a skeleton as one body, seen as the scene that it came with."""
        label = name or getattr(thing, "name", "") or skeleton.name
        figure = figure_of(
            skeleton,
            named(material),
            name=label,
            nodes=nodes_of(thing),
            at=at,
            rotation=rotation,
            color=color,
        )
        v = figure.body.moving(
            finite(velocity, f"velocity of {label!r}", (3,)), finite(spin, f"spin of {label!r}", (3,))
        )
        self.include(figure.body, v)
        figure.body.world = self
        return figure

    def _figure(
        self,
        tree: Node,
        material: "str | Material",
        kind: str,
        at: ArrayLike | None,
        rotation: ArrayLike | None,
        name: str | None,
        hung: str | None,
    ) -> Figure:
        """A body for each mesh of a tree, joined as its joints say: balls at a point, hinges along their axis."""
        tree = tree.copy().place(translation=at, rotation=rotation)
        figure = Figure(name or tree.name)
        taken = {body.name for body in self.bodies}
        parts = list(limbs(tree))
        for limb, stuff in zip(parts, built(parts, material, hung), strict=True):
            part = limb.node.name
            label = part if part not in taken else f"{figure.name}.{part}"
            body = figure.bodies[part] = self.add(limb.node, material=stuff, kind=kind, name=label)
            body.figure = figure
            if limb.parent is None:
                continue
            parent, size = figure.bodies[limb.parent], float(np.ptp(limb.node.surface.vertices, axis=0).max())
            ends = [
                (material_point(parent, f"joint {part}", x), material_point(body, "joint", x))
                for x in holds(limb, size)
            ]
            figure.joints[part] = [self.constrain(attach(*pair), spare=not body.constant) for pair in ends]
        return figure

    # ---- time ---------------------------------------------------------------------------------------------

    def slope(self, point: Point) -> Array:
        """Velocity (3,) [m/s] of the path that a point is on: the slope of the cubic through its next steps.

        What moves with v⁺ has in v the velocity of its last step, half a step ago, or where it is held that of now.
        """
        if not isinstance(self.integrator, ImpulsiveIntegrator):
            return self.velocity(point)
        h, kept, places = self.step_size, self.state, [self.position(point)]
        self.state = kept.copy()
        try:
            for _ in range(max(1, int(min(AHEAD, (self.led_until - self.time) / h + 1e-6)))):
                running.leap(self, 1, h)
                places.append(self.position(point))
        finally:
            self.state = kept
        return at_zero(np.arange(len(places), dtype=np.float64), np.array(places), 1) / h

    def step(self, count: int = 1) -> None:
        """Advance by steps, doing what is due."""
        if count < 0:
            raise InputError(f"cannot take {count} steps; time runs forward (rewind goes back to a snapshot)")
        running.advance_to(self, self.time + count * self.step_size)

    def run(self, seconds: float, *, fps: float = 60.0, name: str = "take") -> Take:
        """Advance by `seconds` and keep `fps` frames a second of it."""
        return running.run(self, seconds, fps, name)

    def direct(self, script: "Callable[[World], Behavior[Any]] | Behavior[Any]") -> Performance:
        """Let a script run with the world from now on: a generator function of the world; see `supple.control`."""
        if not self.scripts:
            self.before_scripts = taken(self)
        self.scripts.append((self.time, script))
        return Performance(self, script)

    def contacts(self, a: "Thing | None" = None, b: "Thing | None" = None) -> list[Contact]:
        """Who touches whom, where, and how hard, in the step that was last taken: all, or what touches a, or a and b.

        >>> from supple.scene import models
        >>> world = World(step=1 / 480)
        >>> box = world.add(models.box(), kind="rigid", material="wood", at=(0, 0.2, 0))
        >>> world.step(480)
        >>> bool(np.isclose(sum(contact.force[1] for contact in world.contacts()), 9.81 * box.mass))
        True
        """
        if self.one_step is None:
            raise InputError(
                "this world has bodies that do not run on the one step yet, and keeps no contacts by point; "
                "ask a take for the `contacts` of its bodies"
            )
        return self.one_step.touching(self.step_size, a, b)

    def snapshot(self) -> Snapshot:
        """This moment, to rewind to."""
        return taken(self)

    def rewind(self, moment: Snapshot) -> None:
        """Go back to a moment of this world; what a running script did since it began is done again."""
        restored(self, moment)


def skeleton_of(thing: object) -> Skeleton | None:
    """What hangs on joints in something: a skeleton, or a character or a scene that has one."""
    found = thing if isinstance(thing, Skeleton) else getattr(thing, "skeleton", None)
    return found if isinstance(found, Skeleton) and not isinstance(thing, Body) else None


def nodes_of(thing: object) -> list[Node]:
    """What shows a figure: copies of the nodes of its scene."""
    scene = thing if isinstance(thing, Scene) else getattr(getattr(thing, "figure", None), "scene", None)
    return list(scene.copy().nodes) if isinstance(scene, Scene) else []


def _loaded(path: "str | PathLike[str]") -> Scene:
    """The model in a file."""
    if World.load is None:
        raise InputError(f"cannot load {str(path)!r} here: use supple.World, or load it first")
    return World.load(path)
