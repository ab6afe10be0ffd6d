"""Joints as data: where they are, what they allow, and that nothing comes apart."""

from itertools import pairwise

import numpy as np
import pytest

from supple.scene import models


def tree(node):
    return {n.name: n for n in node.walk()}


def place(node):
    return node.world[:3, 3]


def test_car_rolls_on_four_hinges():
    car = tree(models.car())
    for name, sx, sz in (("FL", 1, 1), ("FR", -1, 1), ("BL", 1, -1), ("BR", -1, -1)):
        wheel = car[f"wheel.{name}"]
        assert wheel.parent is car["body"]
        assert (wheel.joint.kind, wheel.joint.axis, wheel.joint.limits) == ("hinge", (1.0, 0.0, 0.0), None)
        assert np.sign(place(wheel)[[0, 2]]).tolist() == [sx, sz]
        low, high = wheel.mesh.bounds
        np.testing.assert_allclose((low + high)[1:], 0, atol=1e-9)
        assert place(wheel)[1] + low[1] == pytest.approx(0, abs=1e-9)
    assert car["body"].joint is None


def test_car_body_is_symmetric_and_looks_forward():
    body = tree(models.car())["body"].mesh
    np.testing.assert_allclose(body.bounds[0, 0], -body.bounds[1, 0], atol=1e-6)
    assert (
        body.part("headlights").vertices[:, 2].min() > 0.3 > 0 > body.part("taillights").vertices[:, 2].max()
    )
    assert body.part("shell").look.roughness < 0.5


def test_lamp_is_a_planar_chain():
    lamp = tree(models.lamp())
    assert lamp["swivel"].parent is lamp["base"]
    assert (lamp["swivel"].joint.kind, lamp["swivel"].joint.axis) == ("hinge", (0.0, 1.0, 0.0))
    chain = ["swivel", "arm.lower", "arm.upper", "head"]
    for below, above in pairwise(chain):
        node = lamp[above]
        assert node.parent is lamp[below]
        assert (node.joint.kind, node.joint.axis) == ("hinge", (0.0, 0.0, 1.0))
        assert place(node)[2] == pytest.approx(0, abs=1e-12)
        angle = 2 * np.arctan2(node.rotation[2], node.rotation[3])
        assert node.joint.limits[0] < angle < node.joint.limits[1], "the rest pose is within the limits"
    looks = lamp["head"].world[:3, :3] @ [0, 1, 0]
    assert looks[0] > 0.8
    assert looks[1] < 0
    assert max(lamp["head"].mesh.part("bulb").look.emission) > 0
    assert place(lamp["base.front"])[0] == -place(lamp["base.back"])[0] > 0


def test_lamp_can_balance():
    """The middle of all volume is over the base, so that it stands before it jumps."""
    lamp = models.lamp()
    foot = tree(lamp)["base"].mesh.bounds[:, 0]
    centers = []
    for node in lamp.walk():
        if node.mesh is not None:
            moved = node.mesh.transformed(node.world)
            a, b, c = moved.vertices[moved.faces].transpose(1, 0, 2)
            volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
            centers.append((volumes.sum(), ((a + b + c) / 4 * volumes[:, None]).sum(axis=0)))
    x = sum(c for _, c in centers)[0] / sum(v for v, _ in centers)
    assert foot[0] < x < foot[1]


def test_marionette_has_twelve_bodies_and_eleven_joints():
    puppet = tree(models.marionette())
    bodies = [n for n in puppet.values() if n.mesh is not None]
    assert len(bodies) == 12
    joints = {n.name: n.joint for n in bodies if n.joint is not None}
    assert set(joints) == {n.name for n in bodies} - {"pelvis"}
    hinges = {name for name, joint in joints.items() if joint.kind == "hinge"}
    assert hinges == {f"{limb}.lower.{side}" for limb in ("arm", "leg") for side in "LR"}
    assert all(joint.kind == "ball" for name, joint in joints.items() if name not in hinges)
    assert all(low <= 0 <= high for low, high in (joint.limits for joint in joints.values()))


def test_marionette_bends_as_people_do():
    """A turn within the limits takes the hand forward (+Z) at the elbow and the foot back at the knee."""
    puppet = tree(models.marionette())
    for name, point, forward in (("arm.lower.L", "hand.L", 1), ("leg.lower.L", "foot.L", -1)):
        low, high = puppet[name].joint.limits
        angle = low / 2 if forward > 0 else high / 2
        _, y, z = puppet[point].translation
        assert np.sign(np.sin(angle) * y + np.cos(angle) * z - z) == forward


def test_marionette_has_points_for_strings():
    puppet = tree(models.marionette())
    for name in (
        "head.top",
        "back",
        *(f"{p}.{s}" for p in ("hand", "foot", "knee", "elbow", "shoulder") for s in "LR"),
    ):
        assert puppet[name].mesh is None
        assert not puppet[name].children
    for part in ("hand", "foot", "knee", "elbow", "shoulder"):
        left, right = place(puppet[f"{part}.L"]), place(puppet[f"{part}.R"])
        np.testing.assert_allclose(left * [-1, 1, 1], right, atol=1e-12)
        assert left[0] > 0
    assert place(puppet["head.top"])[1] == pytest.approx(0.8, abs=0.03)
