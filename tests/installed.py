"""Packages as an installer leaves them: a folder with the files, and one that describes the distribution."""

import json
from collections.abc import Sequence
from pathlib import Path


def install(folder: Path, game: str, files: Sequence[str] = (), project: Path | None = None, dist: str = "") -> None:
    """Describe the distribution of a game in `folder`; with `project` as one that is edited in place there."""
    info = folder / f"{dist or f'ludotheque_{game}'}-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {dist or f'ludotheque-{game}'}\nVersion: 1.0\n")
    (info / "RECORD").write_text("".join(f"{file},,\n" for file in files))
    (info / "entry_points.txt").write_text(f"[ludotheque.games]\n{game} = ludotheque_{game}\n")
    if project is not None:
        origin = {"url": project.as_uri(), "dir_info": {"editable": True}}
        (info / "direct_url.json").write_text(json.dumps(origin))
