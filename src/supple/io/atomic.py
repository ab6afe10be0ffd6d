"""Files appear whole or not at all: written beside their place, then renamed."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from supple.errors import FileError


@contextmanager
def written_beside(path: "str | Path") -> Iterator[Path]:
    """Give a temporary path in the folder of `path`; it takes its place if the block ends well.

    Missing parents are made. If anything fails, whatever was at `path` before is still there, unharmed.

    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "new" / "note.txt"
    >>> with written_beside(target) as draft:
    ...     _ = draft.write_text("hello")
    >>> target.read_text(), len(list(target.parent.iterdir()))
    ('hello', 1)
    """
    path = Path(path)
    draft = _draft(path)
    try:
        try:
            yield draft
            draft.chmod(0o666 & ~_umask())
            draft.replace(path)
        except FileError:
            raise
        except OSError as error:
            raise FileError(_refusal(path, error)) from error
    finally:
        draft.unlink(missing_ok=True)


def _draft(path: Path) -> Path:
    if path.is_dir():
        raise FileError(f"cannot write {str(path)!r}: it is a folder; give the name of a file inside it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    except OSError as error:
        raise FileError(_refusal(path, error)) from error
    os.close(handle)
    return Path(name)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refusal(path: Path, error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"cannot write {str(path)!r}: {reason}. Choose a folder that you may write to and that has room"
