import dataclasses
import sys
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from supple.errors import InputError, MissingToolError, UnknownNameError
from supple.render import Renderer
from supple.render import context as graphics
from supple.render.projection import perspective
from supple.render.staging import Staging
from supple.scene import Camera, CameraMotion, Look, Mesh, Node, NodeMotion, Scene, Take, Texture

WIDTH, HEIGHT = 320, 180


@pytest.fixture(scope="module")
def renderer():
    with Renderer(WIDTH, HEIGHT, shadow_side=512) as made:
        yield made


def without_subject(take):
    hidden = {
        name: dataclasses.replace(motion, visible=np.zeros(len(take.times), dtype=bool))
        for name, motion in take.motions.items()
    }
    return dataclasses.replace(take, motions=hidden)


def painted(take, **look):
    node = take.scene["ball"]
    parts = tuple(dataclasses.replace(p, look=dataclasses.replace(p.look, **look)) for p in node.mesh.parts)
    return dataclasses.replace(take, scene=Scene([Node("ball", dataclasses.replace(node.mesh, parts=parts))]))


def red_over_blue():
    picture, data = Image.new("RGB", (8, 8), (30, 30, 220)), BytesIO()
    picture.paste((220, 30, 30), (0, 0, 8, 4))
    picture.save(data, "PNG")
    return Texture(data.getvalue())


def redness(pixels):
    return pixels[..., 0].astype(int) - pixels[..., 1:].max(axis=-1)


def subject_rows_and_columns(pixels):
    return np.where((redness(pixels) > 40).any(axis=1))[0], np.where((redness(pixels) > 40).any(axis=0))[0]


def test_the_subject_is_where_projection_says(renderer, hop):
    """The drawn outline and the projected vertices agree to a pixel and a half (edges are smoothed)."""
    for frame in (0, 6):
        camera = hop.framing.camera(frame, WIDTH / HEIGHT)
        world = hop.world("ball")[frame]
        points = hop.shape("ball", frame) @ world[:3, :3].T + world[:3, 3]
        clip = np.hstack([points, np.ones((len(points), 1))]) @ perspective(camera, WIDTH / HEIGHT).T
        places = (clip[:, :2] / clip[:, 3:] * [1, -1] + 1) / 2 * [WIDTH, HEIGHT]
        rows, columns = subject_rows_and_columns(renderer.frame(hop, frame))
        drawn = [columns[0], rows[0], columns[-1] + 1, rows[-1] + 1]
        np.testing.assert_allclose(drawn, [*places.min(axis=0), *places.max(axis=0)], atol=1.5)


def test_the_subject_is_inside_the_frame_and_large_enough(renderer, hop):
    shares = []
    for frame in range(0, 13, 3):
        rows, columns = subject_rows_and_columns(renderer.frame(hop, frame))
        assert rows[0] > 0
        assert rows[-1] < HEIGHT - 1
        assert columns[0] > 0
        assert columns[-1] < WIDTH - 1
        shares.append(np.ptp(rows) / HEIGHT)
    assert 0.25 < np.median(shares) < 0.7
    assert min(shares) > 0.25 * 0.64, "even squashed to 64 % of its height"


def test_there_is_a_shadow_under_the_subject_and_none_elsewhere(renderer, hop):
    for frame in (0, 6):
        shown, empty = renderer.frame(hop, frame).astype(int), renderer.frame(without_subject(hop), frame)
        darker = (empty.astype(int) - shown).mean(axis=-1)
        floor = (np.abs(redness(shown)) < 12) & (darker > 8)
        rows, columns = np.where(floor)
        assert len(rows) > 100
        subject_rows, subject_columns = subject_rows_and_columns(shown)
        assert rows.max() >= subject_rows[-1], "the shadow reaches below the subject in the picture"
        middle = (subject_columns[0] + subject_columns[-1]) / 2
        assert abs(np.average(columns, weights=darker[floor]) - middle) < 0.15 * WIDTH
        assert np.abs(darker[:30]).max() < 2, "the backdrop is not touched"


def test_the_shadow_of_the_key_falls_where_its_ray_meets_the_floor(renderer, hop):
    """Along the ray through the ball's center: x − (y / l_y) l, for the direction l towards the light."""
    light = Staging(hop).key_direction
    center = hop.motions["ball"].translation[6]
    foot = center - center[1] / light[1] * light
    camera = hop.framing.camera(6, WIDTH / HEIGHT)
    clip = perspective(camera, WIDTH / HEIGHT) @ [*foot, 1]
    column, row = ((clip[:2] / clip[3] * [1, -1] + 1) / 2 * [WIDTH, HEIGHT]).astype(int)
    shown, empty = renderer.frame(hop, 6).astype(int), renderer.frame(without_subject(hop), 6)
    darker = (empty - shown).mean(axis=-1)
    assert darker[row, column] > 60, "the key gives most of the light"
    assert np.linalg.norm((foot - center)[[0, 2]]) > 0.4, "away from where the sky is hidden"
    np.testing.assert_allclose(shown[row, column] / shown[row, column].mean(), 1, atol=0.05)


