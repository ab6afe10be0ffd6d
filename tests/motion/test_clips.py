"""Clips: names, layers, procedural tracks, files."""

import json

import numpy as np
import pytest

from supple.errors import CycleError, FileError, InputError, UnknownNameError
from supple.motion import Clip, Track, keys, procedural, rotation_keys
from supple.motion.names import parsed

T = np.linspace(-1, 4, 101)


def scene():
    return Clip(
        {
            "ball.position": keys({0: (0, 1, 0), 1: (2, 0, 0), 2: (3, 1, 0.1)}),
            "ball2.position": keys({0: (0, 0, 0), 3: (1, 1, 1)}, interpolate="linear"),
            "hand.L.rotation": rotation_keys({0: (0, 0, 0, 1), 2: ((0, 1, 0), 1.0)}),
            "lamp.color": keys({0: (1, 0, 0), 1: (0, 0, 1)}, kind="color"),
            "lamp.visible": keys({0: True, 1: False}),
            "cue.note": keys({0: "ready", 1.5: "go — now"}),
        }
    )


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("ball.position", ("ball", "position", "")),
        ("hand.L.position.y", ("hand.L", "position", "y")),
        ("a.b.c.rotation", ("a.b.c", "rotation", "")),
        ("position.scale.x", ("position", "scale", "x")),
        ("wheel.spin", ("wheel", "spin", "")),
        ("wheel.spin.x", ("wheel", "spin", "x")),
        ("hand.x", ("hand", "x", "")),
        ("position", ("", "position", "")),
    ],
)
def test_names_split_at_the_last_channel(name, parts):
    assert parsed(name) == parts


def test_names_match():
    clip = scene()
    assert clip.match("ball*") == ["ball.position", "ball2.position"]
    assert clip.match("ball*.position.y") == ["ball.position.y", "ball2.position.y"]
    assert clip.match("*.?.rotation") == ["hand.L.rotation"]
    assert clip.match("lamp.color.g") == ["lamp.color.g"]
    assert len(clip.match("*")) == 6
    with pytest.raises(
        UnknownNameError, match=r"unknown track 'bal\.\*'.*There are: ball.position, ball2.position"
    ):
        clip.match("bal.*")


def test_components_are_read_and_written():
    clip = scene()
    assert (clip["ball.position.y"](T) == clip["ball.position"](T)[:, 1]).all()
    before = clip["ball.position"](T)
    clip["ball.position.y"] = keys({0: 9.0})
    assert (clip["ball.position"](T)[:, 1] == 9).all()
    assert (clip["ball.position"](T)[:, [0, 2]] == before[:, [0, 2]]).all()
    assert len(clip) == 6


def test_operators_touch_only_what_is_named():
    clip = scene()
    later = clip.shift(2, only="ball*")
    assert later["ball.position"](T + 2) == pytest.approx(clip["ball.position"](T))
    for name in clip:
        if not name.startswith("ball"):
            assert later[name] is clip[name]
    low = clip.scale(-1, only="*.position.y")
    assert (low["ball.position.y"](T) == -clip["ball.position.y"](T)).all()
    assert (low["ball.position.x"](T) == clip["ball.position.x"](T)).all()


def test_time_operators_keep_tracks_together():
    clip = scene()
    for name, track in clip.stretch(2).items():
        assert np.all(track(2 * 0.8) == clip[name](0.8))
    back = clip.reverse()
    for name in ("ball.position", "ball2.position", "hand.L.rotation"):
        assert back[name](3 - 0.8) == pytest.approx(clip[name](0.8), abs=1e-14)
    twice = clip.repeat(2)
    assert twice.duration == 6
    assert (twice["lamp.visible"](3.5), twice["cue.note"](4.7)) == (True, "go — now")
    cropped = clip.crop(0.5, 1)
    assert (cropped.start, cropped.end) == (0.5, 1)
    assert clip.ripple(1, 0.5)["ball.position"].times.tolist() == [0, 1.5, 2.5]


def test_operator_errors_name_the_track():
    with pytest.raises(InputError, match=r"hand\.L\.rotation: scale: a rotation track cannot be.*only="):
        scene().scale(2)


def test_over_add_and_override_leave_the_unnamed_untouched():
    clip = scene()
    other = Clip({"ball.position": keys({0: (1, 1, 1)}), "new.angle": keys({0: 1.0})})
    for result, expected in (
        (clip.over(other, 0.25), 0.75 * clip["ball.position"](T) + 0.25),
        (clip.add(other, 0.25), clip["ball.position"](T) + 0.25),
        (clip.override(other), np.ones((len(T), 3))),
    ):
        assert result["ball.position"](T) == pytest.approx(expected)
        assert result["new.angle"](0) == 1
        assert all(result[name] is clip[name] for name in clip if name != "ball.position")
    fade = clip.over(other, keys({0: 0, 1: 1}))
    assert fade["ball.position"](0) == pytest.approx(clip["ball.position"](0))
    assert fade["ball.position"](1) == pytest.approx([1, 1, 1])
    assert "new.angle" not in clip


