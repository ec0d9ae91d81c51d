"""`scrawl explain`: the meaning of a fault's code, and what to do about it."""

from collections.abc import Iterator
from typing import Any

import click

from generator.cli.console import say
from generator.cli.options import complete_from


def codes(_catalogue: Any, _game: str | None) -> Iterator[tuple[str, str]]:
    """Yield the codes of faults with their meanings."""
    from generator.check.fault_codes import meanings

    yield from ((meaning.code, meaning.means) for meaning in meanings().values())


@click.command(epilog="Example: scrawl explain L031")
@click.argument("code", required=False, shell_complete=complete_from(codes))
def explain(code: str | None) -> None:
    """Explain the code of a fault; without a code, list them all."""
    from generator.check.fault_codes import families, meanings
    from generator.diagnostics import did_you_mean

    known = meanings()
    if code is None:
        family = ""
        for fault in known.values():
            if families()[fault.code[0]] != family:
                say(("\n" if family else "") + (family := families()[fault.code[0]]))
            say(f"  {fault.code}  {fault.means}")
        return
    meaning = known.get(code.upper())
    if meaning is None:
        hint = (
            did_you_mean(code.upper(), known) if len(code) == 4 else "codes look like L031; scrawl explain lists them"
        )
        raise click.UsageError(f"there is no code {code!r}; {hint}")
    say(f"{meaning.code}  {meaning.means}\n      {meaning.cure}")
