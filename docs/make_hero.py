"""Make the README's picture with the README's own lines: `python docs/make_hero.py`."""

import os
import re
import shutil
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
PICTURE = DOCS / "images" / "hero.webp"


def main() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    lines = re.search(r"^```python\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    if lines is None:
        raise SystemExit("README.md has no python block to make a picture with")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        exec(compile(lines[1], "README.md", "exec"), {})
        PICTURE.parent.mkdir(exist_ok=True)
        shutil.copy("hop.webp", PICTURE)
        os.chdir(DOCS)


if __name__ == "__main__":
    main()
