import sys

import numpy as np
import pytest

from supple.errors import FileError, InputError, MissingToolError
from supple.render import Renderer, video

av = pytest.importorskip("av")
SIZE = (160, 90)


def decoded(path):
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        frames = [
            f.reformat(format="rgb24", src_colorspace="ITU709").to_ndarray() for f in container.decode(stream)
        ]
        return frames, float(stream.average_rate), stream.codec_context.pix_fmt


def test_a_video_has_every_frame_at_its_rate_and_size(hop, tmp_path):
    frames, rate, format = decoded(video(hop, tmp_path / "hop.mp4", size=SIZE))
    assert (len(frames), rate, format) == (13, 24.0, "yuv420p")
    assert frames[0].shape == (90, 160, 3)


def test_fps_resamples(hop, tmp_path):
    frames, rate, _ = decoded(hop.save(tmp_path / "hop.mp4", fps=12, size=SIZE))
    assert (len(frames), rate) == (7, 12.0)
    frames, rate, _ = decoded(video(hop, tmp_path / "again.mp4", fps=30, size=SIZE))
    assert (len(frames), rate) == (16, 30.0)


def test_the_colors_survive(hop, tmp_path):
    frames, _, _ = decoded(video(hop, tmp_path / "hop.mp4", size=SIZE))
    with Renderer(*SIZE) as renderer:
        truth = renderer.frame(hop, 6).astype(float)
    red = truth[..., 0] - truth[..., 1:].max(axis=-1) > 60
    assert np.abs(frames[6] - truth).mean() < 2
    assert np.abs(np.median((frames[6] - truth)[red], axis=0)).max() < 5


def test_players_can_start_before_the_whole_file_is_there(hop, tmp_path):
    data = video(hop, tmp_path / "hop.mp4", size=SIZE).read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")


def test_failure_leaves_nothing(hop, tmp_path, monkeypatch):
    def stop(self, *_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Renderer, "frame", stop)
    with pytest.raises(FileError, match=r"hop\.mp4"):
        video(hop, tmp_path / "hop.mp4", size=SIZE)
    assert list(tmp_path.iterdir()) == []


def test_what_is_missing_or_odd_is_said(hop, tmp_path, monkeypatch):
    with pytest.raises(InputError, match="161 × 90"):
        video(hop, tmp_path / "hop.mp4", size=(161, 90))
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingToolError, match=r"pip install supple\[video\]"):
        video(hop, tmp_path / "hop.mp4", size=SIZE)


def test_ctrl_c_keeps_the_frames_that_are_done(hop, tmp_path, monkeypatch):
    drawn = Renderer.frame

    def interrupted(self, take, frame, **options):
        if frame == 5:
            raise KeyboardInterrupt
        return drawn(self, take, frame, **options)

    monkeypatch.setattr(Renderer, "frame", interrupted)
    path = video(hop, tmp_path / "hop.mp4", fps=24, size=(64, 36))
    with av.open(str(path)) as container:
        assert sum(1 for _ in container.decode(video=0)) == 5
