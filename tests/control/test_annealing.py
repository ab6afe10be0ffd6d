"""Simulated annealing on costs whose minimum is known (Faloutsos et al. 1997, fig. 11)."""

from collections.abc import Iterator

import numpy as np
import pytest

from supple.arrays import Array
from supple.control.search.annealing import COLD, Annealing
from supple.control.search.improving import Course, improve
from supple.control.search.journal import Journal
from supple.errors import InputError


def bowl(u: Array) -> Iterator[tuple[int, float]]:
    return ((i, float(((x - 0.3) ** 2).sum())) for i, x in enumerate(u))


def searched(seed: int, evaluations: int = 100, batch: int = 1, n: int = 4, **options: float) -> Course:
    method = Annealing(np.full(n, 0.8), evaluations=evaluations, batch=batch, seed=seed, **options)  # type: ignore[arg-type]
    return improve(method, bowl, Journal(None, {}), seed=seed, evaluations=evaluations)


def test_it_finds_the_bottom_of_a_bowl() -> None:
    """In four dimensions within 100 evaluations, median over seeds: 1 % of the first cost."""
    found = [searched(seed) for seed in range(9)]
    assert np.median([course.costs.min() / course.costs[0] for course in found]) < 0.01


def test_a_batch_finds_it_too() -> None:
    found = [searched(seed, evaluations=161, batch=8) for seed in range(9)]
    assert all(len(course.costs) == 161 for course in found)
    assert np.median([course.costs.min() / course.costs[0] for course in found]) < 0.01


def test_the_first_evaluation_is_the_start() -> None:
    course = searched(3)
    np.testing.assert_array_equal(course.u[0], np.full(4, 0.8))
    assert course.costs[0] == pytest.approx(4 * 0.25)


def test_it_leaves_a_local_minimum() -> None:
    """Two wells, the start in the shallow one, a hill of 0.13 between: cold, it stays."""

    def wells(u: Array) -> Iterator[tuple[int, float]]:
        return (
            (i, float(16 * (x[0] - 0.2) ** 2 * (x[0] - 0.9) ** 2 + 0.3 * (x[0] - 0.2)))
            for i, x in enumerate(u)
        )

    def ends(temperature: float) -> float:
        last = []
        for seed in range(20):
            method = Annealing(
                np.array([0.9]), evaluations=300, seed=seed, spread=0.1, temperature=temperature
            )
            improve(method, wells, Journal(None, {}), seed=seed, evaluations=300)
            last.append(method.place[0] < 0.5)
        return float(np.mean(last))

    assert ends(0.3) > 0.5
    assert ends(1e-6) == 0.0


def test_worse_neighbors_are_accepted_as_often_as_the_law_says() -> None:
    """A cost that rises by Δ for every neighbor: the chance is exp(−Δ/T)."""
    accepted = 0
    for seed in range(2000):
        method = Annealing(np.zeros(2), evaluations=100, seed=seed, temperature=2.0, cooling=0.5)
        method.tell(method.ask(), np.array([0.0]))
        neighbor = method.ask()
        method.tell(neighbor, np.array([1.0]))
        accepted += method.cost == 1.0
    chance = np.exp(-0.5)
    assert accepted / 2000 == pytest.approx(chance, abs=4 * np.sqrt(chance * (1 - chance) / 2000))


def test_cooling_by_a_rate_ends_when_frozen() -> None:
    """T = rᵏ T₀ falls below T_frozen after ln(COLD)/ln r rounds."""
    course = searched(1, evaluations=10_000, cooling=0.9)
    assert len(course.costs) == 1 + int(np.ceil(np.log(COLD) / np.log(0.9)))


def test_equal_seeds_equal_bytes_and_others_differ() -> None:
    assert searched(5).u.tobytes() == searched(5).u.tobytes()
    assert searched(5).u.tobytes() != searched(6).u.tobytes()


def test_costs_of_any_size_take_the_same_course() -> None:
    """Without a temperature only ratios of changes matter; a power of two scales without rounding."""

    def course(factor: float) -> Course:
        def scaled(u: Array) -> Iterator[tuple[int, float]]:
            return ((i, factor * cost) for i, cost in bowl(u))

        method = Annealing(np.full(3, 0.8), evaluations=60, seed=2)
        return improve(method, scaled, Journal(None, {}), seed=2, evaluations=60)

    np.testing.assert_array_equal(course(1.0).u, course(2.0**20).u)


@pytest.mark.parametrize(("option", "value"), [("temperature", 0.0), ("temperature", -1.0), ("cooling", 1.0)])
def test_what_never_cools_is_refused(option: str, value: float) -> None:
    with pytest.raises(InputError, match="temperature" if option == "temperature" else "cooling"):
        searched(1, **{option: value})
