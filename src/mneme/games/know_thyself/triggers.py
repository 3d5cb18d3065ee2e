"""When it is time to be called to the Master's Suite. (Ledger 2.17)"""

from __future__ import annotations

from mneme.engine.prompts import Seat
from mneme.games.know_thyself import words
from mneme.games.know_thyself.cards import SUITS
from mneme.games.know_thyself.nouns import MEMORIES_IN_ALL, MEMORIES_ON_ONE, KnowThyself


def check_for_the_end(table: KnowThyself) -> None:
    """After a Wager and after a toll; all that is met is reported. (KT-END-01..03, -05, KT-AMB-11)"""
    course = table.course
    met = {
        "coins": any(not table.owned(seat) for seat in course.uncovered if seat in course.guests),
        "master": not table.coins.to_the_end,
        "memories": any(remembers_enough(table, seat) for seat in course.guests),
        "early": course.early,
    }
    course.triggers = tuple(trigger for trigger, is_met in met.items() if is_met)
    for trigger in course.triggers:
        table.tell(words.TRIGGERS[trigger], kind="trigger", facts={"trigger": trigger})


def remembers_enough(table: KnowThyself, seat: Seat) -> bool:
    """Nine Memories in all and five on one Attachment; ticked ones count. (KT-END-03, KT-INVOKE-07)"""
    in_all = len(table.memories[seat]) >= MEMORIES_IN_ALL
    return in_all and any(len(table.on_box(seat, suit)) >= MEMORIES_ON_ONE for suit in SUITS)
