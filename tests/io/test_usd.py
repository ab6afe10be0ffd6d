"""USD in and out, beside an evaluation by Pixar's own library."""

import sys
import warnings
from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.errors import FileError, MissingToolError
from supple.motion import Clip, keys, rotation_keys
from supple.scene import Figure, Look, Mesh, Node, Scene, Skin, bind, models, played, record

pxr = pytest.importorskip("pxr", reason="usd-core is not installed: pip install 'supple[usd]'")
from pxr import Usd, UsdGeom, UsdSkel  # noqa: E402

ARM = """#usda 1.0
(
    defaultPrim = "Robot"
    metersPerUnit = 0.0254
    startTimeCode = 10
    endTimeCode = 34
    timeCodesPerSecond = 24
    upAxis = "Z"
)
def SkelRoot "Robot"
{
    matrix4d xformOp:transform = ((0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (5, 0, 1, 1))
    uniform token[] xformOpOrder = ["xformOp:transform"]
    def Skeleton "Rig" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        uniform token[] joints = ["base", "base/tip"]
        uniform matrix4d[] bindTransforms = [
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,2,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,12,1))]
        uniform matrix4d[] restTransforms = [
            ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,2,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,10,1))]
        rel skel:animationSource = </Robot/Rig/Wave>
        def SkelAnimation "Wave"
        {
            uniform token[] joints = ["base/tip"]
            float3[] translations = [(0, 0, 10)]
            half3[] scales = [(1, 1, 1)]
            quatf[] rotations.timeSamples = { 10: [(1, 0, 0, 0)], 34: [(0.8, 0.6, 0, 0)] }
        }
    }
    def Mesh "Hull" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        point3f[] points = [(-2,-2,0), (2,-2,0), (2,2,0), (-2,2,0), (-2,-2,20), (2,-2,20), (2,2,20), (-2,2,20)]
        int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]
        int[] faceVertexIndices = [3,2,1,0, 4,5,6,7, 0,1,5,4, 1,2,6,5, 2,3,7,6, 3,0,4,7]
        color3f[] primvars:displayColor = [(0.1, 0.2, 0.7)]
        rel skel:skeleton = </Robot/Rig>
        matrix4d primvars:skel:geomBindTransform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,1,1))
        uniform token[] skel:joints = ["base/tip", "base"]
        int[] primvars:skel:jointIndices = [1,0, 1,0, 1,0, 1,0, 0,1, 0,1, 0,1, 0,1] (
            elementSize = 2
            interpolation = "vertex")
        float[] primvars:skel:jointWeights = [1,0, 1,0, 1,0, 1,0, 0.75,0.25, 0.75,0.25, 0.75,0.25, 1,0] (
            elementSize = 2
            interpolation = "vertex")
    }
}
"""
"""A hull on two joints: inches, Z up, quads, a geomBindTransform, joints of its own order, time codes from 10."""


def by_pixar(path, code):
    """Each skinned mesh's points in the world of the stage, by UsdSkel's own skinning."""
    stage = Usd.Stage.Open(str(path))
    cache, found = UsdSkel.Cache(), {}
    for root in (prim for prim in stage.Traverse() if prim.IsA(UsdSkel.Root)):
        cache.Populate(UsdSkel.Root(root), Usd.PrimDefaultPredicate)
        for binding in cache.ComputeSkelBindings(UsdSkel.Root(root), Usd.PrimDefaultPredicate):
            query = cache.GetSkelQuery(binding.GetSkeleton())
            place = UsdGeom.Xformable(binding.GetSkeleton().GetPrim()).ComputeLocalToWorldTransform(code)
            for target in binding.GetSkinningTargets():
                mesh = UsdGeom.Mesh(target.GetPrim())
                if not mesh:
                    continue
                points = mesh.GetPointsAttr().Get(code)
                target.ComputeSkinnedPoints(query.ComputeSkinningTransforms(code), points, code)
                found[target.GetPrim().GetName()] = np.array([place.Transform(point) for point in points])
    return stage, found


