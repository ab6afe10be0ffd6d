"""A world on the one step: its bodies, obstacles and constraints as arrays, kept while they stand."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING
from warnings import warn

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.given import given
from supple.dynamics.bodies.linear import AFFINE
from supple.dynamics.integrators.step import DEEPEST, GAP, LOST, WRONG, advance, count_dependent
from supple.dynamics.legacy.agreement import check_held, check_independence
from supple.dynamics.legacy.bodies.articulated import ArticulatedBody
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.linear import LinearBody
from supple.dynamics.legacy.bodies.polynomial import LINEAR, Polynomial
from supple.dynamics.legacy.bodies.rigid import RigidBody
from supple.dynamics.legacy.constraints.constraint import Constraint
from supple.dynamics.legacy.constraints.distance import Distance
from supple.dynamics.legacy.constraints.linear import LinearConstraint
from supple.dynamics.legacy.contact.obstacle import Obstacle
from supple.dynamics.legacy.contact.shapes import Plane
from supple.dynamics.legacy.force_arrays import force_arrays
from supple.dynamics.legacy.forces.spring import Spring
from supple.dynamics.legacy.guiding import Guided
from supple.dynamics.legacy.ignoring import Thing, places
from supple.dynamics.legacy.integrators.symplectic import Symplectic
from supple.dynamics.legacy.laid_out import directions, hold_of, placed_body, placed_obstacle, stands
from supple.dynamics.legacy.lined_up import LinedUp, owner
from supple.dynamics.legacy.readiness import check_met, check_tracks
from supple.dynamics.legacy.striding import system_of
from supple.dynamics.legacy.touching import Contact, Remembered
from supple.dynamics.model.arrays import Schedule, State
from supple.dynamics.model.build import AWAKE, build, carried, grown, rejoined, wake_all
from supple.dynamics.model.components import Hold
from supple.errors import DivergenceError, SuppleWarning

if TYPE_CHECKING:
    from supple.dynamics.legacy.binding import Binding
    from supple.dynamics.legacy.handle import Handle
    from supple.dynamics.legacy.world import World

ASLEEP = 1e-4, 0.5
"""What sleeps was slower than this [m/s] for so long [s]."""
DEEP = 1e-3
"""Bodies that start deeper in each other do not touch until they have parted [m]."""


def fits(world: "Binding") -> bool:
    """Whether all of a world runs on the one step: rigid and linear bodies, trees, hard obstacles, holds on points.

    Linear bodies that can touch nothing stay on the loop for those alone, which is twice as fast for chains.
    """
    if world.passes_through and not _standing(world) and all(isinstance(b, LinearBody) for b in world.bodies):
        return False
    return (
        isinstance(world.integrator, Symplectic)
        and bool(world.bodies)
        and all(_known(b) and b.contacts is None for b in world.bodies)
        and all(_simple(o) for o in _standing(world))
        and all(_points_only(h.constraint) for h in world.handles)
    )


def _standing(world: "Binding") -> list[Obstacle]:
    floor = [] if world.floor is None else [Obstacle(Plane(), at=(0.0, world.floor, 0.0), name="floor")]
    return [*(floor if world.ground is None else [world.ground]), *world.obstacles]


def _simple(obstacle: Obstacle) -> bool:
    return np.isinf(obstacle.stiffness)


def _known(body: Body) -> bool:
    if not isinstance(body, LinearBody):
        return isinstance(body, RigidBody | ArticulatedBody)
    basis = body.basis
    affine_first = isinstance(basis, Polynomial) and tuple(map(tuple, basis.powers[:AFFINE])) == LINEAR
    return affine_first and not body.paper_damping


def _points_only(constraint: Constraint) -> bool:
    return isinstance(constraint, LinearConstraint | Distance)


class OneStep:
    """Bodies and obstacles of a world as a model; constraints are joined to it as they come and go."""

    def __init__(self, world: "Binding") -> None:
        self._structure = world.structure
        self.bodies, standing = list(world.bodies), _standing(world)
        self._obstacles, self._standing = standing, len(standing)
        self._movers = [o for o in standing if o.moves]
        self._lined = LinedUp(
            [placed_obstacle(o, self._movers, len(self.bodies)) for o in standing],
            [o.name for o in standing], self.bodies, bool(standing or world.collide),
        )  # fmt: skip
        self._places = {body: b for b, body in enumerate(self.bodies)}
        drags = [world.drag + body.material.drag for body in self.bodies]
        self._apart = (
            set[tuple[int, int]]() if world.collide else set(combinations(range(len(self.bodies)), 2))
        )
        self._built = build(
            [
                *(placed_body(body, drag) for body, drag in zip(self.bodies, drags, strict=True)),
                *(given(o.pose(world.time), o.belt) for o in self._movers),
            ],
            self._lined.geoms,
            world.gravity,
        )
        kept = world.state.contacts
        contacts = self._built.state.contacts
        known = self._lined.known
        if kept is not None:
            carried(kept.contacts, kept.shapes, contacts, known)
        same = kept is not None and list(kept.shapes) == known
        self.contacts = Remembered(contacts, known, kept.apart if kept is not None and same else None)
        world.state.contacts = self.contacts
        owners = [] if kept is None else map(owner, kept.shapes)
        self._known = {b for b in owners if isinstance(b, Body)}
        self._parting = set[int]()
        self._ignored = world.ignored
        self._handles: list[Handle] | None = None
        self._constraints: list[Constraint] = []
        self._bind()

    def _bind(self) -> None:
        bound = self._built.bound
        self._advance, self._count_dependent = bound(advance), bound(count_dependent)

    # ---- what joins them ----------------------------------------------------------------------------------

    def _join(self, world: "World", guided: Guided, h: float) -> None:
        """Take in the constraints that act, where they are others than before."""
        held = world.held
        same = self._handles == held and all(
            h.constraint is c for h, c in zip(held, self._constraints, strict=True)
        )
        if same and self._ignored is world.ignored:
            return
        self._handles, self._constraints, self._ignored = held, [h.constraint for h in held], world.ignored
        holds = [hold_of(c, self._places) for c in self._constraints]
        n = len(self._built.model.geoms.body)
        apart = np.array(sorted(a * n + b for a, b in self._passing(world, holds)), np.int64)
        anew = self.contacts.apart is None or not np.array_equal(self.contacts.apart, apart)
        if anew and self.contacts.apart is not None:
            self._parting = self._parting.union(set(self.contacts.apart.tolist()) - set(apart.tolist()))
        self._built = rejoined(self._built, holds, apart, anew)
        world.state.contacts = self.contacts = self.contacts._replace(apart=apart)
        if held and not same:
            system = system_of(world, held, world.step_size, ahead=world.step_size)
            if self._dependent(world, guided, h):
                self._set_aside(check_independence(system, world.state.q, world.state.t))
            check_met(system.gaps(world.state.q, world.state.t), world.state.t, system.owner)

    def _dependent(self, world: "World", guided: Guided, h: float) -> int:
        """How many rows follow from others."""
        assert self._handles is not None
        n, built = len(self._handles), self._built
        still = np.zeros((1, n, 3))
        inner = State(*self._coordinates(world, guided), self.contacts.contacts, np.zeros((n, 3)))
        hardness = [[handle.frequency(world.time + h, h) for handle in self._handles]]
        plan = Schedule(still, still, np.array(hardness), np.zeros((1, len(inner.v))))
        return int(self._count_dependent(built.model, inner, built.work, plan, h))

    def _set_aside(self, redundant: "Sequence[Handle]") -> None:
        """What is redundant for good exerts no force; what was given last is."""
        assert self._handles is not None
        held = self._built.model.equalities
        component = np.repeat(np.arange(len(held.fixed)), np.diff(held.component))
        aside = np.array([self._handles[e] in redundant for e in held.given])
        held.aside[:] = aside & (held.fixed[component] > 0)
        self._built.work.held.step[:] = 0.0

    def _passing(self, world: "World", holds: Sequence[Hold]) -> set[tuple[int, int]]:
        """Pairs of shapes a < b that pass through each other: joined, overlapping in a figure at rest, or ignored."""
        figures = {body.figure for body in self.bodies if body.figure is not None}
        overlapping = [pair for figure in figures for pair in figure.overlapping]
        bodies = self._apart.union(
            *(combinations(sorted({t.body for t in h.terms}), 2) for h in holds),
            [tuple(sorted(self._places[body] for body in pair)) for pair in overlapping],
        )
        line = {(self._standing + a, self._standing + b) for a, b in bodies}
        line = line.union(*(each.pairs(self.bodies, self._obstacles) for each in world.ignored))
        return self._lined.apart | self._lined.pairs(line)

    def _plan(self, times: Array, h: float, push: Array) -> Schedule:
        assert self._handles is not None
        steady = all(stands(handle) for handle in self._handles)
        times = times[:1] if steady else times
        n, T = len(self._handles), len(times)
        target, rate, frequency = np.zeros((T, n, 3)), np.zeros((T, n, 3)), np.full((T, n), np.inf)
        for i, handle in enumerate(self._handles):
            c = handle.constraint
            if isinstance(c, Distance):
                target[:, i, 0] = c.length
            elif isinstance(c, LinearConstraint):
                D = directions(c)
                target[:, i] = c.path(times) @ D
                if c.path.moving:
                    rate[:, i] = c.path(times, 1) @ D
            if not (isinstance(handle.strength, int | float) and handle.strength >= 1):
                frequency[:, i] = [handle.frequency(t, h) for t in times.tolist()]
        return Schedule(target, rate, frequency, push)

    # ---- time ---------------------------------------------------------------------------------------------

    def leap(self, world: "World", times: Array, h: float, push: Array) -> None:
        """Advance the world's state to the last of some times, which are h apart."""
        guided = Guided(self._movers, times, h)
        self._join(world, guided, h)
        self._refresh(world)
        assert self._handles is not None
        check_tracks(self._handles, times[-1] - h)
        for force in world.forces:
            if isinstance(force, Spring):
                force.stretch(world)
        forces = force_arrays(world.forces, self.bodies, times - h)
        state, plan = world.state, self._plan(times, h, guided.push(push))
        multiplier = np.zeros((len(self._handles), 3))
        for i, handle in enumerate(self._handles):
            multiplier[i, : len(handle.impulse)] = handle.impulse
        if self._known != set(self.bodies) or self._parting:
            self._set_apart_what_overlaps(world, h, guided)
            self._join(world, guided, h)
        done, (q, v) = 0, self._coordinates(world, guided)
        while done < len(times):
            inner = State(q, v, self.contacts.contacts, multiplier)
            ahead = min(done, len(plan.target) - 1)
            rest = Schedule(
                plan.target[ahead:],
                plan.rate[ahead:],
                plan.frequency[ahead:],
                plan.push[min(done, len(plan.push) - 1) :],
                forces._replace(vector=forces.vector[min(done, len(forces.vector) - 1) :]),
            )
            count = 1 if self._driven else len(times) - done
            self._tell_joints(world, q, v, float(times[done]), h)
            taken = self._advance(self._built.model, inner, self._built.work, rest, h, count)
            done += taken
            if self._built.work.sums[WRONG] or self._built.work.sums[GAP] > LOST:
                break
            if taken < count:
                self._grow(inner)
                state.contacts = self.contacts
        state.q[:], state.v[:] = q[: len(state.q)], v[: len(state.v)]
        state.t = float(times[done - 1] if done else times[0] - h)
        guided.arrived()
        for i, handle in enumerate(self._handles):
            handle.impulse = multiplier[i, : handle.constraint.size].copy()
        self._check(world)

    def _coordinates(self, world: "World", guided: Guided) -> tuple[Array, Array]:
        """q and v of all bodies, and of the obstacles that move."""
        state = world.state
        if not self._movers:
            return state.q, state.v
        return np.concatenate([state.q, guided.q]), np.concatenate([state.v, guided.v])

    @property
    def _driven(self) -> bool:
        """Whether joints are led, which is told step by step."""
        return any(isinstance(body, ArticulatedBody) and body.drive is not None for body in self.bodies)

    def _tell_joints(self, world: "World", q: Array, v: Array, end: float, h: float) -> None:
        """What acts at the joints of figures, and what is given of them in the step that ends at a time."""
        table = self._built.model.bodies
        for b, body in enumerate(self.bodies):
            if not isinstance(body, ArticulatedBody):
                continue
            arrays, row = self._built.model.articulated, int(table.row[b])
            body.tell(arrays, row)
            if body.drive is not None:
                here, there = world.structure.span(body), world.structure.v_span(body)
                given, share = body.drive.accelerations(q[here], v[there], end, h)
                body.tell_given(arrays, row, given, share)

    def _grow(self, inner: State) -> None:
        self._built = grown(self._built._replace(state=inner))
        self.contacts = self.contacts._replace(contacts=self._built.state.contacts)

    def _check(self, world: "World") -> None:
        state = world.state
        if wrong := int(self._built.work.sums[WRONG]):
            raise DivergenceError(
                f"{self.bodies[wrong - 1].name!r} turned inside out at {state.t:.3f} s: something pulls too hard for "
                f"its material, or the step of {world.step_size:.2g} s is too coarse"
            )
        if not (np.isfinite(state.q).all() and np.isfinite(state.v).all()):
            lost = next(b for b in self.bodies if not np.isfinite(np.concatenate(world.coordinates(b))).all())
            raise DivergenceError(
                f"{lost.name!r} is nowhere any more at {state.t:.3f} s: something pulls too hard, or the "
                f"step of {world.step_size:.2g} s is too coarse"
            )
        if self._built.work.sums[GAP] > LOST:
            assert self._handles is not None
            check_held(system_of(world, self._handles, world.step_size, ahead=0.0), state.q, state.t)

    def _refresh(self, world: "World") -> None:
        """Obstacles may have changed how they touch, which wakes all; and worlds whether anything sleeps."""
        geoms = self._built.model.geoms
        for g, obstacle in enumerate(self._obstacles):
            touch = obstacle.friction or 0.0, obstacle.bounce or 0.0
            if touch != (geoms.friction[g], geoms.bounce[g]):
                wake_all(self.contacts.contacts)
            geoms.friction[g], geoms.bounce[g] = touch
        self._built.model.sleeping[:] = ASLEEP if world.sleep else AWAKE

    # ---- contact ------------------------------------------------------------------------------------------

    def _set_apart_what_overlaps(self, world: "World", h: float, guided: Guided) -> None:
        """Pairs with a new body that start inside each other: named once, ignored until they have parted.

        So are those that were joined or ignored so far.
        """
        state, count = world.state, len(self._built.model.geoms.body)
        new, self._known = set(self.bodies) - self._known, set(self.bodies)
        parting, self._parting = self._parting, set[int]()
        inner = State(*self._coordinates(world, guided), self.contacts.contacts, np.zeros((0, 3)))
        n, nv = len(self._built.model.equalities.rows), len(state.v)
        plan = Schedule(np.zeros((1, n, 3)), np.zeros((1, n, 3)), np.zeros((1, n)), np.zeros((1, nv)))
        while self._advance(self._built.model, inner, self._built.work, plan, h, 0) < 0:
            self._grow(inner)
            state.contacts = self.contacts
            inner = inner._replace(contacts=self.contacts.contacts)
        found = list[str]()
        for slot, gap in self._gaps():
            pair = inner.contacts.pair[slot]
            a, b = (self._owner(g) for g in pair)
            parted = int(pair.min() * count + pair.max()) in parting
            if gap < -DEEP and parted:
                inner.contacts.ignored[(inner.contacts.pair == pair).all(axis=1)] = 1
            elif gap < -DEEP and isinstance(a, Body) and isinstance(b, Body) and (a in new or b in new):
                inner.contacts.ignored[(inner.contacts.pair == pair).all(axis=1)] = 1
                if isinstance(a, ArticulatedBody) and a is b:
                    g, h = sorted(map(int, pair))
                    a.overlapping.add((self._lined.local(g), self._lined.local(h)))
                    self._lined.apart.add((g, h))
                    self._handles = None
                elif a.figure is not None and a.figure is b.figure:
                    a.figure.overlapping.add((a, b))
                    self._handles = None
                else:
                    found.append(f"{a.name!r} and {b.name!r} ({-gap:.2g} m)")
        if found:
            warn(
                f"inside each other from the beginning: {', '.join(found[:6])}"
                f"{', …' if len(found) > 6 else ''}; they do not touch until they have parted",
                SuppleWarning,
                stacklevel=5,
            )

    def _gaps(self) -> Iterator[tuple[int, float]]:
        """Slots of pairs that touch, each with its deepest gap [m]."""
        contacts, frame = self.contacts.contacts, self._built.work.frame
        for p in np.flatnonzero(contacts.points[: contacts.slots[0]]).tolist():
            A, B = (frame[g] for g in contacts.pair[p])
            at = contacts.at[p, : contacts.points[p]]
            x, y = at[:, :3] @ A[:9].reshape(3, 3).T + A[9:], at[:, 3:] @ B[:9].reshape(3, 3).T + B[9:]
            yield p, float(((y - x) @ (A[:9].reshape(3, 3) @ contacts.normal[p])).min())

    def touching(self, h: float, a: "Thing | None" = None, b: "Thing | None" = None) -> "list[Contact]":
        """All points at which something touches, with what was pushed there in the last step of h; of two alone."""
        contacts, frame, found = self.contacts.contacts, self._built.work.frame, list[Contact]()
        for p in self._slots(a, b):
            A, B = (frame[g] for g in contacts.pair[p])
            normal = A[:9].reshape(3, 3) @ contacts.normal[p]
            one, other = (owner(self.contacts.shapes[g]) for g in contacts.pair[p])
            for m in range(int(contacts.points[p])):
                at = contacts.at[p, m]
                x, y = A[:9].reshape(3, 3) @ at[:3] + A[9:], B[:9].reshape(3, 3) @ at[3:] + B[9:]
                force = contacts.impulse[p, m] / h
                found.append(Contact(one, other, (x + y) / 2, normal, float(normal @ (y - x)), force))
        return found

    def _slots(self, a: "Thing | None", b: "Thing | None") -> list[int]:
        """Slots of pairs that are near and may touch: all, or those of a, or of a and b."""
        contacts, used = self.contacts.contacts, int(self.contacts.contacts.slots[0])
        which = (contacts.points[:used] > 0) & (contacts.ignored[:used] == 0)
        if a is not None:
            sides = [sorted(places(x, self.bodies, self._obstacles)) for x in (a, b) if x is not None]
            one = [np.isin(self._lined.place[contacts.pair[:used]], side) for side in sides]
            which &= one[0].any(axis=1) if b is None else (one[0] & one[1][:, ::-1]).any(axis=1)
        return np.flatnonzero(which).tolist()

    def deepest(self) -> float:
        """How deep bodies were in each other at most when the last step began [m]."""
        return max(0.0, -float(self._built.work.sums[DEEPEST]))

    def gap(self) -> float:
        """How far apart what is held exactly was left by the last step at most [m]."""
        return float(self._built.work.sums[GAP])

    def _owner(self, geom: int) -> "Body | int":
        place = int(self._lined.place[geom])
        return self.bodies[place - self._standing] if place >= self._standing else place

    def pressed(self) -> Array:
        """Impulse of all contacts on each body in the last step (bodies, 3) [N s]."""
        contacts, found = self.contacts.contacts, np.zeros((self._standing + len(self.bodies), 3))
        used = contacts.slots[0]
        count = np.where(contacts.ignored[:used], 0, contacts.points[:used])
        valid = np.arange(contacts.impulse.shape[1]) < count[:, None]
        push = (contacts.impulse[:used] * valid[:, :, None]).sum(axis=1)
        np.add.at(found, self._lined.place[contacts.pair[:used, 1]], push)
        np.add.at(found, self._lined.place[contacts.pair[:used, 0]], -push)
        return found[self._standing :]
