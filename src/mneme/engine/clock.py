"""Where a table stands in its game. The driver moves it on; the table and whoever watches it read it."""

from __future__ import annotations


class Clock:
    """A beat is one move of the rules; an epoch, one run of chance, which a rewind begins afresh."""

    def __init__(self) -> None:
        self.beat = 0
        self.epoch = 0
        self.drawn = 0  # how often chance was drawn at this beat
        self.learned = 0  # how often chance was drawn or something hidden came to light
