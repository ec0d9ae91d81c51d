"""Requests of the pages that edit texts (dungeons, files of cards and layouts), and that upload pictures."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from generator.diagnostics import InvalidInput, SourceLocation, bare_place, refuse
from generator.layout.icons import LANGUAGES, MAX_BYTES, Icons, icon_themes, read_icon
from generator.layout.svg_drawings import read_vector_picture
from generator.maps.map_rules import has_maps
from generator.products.name_lists import iter_names
from generator.products.print_pack import PictureFinder, open_pack
from generator.reading.edits.deck_editing import changed_deck
from generator.reading.edits.yaml_deck_editor import NotChanged
from generator.reading.edits.yaml_edits import NotEdited
from generator.reading.game_catalogue import GameCatalogue, is_inside
from generator.reading.pictures import PictureCrop, crop_picture, picture_suffix
from generator.reading.structure import is_name, name_hint
from generator.storage.whole_files import holds, write_whole
from generator.workshop import http
from generator.workshop.dungeon_editor import DungeonEditor
from generator.workshop.guard import Refused
from generator.workshop.http import Routes, fault_json, game_of, revalidated
from generator.workshop.own_folder import OwnFolder
from generator.workshop.picture_places import picture_places, with_cell, with_picture

MOST_PICTURE = 30_000_000  # bytes of an uploaded picture
FOLDER = "art"  # below cards/GAME/
DRAWING = "svg"
LONGEST_NAME = 60


class PictureRoutes:
    """Stores pictures for the requested game, and icons for all games; existing files are never replaced."""

    def __init__(self, catalogue: GameCatalogue, files: OwnFolder) -> None:
        self.catalogue = catalogue
        self.files = files

    def routes(self) -> Routes:
        """Yield the path with its handler and method."""
        yield "/pictures", self.gallery, ["GET"]
        yield "/pictures", self.store, ["POST"]
        yield "/pictures/file", self.file, ["GET"]
        yield "/pictures/places", self.places, ["GET"]
        yield "/pictures/put", self.put, ["POST"]

    def gallery(self, request: Request) -> Response:
        """Return the pictures of a game, and all icons, each with its words and what it is found by in any language."""
        game, language = game_of(self.catalogue, request)
        found_by: dict[str, list[str]] = {}
        for themes in map(icon_themes, LANGUAGES):
            for name, words in themes.words.items():
                found_by.setdefault(name, []).extend(words)
            for word, names in themes.near.items():
                for name in names:
                    found_by.setdefault(name, []).append(word)
        themed = iter_names("signs", self.catalogue, game, language if language in LANGUAGES else None)
        icons = [{"name": name, "words": words, "finds": " ".join(found_by.get(name, ()))} for name, words in themed]
        return revalidated(request, {"icon": icons, "image": PictureFinder(self.catalogue, game).names})

    def file(self, request: Request) -> Response:
        """Return the file of an icon or a picture."""
        name = request.query_params.get("name", "")
        if request.query_params.get("kind") != "icon":
            return FileResponse(PictureFinder(self.catalogue, game_of(self.catalogue, request)[0]).file(name).path)
        paths = [folder / f"{name}.svg" for folder in self.catalogue.icon_folders if is_name(name)]
        stored = [path for path in paths if path.is_file()]
        return FileResponse(stored[0]) if stored else http.missing("no such icon")

    def places(self, request: Request) -> dict[str, Any]:
        """Return where a picture or an icon can go on a card, with what an icon there is `called` in the language."""
        (game, language), query = game_of(self.catalogue, request), request.query_params
        deck, card = query.get("name", ""), query.get("card", "")
        pack = open_pack(self.catalogue, game, language)
        if deck not in {*pack.manifest.decks, *pack.manifest.pieces}:
            raise Refused(404, "no such deck")
        places = picture_places(pack, deck, card, "icon" if query.get("kind") == "icon" else "image")
        words = icon_themes(language if language in LANGUAGES else LANGUAGES[0]).words
        return {
            "places": [{**place._asdict(), "called": ", ".join(words.get(place.shows, ())[:3])} for place in places]
        }

    def put(self, _request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Return the unsaved text of a layout or a deck in which a place shows a picture, and the line of the place."""
        text = http.file_text(body)
        file, at, column, card, kind, name = (
            http.text_in(body, key) for key in ("file", "at", "column", "card", "kind", "name")
        )
        try:
            if column:
                edited, line = with_cell(text, file, card, column, name)
            else:
                edited, line = with_picture(text, at, kind, name)
        except (NotEdited, NotChanged):
            raise Refused(409, "this place is changed by hand") from None
        return {"text": edited, "line": line}

    async def store(self, request: Request) -> Response:
        """Store an uploaded file as a picture or an icon, and return the name by which layouts refer to it.

        With `crop` in the request, only this part of a picture is stored.
        """
        game, query = game_of(self.catalogue, request)[0], request.query_params
        name, kind, content = query.get("name", "").strip(), query.get("kind", "picture"), await request.body()
        if kind not in ("picture", "icon"):
            raise Refused(400, "it is stored as a picture or as an icon")
        part = _part(query.get("crop", ""))
        try:
            return JSONResponse(await to_thread.run_sync(self._write, game, name, kind == "icon", content, part))
        except InvalidInput as fault:
            first = fault.diagnostics[0]
            option = "name" if first.place.path == "NAME" else ""
            return JSONResponse({"faults": [{**fault_json(first), "option": option}]}, 422)

    def _write(self, game: str, name: str, is_icon: bool, content: bytes, part: PictureCrop | None) -> dict[str, str]:
        home = self.files.need_home()
        if not is_name(name) or len(name) > LONGEST_NAME or name != name.lower() or "--" in name or name[0] == "-":
            raise refuse("D013", f"{name[:60]!r} cannot be the name of a picture", bare_place("NAME"), name_hint(name))
        suffix = checked_suffix(name, content, as_icon=is_icon)
        if part is not None:
            if suffix == DRAWING:
                raise Refused(400, "a drawing is not cropped")
            with _in_file(name, content) as path:
                content = crop_picture(path, part)
            suffix = checked_suffix(name, content, as_icon=False)
        path, in_layouts = self._place(game, name, suffix, content, is_icon=is_icon)
        if not is_inside(path, home):
            raise Refused(409, f"{path} leads out of your folder")
        with self.files.lock:
            if path.exists() and not holds(path, content):
                raise Refused(409, f"{path} exists already; take another name")
            write_whole(path, content)
        return {"file": path.relative_to(home).as_posix(), "name": in_layouts}

    def _place(self, game: str, name: str, suffix: str, content: bytes, *, is_icon: bool) -> tuple[Path, str]:
        """Return the target path of a picture and its name in layouts; raises Refused if the name is taken.

        A picture that is stored there already was sent before, and its answer was lost.
        """
        home, stem = self.files.need_home(), f"{FOLDER}/{name}"
        if is_icon:
            path = home / "icons" / f"{name}.{suffix}"
            if name in Icons(self.catalogue.icon_folders).files() and not holds(path, content):
                raise Refused(409, f"there is an icon {name!r} already; take another name")
            return path, name
        path = home / "cards" / game / FOLDER / f"{name}.{suffix}"
        twins = [file for file in PictureFinder(self.catalogue, game).names if file.rpartition(".")[0].lower() == stem]
        if twins and not holds(path, content):
            raise Refused(409, f"there is a picture {twins[0]!r} already; take another name")
        return path, f"{stem}.{suffix}"


