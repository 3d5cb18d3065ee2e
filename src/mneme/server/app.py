"""The HTTP side: thin routes over the hall. Playing happens on the socket."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.enums import MediaType, ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import Receive, Send

from mneme import games
from mneme.engine import gamefile, projection
from mneme.engine.entries import Entry, Header
from mneme.engine.errors import MnemeError
from mneme.engine.game import Game, option_values, value_words
from mneme.engine.guide import Guide
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from mneme.server import api, reading, tokens, wire
from mneme.server.errors import Denied
from mneme.server.hall import Hall, host_only
from mneme.server.live import COOKIE, Door, allowed_origin, client_address, read_cookies
from mneme.server.records import Invited, Settings
from mneme.server.room import Room
from mneme.server.table import OnlineTable
from mneme.server.web import Client, File, deliver, is_route, read_file

YEAR = 60 * 60 * 24 * 365
MOST_BODY = 65_536
MOST_MINE = 40
SAFE = {"GET", "HEAD"}

HEADERS = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
)

Ask = Request[Any, Any, State]


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals a route may give, for the OpenAPI document."""
    said = {400, 403, 413, 415, 429, 503, *statuses}
    return {
        status: ResponseSpec(api.Refusal, generate_examples=False, description="Refused") for status in sorted(said)
    }


# -- who asks


def seat_token(request: Ask, table: str) -> str:
    """The token of a seat: from the header of a program, or from the cookie of a browser."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return read_cookies([request.headers.get("Cookie", "")]).get(table, "")


class At:
    """A request at a table: the room, and the seat of whoever asks."""

    def __init__(self, request: Ask, table: str) -> None:
        self.hall: Hall = request.app.state.door.hall
        self.room: Room = self.hall.room(table)
        self.seat = self.table.seat_of(seat_token(request, table))

    @property
    def table(self) -> OnlineTable:
        return self.room.table

    def seated(self) -> Seat:
        if self.seat is None:
            raise Denied("not_seated", "You have no seat at this table, or its link is an old one.")
        return self.seat

    def host(self) -> Seat:
        seat = self.seated()
        host_only(self.table, seat)
        return seat

    def check_onlooker(self, invite: str) -> None:
        """Whoever has no seat may read what onlookers see, at tables that let people look on."""
        settings = self.table.settings
        if not settings.public and not self.table.is_invited(invite):
            raise Denied("no_table", "There is no such table, or it is gone.")
        if not settings.spectators:
            raise Denied("not_seated", "Nobody looks on at this table; take a seat, or ask for a link.")

    async def kept(self) -> api.Fine:
        """Wait until all that was done is kept, and everybody at the table knows."""
        self.room.furnish()
        await self.hall.kept(self.room)
        return api.Fine(table=self.table.name)


def seat_cookie(request: Ask, table: str, token: str) -> Cookie:
    """What a browser keeps of a seat: no script can read it, and no other page can make use of it."""
    secure = request.url.scheme == "https" or bool(request.app.state.secure)
    return Cookie(
        key=COOKIE + table, value=token, httponly=True, samesite="strict", secure=secure, max_age=YEAR, path="/"
    )


# -- games and lists


@get("/api/games", sync_to_thread=False, summary="The games that can be played here", responses=refusals())
def list_games() -> list[api.GameInfo]:
    return [game_info(name) for name in games.names()]


@cache
def game_info(name: str) -> api.GameInfo:
    """What is told of a game before anybody plays it. The first time takes a while: it reads all the game's texts."""
    game = games.find(name)
    guide = game.guide()
    defaults = msgspec.to_builtins(game.options())
    options = tuple(
        api.OptionInfo(
            name=name,
            text=text,
            values=option_values(game, name),
            words=value_words(game, name),
            default=defaults[name],
        )
        for name, text in game.option_words.items()
    )
    return api.GameInfo(
        name=game.name,
        title=game.title,
        designers=game.designers,
        tagline=guide.tagline,
        blurb=game.blurb,
        mood=guide.mood,
        players=guide.players,
        time=guide.time,
        content_notes=game.content_notes,
        fewest=game.seats[0],
        most=game.seats[-1],
        options=options,
    )


