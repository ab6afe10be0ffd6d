import importlib
import json
import re
from base64 import b64decode

import pytest

from supple.errors import FileError, MissingToolError, UnknownNameError
from supple.render import page as write_page
from supple.render.page import OPEN, PLACEHOLDER
from supple.scene import Take

page_module = importlib.import_module("supple.render.page")
EMPTY = f"<!doctype html><title>player</title>{PLACEHOLDER}<script>play()</script>"


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch):
    """A page and a GLB writer that stand for the real ones."""

    def write_glb(take, path, **_):
        path.write_bytes(b"glTF of </script> " + take.name.encode())
        return path

    monkeypatch.setattr(page_module, "player", lambda: EMPTY)
    monkeypatch.setitem(Take.writers, ".glb", write_glb)


def data_of(path):
    text = path.read_text(encoding="utf-8")
    found = re.search(re.escape(OPEN) + "(.*?)</script>", text, re.DOTALL)
    assert found
    return json.loads(found.group(1))


def test_a_page_holds_its_take_and_its_options(hop, tmp_path):
    path = hop.save(
        tmp_path / "hop.html", trails=["path"], channels=["height"], time=0.25, title="A </script> hop"
    )
    data = data_of(path)
    assert data["title"] == "A </script> hop"
    assert [take["name"] for take in data["takes"]] == ["hop"]
    assert b64decode(data["takes"][0]["glb"]) == b"glTF of </script> hop"
    assert data["options"] == {"trails": ["path"], "channels": ["height"], "time": 0.25}
    assert path.read_text().startswith("<!doctype html><title>player</title>")
    assert path.read_text().endswith("<script>play()</script>")


def test_another_take_is_laid_over(hop, tmp_path):
    names = [take["name"] for take in data_of(write_page(hop, tmp_path / "two.html", against=hop))["takes"]]
    assert names == ["hop", "hop, before"]


def test_nothing_is_fetched_from_elsewhere(hop, tmp_path):
    text = write_page(hop, tmp_path / "hop.html").read_text()
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", text)


def test_unknown_names_are_said_before_anything_is_written(hop, tmp_path):
    with pytest.raises(UnknownNameError, match="unknown mark 'paht'; did you mean 'path'"):
        write_page(hop, tmp_path / "hop.html", trails=["paht"])
    with pytest.raises(UnknownNameError, match="There are: height"):
        write_page(hop, tmp_path / "hop.html", channels=["speed"])
    assert list(tmp_path.iterdir()) == []


def test_without_a_glb_writer_or_a_built_page_the_message_says_what_to_do(hop, tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(page_module, "files", lambda _: tmp_path)
    with pytest.raises(MissingToolError, match="make page"):
        page_module.player()
    (tmp_path / "player.html").write_text("<html></html>")
    with pytest.raises(FileError, match="no place for data"):
        page_module.player()
    monkeypatch.delitem(Take.writers, ".glb", raising=False)
    with pytest.raises(MissingToolError, match=r"import supple\.io"):
        write_page(hop, tmp_path / "hop.html")
