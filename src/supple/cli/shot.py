"""`supple shot`: a motion asked for as a whole; `--live` opens a page on which its landing is dragged."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console

import supple
from supple.cli.demo import Folder, leave, open_address
from supple.errors import UnknownNameError

if TYPE_CHECKING:
    from supple.characters import SymbolicCharacter
    from supple.spacetime import Shot

Made = TypeVar("Made")
console = Console()
CAST: "dict[str, Callable[[], SymbolicCharacter]]" = {
    "lamp": lambda: supple.characters.lamp(),
    "lamp-3d": lambda: supple.characters.lamp(plane=False),
    "hopper": lambda: supple.characters.hopper(),
}
SHOTS: "dict[str, Callable[..., Shot]]" = {"jump": lambda *asked, **how: supple.Shot.jump(*asked, **how)}
"""What they need is loaded when they are called: other commands start without it."""
Place = Annotated[tuple[float, float, float], typer.Option(help="Where it lands \\[m].")]


def shot(
    name: Annotated[str, typer.Argument(help=f"{', '.join(SHOTS)}.")],
    to: Place = (0.9, 0.0, 0.0),
    character: Annotated[str, typer.Option(help=f"{', '.join(CAST)}.")] = "lamp",
    landing: Annotated[str, typer.Option(help="soft, natural, hard.")] = "natural",
    samples: Annotated[int, typer.Option(help="Moments at which physics holds.")] = 80,
    live: Annotated[
        bool, typer.Option("--live", help="Drag the landing on a page, until Ctrl-C. Needs 'supple\\[live]'.")
    ] = False,
    port: Annotated[int, typer.Option(help="Of the page; 0 is any that is free.")] = 0,
    output: Folder = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the page.")] = False,
) -> None:
    """Solve for a whole motion, and open its page."""
    made = _known(SHOTS, "shot", name)(
        _known(CAST, "character", character)(), to=to, landing=landing, samples=samples
    )
    if live:
        _drag(made, port, output, open_it=not no_open)
        return
    started = time.process_time()
    take = made.solve()
    leave(take, f"{character}-{name}", time.process_time() - started, output, open_it=not no_open)


def _drag(made: "Shot", port: int, output: Folder, *, open_it: bool) -> None:
    """Serve until Ctrl-C; then write the last motion, if a place is given for it."""
    started = time.process_time()
    live: Any = supple.live
    with live.Server(made, port) as server:
        try:
            open_address(server.address, open_it=open_it)
            console.print("drag the ring on the floor; Ctrl-C ends it", style="dim")
            server.wait()
        except KeyboardInterrupt:
            console.print("ended", style="dim")
    if output is not None:
        leave(server.take, made.name, time.process_time() - started, output, open_it=False)


def _known(these: Mapping[str, Made], what: str, name: str) -> Made:
    if name not in these:
        raise UnknownNameError(what, name, these)
    return these[name]
