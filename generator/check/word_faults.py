"""Checks the words of a game in its languages: missing, empty, of a wrong type, or not translated."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.diagnostics import (
    CappedDiagnosticList,
    Diagnostic,
    InvalidInput,
    Severity,
    SourceLocation,
    did_you_mean,
    for_column,
    nearest,
)
from generator.game.game import Game
from generator.game.manifest import read_manifest
from generator.game.words import (
    FALLBACK,
    MACHINERY,
    SCORER,
    Words,
    codes_by_name,
    file_of,
    is_empty,
    is_text,
    languages_of,
    leaves_of,
    machinery_words,
    own_file,
    read_words,
    short_list,
    unknown_names,
)
from generator.layout.icons import ICON_CODE
from generator.reading.decks import CardRecord, read_deck
from generator.reading.game_catalogue import TABLES, GameCatalogue
from generator.reading.phrase_templates import FORMS, OTHER, PLURALS, forms_by_kind, names_in, plural_of, plural_rules
from generator.reading.structure import unquoted_hint
from generator.reading.yaml_nodes import Node
from generator.scoring.spec import deck_nodes, scoring_node

CARD_WORDS = "cards"
NUMBER_KINDS = ("zero", "one", "two", "few", "many", OTHER)
SENTENCE = 4  # words of a text that is hardly a name
FEW_WORDS = 10  # smaller games may well have the same names
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
# a placeholder or an icon
_NAMED = re.compile(rf"\{{image:[^{{}}]+(?=\}})|\{{(?!image:)[\w.]+|(?<!\\):{ICON_CODE.pattern}:")
_KIND = re.compile(r"\{image:|\{(?:\w+\.)*|:")
_FORMS = re.compile(rf"\{{[\w.]+({FORMS})\}}")
SAID = ("calibration", "dungeons")  # sections of the program's words with placeholders, never laid out
BUILT_IN = "the built-in file"
SameFault = tuple[object, ...]  # a key that is equal for all faults that are joined into one
SPOKEN = {MACHINERY: "page numbers, rulers, instructions", SCORER: "questions and reasons of the score"}


def word_faults(catalogue: GameCatalogue, game: str) -> list[Diagnostic]:
    """Return the faults of a game's words in all its languages, and of the program's words in these languages.

    A missing word is a warning if the English word is printed instead, else an error, as is a word of a wrong type.
    """
    faults: list[Diagnostic] = []
    words_by_language: dict[str, Words] = {}
    families = (MACHINERY, SCORER) if catalogue.find(f"cards/{game}/scoring.yaml") is not None else (MACHINERY,)
    for language in languages_of(catalogue, game):
        try:
            words = read_words(catalogue, game, language)
            words_by_language |= {language: words} if words.node.is_map else {}
        except InvalidInput as fault:
            faults += fault.diagnostics
            continue
        absent = [family for family in families if not catalogue.find(file_of("common", f"{family}{language}"))]
        faults += [_untranslated(catalogue, absent, language, words.place)] if absent else []
        for family in families:
            faults += machinery_faults(catalogue, family, language) if family not in absent else []
    as_english = untranslated_notes(words_by_language) if game in catalogue.own_games else []
    formless = [
        fault
        for language, words in words_by_language.items()
        for fault in _formless(_texts(words.layers[-1].node).values(), catalogue, language)
    ]
    misnamed = misnamed_card_words(catalogue, game, words_by_language)
    explained = [f"'{path}" for _, paths in misnamed for path in paths]
    lacking = [
        fault
        for fault in compare_words(words_by_language)
        if fault.code != "W001" or not any(path in fault.message for path in explained)
    ]
    return [*faults, *(fault for fault, _ in misnamed), *lacking, *as_english, *formless]


def untranslated_notes(words_by_language: Mapping[str, Words]) -> list[Diagnostic]:
    """Return a note for each language in which most words are as in English, or some sentence is.

    A few equal words may be names.
    """
    if FALLBACK not in words_by_language:
        return []
    english = dict(_lettered(words_by_language[FALLBACK].layers[-1].node))
    notes = []
    for language, words in words_by_language.items():
        own_node = words.layers[-1].node
        both = [(text, english[path]) for path, text in _lettered(own_node) if path in english]
        equal_count = sum(text == english_text for text, english_text in both)
        copied = [
            path for path, text in _lettered(own_node) if text == english.get(path) and len(text.split()) >= SENTENCE
        ]
        if not language.startswith(FALLBACK) and len(both) >= FEW_WORDS and 2 * equal_count > len(both):
            message = f"{equal_count} of {len(both)} words are as in English"
            notes.append(Diagnostic("W010", message, own_node.place, f"translate them into {language!r}", "note"))
        elif not language.startswith(FALLBACK) and copied:
            more_text = f" and {len(copied) - 1} more" if len(copied) > 1 else ""
            place = (own_node.at(copied[0]) or own_node).place
            message = f"{copied[0]!r}{more_text}: as in English"
            notes.append(Diagnostic("W010", message, place, f"translate into {language!r}", "note"))
    return notes


def _lettered(node: Node) -> Iterator[tuple[str, str]]:
    """Yield (dotted path, text) for all texts in a node that have letters outside placeholders."""
    for path, word in _texts(node).items():
        if isinstance(word.value, str) and any(map(str.isalpha, _PLACEHOLDER.sub("", word.value))):
            yield path, word.value


def _untranslated(
    catalogue: GameCatalogue, families: Sequence[str], language: str, place: SourceLocation
) -> Diagnostic:
    subjects = " and ".join(SPOKEN[family] for family in families)
    message = f"{subjects} are in English: the program has no words in {language!r}"
    names = [
        [file_of("common", f"{family}{file_language}") for file_language in (FALLBACK, language)] for family in families
    ]
    hint = ", and ".join(f"translate {english} as {translation}" for english, translation in names)
    hint = f"{hint}: `scrawl new copy {names[0][0]}` brings the English one"
    codes = sorted(set(codes_by_name(catalogue).values()))
    if language not in codes and (similar := nearest(language, codes)):
        hint = f"is {similar!r} meant, in {place.path.removesuffix(f'{language}.yaml')}{similar}.yaml? Else {hint}"
    return Diagnostic("W003", message, place, hint, "warning")


def machinery_faults(catalogue: GameCatalogue, family: str, language: str) -> list[Diagnostic]:
    """Return faults of a translation of the program's words (`family`): missing words, wrong types or placeholders."""
    try:
        words = machinery_words(catalogue, language, family)
        own_node, merged_node = words.layers[-1].node, words.node
    except InvalidInput as fault:
        return list(fault.diagnostics)
    return [
        *_lacking(merged_node, own_node, FALLBACK, words),
        *_empty(own_node, words),
        *_asking(own_node, words, family),
        *_formless(_texts(own_node).values(), catalogue, language),
    ]