@get(
    "/api/games/{game:str}/guide",
    sync_to_thread=False,
    summary="How a game is played, what its words mean, and what a board draws it with",
    responses={
        200: ResponseSpec(Guide, generate_examples=False, description="The same for everybody."),
        304: ResponseSpec(
            None, generate_examples=False, description="It is still what you were given with that `ETag`."
        ),
        **refusals(404),
    },
)
def read_guide(request: Ask, game: FromPath[str]) -> Response[bytes]:
    """It changes only with the server's version. `If-None-Match` asks whether it has."""
    status, headers, body = deliver(_guide(_find(game).name), request.headers)
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)


@cache
def _guide(game: str) -> File:
    return read_file("guide.json", msgspec.json.encode(games.find(game).guide()))


@get("/api/tables", sync_to_thread=False, summary="Public tables that wait for people", responses=refusals())
def list_tables(state: State) -> list[api.OpenTable]:
    found: Hall = state.door.hall
    return [
        api.OpenTable(
            table=summary.table,
            game=card.game,
            title=card.title,
            seats=card.seats,
            free=card.free,
            host=card.host,
            created=summary.created,
        )
        for summary, card in found.open_tables()
    ]


@get("/api/mine", summary="The tables at which this browser has a seat", responses=refusals())
async def list_mine(request: Ask) -> list[api.MyTable]:
    """The tables that wait for you come first."""
    found = []
    for name in list(read_cookies([request.headers.get("Cookie", "")]))[:MOST_MINE]:
        try:
            at = At(request, name)
        except MnemeError:
            continue
        if at.seat is not None:
            found.append(_my_table(at.table, at.seat))
    return sorted(found, key=lambda mine: (not mine.waits_for_you, mine.state != "playing"))


def _my_table(table: OnlineTable, seat: Seat) -> api.MyTable:
    sitting = table.sitting
    view = None if sitting is None else projection.view(sitting, seat)
    return api.MyTable(
        table=table.name,
        seat=seat,
        game=table.game.name,
        title=table.game.title,
        state=table.state,
        place=view.place if view else "",
        waits_for_you=view is not None and any(shown.must for shown in view.prompts),
        waiting_text=view.waiting_text if view else "",
        unread=max(0, len(view.lines) - table.places[seat].seen) if view else 0,
    )


# -- sitting down


@post("/api/tables", summary="Lay a table and sit down at it", responses=refusals(404))
async def create_table(request: Ask, data: JSONBody[api.NewTable]) -> Response[api.Laid]:
    door: Door = request.app.state.door
    _check_new_table(request, door)
    game = _find(data.game)
    room, invite = door.hall.create(game, data.seats, data.options, data.settings)
    table, token = room.table, tokens.new_token()
    try:
        if data.bots >= data.seats:
            raise Denied("malformed", "Leave a seat for yourself.")
        seat = table.claim(token, data.name, table.laid.host, door.hall.clock.now())
        for other in list(table.places)[data.seats - data.bots :]:
            table.put_bot(other)
    except MnemeError:
        door.hall.forget(room)
        raise
    room.furnish()
    await door.hall.kept(room)
    laid = api.Laid(table=table.name, invite=invite, seat=seat, token=token)
    return Response(laid, cookies=[seat_cookie(request, table.name, token)])


def _find(name: str) -> Game:
    if name not in games.names():
        raise Denied("no_game", f"There is no such game here; the games are {', '.join(games.names())}.")
    return games.find(name)


def _check_new_table(request: Ask, door: Door) -> None:
    now = door.hall.clock.elapsed()
    if not door.addresses.of(_address(request.scope, door), now).tables.take(now):
        door.hall.counts.limited += 1
        raise Denied("limited", "Many tables were laid from here just now; wait a little before the next.")


@get("/api/tables/{table:str}", summary="A table as a newcomer sees it", responses=refusals(404))
async def lobby(request: Ask, table: FromPath[str]) -> wire.Room:
    """Who sits where. A private table shows this to its own people, and to whoever has its invitation
    (in the header `X-Mneme-Invite`)."""
    at = At(request, table)
    invited = at.table.is_invited(request.headers.get("X-Mneme-Invite", ""))
    if at.seat is None and not at.table.settings.public and not invited:
        raise Denied("no_table", "There is no such table, or it is gone.")
    return at.room.message(at.seat)


