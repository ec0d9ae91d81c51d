"""The text on the pages of a PDF, as PDFium reads it."""

import pypdfium2


def page_texts(source):
    """Return the text of each page of a PDF: a path or bytes."""
    document = pypdfium2.PdfDocument(source)
    try:
        return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]
    finally:
        document.close()
