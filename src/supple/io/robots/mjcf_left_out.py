"""What a compiled MuJoCo model has and a skeleton has no place for."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.io.robots.mjcf_geoms import KINDS, PLANE
from supple.io.robots.mjcf_motors import coupled, gears, simple

if TYPE_CHECKING:
    from supple.io.robots.mjcf_bodies import Bodies

_COUNTED = {
    "ncam": "cameras",
    "nlight": "lights",
    "nsensor": "sensors",
    "nkey": "keyframes",
    "npair": "pairs of geoms",
    "nskin": "skins",
    "nflex": "flexes",
    "nplugin": "plugins",
    "nmocap": "mocap bodies",
}
_PER_JOINT = {
    "jnt_stiffnesspoly": "springs that are no straight lines",
    "dof_dampingpoly": "damping that is no straight line",
    "jnt_springyield": "springs that yield",
    "jnt_actfrclimited": "limits of what all motors of a joint give",
    "body_gravcomp": "bodies held against gravity",
    "actuator_armature": "armature of actuators",
    "actuator_damping": "damping of actuators",
    "geom_fluid": "shapes in a fluid",
}
CONTACT = (0.02, 1.0), (0.9, 0.95, 0.001, 0.5, 2.0)
"""solref and solimp where a file does not set them."""


def left_out(model: Any, bodies: "Bodies") -> list[str]:
    """In words, each once."""
    return list(dict.fromkeys(_listed(model, bodies)))


def _listed(m: Any, bodies: "Bodies") -> Iterator[str]:
    for field, words in _COUNTED.items():
        if count := int(getattr(m, field, 0)):
            yield f"{words} ({count})"
    for k in range(int(m.nu)):
        if not gears(m, bodies, k):
            yield f"actuator {m.actuator(k).name or k}: it pulls at no hinge, slide or fixed tendon"
        elif not simple(m, k):
            yield f"actuator {m.actuator(k).name or k}: it has a state of its own, or a gain that changes"
    kept = coupled(m, bodies)
    for k in range(int(m.neq)):
        if k not in kept:
            yield f"equality {m.equality(k).name or k}"
    yield from _tendons(m)
    yield from _geoms(m)
    for field, words in _PER_JOINT.items():
        if np.any(np.asarray(getattr(m, field, 0)) != 0):
            yield words
    if not np.allclose(m.opt.gravity, (0, 0, -9.81)):
        yield f"gravity {' '.join(f'{g:g}' for g in m.opt.gravity)} m/s² along its own axes"


def _tendons(m: Any) -> Iterator[str]:
    for k in range(int(m.ntendon)):
        gives = (
            m.tendon_stiffness[k] or m.tendon_damping[k] or m.tendon_frictionloss[k] or m.tendon_limited[k]
        )
        if gives:
            yield f"spring, damping or limits of tendon {m.tendon(k).name or k}"


def _geoms(m: Any) -> Iterator[str]:
    start = int(m.body_geomadr[0])
    of_world = range(start, start + int(m.body_geomnum[0]))
    if of_world:
        named = [m.geom(g).name or KINDS.get(int(m.geom_type[g]), "geom") for g in of_world]
        yield f"what stands in the world: {', '.join(named[:8])}{' …' if len(named) > 8 else ''}"
    if any(int(kind) not in KINDS for kind in m.geom_type):
        yield "fields of heights and other geoms that are no solids"
    if any(m.geom_type[g] == PLANE and m.geom_bodyid[g] for g in range(m.ngeom)):
        yield "how planes look"
    if (m.geom_condim != 3).any():
        yield "dimensions of contacts (condim)"
    settings = [m.geom_solref, m.jnt_solref, m.dof_solref], [m.geom_solimp, m.jnt_solimp, m.dof_solimp]
    for name, arrays, usual in zip(("solref", "solimp"), settings, CONTACT, strict=True):
        if any(len(a) and not np.allclose(a, usual) for a in arrays):
            yield f"how soft contacts and limits are ({name})"
    if m.ntex and (m.mat_texid >= 0).any():
        yield "textures"
