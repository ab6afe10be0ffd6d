"""Shot: a motion asked for as a whole. What, how, with what body, with what resources; solved over its interval."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from supple.arrays import Array, ArrayLike, finite
from supple.characters import SymbolicCharacter
from supple.errors import InputError
from supple.scene import Take
from supple.spacetime import jump
from supple.spacetime.assembly import assemble
from supple.spacetime.drag import Drag
from supple.spacetime.goals import (
    Expression,
    Goal,
    coordinate_goal,
    limits,
    loop_goal,
    named_values,
    point_goal,
)
from supple.spacetime.jump_figures import told
from supple.spacetime.motion import Motion
from supple.spacetime.obstacles import Hurdle, clear
from supple.spacetime.phases import Phase, Seconds, Stand
from supple.spacetime.problem import Problem
from supple.spacetime.resources import Resources
from supple.spacetime.solvers.interior_point import InteriorPoint
from supple.spacetime.solvers.solution import Solution, Solver
from supple.spacetime.solving import Session
from supple.spacetime.source import caller
from supple.spacetime.terms import Integrand, Term, style, term
from supple.spacetime.timeline import During, Timeline, When
from supple.spacetime.transcription import Transcription

EARTH = (0.0, -9.81, 0.0)


class Shot:
    """Phases of contact, goals and objective of one character.

    `samples` moments over all phases; `springs` (least, most stiffness) makes the muscles springs (§5.2); `guess`, a
    motion to begin with, is "poses", "translation", a take of the character, or a function of times (n,) → q (n, nq).
    """

    def __init__(
        self,
        character: SymbolicCharacter,
        phases: Sequence[Phase],
        *,
        samples: int = 48,
        transcription: str = "trapezoidal",
        gravity: ArrayLike = EARTH,
        springs: tuple[float, float] | None = None,
        guess: "str | Take | Callable[[Array], Array]" = "poses",
        solver: Solver | None = None,
        name: str | None = None,
    ) -> None:
        self.character, self.name = character, name or character.name
        self.resources = Resources(character, springs)
        self.transcription = Transcription.named(transcription)
        self.timeline = Timeline.of(phases, samples, self.transcription)
        self.gravity = finite(gravity, "gravity", (3,))
        self.parameters = np.array(character.lagrangian.defaults, dtype=np.float64)
        self.guess = guess
        self.goals: list[Goal] = []
        self.terms: list[Term] = []
        self.tell: Callable[[Shot, Take], Take] = lambda shot, take: take
        self.adapt: Callable[[], None] = lambda: None
        self.session = Session(self, solver or InteriorPoint())

    @classmethod
    def jump(
        cls,
        character: SymbolicCharacter,
        to: ArrayLike,
        landing: "str | float | None" = "natural",
        *,
        turn: float = 0.0,
        samples: int = 96,
        seconds: "tuple[Seconds, Seconds, Seconds] | None" = None,
        transcription: str = "hermite-simpson",
        **options: Any,
    ) -> "Shot":
        """Jump from the origin to a place [m] and land "soft", "natural", "hard", or with a blow given in N s.

        `turn` by so much about the vertical on the way [rad]; `seconds` of push-off, flight and landing, each a
        number or (least, most); left out, they follow from height and distance. Ask for more before `solve()`.
        """
        where, pull = finite(to, "to", (3,)), float(np.linalg.norm(options.get("gravity", EARTH)))
        phases = jump.phases(character, where, turn, pull, seconds, samples)
        shot = cls(character, phases, samples=samples, transcription=transcription, **options)
        shot.adapt = jump.ask(shot, landing, timed=seconds is None)
        shot.tell = told
        return shot

    @property
    def to(self) -> Array:
        """Where the last phase stands [m]; given another value, the next `solve()` goes there, warm."""
        return np.array(self._standing().at)

    @to.setter
    def to(self, place: ArrayLike) -> None:
        self._standing().at = finite(place, "to", (3,))
        self.adapt()

    @property
    def lands(self) -> bool:
        """Whether the last phase stands somewhere."""
        return isinstance(self.timeline.phases[-1], Stand)

    def _standing(self) -> Stand:
        last = self.timeline.phases[-1]
        if not isinstance(last, Stand):
            raise InputError(f"the shot ends with {self.timeline.names[-1]!r}, which stands nowhere")
        return last

    @property
    def mass(self) -> float:
        """Of the whole character [kg]."""
        return self.resources.mass(self.parameters)

    @property
    def weight(self) -> float:
        """Of the whole character [N]; where nothing pulls, as on earth."""
        return self.mass * float(np.linalg.norm(self.gravity) or np.linalg.norm(EARTH))

    # ---- what ---------------------------------------------------------------------------------------------

    def pose(self, pose: "Mapping[str, float] | ArrayLike", *, at: When, name: str = "") -> Goal:
        """Joints have given angles at a time. An array counts by its joints, a mapping by the names it has."""
        values = named_values(self.resources, pose, "pose")
        return self._add(
            coordinate_goal(
                "q", values, self.resources.coordinates, name or f"pose at {at}", caller(), self._at(at)
            )
        )

    def velocity(self, velocity: "Mapping[str, float] | ArrayLike", *, at: When, name: str = "") -> Goal:
        """Coordinates have given rates at a time; an array gives all of them."""
        if not isinstance(velocity, Mapping):
            rates = np.broadcast_to(finite(velocity, "velocity"), self.resources.nq)
            velocity = dict(zip(self.resources.coordinates, rates.tolist(), strict=True))
        values = named_values(self.resources, velocity, "velocity")
        return self._add(
            coordinate_goal(
                "v", values, self.resources.coordinates, name or f"velocity at {at}", caller(), self._at(at)
            )
        )

    def still(self, *, at: When) -> Goal:
        """Nothing moves at a time."""
        return self.velocity(0.0, at=at, name=f"still at {at}")

    def place(self, point: str, x: ArrayLike, *, at: When, name: str = "") -> Goal:
        """A point is at a place [m]; components that are None are free."""
        self.resources.position(point)
        return self._add(
            point_goal(point, x, False, name or f"place of {point} at {at}", caller(), self._at(at))
        )

    def moving(self, point: str, velocity: ArrayLike, *, at: When, name: str = "") -> Goal:
        """A point moves with a velocity [m/s]; components that are None are free."""
        self.resources.position(point)
        return self._add(
            point_goal(point, velocity, True, name or f"velocity of {point} at {at}", caller(), self._at(at))
        )

    def require(
        self,
        expression: Expression,
        *,
        at_least: ArrayLike | None = None,
        at_most: ArrayLike | None = None,
        equal: ArrayLike | None = None,
        at: When | None = None,
        during: During = None,
        name: str = "requirement",
        unit: str = "",
    ) -> Goal:
        """An expression of a sample, or of one and the next, keeps within numbers, at a time or over a stretch."""
        low, high = limits(at_least, at_most, equal, name)
        when = self._at(at) if at is not None else lambda: self.timeline.span(during)
        return self._add(Goal(name, unit, caller(), expression, low, high, when))

    def clear(self, hurdle: Hurdle) -> None:
        """Every point of the character passes over a hurdle while it flies."""
        clear(self, hurdle)

    def periodic(self, *, travel: Sequence[str] = ("x",), name: str = "periodic") -> None:
        """The last sample meets the first, all but the coordinates that travel: a seamless loop."""
        kept = [i for i, c in enumerate(self.resources.coordinates) if c not in travel]
        for c in travel:
            self.resources.index(c)
        every = list(range(self.resources.nq))
        for key, chosen, unit in (("q", kept, "rad"), ("v", every, "rad/s")):
            self._add(loop_goal(key, chosen, name, unit, caller(), lambda: [0, self.timeline.total - 1]))

    # ---- how ----------------------------------------------------------------------------------------------

    def minimize(
        self,
        expression: Integrand | None = None,
        *,
        weight: float = 1.0,
        during: During = None,
        at: When | None = None,
        name: str = "",
        **weights: Any,
    ) -> list[Term]:
        """Add ∫ expression dt (at a time: its value), or named terms: `minimize(power=1e-2, torque=1e-3)`.

        `style=(pose, weight)` prefers a pose; `jolt=1e-4, at="landing"` spares the joints where phases meet.
        """
        source, made = caller(), []
        if expression is not None:
            made.append(Term(name or "objective", expression, float(weight), source, during, at))
        for key, value in weights.items():
            if key == "style":
                pose, strength = value
                values = named_values(self.resources, pose, "style")
                full = np.full(self.resources.nq, np.nan)
                full[list(values)] = list(values.values())
                made.append(style(full, strength, source, during))
            else:
                made.append(term(key, value, source, during, at))
        if not made:
            raise InputError("minimize: give an expression, or named weights such as power=1e-2")
        self.terms += made
        self.session.forget()
        return made

    # ---- the motion ---------------------------------------------------------------------------------------

    @property
    def problem(self) -> Problem:
        """The program, built when it is first needed and after its structure has changed."""
        return self.session.problem

    @property
    def solution(self) -> Solution:
        """The last solution."""
        return self.session.solution

    @property
    def motion(self) -> Motion:
        """The motion of the last solution."""
        return self.session.motion

    @property
    def iterates(self) -> list[Motion]:
        """The motions on the way to the last solution, first to last (Witkin & Kass 1988, fig. 3)."""
        return self.session.iterates

    def solve(self) -> Take:
        """Solve, warm where there is a solution already. Ctrl-C keeps the best so far."""
        return self.session.solve()

    def drag(self) -> Drag:
        """Move the landing by hand, and see a converged motion for every place.

        `with shot.drag() as drag: drag.to = (1, 0, 0); drag.take`. After a change of something else (`goal.move(…)`),
        `drag.follow()`. A single step of Newton's method is `shot.session.drag()`.
        """
        return Drag(self)

    def build(self) -> Problem:
        """Assemble the program from what is asked now."""
        return assemble(self)

    def _at(self, when: When) -> Callable[[], list[int]]:
        sample = self.timeline.sample(when)
        return lambda: [sample]

    def _add(self, goal: Goal) -> Goal:
        self.goals.append(goal)
        self.session.forget()
        return goal
