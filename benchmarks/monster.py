"""How many random walkers the monster eats: `python -m benchmarks.monster [200] [out/monster]`.

Those who get away are kept as takes, with what happened to them.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.progress import track

from supple.demos import monster
from supple.errors import SuppleError
from supple.files import written_beside
from supple.scene import Take

CORES = 2
"""Trials run at once."""


def main(trials: int, folder: Path) -> None:
    """Run them all, and write how many were eaten and which were not."""
    with ProcessPoolExecutor(CORES) as pool:
        found = list(track(pool.map(monster.trial, range(trials)), "walkers", total=trials))
    misses = {seed: why for seed, why in enumerate(found) if why}
    for seed in misses:
        taken(seed).save(folder / f"miss-{seed}.glb")
    report = {"trials": trials, "eaten": trials - len(misses), "misses": misses}
    with written_beside(folder / "monster.json") as draft:
        draft.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(report)


def taken(seed: int) -> Take:
    """The take of one trial, as far as it goes."""
    world, *_ = monster.directed(*monster.walker(seed))
    try:
        return world.run(monster.PATIENCE, name=f"miss-{seed}")
    except SuppleError as error:
        return error.take  # type: ignore[attr-defined, no-any-return]


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 200, Path(given[1] if len(given) > 1 else "out/monster"))
