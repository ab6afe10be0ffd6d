"""What joints can do, and what helpers share, comes back from a file of ours."""

import pytest

import supple
from supple.scene import Figure, Joint, Node, Scene, Share

JOINTS = [
    Joint("hinge", (0.6, 0.0, 0.8), (-1, 2)),
    Joint("ball", order="ZXY"),
    Joint("universal", (1, 0, 0), ((-1, 1), (0, 0.5)), second=(0, 0, 1)),
    Joint("ball", limits=(None, (-1, 1), None)),
    Joint.general("x yaw scale.y", [(0, 1), None, None]),
    Joint("free"),
]


@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: f"{joint.kind} {joint.order}")
def test_a_joint_comes_back(joint, tmp_path):
    figure = Figure(Node("arm", joint=joint), scene=Scene([root := Node("arm", joint=joint)]))
    assert root.joint is joint
    figure.scene.add(supple.models.sphere(radius=0.1), name="ball")
    supple.record(figure.scene, supple.Clip({"ball.position.y": supple.keys({0: 0, 1: 1})})).save(
        tmp_path / "a.glb"
    )
    assert supple.load(tmp_path / "a.glb")["arm"].joint == joint


def test_a_helper_goes_on_sharing(tmp_path):
    scene = Scene([supple.models.sphere(radius=0.1)])
    scene.add(Node("knee", joint=Joint("hinge")))
    scene.add(Node("knee.half", share=Share("knee", 0.4)))
    supple.record(scene, supple.Clip({"sphere.position.y": supple.keys({0: 0, 1: 1})})).save(
        tmp_path / "a.glb"
    )
    assert supple.load(tmp_path / "a.glb")["knee.half"].share == Share("knee", 0.4)
