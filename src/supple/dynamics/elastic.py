"""Elastic energy of a linear body, its force and its stiffness, in closed form.

V = Σ_g f_g [ k_e |mᵀm − 1|² + k_c (det m − 1)² ],   m = R G_g

over cells g with shares f_g of the volume; one cell for an affine body, which is the paper's form (Witkin & Welch
1990, §2.4). Damping by strain rate, −k_d Ė : ∂E/∂R with E = mᵀm − 1, decays alike at all amplitudes.
"""

import numpy as np
from numba import njit

from supple.arrays import Array


@njit(cache=True)
def add_elastic_force(
    q: Array, v: Array, start: int, k: int, G: Array, first: int, last: int, share: Array,
    ke: float, kc: float, kd: float, Q: Array,
) -> float:  # fmt: skip
    """Add −∂V/∂R and damping to Q (3k,) for the body at q[start : start + 3k]; returns the least det m met.

    `G` is flat: cell g holds (k, 3) numbers from 3 k g on, g counted from `first` to `last`.
    """
    lowest = 1e300
    for g in range(first, last):
        base = 3 * k * (g - first)
        m00 = m01 = m02 = m10 = m11 = m12 = m20 = m21 = m22 = 0.0
        d00 = d01 = d02 = d10 = d11 = d12 = d20 = d21 = d22 = 0.0
        for j in range(k):
            gx, gy, gz = G[base + 3 * j], G[base + 3 * j + 1], G[base + 3 * j + 2]
            a, b, c = q[start + j], q[start + k + j], q[start + 2 * k + j]
            m00 += a * gx
            m01 += a * gy
            m02 += a * gz
            m10 += b * gx
            m11 += b * gy
            m12 += b * gz
            m20 += c * gx
            m21 += c * gy
            m22 += c * gz
            if kd != 0.0:
                a, b, c = v[start + j], v[start + k + j], v[start + 2 * k + j]
                d00 += a * gx
                d01 += a * gy
                d02 += a * gz
                d10 += b * gx
                d11 += b * gy
                d12 += b * gz
                d20 += c * gx
                d21 += c * gy
                d22 += c * gz
        # S = 4 k_e E + 2 k_d Ė, symmetric; the force is −m S
        s00 = 4 * ke * (m00 * m00 + m10 * m10 + m20 * m20 - 1) + 4 * kd * (m00 * d00 + m10 * d10 + m20 * d20)
        s11 = 4 * ke * (m01 * m01 + m11 * m11 + m21 * m21 - 1) + 4 * kd * (m01 * d01 + m11 * d11 + m21 * d21)
        s22 = 4 * ke * (m02 * m02 + m12 * m12 + m22 * m22 - 1) + 4 * kd * (m02 * d02 + m12 * d12 + m22 * d22)
        s01 = 4 * ke * (m00 * m01 + m10 * m11 + m20 * m21) + 2 * kd * (
            m00 * d01 + m10 * d11 + m20 * d21 + d00 * m01 + d10 * m11 + d20 * m21
        )
        s02 = 4 * ke * (m00 * m02 + m10 * m12 + m20 * m22) + 2 * kd * (
            m00 * d02 + m10 * d12 + m20 * d22 + d00 * m02 + d10 * m12 + d20 * m22
        )
        s12 = 4 * ke * (m01 * m02 + m11 * m12 + m21 * m22) + 2 * kd * (
            m01 * d02 + m11 * d12 + m21 * d22 + d01 * m02 + d11 * m12 + d21 * m22
        )
        # cofactors: ∂ det m / ∂m
        c00, c01, c02 = m11 * m22 - m12 * m21, m12 * m20 - m10 * m22, m10 * m21 - m11 * m20
        c10, c11, c12 = m02 * m21 - m01 * m22, m00 * m22 - m02 * m20, m01 * m20 - m00 * m21
        c20, c21, c22 = m01 * m12 - m02 * m11, m02 * m10 - m00 * m12, m00 * m11 - m01 * m10
        det = m00 * c00 + m01 * c01 + m02 * c02
        lowest = min(lowest, det)
        p = 2 * kc * (det - 1)
        f = -share[g]
        p00 = f * (m00 * s00 + m01 * s01 + m02 * s02 + p * c00)
        p01 = f * (m00 * s01 + m01 * s11 + m02 * s12 + p * c01)
        p02 = f * (m00 * s02 + m01 * s12 + m02 * s22 + p * c02)
        p10 = f * (m10 * s00 + m11 * s01 + m12 * s02 + p * c10)
        p11 = f * (m10 * s01 + m11 * s11 + m12 * s12 + p * c11)
        p12 = f * (m10 * s02 + m11 * s12 + m12 * s22 + p * c12)
        p20 = f * (m20 * s00 + m21 * s01 + m22 * s02 + p * c20)
        p21 = f * (m20 * s01 + m21 * s11 + m22 * s12 + p * c21)
        p22 = f * (m20 * s02 + m21 * s12 + m22 * s22 + p * c22)
        for j in range(k):
            gx, gy, gz = G[base + 3 * j], G[base + 3 * j + 1], G[base + 3 * j + 2]
            Q[j] += p00 * gx + p01 * gy + p02 * gz
            Q[k + j] += p10 * gx + p11 * gy + p12 * gz
            Q[2 * k + j] += p20 * gx + p21 * gy + p22 * gz
    return lowest


