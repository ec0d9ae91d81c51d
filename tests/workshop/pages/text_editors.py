"""The text that is open in the workshop's editor: read, put in the place of another, waited for."""

import time

TYPED_IN = ".source .cm-content"
OPEN = "const { EditorView } = await import('./vendor/codemirror.js'); const view = EditorView.findFromDOM(document.querySelector('.source .lines').shadowRoot.querySelector('.cm-editor'));"


def text_of(page):
    """Return the whole text, of which a page has only the lines that are seen."""
    return page.evaluate(f"async () => {{ {OPEN} return view.state.doc.toString(); }}")


def chosen_in(page):
    """Return what is selected in the text."""
    return page.evaluate(
        f"async () => {{ {OPEN} const {{ from, to }} = view.state.selection.main; return view.state.sliceDoc(from, to); }}"
    )


def put(page, text):
    """Put a text in the place of another: a browser takes seconds to insert hundreds of lines as if they were typed."""
    page.evaluate(
        f"async text => {{ {OPEN} view.dispatch({{ changes: {{ from: 0, to: view.state.doc.length, insert: text }} }}); }}",
        text,
    )


def wait_for_text(page, text):
    """Wait until the text is this one."""
    until = time.monotonic() + 8
    while text_of(page) != text and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert text_of(page) == text
