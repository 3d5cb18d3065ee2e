"""The browser client, in a real browser on this machine: how soon it can be used, how soon others see an answer, how
smoothly it plays on a slow machine, and how much there is to load. The browser and the server share the cores.
"""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, Page

import mneme
from bench.figure import RUNS, Figure, figure
from tests.browser.kit import DESK, chromium
from tests.browser.person import Person
from tests.browser.stand_in import StandIn
from tests.browser.whole_game import begin, lay_table
from tests.server.network import ServerProcess

GAME = "schizonauts"
NAMES = ("Odile", "Brida", "Tomas")
ANSWERS = 60
SETTLED = 300  # milliseconds after its acknowledgement: whatever an answer changes has been drawn
SLOWER = 4
WEB = Path(mneme.__file__).parent / "web"

# When the first game could be chosen, in milliseconds since the page was asked for.
USABLE = "() => document.querySelector('article a[href^=\"/new/\"]') && performance.now()"
# When a button was pressed last, and when the table or its story was drawn anew since.
WATCH = """() => {
    const now = () => performance.timeOrigin + performance.now();
    Object.assign(window, {pressed: 0, drawn: []});
    addEventListener("click", () => (window.pressed = now()), true);
    const observer = new MutationObserver(() => requestAnimationFrame(() => drawn.push(now())));
    for (const region of document.querySelectorAll("#now, [role=log]")) {
        observer.observe(region, {childList: true, characterData: true, subtree: true});
    }
}"""
# Tasks that keep the page from answering for 50 ms or more.
LONG_TASKS = """() => {
    window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)))
        .observe({type: "longtask"});
}"""


def figures() -> Iterator[Figure]:
    with serving() as server, chromium() as browser:
        yield home(browser, server)
        yield from seen_by_others(browser, server)
        yield longest_task(browser, server)
    yield bundle()


@contextmanager
def serving() -> Iterator[ServerProcess]:
    with tempfile.TemporaryDirectory() as data, ServerProcess(Path(data)) as server:
        yield server


def new_page(browser: Browser, server: ServerProcess) -> Page:
    """In a browser that has never been here."""
    return browser.new_context(base_url=f"http://127.0.0.1:{server.port}", **DESK).new_page()


def home(browser: Browser, server: ServerProcess) -> Figure:
    runs = []
    for _ in range(RUNS):
        page = new_page(browser, server)
        page.goto("/", wait_until="commit")
        runs.append(page.wait_for_function(USABLE).json_value())
        page.context.close()
    return figure("home page usable, nothing cached", "ms", runs, bar="1 s")


def seen_by_others(browser: Browser, server: ServerProcess) -> Iterator[Figure]:
    """Four people play by pressing buttons. An answer counts when the last page that shows something of it has."""
    people = [Person(new_page(browser, server), seed) for seed in range(1 + len(NAMES))]
    link = lay_table(people[0].page, GAME, len(people), 0)
    for person, name in zip(people[1:], NAMES, strict=True):
        person.sit_down(link, name)
    begin(people[0].page)
    for person in people:
        person.page.locator("#now").wait_for()
        person.page.evaluate(WATCH)
    waits: list[float] = []
    for turn in count():
        if len(waits) >= ANSWERS:
            break
        waits += answer(people[turn % len(people)], people)
    waits.sort()
    for person in people:
        person.page.context.close()
    name = "an answer is seen on three other pages"
    yield figure(f"{name}, half of them", "ms", [waits[len(waits) // 2]])
    yield figure(f"{name}, 95 of 100", "ms", [waits[len(waits) * 95 // 100]], bar="150 ms")


def answer(person: Person, people: list[Person]) -> list[float]:
    """How long others waited for an answer, if there was one and it changed something for them."""
    if not person.act():
        return []
    person.page.wait_for_function("() => !document.querySelector('#now [aria-busy=true]')")
    person.page.wait_for_timeout(SETTLED)
    pressed = person.page.evaluate("pressed")
    drawn = [
        other.page.evaluate("(pressed) => drawn.find((at) => at > pressed)", pressed)
        for other in people
        if other is not person
    ]
    seen = [at - pressed for at in drawn if at is not None]
    return [max(seen)] if seen else []


def longest_task(browser: Browser, server: ServerProcess) -> Figure:
    """A page on a slow machine, while its table plays on."""
    with StandIn(server, GAME) as seat:
        page = new_page(browser, server)
        seat.start()
        page.goto(seat.link)
        page.locator("#now .yours").wait_for()
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate(LONG_TASKS)
        for _ in zip(range(ANSWERS), seat.play(), strict=False):
            page.wait_for_timeout(SETTLED)
        tasks = page.evaluate("tasks")
        page.context.close()
    return figure(f"longest task in play, processor {SLOWER}x slower", "ms", [max(tasks, default=0.0)], bar="100 ms")


def bundle() -> Figure:
    """Everything a browser could ever load, as it is sent."""
    size = sum(len(gzip.compress(path.read_bytes())) for path in WEB.rglob("*") if path.is_file())
    return figure("whole client, gzipped", "KiB", [size / 1024], bar="250 KiB")
