"""What somebody uploads: a file, or an archive of a folder. It is checked before anything of it is written."""

import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from ludotheque.bot_files import NoSuchBot, read_bot
from ludotheque.build import write_files
from ludotheque.game import GameError
from ludotheque.languages import BY_SUFFIX
from ludotheque.sandbox import scratch_folder

MOST_BYTES = 4 << 20  # of the upload, as the web server allows
MOST_UNPACKED = 16 << 20
MOST_FILES = 300
MOST_DEPTH = 8
NAME_LETTERS = 100
ZIP, TAR = (".zip",), (".tar", ".tar.gz", ".tgz")
IGNORED = ("__pycache__", "__MACOSX")


class BadUpload(GameError):
    """What was uploaded cannot be a bot."""


class Upload(NamedTuple):
    """A bot that was uploaded."""

    name: str
    main: str  # the file of a bot that is one file, empty for a folder
    files: dict[str, bytes]


def read_upload(name: str, data: bytes) -> Upload:
    """Return the files of an upload; `name` says what it is."""
    name = name.replace("\\", "/").rpartition("/")[2].strip()
    if not 1 <= len(name) <= NAME_LETTERS or not name.isprintable() or name.startswith("."):
        raise BadUpload("Name the file that you upload: bot.py, or bot.zip.")
    if len(data) > MOST_BYTES:
        raise BadUpload("This is too large for a bot: {mib} MiB are the most.", mib=MOST_BYTES >> 20)
    if not data:
        raise BadUpload("The file {name} is empty.", name=name)
    for endings, read in ((ZIP, _read_zip), (TAR, _read_tar)):
        ending = next((one for one in sorted(endings, key=len, reverse=True) if name.lower().endswith(one)), "")
        if ending:
            return Upload(name[: -len(ending)] or "bot", "", _strip_folder(_collect(read(data))))
    if PurePosixPath(name).suffix not in BY_SUFFIX:
        template = "{name} is no bot: upload a file that ends in {endings}, or an archive of a folder (.zip, .tar.gz)."
        raise BadUpload(template, name=name, endings=", ".join(BY_SUFFIX))
    return Upload(name, name, {name: data})


def find_language(upload: Upload) -> str:
    """Return the language of a bot; a folder that cannot be a bot is a GameError."""
    with scratch_folder() as folder:
        place = folder / "bot"
        write_files(place, upload.files)
        try:
            bot = read_bot(place / upload.main if upload.main else place)
        except NoSuchBot as error:  # name the upload, not a folder of the server
            facts = {key: upload.name if key in ("file", "folder") else fact for key, fact in error.facts.items()}
            raise BadUpload(error.template, **facts) from None
    if bot.language is None:
        raise BadUpload("A bot of a contest is started by its language, not by a command in bot.toml.")
    return bot.language.name


def make_zip(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)  # no times: equal files, equal bytes
    return target.getvalue()


def read_zip(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive that `make_zip` wrote; the limits hold here too."""
    return _collect(_read_zip(data))


Member = tuple[str, bytes]


def _collect(members: Iterator[Member]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    size = 0
    for name, data in members:
        parts = PurePosixPath(name).parts
        if any(part.startswith(".") or part in IGNORED for part in parts):
            continue
        if name in files:
            raise BadUpload("The archive has two files called {name}.", name=name)
        files[name] = data
        size += len(data)
        if len(files) > MOST_FILES or size > MOST_UNPACKED:
            template = "The archive is too large for a bot: {files} files and {mib} MiB are the most."
            raise BadUpload(template, files=MOST_FILES, mib=MOST_UNPACKED >> 20)
    if not files:
        raise BadUpload("There is no file in the archive.")
    return files


def _check_path(name: str) -> str:
    """Return the path of a file inside its folder; one that leads out of it is refused."""
    path = PurePosixPath(name)
    is_odd = not name.isprintable() or "\\" in name or ":" in name or len(name) > 4 * NAME_LETTERS
    if is_odd or path.is_absolute() or ".." in path.parts or not path.parts:
        raise BadUpload("The archive has a file whose name leads out of it, or cannot be printed.")
    if len(path.parts) > MOST_DEPTH:
        raise BadUpload("The archive has folders inside folders, more than {most} deep.", most=MOST_DEPTH)
    return str(path)


def _read_zip(data: bytes) -> Iterator[Member]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            _check_count(len(listed))
            left = MOST_UNPACKED + 1
            for member in listed:
                kind = (member.external_attr >> 16) & 0o170000
                if kind not in (0, 0o100000, 0o040000):
                    raise BadUpload("The archive has a link in it: it may have files and folders only.")
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise BadUpload("This archive cannot be read.")  # other methods may take any amount of memory
                if not member.is_dir():
                    with archive.open(member) as file:
                        content = file.read(left)  # what the archive says about sizes may be wrong
                    left -= len(content)
                    yield _check_path(member.filename), content
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError, OSError):
        raise BadUpload("This archive cannot be read.") from None


def _read_tar(data: bytes) -> Iterator[Member]:
    try:
        with tarfile.open(fileobj=io.BytesIO(_decompress(data)), mode="r:") as archive:
            for number, member in enumerate(archive):
                _check_count(number)
                if not member.isfile() and not member.isdir():
                    raise BadUpload("The archive has a link in it: it may have files and folders only.")
                file = archive.extractfile(member) if member.isfile() else None
                if file is not None:
                    yield _check_path(member.name), file.read()
    except (tarfile.TarError, zlib.error, EOFError, ValueError, OSError):
        raise BadUpload("This archive cannot be read.") from None


def _decompress(data: bytes) -> bytes:
    """Return what gzip has compressed, if it has; within the limit, before anything in it is looked at."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    most = 2 * MOST_UNPACKED  # an archive has headers too
    plain = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(data, most + 1)
    if len(plain) > most:
        raise BadUpload("This is too large for a bot: {mib} MiB are the most.", mib=MOST_UNPACKED >> 20)
    return plain


def _check_count(count: int) -> None:
    if count > 4 * MOST_FILES:  # folders and hidden files count here too
        template = "The archive is too large for a bot: {files} files and {mib} MiB are the most."
        raise BadUpload(template, files=MOST_FILES, mib=MOST_UNPACKED >> 20)


def _strip_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Leave out the folder that everything is in: people archive the folder, or what is in it."""
    tops = {name.partition("/")[0] for name in files}
    if len(tops) == 1 and all("/" in name for name in files):
        return {name.partition("/")[2]: data for name, data in files.items()}
    return files