def test_contact_makes_a_darker_shadow_than_flight(renderer, hop):
    depth = []
    for frame in (0, 6):
        shown, empty = renderer.frame(hop, frame).astype(int), renderer.frame(without_subject(hop), frame)
        neutral = np.abs(redness(shown)) < 12
        depth.append(np.percentile((empty - shown).mean(axis=-1)[neutral], 99.5))
    assert depth[0] > 1.05 * depth[1]


def test_a_frame_is_drawn_alike_whatever_was_drawn_before(renderer, hop):
    first = renderer.frame(hop, 6)
    renderer.frame(hop, 0)
    renderer.frame(hop, 3, ghosts=[0, 12], trails=["path"])
    np.testing.assert_array_equal(renderer.frame(hop, 0.25), first)
    with Renderer(WIDTH, HEIGHT, shadow_side=512) as other:
        np.testing.assert_array_equal(other.frame(hop, 6), first)


def test_ghosts_are_seen_through(renderer, hop):
    plain, ghostly = renderer.frame(hop, 6).astype(int), renderer.frame(hop, 6, ghosts=[0]).astype(int)
    changed = np.abs(ghostly - plain).max(axis=-1) > 6
    rows, _ = np.where(changed)
    assert changed.sum() > 200
    assert rows.mean() > np.mean(subject_rows_and_columns(plain)[0]), "the frame on the floor lies lower"
    assert redness(ghostly)[changed].mean() < 0.6 * redness(plain)[redness(plain) > 40].mean()


def test_a_ghost_lends_its_shape_to_nothing_else(renderer, hop):
    """Glass is drawn after the ghosts, which share its buffers; below the ghost nothing changes."""
    glass = painted(hop, color=(1.0, 0.12, 0.06, 0.5))
    below = subject_rows_and_columns(renderer.frame(hop, 6))[0][-1] + 3
    plain, ghostly = renderer.frame(glass, 0), renderer.frame(glass, 0, ghosts=[6])
    np.testing.assert_array_equal(ghostly[below:], plain[below:])
    assert (ghostly[:below] != plain[:below]).sum() > 200


def test_trails_follow_the_past_only(renderer, hop):
    counts = []
    for frame in (1, 6, 12):
        plain, drawn = renderer.frame(hop, frame).astype(int), renderer.frame(hop, frame, trails=["path"])
        counts.append((np.abs(drawn - plain).max(axis=-1) > 3).sum())
    assert 0 < counts[0] < counts[1] < counts[2]
    with pytest.raises(UnknownNameError, match="did you mean 'path'"):
        renderer.frame(hop, 0, trails=["paths"])


def test_colors_come_out_as_they_went_in(renderer, hop):
    """A matte surface under light of about 1 shows about its own color; the shoulder only bends bright ones."""
    pixels = renderer.frame(painted(hop, color=(0.1, 0.3, 0.05, 1.0), roughness=1.0), 6)
    rows, columns = np.where(pixels[..., 1].astype(int) - pixels[..., 0] > 25)
    mean = (pixels[rows, columns].astype(float).mean(axis=0) / 255) ** 2.2
    np.testing.assert_allclose(mean / mean[1], [1 / 3, 1, 1 / 6], atol=0.13)


def test_glass_shows_what_is_behind_and_emission_shines(renderer, hop):
    solid = renderer.frame(hop, 6).astype(int)
    glass = renderer.frame(painted(hop, color=(1.0, 0.12, 0.06, 0.3)), 6).astype(int)
    inside = redness(solid) > 60
    assert redness(glass)[inside].mean() < 0.6 * redness(solid)[inside].mean()
    lamp = renderer.frame(painted(hop, color=(0, 0, 0, 1.0), emission=(4.0, 4.0, 4.0)), 6)
    assert np.median(lamp[inside]) > 250


def test_a_texture_is_laid_on_with_its_first_row_on_top(renderer, hop):
    pixels = renderer.frame(painted(hop, color=(1, 1, 1, 1), texture=red_over_blue()), 6).astype(int)
    red, blue = (np.where(pixels[..., a] - pixels[..., b] > 50)[0] for a, b in ((0, 2), (2, 0)))
    assert len(red) > 200
    assert len(blue) > 200
    assert red.mean() < blue.mean()


def test_a_texture_repeats(renderer, hop):
    striped = painted(hop, color=(1, 1, 1, 1), texture=red_over_blue())
    part = striped.scene["ball"].mesh.parts[0]
    mesh = dataclasses.replace(striped.scene["ball"].mesh, parts=(dataclasses.replace(part, uv=3 * part.uv),))
    pixels = renderer.frame(dataclasses.replace(striped, scene=Scene([Node("ball", mesh)])), 6).astype(int)
    warmth = pixels[..., 0] - pixels[..., 2]
    column = warmth[:, np.where(np.abs(warmth) > 50)[1][0] + 20]
    stripes = np.sign(column[np.abs(column) > 50])
    assert (np.diff(stripes) != 0).sum() >= 3, "held at its edge it would change once"