@get(
    "/api/tables/{table:str}/text", media_type=MediaType.TEXT, summary="A table in plain words", responses=refusals(404)
)
async def read_table(request: Ask, table: FromPath[str]) -> str:
    """All that your seat can see, as text to read; of the story, the newest lines. Without a seat you look on, where
    that is allowed."""
    at = At(request, table)
    if at.seat is None:
        at.check_onlooker(request.headers.get("X-Mneme-Invite", ""))
    await at.hall.kept(at.room)
    return reading.table_text(at.room, at.seat)


@post("/api/tables/{table:str}/claim", summary="Take a seat", responses=refusals(404, 409))
async def claim(request: Ask, table: FromPath[str], data: JSONBody[api.Claim]) -> Response[api.Claimed]:
    at = At(request, table)
    if at.seat is not None:
        raise Denied("taken", "You have a seat at this table already.")
    if not at.table.settings.public and not at.table.is_invited(data.invite):
        raise Denied("no_table", "There is no such table, or it is gone.")
    token = tokens.new_token()
    seat = at.table.claim(token, data.name, data.seat, at.hall.clock.now())
    await at.kept()
    taken = api.Claimed(table=table, seat=seat, token=token)
    return Response(taken, cookies=[seat_cookie(request, table, token)])


@post("/api/tables/{table:str}/return", summary="Come back by the link of a seat", responses=refusals(404))
async def come_back(request: Ask, table: FromPath[str], data: JSONBody[api.ComeBack]) -> Response[api.Fine]:
    at = At(request, table)
    if at.table.seat_of(data.token) is None:
        raise Denied("not_seated", "This link does not open a seat at this table any more.")
    return Response(api.Fine(table=table), cookies=[seat_cookie(request, table, data.token)])


@post("/api/tables/{table:str}/leave", summary="Get up from your seat", responses=refusals(404))
async def leave(request: Ask, table: FromPath[str]) -> api.Fine:
    at = At(request, table)
    at.room.leave(at.seated())
    return await at.kept()


@post("/api/tables/{table:str}/handover", summary="Give your seat a new link", responses=refusals(404))
async def hand_over(request: Ask, table: FromPath[str]) -> api.Claimed:
    """The old link opens nothing any more, so whoever gets the new one has the seat."""
    at = At(request, table)
    seat, token = at.seated(), tokens.new_token()
    at.table.hand_over(seat, token)
    await at.kept()
    at.room.close_seat(seat, 4003, "handed over")
    return api.Claimed(table=table, seat=seat, token=token)


# -- the host


@post("/api/tables/{table:str}/bots", summary="Put a bot on a seat, or take it out", responses=refusals(404, 409))
async def bots(request: Ask, table: FromPath[str], data: JSONBody[api.BotWish]) -> api.Fine:
    at = At(request, table)
    at.host()
    if data.bot:
        at.table.put_bot(data.seat)
    else:
        at.table.take_bot(data.seat)
    return await at.kept()


@post("/api/tables/{table:str}/close-seat", summary="Take an empty seat away", responses=refusals(404, 409))
async def close_seat(request: Ask, table: FromPath[str], data: JSONBody[api.SeatWish]) -> api.Fine:
    at = At(request, table)
    at.host()
    at.table.remove(data.seat)
    return await at.kept()


@post("/api/tables/{table:str}/start", summary="Begin the game", responses=refusals(404, 409))
async def start(request: Ask, table: FromPath[str], data: JSONBody[api.Start]) -> api.Fine:
    at = At(request, table)
    at.host()
    at.table.start(at.hall.clock.now(), fill=data.fill)
    return await at.kept()


@post("/api/tables/{table:str}/settings", summary="Change how the table does things", responses=refusals(404))
async def change_settings(request: Ask, table: FromPath[str], data: JSONBody[Settings]) -> api.Fine:
    at = At(request, table)
    at.host()
    at.table.change(data)
    if not data.spectators:
        at.room.close_onlookers()
    return await at.kept()


