"""A linearly implicit step of one linear body, in compiled code; see `integrators.implicit`.

K = ∂²V/∂R² and D at R for V = Σ_g f_g [ k_e |mᵀm − 1|² + k_c (det m − 1)² ], as in `elastic`:

δP = 4 k_e (δm E + m (δmᵀ m + mᵀ δm)) + 2 k_c (cof (cof : δm) + (det − 1) δcof),   δD = 2 k_d m (δmᵀ m + mᵀ δm)
"""

import numpy as np
from numba import njit

from supple.arrays import Array
from supple.dynamics.elastic import add_elastic_force

SQUASHED = 0.3
"""Volume, relative to rest, below which forces where a body coasts to say nothing of use."""

CRUSHED, HALVINGS = 0.1, 6
"""No blow squashes a cell below this volume, relative to rest; what goes beyond is halved so often, then stopped."""


@njit(cache=True, nogil=True, error_model="numpy")
def linear_step(
    q: Array, v: Array, pushed: Array, h: float, M: Array, u: Array, G: Array, share: Array, ke: float, kc: float,
    kd: float, paper: float, held: bool,
) -> tuple[Array, Array]:  # fmt: skip
    """(v⁺ − v, W) of a body at q (3k,) with M (k, k) and cells G (g, k, 3), `pushed` (3k,) by others; u is 1 as p.

    `held` by constraints it keeps W as it is: what that loses in turning keeps a coarse pendulum from gaining energy.
    """
    k = len(M)
    coasting = q + h * v
    ahead = least_volume(coasting, G) > SQUASHED
    if not ahead:
        coasting = q
    K, A = matrices(coasting, G, share, ke, kc, kd)
    values, vectors = np.linalg.eigh(K)
    K = vectors * np.maximum(values, 0.0) @ np.ascontiguousarray(vectors.T)
    Q = np.zeros(3 * k)
    H = share.reshape(-1, 1, 1) * G
    add_elastic_force(coasting, v, 0, k, G.reshape(-1), H.reshape(-1), 0, len(share), ke, kc, kd, Q)
    if paper:
        Q -= paper * (Q @ v) * Q
    Q *= h
    if not ahead:
        Q -= h * h * (K @ v)
    A = h * A + h * h * K
    for r in range(3):
        s = slice(r * k, r * k + k)
        Q[s] += M @ pushed[s]
        A[s, s] += M
    W = np.linalg.inv(A)
    change = W @ Q - pushed
    return pushed + change - as_whole(q, change, M, u), (W + W.T) / 2 if held else _freed(q, W, M, u)


@njit(cache=True, nogil=True, error_model="numpy")
def _freed(q: Array, W: Array, M: Array, u: Array) -> Array:
    """P W Pᵀ + Z N Zᵀ, P = 1 − Z N Zᵀ M: the whole answers an impulse as it must, however stiff the body within.

    About where a body that turns coasts to, it is stretched, and K would keep it from turning.
    """
    Z, MZ, N = whole(q, M, u)
    ZN, B = Z @ N, (W + W.T) / 2 @ MZ
    mixed = ZN @ np.ascontiguousarray(B.T)
    own = ZN @ (np.ascontiguousarray(MZ.T) @ B @ N + np.eye(6)) @ np.ascontiguousarray(Z.T)
    return (W + W.T + own + own.T) / 2 - mixed - mixed.T


@njit(cache=True, nogil=True, error_model="numpy")
def whole(q: Array, M: Array, u: Array) -> tuple[Array, Array, Array]:
    """Z (3k, 6) of motion as a whole, v = Z (a, ω) with ẋ = a + ω × (x − c), M Z, and N = (Zᵀ M Z)⁻¹ (6, 6)."""
    k = len(M)
    moment = M @ u
    R = q.reshape(3, k)
    R = R - np.outer(R @ moment / (u @ moment), u)
    Z, MZ = np.zeros((3, k, 6)), np.empty((3, k, 6))
    for r in range(3):
        a, b = (r + 1) % 3, (r + 2) % 3
        Z[r, :, r], Z[r, :, 3 + a], Z[r, :, 3 + b] = u, R[b], -R[a]
        MZ[r] = M @ np.ascontiguousarray(Z[r])
    flat, heavy = Z.reshape(3 * k, 6), MZ.reshape(3 * k, 6)
    inertia = np.ascontiguousarray(flat.T) @ heavy
    return flat, heavy, np.linalg.inv(inertia).astype(np.float64)


