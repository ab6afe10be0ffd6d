"""CMA-ES on costs whose minimum is known."""

from collections.abc import Iterator

import numpy as np
import pytest

from supple.arrays import Array
from supple.control.search.evolution import Evolution
from supple.control.search.improving import Course, improve
from supple.control.search.journal import Journal
from supple.errors import InputError


def valley(u: Array) -> Iterator[tuple[int, float]]:
    """A quadratic a hundred times as steep along one diagonal as across."""
    for i, x in enumerate(u):
        y = x - 0.3
        yield i, float(y @ y + 99 * y.mean() ** 2 * len(y))


def searched(seed: int, evaluations: int = 800, batch: int = 1) -> Course:
    method = Evolution(np.full(4, 0.8), seed=seed, batch=batch)
    return improve(method, valley, Journal(None, {}), seed=seed, evaluations=evaluations)


def test_it_learns_the_shape_of_a_valley() -> None:
    found = [searched(seed) for seed in range(3)]
    assert np.median([course.costs.min() for course in found]) < 1e-6


def test_the_first_evaluation_is_the_start() -> None:
    np.testing.assert_array_equal(searched(1, 20).u[0], np.full(4, 0.8))


def test_equal_seeds_equal_bytes_whatever_others_draw() -> None:
    first = searched(7, 60)
    np.random.seed(123)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    again = searched(7, 60)
    assert first.u.tobytes() == again.u.tobytes()
    assert first.u.tobytes() != searched(8, 60).u.tobytes()
    np.testing.assert_array_equal(before, np.random.get_state()[1])  # noqa: NPY002


def test_a_batch_is_the_population() -> None:
    method = Evolution(np.full(4, 0.8), seed=1, batch=10)
    method.tell(method.ask(), np.array([1.0]))
    assert method.ask().shape == (10, 4)


def test_it_ends_when_nothing_is_left_to_find() -> None:
    course = searched(1, 100_000)
    assert len(course.costs) < 5000
    assert course.costs.min() < 1e-10


def test_too_little_to_learn_from_is_refused() -> None:
    with pytest.raises(InputError, match="two parameters"):
        Evolution(np.zeros(1), seed=1)
    with pytest.raises(InputError, match="three or more"):
        Evolution(np.zeros(3), seed=1, batch=2)
