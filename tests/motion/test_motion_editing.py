"""The motion editor of bbop: keys moved and copied, intervals chosen, drawn and joined, cycles, pacing, text."""

import numpy as np
import pytest

from supple import spatial
from supple.errors import InputError, UnknownNameError
from supple.motion import Clip, Track, euler_keys, keys, pacing, rotation_keys
from supple.motion.interpolators import Drawn

T = np.linspace(-0.5, 4.5, 401)
VALUES = {0.0: 0.0, 0.7: 1.0, 1.5: -0.4, 2.0: 0.9, 3.0: 0.2}
CURVES = ("monotone", "cubic", "catmull-rom", "overhauser", "b-spline", "hermite")
RIGID = ("linear", "cosine", "accelerate", "decelerate", "step", Drawn([0, 0.4, -0.3, 1.0]))


def track(way="cubic", **options):
    return keys(VALUES, interpolate=way, **options)


def clip():
    knee, arm = track("monotone"), track("cubic").scale(2)
    turn = euler_keys("YXZ", x={0.0: 0.1, 1.5: 0.4, 3.0: 0.0}, y={0.0: 0.0, 0.7: 0.3, 3.0: 0.1})
    notes = keys({0.7: "left", 2.0: "right"})
    return Clip({"knee.angle": knee, "arm.angle": arm, "spine.rotation": turn, "notes": notes})


# ---- moving ------------------------------------------------------------------------------------------------


@pytest.mark.feature("BB-32", "A3")
def test_keys_are_moved_and_copied_forward_and_backward():
    before = clip()
    for by in (0.2, -0.2):
        moved = before.move_keys(0.7, by, only="knee*")
        assert moved["knee.angle"].times == pytest.approx([0, 0.7 + by, 1.5, 2, 3])
        assert moved["knee.angle"].values.tolist() == before["knee.angle"].values.tolist()
        for name in ("arm.angle", "spine.rotation", "notes"):
            assert moved[name] is not None
            assert moved[name].times.tolist() == before[name].times.tolist(), "only what is named moves"
    for to in (2.5, -1.0):
        copied = before.copy_keys((0.7, 1.5), to, only="*.angle")
        for name in ("knee.angle", "arm.angle"):
            assert copied[name]([to, to + 0.8]) == pytest.approx(before[name]([0.7, 1.5]), abs=1e-15)
            assert copied[name]([0, 0.7, 1.5, 2]) == pytest.approx(before[name]([0, 0.7, 1.5, 2]), abs=1e-15)
    over = before.copy_keys((0.7, 1.5), 2.0, only="knee*")
    assert over["knee.angle"].times == pytest.approx([0, 0.7, 1.5, 2, 2.8, 3]), "the key that was there goes"


def test_copies_bring_the_intervals_between_them_and_leave_those_around():
    ways = ("linear", "cosine", "accelerate", "step")
    mixed = keys(VALUES, interpolate=ways).copy_key((0.7, 1.5), 2.2)
    assert [key.after for key in Clip({"x.angle": mixed}).key_list()["x.angle"]] == [
        "linear", "cosine", "accelerate", "step", "cosine", ""
    ]  # fmt: skip
    u = np.linspace(0, 0.8, 9)[:-1]
    assert mixed(2.2 + u) == pytest.approx(mixed(0.7 + u)), "from 1 to -0.4 by a cosine, as there"
    over = keys(VALUES, interpolate=ways).copy_key((0.0, 1.5), 1.6)
    assert [key.after for key in Clip({"x.angle": over}).key_list()["x.angle"]] == [
        "linear", "cosine", "accelerate", "linear", "cosine", ""
    ], "up to the first copy it goes on as it did"  # fmt: skip
    whole = keys(VALUES, interpolate=ways).copy_key((0.0, 3.0), 0.0)
    assert whole(T) == pytest.approx(keys(VALUES, interpolate=ways)(T)), "onto itself"
    late = keys(VALUES, interpolate=ways).copy_key((0.0, 0.7), 3.5)
    assert late(3.25) == 0.2, "what held at the end holds on"


