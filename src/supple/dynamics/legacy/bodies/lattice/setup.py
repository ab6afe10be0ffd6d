"""Any mesh as a lattice body: lattices, mass points, springs and collision points found by themselves (§5)."""

import warnings
from collections.abc import Mapping, Sequence

from supple.arrays import Array, ArrayLike, rounded
from supple.dynamics.bodies.materials import Material, named
from supple.dynamics.legacy.bodies.lattice.basis import Functions
from supple.dynamics.legacy.bodies.lattice.body import LatticeBody
from supple.dynamics.legacy.bodies.lattice.independence import LIMIT, check_masses, check_modes, conditioned
from supple.dynamics.legacy.bodies.lattice.joined import joined
from supple.dynamics.legacy.bodies.lattice.masses import mass_points
from supple.dynamics.legacy.bodies.lattice.modal import ModalLattice
from supple.dynamics.legacy.bodies.lattice.modes import Mode
from supple.dynamics.legacy.bodies.lattice.parts import Part, lattices_over
from supple.dynamics.legacy.bodies.lattice.rest import Samples, mass_matrix
from supple.dynamics.legacy.bodies.lattice.samples import samples_of
from supple.dynamics.legacy.bodies.lattice.springs import springs, squash_stiffness
from supple.dynamics.legacy.bodies.lattice.symmetry import mirrors
from supple.dynamics.legacy.bodies.lattice.touching import contact_points
from supple.dynamics.legacy.bodies.linear import mass_of
from supple.dynamics.legacy.mass import MassPoints
from supple.errors import InputError, SuppleWarning
from supple.scene import Mesh, Node

MODES = ("squash.y", "shear.x", "bend.x", "twist.y")
COUNTS = (4, 4, 4)
SAG = 0.05
CONTACTS = 500


def lattice_body(
    model: "Node | Mesh",
    modes: "Sequence[str | Mode]" = MODES,
    *,
    local: Mapping[str, Part] | None = None,
    counts: tuple[int, int, int] | None = None,
    functions: Functions | None = None,
    keep_volume: bool = True,
    sag: float = SAG,
    masses: "int | MassPoints | None" = None,
    active: Sequence[str] = (),
    contacts: int = CONTACTS,
    material: "str | Material" = "rubber",
    at: ArrayLike | None = None,
    rotation: ArrayLike | None = None,
    name: str | None = None,
) -> LatticeBody:
    """A body that deforms by modes, ready to be dropped.

    modes: of the lattice over all of it, by name ("squash.y", "bend.x" …) or one's own. local: further lattices on
    parts of it. sag: share of its height by which it sinks under its own weight where it stands; gives the stiffness.
    masses: how many mass points, or which; as few as weigh like the solid unless given. contacts: collision points.
    counts, functions: of its control points; as one's own modes have them, else 4 × 4 × 4 and "bernstein".

    >>> from supple.scene import models
    >>> pot = lattice_body(
    ...     models.teapot(), ["squash.y", "bend.x"], local={"spout": Part("spout", ["bend.y"])}, sag=0.1
    ... )
    >>> pot.modes
    ('squash.y', 'bend.x', 'spout/bend.y')
    """
    node, stuff = joined(model, name), named(material)
    mesh = node.surface
    if not mesh.watertight:
        warnings.warn(
            SuppleWarning(
                f"{node.name!r} is not closed, so its mass is spread over its surface, not its volume"
            ),
            stacklevel=2,
        )
    own = next((each for each in modes if isinstance(each, Mode)), None)
    lattices = lattices_over(
        mesh,
        modes,
        local or {},
        counts=counts or (own.counts if own else COUNTS),
        functions=functions or (own.functions if own else "bernstein"),
        keep_volume=keep_volume,
    )
    whole = mass_of(node, stuff)
    samples = samples_of(mesh, lattices, whole)
    solid = mass_matrix(lattices, samples, whole.center)
    check_modes(lattices, solid, node.name)
    points = _points(lattices, samples, solid, whole, masses, mesh)
    check_masses(lattices, points, solid, node.name)
    settle = stuff.sized(whole.total / stuff.density).settle
    stiffness, damping = springs(lattices, points, samples, mesh.vertices, sag, settle)
    return LatticeBody(
        node,
        lattices,
        places=rounded(points.places),
        masses=rounded(points.masses),
        stiffness=rounded(stiffness),
        damping=rounded(damping),
        volume_stiffness=float(rounded(stuff.volume * squash_stiffness(whole.total, mesh.vertices, sag))),
        active=active,
        contacts=contact_points(mesh, contacts),
        material=stuff,
        at=at,
        rotation=rotation,
    )


def _points(
    lattices: Sequence[ModalLattice],
    samples: Samples,
    solid: Array,
    whole: MassPoints,
    masses: "int | MassPoints | None",
    mesh: Mesh,
) -> Samples:
    """What was given; or points alike on both sides of the body where that many suffice, and else others."""
    if isinstance(masses, MassPoints):
        return Samples(masses.points, masses.masses)
    if masses is not None and masses < 1:
        raise InputError(
            f"masses={masses}: give the number of mass points, or None for as many as are needed"
        )
    axes, ends = mirrors(mesh.vertices), mesh.bounds.sum(axis=0)
    for some in dict.fromkeys((axes, axes[1:], ())):
        points = mass_points(lattices, samples, solid, whole, masses, some, ends)
        if conditioned(lattices, points, solid) <= LIMIT:
            break
    return points
