"""A linearly implicit step of one linear body, in compiled code; see `integrators.implicit`.

K = ∂²V/∂R² and D at R for V = Σ_g f_g [ k_e |mᵀm − 1|² + k_c (det m − 1)² ], as in `elastic`:

δP = 4 k_e (δm E + m (δmᵀ m + mᵀ δm)) + 2 k_c (cof (cof : δm) + (det − 1) δcof),   δD = 2 k_d m (δmᵀ m + mᵀ δm)
"""

from typing import NamedTuple

import numpy as np

from supple.arrays import Array
from supple.dynamics.bodies.elastic import add_elastic_force
from supple.dynamics.legacy.arrays import LinearArrays
from supple.dynamics.linalg.dense import apply, invert_definite, multiply, multiply_transposed
from supple.dynamics.linalg.spectrum import keep_positive
from supple.kernels import kernel

SQUASHED = 0.3
"""Volume, relative to rest, below which forces where a body coasts to say nothing of use."""

CRUSHED, HALVINGS = 0.1, 6
"""No blow squashes a cell below this volume, relative to rest; what goes beyond is halved so often, then stopped."""


class Springs(NamedTuple):
    """k_e, k_c, k_d and the paper's k_d."""

    ke: float
    kc: float
    kd: float
    paper: float


def linear_step(
    body: LinearArrays, springs: Springs, q: Array, v: Array, pushed: Array, h: float, held: bool
) -> tuple[Array, Array]:
    """(v⁺ − v, W) of a body at q (3k,), `pushed` (3k,) by others.

    `held` by constraints it keeps W as it is: what that loses in turning keeps a coarse pendulum from gaining energy.
    """
    change, W = np.empty(len(q)), np.empty((len(q), len(q)))
    step(body, *springs, q, v, pushed, h, held, change, W)
    return change, W


