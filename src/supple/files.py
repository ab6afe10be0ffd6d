"""Files appear whole or not at all: written beside their place, then renamed."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from supple.errors import FileError


@contextmanager
def written_beside(path: str | Path) -> Iterator[Path]:
    """Give a temporary path in the folder of `path`; on success it becomes `path`, on failure it vanishes.

    >>> import tempfile, pathlib
    >>> target = pathlib.Path(tempfile.mkdtemp(), "new", "note.txt")
    >>> with written_beside(target) as draft:
    ...     _ = draft.write_text("whole")
    >>> target.read_text(), len(list(target.parent.iterdir()))
    ('whole', 1)
    """
    target = Path(path)
    if target.is_dir():
        raise FileError(f"cannot write {str(target)!r}: it is a folder; give the name of a file inside it")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.stem}-", suffix=target.suffix, dir=target.parent)
    except OSError as error:
        raise _refused(target, error) from error
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        draft.chmod(0o666 & ~_umask())
        draft.replace(target)
    except FileError:
        raise
    except OSError as error:
        raise _refused(target, error) from error
    finally:
        draft.unlink(missing_ok=True)


def _refused(target: Path, error: OSError) -> FileError:
    reason = error.strerror or error
    return FileError(
        f"cannot write {str(target)!r}: {reason}. Choose a folder that you may write to, with room left"
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