def _asking(own_node: Node, words: Words, family: str) -> Iterator[Diagnostic]:
    """Yield a warning for each placeholder in a translated sentence that the English sentence does not have."""
    for path, node in _texts(own_node).items():
        if family == SCORER or path.partition(".")[0] in SAID:
            below = [
                str(english_node.value)
                for layer in words.layers[:-1]
                if (english_node := layer.node.at(path)) is not None
            ]
            english_names = {name for text in below for name in names_in(text)}
            if below:
                yield from (fault._replace(severity="warning") for fault in unknown_names(path, node, english_names))


def _formless(nodes: Iterable[Node], catalogue: GameCatalogue, language: str) -> Iterator[Diagnostic]:
    """Yield a warning for each text in which a plural form is missing or unknown, or has no rule in its language.

    A single form `other` is a word that does not change; together with other forms it replaces none of them.
    """
    agreeing = [(forms, node) for node in nodes for forms in _FORMS.findall(str(node.value))]
    kind_of = plural_of(catalogue, language)
    needed_kinds = {kind_of(number) for number in range(100)} if agreeing else set()
    for forms, node in agreeing:
        forms_of_kinds = forms_by_kind(forms)
        if plural_rules(catalogue, language) is None and len(forms_of_kinds) > 1:
            message = f"{forms.lstrip('|')!r} has forms, and no rule tells which goes with which number in {language!r}"
            hint = f"write the rule of {language} into a {PLURALS} of your own, as `scrawl new copy {PLURALS}` shows"
            yield Diagnostic("W013", message, node.place, hint, "warning")
            return
        if odd := sorted(forms_of_kinds.keys() - set(NUMBER_KINDS)):
            message = f"{forms.lstrip('|')!r} has a form for {odd[0]!r}, which no number is"
            yield Diagnostic("W011", message, node.place, did_you_mean(odd[0], NUMBER_KINDS), "warning")
        if forms_of_kinds.keys() != {OTHER} and (lacking := sorted(needed_kinds - forms_of_kinds.keys())):
            message = f"{forms.lstrip('|')!r} has no form for {' and '.join(lacking)}"
            hint = f"add it: |{lacking[0]}: ..."
            yield Diagnostic("W011", message, node.place, hint, "warning")


