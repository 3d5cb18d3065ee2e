"""Looks at whatever a page shows, as people with other eyes, hands and screens than ours would."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.kit import DESK

MEASURE = (Path(__file__).parent / "inspector.js").read_text()
GUIDELINES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast"]  # all that another scheme can change
AXE = """(rules) => axe.run(document, {runOnly: rules, resultTypes: ["violations"]}).then((found) =>
    found.violations.flatMap(({id, nodes}) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`)))"""
DOUBLED = {"width": 640, "height": 400}  # a desk at 200 %
NARROW = {"width": 320, "height": 640}


class Inspector:
    """Collects the faults of all screens, so that one run shows them all."""

    def __init__(self, page: Page, axe: str) -> None:
        self.page = page
        self.faults: list[str] = []
        self._axe = axe
        self._devices = page.context.new_cdp_session(page)

    def look(self, screen: str) -> None:
        """Light and dark, at a desk, at twice the size, and on a small phone. Leaves the page as it was."""
        found = self._in_both_schemes()
        found += self._measured(DOUBLED, touch=False) + self._measured(NARROW, touch=True)
        self._measured(DESK["viewport"], touch=False)
        self.faults += [f"{screen}: {fault}" for fault in found]

    def look_on_phone(self, screen: str) -> None:
        """The same for a page that is on a phone, in the size it has."""
        found = self._in_both_schemes() + self.page.evaluate(MEASURE, True)
        self.faults += [f"{screen}: {fault}" for fault in found]

    def _in_both_schemes(self) -> list[str]:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(self._axe)
        found = self._with_axe("light", GUIDELINES) + self._with_axe("dark", COLOURS)
        self.page.emulate_media(color_scheme="light")
        return found

    def _with_axe(self, scheme: str, rules: list[str]) -> list[str]:
        self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        return [f"{scheme}: {fault}" for fault in self.page.evaluate(AXE, rules)]

    def _measured(self, size: dict[str, int], *, touch: bool) -> list[str]:
        self._devices.send("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        return [f"{size['width']} wide: {fault}" for fault in self.page.evaluate(MEASURE, touch)]

    def close(self) -> None:
        assert not self.faults, "\n".join(self.faults)
