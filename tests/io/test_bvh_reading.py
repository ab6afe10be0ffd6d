"""Captures in: where joints are against the definition, and the files that break other readers."""

import time
import warnings

import captures
import numpy as np
import pytest

import supple
from supple.io import AssetWarning
from supple.io.bvh.axes import matrix
from supple.kinematics import Skeleton
from supple.spatial import from_euler, to_euler, unwound

UP = {
    "y": np.eye(3),
    "z": np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
    "x": np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]),
}
"""x = C x of the file, for the axis that is up there."""


def read(folder, text, **options):
    file = folder / "capture.bvh"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return supple.load_take(file, **options)


def off(take, text, unit, up="y"):
    """How far joints are from where the definition has them, over all frames [m]."""
    worst = 0.0
    for k in range(len(take.times)):
        for name, at in captures.evaluated(text, k).items():
            worst = max(worst, float(np.abs(take.position(name)[k] - unit * UP[up] @ at).max()))
    return worst


@pytest.mark.parametrize("up", ["x", "y", "z"])
def test_joints_are_where_the_definition_has_them(tmp_path, up):
    text = captures.written(frames=captures.walk(12))
    take = read(tmp_path, text, up=up, unit="cm")
    assert off(take, text, 0.01, up) < 1e-12
    assert np.array_equal(matrix(up), UP[up])
    assert take.times == pytest.approx(0.0083333 * np.arange(12), abs=0)


def test_orders_joints_and_tracks_are_those_of_the_channels(tmp_path):
    scene = supple.load(_saved(tmp_path, captures.written(frames=captures.walk())), unit="cm", up="y")
    kinds = {name: node.joint.kind for name, node in scene.figure.joints.items()}
    assert kinds["Hips"] == kinds["Leg.R"] == "free"
    assert kinds["Spine"] == "ball"
    assert (kinds["Hand.L"], kinds["Foot.L"], kinds["Foot.R"]) == ("hinge", "general", "fixed")
    assert scene["Head"].joint.order == "ZYX"
    assert scene.clip["Head.rotation"].kind == "euler.ZYX"
    assert "Spine.position" not in scene.clip
    assert "Foot.R.rotation" not in scene.clip
    assert list(scene.clips) == ["capture"]
    assert scene.figure.clip is scene.clip
    assert Skeleton.from_node(scene.nodes[0], 1000.0).nq == 7 + 4 + 4 + 4 + 1 + 4 + 7 + 2 + 7


def test_angles_do_not_jump_where_the_file_does(tmp_path):
    scene = supple.load(_saved(tmp_path, captures.written(frames=captures.walk(60))), unit="cm")
    yaw = scene.clip["Hips.rotation"]["y"]
    assert np.degrees(np.ptp(yaw.values)) > 360
    assert np.abs(np.diff(np.degrees(yaw.values))).max() < 15


def test_unwound_is_what_the_nearest_of_all_choices_gives():
    rng = np.random.default_rng(0)
    for order in ("XYZ", "zxz"):
        q = np.cumsum(rng.normal(0, 0.2, (200, 3)), axis=0)
        angles = to_euler(from_euler(q, order), order)
        found, last = unwound(angles, order), angles[0]
        mirror = (np.pi, np.pi, -1) if order == "XYZ" else (np.pi, 0, -1)
        for row, (a, b, c) in zip(found, angles, strict=True):
            both = np.array([[a, b, c], [a + mirror[0], mirror[1] + mirror[2] * b, c + np.pi]])
            both += 2 * np.pi * np.round((last - both) / (2 * np.pi))
            last = both[np.abs(both - last).max(axis=1).argmin()]
            assert row == pytest.approx(last, abs=1e-9)


def _saved(folder, text, name="capture.bvh"):
    file = folder / name
    file.write_text(text)
    return file


SMALL = [
    ("Hips", None, (0, 0, 0), "Xp Yp Zp Zr Xr Yr"),
    ("Chest", "Hips", (0, 80, 0), "Zr Xr Yr"),
    ("Legs", "Hips", (0, -85, 0), "Zr Xr Yr"),
]


