"""A figure of links in a world: one body of many joints, to read, to drive and to hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from warnings import warn

import numpy as np

from supple.arrays import Array, ArrayLike
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.bodies.articulated import ArticulatedBody, checked, current
from supple.dynamics.legacy.bodies.body import Point
from supple.dynamics.legacy.driving import Drive
from supple.dynamics.legacy.figure import Figure
from supple.errors import InputError, SuppleWarning, UnknownNameError
from supple.kinematics.skeleton import Skeleton
from supple.motion import Clip, Track
from supple.scene import Node
from supple.spatial import compose, decompose, multiply

SETTLED = 4.0
"""Time constants in which what swings has settled, to 2 %."""


@dataclass(eq=False, repr=False)
class LinkFigure(Figure):
    """The links of a skeleton in a world; joints by the names of their links, or by patterns of them.

    >>> from supple.dynamics import World
    >>> from supple.kinematics import Link
    >>> arm = Link.rod("arm", to=(0, -1, 0), mass=1, joint="ball")
    >>> hand = Link.rod("hand", "arm", offset=(0, -1, 0), to=(0, -0.5, 0), mass=1)
    >>> figure = World(floor=None).add(Skeleton([arm, hand], name="arm"), at=(0, 2, 0))
    >>> figure.mass_matrix().shape, figure.jacobian(figure.point("hand")).shape
    ((4, 4), (3, 4))
    """

    drive: Drive | None = field(default=None)

    @property
    def body(self) -> ArticulatedBody:
        """The one body of all its links."""
        (body,) = self.bodies.values()
        assert isinstance(body, ArticulatedBody)
        return body

    @property
    def skeleton(self) -> Skeleton:
        """Its links, joints and the names of q and v."""
        return self.body.skeleton

    def point(self, where: "str | ArrayLike", *, outside: bool = False) -> Point:
        """A point of the skeleton by name, such as the origin of a link, or what is at a place [m]."""
        return self.body.point(where, outside=outside)

    # ---- for controllers ----------------------------------------------------------------------------------

    @property
    def q(self) -> Array:
        """Coordinates now (nq,); a copy."""
        return current(self.body)[0].copy()

    @property
    def v(self) -> Array:
        """Velocities now (nv,) [rad/s, m/s], balls about the axes of their own links; a copy."""
        return current(self.body)[1].copy()

    @property
    def torque(self) -> Array:
        """What acts at each degree of freedom from now on (nv,) [N m, N]; it may be written to."""
        return self.body.torque

    @torque.setter
    def torque(self, values: ArrayLike) -> None:
        self.body.torque[:] = checked(self.body, values, "torque")

    def mass_matrix(self) -> Array:
        """M (nv, nv) now, with armature."""
        return self.body.mass_matrix(current(self.body)[0])

    def bias(self) -> Array:
        """V (nv,) now, of velocities and weight: M v̇ + V = τ."""
        return self.body.tree.bias(*current(self.body), self._gravity)

    def jacobian(self, point: Point) -> Array:
        """∂ẋ/∂v of one of its points now (3, nv)."""
        return self.body.jacobian(current(self.body)[0], point.coefficients)

    def inverse_dynamics(self, acceleration: ArrayLike) -> Array:
        """τ = M v̇ + V (nv,) that makes it accelerate so from now."""
        a = checked(self.body, acceleration, "acceleration")
        return self.body.tree.inverse_dynamics(*current(self.body), a, self._gravity)

    @property
    def _gravity(self) -> Array:
        return np.zeros(3) if self.body.world is None else self.body.world.gravity

    # ---- for animators ------------------------------------------------------------------------------------

    def follow(self, clip: Clip) -> None:
        """Go as a clip has the nodes that are called as its links are; `physics` says which joints are simulated."""
        world, body = self.body.world, self.body
        if world is None:
            raise InputError(f"{self.name!r} is in no world yet; world.add it first")
        body.drive = self.drive = Drive(body, clip)
        q, v = world.coordinates(body)
        q[:] = self.skeleton.read(clip, [world.time])[0]
        v[:] = self.drive.accelerations(q, np.zeros(body.nv), world.time + world.step_size, world.step_size)[
            0
        ]
        v *= world.step_size

    @property
    def physics(self) -> "dict[str, float | Track]":
        """How much of each joint is simulated, by its link: 0 keyed, 1 simulated, or a track between."""
        if self.drive is None:
            return dict.fromkeys((link.name for link in self.skeleton.links), 1.0)
        return dict(self.drive.physics)

    @physics.setter
    def physics(self, values: "float | Track | Mapping[str, float | Track]") -> None:
        if self.drive is None:
            raise InputError(
                f"{self.name!r} is not keyed, so all of it is simulated; figure.follow(clip) first"
            )
        for pattern, value in (values if isinstance(values, Mapping) else {"*": values}).items():
            for name in self.links(pattern):
                self.drive.physics[name] = value

    def hold(self, pattern: str = "*", *, hz: float, settle: float) -> None:
        """Springs at joints that keep them as they are now, and carry their weight: so fast, settled in so long [s].

        As stiff as what hangs on each joint asks in this pose. What is free stays so.
        """
        if not (hz > 0 and settle > 0):
            raise InputError(f"hold {pattern!r}: hz={hz} and settle={settle} must be above 0")
        body, (q, _) = self.body, current(self.body)
        inertia, weight = self.mass_matrix().diagonal(), body.tree.bias(q, np.zeros(body.nv), self._gravity)
        for name in self.links(pattern):
            if self.skeleton.link(name).joint.kind == "free":
                continue
            at, by = self.skeleton.in_q(name), self.skeleton.in_v(name)
            own = inertia[by].max(initial=0.0)
            body.joint[by, 0], body.joint[by, 1] = own * (2 * np.pi * hz) ** 2, own * 2 * SETTLED / settle
            body.spring_rest[at], body.carried[by] = q[at], weight[by]

    def links(self, pattern: str) -> list[str]:
        """The links that a name or a pattern such as `arm*` stands for."""
        names = [link.name for link in self.skeleton.links]
        found = [name for name in names if fnmatchcase(name, pattern)]
        if not found:
            raise UnknownNameError(f"joint of {self.name!r}:", pattern, names)
        return found

    def __repr__(self) -> str:
        s = self.skeleton
        return f"<figure {self.name!r} of {len(s.links)} links, {s.nv} degrees of freedom, {s.mass:.3g} kg>"


def figure_of(
    skeleton: Skeleton,
    material: Material,
    *,
    name: str,
    nodes: Sequence[Node] = (),
    at: "ArrayLike | None" = None,
    rotation: "ArrayLike | None" = None,
    color: "str | ArrayLike | None" = None,
) -> LinkFigure:
    """A figure at rest; `at` and `rotation` move it as a whole from where its skeleton has it.

    `color` is that of its shapes, where no nodes show it.
    """
    left = [f"{c.follower!r} does not go with {c.leader!r}" for c in skeleton.couplings]
    left += [
        f"{x.name!r} keeps no limits"
        for x in skeleton.links
        if x.joint.kind == "ball" and np.isfinite(x.limits).any()
    ]
    if left:
        warn(f"in a world, of {name!r} {'; '.join(left)} yet", SuppleWarning, stacklevel=4)
    put = compose((0, 0, 0) if at is None else at, (0, 0, 0, 1) if rotation is None else rotation)
    placed, q = _put(skeleton, put) if at is not None or rotation is not None else (skeleton, skeleton.rest)
    body = ArticulatedBody(placed, q, name, material, nodes, color)
    figure = LinkFigure(name, {name: body})
    body.figure = figure
    return figure


def _put(skeleton: Skeleton, put: Array) -> tuple[Skeleton, Array]:
    """The skeleton moved as a whole: what is free by its q, all else by where the world carries it."""
    links, q = [], skeleton.rest
    for link in skeleton.links:
        if link.parent is None and link.joint.kind == "free":
            own = q[skeleton.in_q(link.name)]
            mount = compose(link.offset, link.rotation)
            place, turn, _ = decompose(np.linalg.inv(mount) @ put @ mount @ compose(own[:3], own[3:]))
            q[skeleton.in_q(link.name)] = [*place, *turn]
        elif link.parent is None:
            place, turn, _ = decompose(put)
            link = link.but(
                offset=put[:3, :3] @ link.offset + put[:3, 3], rotation=multiply(turn, link.rotation)
            )
        links.append(link)
    return _with(skeleton, links), q


def _with(skeleton: Skeleton, links: Sequence) -> Skeleton:  # type: ignore[type-arg]
    return Skeleton(
        links, points=skeleton.places, exclusions=skeleton.exclusions, motors=skeleton.motors,
        couplings=skeleton.couplings, name=skeleton.name,
    )  # fmt: skip
