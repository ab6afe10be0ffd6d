"""The scripts that users write, as the design gives them."""

import numpy as np
import pytest

import supple


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(display, raising=False)


def test_a_jelly_teapot(tmp_path):
    world = supple.World()
    world.add(supple.models.teapot(), material="jelly", at=(0, 1.2, 0), tilt=25, color="tomato")
    take = world.run(4)
    assert take.show().exists()
    take.save("teapot.glb", fps=24)
    back = supple.load_take("teapot.glb")
    assert back.fps == 24
    assert back.world_vertices("teapot")[..., 1].min() > -5e-3, "it stays above the floor"


def test_a_puppet_keyed_then_let_go():
    world = supple.World()
    puppet = world.add(supple.models.marionette(), at=(0, 1, 0))
    hand = puppet.point("hand.L")
    wave = supple.keys({0: (0.3, 1.5, 0), 0.5: (0.36, 1.7, 0), 1: (0.3, 1.6, 0), 1.5: (0.36, 1.7, 0)})
    pin = world.nail(puppet.point("head.top"))
    lead = world.follow(hand, wave, start=0.4, preroll=0.3)
    lead.strength = supple.keys({1.7: 1, 2.1: 0})
    world.at(2.5, pin.release)
    errors = []
    world.on_step(
        lambda: 0.41 < world.time < 1.69 and errors.append(world.position(hand) - wave(world.time - 0.4))
    )
    world.run(1.0)
    assert np.abs(errors).max() < 1e-8
    world.each_step.clear()
    take = world.run(3)
    assert take.show(trails=[hand]).exists()
    lowest = min(take.world_vertices(n.name)[..., 1].min() for n in take.scene.walk())
    assert lowest > -5e-3
    assert take.position("torso")[-1, 1] < 0.5, "it lies on the floor"


def test_a_lamp_jumps():
    jump = supple.Shot.jump(supple.characters.lamp(), to=(0.9, 0, 0), landing="soft")
    take = jump.solve()
    jump.to = (1.2, 0, 0)
    further = jump.solve()
    assert further.show(against=take).exists()
    assert take.position("base")[-1] == pytest.approx([0.9, 0, 0], abs=1e-9)
    assert further.position("base")[-1] == pytest.approx([1.2, 0, 0], abs=1e-9)


def test_a_keyed_run_up_then_physics_then_back_to_keys():
    supple.record(supple.Scene([supple.models.table()]), supple.Clip(), seconds=0.1).save("table.glb")
    runup = supple.keys({0: (0, 0.5, 0), 1: (0.6, 0.8, 0), 2: (0.9, 0.6, 0), 4: (1.2, 0.6, 0)})
    moving = supple.record(
        supple.Scene([supple.models.table()]), supple.Clip({"table.position": runup}), fps=60
    )
    moving.save("runup.glb")

    world = supple.World()
    table = world.add("table.glb", material="rubber")
    table.follow(supple.load("runup.glb").clip)
    table.physics = supple.keys({1.1: 0, 1.25: 1, 1.4: 1, 1.9: 0})
    clip = world.run(2.5).clip(nodes=["table"])
    clip.save("table.json")
    assert np.abs(supple.Clip.load("table.json")["table.position"](2.4) - runup(2.4)).max() < 0.02


def edit_a_clip(name):
    """As the design has it; returns what was edited, and what was written."""
    fox = supple.load(name, height=0.6)
    fox.clips["Run"] = fox.clips["Run"].stretch(1.2)
    return fox, supple.load(fox.save("Fox-edited.glb"), height=0.6)