def checked_suffix(name: str, content: bytes, *, as_icon: bool) -> str:
    """Return the file suffix for a picture's content; raises InvalidInput if it cannot be printed."""
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        file = f"{name}.{DRAWING}"
        if as_icon:
            if len(content) > MAX_BYTES:
                message = f"icon {name!r} cannot be drawn: at most {MAX_BYTES:,} bytes are read"
                raise refuse("L019", message, SourceLocation(file), "simplify its paths")
            read_icon(name, content, file)
        else:
            read_vector_picture(file, content, file)
        return DRAWING
    if as_icon:
        message = f"icon {name!r} cannot be drawn: it is not an SVG drawing"
        raise refuse("L019", message, SourceLocation(name), "store it as a picture")
    with _in_file(name, content) as path:
        return picture_suffix(path)


def _part(text: str) -> PictureCrop | None:
    """Return the part of a picture to store, parsed from four numbers; None for ""; raises Refused for other texts."""
    if not text:
        return None
    try:
        left, top, width, height = map(float, text.split(","))
    except ValueError:
        raise Refused(400, "crop is four numbers") from None
    if not (0 <= left < 1 and 0 <= top < 1 and 0 < width <= 1.001 - left and 0 < height <= 1.001 - top):
        raise Refused(400, "crop is not part of the picture")
    return PictureCrop(left, top, width, height)