def small(**options):
    frames = captures.walk(3, SMALL)
    return captures.written(SMALL, frames, {"Chest": (0, 10, 0), "Legs": (0, 0, 9)}, **options)


def wrapped(text):
    head, numbers = text.split("Frame Time: 0.0083333\n")
    lines = [
        " ".join(w[:7]) + "\n" + " ".join(w[7:]) for w in (line.split() for line in numbers.splitlines())
    ]
    return head + "Frame Time: 0.0083333\n" + "\n\n".join(lines)


def two_roots(text):
    second = "ROOT Prop\n{\nOFFSET 50 0 0\nCHANNELS 0\n}\nMOTION"
    return text.replace("MOTION", second)


STRANGE = {  # section 1.3 of what real files hold: those that can be read
    "a frame wrapped over two lines": wrapped,
    "two roots": two_roots,
    "channels before offset": lambda t: t.replace(
        "\tOFFSET 0 80 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation \n",
        "\tCHANNELS 3 Zrotation Xrotation Yrotation \n\t\tOFFSET 0 80 0\n",
    ),
    "a brace on the joint's line": lambda t: t.replace("JOINT Chest\n\t{", "JOINT Chest {"),
    "a byte-order mark": lambda t: b"\xef\xbb\xbf" + t.encode(),
    "lower-case keywords and channels": lambda t: (
        t.lower().replace("hips", "Hips").replace("chest", "Chest").replace("legs", "Legs")
    ),
    "old Mac line ends": lambda t: t.replace("\n", "\r"),
    "Windows line ends": lambda t: t.replace("\n", "\r\n"),
    "exponents": lambda t: t.replace("OFFSET 0 80 0", "OFFSET 1.5e-40 8e1 0"),
    "a tab after the colon": lambda t: t.replace("Frame Time: ", "Frame Time:\t"),
    "no end of the last line": lambda t: t.rstrip(),
}


@pytest.mark.parametrize("case", STRANGE)
def test_files_that_break_other_readers(tmp_path, case):
    text = small()
    changed = STRANGE[case](text)
    assert changed != text
    assert off(read(tmp_path, changed, unit="cm", up="y"), text, 0.01) < 1e-12


@pytest.mark.parametrize("name", ["mixamorig:Arm", "Left Arm", "Head_End", "spine.001", "Brust Ä"])
def test_names_are_kept(tmp_path, name):
    take = read(tmp_path, small().replace("JOINT Chest", f"JOINT {name}"), unit="cm")
    assert name in take.scene.figure
    assert name in take.motions


def test_one_frame_may_have_no_time(tmp_path):
    text = captures.written(SMALL, captures.walk(1, SMALL), {}, step="0")
    assert len(read(tmp_path, text, unit="cm").times) == 1


def test_no_frames_are_a_pose_at_rest(tmp_path):
    scene = supple.load(_saved(tmp_path, captures.written(SMALL, np.zeros((0, 12)), {})), unit="cm", up="y")
    assert not scene.clips
    assert scene["Chest"].world[:3, 3] == pytest.approx((0, 0.8, 0))


def test_positions_replace_the_offset_of_any_joint(tmp_path):
    """Root OFFSET 1 2 3 and position 10 20 30 give 10 20 30, not 11 22 33 (as in Blender)."""
    joints = [("A", None, (1, 2, 3), "Xp Yp Zp"), ("B", "A", (4, 5, 6), "Yp Zr")]
    take = read(tmp_path, captures.written(joints, [[10, 20, 30, 7, 90]], {"B": (1, 0, 0)}), unit=1, up="y")
    assert take.position("A")[0] == pytest.approx((10, 20, 30))
    assert take.position("B")[0] == pytest.approx((14, 27, 36))
    assert take.position("B.end")[0] == pytest.approx((14, 28, 36))


