"""Bodies linear in their state: x = R p(r), R ∈ ℝ³ˣᵏ (Witkin & Welch 1990, §2.2).

T = ½ Ṙ_ij Ṙ_ik M_jk,  M = ∫ p pᵀ dm  (constant),  Q_ij = Σ f_i p_j.

A kind of body is its basis p(r); mass matrix, Jacobian, generalised force and elasticity are the same for all and
live here. The coordinates are R, row after row: q = (R₁, R₂, R₃).
"""

from functools import cached_property

import numpy as np
from scipy.linalg import eigh

from supple.arrays import Array
from supple.dynamics.bodies import elastic
from supple.dynamics.bodies.materials import Material
from supple.dynamics.legacy.arrays import LinearArrays
from supple.dynamics.legacy.bodies.basis import Basis
from supple.dynamics.legacy.bodies.body import Body
from supple.dynamics.legacy.bodies.cells import cells
from supple.dynamics.legacy.bodies.polynomial import Polynomial, monomials
from supple.dynamics.legacy.mass import MassPoints
from supple.errors import InputError
from supple.kernels import kernel
from supple.scene import Node

RIGID_MODES = 6
AFFINE = 4
"""With so many functions the gradient is the same everywhere: one cell says it all."""
COARSE = 3
"""Cells along the longest side, otherwise."""
CONDITION = 1e12
KINDS = {4: "affine", 10: "quadratic", 20: "cubic"}
"""What a body of so many functions is called."""
SAMPLES = 200
SAME = 1e-9
"""How far R₀ p(r) may be from r, as a share of the size."""
LARGE = 0.2
"""Strain at which the paper's damping has the settling time that was asked for."""


