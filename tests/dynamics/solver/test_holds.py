"""What is held to a point of the world, by arrays alone."""

import numpy as np
import pytest
from run import G, Run, ball

from supple.dynamics.model.components import Hold, Term


def test_a_string_that_hangs_from_a_point_of_the_world_keeps_its_length_and_swings_in_time():
    """T = 2π √(l/g)(1 + a²/16), a = 0.2. The last body is another, which it must not be taken for."""
    hang, length, a = np.array([0.5, 2.0, 0.0]), 0.8, 0.2
    at = hang + length * np.array([np.sin(a), -np.cos(a), 0])
    string = Hold((Term(0, (0, 0, 0)), Term(-1, tuple(hang), -1.0)), distance=True)
    target = np.array([[length, 0, 0]])
    found = Run([ball(at), ball((5, 5, 5))], holds=[string], targets=target)
    crossed, before = [], at[0]
    for step in range(4000):
        x = found.step(1, 1e-3).q[0, 0]
        assert abs(np.linalg.norm(found.q[0, :3] - hang) - length) < 1e-12
        if before > hang[0] >= x:
            crossed.append(step * 1e-3 + 1e-3 * (before - hang[0]) / (before - x))
        before = x
    period = 2 * np.pi * np.sqrt(length / G) * (1 + a * a / 16)
    assert np.diff(crossed).mean() == pytest.approx(period, rel=1e-3)
    np.testing.assert_allclose(found.q[1, :3], (5, 5 - G * 4**2 / 2, 5), atol=0.03)
