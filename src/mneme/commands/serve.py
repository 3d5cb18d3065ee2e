"""`mneme serve`: the online table for anybody with a link."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import click
import msgspec

from mneme.engine.errors import MnemeError


@click.command("serve", context_settings={"auto_envvar_prefix": "MNEME"})
@click.option("--host", default="127.0.0.1", metavar="H", help="The address to listen on.", show_default=True)
@click.option("--port", default=8100, type=click.IntRange(0, 65_535), metavar="P", show_default=True, help="The port.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="Where the tables are kept.")
@click.option("--https", is_flag=True, help="Browsers reach this server by https, through a proxy.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Another page that may open tables here.")
@click.option("--proxy", "proxies", multiple=True, metavar="NET", help="A proxy that tells the true address.")
@click.option("--fast", is_flag=True, help="Commit faster; the last moments may be lost when the power fails.")
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Allow more or less of something.")
@click.option("--most-live", default=5_000, type=click.IntRange(1), help="Tables kept in memory.", show_default=True)
@click.option(
    "--idle", default=600.0, type=float, help="Seconds until an empty table leaves memory.", show_default=True
)
@click.option("--open", "show", is_flag=True, help="Open the page in your browser, if there is one.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the socket protocol, and end.")
def command(schema: bool, show: bool, **wanted: Any) -> None:
    """Keep tables that people play at from anywhere.

    Every option can be given in the environment too, as MNEME_PORT, MNEME_DATA and so on.
    """
    if schema:
        _print_schema()
        return
    from mneme.server.house import Plan, log_to, serve

    log_to(sys.stderr)
    plan = Plan(
        data=wanted["data"] or _data_folder(),
        host=wanted["host"],
        port=wanted["port"],
        synchronous="NORMAL" if wanted["fast"] else "FULL",
        origins=wanted["origins"],
        proxies=wanted["proxies"],
        https=wanted["https"],
        limits=_limits(wanted["limits"]),
        most_live=wanted["most_live"],
        idle=wanted["idle"],
    )
    serve(plan, click.echo, _open if show else None)


def _open(address: str) -> None:
    """Show the page, where there is a screen for it. A browser that draws in this terminal would only be in the way."""
    if sys.platform not in ("darwin", "win32") and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        return
    # Some browsers keep whoever started them waiting, and the server must go on.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _print_schema() -> None:
    from mneme.server.wire import schema

    click.echo(msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=1).decode())


def _limits(given: tuple[str, ...]) -> Any:
    from mneme.server.limits import Limits

    chosen: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or name not in Limits.__struct_fields__:
            known = ", ".join(Limits.__struct_fields__)
            raise MnemeError(f"Write a limit as name=number; the names are {known}.")
        chosen[name] = value
    try:
        return msgspec.convert(chosen, Limits, strict=False)
    except msgspec.ValidationError as problem:
        raise MnemeError(f"A limit is a number: {', '.join(given)}.") from problem


def _data_folder() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "mneme" / "server"