def test_color_and_visibility_over_time(renderer, hop):
    motion = dataclasses.replace(
        hop.motions["ball"],
        color=np.tile([0.05, 0.05, 0.9, 1.0], (13, 1)),
        visible=np.arange(13) < 6,
    )
    take = dataclasses.replace(hop, motions={"ball": motion})
    early, late = (renderer.frame(take, k).astype(int) for k in (3, 9))
    assert (early[..., 2] - early[..., 0] > 50).sum() > 300
    assert (np.abs(late[..., 2] - late[..., 0]) > 50).sum() == 0


def test_a_mirrored_node_is_not_inside_out(renderer, hop):
    """A ball is its own mirror image, and is drawn as such to the last pixel."""
    flip = NodeMotion(translation=hop.motions["ball"].translation, scale=np.tile([-1.0, 1, 1], (13, 1)))
    plain = NodeMotion(translation=hop.motions["ball"].translation)
    shown = [
        renderer.frame(dataclasses.replace(hop, motions={"ball": m}), 6).astype(int) for m in (plain, flip)
    ]
    assert np.abs(shown[0] - shown[1]).max() < 12


def test_a_given_camera_and_background_are_used(hop):
    camera = Camera(eye=(0, 0.5, 8), center=(0, 0.5, 0))
    with Renderer(64, 36, background=(0.0, 0.1, 0.4), samples=1, shadow_side=256) as renderer:
        pixels = renderer.frame(hop, 6, camera=camera).astype(int)
    assert (pixels[..., 2] > pixels[..., 0]).mean() > 0.9
    assert 0 < (redness(pixels) > 20).sum() < 60


def test_the_camera_of_the_take_is_used(renderer, hop):
    far, near = (np.tile([0.0, 0.5, z], (13, 1)) for z in (9.0, 2.5))
    areas = []
    for eye in (far, near):
        moving = CameraMotion(eye, np.tile([0.1, 0.5, 0.0], (13, 1)), np.zeros(13), np.full(13, 0.6))
        areas.append((redness(renderer.frame(dataclasses.replace(hop, camera=moving), 6)) > 40).sum())
    assert areas[1] / areas[0] == pytest.approx((9 / 2.5) ** 2, rel=0.15)


def test_what_cannot_be_drawn_is_said(renderer, hop):
    with pytest.raises(InputError, match="frame 13 of a take that has 13"):
        renderer.frame(hop, 13)
    with pytest.raises(InputError, match="0 × 10"):
        Renderer(0, 10)
    with pytest.raises(InputError, match="nothing to look at"):
        renderer.frame(Take(Scene(), [0.0]), 0)
    broken = Look(texture=Texture(b"not an image", name="wood"))
    with pytest.raises(OSError, match="'wood'"):
        renderer.frame(painted(hop, texture=broken.texture), 0)


def test_without_a_driver_the_message_names_the_packages(monkeypatch):
    import moderngl

    def refuse(**_):
        raise Exception("libEGL.so not found")

    monkeypatch.setattr(moderngl, "create_context", refuse)
    with pytest.raises(MissingToolError, match=r"libEGL.so not found.*libegl1 libgl1-mesa-dri"):
        graphics.context.__wrapped__()
    monkeypatch.setitem(sys.modules, "moderngl", None)
    with pytest.raises(MissingToolError, match="pip install moderngl"):
        graphics.context.__wrapped__()


def test_surfaces_in_shadow_do_not_sparkle(renderer, hop):
    """Under a roof every pixel of the ball is like its neighbors."""
    roof = Mesh.of([[-2, 0, -2], [2, 0, -2], [2, 0, 2], [-2, 0, 2]], [[0, 2, 1], [0, 3, 2]])
    ball = hop.scene["ball"].mesh
    scene = Scene([Node("roof", roof, translation=(0, 1.5, 0)), Node("ball", ball, translation=(0, 0.3, 0))])
    camera = Camera(eye=(0, 0.5, 2.5), center=(0, 0.3, 0))
    pixels = renderer.frame(Take(scene, [0.0]), 0, camera=camera).astype(int)
    inside = redness(pixels) > 40
    core = inside[1:-1, 1:-1] & inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
    around = [pixels[:-2, 1:-1], pixels[2:, 1:-1], pixels[1:-1, :-2], pixels[1:-1, 2:]]
    assert core.sum() > 1000
    assert np.abs(pixels[1:-1, 1:-1] - np.median(around, axis=0))[core].max() < 30


def test_a_texture_that_is_moved_shows_its_other_half(renderer, hop):
    """The lower half of red over blue: with v moved by a half, all that was red is blue."""
    node = hop.scene["ball"]
    texture = red_over_blue()
    shares = []
    for moved in (texture, dataclasses.replace(texture, offset=(0.0, 0.5))):
        part = node.mesh.parts[0]
        worn = dataclasses.replace(
            part,
            uv=np.tile([0.5, 0.25], (len(part.vertices), 1)),
            look=Look(texture=moved, color=(1, 1, 1, 1)),
        )
        scene = Scene([Node("ball", dataclasses.replace(node.mesh, parts=(worn,)))])
        pixels = renderer.frame(dataclasses.replace(hop, scene=scene), 0)
        shares.append((redness(pixels) > 40).mean())
    assert shares[0] > 0.01
    assert shares[1] == 0