def _texts(node: Node) -> dict[str, Node]:
    return {path: leaf for path, leaf in leaves_of(node) if is_text(leaf)}


def compare_words(words_by_language: Mapping[str, Words]) -> list[Diagnostic]:
    """Return a fault for each word that is missing or empty in one language and present in another.

    Lists must have as many entries as in English, or as in the first language of a game without English.
    """
    faults: dict[tuple[str, str], Diagnostic] = {}
    standard = FALLBACK if FALLBACK in words_by_language else next(iter(words_by_language), "")
    for language, words in words_by_language.items():
        own_node = words.layers[-1].node
        other_nodes = {
            other_language: other_words.layers[-1].node
            for other_language, other_words in words_by_language.items()
            if other_language != language
        }
        below = [layer.node for layer in words.layers[:-1]]
        shadowed = [
            (BUILT_IN, node) for node in below if node.place.path == words.place.path
        ]  # a file of the same name
        references = [*other_nodes.items(), *shadowed]
        lacking = (
            fault
            for other_language, node in references
            for fault in _lacking(node, own_node, other_language, words)
            if fault.code != "W002" or other_language in (standard, BUILT_IN)
        )
        unlike = _unlike(other_nodes[standard], words) if standard in other_nodes else ()
        for fault in (*lacking, *unlike, *_empty(own_node, words)):
            faults.setdefault((fault.place.path, fault.message.split(" (")[0]), fault)
    return list(faults.values())


def _lacking(reference: Node, node: Node, other_language: str, words: Words, path: str = "") -> Iterator[Diagnostic]:
    if reference.is_list and node.is_list and len(reference.value) != len(node.value):
        yield short_list(path, node, len(reference.value), other_language, _severity(path, words))
    if not reference.is_map:
        return
    for key, child in reference.items():
        own_child, child_path = node.get(key), f"{path}.{key}".lstrip(".")
        if own_child is None:
            message = f"missing word {child_path!r} ({other_language} has it)"
            note = (
                f", or delete it from {other_language}.yaml"
                if words.language == FALLBACK and other_language != BUILT_IN
                else ""
            )
            yield Diagnostic("W001", message, node.place, f"add {key}: ...{note}", _severity(child_path, words))
        else:
            yield from _lacking(child, own_child, other_language, words, child_path)


def _unlike(reference: Node, words: Words) -> Iterator[Diagnostic]:
    """Yield a warning for each text whose placeholders and icons differ from those of the same text in `reference`."""
    own_texts = _texts(words.layers[-1].node)
    of_words = reference.place.path.rpartition("/")[2]
    for path, node in _texts(reference).items():
        if path in own_texts and (fault := _unlike_text(path, own_texts[path], node, of_words)):
            yield fault


