"""The searches whose gaits are kept in `supple/demos/found`: `python tests/demos/searches.py` keeps them anew."""

from collections.abc import Callable

from supple.control.search.search import Found
from supple.demos import race, table_bound, teapot_hop, teapot_shuffle
from supple.demos.kept import FOUND

SEARCHES: dict[str, Callable[[], Found]] = {
    "table-bound": table_bound.learn,
    "table-bound-cma": lambda: table_bound.learn(method="cma"),
    "teapot-hop-thrifty": lambda: teapot_hop.learn(1, 1),
    "teapot-hop-far": lambda: teapot_hop.learn(0, 1),
    "teapot-shuffle": teapot_shuffle.learn,
    "race-hop": lambda: teapot_hop.learn(*race.HASTE, seed=race.SEED),
}

if __name__ == "__main__":
    for name, search in SEARCHES.items():
        search().graph.save(FOUND / f"{name}.json")
