"""Whether the coordinates of a body are independent of each other, and which are not (Faloutsos et al. 1997, §5.2).

M scaled by what each coordinate weighs, M_ij / √(M_ii M_jj), is free of units: its condition number grows as one
coordinate comes to do what others do, and its least eigenvector says which.
"""

from collections.abc import Sequence

import numpy as np

from supple.arrays import Array
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice, names
from supple.dynamics.legacy.bodies.lattice.rest import RIGID, Samples, alike, condition, mass_matrix
from supple.errors import ConflictError, InputError

LIMIT = 1e8
"""Condition number that M may have."""
SHARE = 0.1
"""Share of the largest entry from which a coordinate counts as taking part."""
NOTHING = 1e-12
"""Least weight of a mode, of a body that moves by its own size as a whole."""
RIGID_NAMES = ("translation along x", "translation along y", "translation along z", "turning about x",
               "turning about y", "turning about z")  # fmt: skip


def check_modes(lattices: Sequence[ModalLattice], M: Array, name: str) -> None:
    """Refuse modes that move nothing of a body of mass M, or that do on it what others or a rigid motion do."""
    labels = (*RIGID_NAMES, *names(lattices))
    spread = float(np.trace(M[3:RIGID, 3:RIGID])) / 2
    for weight, label in zip(np.diag(M)[RIGID:], labels[RIGID:], strict=True):
        if weight <= NOTHING * spread:
            raise InputError(
                f"mode {label!r} moves nothing of {name!r}: the body has no extent where it acts (condition number "
                f"{_said(condition(M))} of M, at most {LIMIT:.0e}); leave it out"
            )
    scaled = alike(M, np.diag(M))
    if condition(scaled) <= LIMIT:
        return
    modes, rigid = _partners(scaled, labels)
    if not modes:
        raise InputError(
            f"the mass of {name!r} lies on a line, about which nothing resists turning; spread it"
        )
    if len(modes) > 1:
        what = f"modes {_listed(modes)} of {name!r} are not independent: one can be made of the others"
    else:
        what = f"mode {_listed(modes)} does to {name!r} what {' and '.join(rigid) or 'a rigid motion'} does"
    raise ConflictError(
        f"{what} (condition number {_said(condition(scaled))} of M, at most {LIMIT:.0e}); leave one out"
    )


def check_masses(lattices: Sequence[ModalLattice], points: Samples, solid: Array, name: str) -> None:
    """Refuse mass points that cannot tell coordinates apart, too few or moved all alike; `solid`: M of the body."""
    n, size = len(points.masses), RIGID + len(names(lattices))
    M = mass_matrix(lattices, points, points.center)
    scaled = alike(M, np.diag(solid))
    labels = (*RIGID_NAMES, *names(lattices))
    if 3 * n < size:
        raise ConflictError(
            f"{n} mass points of {name!r} carry {3 * n} coordinates at most, but it has {size} (6 and "
            f"{size - RIGID} modes): {_listed(_unsupported(scaled, labels))} not supported; "
            f"give {-(-size // 3)} mass points or more"
        )
    if condition(scaled) <= LIMIT:
        return
    modes, rigid = _partners(scaled, labels)
    same = (
        [f"mode {_listed(modes)}" if len(modes) == 1 else f"modes {_listed(modes)} together"] if modes else []
    )
    raise ConflictError(
        f"the {n} mass points of {name!r} do not feel {' or '.join(same or ['a rigid motion'])}: they move under it "
        f"as under {' and '.join(rigid) or 'no motion'} (condition number {_said(condition(scaled))} of M, at most "
        f"{LIMIT:.0e}); add points where it moves the body, as between the corners for a bend"
    )


def conditioned(lattices: Sequence[ModalLattice], points: Samples, solid: Array) -> float:
    """Condition number of M of the points, each coordinate scaled by what it weighs in the `solid` M."""
    return condition(alike(mass_matrix(lattices, points, points.center), np.diag(solid)))


def _partners(scaled: Array, labels: Sequence[str]) -> tuple[list[str], list[str]]:
    """The modes and the rigid motions that take part in the motion that weighs least."""
    motion = np.abs(np.linalg.eigh(scaled)[1][:, 0])
    part = [label for label, size in zip(labels, motion, strict=True) if size > SHARE * motion.max()]
    return [label for label in part if label not in RIGID_NAMES], [x for x in part if x in RIGID_NAMES]


def _unsupported(scaled: Array, labels: Sequence[str]) -> list[str]:
    """The modes, in order, that add nothing to the rank of those before them."""
    rank, found = 0, []
    for i in range(len(scaled)):
        more = int(np.linalg.matrix_rank(scaled[: i + 1, : i + 1], tol=1 / LIMIT, hermitian=True))
        if more == rank and i >= RIGID:
            found.append(labels[i])
        rank = more
    return found


def _listed(modes: Sequence[str]) -> str:
    return " and ".join(repr(each) for each in modes) or "none"


def _said(value: float) -> str:
    return f"{value:.2g}" if np.isfinite(value) else "infinite"