@kernel
def step(
    body: LinearArrays, ke: float, kc: float, kd: float, paper: float, q: Array, v: Array, pushed: Array, h: float,
    held: bool, change: Array, W: Array,
) -> None:  # fmt: skip
    """The same into arrays that are given."""
    k, n, G = len(body.M), len(q), body.G
    coasting, Q, K, A = np.empty(n), np.zeros(n), np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        coasting[i] = q[i] + h * v[i]
    ahead = least_volume(coasting, G) > SQUASHED
    if not ahead:
        coasting[:] = q
    add_matrices(coasting, G, body.share, ke, kc, kd, K, A)
    keep_positive(K)
    add_elastic_force(coasting, v, 0, k, G.reshape(-1), body.H.reshape(-1), 0, len(G), ke, kc, kd, Q)
    if paper > 0.0:
        _damp(paper, v, Q)
    for i in range(n):
        Q[i] *= h
        row, stiff, inertia = A[i], K[i], 0.0
        for j in range(n):
            row[j] = h * row[j] + h * h * stiff[j]
            if not ahead:
                Q[i] -= h * h * stiff[j] * v[j]
        for j in range(k):
            row[i // k * k + j] += body.M[i % k, j]
            inertia += body.M[i % k, j] * pushed[i // k * k + j]
        Q[i] += inertia
    invert_definite(A, W)
    apply(W, Q, change)
    Z, MZ, N, whole = np.empty((n, 6)), np.empty((n, 6)), np.empty((6, 6)), np.empty(n)
    set_whole(q, body.M, body.u, Z, MZ, N)
    for i in range(n):
        change[i] -= pushed[i]
    _keep_whole(Z, MZ, N, change, whole)
    for i in range(n):
        change[i] += pushed[i] - whole[i]
    if not held:
        _free(Z, MZ, N, W)


@kernel
def _damp(paper: float, v: Array, Q: Array) -> None:
    """Q ← Q − k_d (Q · v) Q."""
    power = 0.0
    for i in range(len(Q)):
        power += Q[i] * v[i]
    for i in range(len(Q)):
        Q[i] -= paper * power * Q[i]


@kernel
def _free(Z: Array, MZ: Array, N: Array, W: Array) -> None:
    """W ← P W Pᵀ + Z N Zᵀ, P = 1 − Z N Zᵀ M: the whole answers an impulse as it must, however stiff the body within.

    About where a body that turns coasts to, it is stretched, and K would keep it from turning. With B = W M Z that
    is W − Z N Bᵀ − B N Zᵀ + Z N (Zᵀ M B N + 1) Zᵀ.
    """
    n = len(W)
    ZN, B, inner, twice = np.empty((n, 6)), np.empty((n, 6)), np.empty((6, 6)), np.empty((6, 6))
    multiply(Z, N, ZN)
    multiply(W, MZ, B)
    multiply_transposed(MZ, B, inner)
    multiply(inner, N, twice)
    for i in range(6):
        twice[i, i] += 1.0
    own = np.empty((n, 6))
    multiply(ZN, twice, own)
    for i in range(n):
        for j in range(i, n):
            total = W[i, j]
            for m in range(6):
                total += (
                    (own[i, m] * Z[j, m] + own[j, m] * Z[i, m]) / 2 - ZN[i, m] * B[j, m] - ZN[j, m] * B[i, m]
                )
            W[i, j] = W[j, i] = total


@kernel
def set_whole(q: Array, M: Array, u: Array, Z: Array, MZ: Array, N: Array) -> None:
    """Z (3k, 6) of motion as a whole, v = Z (a, ω) with ẋ = a + ω × (x − c), M Z, and N = (Zᵀ M Z)⁻¹ (6, 6)."""
    k = len(M)
    moment, R, inertia, mass = np.empty(k), np.empty((3, k)), np.empty((6, 6)), 0.0
    apply(M, u, moment)
    for j in range(k):
        mass += u[j] * moment[j]
    for r in range(3):
        center = 0.0
        for j in range(k):
            center += q[r * k + j] * moment[j]
        for j in range(k):
            R[r, j] = q[r * k + j] - center / mass * u[j]
    Z[:] = 0.0
    for r in range(3):
        a, b = (r + 1) % 3, (r + 2) % 3
        for j in range(k):
            Z[r * k + j, r], Z[r * k + j, 3 + a], Z[r * k + j, 3 + b] = u[j], R[b, j], -R[a, j]
        multiply(M, Z[r * k : r * k + k], MZ[r * k : r * k + k])
    multiply_transposed(Z, MZ, inertia)
    invert_definite(inertia, N)


@kernel
def _keep_whole(Z: Array, MZ: Array, N: Array, v: Array, moved: Array) -> None:
    """moved = Z N Zᵀ M v."""
    momenta, motion = np.zeros(6), np.empty(6)
    for i in range(len(v)):
        for m in range(6):
            momenta[m] += MZ[i, m] * v[i]
    apply(N, momenta, motion)
    apply(Z, motion, moved)


@kernel
def set_as_whole(q: Array, v: Array, M: Array, u: Array, moved: Array) -> None:
    """The motion of the body as a whole in v (3k,): that with the same momenta."""
    n = len(q)
    Z, MZ, N = np.empty((n, 6)), np.empty((n, 6)), np.empty((6, 6))
    set_whole(q, M, u, Z, MZ, N)
    _keep_whole(Z, MZ, N, v, moved)


def as_whole(q: Array, v: Array, M: Array, u: Array) -> Array:
    """The motion of the body as a whole in v (3k,): that with the same momenta."""
    moved = np.empty(len(v))
    set_as_whole(q, v, M, u, moved)
    return moved


def answer_as_whole(q: Array, M: Array, u: Array) -> Array:
    """W = Z N Zᵀ (3k, 3k) of a body that answers an impulse as a whole."""
    n = len(q)
    Z, MZ, N = np.empty((n, 6)), np.empty((n, 6)), np.empty((6, 6))
    set_whole(q, M, u, Z, MZ, N)
    return np.asarray(Z @ N @ Z.T)


@kernel
def bearable(q: Array, v: Array, h: float, M: Array, u: Array, G: Array) -> float:
    """How much of its deforming a body can go through in h seconds: 1, or less where a cell would be crushed."""
    n = len(q)
    there, moved = np.empty(n), np.empty(n)
    for i in range(n):
        there[i] = q[i] + h * v[i]
    if least_volume(there, G) >= CRUSHED:
        return 1.0
    set_as_whole(q, v, M, u, moved)
    least, share = min(CRUSHED, least_volume(q, G)), 1.0
    for _ in range(HALVINGS):
        for i in range(n):
            there[i] = q[i] + h * (moved[i] + share * (v[i] - moved[i]))
        if least_volume(there, G) >= least:
            return share
        share /= 2
    return 0.0


@kernel
def least_volume(q: Array, G: Array) -> float:
    """Least det m over the cells (g, k, 3) of a body at q (3k,)."""
    lowest, m, cof = np.inf, np.empty((3, 3)), np.empty((3, 3))
    for g in range(len(G)):
        deform(q, G[g], m)
        lowest = min(lowest, cofactors(m, cof))
    return lowest


@kernel
def deform(q: Array, G: Array, m: Array) -> None:
    """m = R G, of one cell (k, 3)."""
    k = len(G)
    for r in range(3):
        for c in range(3):
            m[r, c] = 0.0
            for j in range(k):
                m[r, c] += q[r * k + j] * G[j, c]


@kernel
def cofactors(m: Array, cof: Array) -> float:
    """cof m (3, 3); returns det m."""
    for i in range(3):
        for j in range(3):
            a, b, c, d = (i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3
            cof[i, j] = m[a, c] * m[b, d] - m[a, d] * m[b, c]
    return float(m[0, 0] * cof[0, 0] + m[0, 1] * cof[0, 1] + m[0, 2] * cof[0, 2])


@kernel
def add_matrices(
    q: Array, G: Array, share: Array, ke: float, kc: float, kd: float, K: Array, D: Array
) -> None:
    """Add stiffness and damping at q (3k,) to K and D (3k, 3k)."""
    m, cof, E, B = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    stiff, damped = np.empty((3, 3, 3, 3)), np.empty((3, 3, 3, 3))
    for g in range(len(G)):
        deform(q, G[g], m)
        det = cofactors(m, cof)
        for i in range(3):
            for j in range(3):
                E[i, j] = m[0, i] * m[0, j] + m[1, i] * m[1, j] + m[2, i] * m[2, j] - (i == j)
                B[i, j] = m[i, 0] * m[j, 0] + m[i, 1] * m[j, 1] + m[i, 2] * m[j, 2]
        for i in range(3):
            for j in range(3):
                for a in range(3):
                    for b in range(3):
                        shear = m[i, b] * m[a, j] + (B[i, a] if j == b else 0.0)
                        damped[i, j, a, b] = 2 * kd * share[g] * shear
                        bent = shear + (E[b, j] if i == a else 0.0)
                        grown = cof[i, j] * cof[a, b] + (det - 1) * _turned(m, i, j, a, b)
                        stiff[i, j, a, b] = share[g] * (4 * ke * bent + 2 * kc * grown)
        _gather(G[g], stiff, K)
        _gather(G[g], damped, D)


@kernel
def _turned(m: Array, i: int, j: int, a: int, b: int) -> float:
    """∂cof_ij/∂m_ab = ± m of the row that is neither i nor a, in the column that is neither j nor b."""
    if i == a or j == b:
        return 0.0
    even = ((a - i) % 3 == 1) == ((b - j) % 3 == 1)
    other = float(m[3 - i - a, 3 - j - b])
    return other if even else -other


@kernel
def _gather(G: Array, H: Array, out: Array) -> None:
    """out (3k, 3k) += G_pj H_ijab G_lb, with rows (i, p) and columns (a, l)."""
    k = len(G)
    half = np.empty(3)
    for i in range(3):
        for a in range(3):
            for n in range(k):
                for j in range(3):
                    half[j] = H[i, j, a, 0] * G[n, 0] + H[i, j, a, 1] * G[n, 1] + H[i, j, a, 2] * G[n, 2]
                for p in range(k):
                    out[i * k + p, a * k + n] += G[p, 0] * half[0] + G[p, 1] * half[1] + G[p, 2] * half[2]