@post("/api/tables/{table:str}/invite", summary="Make a new invitation", responses=refusals(404))
async def new_invite(request: Ask, table: FromPath[str]) -> api.Invitation:
    """The old invitation opens nothing any more."""
    at = At(request, table)
    at.host()
    invite = tokens.new_token()
    at.table.do(Invited(tokens.digest(invite)))
    await at.kept()
    return api.Invitation(table=table, invite=invite)


@post("/api/tables/{table:str}/archive", summary="Put a table away", responses=refusals(404, 409))
async def archive(request: Ask, table: FromPath[str]) -> api.Fine:
    at = At(request, table)
    at.host()
    at.hall.archive(at.room)
    return await at.kept()


# -- keeping the story


@get(
    "/api/tables/{table:str}/export",
    summary="The game to keep",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False, description="A file."), **refusals(404, 409)},
)
async def export(request: Ask, table: FromPath[str], what: FromQuery[api.What]) -> Response[bytes]:
    """`mine` is all that your seat knows; `public` what everyone does; `everything` the whole game with its seed,
    when it is over and all have agreed."""
    at = At(request, table)
    sitting = at.table.game_on
    if what == "mine":
        seat = at.seated()
        content = msgspec.json.format(msgspec.json.encode(at.table.export(seat)), indent=1)
    elif what == "public":
        if not at.table.settings.public and at.seat is None:
            raise Denied("no_table", "There is no such table, or it is gone.")
        content = gamefile.export(sitting, open_seed=False)
    else:
        at.seated()
        if not sitting.over or not at.table.revealed:
            raise Denied("illegal", "Everything can be opened when the game is over and all have agreed.")
        content = await asyncio.to_thread(_whole_game, sitting.game, sitting.header, list(sitting.entries))
    name = f'attachment; filename="{at.table.game.name}-{what}.json"'
    return Response(content, media_type=MediaType.JSON, headers={"Content-Disposition": name})


def _whole_game(game: Game, header: Header, entries: list[Entry]) -> bytes:
    """The file of a game. It is made apart from its table, since that and all the others go on meanwhile."""
    return gamefile.export(Sitting.load(game, header, entries))


# -- operations