def check_against_pixar(path, shares=(0.0, 0.3, 1.0)):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scene = supple.load(path)
    stage, _ = by_pixar(path, 0)
    start, end, rate = stage.GetStartTimeCode(), stage.GetEndTimeCode(), stage.GetTimeCodesPerSecond()
    top = scene.nodes[0].world
    for share in shares:
        code = start + share * (end - start)
        _, expected = by_pixar(path, code)
        assert expected
        take = played(scene, scene.clip, [(code - start) / rate])
        for name, points in expected.items():
            mine = take.world_vertices(name)[0]
            theirs = points @ top[:3, :3].T + top[:3, 3]
            size = np.ptp(theirs, axis=0).max()
            ways = (mine, theirs), (theirs, mine)
            off = max(np.abs(a[:, None] - b).sum(axis=2).min(axis=1).max() for a, b in ways)
            assert off < 1e-4 * size, "quaternions there have single precision, and not always length one"
    return scene


def test_a_stage_by_hand_is_where_pixar_has_it(tmp_path):
    path = tmp_path / "robot.usda"
    path.write_text(ARM)
    scene = check_against_pixar(path)
    assert list(scene.figure) == ["base", "tip"]
    assert scene.clip["tip.rotation"].times.tolist() == [0.0, 1.0]
    hull = scene["Hull"]
    assert hull.rest_vertices[:, 1].max() == pytest.approx(22 * 0.0254), "Z is up there, Y here, in meters"
    assert len(hull.mesh.faces) == 12
    assert hull.mesh.parts[0].look.color[:3] == pytest.approx((0.1, 0.2, 0.7))
    tall = supple.load(path, height=2.0)
    assert np.ptp(tall["Hull"].rest_vertices[:, 1]) == pytest.approx(2.0)
    assert supple.load_take(path).duration == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["skinnedArm", "lbs"])
def test_stages_of_other_hands_are_where_pixar_has_them(name, models_folder):
    check_against_pixar(models_folder / "usd-fbx" / f"{name}.usda")


def character():
    """A skinned body in two colors under a scaled node, a hat on a joint, a ball that goes its way and vanishes."""
    hip = Node("hip.L", translation=(0, 50, 0), children=[Node("tip", translation=(0, 50, 0))])
    body = bind(models.cylinder(radius=10, height=100).mesh, hip, name="body")
    body.mesh = Mesh(
        tuple(
            replace(part, vertices=part.vertices + [0, 50, 0], name=f"part {k}", normals=None, look=look)
            for k, part in enumerate((*body.mesh.parts, *body.mesh.parts))
            for look in [Look(f"look {k}", (0.2 * k, 0.5, 0, 1))]
        )
    )
    body.skin = Skin.bound(body.skin.joints)
    hip.children[0].add(Node("hat", models.sphere(radius=9).mesh, translation=(0, 40, 0)))
    top = Node("armature", scale=0.01, children=[hip])
    ball = Node("ball", models.sphere(radius=0.1, color="tomato").mesh, translation=(1, 0.1, 0))
    scene = Scene([top, body, ball])
    scene.figure = Figure(top, joints=[hip, hip.children[0]], name="man", scene=scene)
    return scene


def moving(scene):
    clip = Clip({
        "tip.rotation": rotation_keys({0: ((0, 0, 1), 0.0), 0.5: ((0, 0, 1), 1.2)}),
        "hip.L.position": keys({0: (0, 50, 0), 0.5: (30, 60, 0)}),
        "ball.position": keys({0: (1, 0.1, 0), 0.5: (1.5, 0.6, 0)}),
        "ball.visible": keys({0: True, 0.3: False}),
    })  # fmt: skip
    return record(scene, clip, fps=24, name="man")


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usd"])
def test_a_take_comes_back(suffix, tmp_path):
    """Vertices at all frames, parts, looks, names, joints, visibility; and where Pixar's library has them."""
    take = moving(character())
    path = take.save(tmp_path / f"man{suffix}")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene = supple.load(path)
    again = played(scene, scene.clip, take.times)
    for name in ("body", "hat", "ball"):
        np.testing.assert_allclose(again.world_vertices(name), take.world_vertices(name), atol=2e-6)
    assert list(scene.figure) == ["hip.L", "tip"]
    assert [part.name for part in scene["body"].mesh.parts] == [p.name for p in take.scene["body"].mesh.parts]
    for ours, theirs in zip(take.scene["body"].mesh.parts, scene["body"].mesh.parts, strict=True):
        assert theirs.look.color == pytest.approx(ours.look.color)
        assert theirs.look.name == ours.look.name
    assert (
        UsdGeom.Imageable(Usd.Stage.Open(str(path)).GetPrimAtPath("/World/ball")).ComputeVisibility(11)
        == "invisible"
    )
    if suffix == ".usda":
        check_against_pixar(path)