@pytest.mark.feature("BB-33", "BB-34", "A3")
def test_ripple_shifts_later_keys_of_the_chosen_tracks_alone_and_roll_leaves_all_others():
    before = clip()
    ripple = before.move_keys(0.7, 0.25, "ripple", only="arm*")
    assert ripple["arm.angle"].times == pytest.approx([0, 0.95, 1.75, 2.25, 3.25])
    assert ripple["knee.angle"].times.tolist() == before["knee.angle"].times.tolist()
    assert ripple.markers == before.markers
    roll = before.move_keys(0.7, 0.25, "roll", only="arm*")
    assert roll["arm.angle"].times == pytest.approx([0, 0.95, 1.5, 2, 3])
    at = before.markers["right"]
    assert at in roll["arm.angle"].times
    assert at in roll["knee.angle"].times, "a marker that both share stays aligned"
    everything = before.move_keys(0.7, 0.25, "ripple all", only="arm*")
    assert everything.markers == pytest.approx({"left": 0.95, "right": 2.25})
    for name in before:
        later = before[name].times >= 0.7
        assert everything[name].times == pytest.approx(before[name].times + 0.25 * later)


@pytest.mark.feature("BB-34")
def test_one_interval_is_longer_and_a_later_one_shorter_so_that_a_marker_keeps_its_keys():
    before = clip()
    moved = before.ripple(0.7, 0.3, only="arm*", until="right")
    assert moved["arm.angle"].times == pytest.approx([0, 1.0, 1.8, 2.0, 3.0])
    with pytest.raises(InputError, match="would pass each other"):
        before.ripple(0.7, 0.6, only="arm*", until="right")


def test_a_marker_takes_the_keys_at_its_time_along():
    moved = clip().mark(1.5, "middle").move_marker("right", 0.3)
    assert moved.markers == pytest.approx({"left": 0.7, "middle": 1.5, "right": 2.3})
    for name in ("knee.angle", "arm.angle"):
        assert moved[name].times == pytest.approx([0, 0.7, 1.5, 2.3, 3])
    assert moved["spine.rotation"].times == pytest.approx([0, 0.7, 1.5, 3])


@pytest.mark.feature("BB-35")
@pytest.mark.parametrize("way", [*CURVES, *RIGID], ids=str)
def test_a_stretched_interval_keeps_the_character_of_its_curve(way):
    """x(φ(t)) = x₀(t) on every interval: a map of time that is straight between keys takes the curve along."""
    whole = track(way)
    slow = whole.stretch(2.5, between=(0.7, 1.5))
    t = np.linspace(0, 3, 301)
    later = t + 1.5 * np.clip(t - 0.7, 0, 0.8)
    assert slow(later) == pytest.approx(whole(t), abs=1e-12)
    assert slow.times == pytest.approx([0, 0.7, 2.7, 3.2, 4.2])
    anew = whole.stretch(2.5, between=(0.7, 1.5), shape="anew")
    if way in ("cubic", "catmull-rom", "overhauser", "monotone"):
        assert np.abs(anew(later) - whole(t)).max() > 1e-3, "else keys alone would do"


def test_eases_of_a_stretched_interval_stretch():
    soft = track("linear", ease_in=0.1, ease_out={1.5: 0.2})
    slow = soft.stretch(2, between=(0.7, 1.5))
    t = np.linspace(0, 3, 301)
    assert slow(t + np.clip(t - 0.7, 0, 0.8)) == pytest.approx(soft(t), abs=1e-12)


@pytest.mark.parametrize("mode", ["roll", "ripple"])
def test_moved_keys_may_keep_the_curves_around_them(mode):
    whole = track("cubic")
    moved = whole.move_key(1.5, 0.2, mode, shape="kept")
    u = np.linspace(0, 1, 11)
    for k in range(4):
        old, new = whole.times, moved.times
        assert moved(new[k] + u * (new[k + 1] - new[k])) == pytest.approx(
            whole(old[k] + u * (old[k + 1] - old[k]))
        )


