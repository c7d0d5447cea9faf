"""Uploads: files and archives, and everything that an archive must not have."""

import io
import tarfile
import zipfile
from collections.abc import Callable

import pytest

from ludotheque.contest import upload
from ludotheque.contest.upload import BadUpload, find_language, make_zip, read_upload, read_zip

BOT = b"for line in open(0): print(line)\n"


def zip_of(*files: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return target.getvalue()


def tar_of(*members: tarfile.TarInfo, mode: str = "w:gz", data: bytes = BOT) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode) as archive:  # type: ignore[call-overload]
        for member in members:
            member.size = len(data) if member.isfile() else 0
            archive.addfile(member, io.BytesIO(data))
    return target.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = 0o120777 << 16
    return info


def tar_member(name: str, kind: bytes = tarfile.REGTYPE, to: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    return info


def test_a_file_is_a_bot_of_one_file() -> None:
    assert read_upload("C:\\bots\\bot.py", BOT) == ("bot.py", "bot.py", {"bot.py": BOT})
    assert find_language(read_upload("bot.py", BOT)) == "python"


def test_a_folder_is_a_bot_with_or_without_its_own_name() -> None:
    for data in (zip_of(("owl/bot.py", BOT), ("owl/lib/more.py", b"")), zip_of(("bot.py", BOT), ("lib/more.py", b""))):
        found = read_upload("owl.zip", data)
        assert found == ("owl", "", {"bot.py": BOT, "lib/more.py": b""})
        assert find_language(found) == "python"
    found = read_upload("owl.tar.gz", tar_of(tar_member("./owl/bot.py")))
    assert found == ("owl", "", {"bot.py": BOT})
    assert read_zip(make_zip(found.files)) == found.files


def test_hidden_files_are_left_out() -> None:
    data = zip_of(("bot.py", BOT), (".git/config", b"secret"), ("__pycache__/bot.pyc", b""), ("__MACOSX/bot.py", b""))
    assert read_upload("bot.zip", data).files == {"bot.py": BOT}


BAD_ARCHIVES: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "up": ("bot.zip", lambda: zip_of(("../bot.py", BOT)), "leads out of it"),
    "absolute": ("bot.zip", lambda: zip_of(("/etc/passwd", BOT)), "leads out of it"),
    "drive": ("bot.zip", lambda: zip_of(("C:bot.py", BOT)), "leads out of it"),
    "unprintable": ("bot.zip", lambda: zip_of(("bot\n.py", BOT)), "leads out of it"),
    "link": ("bot.zip", lambda: zip_of((link("bot.py"), b"/etc/passwd")), "has a link in it"),
    "deep": ("bot.zip", lambda: zip_of(("a/" * 9 + "bot.py", BOT)), "more than 8 deep"),
    "twice": ("bot.zip", lambda: zip_of(("bot.py", BOT), ("./bot.py", BOT)), "two files called bot.py"),
    "many": ("bot.zip", lambda: zip_of(*((f"{number}.py", b"") for number in range(301))), "300 files"),
    "bomb": ("bot.zip", lambda: zip_of(("bot.py", bytes(40 << 20))), "16 MiB"),
    "empty": ("bot.zip", lambda: zip_of((".hidden", BOT)), "no file in the archive"),
    "no zip": ("bot.zip", lambda: b"PK\x03\x04 nonsense", "cannot be read"),
    "cut": ("bot.zip", lambda: zip_of(("bot.py", BOT * 100))[:-9], "cannot be read"),
    "tar up": ("bot.tar.gz", lambda: tar_of(tar_member("../bot.py")), "leads out of it"),
    "tar link": ("bot.tgz", lambda: tar_of(tar_member("bot.py", tarfile.SYMTYPE, "/etc/passwd")), "has a link in it"),
    "hard link": ("bot.tgz", lambda: tar_of(tar_member("bot.py", tarfile.LNKTYPE, "/etc/passwd")), "has a link in it"),
    "device": ("bot.tar", lambda: tar_of(tar_member("bot.py", tarfile.CHRTYPE), mode="w"), "has a link in it"),
    "tar bomb": ("bot.tar.gz", lambda: tar_of(tar_member("bot.py"), data=bytes(40 << 20)), "16 MiB"),
    "no tar": ("bot.tar", lambda: b"nonsense", "cannot be read"),
}


@pytest.mark.parametrize("kind", BAD_ARCHIVES)
def test_a_bad_archive_is_refused_in_words(kind: str) -> None:
    name, make, sentence = BAD_ARCHIVES[kind]
    with pytest.raises(BadUpload) as error:
        read_upload(name, make())
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("bot.txt", BOT, "bot.txt is no bot: upload a file that ends in .py, "),
        ("", BOT, "Name the file that you upload"),
        (".bashrc", BOT, "Name the file that you upload"),
        ("bot.py", b"", "The file bot.py is empty."),
        ("bot.py", bytes(upload.MOST_BYTES + 1), "4 MiB are the most"),
    ],
)
def test_a_bad_file_is_refused_in_words(name: str, data: bytes, sentence: str) -> None:
    with pytest.raises(BadUpload) as error:
        read_upload(name, data)
    assert sentence in str(error.value)


def test_a_folder_without_a_bot_is_refused_by_its_own_name() -> None:
    with pytest.raises(BadUpload, match="The folder owl has no source file of a bot"):
        find_language(read_upload("owl.zip", zip_of(("notes.md", b"hello"))))
    with pytest.raises(BadUpload, match="not by a command"):
        find_language(read_upload("owl.zip", zip_of(("bot.toml", b'run = "/bin/sh"'), ("bot.py", BOT))))
