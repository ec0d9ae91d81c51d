"""Note which facts and sentences somebody compared: each fact with its pages and sentences, in every language.

The facts are only in sources.yaml; this tool keeps digests of the facts and the sentences. The test fails for a changed
sentence, and for a fact that moved or lost its sentence, until somebody reads it again:

    python -m tools.facts GAME             lists the facts and sentences to read again
    python -m tools.facts GAME KEY ...     notes that these sentences (or facts) are right in all languages
    python -m tools.facts --coverage       prints how many facts of each book the rules of each game state
"""

import hashlib
import sys
from functools import cache
from pathlib import Path

import yaml

from generator.game.rule_sources import OURS, RuleSources, books_at, read_sources, words_in
from generator.game.words import languages_of
from generator.reading.game_catalogue import GameCatalogue

ROOT = Path(__file__).parents[1]
CATALOGUE = GameCatalogue((ROOT,))
FOLDER = ROOT / "tests" / "data" / "facts"
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "cards").glob("*/sources.yaml")))


def digest(text):
    """Return a short digest of a text, which changes with every letter."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


@cache
def known(game) -> RuleSources:
    return read_sources(CATALOGUE, game)


def facts_of(sources, key):
    """Return the ids of the facts that a sentence states."""
    return [name for name in sources.named.sentences.get(key, ()) if not name.startswith(OURS)]


def places_of(sources, key):
    """Return the places in books of the facts that a sentence states, and `ours` for one of our own rules."""
    facts = sources.named.facts
    places = dict.fromkeys(place for name in facts_of(sources, key) if name in facts for place in facts[name].at)
    return [*places, "ours"] if sources.ours_of(key) else [*places]


def coverage(sources):
    """Return (book, facts, facts that the rules state) for each book of the whole game, or for all books together."""
    named = sources.named
    whole = sources.whole_books or {"": "all"}
    others = named.books.keys() - whole.keys()
    of_books = {
        book: [name for name, fact in named.facts.items() if not book or books_at(fact.at) & {book, *others}]
        for book in whole
    }
    return [(book, len(facts), sum(name in sources.told_by for name in facts)) for book, facts in of_books.items()]


@cache
def sentences_now(game):
    """Return, for each sentence of a game, its digests in the order of its languages."""
    languages = languages_of(CATALOGUE, game)
    words = {language: words_in(CATALOGUE, game, language) for language in languages}
    return {
        key: " ".join(digest(words[language].get(key, "")) for language in languages) for key in known(game).sentences
    }


@cache
def facts_now(game):
    """Return, for each fact of a game, the digest of its text, its places, and the sentences that state it."""
    sources = known(game)
    return {
        name: digest("\n".join((fact.says, *fact.at, "told by", *sources.told_by.get(name, ()))))
        for name, fact in sources.named.facts.items()
    }


def pinned(game):
    """Return the digests of the facts and sentences that somebody read."""
    file = FOLDER / f"{game}.yaml"
    return yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else {"facts": {}, "sentences": {}}


def to_read(game):
    """Return the facts and sentences that changed since somebody read them."""
    noted = pinned(game)
    facts, sentences = facts_now(game), sentences_now(game)
    return (
        [name for name in {**noted["facts"], **facts} if noted["facts"].get(name) != facts.get(name)],
        [key for key in {**noted["sentences"], **sentences} if noted["sentences"].get(key) != sentences.get(key)],
    )


def note(game, names):
    """Note that these facts and sentences were read; leave all others unchanged."""
    noted, now = pinned(game), {"facts": facts_now(game), "sentences": sentences_now(game)}
    for part, values in noted.items():
        for name in names:
            if name in now[part]:
                values[name] = now[part][name]
            elif name in values:
                del values[name]
    lines = ["# What was read in all languages: python -m tools.facts"]
    for part in ("facts", "sentences"):
        order = {name: index for index, name in enumerate(now[part])}
        lines.append(f"{part}:")
        for name in sorted(noted[part], key=lambda name: order.get(name, len(order))):
            lines.append(f'  {name}: "{noted[part][name]}"')
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def shown(game, facts, sentences):
    """Return the text to read: each sentence in all languages, with the facts that it must state."""
    sources, lines = known(game), []
    for name in facts:
        fact = sources.named.facts.get(name)
        stated_by = ", ".join(sources.told_by.get(name, ())) or "nothing"
        lines.append(f"{name}: {fact.says} {list(fact.at)}, told by {stated_by}" if fact else f"{name}: is gone")
    for key in sentences:
        lines.append(f"\n{key}")
        lines += [
            f"  {language}: {words_in(CATALOGUE, game, language).get(key, '(is gone)')}"
            for language in languages_of(CATALOGUE, game)
        ]
        lines += [f"    {fact}: {sources.named.facts[fact].says}" for fact in facts_of(sources, key)]
        lines += [f"    ours: {sources.rules[name]}" for name in sources.ours_of(key)]
    return "\n".join(lines)


if __name__ == "__main__":
    game_or_option, *keys = sys.argv[1:]
    if game_or_option == "--coverage":
        sys.stdout.write("".join(f"{game} {row}\n" for game in GAMES for row in coverage(known(game))))
        sys.exit()
    if keys:
        note(game_or_option, keys)
    sys.stdout.write(shown(game_or_option, *to_read(game_or_option)) + "\n")