@contextmanager
def _in_file(name: str, content: bytes) -> Iterator[Path]:
    """Yield a picture as a temporary file; faults raised in the block get `name` as their place instead of the path."""
    with TemporaryDirectory(prefix="scrawl-") as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            yield path
        except InvalidInput as error:
            raise InvalidInput([fault._replace(place=SourceLocation(name)) for fault in error.diagnostics]) from None


MOST_CELLS = 20_000  # edits in one request


class DungeonEditorRoutes:
    """Handles requests to edit dungeons and other text files of the requested game and language."""

    def __init__(self, drawings: DungeonEditor) -> None:
        self.drawings = drawings
        self.playing = threading.Event()  # set when no page waits for the simulation any more

    def routes(self) -> http.Routes:
        """Yield the paths with their handlers and methods."""
        yield "/sources", self.sources, ["GET"]
        yield "/sources/found", self.search, ["POST"]
        yield "/source", self.source, ["GET"]
        yield "/source", self.save_source, ["POST"]
        yield "/source/rows", self.rows, ["POST"]
        yield "/source/words", self.words, ["POST"]
        yield "/dungeons", self.dungeons, ["GET"]
        yield "/dungeons/{name}", self.open, ["GET"]
        for makes in (self.begin, self.generate):
            yield f"/dungeons/{makes.__name__}", makes, ["POST"]
        for handler in (self.draw, self.play, self.save, self.picture):
            yield f"/dungeons/{{name}}/{handler.__name__}", handler, ["POST"]

    def sources(self, request: Request) -> dict[str, Any]:
        """Return the names of the text files of a game."""
        return {"files": self.drawings.files.sources(game_of(self.drawings.catalogue, request)[0])}

    def search(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Return the lines of a game's text files that contain a text; the request may send one file's unsaved text."""
        game, _ = game_of(self.drawings.catalogue, request)
        phrase, file, text = http.text_in(body, "wanted"), http.text_in(body, "file"), http.file_text(body)
        if not phrase.strip():
            raise Refused(400, "nothing is wanted")
        return self.drawings.files.search(game, phrase, file, text)

    def source(self, request: Request) -> dict[str, Any]:
        """Return the text of a file from which the program made a picture, such as a layout."""
        return self.drawings.files.source(request.query_params.get("file", ""))

    def save_source(self, _request: Request, body: dict[str, Any]) -> dict[str, Any]:
        file, text, digest = http.text_in(body, "file"), http.file_text(body), http.text_in(body, "seen", "")
        return self.drawings.files.save_source(file, text, digest)

    def rows(self, _request: Request, body: dict[str, Any]) -> Response:
        """Edit rows in the unsaved text of a deck; return the new text and rows, or why an edit is impossible."""
        file, text, edits = http.text_in(body, "file"), http.file_text(body), body.get("edits")
        if not isinstance(edits, list) or len(edits) > MOST_CELLS:
            raise Refused(400, "edits is not a list")
        try:
            deck = changed_deck(text, file, edits)
            rows = [row._asdict() for row in deck.rows()]
            return JSONResponse({"text": deck.text(), "columns": deck.columns(), "rows": rows})
        except NotChanged as fault:
            return JSONResponse({"refused": fault.reason, "edit": fault.edit}, 422)

    def words(self, _request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Return the completions at a position in an unsaved text, and what a formula there gives."""
        file, text = http.text_in(body, "file"), http.file_text(body)
        line, column = (http.number_in(body, key, 0, http.MOST_SIGNS) for key in ("line", "column"))
        return self.drawings.files.completions(file, text, line, column)

    def dungeons(self, request: Request) -> dict[str, Any]:
        game, language = game_of(self.drawings.catalogue, request)
        if not has_maps(self.drawings.catalogue, game):
            return {"dungeons": None, "home": ""}
        return {"dungeons": self.drawings.dungeons(game, language), "home": str(self.drawings.catalogue.home or "")}

    def open(self, request: Request) -> dict[str, Any]:
        return self._with_view(request, self.drawings.open(*self._game_and_name(request)))

    def begin(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        return self._with_view(request, self.drawings.begin(self._game_of(request), body))

    def generate(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        game, language = self._game_of(request), game_of(self.drawings.catalogue, request)[1]
        return self._with_view(request, self.drawings.generate(game, body, language))

    def draw(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Apply edits, possibly none, to the text of a dungeon, and return the new text with all data for the page."""
        game, name = self._game_and_name(request)
        text, edits = http.file_text(body), body.get("edits")
        if not isinstance(edits, list):
            raise Refused(400, "edits is not a list")
        return self._with_view(request, {"text": self.drawings.edit(game, name, text, edits)})

    async def play(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Simulate games on a dungeon and return the points earned; stop if the page closes or sends a new request."""
        game, name = self._game_and_name(request)
        text, language = http.file_text(body), game_of(self.drawings.catalogue, request)[1]
        self.playing.set()
        client_gone = self.playing = threading.Event()
        async with http.watch_disconnect(request, client_gone):
            arguments = game, name, text, language, client_gone.is_set
            sentence, problem = await to_thread.run_sync(self.drawings.play, *arguments)
        return {"result": sentence, "missing": problem}

    def save(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        game, name = self._game_and_name(request)
        text, digest, title = http.file_text(body), http.text_in(body, "seen", ""), http.text_in(body, "title", "")
        if title:  # a copy
            name, digest = self.drawings.free_name(game, title), ""
        return {"name": name, **self.drawings.save(game, name, text, digest)}

    def picture(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Draw the sheet or card of a dungeon, given as unsaved text, as it would be printed."""
        game, name = self._game_and_name(request)
        language = game_of(self.drawings.catalogue, request)[1]
        text, kind, side = http.file_text(body), http.text_in(body, "kind"), http.text_in(body, "side", "front")
        preview = self.drawings.picture(game, name, text, language, kind, side)
        return {"svg": preview.svg if preview else "", "fonts": sorted(preview.fonts) if preview else []}

    def _game_and_name(self, request: Request) -> tuple[str, str]:
        return self._game_of(request), request.path_params["name"]

    def _game_of(self, request: Request) -> str:
        game = game_of(self.drawings.catalogue, request)[0]
        if not has_maps(self.drawings.catalogue, game):
            raise Refused(404, "this game has no dungeons")
        return game

    def _with_view(self, request: Request, dungeon: dict[str, Any]) -> dict[str, Any]:
        game, language = game_of(self.drawings.catalogue, request)
        name = dungeon.get("name") or request.path_params["name"]
        view = self.drawings.view(game, name, dungeon["text"], language)
        return {**dungeon, **view, "faults": [http.fault_json(fault) for fault in view["faults"]]}
