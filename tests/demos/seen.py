"""What the takes of some demos show beyond the figures of their reports."""

from collections.abc import Callable

import numpy as np
import pytest

from supple.scene import Take


def the_ways_differ_between_keys_alone(take):
    keys = [take.frame(k * 1.2) for k in range(5)]
    rotations = np.stack([take.motions[way].rotation for way in ("euler", "slerp", "squad", "bezier")])
    agreement = np.abs(np.einsum("wti,ti->wt", rotations, rotations[0]))
    np.testing.assert_allclose(agreement[:, keys], 1, atol=1e-12)
    assert agreement.min() < 0.99


def what_is_pulled_to_the_left_is_held_at_the_right(take):
    held, pulled = (take.world_vertices("quadratic")[take.frame(t)] for t in (0.0, 2.2))
    assert pulled[:, 0].min() == pytest.approx(held[:, 0].min() - 0.3, abs=1e-9)
    right = held[:, 0] > held[:, 0].max() - 1e-9
    corners = right & (np.abs(held[:, 2]) > np.abs(held[:, 2]).max() - 1e-9)
    corners &= np.abs(held[:, 1] - 1.4) > np.abs(held[:, 1] - 1.4).max() - 1e-9
    assert corners.sum() >= 4
    np.testing.assert_allclose(pulled[corners], held[corners], atol=1e-9)


def a_heavier_lamp_swings_further_and_faster(take):
    stretches = [figures for name, figures in take.report.items() if name.startswith("x")]
    figures = np.array([list(each.values()) for each in stretches])
    assert len(figures) >= 2
    assert (np.diff(figures, axis=0) > 0).all()


def the_script_comes_to_its_end(take):
    assert [note.text for note in take.notes] == [
        "waiting", "off", "swoop", "got it", "haul", "up and away", "hung up", "dangling", "at rest",
    ]  # fmt: skip


def who_walks_in_is_eaten_and_who_comes_from_elsewhere(take):
    assert take.report["eaten"] == take.report["trials"] >= 1
    words = [note.text for note in take.notes]
    assert words.index("strike") < words.index("skewered") < words.index("let go") < words.index("gone")


def the_humanoid_walks(take):
    """Before it is struck at, each foot stands where it came down for half of the time, and is lifted."""
    strike = next(note.time for note in take.notes if note.text == "strike")
    walking = (take.times > 0.1) & (take.times < strike)
    heights, slips = [], []
    for side in "LR":
        foot = take.position(f"leg.lower.{side}", (0, -0.14, 0))[walking]
        sideways = np.gradient(foot[:, ::2], take.times[walking], axis=0)
        slips.append(np.median(np.linalg.norm(sideways, axis=1)))
        heights.append(np.ptp(foot[:, 1]))
    assert max(slips) < 0.05, "a foot that stands does not slide"
    assert min(heights) > 0.03, "a foot that swings is lifted"


def it_ends_limp_on_the_floor(take):
    """Seated it is higher than what is left when the strings are gone, and in the end nothing moves."""
    head = take.position("head")[:, 1]
    assert head[take.frame(8.2)] > 0.2 > head[-1]
    assert abs(head[-1] - head[-20]) < 0.01


Seen = Callable[[Take], None]
SEEN: dict[str, list[Seen]] = {
    "tumble": [the_ways_differ_between_keys_alone],
    "bend": [what_is_pulled_to_the_left_is_held_at_the_right],
    "luxo-heavy": [a_heavier_lamp_swings_further_and_faster],
    "skyhook": [the_script_comes_to_its_end],
    "monster": [who_walks_in_is_eaten_and_who_comes_from_elsewhere, the_humanoid_walks],
}
"""In the short form, too."""
IN_THE_END: dict[str, list[Seen]] = {"puppet": [it_ends_limp_on_the_floor]}
"""In the full run alone."""
