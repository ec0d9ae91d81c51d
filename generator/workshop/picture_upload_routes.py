"""A picture that the page brings: looked over as one of the game's, and stored in the user's own folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.diagnostics import InvalidInput, SourceLocation, bare_place, refuse
from generator.layout.icons import MAX_BYTES, Icons, read_icon
from generator.layout.svg_picture import read_vector_picture
from generator.products.print_pack import PictureFinder
from generator.reading.game_catalogue import GameCatalogue, is_inside
from generator.reading.pictures import PictureCrop, crop_picture, picture_suffix
from generator.reading.structure import is_name, name_hint
from generator.storage.whole_files import write_whole
from generator.workshop.http import GameOf, Refused, Routes, fault_json
from generator.workshop.own_folder import NotSaved, OwnFolder

MOST_PICTURE = 30_000_000  # bytes
FOLDER = "art"  # below cards/GAME/
DRAWING = "svg"
LONGEST_NAME = 60


class PictureRoutes:
    """Stores pictures of the game that a request names, and icons of all games; never over a file."""

    def __init__(self, catalogue: GameCatalogue, own: OwnFolder, game_of: GameOf) -> None:
        self.catalogue = catalogue
        self.own = own
        self.game_of = game_of

    def routes(self) -> Routes:
        """Yield the path with its handler and method."""
        yield "/pictures", self.store, ["POST"]

    async def store(self, request: Request) -> Response:
        """Store the bytes of a request under a name, as a picture or an icon, and tell how it is used.

        Of a picture a `crop` is stored, where one is asked for.
        """
        game, asked = self.game_of(request)[0], request.query_params
        name, kind, content = asked.get("name", "").strip(), asked.get("kind", "picture"), await request.body()
        if kind not in ("picture", "icon"):
            raise Refused(400, "it is stored as a picture or as an icon")
        part = _part(asked.get("crop", ""))
        try:
            return JSONResponse(await to_thread.run_sync(self._write, game, name, kind == "icon", content, part))
        except InvalidInput as fault:
            first = fault.diagnostics[0]
            option = "name" if first.place.path == "NAME" else ""
            return JSONResponse({"faults": [{**fault_json(first), "option": option}]}, 422)

    def _write(self, game: str, name: str, is_icon: bool, content: bytes, part: PictureCrop | None) -> dict[str, str]:
        home = self.own.need_home()
        if not is_name(name) or len(name) > LONGEST_NAME or name != name.lower() or "--" in name or name[0] == "-":
            raise refuse("D013", f"{name[:60]!r} cannot be the name of a picture", bare_place("NAME"), name_hint(name))
        suffix = checked_suffix(name, content, as_icon=is_icon)
        if part is not None:
            if suffix == DRAWING:
                raise Refused(400, "a drawing is not cropped")
            with _in_file(name, content) as path:
                content = crop_picture(path, part)
            suffix = checked_suffix(name, content, as_icon=False)
        path, use = self._place(game, name, suffix, is_icon=is_icon)
        if not is_inside(path, home):
            raise NotSaved(f"{path} leads out of your folder")
        with self.own.lock:
            if path.exists():
                raise NotSaved(f"{path} exists already; take another name")
            write_whole(path, content)
        return {"file": path.relative_to(home).as_posix(), "use": use}

    def _place(self, game: str, name: str, suffix: str, *, is_icon: bool) -> tuple[Path, str]:
        """Return where a picture is stored and how a layout names it; raises NotSaved where its name is taken."""
        home = self.own.need_home()
        if is_icon:
            if name in Icons(self.catalogue.icon_folders).files():
                raise NotSaved(f"there is an icon {name!r} already; take another name")
            return home / "icons" / f"{name}.{suffix}", f"{{icon: {name}}}"
        used = f"{FOLDER}/{name}"
        taken = [one for one in PictureFinder(self.catalogue, game).names if one.rpartition(".")[0].lower() == used]
        if taken:
            raise NotSaved(f"there is a picture {taken[0]!r} already; take another name")
        return home / "cards" / game / FOLDER / f"{name}.{suffix}", f"{{image: {used}.{suffix}}}"


def checked_suffix(name: str, content: bytes, *, as_icon: bool) -> str:
    """Return the suffix that a picture's file has by its content; raises InvalidInput for what cannot be printed."""
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
        raise refuse(
            "L019",
            f"icon {name!r} cannot be drawn: it is no SVG drawing",
            SourceLocation(name),
            "store it as a picture",
        )
    with _in_file(name, content) as path:
        return picture_suffix(path)


def _part(asked: str) -> PictureCrop | None:
    """Return the part of a picture that a request names by four numbers; raises Refused for what is none."""
    if not asked:
        return None
    try:
        left, top, width, height = map(float, asked.split(","))
    except ValueError:
        raise Refused(400, "crop is four numbers") from None
    if not (0 <= left < 1 and 0 <= top < 1 and 0 < width <= 1.001 - left and 0 < height <= 1.001 - top):
        raise Refused(400, "crop is no part of the picture")
    return PictureCrop(left, top, width, height)


@contextmanager
def _in_file(name: str, content: bytes) -> Iterator[Path]:
    """Give a picture as a file; its faults are told as those of its name."""
    with TemporaryDirectory(prefix="scrawl-") as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            yield path
        except InvalidInput as fault:
            raise InvalidInput([each._replace(place=SourceLocation(name)) for each in fault.diagnostics]) from None
