"""How many random walkers the monster eats: `python -m benchmarks.monster [200] [out/monster]`; misses are kept."""

import json
import sys
from pathlib import Path

from rich.progress import track

from supple.demos import monster
from supple.errors import SuppleError
from supple.files import written_beside


def main(trials: int, folder: Path) -> None:
    """Run them all, and write how many were eaten and which were not."""
    misses: dict[int, str] = {}
    for seed in track(range(trials), "walkers"):
        try:
            if not monster.eaten(*monster.trial(seed)):
                misses[seed] = "not eaten"
        except SuppleError as error:
            misses[seed] = str(error)
    for seed in misses:
        save(seed, folder / f"miss-{seed}.glb")
    report = {"trials": trials, "eaten": trials - len(misses), "misses": misses}
    with written_beside(folder / "monster.json") as draft:
        draft.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(report)


def save(seed: int, path: Path) -> None:
    """The take of one trial, as far as it goes."""
    world, figure, prey = monster.stage(*monster.walker(seed))
    world.direct(monster.reflex(world, figure, prey))
    try:
        take = world.run(8, name=f"miss-{seed}")
    except SuppleError as error:
        take = error.take  # type: ignore[attr-defined]
    take.save(path)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 200, Path(given[1] if len(given) > 1 else "out/monster"))
