"""Elastic energy of a linear body, its force and its stiffness, in closed form.

V = Σ_g f_g [ k_e |mᵀm − 1|² + k_c (det m − 1)² ],   m = R G_g

over cells g with shares f_g of the volume; one cell for an affine body, which is the paper's form (Witkin & Welch
1990, §2.4). Damping by strain rate, −k_d Ė : ∂E/∂R with E = mᵀm − 1, decays alike at all amplitudes.
"""

import numpy as np

from supple.arrays import Array
from supple.kernels import kernel


@kernel
def add_elastic_force(
    q: Array, v: Array, start: int, k: int, G: Array, H: Array, base: int, count: int,
    ke: float, kc: float, kd: float, out: Array,
) -> float:  # fmt: skip
    """out (3k,) −= Σ_g P_g H_gᵀ, P = ∂V/∂m + damping, for the body at q[start : start + 3k]; returns the least det m.

    G and H are flat: each of the `count` cells has (k, 3) numbers, the first from `base` on. H = f G makes the
    generalised force, H = f W G the acceleration that it causes.
    """
    lowest = np.inf
    for g in range(count):
        m00 = m01 = m02 = m10 = m11 = m12 = m20 = m21 = m22 = 0.0
        d00 = d01 = d02 = d10 = d11 = d12 = d20 = d21 = d22 = 0.0
        cell = base + 3 * k * g
        for j in range(k):
            gx, gy, gz = G[cell + 3 * j], G[cell + 3 * j + 1], G[cell + 3 * j + 2]
            x, y, z = q[start + j], q[start + k + j], q[start + 2 * k + j]
            m00, m01, m02 = m00 + x * gx, m01 + x * gy, m02 + x * gz
            m10, m11, m12 = m10 + y * gx, m11 + y * gy, m12 + y * gz
            m20, m21, m22 = m20 + z * gx, m21 + z * gy, m22 + z * gz
            x, y, z = v[start + j], v[start + k + j], v[start + 2 * k + j]
            d00, d01, d02 = d00 + x * gx, d01 + x * gy, d02 + x * gz
            d10, d11, d12 = d10 + y * gx, d11 + y * gy, d12 + y * gz
            d20, d21, d22 = d20 + z * gx, d21 + z * gy, d22 + z * gz
        p00, p01, p02, p10, p11, p12, p20, p21, p22, det = stress(
            m00, m01, m02, m10, m11, m12, m20, m21, m22,
            d00, d01, d02, d10, d11, d12, d20, d21, d22, ke, kc, kd,
        )  # fmt: skip
        for j in range(k):
            hx, hy, hz = H[cell + 3 * j], H[cell + 3 * j + 1], H[cell + 3 * j + 2]
            out[j] -= p00 * hx + p01 * hy + p02 * hz
            out[k + j] -= p10 * hx + p11 * hy + p12 * hz
            out[2 * k + j] -= p20 * hx + p21 * hy + p22 * hz
        lowest = min(lowest, det)
    return lowest


@kernel
def accelerate_affine(
    q: Array, v: Array, acceleration: Array, h: float, s: int, g: float, H: Array, base: int,
    ke: float, kc: float, kd: float, keep: float,
) -> float:  # fmt: skip
    """v ← keep v + h (a − P Hᵀ) for the affine body at q[s : s + 12] with p = (1, g r); returns det m.

    G = g [0; 1₃], so m = R G is g R without its first column: `add_elastic_force` in fewer words.
    """
    p00, p01, p02, p10, p11, p12, p20, p21, p22, det = stress(
        g * q[s + 1], g * q[s + 2], g * q[s + 3],
        g * q[s + 5], g * q[s + 6], g * q[s + 7],
        g * q[s + 9], g * q[s + 10], g * q[s + 11],
        g * v[s + 1], g * v[s + 2], g * v[s + 3],
        g * v[s + 5], g * v[s + 6], g * v[s + 7],
        g * v[s + 9], g * v[s + 10], g * v[s + 11], ke, kc, kd,
    )  # fmt: skip
    for j in range(4):
        hx, hy, hz = H[base + 3 * j], H[base + 3 * j + 1], H[base + 3 * j + 2]
        x, y, z = s + j, s + 4 + j, s + 8 + j
        v[x] = keep * v[x] + h * (acceleration[x] - (p00 * hx + p01 * hy + p02 * hz))
        v[y] = keep * v[y] + h * (acceleration[y] - (p10 * hx + p11 * hy + p12 * hz))
        v[z] = keep * v[z] + h * (acceleration[z] - (p20 * hx + p21 * hy + p22 * hz))
    return det