def test_rotations_have_no_curve_of_their_own_to_keep():
    turn = rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 1.0), 2: ((1, 0, 0), 0.7)})
    with pytest.raises(InputError, match="to_euler"):
        turn.stretch(2, between=(0, 1))
    assert turn.stretch(2, between=(0, 1), shape="anew").times.tolist() == [0, 2, 3]
    angles = turn.to_euler("YXZ")
    assert angles.stretch(2, between=(0, 1))(1.0) == pytest.approx(angles(0.5))


# ---- intervals ---------------------------------------------------------------------------------------------


@pytest.mark.feature("BB-43", "BB-44", "BB-48")
def test_every_kind_of_interval_is_its_formula_and_is_chosen_interval_by_interval():
    """BB-48, in one interval of a curve whose other intervals do not change."""
    base, u = track("monotone"), np.linspace(0.01, 0.99, 30)
    a, b, h = 1.0, -0.4, 0.8
    m0, m1 = base.velocity(0.7), base.velocity(1.5)
    drawn = np.array([3.0, 3.5, 2.0, 3.2])
    line = drawn[0] + np.linspace(0, 1, 4) * (drawn[-1] - drawn[0])
    formulas = {
        "step": a + 0 * u,
        "linear": a + u * (b - a),
        "cosine": a + (b - a) * (1 - np.cos(np.pi * u)) / 2,
        "accelerate": a + (b - a) * (1 - np.cos(np.pi * u / 2)),
        "decelerate": a + (b - a) * np.sin(np.pi * u / 2),
        "hermite": (2 * u**3 - 3 * u**2 + 1) * a + (u**3 - 2 * u**2 + u) * h * m0
        + (-2 * u**3 + 3 * u**2) * b + (u**3 - u**2) * h * m1,
    }  # fmt: skip
    outside = (T < 0.7) | (T > 1.5)
    for name, x in formulas.items():
        one = base.set_interval(1.0, name)
        assert one(0.7 + u * h) == pytest.approx(x, abs=1e-12), name
        assert (one(T[outside]) == base(T[outside])).all()
    free = base.set_interval(1.0, Drawn(drawn))
    at = np.linspace(0, 1, 4)
    assert free(0.7 + at * h) == pytest.approx(a + at * (b - a) + drawn - line), "its ends meet the keys"
    assert (free(T[outside]) == base(T[outside])).all()


@pytest.mark.feature("BB-45")
def test_a_curve_is_edited_over_the_whole_motion():
    """Keys are added on it and taken away, a kind is chosen, and a curve is drawn from key to key."""
    base = track("monotone")
    more = base.insert_key(1.1)
    assert more.times.tolist() == [0, 0.7, 1.1, 1.5, 2, 3]
    assert more(T) == pytest.approx(base(T), abs=1e-14)
    assert more.velocity(T) == pytest.approx(base.velocity(T), abs=1e-12)
    fewer = base.remove_key((0.7, 1.5))
    assert fewer.times.tolist() == [0, 2, 3]
    limp = base.draw(0.7, 2.0, [1.0, 0.2, 0.8, 0.6, 0.9])
    assert limp.times.tolist() == [0, 0.7, 2, 3], "keys between the ends of what is drawn go"
    for way in ("monotone", "cubic"):
        whole = track(way)
        outside = (T <= 0.7) | (T >= 2.0)
        drawn = whole.draw(0.7, 2.0, [1.0, 0.2, 0.8, 0.6, 0.9])
        assert drawn(T[outside]) == pytest.approx(whole(T[outside]), abs=1e-14), "and all else stays"
    assert limp(0.7 + 1.3 * np.linspace(0, 1, 5)) == pytest.approx([1.0, 0.2, 0.8, 0.6, 0.9])
    assert limp.set_key(2.0, 1.9)(0.7 + 1.3 * np.array([0.25, 1])) == pytest.approx([0.45, 1.9]), (
        "keys lead it"
    )
    h = 1e-6
    inner = np.array([0.9, 1.2, 1.7])
    assert limp.velocity(inner) == pytest.approx((limp(inner + h) - limp(inner - h)) / (2 * h), abs=1e-5)


