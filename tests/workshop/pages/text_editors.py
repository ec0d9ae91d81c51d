"""The open text in the workshop's editor: read it, replace it, wait for it."""

from tests.workshop.programs import until

TYPED_IN = ".source .cm-content"


def within(part):
    """Return the beginning of a script that has the view of the text in a part of the page."""
    return (
        "const { EditorView } = await import('./vendor/codemirror.js'); "
        f"const {{ shadowRoot }} = document.querySelector('{part} .lines'); "
        "const view = EditorView.findFromDOM(shadowRoot.querySelector('.cm-editor'));"
    )


OPEN = within(".source")


def text_of(page, part=".source"):
    """Return the whole text, because the page has only the visible lines."""
    return page.evaluate(f"async () => {{ {within(part)} return view.state.doc.toString(); }}")


def chosen_in(page):
    """Return the selected part of the text."""
    return page.evaluate(
        f"async () => {{ {OPEN} const {{ from, to }} = view.state.selection.main; return view.state.sliceDoc(from, to); }}"
    )


def line_of_cursor(page):
    """Return the text of the line with the cursor."""
    return page.evaluate(f"async () => {{ {OPEN} return view.state.doc.lineAt(view.state.selection.main.head).text; }}")


def put(page, text):
    """Replace the text at once: a browser takes seconds to insert hundreds of lines as typed text."""
    page.evaluate(
        f"async text => {{ {OPEN} view.dispatch({{ changes: {{ from: 0, to: view.state.doc.length, insert: text }} }}); }}",
        text,
    )


def wait_for_end(page, text, part):
    """Open the text in a part of the page, and wait until it ends with `text`."""
    page.locator(f"{part} details:not([open])").last.locator("summary").click()
    page.locator(f"{part} .cm-content").wait_for()
    until(page, lambda: text_of(page, part).endswith(text))
    assert text_of(page, part)[-len(text) :] == text
