"""Press keys as a person with only a keyboard: the focus is visible wherever Tab goes."""

from playwright.sync_api import expect

from tests.workshop.programs import until

# a description of an element with invisible focus: outside the window, covered, or without its own outline
UNSEEN = """() => {
    let at = document.activeElement;
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (at === document.body) return '';
    const drawn = at.closest('.cm-editor') ?? at;  // the frame of a text is that of its editor
    const style = getComputedStyle(drawn), { left, top, right, bottom } = drawn.getBoundingClientRect();
    const across = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2, down = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const hit = at.getRootNode().elementFromPoint(across, down);
    const isSeen = hit && (drawn.contains(hit) || hit.contains(drawn) || at.labels?.[0]?.contains(hit));
    if (isSeen && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) return '';
    return `${at.outerHTML.slice(0, 120)}: ${style.outlineStyle} ${style.outlineWidth}, ${isSeen ? 'seen' : 'not seen'}`;
}"""


def press(page, key):
    """Press a key that moves the focus; the new place is visible. The frame of a text editor comes a moment later."""
    page.keyboard.press(key)
    until(page, lambda: page.evaluate(UNSEEN) == "")


def tap_into(field):
    """Tap a field and wait for its focus: keys are faster than the tap of a busy browser; no finger is."""
    field.tap()
    expect(field).to_be_focused()


def tab_to(page, place, key="Tab", most=60):
    """Press Tab until a place has the focus; every place on the way is visible."""
    for _ in range(most):
        press(page, key)
        if place.evaluate("each => each === document.activeElement"):
            return place
    raise AssertionError(f"{place} is not reached")


def enter(page, place, key="Tab"):
    tab_to(page, place, key)
    page.keyboard.press("Enter")


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)