def test_what_is_drawn_scales_turns_and_divides_with_its_track():
    points = keys({0: (0, 0, 0), 1: (1, 2, 0)}, interpolate=Drawn([(0, 0, 0), (0, 1, 2), (1, 0, 0)]))
    t = np.linspace(0, 1, 9)
    assert points.scale((1, -1, 2))(t) == pytest.approx(points(t) * (1, -1, 2))
    q = spatial.from_axis_angle((0, 0, 1), 0.7)
    assert points.rotate(q)(t) == pytest.approx(spatial.rotate(q, points(t)))
    assert points.y(t) == pytest.approx(points(t)[:, 1])
    assert points.reverse()(1 - t) == pytest.approx(points(t))
    assert points.reduce(1e-9)(0.5) == pytest.approx(points(0.5))


@pytest.mark.feature("BB-46")
def test_a_curve_matches_the_slope_of_the_line_beside_it():
    mixed = track("linear").set_interval(1.0, "hermite")
    for key, secant in ((0.7, 1 / 0.7), (1.5, 1.3 / 0.5)):
        smooth = mixed.set_continuity(key, "smooth")
        for side in (-1e-9, 1e-9):
            assert smooth.velocity(key + side) == pytest.approx(secant, abs=1e-6)
    with pytest.raises(InputError, match="linear and linear, which have no slopes"):
        track("linear").set_continuity(0.7, "smooth")


@pytest.mark.feature("BB-49")
def test_continuity_at_a_key_is_what_one_asks_for():
    base, key, e = track("catmull-rom"), 1.5, 1e-7

    def jumps(made):
        return [abs(made._at(key + e, k) - made._at(key - e, k)) for k in range(3)]

    jump = base.set_continuity(key, "jump")
    assert jumps(jump)[0] == pytest.approx(1.4)
    assert jump(1.49) == 1.0, "it holds until the key"
    corner = base.set_continuity(key, "corner")
    assert jumps(corner)[0] < 1e-5
    assert corner.velocity([key - e, key + e]) == pytest.approx([-1.4 / 0.8, 1.3 / 0.5], abs=1e-4)
    smooth = corner.set_continuity(key, "smooth")
    assert jumps(smooth)[1] < 1e-4
    assert jumps(smooth)[2] > 1
    spline = corner.set_continuity(key, "spline")
    assert jumps(spline)[1] < 1e-4
    assert jumps(spline)[2] < 1e-3
    listed = {k.time: k.continuity for k in Clip({"x.angle": spline}).key_list()["x.angle"]}
    assert listed[1.5] == "spline"
    words = {"jump": jump, "corner": corner, "smooth": smooth}
    for word, made in words.items():
        assert {k.time: k.continuity for k in Clip({"x.angle": made}).key_list()["x.angle"]}[1.5] == word


def test_spline_at_all_inner_keys_is_the_spline_through_them():
    rest = keys(VALUES, interpolate="cubic", ends="rest")
    slopes = dict.fromkeys(VALUES, 0.3) | {0.0: 0.0, 3.0: 0.0}
    rough = keys(VALUES, interpolate="hermite", slopes=slopes)
    made = rough.set_continuity([0.7, 1.5, 2.0], "spline")
    assert made(T) == pytest.approx(rest(T), abs=1e-12)


@pytest.mark.feature("BB-42")
def test_the_keys_of_a_parameter_are_listed():
    made = track("monotone").set_interval(1.0, "cosine").draw(2.0, 3.0, [0, 1, 0])
    rows = Clip({"knee.angle": made, "hip.position": keys({0: (0, 1, 0)})}).key_list("knee*")
    assert list(rows) == ["knee.angle"]
    found = rows["knee.angle"]
    assert [row.time for row in found] == list(VALUES)
    assert [row.value for row in found] == list(VALUES.values())
    assert [row.after for row in found] == ["monotone", "cosine", "monotone", "drawn", ""]
    assert str(found[2]) == "1.5 s: -0.4 monotone smooth"
    turn = clip().key_list("spine*")["spine.rotation"]
    assert [row.time for row in turn] == [0, 0.7, 1.5, 3]


