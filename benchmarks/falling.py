"""The scenes of `piles.py` in the one step, as arrays that are asked for steps by the thousand."""

from itertools import pairwise

import numpy as np

from benchmarks.piles import STEP, Thing, weight
from supple.arrays import Array
from supple.dynamics.bodies.kind import Placed
from supple.dynamics.bodies.materials import Material
from supple.dynamics.bodies.rigid import rigid
from supple.dynamics.integrators.step import DEEPEST, LARGEST, POINTS, advance, collide, energies, prepare
from supple.dynamics.model.arrays import Contacts, State
from supple.dynamics.model.build import Built, Geom, build, grown
from supple.dynamics.model.components import still
from supple.dynamics.model.geom_types import BOX, CAPSULE, HULL, PLANE, SPHERE
from supple.dynamics.model.hull import hull
from supple.kinematics.inertia import Inertia
from supple.spatial import to_matrix


class Falling:
    """Things over a plane, and what they do."""

    def __init__(
        self,
        things: list[Thing],
        friction: float = 1.0,
        slope: float = 0.0,
        bounce: float = 0.0,
        turning: float = Material().turning,
    ) -> None:
        self.things = things
        turn = (np.cos(slope), -np.sin(slope), 0.0, np.sin(slope), np.cos(slope), 0.0, 0.0, 0.0, 1.0)
        geoms = [Geom(PLANE, friction=friction, bounce=bounce, turning=turning, rotation=turn)]
        bodies = []
        for b, thing in enumerate(things):
            body, geom = placed(thing)
            bodies.append(body)
            geoms.append(geom._replace(body=b, friction=friction, bounce=bounce, turning=turning))
        self.built: Built = build(bodies, geoms)
        self.plan = still((), np.zeros((0, 3)), len(self.built.state.v))
        self.advance = self.built.bound(advance)
        self.energies = self.built.bound(energies)
        self._prepare, self._collide = self.built.bound(prepare), self.built.bound(collide)
        self.steps = 0

    def step(self, steps: int, h: float = STEP) -> None:
        """Advance."""
        self.steps += steps
        while steps > 0:
            done = self.advance(self.built.model, self.built.state, self.built.work, self.plan, h, steps)
            steps -= done
            if steps > 0:
                self.built = grown(self.built)

    def moment(self) -> tuple[Built, int]:
        """This one, to go back to."""
        return self.built._replace(state=copied(self.built.state)), self.steps

    def back(self, moment: tuple[Built, int]) -> None:
        """Go on from there."""
        built, self.steps = moment
        self.built = built._replace(state=copied(built.state))

    @property
    def points(self) -> int:
        """Contacts of all steps so far, added up."""
        return int(self.built.work.sums[POINTS])

    @property
    def contacts(self) -> int:
        """Points that touch."""
        found = self.built.state.contacts
        used = found.slots[0]
        return int(found.points[:used][found.ignored[:used] == 0].sum())

    @property
    def largest(self) -> int:
        """Contacts of the largest island of the last step."""
        return int(self.built.work.sums[LARGEST])

    @property
    def depth(self) -> float:
        """How deep the deepest contact was when the last step began [m]."""
        return max(0.0, float(-self.built.work.sums[DEEPEST]))

    @property
    def fastest(self) -> float:
        """Of all bodies [m/s]."""
        return float(np.linalg.norm(self.v[:, :3], axis=1).max())

    def look(self) -> None:
        """Find who touches whom where bodies are now."""
        self._prepare(self.built.model, self.built.state, self.built.work)
        while self._collide(self.built.model, self.built.state, self.built.work, STEP) < 0:
            self.built = grown(self.built)

    def energy(self) -> float:
        """Kinetic and potential [J]."""
        return float(sum(self.energies(self.built.model, self.built.state, self.built.work)))

    @property
    def q(self) -> Array:
        """Places and turns (n, 7)."""
        return self.built.state.q.reshape(-1, 7)

    @property
    def v(self) -> Array:
        """Velocities and spins (n, 6)."""
        return self.built.state.v.reshape(-1, 6)


def copied(state: State) -> State:
    """A state of its own."""
    contacts = Contacts(*(a.copy() for a in state.contacts))
    return State(state.q.copy(), state.v.copy(), contacts, state.multiplier.copy())


def placed(thing: Thing) -> tuple[Placed, Geom]:
    """The body of a thing, and its shape."""
    mass, at = weight(thing), np.array(thing.at)
    motion = {"rotation": thing.turn, "velocity": thing.velocity, "spin": thing.spin}
    if thing.shape == "hull":
        solid = hull(np.asarray(thing.points))
        faces = np.array([(r[0], a, b) for r in solid.rings for a, b in pairwise(r[1:])])
        inertia = Inertia.solid(solid.vertex, faces, mass / _filled(solid.vertex, faces))
        geom = Geom(HULL, tuple(solid.half), origin=tuple(-inertia.center), hull=solid)
        at = at + to_matrix(np.array(thing.turn)) @ (solid.center + inertia.center)
        return rigid(inertia, at, **motion), geom
    if thing.shape == "box":
        x, y, z = thing.size
        moments = mass / 3 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])
        return rigid(Inertia(mass, np.zeros(3), moments), at, **motion), Geom(BOX, thing.size)
    if thing.shape == "sphere":
        r = thing.size[0]
        return rigid(Inertia(mass, np.zeros(3), 0.4 * mass * r * r * np.eye(3)), at, **motion), Geom(
            SPHERE, (r, r, r), round=r
        )
    r, half = thing.size
    caps, tube = 4 / 3 * np.pi * r**3, 2 * np.pi * r * r * half
    c, t = mass * caps / (caps + tube), mass * tube / (caps + tube)
    along = t * r * r / 2 + c * 0.4 * r * r
    across = t * (3 * r * r + 4 * half * half) / 12 + c * (0.4 * r * r + half * half + 0.75 * half * r)
    moments = np.diag([across, along, across])
    return rigid(Inertia(mass, np.zeros(3), moments), at, **motion), Geom(CAPSULE, (r, half + r, r), round=r)


def _filled(vertex: Array, faces: np.ndarray) -> float:
    a, b, c = vertex[faces].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)
