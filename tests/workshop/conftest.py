"""What needs a browser, or the JavaScript that comes with what drives one, is left out where there is none; the last line tells of it."""

from pathlib import Path

import pytest

from tests.conftest import LEFT_OUT
from tests.workshop.browsers import found, is_required, javascript, why_none

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config, items):
    """Leave out the tests that cannot be run here, pages and scripts without a page, unless they are required."""
    if is_required():
        return
    left = [item for item in items if not found() and item.path.is_relative_to(HERE / "pages")]
    left += [item for item in items if not javascript() and hasattr(getattr(item, "module", None), "Scripts")]
    if left:
        items[:] = [item for item in items if item not in left]
        config.hook.pytest_deselected(items=left)
        config.stash[LEFT_OUT] = f"the workshop's pages ({len(left)} tests), as {why_none()}"


@pytest.fixture
def house(tmp_path):
    """A workshop for the games in the box."""
    from tests.workshop.desks import House

    return House(tmp_path)


@pytest.fixture
def own(tmp_path):
    """A workshop with a home of its own, in which nothing lies yet."""
    from tests.workshop.desks import house_over

    return house_over(tmp_path)


@pytest.fixture
def table(tmp_path):
    """A table of Paper Dungeons that has begun, beside any workshop."""
    from generator.workshop.shared_session import new_session
    from tests.workshop.test_tables import rules_of

    table = new_session(tmp_path, rules_of("paper-dungeons", "en"), solo=False)
    table.begin()
    return table