@kernel
def stress(
    m00: float, m01: float, m02: float, m10: float, m11: float, m12: float, m20: float, m21: float, m22: float,
    d00: float, d01: float, d02: float, d10: float, d11: float, d12: float, d20: float, d21: float, d22: float,
    ke: float, kc: float, kd: float,
) -> tuple[float, float, float, float, float, float, float, float, float, float]:  # fmt: skip
    """P = m (4 k_e E + 2 k_d Ė) + 2 k_c (det m − 1) cof m, by rows, and det m, from m and ṁ."""
    a, b = 4 * ke, 2 * kd
    s00 = a * (m00 * m00 + m10 * m10 + m20 * m20 - 1) + 2 * b * (m00 * d00 + m10 * d10 + m20 * d20)
    s11 = a * (m01 * m01 + m11 * m11 + m21 * m21 - 1) + 2 * b * (m01 * d01 + m11 * d11 + m21 * d21)
    s22 = a * (m02 * m02 + m12 * m12 + m22 * m22 - 1) + 2 * b * (m02 * d02 + m12 * d12 + m22 * d22)
    e01, r01 = m00 * m01 + m10 * m11 + m20 * m21, m00 * d01 + m10 * d11 + m20 * d21
    e02, r02 = m00 * m02 + m10 * m12 + m20 * m22, m00 * d02 + m10 * d12 + m20 * d22
    e12, r12 = m01 * m02 + m11 * m12 + m21 * m22, m01 * d02 + m11 * d12 + m21 * d22
    s01 = a * e01 + b * (r01 + (d00 * m01 + d10 * m11 + d20 * m21))
    s02 = a * e02 + b * (r02 + (d00 * m02 + d10 * m12 + d20 * m22))
    s12 = a * e12 + b * (r12 + (d01 * m02 + d11 * m12 + d21 * m22))
    c00, c01, c02 = m11 * m22 - m12 * m21, m12 * m20 - m10 * m22, m10 * m21 - m11 * m20
    c10, c11, c12 = m02 * m21 - m01 * m22, m00 * m22 - m02 * m20, m01 * m20 - m00 * m21
    c20, c21, c22 = m01 * m12 - m02 * m11, m02 * m10 - m00 * m12, m00 * m11 - m01 * m10
    det = m00 * c00 + m01 * c01 + m02 * c02
    p = 2 * kc * (det - 1)
    return (
        m00 * s00 + m01 * s01 + m02 * s02 + p * c00,
        m00 * s01 + m01 * s11 + m02 * s12 + p * c01,
        m00 * s02 + m01 * s12 + m02 * s22 + p * c02,
        m10 * s00 + m11 * s01 + m12 * s02 + p * c10,
        m10 * s01 + m11 * s11 + m12 * s12 + p * c11,
        m10 * s02 + m11 * s12 + m12 * s22 + p * c12,
        m20 * s00 + m21 * s01 + m22 * s02 + p * c20,
        m20 * s01 + m21 * s11 + m22 * s12 + p * c21,
        m20 * s02 + m21 * s12 + m22 * s22 + p * c22,
        det,
    )


@kernel
def strain_energy(q: Array, k: int, G: Array, base: int, share: Array, ke: float, kc: float) -> float:
    """V of a body at q (3k,), whose cells have their gradients in G from `base` on."""
    total, m = 0.0, np.empty(9)
    for g in range(len(share)):
        cell = base + 3 * k * g
        for a in range(3):
            for c in range(3):
                m[3 * a + c] = 0.0
                for j in range(k):
                    m[3 * a + c] += q[a * k + j] * G[cell + 3 * j + c]
        strain = 0.0
        for a in range(3):
            for c in range(3):
                E = m[a] * m[c] + m[3 + a] * m[3 + c] + m[6 + a] * m[6 + c] - (1.0 if a == c else 0.0)
                strain += E * E
        det = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
        det += m[2] * (m[3] * m[7] - m[4] * m[6])
        total += share[g] * (ke * strain + kc * (det - 1) ** 2)
    return total


def elastic_energy(R: Array, G: Array, share: Array, ke: float, kc: float) -> float:
    """V at R (3, k) for cells G (g, k, 3) with shares (g,) [J]."""
    m = np.einsum("rk,gkc->grc", R, G)
    E = m.transpose(0, 2, 1) @ m - np.eye(3)
    return float(share @ (ke * (E**2).sum(axis=(1, 2)) + kc * (np.linalg.det(m) - 1) ** 2))


def elastic_stiffness(R: Array, G: Array, share: Array, ke: float, kc: float) -> Array:
    """∂²V/∂R² at R (3, k), as (3k, 3k), row-major in (component, function).

    δP = 4 k_e (δm E + m (δmᵀ m + mᵀ δm)) + 2 k_c (cof (cof : δm) + (det − 1) δcof),
    δcof_ij = ε_iab ε_jcd m_ac δm_bd.
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
    return _gathered(share, G, H)


def damping_matrix(R: Array, G: Array, share: Array, kd: float) -> Array:
    """D with damping force −D vec(Ṙ), (3k, 3k): 2 k_d m (ṁᵀm + mᵀṁ) is linear in Ṙ."""
    m = np.einsum("rk,gkc->grc", R, G)
    H = 2 * kd * (np.einsum("gib,gaj->gijab", m, m) + np.einsum("gic,gac,bj->gijab", m, m, np.eye(3)))
    return _gathered(share, G, H)


def _gathered(share: Array, G: Array, H: Array) -> Array:
    """Σ share_g G_gkj H_gijab G_glb, (3k, 3k) with rows (i, k) and columns (a, l)."""
    cells, k, _ = G.shape
    half = H.reshape(cells, 27, 3) @ G.transpose(0, 2, 1)
    half = half.reshape(cells, 3, 3, 3 * k).transpose(0, 2, 1, 3).reshape(cells, 3, 9 * k)
    whole = np.tensordot(share[:, None, None] * G, half, axes=((0, 2), (0, 1)))
    return np.asarray(whole.reshape(k, 3, 3 * k).transpose(1, 0, 2).reshape(3 * k, 3 * k))
