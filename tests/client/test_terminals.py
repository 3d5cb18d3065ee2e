"""Terminal clients at a real server process: whole games, sudden ends, and what people do beside playing."""

from __future__ import annotations

import io
from contextlib import ExitStack
from pathlib import Path

import pytest

from mneme.client import Client
from mneme.engine.errors import MnemeError
from mneme.server import wire
from mneme.terminal.remote import RemoteTable
from mneme.terminal.screen import Screen
from tests.client.kit import AT_ONCE, Player, Puppet, begun, commands_kept, lay
from tests.server.network import WAIT, ServerProcess

ONE_ROUND = {"length": "custom", "rounds": 1}
TALK = ("/say hm {}", "/table", "/who", "/why", "/aside nice", "/sheet")
LOST, BACK = "The connection is gone.", "The connection is back."


def test_four_terminals_play_a_whole_game(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        clients = lay(server, "schizonauts", 4, options=ONE_ROUND)
        players = [Player(client, f"four {index}", TALK).begin() for index, client in enumerate(clients)]
        for player in players:
            player.join()
    stories = []
    for player in players:
        assert player.live is not None
        assert player.live.view is not None
        assert player.live.view.over
        assert "The game is over." in player.text
        assert LOST not in player.text
        stories.append([line.text for line in player.live.view.lines if line.to is None])
    assert all(story == stories[0] for story in stories)
    kept = commands_kept(tmp_path / "data")
    assert len(kept) == len(set(kept)) > 100


def test_a_server_killed_in_mid_game_is_found_again_and_the_game_ends(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with ExitStack() as running:
        server = running.enter_context(ServerProcess(data))
        clients = lay(server, "schizonauts", 4, options=ONE_ROUND)
        players = [Player(client, f"killed {index}").begin() for index, client in enumerate(clients)]
        for lines in (40, 120):
            players[0].hears(lines)
            server.kill()
            server = running.enter_context(ServerProcess(data, "--port", str(server.port)))
        for player in players:
            player.join()
    for player in players:
        assert player.live is not None
        assert player.live.view is not None
        assert player.live.view.over
        assert 1 <= player.text.count(LOST) <= 2
        assert player.text.count(BACK) == player.text.count(LOST)
    kept = commands_kept(data)
    assert len(kept) == len(set(kept)), "nothing is carried out twice"


@pytest.fixture
def two(server: ServerProcess) -> tuple[Puppet, Puppet]:
    ada, ben = (Puppet(client).begin() for client in lay(server, "two-masks", 2))
    for puppet in (ada, ben):
        puppet.sees("Around the table: ")
    return ada, ben


def test_table_talk_reaches_the_others_while_they_are_asked(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    ben.sees("your mask called")
    ada.type("/say Good evening.")
    told = ben.sees("Ada: Good evening.\n")
    assert "moved on" not in told
    ben.sees("your mask called")  # and the question is said again
    ben.type("/note She is early.")
    ben.sees("She is early. (only you see this)")
    ada.leave()
    ben.leave()
    assert "early" not in ada.text


def test_a_pause_is_for_everybody_and_names_nobody(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    ada.type("/x")
    ada.sees("Nobody learns who asked for it.")
    for puppet in two:
        puppet.sees("The table has paused. Nobody has to say why.")
    assert "Ada" not in ben.text.partition("has paused")[2]
    ben.type("/agree")
    ben.sees("You agree. 1 has still to.")
    ben.type("owl")
    ben.sees("The table is paused. Your answer waits, and is given when it goes on.")
    ada.type("/agree")
    for puppet in two:
        puppet.sees("The table goes on.")
    ben.sees("Whom does it favour?")
    ben.type("Ada")
    for puppet in two:
        puppet.sees("Ben wears owl.")
        puppet.leave()


def test_going_back_takes_the_consent_of_all(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    ada.sees("your mask called")
    ada.type("fox", "Ben")
    ben.sees("your mask called")
    ben.type("owl", "Ada")
    ada.sees("Boast, or")
    ada.type("pass")
    ben.sees("Boast, or")
    ben.type("/rewind", "1")
    ada.sees("Ben asks to go back to the very beginning. Dice and cards then fall anew.")
    ada.type("/decline")
    for puppet in two:
        puppet.sees("Not everybody wants that. Things stay as they are.")
    ben.type("/rewind", "1")
    ada.sees("Type /agree or /decline.")
    ben.half_written = "I know"
    ada.type("/agree")
    ben.sees("You had begun to write: I know")  # nobody's words are lost with the question
    for puppet in two:
        puppet.sees("your mask called")
        puppet.leave()


def test_what_was_proposed_and_declined_before_anybody_looked_is_told(server: ServerProcess) -> None:
    clients = lay(server, "two-masks", 2)
    shown = io.StringIO()
    with clients[0].connect() as ada, clients[1].connect() as ben:
        for live in (ada, ben):
            begun(live)
        table = RemoteTable(clients[1], ben, Screen(shown))
        ben.do(wire.Propose, kind="rewind", lines=0).result(WAIT)
        ada.wait_until(lambda: ada.room is not None and bool(ada.room.motions), WAIT)
        ada.do(wire.Decline, kind="rewind").result(WAIT)
        ben.wait_until(lambda: ben.room is not None and not ben.room.motions, WAIT)
        assert table.has_news()
        table.say_news()
        assert not table.has_news()
    asked, _, answered = shown.getvalue().partition("Ben asks to go back to the very beginning.")
    assert not asked
    assert "Not everybody wants that." in answered


def test_a_passage_can_be_taken_out_of_the_story_for_good(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    ada.type("fox", "Ben")
    ben.type("owl", "Ada")
    ada.sees("Ben wears owl.")
    ada.type("boast", "I know what you hid.")
    ben.sees("I know what you hid.")
    ben.type("/strike", "1")
    for puppet in two:
        puppet.sees("Somebody asks to go back to")
        puppet.sees("Type /agree if it shall go. Nobody has to say why.")
        puppet.type("/agree")
    for puppet in two:
        puppet.sees("The question of taking a passage out is settled.")
        puppet.type("/story 50")
        assert "I know what you hid" not in puppet.sees("Ben wears owl.")
        puppet.leave()
    for client in (ada.client, ben.client):
        assert b"what you hid" not in client.export()


def test_a_pause_asked_for_without_a_connection_is_sent_when_it_is_back(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ada = Puppet(lay(server, "two-masks", 1, seats=2)[0]).begin()
        ada.sees("your mask called")
        server.kill()
        ada.sees(LOST)
        ada.type("/x")
        ada.sees("It is sent as soon as the connection is back.")
        with ServerProcess(tmp_path / "data", "--port", str(server.port)):
            ada.sees(BACK)
            ada.sees("The table has paused.")
            ada.leave()


def test_people_remind_each_other_offer_words_and_ask_for_the_floor(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    for typed, seen in (
        ("/nudge Ada", "Ben reminds you that the table waits for you."),
        ("/suggest Ada: a heron", "Ben: a heron (only you see this)"),
        ("/hand", "Ben would like to say something."),
        ("/name Benno", "Ben is called Benno now."),
    ):
        ben.type(typed)
        ada.sees(seen)
    ben.type("/suggest Ada", "/nudge Zoe", "/nonsense", "/help")
    ben.sees("Type to whom and what, such as /suggest Ines: A knock at the door.")
    ben.sees("Name one of Ada and Benno.")
    ben.sees("There is no command /nonsense.")
    ben.sees("/agree: agree to what is proposed")
    ada.leave()
    ben.leave()


def test_the_lobby_lets_the_host_put_bots_in_and_start(server: ServerProcess) -> None:
    host, guest = lay(server, "two-masks", 2, start=False, seats=4, settings=AT_ONCE)
    ada, ben = Puppet(host).begin(), Puppet(guest).begin()
    ada.sees("Around the table: Ada (you, the host)")
    ben.sees("Ada can start the game.")
    ben.type("/start")
    ben.sees("Only the host of this table can do that.")
    ada.type("/start")
    ada.sees("Some seats are empty; wait for people, put bots there, or close them.")
    ada.type("/bot")
    ben.sees("a bot and an empty seat.")
    ada.type("/close", "/start")
    for puppet in (ada, ben):
        puppet.sees("your mask called")
        puppet.leave()
        assert "Come back with: mneme play --join 'http://127.0.0.1:" in puppet.text


def test_somebody_who_comes_back_hears_what_happened_meanwhile(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    ada.type("/say Good evening.")
    ben.sees("Ada: Good evening.")
    ben.leave()
    ada.type("/say Where is Ben?", "fox", "Ben")
    ada.sees("Ben is away just now.")
    again = Puppet(ben.client).begin()
    again.sees("Welcome back to Two Masks.")
    assert again.sees("Ada wears fox.").endswith("Since you left:\nAda: Where is Ben?\nAda wears fox.")
    again.sees("your mask called")
    ada.leave()
    again.leave()


def test_leaving_gives_the_seat_to_a_bot_until_one_is_back(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    ben.type("/leave")
    ben.sees("A bot keeps your seat. It is yours again when you come back.")
    ben.join()
    ada.sees("Ben wears ")  # whatever the bot thought of
    ada.type("/who")
    ada.sees("Ada (you, the host) and Ben (a bot).")
    back = Puppet(Client.sit(ben.client.link)).begin()
    back.sees("Ben (you)")
    back.leave()
    ada.leave()


def test_lines_and_veils_are_everybodys_and_nobodys(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    ben.type("/line spiders", "/veil needles")
    for puppet in two:
        puppet.sees("Not at this table: spiders")
        puppet.sees("Not in detail: needles")
        puppet.leave()
    assert "Ben" not in ada.text.partition("Not at this table")[2]


def test_somebody_looks_on_and_sees_what_is_everybodys(server: ServerProcess) -> None:
    host, guest = lay(server, "two-masks", 2)
    assert host.invitation is not None
    ada, watcher = Puppet(host).begin(), Puppet(Client.watch(host.invitation)).begin()
    watcher.sees("Waiting for")
    ada.sees("your mask called")
    ada.type("/note secret", "/say Hello.")
    watcher.sees("Ada: Hello.")
    watcher.type("/say Me too.", "/sheet")
    watcher.sees("You are only looking on; take a seat to do that.")
    watcher.sees("Type whose sheet you want to see")
    watcher.leave()
    ada.leave()
    assert "secret" not in watcher.text
    assert "You look on no longer." in watcher.text
    assert guest.lobby().you == "b"


def test_a_seat_that_was_handed_over_is_closed_in_one_sentence(two: tuple[Puppet, Puppet]) -> None:
    ada, ben = two
    fresh = ben.client.hand_over()
    with pytest.raises(MnemeError) as closed:
        ben.join()
    assert str(closed.value) == "This link does not open a seat at this table any more."
    again = Puppet(Client.sit(fresh)).begin()
    again.sees("your mask called")
    again.leave()
    ada.leave()