@get("/healthz", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
def healthy() -> str:
    """The process answers."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
def ready(state: State) -> Response[str]:
    """The store can be written, and the server is not about to stop."""
    hall: Hall = state.door.hall
    if hall.closing:
        return Response("about to stop\n", status_code=503)
    health = hall.store.health()
    return Response("ready\n") if health.writable else Response("the store cannot be written\n", status_code=503)


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False)
def metrics(state: State) -> str:
    """For Prometheus."""
    door: Door = state.door
    lines = []
    for name, count in msgspec.structs.asdict(door.hall.counts).items():
        lines += [f"# TYPE mneme_{name}_total counter", f"mneme_{name}_total {count}"]
    gauges = {
        "tables_live": len(door.hall.rooms),
        "sockets_open": len(door.sockets),
        "store_bytes": door.hall.store.size(),
    }
    for name, value in gauges.items():
        lines += [f"# TYPE mneme_{name} gauge", f"mneme_{name} {value}"]
    return "\n".join(lines) + "\n"


# -- what holds for every request


def _address(scope: Any, door: Door) -> str:
    headers = dict(scope["headers"])
    client = scope.get("client")
    forwarded = headers.get(b"x-forwarded-for")
    return client_address(client[0] if client else "", forwarded.decode("latin-1") if forwarded else None, door.proxies)


class Gate:
    """Checks every request before it reaches a route or the browser client, and puts our headers on every answer."""

    def __init__(self, litestar: Litestar, door: Door, client: Client) -> None:
        self.litestar = litestar
        self._door = door
        self._client = client

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.litestar(scope, receive, send)
            return

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", ()))
                known = {name.lower() for name, _ in given}
                message["headers"] = given + [header for header in HEADERS if header[0] not in known]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            status, said = refusal
            body = msgspec.json.encode(said)
            headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
            await send_with_headers({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})
        elif is_route(scope["path"]):
            await self.litestar(scope, receive, send_with_headers)
        else:
            await self._client(scope, send_with_headers)

    def _refusal(self, scope: Any) -> tuple[int, api.Refusal] | None:
        door = self._door
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        now = door.hall.clock.elapsed()
        if scope["path"].startswith("/api/") and not door.addresses.of(_address(scope, door), now).requests.take(now):
            door.hall.counts.limited += 1
            return 429, api.Refusal(code="limited", text="That was a little fast; please try again in a moment.")
        if scope["method"] == "OPTIONS":
            return 405, api.Refusal(
                code="malformed", text="No other site's pages may ask here, so there is no OPTIONS."
            )
        if scope["method"] not in SAFE and not _is_ours(headers, door):
            return 403, api.Refusal(code="foreign", text="Another page asked for this, so it was not done.")
        return None


def _is_ours(headers: dict[bytes, str], door: Door) -> bool:
    """No other page may act for a person who has a seat here: cookies alone are never enough."""
    if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
        return headers.get(b"origin") in door.origins
    return allowed_origin(headers.get(b"origin"), headers.get(b"host"), door.origins)


def _said(code: str, text: str, status: int) -> Response[api.Refusal]:
    return Response(api.Refusal(code=code, text=text), status_code=status, media_type=MediaType.JSON)


def on_denied(_: Ask, problem: Denied) -> Response[api.Refusal]:
    return _said(problem.code, problem.sentence, problem.status)


def on_our_error(_: Ask, problem: MnemeError) -> Response[api.Refusal]:
    return _said("malformed", str(problem), 400)


def on_http_error(_: Ask, problem: HTTPException) -> Response[api.Refusal]:
    code = "malformed" if problem.status_code < 500 else "fault"
    text = "That request cannot be read." if problem.status_code == 400 else str(problem.detail)
    return _said(code, text, problem.status_code)


async def read_strictly(request: Ask) -> None:
    """Litestar takes 0 for false and "2" for 2. The document says that these are wrong, and so do we."""
    body = request.route_handler.parsed_data_field
    if body is None:
        return
    try:
        msgspec.convert(_with_whole_numbers(msgspec.json.decode(await request.body())), body.annotation)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Denied("malformed", "That request cannot be read.") from problem


def _with_whole_numbers(value: Any) -> Any:
    """To JSON, 9.0 is the same number as 9."""
    match value:
        case dict():
            return {name: _with_whole_numbers(part) for name, part in value.items()}
        case list():
            return [_with_whole_numbers(part) for part in value]
        case float() if value.is_integer():
            return int(value)
    return value


ROUTES: Sequence[Any] = (
    list_games,
    read_guide,
    list_tables,
    list_mine,
    create_table,
    lobby,
    read_table,
    claim,
    come_back,
    leave,
    hand_over,
    bots,
    close_seat,
    start,
    change_settings,
    new_invite,
    archive,
    export,
    healthy,
    ready,
    metrics,
)


def make_app(door: Door, *, secure: bool = False, client: Client | None = None) -> Gate:
    """The application of one server. `secure` says that browsers reach it by https."""
    return Gate(_litestar(State({"door": door, "secure": secure})), door, client or Client.built())


def describe() -> dict[str, Any]:
    """The OpenAPI document of the routes."""
    return _litestar(State()).openapi_schema.to_schema()


def _litestar(state: State) -> Litestar:
    app = Litestar(
        route_handlers=list(ROUTES),
        before_request=read_strictly,
        state=state,
        exception_handlers={Denied: on_denied, MnemeError: on_our_error, HTTPException: on_http_error},
        request_max_body_size=MOST_BODY,
        openapi_config=OpenAPIConfig(
            title="Mneme", version=str(wire.PROTOCOL), path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
    )
    _close_requests(app)
    return app


def _close_requests(app: Litestar) -> None:
    """Litestar leaves out of its document that requests refuse what they do not know."""
    components = app.openapi_schema.components.schemas or {}
    for kind in (api.NewTable, api.Claim, api.ComeBack, api.BotWish, api.SeatWish, api.Start, Settings):
        for name, schema in components.items():
            if name == kind.__name__ or name.endswith("_" + kind.__name__):
                schema.additional_properties = False
