"""Leaks of the sort that is easily made: small changes of Two Masks, of Night Post or of the engine.

Each function plants one. `by` names a kind of two-world test that must find it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from mneme.engine import projection, state
from mneme.engine.entries import Answer, Digest, Retract
from mneme.engine.errors import Refused
from mneme.engine.log import Sitting
from mneme.engine.play import Pending, Play
from mneme.engine.prompts import Ack, Pick, Seat, Wire, Words
from mneme.engine.state import Bag, Hand, Noun, Own, Secret
from mneme.engine.story import Line
from mneme.engine.table import Table
from mneme.engine.view import View
from mneme.engine.windows import Offers
from tests.conformance import night_post
from tests.conformance.games import NIGHT_POST, TWO_MASKS
from tests.conformance.kit import Listed, Viewer
from tests.engine import two_masks
from tests.engine.two_masks import Masks, Note

Patch = pytest.MonkeyPatch


class Planted(Struct, frozen=True):
    """A leak, the game it is planted in, and the kind of test that finds it."""

    name: str
    by: str
    listed: Listed
    plant: Callable[[Patch], None]


PLANTED: list[Planted] = []


def leak(by: str, listed: Listed = TWO_MASKS) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """List a leak under the name of the function that plants it."""

    def keep(plant: Callable[[Patch], None]) -> Callable[[Patch], None]:
        PLANTED.append(Planted(plant.__name__.replace("_", " "), by, listed, plant))
        return plant

    return keep


# Rules that say too much.


@leak(by="other secrets")
def a_secret_copied_into_a_public_field(patch: Patch) -> None:
    honest = two_masks.make_a_face

    async def make_a_face(table: Masks, seat: Seat) -> None:
        await honest(table, seat)
        table.scene.teller = table.player[seat].favour.peek()

    patch.setattr(two_masks, "make_a_face", make_a_face)


@leak(by="other secrets")
def a_shown_property_that_looks_at_a_secret(patch: Patch) -> None:
    kind = two_masks.Player
    patch.setattr(kind, "favours", property(lambda player: player.favour.peek()), raising=False)
    patch.setattr(kind, "worked_out", ("favours",))
    patch.setattr(kind, "seen_names", (*kind.public_names, "favours"))


@leak(by="other secrets")
def a_draw_told_aloud(patch: Patch) -> None:
    honest = two_masks.deal

    def deal(table: Masks, seat: Seat) -> None:
        honest(table, seat)
        table.tell(f"{table.name(seat)} takes a card: {table.player[seat].diary[-1:]}")

    patch.setattr(two_masks, "deal", deal)


@leak(by="insertion")
def a_note_sent_to_everyone(patch: Patch) -> None:
    def note(table: Masks, seat: Seat, act: Note) -> None:
        table.tell(f"A note from {table.name(seat)}: {act.text}", kind="note")

    patch.setattr(two_masks, "note", note)


@leak(by="scramble")
def a_menu_that_depends_on_other_hands(patch: Patch) -> None:
    honest = two_masks.offer_notes

    def offer_notes(table: Masks, offers: Offers) -> None:
        if all("moon" in player.cards.down for player in table.player.values()):
            honest(table, offers)

    patch.setattr(two_masks, "offer_notes", offer_notes)


@leak(by="scramble")
def choices_that_depend_on_other_hands(patch: Patch) -> None:
    def offer_notes(table: Masks, offers: Offers) -> None:
        for seat in table.seats:
            readers = [other for other in table.after(seat) if "moon" not in table.player[other].cards.down]
            offers.may(
                seat, Note, "Pass a note", Pick("to", "To whom?", table.seat_options(readers)), Words("text", "What?")
            )

    patch.setattr(two_masks, "offer_notes", offer_notes)


@leak(by="scramble")
def a_question_asked_because_of_a_hidden_card(patch: Patch) -> None:
    honest = two_masks.stake

    async def stake(table: Masks) -> dict[Seat, int]:
        for seat, player in table.player.items():
            if "moon" in player.cards.down:
                await table.ask(seat, Ack("moonlight", "Look at the moon."))
        return await honest(table)

    patch.setattr(two_masks, "stake", stake)


@leak(by="other secrets", listed=NIGHT_POST)
def an_answer_that_should_have_stayed_sealed(patch: Patch) -> None:
    honest = night_post.ballot

    async def ballot(table: night_post.Post) -> None:
        await honest(table)
        table.tell(f"The aim was {table.desk[table.office.master].aim.peek()}.")

    patch.setattr(night_post, "ballot", ballot)


@leak(by="other secrets", listed=NIGHT_POST)
def the_size_of_an_answer_that_stayed_sealed(patch: Patch) -> None:
    honest = night_post.ballot

    async def ballot(table: night_post.Post) -> None:
        await honest(table)
        place = table.seats.index(table.desk[table.office.master].aim.peek())
        table.office.guesses = {**table.office.guesses, "": " " * place}

    patch.setattr(night_post, "ballot", ballot)


@leak(by="scramble", listed=NIGHT_POST)
def a_field_for_a_few_shown_to_all(patch: Patch) -> None:
    honest = projection.public_fields

    def public_fields(noun: Noun) -> dict[str, Any]:
        ours = {"password": noun.password} if isinstance(noun, night_post.Office) else {}
        return honest(noun) | ours

    patch.setattr(projection, "public_fields", public_fields)


@leak(by="insertion")
def nouns_in_the_order_they_were_touched(patch: Patch) -> None:
    honest = two_masks.note

    def note(table: Masks, seat: Seat, act: Note) -> None:
        honest(table, seat, act)
        table.put(f"player/{act.to}", table.player[act.to])
        table.nouns[f"player/{act.to}"] = table.nouns.pop(f"player/{act.to}")

    patch.setattr(two_masks, "note", note)


# A projector that shows too much.


def patch_shown(patch: Patch, kind: type, shown: Callable[[Any], Any]) -> None:
    honest = state.shown_to_all
    patch.setattr(projection, "shown_to_all", lambda value: shown(value) if type(value) is kind else honest(value))


def patch_view(patch: Patch, change: Callable[[Sitting, View], dict[str, Any]]) -> None:
    honest = projection.view

    def view(sitting: Sitting, viewer: Viewer, *rest: Any) -> View:
        shown = honest(sitting, viewer, *rest)
        return msgspec.structs.replace(shown, **change(sitting, shown))

    patch.setattr(projection, "view", view)


@leak(by="scramble")
def the_places_of_cards_in_a_hand(patch: Patch) -> None:
    def places(hand: Hand) -> list[str]:
        up = list(hand.up)
        return [up.pop(up.index(card)) if card in up else "?" for card in sorted(hand.down + hand.up)]

    patch_shown(patch, Hand, places)


@leak(by="scramble")
def the_order_of_a_bag(patch: Patch) -> None:
    patch_shown(patch, Bag, lambda bag: [len(bag.items), bag.items[:1] == ("moon",)])


@leak(by="scramble")
def a_secret_in_a_public_field(patch: Patch) -> None:
    honest = projection.public_fields

    def public_fields(noun: Noun) -> dict[str, Any]:
        secrets = {name: getattr(noun, name) for name in noun.audiences}
        hidden = {name: value.hidden for name, value in secrets.items() if isinstance(value, Secret)}
        return honest(noun) | hidden

    patch.setattr(projection, "public_fields", public_fields)


@leak(by="other secrets")
def an_undeclared_field_of_a_nested_object(patch: Patch) -> None:
    honest_deal, honest_shown = two_masks.deal, state.shown_to_all

    def deal(table: Masks, seat: Seat) -> None:
        honest_deal(table, seat)
        nested: Any = {other: player.cards for other, player in table.player.items()}
        table.scene.rolls = nested

    def shown_to_all(value: Any) -> Any:
        return msgspec.to_builtins(value) if type(value) is dict else honest_shown(value)

    patch.setattr(two_masks, "deal", deal)
    patch.setattr(projection, "shown_to_all", shown_to_all)


@leak(by="other secrets")
def a_field_of_ones_own_shown_to_all(patch: Patch) -> None:
    patch.setattr(projection, "_named", lambda _seats, _seat: True)


@leak(by="insertion")
def the_existence_of_a_private_noun(patch: Patch) -> None:
    honest_note, honest_state = two_masks.note, projection.state

    class Envelope(Noun):
        owner: tuple[Seat, ...]
        text: Own[str]

    def note(table: Masks, seat: Seat, act: Note) -> None:
        honest_note(table, seat, act)
        table.put(f"envelope/{len(table.nouns)}", Envelope(owner=(seat, act.to), text=act.text))

    def every_key(sitting: Sitting, seat: Viewer) -> dict[str, dict[str, Any]]:
        shown = honest_state(sitting, seat)
        return {key: shown.get(key, {}) for key in sitting.table.nouns}

    patch.setattr(two_masks, "note", note)
    patch.setattr(projection, "state", every_key)


@leak(by="other secrets")
def somebody_looking_on_sees_through_a_seat(patch: Patch) -> None:
    honest = projection.state
    patch.setattr(projection, "state", lambda sitting, seat: honest(sitting, seat or "a"))


@leak(by="insertion")
def all_lines_of_the_story(patch: Patch) -> None:
    patch.setattr(projection, "story", lambda sitting, *_: list(sitting.table.lines))


@leak(by="other secrets")
def a_result_before_the_end(patch: Patch) -> None:
    honest = two_masks.deal

    def deal(table: Masks, seat: Seat) -> None:
        honest(table, seat)
        moons = {other: player.cards.down.count("moon") for other, player in table.player.items()}
        table.result = {"moons": moons}

    patch.setattr(two_masks, "deal", deal)
    patch_view(patch, lambda sitting, _shown: {"result": sitting.table.result})


@leak(by="insertion")
def how_long_the_log_is(patch: Patch) -> None:
    patch_view(patch, lambda sitting, shown: {"place": f"{shown.place}, entry {len(sitting.entries)}"})


@leak(by="scramble")
def a_fingerprint_of_the_whole_state(patch: Patch) -> None:
    patch_view(patch, lambda sitting, shown: {"place": f"{shown.place} {sitting.digest()}"})


# An engine that gives presence away.


@leak(by="presence")
def a_take_back_that_tells_who_has_answered(patch: Patch) -> None:
    patch.setattr(Sitting, "can_take_back", lambda self, seat: last_author(self) == seat)


@leak(by="insertion")
def a_take_back_that_private_acts_end(patch: Patch) -> None:
    honest = Sitting.can_take_back
    patch.setattr(Sitting, "can_take_back", lambda self, seat: honest(self, seat) and last_author(self) == seat)


def last_author(sitting: Sitting) -> Seat | None:
    authors = [entry.seat for entry in sitting.entries if isinstance(entry, Answer | Retract)]
    return authors[-1] if authors else None


@leak(by="presence")
def who_is_still_awaited_in_a_hidden_window(patch: Patch) -> None:
    def awaited(play: Play) -> list[Seat]:
        seats = {seat for window in play.windows for seat in window.awaited}
        return [seat for seat in play.table.seats if seat in seats]

    patch.setattr(Play, "awaited", awaited)


@leak(by="presence")
def ids_from_a_shared_counter(patch: Patch) -> None:
    def prompt_id(sitting: Sitting, seat: Seat, pending: Pending) -> str:
        return f"{pending.prompt.name} {sum(not isinstance(entry, Digest) for entry in sitting.entries)}"

    patch.setattr(Sitting, "prompt_id", prompt_id)


@leak(by="insertion")
def numbers_that_count_hidden_lines(patch: Patch) -> None:
    honest = Table.tell

    def tell(table: Table[Any], text: str, **rest: Any) -> None:
        honest(table, text, **{**rest, "facts": {**(rest.get("facts") or {}), "number": len(table.lines)}})

    patch.setattr(Table, "tell", tell)


def after_a_sealed_answer(patch: Patch, follow: Callable[[Play, Seat, Wire], None]) -> None:
    honest = Play.answer

    def answer(play: Play, seat: Seat, name: str, wire: Wire) -> Wire:
        clean = honest(play, seat, name, wire)
        if play.sealed:
            follow(play, seat, clean)
        return clean

    patch.setattr(Play, "answer", answer)


@leak(by="other secrets")
def a_line_that_names_a_sealed_answer_early(patch: Patch) -> None:
    after_a_sealed_answer(patch, lambda play, seat, clean: play.table.tell(f"{seat} stakes {clean}."))


@leak(by="other secrets")
def the_length_of_a_sealed_answer(patch: Patch) -> None:
    def follow(play: Play, _seat: Seat, clean: Wire) -> None:
        if isinstance(play.table, Masks):
            play.table.scene.teller = " " * clean if isinstance(clean, int) else ""

    after_a_sealed_answer(patch, follow)


@leak(by="presence")
def a_commitment_published_at_once(patch: Patch) -> None:
    def follow(play: Play, seat: Seat, clean: Wire) -> None:
        play.table.tell("", kind="committed", facts={"commitment": play.commitment(seat, clean)})

    after_a_sealed_answer(patch, follow)


@leak(by="presence")
def a_retraction_that_leaves_a_trace(patch: Patch) -> None:
    honest = Play.retract

    def retract(play: Play, seat: Seat, name: str) -> None:
        honest(play, seat, name)
        play.table.lines.append(Line("fact", "Somebody thinks again."))

    patch.setattr(Play, "retract", retract)


@leak(by="scramble")
def a_refusal_that_names_a_hidden_card(patch: Patch) -> None:
    honest = Play.answer

    def answer(play: Play, seat: Seat, name: str, wire: Wire) -> Wire:
        try:
            return honest(play, seat, name, wire)
        except Refused as refused:
            cards = [player.cards.down for player in getattr(play.table, "player", {}).values()]
            raise Refused(refused.code, f"{refused.sentence} Mind {cards}.", refused.rule) from None

    patch.setattr(Play, "answer", answer)