def _unlike_text(name: str, own_node: Node, reference: Node, of_words: str) -> Diagnostic | None:
    """Return a warning if a text prints other values or icons than `reference`, which is in `of_words`."""
    names, reference_names = (
        {f"{name}{'}' * (name[0] == '{')}" for name in _NAMED.findall(str(node.value))}
        for node in (own_node, reference)
    )
    new, absent = sorted(names - reference_names), sorted(reference_names - names)
    is_other = not {_KIND.match(mark)[0] for mark in new}.isdisjoint(_KIND.match(mark)[0] for mark in absent)  # type: ignore[index]
    # one more value of several may be what a language needs; an icon, or a value where the other prints none, is not
    added = new if is_other else [mark for mark in new if mark[0] == ":" or not reference_names]
    if not added and (new or not absent):
        return None
    listed = " and ".join(added or absent)
    message = f"{name!r} prints {'' if added else 'no '}{listed}, which {of_words} does{' not' * bool(added)}"
    hint = f"it has {' and '.join(absent)} there" if absent else "show it there too, or delete it"
    return Diagnostic("W009", message, own_node.place, hint, "warning")


def _empty(node: Node, words: Words, path: str = "") -> Iterator[Diagnostic]:
    if node.is_map and (hint := unquoted_hint(node)) and node.key_place(next(iter(node.value))) != node.place:
        yield Diagnostic("W005", f"word {path!r} is a placeholder without quotes", node.place, hint)
    elif node.is_map:
        for key, child in node.items():
            yield from _empty(child, words, f"{path}.{key}".lstrip("."))
    elif is_empty(node):
        yield Diagnostic("W001", f"word {path!r} is empty", node.place, "write the word", _severity(path, words))


def _severity(path: str, words: Words) -> Severity:
    """Return the severity of a missing word: a warning if another language's word replaces it, else an error."""
    stands_in = words.node.at(path)
    return "error" if stands_in is None or is_empty(stands_in) else "warning"


# the words of cards


MisnamedCardWords = tuple[Diagnostic, tuple[str, ...]]
"""A fault about words under a wrong key; the path as written, and the path probably meant, whose words are missing."""


def misnamed_card_words(
    catalogue: GameCatalogue, game: str, words_by_language: Mapping[str, Words]
) -> list[MisnamedCardWords]:
    """Return faults of words of cards whose deck or card does not exist; empty for a game that cannot be read.

    A fault is an error if the deck or card that is probably meant has no words in that language.
    """
    try:
        manifest = read_manifest(catalogue, game)
        keys: dict[str, Sequence[str]] = dict.fromkeys((*manifest.pieces, *manifest.tables), ())
        for deck, entry in manifest.tables.items():
            if not entry.maps and deck not in manifest.pieces:
                keys[deck] = [card.key for card in read_deck(catalogue, game, deck)]
        scoring = catalogue.find(f"cards/{game}/scoring.yaml")
        for deck in {node.value for node in deck_nodes(scoring_node(catalogue, game))} - keys.keys() if scoring else ():
            keys[deck] = [card.key for card in read_deck(catalogue, game, deck)]
    except InvalidInput:
        return []
    nodes = [node for words in words_by_language.values() if (node := words.layers[-1].node.at(CARD_WORDS)) is not None]
    return [misnamed for node in nodes if node.is_map for misnamed in _misnamed(node, keys)]


def _misnamed(node: Node, keys: Mapping[str, Sequence[str]]) -> Iterator[MisnamedCardWords]:
    for deck, cards in node.items():
        if deck not in keys:
            yield _misnamed_fault(node, deck, CARD_WORDS, list(keys), f"no deck is called {deck!r}")
        elif cards.is_map and any(key in keys[deck] for key in cards.value):  # else the deck has lost its keys
            for key in cards.value:
                if key not in keys[deck]:
                    path = f"{CARD_WORDS}.{deck}"
                    yield _misnamed_fault(cards, key, path, keys[deck], f"no card of {deck!r} is called {key!r}")


