"""Every kind of printed file is sound: qpdf finds no error and no warning in it."""

import shutil
import subprocess

import pikepdf
import pytest

from tests.cli.test_calibrate import answers
from tests.conftest import often
from tests.tables import tables

TABLES = tables(__file__)

OUTPUTS = TABLES["outputs"]


def complaints(path):
    """Return the errors that qpdf finds in a file; use its library if the command is not installed."""
    command = shutil.which("qpdf")
    if command is None:
        try:
            with pikepdf.open(path, attempt_recovery=False) as pdf:
                return [
                    str(each) for each in (pdf.check_pdf_syntax() if hasattr(pdf, "check_pdf_syntax") else pdf.check())
                ]
        except pikepdf.PdfError as fault:
            return [str(fault)]
    result = subprocess.run([command, "--check", path], capture_output=True, text=True, check=False)
    return [] if result.returncode == 0 else [result.stdout + result.stderr]


@pytest.mark.parametrize("name", sorted(OUTPUTS.keys() - often({"kit"}, set())))
def test_qpdf_has_nothing_to_say(name, scrawl, tmp_path):
    result = scrawl(*OUTPUTS[name])
    assert result.returncode == 0, result.stderr
    files = sorted(tmp_path.rglob("*.pdf"))
    assert files
    assert {path.name: complaints(path) for path in files if complaints(path)} == {}


def test_a_printer_s_profile_leaves_files_sound(scrawl, tmp_path):
    printers = ("--printers", tmp_path / "printers.yaml")
    scrawl(
        "calibrate",
        "--set",
        "office",
        *printers,
        stdin=answers("238,1", "159", "1.5", "-5", "−1", "-8", "1", "-7", "238.5"),
    )
    for words in (("print", "cards", "--paper", "a4"), ("print", "sheets", "--edition", "large-print")):
        assert scrawl(*words, "--printer", "office", *printers, "-o", "x.pdf").returncode == 0
        assert complaints(tmp_path / "x.pdf") == []


def test_a_damaged_file_is_noticed(scrawl, tmp_path):
    scrawl("print", "sheets", "-o", "x.pdf")
    path = tmp_path / "x.pdf"
    path.write_bytes(path.read_bytes()[:-400])
    assert complaints(path)
