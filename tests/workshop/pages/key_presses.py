"""Hands that have a keyboard alone: wherever Tab comes by, one sees where one is."""

from tests.workshop.programs import until

# what of the part with the focus cannot be seen: it is beyond the window, covered, or has no outline of its own
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
    """Press a key that leads elsewhere; where that is, it is seen. The frame of a text comes a moment later."""
    page.keyboard.press(key)
    if page.evaluate(UNSEEN):
        until(page, lambda: page.evaluate(UNSEEN) == "")
        assert page.evaluate(UNSEEN) == ""


def tab_to(page, place, key="Tab", most=60):
    """Press Tab until a place has the focus; wherever it comes by, it is seen."""
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