def _misnamed_fault(node: Node, name: str, path: str, valid_names: Sequence[str], message: str) -> MisnamedCardWords:
    similar_name = nearest(name, valid_names)
    is_lacking = similar_name is not None and node.get(similar_name) is None
    severity: Severity = "error" if is_lacking else "warning"
    fault = Diagnostic("W012", message, node.key_place(name), did_you_mean(name, valid_names), severity)
    return fault, (f"{path}.{name}", *([f"{path}.{similar_name}"] if is_lacking else []))


def card_translation_faults(game: Game, deck: str) -> list[Diagnostic]:
    """Return a warning for each word of a card that is translated neither in the deck nor in words/, or lacks a form.

    A fault is placed at the cell; faults of a column are joined to one, at its first cell or, if the column is missing,
    at the heading of the column beside it. Raises InvalidInput for a deck that cannot be read.
    """
    faults_by_key: dict[SameFault, list[Diagnostic]] = {}
    for card in game.deck(deck):
        for fault_key, fault in _of_card(game, deck, card):
            faults_by_key.setdefault(fault_key, []).append(fault)
    for language in game.languages:
        cells = [
            words.value[language]
            for card in game.deck(deck)
            for words in (card.node.value or {} if card.node else {}).values()
            if words.is_map and words.get(language)
        ]
        faults_by_key |= {(fault.place, fault.message): [fault] for fault in _formless(cells, game.catalogue, language)}
    files: dict[str, CappedDiagnosticList] = {}
    for faults in faults_by_key.values():
        path = faults[0].place.path
        files.setdefault(path, CappedDiagnosticList()).add(for_column(list(dict.fromkeys(faults))))
    return [fault for file in files.values() for fault in file.diagnostics]


def _of_card(game: Game, deck: str, card: CardRecord) -> Iterator[tuple[SameFault, Diagnostic]]:
    """Yield (key, fault) for each missing translation of a card; faults with equal keys are joined later."""
    for name, words in card.node.items() if card.node is not None and card.node.is_map else ():
        if not words.is_map or not set(words.value) <= set(game.languages):
            continue
        translated = [language for language in game.languages if _is_told(words.get(language))]
        for language in game.languages if translated else ():
            elsewhere = own_file(game.catalogue, game.id, language).at(f"{game.words_of_card(deck, card.key)}.{name}")
            reference_language = FALLBACK if FALLBACK in translated else translated[0]
            if language not in translated and not _is_told(elsewhere):
                yield _lacking_of_card(card, name, language, reference_language)
            elif language in translated and (
                fault := _unlike_text(
                    f"{name}.{language}",
                    words.value[language],
                    words.value[reference_language],
                    f"{name}.{reference_language}",
                )
            ):
                yield (fault.place, language), fault


def _is_told(word: Node | None) -> bool:
    return word is not None and not is_empty(word)


def _lacking_of_card(card: CardRecord, name: str, language: str, other_language: str) -> tuple[SameFault, Diagnostic]:
    assert card.node is not None
    column, node = f"{name}.{language}", card.node
    message = f"missing word {column!r} of card {card.key!r} ({other_language} has it)"
    if not node.place.path.endswith(TABLES):
        words = node.value[name]
        word_node = words.get(language) or words
        return (word_node.place, language), _warning(message, word_node.place, f"add {language}: ...")
    fault_key = (node.place.path, column)
    if column in (node.key_places or {}):
        place = node.place._replace(column=node.key_place(column).column)
        return fault_key, _warning(message, place, "fill the cell")
    message = f"missing column {column!r} ({other_language} has one)"
    return fault_key, _warning(message, node.key_place(name), f"add a column {column}")


def _warning(message: str, place: SourceLocation, hint: str) -> Diagnostic:
    return Diagnostic("W001", message, place, hint, "warning")