@njit(cache=True, nogil=True, error_model="numpy")
def as_whole(q: Array, v: Array, M: Array, u: Array) -> Array:
    """The motion of the body as a whole in v (3k,): that with the same momenta."""
    Z, MZ, N = whole(q, M, u)
    return Z @ (N @ (MZ.T @ v))


@njit(cache=True, nogil=True, error_model="numpy")
def answer_as_whole(q: Array, M: Array, u: Array) -> Array:
    """W = Z N Zᵀ (3k, 3k) of a body that answers an impulse as a whole."""
    Z, _, N = whole(q, M, u)
    return Z @ N @ np.ascontiguousarray(Z.T)


@njit(cache=True, nogil=True, error_model="numpy")
def bearable(q: Array, v: Array, h: float, M: Array, u: Array, G: Array) -> float:
    """How much of its deforming a body can go through in h seconds: 1, or less where a cell would be crushed."""
    if least_volume(q + h * v, G) >= CRUSHED:
        return 1.0
    least, moved, share = min(CRUSHED, least_volume(q, G)), as_whole(q, v, M, u), 1.0
    for _ in range(HALVINGS):
        if least_volume(q + h * (moved + share * (v - moved)), G) >= least:
            return share
        share /= 2
    return 0.0


@njit(cache=True, nogil=True, error_model="numpy")
def least_volume(q: Array, G: Array) -> float:
    """Least det m over the cells (g, k, 3) of a body at q (3k,)."""
    lowest, m, cof = np.inf, np.empty((3, 3)), np.empty((3, 3))
    for g in range(len(G)):
        deform(q, G[g], m)
        lowest = min(lowest, cofactors(m, cof))
    return lowest


@njit(cache=True, nogil=True, error_model="numpy")
def deform(q: Array, G: Array, m: Array) -> None:
    """m = R G, of one cell (k, 3)."""
    k = len(G)
    for r in range(3):
        for c in range(3):
            m[r, c] = 0.0
            for j in range(k):
                m[r, c] += q[r * k + j] * G[j, c]


@njit(cache=True, nogil=True, error_model="numpy")
def cofactors(m: Array, cof: Array) -> float:
    """cof m (3, 3); returns det m."""
    for i in range(3):
        for j in range(3):
            a, b, c, d = (i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3
            cof[i, j] = m[a, c] * m[b, d] - m[a, d] * m[b, c]
    return float(m[0, 0] * cof[0, 0] + m[0, 1] * cof[0, 1] + m[0, 2] * cof[0, 2])


@njit(cache=True, nogil=True, error_model="numpy")
def matrices(q: Array, G: Array, share: Array, ke: float, kc: float, kd: float) -> tuple[Array, Array]:
    """K and D (3k, 3k) at q (3k,)."""
    k = G.shape[1]
    K, D = np.zeros((3 * k, 3 * k)), np.zeros((3 * k, 3 * k))
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
    return K, D


@njit(cache=True, nogil=True, error_model="numpy", inline="always")
def _turned(m: Array, i: int, j: int, a: int, b: int) -> float:
    """∂cof_ij/∂m_ab = ± m of the row that is neither i nor a, in the column that is neither j nor b."""
    if i == a or j == b:
        return 0.0
    even = ((a - i) % 3 == 1) == ((b - j) % 3 == 1)
    other = float(m[3 - i - a, 3 - j - b])
    return other if even else -other


@njit(cache=True, nogil=True, error_model="numpy")
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
