"""Twenty bodies dropped on each other, over twenty seeds: no divergence in 20 s, overlap at rest ≤ 2 % of their size.

python benchmarks/crowd.py [--seconds 20] [--seeds 20] [--first 0]
"""

import argparse
import time

from supple.demos.crowd import SIZE, dropped, escaped, fastest
from supple.dynamics.legacy.contact.overlap import deepest_overlap
from supple.errors import DivergenceError

ALLOWED = 0.02
"""Overlap at rest, as a share of the size."""


def settle(seed: int, seconds: float) -> bool:
    """Run one seed and say what came of it; whether it holds."""
    world, begun = dropped(seed), time.process_time()
    try:
        world.step(round(seconds / world.step_size))
    except DivergenceError as error:
        print(f"seed {seed}: {error}", flush=True)
        return False
    spent, steps = time.process_time() - begun, round(seconds / world.step_size)
    depth, body, other = deepest_overlap(world)
    print(
        f"seed {seed}: overlap {depth / SIZE:.2%} ({body} in {other}), fastest {fastest(world):.4f} m/s, "
        f"{escaped(world)} escaped, {1e3 * spent / steps:.1f} ms a step",
        flush=True,
    )
    return depth <= ALLOWED * SIZE


def main() -> None:
    """All seeds, and how many hold."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=20.0)
    words.add_argument("--seeds", type=int, default=20)
    words.add_argument("--first", type=int, default=0)
    given = words.parse_args()
    held = [settle(seed, given.seconds) for seed in range(given.first, given.first + given.seeds)]
    print(f"{sum(held)} of {len(held)} hold")


if __name__ == "__main__":
    main()