def test_one_clip_of_a_skinned_character_is_changed(tmp_path):
    hips = supple.scene.Node("hips", children=[supple.scene.Node("tail", translation=(0, 40, 0))])
    body = supple.scene.bind(supple.models.cylinder(radius=8, height=80).mesh, hips, name="body")
    swing = {0: (0, 0, 0, 1), 0.4: (0, 0, 0.5, 0.75**0.5), 1: (0, 0, 0, 1)}
    run = supple.Clip({"tail.rotation": supple.keys(swing, "linear", kind="rotation")})
    made = supple.Scene([hips, body], clips={"Walk": run.stretch(2), "Run": run})
    made.save("Fox.glb")
    fox, again = edit_a_clip("Fox.glb")
    assert list(again.clips) == ["Walk", "Run"]
    assert again.clips["Walk"].end == pytest.approx(2)
    for time in (0, 0.2, 0.7, 1.1):
        for scene in (fox, again):
            scene["tail"].place(rotation=scene.clips["Run"]["tail.rotation"](time))
        np.testing.assert_allclose(again["body"].rest_vertices, fox["body"].rest_vertices, atol=1e-6)
    assert np.ptp(again["body"].mesh.vertices[:, 1]) == pytest.approx(80), "in the units of the file"


@pytest.mark.filterwarnings("ignore::supple.io.AssetWarning")
def test_one_clip_of_the_fox_is_changed(models_folder):
    fox, again = edit_a_clip(models_folder / "gltf" / "Fox.glb")
    assert {name: round(clip.end, 3) for name, clip in again.clips.items()} == {
        "Survey": 3.417,
        "Walk": 0.708,
        "Run": 1.39,
    }
    for name, track in fox.clips["Run"].items():
        times = np.linspace(0, 1.39, 50)
        np.testing.assert_allclose(again.clips["Run"][name](times), track(times), atol=1e-5)


def test_a_whole_figure_is_keyed():
    man = supple.characters.human()
    f = man.figure
    f.poses["crouch"] = f.pose(knee_L=1.2, knee_R=1.2)
    f.key(0, "rest")
    f.key(0.4, "crouch")
    f["arm.L"].key(0.4, {"hand.L": supple.degrees(0, 20, 0)})
    f.key(0.9, spine=supple.degrees(10, 0, 0), frame="world", about="foot.L")
    take = f.take(seconds=2)
    assert take.show().exists()
    assert f.tracks["knee.L"](0.4) == 1.2
    f.poses["crouch"] = f.pose(knee_L=0.9, knee_R=0.9)
    assert f.tracks["knee.L"](0.4) == 0.9, "edit the pose once, all keys follow"
    assert f.tracks["hand.L.yaw"](0.4) == pytest.approx(np.radians(20))
    take.save("man.glb", fps=30)
    back = supple.load_take("man.glb")
    heights = [t.world_vertices("body")[-1, :, 1].max() for t in (take, back)]
    assert heights[0] == pytest.approx(heights[1], abs=1e-4)


def recapture(name, man, **conventions):
    """As the design has it: a capture onto another figure; returns what came of it, and the take."""
    f = man.figure
    dance = supple.load(name, **conventions)
    got = supple.retarget(dance, onto=man, feet="floor")
    print(got.report)
    f.clip = got.clip
    return got, f.take(fps=30)


@pytest.mark.filterwarnings("ignore")
def test_a_capture_comes_onto_another_figure(capsys):
    dancer = supple.characters.human(height=1.5)
    dancer.figure.key(0, "rest")
    dancer.figure.key(0.4, arm_L=supple.degrees(0, 0, 70), elbow_L=0.8)
    dancer.figure.take(seconds=0.4, fps=30).save("dab.bvh", up="z")
    got, take = recapture("dab.bvh", supple.characters.human(), up="z")
    said = capsys.readouterr().out
    assert all(word in said for word in ("mapped:", "guessed:", "missing:", "slide"))
    assert got.report.figures["scale"] == pytest.approx(1.75 / 1.5)
    assert np.ptp(take.position("hand.L")[:, 1]) > 0.3
    assert got.report.figures["slide_m"] < 0.01


@pytest.mark.filterwarnings("ignore")
def test_the_dab_of_other_hands_comes_onto_another_figure(models_folder):
    got, take = recapture(models_folder / "bvh" / "dab.bvh", supple.characters.human(), up="z")
    assert take.duration == pytest.approx(11.27, abs=0.04)
    assert got.report.figures["slide_m"] < 0.01
