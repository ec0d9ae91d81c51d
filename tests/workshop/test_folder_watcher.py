"""The open workshop watches folders that appear, disappear and appear again."""

import asyncio
import shutil
import time

from generator.workshop import folder_watcher as watching
from generator.workshop.folder_watcher import FolderWatcher


async def wait_for_change(changes, action):
    """Run an action and wait until the watcher reports a change."""
    before = changes.revision
    action()
    async with asyncio.timeout(10):
        while changes.revision == before:
            await asyncio.sleep(0.02)


def test_what_is_saved_in_a_folder_that_came_later_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "LOOK", 100)
    monkeypatch.setattr(watching, "SETTLE", 0.1)
    dungeons = tmp_path / "cards/mine/dungeons"

    def save(text):
        dungeons.mkdir(parents=True, exist_ok=True)
        (dungeons / "crypt.yaml").write_text(text)

    async def watch_folders():
        changes, stop = FolderWatcher([tmp_path / "cards", tmp_path / "layouts"]), asyncio.Event()
        before = changes.revision
        task = asyncio.create_task(changes.watch(stop))
        await asyncio.sleep(0.05)
        assert changes.revision == before
        for text in ("new folder", "saved in it"):
            await wait_for_change(changes, lambda text=text: save(text))
            await asyncio.sleep(0.2)  # for later reports of the new folder
        await wait_for_change(changes, lambda: shutil.rmtree(tmp_path / "cards"))
        await wait_for_change(changes, lambda: save("come again"))
        await asyncio.sleep(0.2)
        await wait_for_change(changes, lambda: save("saved again"))
        stop.set()
        await task

    asyncio.run(watch_folders())


def test_a_workshop_that_is_opened_again_tells_pages_another_number_though_nothing_changed():
    async def first():
        return await anext(FolderWatcher([]).listen())

    before = asyncio.run(first())
    time.sleep(0.01)
    assert asyncio.run(first()) != before