class LinearBody(Body):
    """Mass points under a global deformation that is linear in its coordinates."""

    constant = True

    def __init__(self, node: Node, basis: Basis, mass: MassPoints, material: Material) -> None:
        self.name = node.name
        self.node = node
        self.basis = basis
        self.material = material
        self.mass = mass.total
        self.k = basis.size
        self.kind = KINDS.get(self.k, "linear")
        self.nq = self.nv = 3 * self.k
        p = basis.values(mass.points)
        self.M = np.einsum("ij,ik->jk", p * mass.masses[:, None], p)
        self._check(mass)
        some = slice(None, None, 1 + len(p) // SAMPLES)
        self._check_rest(mass.points[some], p[some])
        self.W = np.linalg.inv(self.M)
        self.even = self.k == AFFINE
        middles, self.share = (mass.center[None], np.ones(1)) if self.even else cells(node.surface, COARSE)
        self.G = basis.gradients(middles)
        self.stiffness, self.incompressibility, self.damping, self.paper_damping = self._constants()

    def _check(self, mass: MassPoints) -> None:
        """Mass points that some deformation does not move leave M singular: name the deformation."""
        size = np.sqrt(np.abs(np.diag(self.M)))
        scale = np.maximum(size, size.max() / CONDITION)
        values, vectors = eigh(self.M / np.outer(scale, scale))
        if values[0] <= values[-1] / CONDITION:
            names = [self.basis.names[i] for i in np.flatnonzero(np.abs(vectors[:, 0]) > 0.3)]
            raise InputError(
                f"the mass of {self.name!r} ({len(mass.masses)} points) does not move under a combination of "
                f"{', '.join(names)}: condition {values[-1] / max(values[0], 1e-300):.1e}; "
                "spread the mass, or take those deformations out of the basis"
            )

    def _check_rest(self, r: Array, p: Array) -> None:
        """R₀ p(r) = r, or the body would start out of shape."""
        low, high = self.node.surface.bounds
        miss = float(np.abs(p @ self.basis.rest.T - r).max())
        if not miss <= SAME * float((high - low).max()):
            raise InputError(
                f"the basis of {self.name!r} ({', '.join(self.basis.names)}) cannot represent its rest shape: "
                f"R₀ p(r) is up to {miss:.3g} m from r; it needs 1, x, y and z among its combinations"
            )

    def _constants(self) -> tuple[float, float, float, float]:
        """k_e, k_c, k_d and the paper's k_d from frequency and settling time, by the lowest strain mode at rest.

        Amplitude e^(−t D/2M): settling to 5 % asks D/2M = ln 20 / settle; what is heard is √(K/M − (D/2M)²). The
        paper's −k_d V̇ ∂V/∂R acts on a mode of amplitude a and mass 1 as D = k_d ω⁴ a²/4 on average.
        """
        material = self.material.sized(self.mass / self.material.density)
        rate = np.log(20) / material.settle
        R = self.basis.rest
        M = np.kron(np.eye(3), self.M)
        K = elastic.elastic_stiffness(R, self.G, self.share, 1.0, material.volume)
        values, vectors = eigh(K, M, subset_by_index=[RIGID_MODES, RIGID_MODES])
        mode = vectors[:, 0]
        if material.damping == "paper":
            m = np.einsum("rk,gkc->grc", mode.reshape(3, self.k), self.G)
            strain = np.abs(np.linalg.eigvalsh(m + m.transpose(0, 2, 1))).max() / 2
            w2 = (2 * np.pi * material.hz) ** 2
            ke = w2 / values[0]
            return float(ke), float(ke * material.volume), 0.0, float(8 * rate / (w2 * LARGE / strain) ** 2)
        ke = ((2 * np.pi * material.hz) ** 2 + rate**2) / values[0]
        D = mode @ elastic.damping_matrix(R, self.G, self.share, 1.0) @ mode / (mode @ M @ mode)
        return float(ke), float(ke * material.volume), float(2 * rate / D), 0.0

    @cached_property
    def arrays(self) -> LinearArrays:
        """What compiled steps of this body alone read."""
        H = self.share[:, None, None] * self.G
        return LinearArrays(self.M, self.basis.uniform, np.ascontiguousarray(self.G), H, self.share)

    @cached_property
    def placement(self) -> Array:
        return self.node.world

    @property
    def rest(self) -> Array:
        m = self.placement
        return self.basis.placed(m[:3, :3], m[:3, 3]).reshape(-1)

    def coefficients(self, r: Array) -> Array:
        return self.basis.values(r)

    def position(self, q: Array, p: Array) -> Array:
        return np.asarray(p @ q.reshape(3, self.k).T)

    def velocity(self, q: Array, v: Array, p: Array) -> Array:
        return self.position(v, p)

    def jacobian(self, q: Array, p: Array) -> Array:
        J = np.zeros((3, 3, self.k))
        J[0, 0] = J[1, 1] = J[2, 2] = p
        return J.reshape(3, self.nv)

    def jacobians(self, q: Array, p: Array) -> Array:
        J = np.zeros((len(p), 3, 3, self.k))
        J[:, 0, 0] = J[:, 1, 1] = J[:, 2, 2] = p
        return J.reshape(-1, 3, self.nv)

    def gradient(self, q: Array, r: Array) -> Array:
        R = q.reshape(3, self.k)
        if self.even:
            return np.broadcast_to(R @ self.G[0], (len(r), 3, 3))
        return np.asarray(np.einsum("rk,nkc->nrc", R, self.basis.gradients(r)))

    def bias(self, q: Array, v: Array, p: Array) -> Array:
        return np.zeros(3)

    def apply_inverse_mass(self, q: Array, F: Array) -> Array:
        blocks = F.reshape(3, self.k, -1)
        return np.asarray(np.einsum("jk,rkn->rjn", self.W, blocks).reshape(F.shape))

    def force(self, q: Array, v: Array) -> Array:
        Q = np.zeros(self.nv)
        _push(
            self.arrays, np.ascontiguousarray(q), np.ascontiguousarray(v),
            self.stiffness, self.incompressibility, self.damping, Q,
        )  # fmt: skip
        if self.paper_damping:
            Q -= self.paper_damping * (Q @ v) * Q
        return Q

    def mass_matrix(self, q: Array) -> Array:
        return np.asarray(np.kron(np.eye(3), self.M), dtype=np.float64)

    def stiffening(self, q: Array) -> tuple[Array, Array]:
        R = q.reshape(3, self.k)
        K = elastic.elastic_stiffness(R, self.G, self.share, self.stiffness, self.incompressibility)
        values, vectors = np.linalg.eigh(K)
        D = elastic.damping_matrix(R, self.G, self.share, self.damping)
        return np.asarray(vectors * np.maximum(values, 0.0) @ vectors.T), D

    def gravity(self, g: Array) -> Array:
        return np.outer(g, self.basis.uniform).reshape(-1)

    def energy(self, q: Array, v: Array) -> float:
        R, V = q.reshape(3, self.k), v.reshape(3, self.k)
        kinetic = np.einsum("rj,rk,jk->", V, V, self.M) / 2
        return float(
            kinetic + elastic.elastic_energy(R, self.G, self.share, self.stiffness, self.incompressibility)
        )

    def center(self, q: Array) -> Array:
        return np.asarray(q.reshape(3, self.k) @ self.M @ self.basis.uniform / self.mass)

    def flow(self, q: Array, v: Array, h: float) -> Array:
        return q + h * v

    def moving(self, velocity: Array, spin: Array) -> Array:
        return np.asarray(self.whole(self.rest) @ np.concatenate([velocity, spin]))

    def whole(self, q: Array) -> Array:
        """Z (nv, 6): v = Z (velocity, spin) is the motion as a whole, ẋ = velocity + spin × (x − center)."""
        u, Z = self.basis.uniform, np.zeros((3, self.k, 6))
        x, y, z = q.reshape(3, self.k) - np.outer(self.center(q), u)
        Z[0, :, 0] = Z[1, :, 1] = Z[2, :, 2] = u
        Z[0, :, 4], Z[1, :, 5], Z[2, :, 3] = z, x, y
        Z[0, :, 5], Z[1, :, 3], Z[2, :, 4] = -y, -z, -x
        return Z.reshape(self.nv, 6)

    def momentum(self, q: Array, v: Array) -> tuple[Array, Array]:
        """∫ ẋ dm = V M u,  ∫ x × ẋ dm from the skew part of R M Vᵀ."""
        R, V = q.reshape(3, self.k), v.reshape(3, self.k)
        linear = V @ self.M @ self.basis.uniform
        L = R @ self.M @ V.T
        return linear, np.array([L[1, 2] - L[2, 1], L[2, 0] - L[0, 2], L[0, 1] - L[1, 0]])

    def frequencies(self) -> Array:
        """Frequencies of the strain modes at rest [Hz], lowest first."""
        return self._frequencies.copy()

    @cached_property
    def _frequencies(self) -> Array:
        K = elastic.elastic_stiffness(
            self.basis.rest, self.G, self.share, self.stiffness, self.incompressibility
        )
        M = np.kron(np.eye(3), self.M)
        return np.sqrt(np.maximum(eigh(K, M, eigvals_only=True)[RIGID_MODES:], 0)) / (2 * np.pi)

    def quickest(self) -> float:
        return float(max(2 * np.pi * self.frequencies()[-1], self.damping_rate() / 2))

    def damping_rate(self) -> float:
        """Largest of M⁻¹ D at rest [1/s]: an explicit step must be shorter than its inverse."""
        D = elastic.damping_matrix(self.basis.rest, self.G, self.share, self.damping)
        return float(eigh(D, np.kron(np.eye(3), self.M), eigvals_only=True)[-1])

    def least_volume(self, q: Array) -> float:
        """Least volume of a cell relative to rest; what has turned inside out is negative."""
        return float(np.linalg.det(np.einsum("rk,gkc->grc", q.reshape(3, self.k), self.G)).min())

    def volume_ratio(self, q: Array) -> float:
        """Volume by the cells, relative to rest."""
        m = np.einsum("rk,gkc->grc", q.reshape(3, self.k), self.G)
        return float(self.share @ np.linalg.det(m))


@kernel
def _push(body: LinearArrays, q: Array, v: Array, ke: float, kc: float, kd: float, Q: Array) -> None:
    """Add the force of one body at q (3k,) to Q (3k,)."""
    G, H = body.G.reshape(-1), body.H.reshape(-1)
    elastic.add_elastic_force(q, v, 0, len(body.M), G, H, 0, len(body.share), ke, kc, kd, Q)


def polynomial_body(
    node: Node, material: Material, order: int = 1, mass: MassPoints | None = None
) -> LinearBody:
    """A body that deforms by polynomials of an order: 1 stretches and shears, 2 bends, 3 waves."""
    mass = mass or mass_of(node, material)
    low, high = node.surface.bounds
    basis = Polynomial(monomials(order), mass.center, float((high - low).max()) / 2)
    return LinearBody(node, basis, mass, material)


def mass_of(node: Node, material: Material) -> MassPoints:
    """A closed mesh filled with the material; an open one covered with it."""
    mesh = node.surface
    if mesh.watertight:
        return MassPoints.solid(mesh, material.density * mesh.volume)
    return MassPoints.shell(mesh, material.density * _shell_volume(node))


def _shell_volume(node: Node) -> float:
    """An open surface weighs as if it were a hundredth of its size thick."""
    mesh = node.surface
    a, b, c = mesh.vertices[mesh.faces].transpose(1, 0, 2)
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
    low, high = mesh.bounds
    return float(area * np.linalg.norm(high - low) / 100)
