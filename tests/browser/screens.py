"""Takes a picture of every main screen, on a desk and on phones, by day and by night: `make screens`.

Somebody plays each game with bots, at a few tables. The first time a question comes up, every screen is photographed.
Beside the pictures of a game, the folder `screens` holds sheets on which they stand in rows, to be looked through.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from html import escape
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from playwright.sync_api import Browser, Error, Page

from mneme import games
from tests.browser.kit import chromium
from tests.browser.stand_in import StandIn
from tests.server.network import ServerProcess

FOLDER = Path(__file__).parents[2] / "screens"
LIMITS = ("requests=10000", "request_burst=10000", "tables=1000", "arrivals=10000")
PATIENCE = 5_000  # milliseconds to wait for a question that somebody else may have settled meanwhile
SETTLED = 300  # milliseconds until a page that shows the question has drawn everything else as well
PLACES = {"home": "/", "new": "/new/schizonauts", "help": "/help/schizonauts", "nowhere": "/no/such/screen"}

# Which tables are played to meet as many questions as can be: other rules, other parts, other luck.
# Then each of them is played again, without pages that look on, until a question comes that was not seen yet.
RARE = 4
SHORT = {"length": "custom", "rounds": 1}
TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "schizonauts": ({"options": SHORT}, {"options": {**SHORT, "edition": "revised"}, "seats": 4, "bots": 3}),
    "know-thyself": (
        {},
        {"answers": {"master": "b"}},
        {"answers": {"master": "b"}, "options": {"variant": "hardcore"}},
    ),
    "utopolis": ({}, {"answers": {"choose_gm": "b"}}, {"answers": {"choose_gm": "b", "detective": "own", "core": 4}}),
    "lost-days": ({}, {}),
}


class Device(Struct, frozen=True):
    """What a page is looked at on."""

    width: int
    height: int
    scheme: Literal["light", "dark"]
    is_phone: bool = True

    @property
    def name(self) -> str:
        return f"{self.width}-{self.scheme}"


DEVICES = (
    Device(1280, 800, "light", is_phone=False),
    Device(1280, 800, "dark", is_phone=False),
    Device(390, 844, "light"),
    Device(390, 844, "dark"),
    Device(320, 640, "light"),
    Device(320, 640, "dark"),
)

# A sheet: a row for each moment, a picture for each device.
ROWS = 6
SHEET = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #777; font: 24px sans-serif; color: #fff; width: max-content }
h2 { margin: 0; padding: 12px; font-size: 24px } div { display: flex; gap: 8px; padding: 0 12px 12px }
img { height: 520px }</style>"""


class Studio:
    """One browser, one page on each device, and an album for what is photographed just now."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.pages = {device: _page(browser, device) for device in DEVICES}
        self.count = 0
        self.folder = FOLDER
        self.moments: list[str] = []
        self._desk = browser.new_page(device_scale_factor=1)

    def begin(self, album: str) -> None:
        self.folder, self.moments = FOLDER / album, []
        self.folder.mkdir(parents=True)

    def visit(self, path: str) -> None:
        for page in self.pages.values():
            page.goto(self.address + path)

    def shoot(self, moment: str, sign: str = "main") -> None:
        """Photograph every device once it shows the sign of the moment. If that has passed: another time."""
        try:
            for page in self.pages.values():
                page.locator(sign).first.wait_for(state="attached", timeout=PATIENCE)  # it may lie in a fold
        except Error:
            return
        next(iter(self.pages.values())).wait_for_timeout(SETTLED)
        self.moments.append(moment)
        for device, page in self.pages.items():
            page.screenshot(path=self.folder / self._picture(moment, device), animations="disabled")
        self.count += len(self.pages)

    def make_sheets(self) -> None:
        """A few large pictures, named by their first and their last moment."""
        for number, start in enumerate(range(0, len(self.moments), ROWS), start=1):
            moments = self.moments[start : start + ROWS]
            page = self.folder / "sheet.html"
            page.write_text(SHEET + "".join(self._row(moment) for moment in moments))
            self._desk.goto(page.as_uri())
            name = f"{self.folder.name}-{number:02}-{moments[0]}-to-{moments[-1]}.png"
            self._desk.locator("body").screenshot(path=FOLDER / name)
            page.unlink()

    def _row(self, moment: str) -> str:
        pictures = "".join(f'<img src="{self._picture(moment, device)}">' for device in DEVICES)
        return f"<h2>{escape(moment)}</h2><div>{pictures}</div>"

    def _picture(self, moment: str, device: Device) -> str:
        return f"{self.moments.index(moment) + 1:03}-{moment}-{device.name}.png"


def _page(browser: Browser, device: Device) -> Page:
    context = browser.new_context(
        viewport={"width": device.width, "height": device.height},
        color_scheme=device.scheme,
        reduced_motion="reduce",
        is_mobile=device.is_phone,
        has_touch=device.is_phone,
    )
    return context.new_page()


def visit_house(studio: Studio) -> None:
    studio.begin("house")
    for name, path in PLACES.items():
        studio.visit(path)
        studio.shoot(name)


def play(studio: Studio, server: ServerProcess, game: str) -> None:
    """Every device sits on the same seat. Questions that no table of ours came to are named in the end."""
    studio.begin(game)
    for number, table in enumerate(TABLES[game]):
        with StandIn(server, game, luck=str(number), **table) as seat:
            studio.visit(seat.link)
            if number == 0:
                studio.shoot("lobby")
            seat.start()
            for question in _new(seat, studio):
                studio.shoot(question, _sign(question))
            if number == 0:
                studio.shoot("over", "[data-over]")
    for number, table in enumerate(TABLES[game] * RARE):
        with StandIn(server, game, luck=f"rare {number}", **table) as seat:
            seat.start()
            for question in _new(seat, studio):
                studio.visit(seat.link)
                studio.shoot(question, _sign(question))
    missing = [name for name in games.find(game).waiting if name not in studio.moments]
    print(f"{game}: {len(studio.moments)} moments. Never asked: {', '.join(missing) or 'nothing'}.", flush=True)


def _new(seat: StandIn, studio: Studio) -> Iterator[str]:
    return (question for question in seat.play() if question not in studio.moments)


def _sign(question: str) -> str:
    return f'#now [data-prompt="{question}"]'


def main(wanted: list[str]) -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(ServerProcess(data, *(part for limit in LIMITS for part in ("--limit", limit))))
        studio = Studio(stack.enter_context(chromium()), f"http://127.0.0.1:{server.port}")
        visit_house(studio)
        studio.make_sheets()
        for game in wanted or games.names():
            play(studio, server, game)
            studio.make_sheets()
    print(f"Made {studio.count} pictures in {FOLDER.name}/, and sheets of them.")


if __name__ == "__main__":
    main(sys.argv[1:])