# ---- cycles and pacing -------------------------------------------------------------------------------------


@pytest.mark.feature("BB-36")
def test_a_cycle_is_trimmed_and_some_of_it_goes_on():
    """x(t) = x(s + (t − s) mod P) + ⌊(t − s)/P⌋ Δ with Δ = 0 for what repeats."""
    walk = Clip({"hips.position": keys({0: (0, 0, 0), 1: (0, 0.1, 1), 2: (0, 0, 2), 3: (5, 5, 5)}),
                 "arm.angle": keys({0: 0.3, 1: -0.3, 2: 0.3, 3: 9})})  # fmt: skip
    cut = walk.each(lambda one: one.trim(0, 2))
    assert cut["arm.angle"].times.tolist() == [0, 1, 2]
    inside = np.linspace(0, 2, 41)
    assert cut["arm.angle"](inside) == pytest.approx(walk["arm.angle"](inside), abs=1e-12)
    on = cut.cycle(going_on="hips*")
    assert on["hips.position"](inside[1:-1] + 6) == pytest.approx(
        cut["hips.position"](inside[1:-1]) + (0, 0, 6)
    )
    assert on["arm.angle"](inside[1:-1] + 6) == pytest.approx(cut["arm.angle"](inside[1:-1]))


@pytest.mark.feature("BB-37", "A4")
def test_pacing_by_a_ramp_a_cosine_and_an_ease_and_by_part(tmp_path):
    base = clip()
    assert base.retime(pacing.ramp(2))["arm.angle"](T) == pytest.approx(base["arm.angle"](2 * T))
    swing = pacing.swing(0.5, 2.5, 4.0)
    wave = 0.5 + 2 * (1 - np.cos(2 * np.pi * T / 4)) / 2
    assert swing(T) == pytest.approx(wave, abs=1e-12)
    paced = base.retime(swing)["arm.angle"]
    assert paced(T) == pytest.approx(base["arm.angle"](wave), abs=1e-9)
    assert paced(T + 4) == pytest.approx(paced(T), abs=1e-9)
    ease = pacing.eased(0, 3, 2, ease_in=0.5, ease_out=0.5)
    assert ease([0, 2]).tolist() == [0, 3]
    assert ease.velocity([0, 2]) == pytest.approx([0, 0], abs=1e-9)
    part = base.retime(ease, only="arm*")
    assert part["arm.angle"](1.0) == pytest.approx(base["arm.angle"](1.5))
    for name in ("knee.angle", "spine.rotation"):
        assert (part[name](T) == base[name](T)).all(), "other parts do not change"
    Clip({"pace.time": swing, "ramp.time": pacing.ramp(2)}).save(tmp_path / "pace.json")
    again = Clip.load(tmp_path / "pace.json")
    assert (base.retime(again["pace.time"])["arm.angle"](T) == paced(T)).all()
    assert again["ramp.time"](1.5) == 3


# ---- text --------------------------------------------------------------------------------------------------


def test_keys_as_text_read_back_to_the_bit(tmp_path):
    rough = 1 / 3
    made = Clip(
        {
            "knee.angle": track("monotone", ease_in={0.7: 0.1}).set_interval(1.0, Drawn([0.1, rough, 0.2])),
            "leg.angle": track("cubic").stretch(1.7, between=(0.7, 2.0)),
            "hips.position": keys({0: (0, rough, 0), 1.1: (1, 2, 3)}),
            "head.rotation": rotation_keys({0: (0, 0, 0, 1), 1: ((0, 1, 0), 1.0)}),
            "lamp.color": keys({0: (1, 0.5, rough)}, kind="color"),
            "lamp.visible": keys({0: True, 1: False}),
            "spine.rotation": clip()["spine.rotation"],
            "notes": keys({0.5: 'heel "strike"', 1: "two words"}),
        }
    )
    text = made.to_text()
    again = Clip.from_text(text)
    assert list(again) == list(made)
    for name in made:
        assert (again[name](T) == made[name](T)).all(), name
    assert again.to_text() == text
    made.save(tmp_path / "drawn.json")
    kept = Clip.load(tmp_path / "drawn.json")
    assert (kept["knee.angle"](T) == made["knee.angle"](T)).all()