def test_shapes_that_change_are_points_at_every_frame(tmp_path):
    mesh = models.box(width=1).mesh
    tall = type(mesh)(mesh.parts, "box", targets={"tall": mesh.vertices * [0, 0.5, 0]})
    scene = Scene([Node("box", tall)])
    take = record(scene, Clip({"box.weights": keys({0: (0.0,), 1: (1.0,)})}), fps=4)
    path = take.save(tmp_path / "box.usdc")
    stage = Usd.Stage.Open(str(path))
    prim = UsdGeom.Mesh(stage.GetPrimAtPath("/World/box"))
    for frame in range(len(take.times)):
        np.testing.assert_allclose(
            np.array(prim.GetPointsAttr().Get(frame)), take.shape("box", frame), atol=1e-6
        )
    with pytest.warns(supple.io.AssetWarning, match=r"box.usdc: not read: points that move"):
        supple.load(path)


def test_a_scene_is_written_with_the_clip_that_is_asked_for(tmp_path):
    scene = character()
    scene.clips = {
        "still": Clip(),
        "lean": Clip({"tip.rotation": rotation_keys({0: ((1, 0, 0), 0), 1: ((1, 0, 0), 0.5)})}),
    }
    back = supple.load(scene.save(tmp_path / "lean.usda", clip="lean", fps=10))
    assert len(back.clip["tip.rotation"].times) == 11


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Counts = [4, 4, 4, 4, 4, 4]", "Counts = [4, 4, 4, 4, 4, 5]", "faces of 25 corners, but 24"),
        ("[3,2,1,0, 4,5", "[3,2,99,0, 4,5", r"corners name points 0…99; there are 8"),
        ("jointIndices = [1,0,", "jointIndices = [7,0,", "joints, up to 7, of 2"),
        ('upAxis = "Z"', 'upAxis = "Z"\nsubLayers = [@../secret.usda@]', "outside its own folder, which is not read"),
        ('upAxis = "Z"', 'upAxis = "Z"\nsubLayers = [@gone.usda@]', "'gone.usda', which is not in its folder"),
        ("def Skeleton", "def Skelet(on", r":14:5: Expected }"),
        (", ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,12,1))]", "]", "2 joints, but 1 bind transforms"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(old, new, said, tmp_path, capfd):
    assert old in ARM
    path = tmp_path / "broken.usda"
    path.write_text(ARM.replace(old, new))
    with pytest.raises(FileError, match=said):
        supple.load(path)


def test_the_missing_package_is_named(tmp_path, monkeypatch):
    path = tmp_path / "robot.usda"
    path.write_text(ARM)
    monkeypatch.setitem(sys.modules, "pxr", None)
    for name in [name for name in sys.modules if name.startswith("pxr.")]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingToolError, match=r"pip install 'supple\[usd\]'"):
        supple.load(path)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["RobotExpressive", "Character_HumanoidRig", "Fox", "RiggedFigure"])
def test_characters_of_other_hands_go_out_and_come_back(name, models_folder, tmp_path):
    """Skins, meshes that ride on joints, scales above: every vertex at every frame to 1e-6 of the size."""
    scene = supple.load(models_folder / "gltf" / f"{name}.glb")
    take = played(scene, scene.clip, np.arange(4) / 8)
    back = supple.load(take.save(tmp_path / f"{name}.usdc"))
    again = played(back, back.clip, take.times)
    size = np.ptp(scene.bounds, axis=0).max()
    for node in scene.walk():
        if node.mesh is not None:
            off = again.world_vertices(node.name) - take.world_vertices(node.name)
            assert np.abs(off).max() < 1e-6 * size, node.name
