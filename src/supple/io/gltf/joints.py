"""What a file of ours says of a node's joint, in its extras: what glTF has no word for."""

from typing import Any

from supple.scene import Joint, Share
from supple.scene.joint import Freedom

Json = dict[str, Any]


def joint_record(joint: Joint) -> Json:
    """The fields of a joint that are not at their default."""
    record: Json = {"kind": joint.kind, "axis": list(joint.axis)}
    if joint.limits is not None:
        record["limits"] = list(joint.limits)
    if joint.kind == "universal":
        record["second"] = list(joint.second)
    if joint.order != Joint.order:
        record["order"] = joint.order
    if joint.kind == "general":
        record["freedoms"] = [
            {"name": f.name, "motion": f.motion, "axis": list(f.axis), "limits": f.limits}
            for f in joint.freedoms
        ]
    return record


def read_joint(record: Json | None) -> Joint | None:
    """The joint of such a record."""
    if record is None:
        return None
    limits = [tuple(each) if isinstance(each, list) else each for each in record.get("limits", ())]
    return Joint(
        record["kind"],
        tuple(record["axis"]),
        tuple(limits) if limits else None,
        second=tuple(record.get("second", Joint.second)),
        order=record.get("order", Joint.order),
        freedoms=tuple(_freedom(each) for each in record.get("freedoms", ())),
    )


def _freedom(record: Json) -> Freedom:
    limits = record.get("limits")
    return Freedom(record["name"], record["motion"], tuple(record["axis"]), tuple(limits) if limits else None)


def read_share(record: Json | None) -> Share | None:
    """The share of another joint's turn that a helper takes."""
    return None if record is None else Share(str(record["of"]), float(record["amount"]))