def elastic_energy(R: Array, G: Array, share: Array, ke: float, kc: float) -> float:
    """V at R (3, k) for cells G (g, k, 3) with shares (g,) [J]."""
    m = np.einsum("rk,gkc->grc", R, G)
    E = m.transpose(0, 2, 1) @ m - np.eye(3)
    return float(share @ (ke * (E**2).sum(axis=(1, 2)) + kc * (np.linalg.det(m) - 1) ** 2))


def elastic_stiffness(R: Array, G: Array, share: Array, ke: float, kc: float) -> Array:
    """∂²V/∂R² at R (3, k), as (3k, 3k), row-major in (component, function).

    δP = 4 k_e (δm E + m (δmᵀ m + mᵀ δm)) + 2 k_c (cof (cof : δm) + (det − 1) δcof),  δcof_ij = ε_iab ε_jcd m_ac δm_bd.
    """
    m = np.einsum("rk,gkc->grc", R, G)
    E = m.transpose(0, 2, 1) @ m - np.eye(3)
    one = np.eye(3)
    H = 4 * ke * np.einsum("ia,gbj->gijab", one, E)
    H += 4 * ke * (np.einsum("gib,gaj->gijab", m, m) + np.einsum("gic,gac,bj->gijab", m, m, one))
    levi = np.zeros((3, 3, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        levi[i, j, k], levi[i, k, j] = 1, -1
    det = np.linalg.det(m)
    cof = np.einsum("iab,jcd,gac,gbd->gij", levi, levi, m, m) / 2
    H += 2 * kc * np.einsum("gij,gab->gijab", cof, cof)
    H += 2 * kc * np.einsum("g,ica,jdb,gcd->gijab", det - 1, levi, levi, m)
    K = np.einsum("g,gkj,gijab,glb->ikal", share, G, H, G)
    size = R.size
    return np.asarray(K.reshape(size, size))


def damping_matrix(R: Array, G: Array, share: Array, kd: float) -> Array:
    """D with damping force −D vec(Ṙ), (3k, 3k): 2 k_d m (ṁᵀm + mᵀṁ) is linear in Ṙ."""
    m = np.einsum("rk,gkc->grc", R, G)
    H = 2 * kd * (np.einsum("gib,gaj->gijab", m, m) + np.einsum("gic,gac,bj->gijab", m, m, np.eye(3)))
    D = np.einsum("g,gkj,gijab,glb->ikal", share, G, H, G)
    return np.asarray(D.reshape(R.size, R.size))