def test_layer_on_one_component():
    clip = scene()
    result = clip.over(Clip({"ball.position.y": keys({0: 5.0})}), 0.5)
    assert result["ball.position.y"](T) == pytest.approx((clip["ball.position.y"](T) + 5) / 2)
    assert (result["ball.position.x"](T) == clip["ball.position.x"](T)).all()


@pytest.mark.feature("BB-51", "SD-15")
def test_procedural_tracks_read_others():
    """T-F17: a rolling wheel, x = r θ; with its derivative."""
    clip = scene()
    clip["wheel.angle"] = procedural(lambda t, tracks: tracks["ball.position.x"](t) / 0.5)
    assert clip["wheel.angle"](T) == pytest.approx(clip["ball.position"](T)[:, 0] / 0.5)
    inside = np.array([0.4, 1.3])
    assert clip["wheel.angle"].velocity(inside) == pytest.approx(
        clip["ball.position.x"].velocity(inside) * 2, abs=1e-9
    )
    clip["mirror.position"] = procedural(lambda t, tracks: -tracks["ball.position"](t), kind="vector")
    assert clip["mirror.position.y"](0.3) == -clip["ball.position.y"](0.3)
    clip["ball.position"] = keys({0: (7, 0, 0)})
    assert clip["wheel.angle"](0) == 14, "it follows what the clip holds now"


def test_shifted_clip_plays_the_same_procedural_motion_later():
    clip = scene()
    clip["wheel.angle"] = procedural(lambda t, tracks: t + tracks["ball.position.x"](t))
    assert clip.shift(2)["wheel.angle"](T + 2) == pytest.approx(clip["wheel.angle"](T))


def test_procedural_cycle_names_the_loop():
    clip = Clip()
    clip["a.angle"] = procedural(lambda t, tracks: tracks["b.angle"](t))
    clip["b.angle"] = procedural(lambda t, tracks: tracks["c.position.x"](t))
    clip["c.position"] = procedural(
        lambda t, tracks: tracks["a.angle"](t)[:, None] * [1, 0, 0], kind="vector"
    )
    with pytest.raises(CycleError, match=r"b\.angle → c\.position → a\.angle → b\.angle"):
        clip["b.angle"](0)


def everything():
    clip = scene()
    awkward = {0.1: 1 / 3, 0.2 + 0.1: -0.0, 1e3: 5e-324, 1e4: np.nextafter(1, 2)}
    clip["odd.angle"] = keys(
        awkward, interpolate=["linear", "cosine", "monotone"], ease_in=0.1, ease="quarter"
    )
    clip["tangent.position"] = keys({0: (0, 0), 1: (1, 2)}, interpolate="hermite", slopes={1: (1 / 3, 0.7)})
    many = np.random.default_rng(1).normal(size=(200, 4))
    clip["many.rotation"] = Track.sampled(np.linspace(-1, 4, 200), many, kind="rotation")
    clip["single.angle"] = keys({0: 0.1})
    clip["shape.shape"] = keys({0: np.eye(3), 1: np.ones((3, 3)) / 7})
    ball, turn = clip["ball.position"], clip["hand.L.rotation"]
    clip["cropped.position"] = ball.crop(0.3, 1.7).reverse()
    clip["cycled.position"] = ball.cycle(offset=True)
    clip["turning.rotation"] = turn.repeat(3, offset=True).rotate((0, 0, 1, 1))
    clip["blended.position"] = (
        ball.blend(clip["ball2.position"], keys({0: 0, 1: 1})).scale((1, 2, 3)).translate((1, 0, 0))
    )
    clip["added.rotation"] = turn.add(turn, 0.3)
    clip["retimed.position"] = ball.retime(keys({0: 0.0, 3: 2.0}))
    clip["driven.position"] = ball.with_velocity(keys({1: (1, 0, 0)}))
    clip["extended.position"] = ball.extend()
    clip["part.position"] = ball.with_component("y", keys({0: 2.0}))
    clip["arc.angle"] = keys({0: (0, 0), 1: (1, 1), 2: (2, 0)}, interpolate="arc").x
    return clip


