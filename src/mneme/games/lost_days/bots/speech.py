"""What a bot says: small parts that fit in many orders, with the names and memories that are on the table.

No court is ever written twice: the parts of one memory alone combine in tens of thousands of ways. Lines that the
table has drawn are a hard filter on everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from mneme.engine.lines import Lines
from mneme.engine.prompts import plain
from mneme.games.lost_days.content import texts

TRIES = 30

THINGS = (
    "the cracked bell", "a letter without a seal", "my sister's comb", "the last white peacock", "a glass knife",
    "the wrong crown", "a child's map", "the key to no door", "a jar of winter light", "the ambassador's glove",
    "a mask of my own face", "the drowned harp", "a coin with two backs", "the moth-eaten banner", "a ring still warm",
    "the hostage's shoe", "a book of blank names", "the lamp that would not go out",
)  # fmt: skip
PLACES = (
    "on the river stair", "under the west spire", "at the night market", "behind the third throne",
    "in the mirror gallery", "at the foot of the fifth spire", "in the frozen orchard", "on the bridge of glass",
    "in the kitchens", "at the edge of the slave quarter", "on the ferry landing", "in the queen's old rooms",
    "at the gate of Anseth", "beneath the dancing floor", "among the beehives", "in the archive of sighs",
)  # fmt: skip
WOUNDS = (
    "nobody asked me whose it was", "I did not look back", "the hand I held was already cold", "I was paid for it",
    "somebody behind me laughed", "I said yes before I heard the question", "it weighed less than I had hoped",
    "I have not been warm since", "the others pretended to sleep", "I kept the change", "it knew my name",
    "my own voice gave the order", "there was room for one", "I let the water have it", "the music did not stop",
    "I wiped it clean and put it back", "I was thanked, twice", "I have dreamt it better since",
    "the dog stopped barking", "I left before the end",
)  # fmt: skip
PEOPLE = (
    "the old king", "my father", "a slave in blue", "the youngest guard", "a bride", "the executioner", "my double",
    "the lamp girl", "a blind envoy", "the keeper of keys",
)  # fmt: skip

FRAMES = {
    "T1": (
        "finding {thing} {place}, and {wound}", "{person} giving me {thing} {place}; {wound}",
        "standing {place} with {thing}, and {wound}", "what I swore on {thing} {place}; {wound}",
    ),
    "T2": (
        "looking {place} for {thing}; {wound}", "{person} whispering of {thing} {place}; {wound}",
        "half of a promise made {place}, about {thing}; {wound}",
        "somebody taking {thing} {place}, but not the face; {wound}",
    ),
    "T3": (
        "{elf} {place}, holding {thing}; {wound}", "hiding {thing} from {elf} {place}, and {wound}",
        "the night {elf} and {person} met {place}; {wound}", "telling {elf} that {thing} was lost; {wound}",
    ),
    "T4": (
        "waking just now {place} with {thing}; {wound}", "{person} walking away with {thing}, this very hour; {wound}",
        "tonight's toast {place}, and {thing} beside my plate; {wound}",
        "the door that closed a moment ago {place}, on {thing}; {wound}",
    ),
    "crown": (
        "the crown handed to me {place}, and {wound}", "kneeling {place} as a subject and rising as king; {wound}",
        "{person} offering me the throne for {thing}; {wound}", "the throne, and {thing} under its cushion; {wound}",
    ),
}  # fmt: skip

SETTINGS = (
    "We are {place}. {Person} has just come in with {thing}.",
    "It is late, and somebody has left {thing} {place}.",
    "{Elf} has been asked to wait {place}, alone, with {thing}.",
    "A feast {place}, in honour of {person}. There is one chair too few.",
    "Rain {place}. {Person} is selling {thing}.",
)
INTENTS = (
    "I want {thing} back from {person}.",
    "I want {elf} to ask me for {thing}.",
    "I want to be seen {place} with {person}.",
    "I want the truth about {thing}, and what {person} has to do with it.",
)
ACTIONS = (
    "I do what I did then {place}: I hold up {thing}.",
    "I let {person} speak first, as I did {place}, and step aside.",
    "I know how the floor creaks {place}. I stand where it does, with {thing}.",
    "I smile as {person} once smiled at me {place}.",
    "I put {thing} between us, as {person} taught me.",
)
SCOPES = (
    "Words, {place}, with {person} as witness.",
    "A duel with glass blades {place}, over {thing}.",
    "A wager over {thing}, held by {person}.",
    "A dance {place}; {person} is counting the steps.",
)
WANTS = (
    "Whoever wins keeps {thing}; whoever loses explains it to {person}.",
    "The winner is believed {place}; the loser has {thing} to account for.",
    "One of us is welcome {place} after tonight. {Person} will see to it.",
)
SNIPPETS = (
    "{Person} owes me, and coughs at the right moment {place}.",
    "A purse goes to {person}, inside {thing}.",
    "Somebody {place} says a name, and {person} steps back.",
    "The light shifts, and everyone sees {thing} and {person}.",
    "They stop, and ask {person} to repeat what nobody said about {thing}.",
    "They count the steps {place}, aloud, and give {thing} a bow.",
)
OUTCOMES = (
    "It is over before {person} has put down {thing}.",
    "They yield, with great courtesy, and {person} hears of it {place}.",
    "Nobody speaks of {thing} again in front of {person}.",
    "One bows. The other is seen {place}, bowing lower, by {person}.",
)
TRIBUTES = (
    "It is paid in front of everyone {place}, laid upon {thing}.",
    "A seat nearer the door from now on, beside {person}, and {thing} to look at.",
    "{Person} carries it over {place}, and calls it a gift.",
)
STRAINS = (
    "I hear {thing} again, as it sounded {place}, and nobody else does.",
    "I answer {person}, who was last seen {place}.",
    "I cannot find the end of it any more; there is only {thing}, and {person}.",
    "For a breath I am {place}, and {person} is holding my hands.",
)
GAINS = (
    "{Person} sends flowers, and {thing}.",
    "They make room for me {place}, next to {person}.",
    "A debt of mine is torn up {place}. {Person} smiles.",
)
EXITS = (
    "They find the window open and {thing} on the sill. {Person} is told to look no further.",
    "A quiet room {place}. {Person} brings {thing} every evening, to someone who is not listening.",
    "I was seen {place}, talking with {person}. Only one of us was ever there. Somebody kept {thing}.",
    "I give the rest away, one memory to a guest; {thing} goes to {person}. Then nobody says good night.",
)
STORIES = (
    "{Person} has vanished {place}, and {thing} lies where they stood. If nobody asks, the wrong one will hang.",
    "An embassy waits {place} and wants {thing} back. If it is ignored, {person} will be sent in its stead.",
    "Something {place} has started to answer {person}. Left alone, it will start to ask for {thing}.",
    "{Thing} has been stolen from {person}, {place}. By morning every house will accuse another.",
)
ADVERSITIES = (
    "They gather {place}, with torches, behind {person}. One of them carries {thing}.",
    "Somebody opens a gate {place} from inside, and {person} walks through it with {thing}.",
    "It is quiet {place}. {Person} is gone from the watch, and so is {thing}.",
)
EPILOGUES = (
    "The spires stand. Birds nest {place}. I keep {thing}, and tell the birds about {person}.",
    "I was the last to leave, and forgot to. They call me {person} now, {place}, and I look after {thing}.",
)
NOTHING = "Something I would rather not name."


class Speech:
    """Speaks for one seat, from its own dice."""

    def __init__(self, avoid: Iterable[str] = ()) -> None:
        self._lines = Lines(avoid)

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines of this table from now on."""
        self._lines = Lines((*self._lines.words, *more))

    def allows(self, text: str) -> bool:
        return self._lines.allows(text)

    def name(self, dice: random.Random, taken: Sequence[str]) -> str:
        """A name nobody has, however they spell it."""
        known = {plain(name) for name in taken}
        free = [name for name in texts().names if plain(name) not in known and self.allows(name)]
        return dice.choice(free or ["Nameless"])

    def memory(self, dice: random.Random, theme: str, elves: Sequence[str]) -> str:
        """A memory nobody has had before."""
        frames = FRAMES.get(theme) or FRAMES[dice.choice(("T1", "T2"))]
        return self.line(dice, [f"I remember {frame}." for frame in frames], elves)

    def line(self, dice: random.Random, frames: Sequence[str], elves: Sequence[str] = ()) -> str:
        """One of these sentences, with its gaps filled; nothing that touches a line."""
        for _ in range(TRIES):
            text = self._fill(dice, dice.choice(frames), elves)
            if self.allows(text):
                return text
        return NOTHING

    def _fill(self, dice: random.Random, frame: str, elves: Sequence[str]) -> str:
        person = dice.choice(PEOPLE)
        parts = {
            "thing": dice.choice(THINGS),
            "place": dice.choice(PLACES),
            "person": person,
            "elf": dice.choice(list(elves)) if elves else person,
            "wound": dice.choice(WOUNDS),
        }
        capitals = {key.title(): part[:1].upper() + part[1:] for key, part in parts.items()}
        return frame.format(**parts, **capitals)
