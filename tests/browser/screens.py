"""Takes a picture of every main screen, on a desk and on a phone: `make screens`, then look at the folder `screens`.

Somebody plays each game with bots. The first time a question comes up, both screens are photographed.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from playwright.sync_api import Browser, Page

from mneme import games
from mneme.bots import Bot
from mneme.engine.projection import View
from tests.browser.kit import chromium
from tests.server.network import Client, ServerProcess

FOLDER = Path(__file__).parents[2] / "screens"
SEATS = 3
MOST = 2_000  # answers of one person in one game
SETTLED = 500  # milliseconds until all pages have drawn what they were told
PLACES = {"home": "/", "new": "/new/schizonauts", "help": "/help/schizonauts", "nowhere": "/no/such/screen"}


class Device(Struct, frozen=True):
    """What a page is looked at on."""

    name: str
    width: int
    height: int
    scheme: str
    is_phone: bool = False


DEVICES = (
    Device("desk-light", 1280, 800, "light"),
    Device("desk-dark", 1280, 800, "dark"),
    Device("phone-light", 390, 844, "light", is_phone=True),
    Device("narrow-dark", 320, 640, "dark", is_phone=True),
)


class Studio:
    """One browser, and one page on each device."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.count = 0
        self.pages = {device.name: _page(browser, device) for device in DEVICES}

    def visit(self, path: str) -> None:
        for page in self.pages.values():
            page.goto(self.address + path)

    def sit_down(self, table: str, token: str) -> None:
        """Every device comes back to the same seat by its link."""
        self.visit(f"/t/{table}#seat={token}")

    def shoot(self, name: str) -> None:
        self.count += 1
        next(iter(self.pages.values())).wait_for_timeout(SETTLED)
        for device, page in self.pages.items():
            path = FOLDER / name.partition("/")[0] / f"{self.count:03}-{name.replace('/', '-')}-{device}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=path, animations="disabled")


def _page(browser: Browser, device: Device) -> Page:
    context = browser.new_context(
        viewport={"width": device.width, "height": device.height},
        color_scheme="dark" if device.scheme == "dark" else "light",
        reduced_motion="reduce",
        is_mobile=device.is_phone,
        has_touch=device.is_phone,
    )
    return context.new_page()


@contextmanager
def playing(server: ServerProcess, game: str) -> Iterator[tuple[Client, str, str]]:
    """Somebody at a new table with bots: their socket, the table and the token."""
    table = {"game": game, "seats": SEATS, "name": "Ines", "bots": SEATS - 1, "settings": {"pace": 0}}
    laid = server.post("/api/tables", table)
    client = Client(server.port, table=laid["table"], token=laid["token"])
    try:
        yield client, laid["table"], laid["token"]
    finally:
        client.close()


def play(studio: Studio, server: ServerProcess, game: str) -> None:
    sit = games.sensible(game)
    assert sit is not None
    with playing(server, game) as (client, table, token):
        studio.sit_down(table, token)
        studio.shoot(f"{game}/lobby")
        server.post(f"/api/tables/{table}/start", {}, token)
        bot, seen = sit(client.room["you"], random.Random(game)), set[str]()
        while not client.full:
            client.read()
        for _ in range(MOST):
            if client.sync().view.get("over"):
                break
            answer(studio, game, client, bot, seen)
        studio.shoot(f"{game}/over")


def answer(studio: Studio, game: str, client: Client, bot: Bot, seen: set[str]) -> None:
    """Photograph what is new, then answer as a sensible person would."""
    view = msgspec.convert(client.view, View)
    given = bot.answer(view) if any(shown.must for shown in view.prompts) else None
    if given is None:
        client.read()
        return
    name, value = given
    if name not in seen:
        seen.add(name)
        studio.shoot(f"{game}/{name}")
    shown = next(shown for shown in view.prompts if shown.prompt.name == name)
    client.command("answer", prompt=name, prompt_id=shown.id, value=value)


def main(wanted: list[str]) -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        limits = [
            part for limit in ("requests=1000", "request_burst=1000", "tables=100") for part in ("--limit", limit)
        ]
        server = stack.enter_context(ServerProcess(data, *limits))
        studio = Studio(stack.enter_context(chromium()), f"http://127.0.0.1:{server.port}")
        for name, path in PLACES.items():
            studio.visit(path)
            studio.shoot(f"house/{name}")
        for game in wanted or games.names():
            play(studio, server, game)
    print(f"Made {studio.count * len(DEVICES)} pictures in {FOLDER.name}/.")


if __name__ == "__main__":
    main(sys.argv[1:])
