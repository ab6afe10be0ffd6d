"""From what was asked to a problem: unknowns, physics, rules, contacts, meetings of phases, goals, objective."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from supple.errors import InputError
from supple.spacetime.contact import Contact
from supple.spacetime.problem import Problem
from supple.spacetime.requirement import Requirement, law
from supple.spacetime.resources import Resources
from supple.spacetime.sample import Sample
from supple.spacetime.terms import Term
from supple.spacetime.timeline import Timeline
from supple.spacetime.transcription import Transcription

if TYPE_CHECKING:
    from supple.spacetime.shot import Shot


def assemble(shot: "Shot") -> Problem:
    """The whole interval as one sparse program (Witkin & Kass 1988, §4.3)."""
    problem = Problem(force=shot.weight / 10, middle=shot.transcription.rule.middle)
    timeline, resources = shot.timeline, shot.resources
    contacts = [phase.contact(resources) for phase in timeline.phases]
    check_rules(contacts, timeline, shot.transcription)
    place_samples(problem, shot, contacts)
    for phase, contact in enumerate(contacts):
        samples = samples_of(problem, timeline, phase)
        leaving = contact.pushes_only and phase + 1 < len(contacts) and not contacts[phase + 1].forces
        physics(problem, samples, contact, timeline.first(phase), leaving)
        limits(problem, samples, resources, timeline.first(phase))
        rules(problem, samples, shot.transcription, timeline.first(phase))
        contact.hold(problem, samples, timeline.first(phase))
        if phase:
            meet(
                problem,
                problem.samples[timeline.first(phase) - 1],
                samples[0],
                contact,
                timeline.first(phase),
            )
    for goal in shot.goals:
        demand(problem, goal, timeline)
    for term in shot.terms:
        weigh(problem, term, shot)
    return problem


def check_rules(contacts: Sequence[Contact], timeline: Timeline, transcription: Transcription) -> None:
    """Raise where a phase needs another rule than the shot has."""
    for name, contact in zip(timeline.names, contacts, strict=True):
        if contact.rule not in (None, transcription.rule.name):
            raise InputError(
                f"phase {name!r} holds positions on a curve and needs transcription={contact.rule!r}; "
                f"the shot has {transcription.rule.name!r}"
            )


def samples_of(problem: Problem, timeline: Timeline, phase: int) -> list[Sample]:
    """The samples of a phase."""
    return problem.samples[timeline.first(phase) : timeline.first(phase + 1)]


def place_samples(problem: Problem, shot: "Shot", contacts: Sequence[Contact]) -> None:
    """Unknowns sample after sample, so that what hangs together lies together: q, v, a, u, λ."""
    resources, timeline = shot.resources, shot.timeline
    body = resources.lagrangian
    p = problem.parameter("p", lambda: shot.parameters, body.p.numel())
    gravity = problem.parameter("gravity", lambda: shot.gravity, 3)
    start: Any = 0.0
    for index, (phase, contact) in enumerate(zip(timeline.phases, contacts, strict=True)):
        seconds = duration(problem, phase, timeline.names[index])
        count = timeline.counts[index]
        extras = {name: problem.unknown(name, 1) for name in contact.constants}
        for name, (symbol, _) in extras.items():
            problem.require(contact.constants[name], symbol)
        for k in range(count):
            sizes = {"q": resources.nq, "v": resources.nq, "a": resources.nq, "u": resources.muscles.size}
            sizes |= {"lam": contact.forces, **contact.unknowns}
            if k == 0 and index and contact.strikes(contacts[index - 1]):
                sizes["blow"] = contact.blows
            made = {key: problem.unknown(f"{key}{len(problem.samples)}", size) for key, size in sizes.items()}
            problem.samples.append(
                Sample(
                    resources,
                    index,
                    contact,
                    {key: symbol for key, (symbol, _) in (made | extras).items()},
                    {key: places for key, (_, places) in (made | extras).items()},
                    p,
                    gravity,
                    start + seconds * (k / (count - 1)),
                    seconds / (count - 1),
                    k / (count - 1),
                )
            )
        start = start + seconds


def duration(problem: Problem, phase: Any, name: str) -> ca.SX:
    """Seconds of a phase: a number that may be changed, or an unknown."""
    if not phase.free:
        return problem.parameter(f"seconds of {name}", lambda: phase.guess)
    symbol, places = problem.unknown(f"seconds of {name}", 1)
    problem.durations[name] = int(places[0])
    wish = Requirement(f"duration of {name}", "s", phase.source, lambda: phase.range, wish=True)
    problem.require(wish, symbol)
    return symbol


def physics(problem: Problem, samples: Sequence[Sample], contact: Contact, first: int, leaving: bool) -> None:
    """M a + bias − B τ − Jᵀ λ = 0 at every sample (eq. 6).

    A floor that only pushes lets go when it no longer does, λ = 0: so accelerations go on through lift-off, and the
    floor cannot throw the base into the air.
    """
    newton = law("physics", "N, N m")
    for k, s in enumerate(samples):
        needed = s.resources.lagrangian.inverse(*contact.state(s), s.p, s.gravity)
        problem.require(newton, needed - s.resources.pull(s.tau) - contact.pull(s, s.contact), first + k)
        leaves = leaving and s is samples[-1]
        for what, row in contact.lets_go(s, 10 * problem.force) if leaves else contact.laws(s):
            problem.require(what, row, first + k)


def limits(problem: Problem, samples: Sequence[Sample], resources: Resources, first: int) -> None:
    """Joints stay within their limits, muscles within their strength."""
    character, muscles = resources.character, resources.muscles
    joints = Requirement("joint limits", "rad", "", lambda: (character.limits[:, 0], character.limits[:, 1]))
    strength = Requirement("muscle limits", "N m", "", muscles.bounds)
    force = Requirement("muscle force", "N m", "", lambda: (-muscles.limits, muscles.limits))
    fastest = np.array([muscle.speed_limit for muscle in character.muscles])
    speed = Requirement("muscle speed", "rad/s", "", lambda: (-fastest, fastest))
    for k, s in enumerate(samples):
        problem.require(joints, s.q, first + k)
        problem.require(strength, s.unknown["u"], first + k)
        problem.require(speed, s.joint_rates, first + k)
        if muscles.limited:
            problem.require(force, s.tau, first + k)


def rules(problem: Problem, samples: Sequence[Sample], transcription: Transcription, first: int) -> None:
    """The rule between consecutive samples (§4.5)."""
    ties = {"position": law("rule of positions", "m"), "velocity": law("rule of velocities", "m/s")}
    for k, what, left in transcription.rows(samples[0].step, samples):
        problem.require(ties[what.split()[-1]], left, first + k)


def meet(problem: Problem, before: Sample, after: Sample, contact: Contact, sample: int) -> None:
    """q, v and muscles go on where phases meet; a touchdown changes v by an impulse: M (v⁺ − v⁻) = Jᵀ Λ, Λ in N s.

    Where the ground takes its last push away at once, muscles may change at once too: else the base would sink in.
    """
    lost = before.ground.abrupt and not contact.forces
    for key, unit in (("q", "m"),) if lost else (("q", "m"), ("u", "N m")):
        problem.require(law("phases meet", unit), after.unknown[key] - before.unknown[key], sample)
        problem.same(after.where[key], before.where[key])
    if "blow" not in after.unknown:
        problem.require(law("phases meet", "m/s"), after.v - before.v, sample)
        problem.same(after.where["v"], before.where["v"])
        return
    change = momentum(after, after.v - before.v) - contact.blow(after, after.unknown["blow"])
    problem.require(law("touchdown", "N s"), change, sample)
    for what, row in contact.blow_laws(after):
        problem.require(what, row, sample)


def momentum(s: Sample, change: ca.SX) -> ca.SX:
    """M Δv, as the force that an acceleration of Δv takes from rest: far shorter than M itself."""
    body, rest = s.resources.lagrangian, ca.SX.zeros(s.resources.nq)
    return ca.SX(
        body.inverse(s.q, rest, change, s.p, ca.SX.zeros(3))
        - body.inverse(s.q, rest, rest, s.p, ca.SX.zeros(3))
    )


def demand(problem: Problem, goal: Any, timeline: Timeline) -> None:
    """A goal at each of its samples."""
    requirement, chosen = goal.requirement, goal.samples()
    if goal.joins:
        problem.require(requirement, goal.expression(problem.samples[chosen[0]], problem.samples[chosen[-1]]))
        return
    for k in chosen:
        s = problem.samples[k]
        if not goal.pairs:
            problem.require(requirement, goal.expression(s), k)
        elif k + 1 in chosen and problem.samples[k + 1].phase == s.phase:
            problem.require(requirement, goal.expression(s, problem.samples[k + 1]), k)


def weigh(problem: Problem, term: Term, shot: "Shot") -> None:
    """weight · ∫ integrand dt by the transcription's quadrature; between samples by the middle of each step."""
    timeline = shot.timeline
    weight = problem.parameter(f"weight of {term.name}", lambda: term.weight)
    if term.pairs and term.at is not None:
        after = timeline.sample(term.at)
        density = term.integrand(*meeting(problem, term, after))
        problem.minimize(term.name, term.source, weight, density, after)
        return
    extra = () if term.values is None else (problem.parameter(term.name, term.values, term.size),)
    chosen = set(timeline.span(term.during)) if term.at is None else {timeline.sample(term.at)}
    for phase, count in enumerate(timeline.counts):
        first = timeline.first(phase)
        share = shot.transcription.quadrature(count)
        for k, s in enumerate(samples_of(problem, timeline, phase)):
            if first + k not in chosen:
                continue
            if term.pairs:
                if k + 1 < count and first + k + 1 in chosen:
                    density = term.integrand(s, problem.samples[first + k + 1], *extra)
                    problem.minimize(term.name, term.source, weight * s.step, density, first + k)
                continue
            factor = weight if term.at is not None else weight * s.step * share[k]
            problem.minimize(term.name, term.source, factor, term.integrand(s, *extra), first + k)


def meeting(problem: Problem, term: Term, after: int) -> list[Sample]:
    """The samples before and after a meeting of phases, which have one time."""
    pair = problem.samples[max(after - 1, 0) : after + 1]
    if len(pair) == 2 and pair[0].phase != pair[1].phase:
        return pair
    raise InputError(
        f"{term.name} ({term.source}), at={term.at!r}: it compares what is before and after a meeting of phases; "
        "give the name of a phase that follows another"
    )