def test_save_and_load_keep_every_bit(tmp_path):
    clip = everything()
    clip.save(tmp_path / "clip.json")
    again = Clip.load(tmp_path / "clip.json")
    assert list(again) == list(clip)
    for name, track in clip.items():
        for form in ("__call__", "velocity", "acceleration"):
            expected, found = getattr(track, form)(T), getattr(again[name], form)(T)
            assert found.dtype == expected.dtype or track.kind == "note"
            assert found.tobytes() == expected.tobytes(), (name, form)
        assert again[name].times.tobytes() == track.times.tobytes()
        assert again[name].values.tobytes() == track.values.tobytes()
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "clip.json").read_bytes()
    assert np.signbit(again["odd.angle"].values[1])


def test_the_file_is_readable_json(tmp_path):
    scene().save(tmp_path / "clip.json")
    text = (tmp_path / "clip.json").read_text(encoding="utf-8")
    content = json.loads(text)
    assert (content["format"], content["version"]) == ("supple clip", 1)
    assert content["tracks"]["ball.position"]["values"][1] == [2.0, 0.0, 0.0]
    assert '"times": [0.0, 1.0, 2.0]' in text
    assert '"go — now"' in text


def test_functions_cannot_be_saved(tmp_path):
    def bounce(u):
        return u

    for track, message in (
        (Track.function(np.sin), r"ball\.angle: a track made from a function"),
        (keys({0: 0.0, 1: 1.0}, interpolate=bounce), r"ball\.angle: the interpolator bounce is a function"),
        (
            procedural(lambda t, tracks: t),
            r"ball\.angle: a procedural track cannot be saved; resample it first",
        ),
    ):
        with pytest.raises(InputError, match=message):
            Clip({"ball.angle": track}).save(tmp_path / "clip.json")
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_written_or_read(tmp_path):
    with pytest.raises(FileError, match=r"missing.*cannot be written.*is the folder there"):
        scene().save(tmp_path / "missing" / "clip.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError, match="cannot be written"):
        scene().save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"], "nothing half-written is left"
    with pytest.raises(FileError, match="cannot be read"):
        Clip.load(tmp_path / "nothing.json")
    bad = tmp_path / "bad.json"
    for text, message in (
        ("{", "not a JSON file"),
        ("[1]", "not a clip"),
        ('{"format": "supple clip", "version": 9}', "version 9 of the format; this program reads 1"),
        (
            '{"format": "supple clip", "version": 1, "tracks": {"a.angle": {"type": "keyed", "kind": "scalar",'
            ' "times": [1, 0], "values": [1, 2], "interpolate": "linear"}}}',
            r"track 'a\.angle' cannot be understood: keys: times must rise",
        ),
        (
            '{"format": "supple clip", "version": 1, "tracks": {"a.angle": {"type": "spiral"}}}',
            "unknown type of curve 'spiral'",
        ),
    ):
        bad.write_text(text)
        with pytest.raises(FileError, match=message):
            Clip.load(bad)


def test_a_file_is_checked_like_keys_are(tmp_path):
    scene().save(tmp_path / "clip.json")
    text = (tmp_path / "clip.json").read_text(encoding="utf-8")
    for good, bad, message in (
        ('"linear"', '"liner"', "track 'ball2.position' .*unknown interpolator 'liner'"),
        ("[0.0, 3.0]", "[0.0, 2.0, 3.0]", "3 times but 2 values"),
        ('"ends"', '"end"', "unknown field 'end'; did you mean 'ends'"),
    ):
        assert good in text
        (tmp_path / "bad.json").write_text(text.replace(good, bad), encoding="utf-8")
        with pytest.raises(FileError, match=message):
            Clip.load(tmp_path / "bad.json")


@pytest.mark.feature("BB-D2")
def test_a_ball_rolls_as_the_slope_of_its_floor_says():
    """ẍ = (5/7) g sin α down a slope that is keyed; other keys of the floor, another way of the ball."""

    def rolling(t, tracks):
        steps = np.linspace(0, 1, 201)[:, None] * t
        gain = 5 / 7 * 9.81 * np.sin(tracks["floor.angle"](steps))
        return np.trapezoid(gain * (t - steps), steps, axis=0)

    clip = Clip({"floor.angle": keys({0: 0.2, 2: 0.2}), "ball.way": procedural(rolling)})
    t = np.linspace(0.1, 2, 9)
    assert clip["ball.way"](t) == pytest.approx(5 / 7 * 9.81 * np.sin(0.2) * t**2 / 2, rel=1e-4)
    clip["floor.angle"] = keys({0: 0.2, 1: 0.0}, interpolate="step")
    speeds = np.diff(clip["ball.way"](np.array([1.2, 1.5, 1.8]))) / 0.3
    assert speeds == pytest.approx([5 / 7 * 9.81 * np.sin(0.2)] * 2, rel=0.03), (
        "level floor: it rolls on evenly"
    )
