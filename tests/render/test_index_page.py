import re
from pathlib import Path

from supple.render import Entry, index_page


def test_cards_lead_to_pages_and_show_numbers(tmp_path):
    entries = [
        Entry(
            "bouncing ball",
            tmp_path / "pages" / "bouncing ball.html",
            tmp_path / "pages" / "ball.webp",
            "Falls & rises <again>.",
            {
                "height_m": 1.23456,
                "bounces": 1200,
                "exact": True,
                "path": [1, 2],
                "kind": "rubber",
                "more": 1,
            },
        ),
        Entry("lamp", tmp_path / "lamp.html", tmp_path / "lamp.webp"),
    ]
    text = index_page(entries, tmp_path / "index.html", title="Gallery").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]+)"', text) == ["pages/bouncing%20ball.html", "lamp.html"]
    assert re.findall(r'src="([^"]+)"', text) == ["pages/ball.webp", "lamp.webp"]
    assert "Falls &amp; rises &lt;again&gt;." in text
    numbers = re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", text)
    assert numbers == [("height m", "1.23"), ("bounces", "1,200"), ("exact", "yes"), ("kind", "rubber")]
    assert "<title>Gallery</title>" in text
    assert "http" not in text
    assert "<dl></dl>" in text


def test_links_go_up_where_they_must(tmp_path):
    entry = Entry("ball", Path(tmp_path, "a", "ball.html"), Path(tmp_path, "ball.webp"))
    text = index_page([entry], tmp_path / "b" / "index.html").read_text()
    assert 'href="../a/ball.html"' in text
    assert 'src="../ball.webp"' in text
