"""Damaged files for every reader: `python -m benchmarks.fuzz --cases N --seed S`.

Six in seven are mutants of valid files, the rest noise. Each case may take 5 s and 1 GB; whatever is refused must be
refused by a `SuppleError` that names the file. The exit status is 1 if anything crashed, hung, or was not named.
Cases that failed are left in out/fuzz, by reader and number.
"""

import argparse
import multiprocessing
import os
import resource
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path

import numpy as np

from benchmarks.fuzz_readers import READERS
from benchmarks.mutants import noise
from supple.errors import SuppleError

SECONDS, MEMORY = 5.0, 2**30
MUTANTS = 0.85
OUT = Path("out/fuzz")
FINE = ("accepted", "refused")


@dataclass
class Outcome:
    """What became of one case."""

    case: int
    reader: str
    what: str
    words: str = ""


def made(case: int, seed: int, files: dict[str, list[bytes]]) -> tuple[str, bytes]:
    """The name of the reader and the bytes of a case; the same numbers give the same bytes."""
    rng = np.random.default_rng([seed, case])
    name = list(files)[case % len(files)]
    valid = files[name][rng.integers(len(files[name]))]
    if rng.random() > MUTANTS:
        return name, noise(valid, rng)
    mutations = READERS[name].mutations
    return name, mutations[rng.integers(len(mutations))](valid, rng)


def tried(case: int, name: str, data: bytes, folder: Path) -> Outcome:
    """Read the bytes as a file, and say what happened."""
    path = folder / f"case{READERS[name].suffix}"
    path.write_bytes(data)
    try:
        READERS[name].read(path)
    except SuppleError as error:
        said = str(error)
        return Outcome(case, name, "refused" if path.name in said else "file not named", said)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Outcome(
            case, name, "crash", f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
        )
    return Outcome(case, name, "accepted")


def _work(cases: range, seed: int, files: dict[str, list[bytes]], report: Connection) -> None:
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            report.send(tried(case, *made(case, seed, files), Path(folder)))


class Worker:
    """A process with every n-th case; one that hangs or dies is replaced, and goes on behind that case."""

    def __init__(self, cases: range, seed: int, files: dict[str, list[bytes]]) -> None:
        self.cases, self._seed, self._files = cases, seed, files
        self._start()

    def _start(self) -> None:
        fork = multiprocessing.get_context("fork")
        self.report, other = fork.Pipe(duplex=False)
        self._process = fork.Process(
            target=_work, args=(self.cases, self._seed, self._files, other), daemon=True
        )
        self._process.start()
        other.close()
        self._since = time.monotonic()

    def outcome(self) -> Outcome | None:
        """What has been reported since the last call; a hang or a death ends the process."""
        if self.report.poll():
            try:
                found: Outcome = self.report.recv()
            except EOFError:
                return self._lost("crash", f"the process died, exit code {self._process.exitcode}")
            self.cases, self._since = self.cases[1:], time.monotonic()
            return found
        if time.monotonic() - self._since > SECONDS:
            return self._lost("hang", f"longer than {SECONDS:g} s")
        return None

    def _lost(self, what: str, words: str) -> Outcome:
        self._process.kill()
        self._process.join()
        case, self.cases = self.cases[0], self.cases[1:]
        if self.cases:
            self._start()
        return Outcome(case, list(self._files)[case % len(self._files)], what, words)


def outcomes(cases: int, seed: int, processes: int) -> Iterator[Outcome]:
    """Every case as it is done; equal seeds give equal cases, whatever the number of processes."""
    warnings.simplefilter("ignore")
    files = {name: reader.seeds() for name, reader in READERS.items()}
    for name, seeds in files.items():
        for k, data in enumerate(seeds):
            with tempfile.TemporaryDirectory() as folder:
                valid = tried(-1, name, data, Path(folder))
            if valid.what != "accepted":
                raise SystemExit(f"{name}: valid file {k} is {valid.what}: {valid.words}")
    workers = [Worker(range(k, cases, processes), seed, files) for k in range(min(processes, cases))]
    while workers:
        wait([worker.report for worker in workers], timeout=0.2)
        for worker in list(workers):
            found = worker.outcome()
            while found is not None:
                yield found
                found = worker.outcome() if worker.cases else None
            if not worker.cases:
                workers.remove(worker)


def main(arguments: list[str] | None = None) -> int:
    """Run the cases, print the counts and what went wrong; 1 if anything did."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    counts: dict[str, Counter[str]] = {name: Counter() for name in READERS}
    failures = []
    started = time.monotonic()
    for outcome in outcomes(asked.cases, asked.seed, asked.processes):
        counts[outcome.reader][outcome.what] += 1
        if outcome.what not in FINE:
            failures.append(outcome)
    for name, count in counts.items():
        print(f"{name:8} {', '.join(f'{n} {what}' for what, n in sorted(count.items()))}")
    total = sum(counts.values(), Counter())
    bad = {"crash": 0, "hang": 0, "file not named": 0} | {k: n for k, n in total.items() if k not in FINE}
    fine = ", ".join(f"{total[what]} {what}" for what in FINE)
    wrong = ", ".join(f"{n} {what}" for what, n in bad.items())
    print(f"{asked.cases} cases, seed {asked.seed}: {fine}, {wrong}; {time.monotonic() - started:.0f} s")
    _keep(failures, asked.seed)
    return 1 if failures else 0


def _keep(failures: list[Outcome], seed: int) -> None:
    files = {name: reader.seeds() for name, reader in READERS.items()} if failures else {}
    for outcome in failures:
        OUT.mkdir(parents=True, exist_ok=True)
        name, data = made(outcome.case, seed, files)
        path = OUT / f"{name}-{seed}-{outcome.case}{READERS[name].suffix}"
        path.write_bytes(data)
        print(f"{outcome.what}: {path}: {outcome.words[:300]}")


if __name__ == "__main__":
    sys.exit(main())
