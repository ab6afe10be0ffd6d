"""The `supple` command: errors become one clear line and an exit code; `--debug` shows where they came from."""

import sys
from typing import Annotated

import typer
from rich.console import Console

import supple
from supple.cli.animate import animate
from supple.cli.bench import bench
from supple.cli.demo import demo
from supple.cli.files import convert, info, play
from supple.cli.keys import keys
from supple.cli.shot import shot
from supple.errors import SuppleError

INTERRUPTED = 130

app = typer.Typer(
    name="supple",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
for command in (demo, shot, animate, play, info, keys, convert, bench):
    app.command()(command)


def _version(asked: bool) -> None:
    if asked:
        print(f"supple {supple.__version__}")
        raise typer.Exit


@app.callback()
def options(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")
    ] = False,
) -> None:
    """Physically based character animation that can be directed."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; the process ends with 0, 1 (what was asked can't be done), 2 (not understood) or 130."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        app(arguments)
    except SuppleError as error:
        if "--debug" in arguments:
            raise
        Console(stderr=True).print(
            "error:", str(error), style="red", markup=False, highlight=False, soft_wrap=True
        )
        sys.exit(1)
    except KeyboardInterrupt:
        Console(stderr=True).print("stopped", style="yellow")
        sys.exit(INTERRUPTED)
