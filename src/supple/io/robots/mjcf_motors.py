"""Actuators and joint equalities of a compiled MuJoCo model: motors with gears, and joints that lead others.

force = gain · u + bias · (1, length, velocity),  length = Σ gear · q;   a joint that counts from its reference r here
has  length = Σ gear · (q + r),  so the first of the biases takes  bias₁ Σ gear · r.
"""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from supple.kinematics import Coupling, Motor

if TYPE_CHECKING:
    from supple.io.robots.mjcf_bodies import Bodies

JOINT, IN_PARENT, SLIDER_CRANK, TENDON = 0, 1, 2, 3
"""mjtTrn."""
JOINT_WRAP = 1
"""mjtWrap."""
JOINT_EQUALITY = 2
"""mjtEq."""


def motors(model: Any, bodies: "Bodies") -> list[Motor]:
    """The actuators that pull at hinges, slides and fixed tendons, at once and in proportion."""
    found = []
    for k in range(int(model.nu)):
        gear = gears(model, bodies, k)
        if not gear or not simple(model, k):
            continue
        gain, bias = float(model.actuator_gainprm[k, 0]), model.actuator_biasprm[k, :3].copy()
        bias[0] += bias[1] * sum(g * reference(model, bodies, name) for name, g in gear.items())
        found.append(
            Motor(
                model.actuator(k).name or f"motor{k}",
                gear,
                control=_range(model.actuator_ctrllimited[k], model.actuator_ctrlrange[k]),
                force=_range(model.actuator_forcelimited[k], model.actuator_forcerange[k]),
                gain=gain,
                bias=(float(bias[0]), float(bias[1]), float(bias[2]))
                if model.actuator_biastype[k]
                else (0.0, 0.0, 0.0),
            )
        )
    return found


def gears(model: Any, bodies: "Bodies", k: int) -> dict[str, float]:
    """How much of an actuator's force reaches each degree of freedom; {} where it does not act on such."""
    way, target, ratio = (
        int(model.actuator_trntype[k]),
        int(model.actuator_trnid[k, 0]),
        float(model.actuator_gear[k, 0]),
    )
    found: dict[str, float] = defaultdict(float)
    if way in (JOINT, IN_PARENT):
        found[bodies.of_dof[int(model.jnt_dofadr[target])]] += ratio
    elif way == TENDON:
        start = int(model.tendon_adr[target])
        for w in range(start, start + int(model.tendon_num[target])):
            if model.wrap_type[w] != JOINT_WRAP:
                return {}
            name = bodies.of_dof[int(model.jnt_dofadr[int(model.wrap_objid[w])])]
            found[name] += ratio * float(model.wrap_prm[w])
    return {} if "" in found else dict(found)


def simple(model: Any, k: int) -> bool:
    """Whether its force follows u at once and in proportion."""
    return (
        not model.actuator_dyntype[k]
        and not model.actuator_gaintype[k]
        and model.actuator_biastype[k] in (0, 1)
    )


def reference(model: Any, bodies: "Bodies", freedom: str) -> float:
    """Where in MuJoCo's numbers a degree of freedom is at zero here."""
    joint = int(model.dof_jntid[bodies.of_dof.index(freedom)])
    return float(model.qpos0[model.jnt_qposadr[joint]])


def couplings(model: Any, bodies: "Bodies") -> list[Coupling]:
    """Equalities of joints that are straight lines: q₁ = c₀ + c₁ q₂, each from its reference."""
    found = []
    for k in coupled(model, bodies):
        one, other = (int(model.eq_obj1id[k]), int(model.eq_obj2id[k]))
        follower = bodies.of_dof[int(model.jnt_dofadr[one])]
        leader = bodies.of_dof[int(model.jnt_dofadr[other])] if other >= 0 else None
        found.append(
            Coupling(
                follower, leader, float(model.eq_data[k, 1]) if leader else 1.0, float(model.eq_data[k, 0])
            )
        )
    return found


def coupled(model: Any, bodies: "Bodies") -> list[int]:
    """The numbers of the equalities that are couplings here."""
    found, followers = [], set()
    for k in range(int(model.neq)):
        if model.eq_type[k] != JOINT_EQUALITY or not model.eq_active0[k] or model.eq_data[k, 2:5].any():
            continue
        one = int(model.eq_obj1id[k])
        if one not in followers:
            followers.add(one)
            found.append(k)
    return found


def _range(limited: int, pair: Any) -> tuple[float, float]:
    return (float(pair[0]), float(pair[1])) if limited else (-np.inf, np.inf)