def test_bones_are_as_long_as_the_positions_say_where_every_offset_is_zero(tmp_path):
    joints = [(n, p, (0, 0, 0), "Xp Yp Zp Zr Xr Yr") for n, p in [("A", None), ("B", "A"), ("C", "B")]]
    frame = [0, 90, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 35, 5, 0, 0, 0]
    scene = supple.load(_saved(tmp_path, captures.written(joints, [frame] * 2, {})), unit="cm", up="y")
    assert scene["C"].world[:3, 3] == pytest.approx((0, 1.65, 0.05))
    assert scene["B"].mesh.watertight


# ---- what is guessed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "size", "unit"),
    [("y", 1.0, 0.01), ("y", 10.0, 0.001), ("z", 0.01, 1.0), ("z", 1.0, 0.01), ("y", 1 / 2.54, 0.0254)],
)
def test_up_and_unit_are_guessed_from_the_figure(tmp_path, up, size, unit):
    file = _saved(tmp_path, captures.written(frames=captures.walk(30)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssetWarning)
        supple.load(file, unit="cm", up="y").save(file, up=up, unit=0.01 / size)
        layout = supple.load(file).source
    assert (layout.up, layout.unit) == (up, unit)
    assert len(layout.said) == 2
    assert "overrules" in layout.said[0]


def test_a_guess_that_is_none_of_the_usual_is_a_warning(tmp_path):
    joints = [
        (name, parent, tuple(5 * x for x in offset), channels) for name, parent, offset, channels in SMALL
    ]
    text = captures.written(joints, [[0, 600, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], {})
    with pytest.warns(
        AssetWarning, match=r"makes the figure 1\.7 m tall \(guessed; unit= or height= overrules\)"
    ):
        guessed = supple.load(_saved(tmp_path, text))
    assert guessed.source.unit == pytest.approx(1.7 / (5 * 165))
    told = supple.load(_saved(tmp_path, text), height=1.1, up="y")
    assert told.source.unit == pytest.approx(1.1 / (5 * 165))
    assert told.source.said == ()


# ---- what is refused -------------------------------------------------------------------------------------

REFUSED = {
    "fewer frames than it says": (
        lambda t: t.replace("Frames: 3", "Frames: 5"),
        r"line 30: the file ends after 3 frames; line 26 speaks of 5",
    ),
    "more frames than it says": (
        lambda t: t.replace("Frames: 3", "Frames: 2"),
        r"line 30: more numbers follow after the 2 frames that line 26 speaks of",
    ),
    "a claim of a trillion": (lambda t: t.replace("Frames: 3", "Frames: 1000000000000"), r"after 3 frames"),
    "cut off within a frame": (
        lambda t: t[:-30],
        r"line 30: the last frame, begun in line 30, has \d+ numbers; expected 12",
    ),
    "a number too many": (
        lambda t: t.rstrip() + " 1\n",
        r"line 30: a frame has 12 numbers.*this line has 13",
    ),
    "cut off within the hierarchy": (
        lambda t: t[: t.index("End Site")],
        r"cut off, within 'Chest' begun in line 6",
    ),
    "joint named twice": (
        lambda t: t.replace("JOINT Legs", "JOINT Chest"),
        r"line 15: a joint is called 'Chest' as in line 6 already; rename",
    ),
    "NaN": (lambda t: _number(t, "nan"), r"line 29: nan is no length or angle; every number must be finite"),
    "infinity": (lambda t: _number(t, "-inf"), r"line 29: -inf is no length"),
    "a comma for a point": (lambda t: _number(t, "10,5"), r"line 29: '10,5' is no number; a decimal point"),
    "a lost blank": (lambda t: _number(t, "1.25-3.5"), r"line 29: '1.25-3.5' is no number"),
    "no time": (lambda t: t.replace("0.0083333", "0"), r"line 27: Frame Time is 0; expected the seconds"),
    "time backwards": (lambda t: t.replace("0.0083333", "-1"), r"line 27: Frame Time is -1"),
    "a wrong number of channels": (
        lambda t: t.replace("CHANNELS 6", "CHANNELS 7"),
        r"line 5: CHANNELS says 7 and names 6",
    ),
    "a channel that is none": (
        lambda t: t.replace("Xposition", "Wposition"),
        r"line 5: 'Wposition' is no channel; there are Xp",
    ),
    "a channel twice": (lambda t: t.replace("Yrotation", "Zrotation"), r"line 5: .* one is named twice"),
    "an offset of two": (
        lambda t: t.replace("OFFSET 0 80 0", "OFFSET 0 80"),
        r"line 8: OFFSET has three numbers, got 2",
    ),
    "no offset": (
        lambda t: t.replace("\t\tOFFSET 0 80 0\n", ""),
        r"line 13: 'Chest', begun in line 6, has no OFFSET",
    ),
    "a name of dots": (
        lambda t: t.replace("JOINT Chest", "JOINT ../x"),
        r"line 6: '\.\./x' begins or ends with a dot",
    ),
    "no name": (lambda t: t.replace("JOINT Chest", "JOINT"), r"line 6: a JOINT has a name"),
    "a joint at the top": (lambda t: t.replace("ROOT", "JOINT"), r"line 2: a JOINT stands inside a ROOT"),
    "braces that close too often": (
        lambda t: t.replace("MOTION", "}\nMOTION"),
        r"line 25: a brace closes that never opened",
    ),
    "an unknown word": (
        lambda t: t.replace("End Site", "Ende"),
        r"line 10: expected ROOT, JOINT, End Site.* got 'Ende'",
    ),
    "thousands deep": (
        lambda t: t.replace(
            "\tJOINT Chest", "".join(f"JOINT j{k}\n{{\nOFFSET 0 1 0\n" for k in range(5000)) + "JOINT Chest"
        ),
        r"more than 200 deep",
    ),
    "no hierarchy": (lambda t: "solid cube", r"line 1: expected HIERARCHY; this is no BVH file"),
    "nothing": (lambda t: "", r"expected HIERARCHY"),
    "no motion": (
        lambda t: t[: t.index("Frames")],
        r"expected Frames: and a number, got the end of the file",
    ),
    "bytes": (lambda t: bytes(range(256)) * 40, r"expected HIERARCHY"),
}


def _number(text, word):
    lines = text.splitlines()
    lines[28] = " ".join([*lines[28].split()[:-1], word])
    return "\n".join(lines)


@pytest.mark.parametrize("case", REFUSED)
def test_bad_files_are_refused_by_line(tmp_path, case):
    change, message = REFUSED[case]
    with pytest.raises(supple.errors.FileError, match=message) as caught:
        read(tmp_path, change(small()), unit="cm", up="y")
    assert str(caught.value).startswith("capture.bvh, line ")


def test_wrong_options_are_refused(tmp_path):
    file = _saved(tmp_path, small())
    with pytest.raises(supple.errors.SuppleError, match="unknown axis for up 'w'"):
        supple.load(file, up="w")
    with pytest.raises(supple.errors.SuppleError, match="unknown unit 'furlong'"):
        supple.load(file, unit="furlong")
    with pytest.raises(supple.errors.SuppleError, match="height is -1"):
        supple.load(file, height=-1)


def test_ten_thousand_frames_of_two_hundred_channels_take_less_than_a_second(tmp_path):
    joints = [("J0", None, (0, 0, 0), "Xp Yp Zp Zr Xr Yr")]
    joints += [(f"J{k}", f"J{k - 1}", (0, 2, 0), "Zr Xr Yr") for k in range(1, 66)]
    frames = captures.walk(10_000, joints)[:, :201].round(4)
    file = _saved(tmp_path, captures.written(joints, frames, {}))
    supple.load(_saved(tmp_path, small(), "warm.bvh"), unit="cm")
    begun = time.process_time()
    scene = supple.load(file, unit="cm", up="y")
    seconds = time.process_time() - begun
    assert len(scene.clip["J65.rotation"].times) == 10_000
    assert seconds < 1.0