def test_text_is_edited_by_hand():
    text = "# a knee\nknee.angle scalar natural\n  0 0\n  0.5 1.25 linear in=0.1\n  1 0\n"
    made = Clip.from_text(text)["knee.angle"]
    assert made(0.25) == pytest.approx(0.625)
    assert made.velocity(0.5 + 1e-9) == pytest.approx(0, abs=1e-6), "it leaves its second key from rest"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("  0 1\n", "line 1: a key before the name"),
        ("knee.angle scalar\n  0 1\n", "line 1: 'knee.angle scalar'; expected NAME KIND ENDS"),
        ("knee.angle scalar natural\n  0 x\n", "line 2: '0 x'; expected TIME VALUE"),
        ("knee.angle scalar natural\n  1 0\n  0 1\n", "times must rise"),
        ("knee.angle scaler natural\n  0 1\n", "did you mean 'scalar'"),
        ("knee.angle scalar natural\n  0 1 lineer\n  1 2\n", "did you mean 'linear'"),
        ("knee.angle scalar natural\n", "at least one key"),
    ],
)
def test_text_that_cannot_be_read_says_where(text, says):
    with pytest.raises(InputError, match=says):
        Clip.from_text(text)


# ---- what cannot be ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "error", "says"),
    [
        (lambda c: c.move_keys(0.6, 0.1), InputError, r"no key at 0.6 s in 4 tracks; there are keys at 0, 0.7"),
        (lambda c: c.move_keys(0.7, 0.1, "push"), UnknownNameError, "'push'"),
        (lambda c: c.move_keys(0.7, 1.0, only="arm*"), InputError, "arm.angle: .*would pass its neighbor"),
        (lambda c: c.ripple(0.7, 0.1, until="rihgt"), UnknownNameError, "did you mean 'right'"),
        (lambda c: c.move_keys((2, 1), 0.1), InputError, "give the earlier time first"),
        (lambda c: c["arm.angle"].set_interval(7.0, "linear"), InputError, "no interval from 7.0"),
        (lambda c: c["arm.angle"].set_interval(1.0, "linar"), UnknownNameError, "did you mean 'linear'"),
        (lambda c: c["arm.angle"].draw(0.6, 1.5, [0, 1]), InputError, "from key to key"),
        (lambda c: c["arm.angle"].draw(0.7, 1.5, [0]), InputError, "two or more values"),
        (lambda c: c["arm.angle"].draw(0.7, 1.5, [(0, 1), (1, 2)]), InputError, "draw one for each"),
        (lambda c: c["arm.angle"].set_continuity(0.0, "smooth"), InputError, "is an end"),
        (lambda c: c["arm.angle"].set_continuity(0.7, "kink"), UnknownNameError, "corner"),
        (lambda c: c["arm.angle"].stretch(0, between=(0.7, 1.5)), InputError, "must be positive"),
        (lambda c: c["arm.angle"].trim(2, 1), InputError, "start must be before end"),
        (lambda c: c["arm.angle"].move_key(0.7, 0.1, shape="bent"), UnknownNameError, "anew"),
        (lambda c: Track.function(np.sin).set_interval(0, "linear"), InputError, "resample it first"),
        (lambda c: Clip({"a.angle": c["arm.angle"].cycle()}).to_text(), InputError, "resample it first"),
        (lambda c: rotation_keys({0: (0, 0, 0, 1), 1: (0, 0, 1, 0)}).draw(0, 1, [0, 1]), InputError, "to_euler"),
        (lambda c: pacing.swing(0, 1, 0), InputError, "period must be positive"),
        (lambda c: pacing.eased(0, 1, -1), InputError, "-1 s"),
    ],
)  # fmt: skip
def test_what_cannot_be_edited_says_why(do, error, says):
    with pytest.raises(error, match=says):
        do(clip())
