"""What leads bodies as time goes by: actions on the clock, tracks, keyed motion (Witkin & Welch 1990, §4.1)."""

from collections.abc import Callable
from typing import Any, Literal

from supple.arrays import Array
from supple.dynamics.legacy.agenda import Agenda
from supple.dynamics.legacy.binding import Binding
from supple.dynamics.legacy.bodies.body import Body, Point
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.constraints import linear
from supple.dynamics.legacy.constraints.coordinates import Coordinates
from supple.dynamics.legacy.constraints.path import chained, held, spline
from supple.dynamics.legacy.handle import Handle
from supple.dynamics.legacy.keyed_shape import KeyedShape
from supple.dynamics.legacy.pose import KeyedMotion, led, pose_points, weakened
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track
from supple.scene import Note

AFTER = ("hold", "release")
"""What may become of a point that is led, when its track ends."""


class Leading(Binding):
    """Bound bodies, and what is to happen to them when."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.agenda = Agenda()
        self.each_step: list[Callable[[], object]] = []
        self.notes: list[Note] = []
        self.poses: dict[Body, list[Handle]] = {}
        self.physics: dict[Body, float | Track] = {}
        """How much of each keyed body is simulated, where it was said."""

    def at(self, time: float, action: Callable[[], object]) -> None:
        """Do something when the clock reaches `time` [s]."""
        if not time >= self.time - 1e-9:
            raise InputError(f"it is {self.time:.4f} s already; an action at {time} s comes too late")
        self.agenda.add(time, action, called(action))

    def on_step(self, action: Callable[[], object]) -> None:
        """Do something after every step."""
        self.each_step.append(action)

    def note(self, text: str) -> None:
        """Mark this moment in the take."""
        self.notes.append(Note(self.time, text))

    # ---- points on tracks ---------------------------------------------------------------------------------

    def follow(
        self,
        point: Point,
        track: Track,
        *,
        start: float | None = None,
        preroll: float = 0.0,
        after: 'Literal["hold", "release"] | None' = None,
    ) -> Handle:
        """Lead a point along a track; `preroll` seconds bring it there from whatever it is doing (§4.1).

        With `start`, the track begins then [s of the world], and so the preroll a little before. When the track
        ends, `after` says whether its last place holds the point on or lets it go; a run that goes on without
        either is refused.
        """
        if after is not None and after not in AFTER:
            raise UnknownNameError("way to go on after a track", str(after), AFTER)
        path = track if start is None else track.shift(start - track.start)
        path = held(path) if after == "hold" else path
        handle = Handle(self, linear.follow(point, path))
        if after == "release":
            self.agenda.add(path.end, lambda: handle.release() if handle.active else None)
        begin = path.start - preroll
        if begin <= self.time:
            return self._lead(handle, point, path, preroll)
        self.agenda.add(begin, lambda: self._lead(handle, point, path, preroll))
        return handle

    def _lead(self, handle: Handle, point: Point, path: Track, preroll: float) -> Handle:
        if preroll > 0:
            arrive = max(self.time + preroll, path.start + 1e-9)
            x, v = self.position(point), self.slope(point)
            lead = spline(self.time, x, v, arrive, path(arrive), path.velocity(arrive))
            handle.constraint = linear.follow(point, chained(lead, path, arrive))
        return self.impose(handle)

    def slope(self, point: Point) -> Array:
        """Velocity (3,) [m/s] of the path that a point is on."""
        return self.velocity(point)

    # ---- keyed bodies -------------------------------------------------------------------------------------

    def pose(self, body: Body, clip: Clip, pin: Point | None = None) -> None:
        """Lead all of a body by the keyed motion of its node; `physics` says how much of it is simulated."""
        self.let_go(body)
        points = pose_points(body)
        q, v = self.structure.span(body), self.structure.v_span(body)
        if isinstance(body, LatticeBody):
            shape = KeyedShape(body, clip, pin)
            self.state.q[q], self.state.v[v] = shape.state(self.time)
            self.poses[body] = [self.constrain(Coordinates(body, points, shape))]
            return
        if pin is not None:
            raise InputError(
                f"{body.name!r} has no modes, so {pin!r} goes where its node does; leave the pin out"
            )
        keyed = KeyedMotion(body, clip)
        tracks = [keyed.of(point.rest) for point in points]
        if isinstance(body, LinearBody):
            self.state.q[q], self.state.v[v] = led(body, points, tracks, self.time)
        self.poses[body] = [
            self.constrain(linear.follow(p, track), spare=not body.constant)
            for p, track in zip(points, tracks, strict=True)
        ]

    def let_go(self, body: Body) -> None:
        """Lead a body no more: all of it is simulated from now on."""
        self.physics.pop(body, None)
        for handle in self.poses.pop(body, []):
            handle.release()

    def set_physics(self, body: Body, physics: "float | Track") -> None:
        """How much of a keyed body is simulated: 0 keyed, 1 simulated, or a track."""
        if body not in self.poses:
            raise InputError(
                f"{body.name!r} is not keyed, so all of it is simulated; lead it first: body.follow(clip)"
            )
        self.physics[body] = physics
        for handle in self.poses[body]:
            handle.strength = weakened(physics)

    def physics_of(self, body: Body) -> "float | Track":
        """How much of a body is simulated."""
        return self.physics.get(body, 0.0 if body in self.poses else 1.0)


def called(action: object) -> str:
    """What a callback is called, for messages."""
    return str(getattr(action, "__qualname__", action))
