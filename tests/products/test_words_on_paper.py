"""What stands on paper in three languages: the rules as the rulebooks have them, numbers that agree, lines that look well."""

import re
from functools import cache

import pytest

from generator.frame import TextItem, walk
from generator.geometry import Size
from generator.products.cards import deck_faces
from generator.products.handout_pages import page_face
from generator.products.print_pack import open_pack
from generator.products.sheets import SheetPrintOptions, sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.page_texts import page_texts

CATALOGUE = GameCatalogue((ROOT,))
LANGUAGES = ("en", "pl", "cs")
A4, CARD = Size(mm(210), mm(297)), Size(mm(63), mm(88))


@cache
def pack(language):
    return open_pack(CATALOGUE, "paper-dungeons", language)


def lines(frame):
    return [item for item, _ in walk(frame.items) if isinstance(item, TextItem)]


def words_of(frame):
    """Return all words of a frame in drawing order, spaces single and plain."""
    return re.sub(r"\s+", " ", " ".join(item.text for item in lines(frame)).replace("\u00a0", " "))


@cache
def printed(what, language):
    """Return the words of a page, the sheet, or a card such as powers/noble."""
    if what == "sheet":
        return words_of(next(iter(sheet_pages(pack(language), SheetPrintOptions(), A4))))
    if "/" in what:
        return " ".join(words_of(face) for face in card(what, language) if face is not None)
    return words_of(page_face(pack(language), what, A4))


@cache
def deck(name, language):
    return deck_faces(pack(language), name, CARD)


def card(what, language):
    name, key = what.split("/")
    faces = deck(name, language)
    return faces.cards[faces.keys.index(key)]


MUST = [
    # where the books differ, or ours stands beside theirs
    ("help", "cs", "jakákoli kostka, na symbolu ani barvě nezáleží (polská pravidla: symbol hrdiny)"),
    ("help", "cs", "jakákoli kostka (polská pravidla: symbol hrdiny); jen předmět se znakem hrdiny"),
    ("dungeons/g", "cs", "Věž černokněžníků"),
    ("powers/ranger", "en", "each water crossing gives 1 step (our limit: each once a move)"),
    ("powers/ranger", "pl", "przejście przez wodę zawsze daje 1 punkt ruchu (u nas każda raz na ruch)"),
    ("powers/ranger", "cs", "dá každé překročení vody 1 krok (u nás každá jednou za pohyb)"),
    # the rules, where they were missing or wrong
    ("bosses/chimera", "en", "Vanish (variant, solo)"),
    ("bosses/chimera", "pl", "Znikają (wariant, solo)"),
    ("bosses/chimera", "cs", "Mizí (varianta, sólo)"),
    (
        "items",
        "en",
        "Vanishing gems , in solo always: after bosses 1 and 2 everyone crosses out the two gems of the boss card that they have not taken.",
    ),
    (
        "items",
        "pl",
        "Znikające klejnoty , w trybie solo zawsze: po bossach 1 i 2 wszyscy przekreślają oba klejnoty z karty bossa, o ile sami ich nie złupili.",
    ),
    (
        "items",
        "cs",
        "Mizející drahokamy , v sólové hře vždy: po prvním a druhém netvorovi všichni přeškrtnou oba drahokamy z karty netvora, pokud je sami nezískali.",
    ),
    ("help", "en", "on a tie, and in solo, to nobody."),
    ("help", "pl", "przy remisie i w trybie solo nikt."),
    ("help", "cs", "při shodě a v sólové hře nikdo."),
    ("powers/treasure_hunter", "en", "Start with 1 lettered gem of your choice; others may still take it"),
    ("powers/treasure_hunter", "pl", "Na początku: 1 wybrany klejnot z mapy, inni też mogą go złupić"),
    ("powers/treasure_hunter", "cs", "Na začátku máš 1 bonusový drahokam mimo mapu"),
    (
        "help",
        "en",
        "must be fought and always falls. It hurts by as much as its level is above that of your hero of this symbol. Cross it out, fill the next box of the track.",
    ),
    (
        "help",
        "pl",
        "trzeba z nim walczyć i zawsze pada. Otrzymujesz tyle obrażeń, o ile jego poziom przewyższa poziom bohatera z tym symbolem.",
    ),
    (
        "help",
        "cs",
        "musíš bojovat a vždy padne. Utrpíš tolik zranění, o kolik je jeho úroveň vyšší než úroveň hrdiny s tímto symbolem.",
    ),
    ("help", "en", "Tie: more explored rooms; if still tied, the victory is shared."),
    ("score_pad", "en", "Tie: more explored rooms; if still tied, the victory is shared."),
    ("score_pad", "pl", "Remis: liczba zbadanych komnat, potem wspólne zwycięstwo."),
    ("score_pad", "cs", "Při shodě rozhoduje počet prozkoumaných místností; pak je vítězství společné."),
    ("items", "en", "Campaign : choose a story and play its three dungeons in order, by the usual rules."),
    ("items", "pl", "Wielka kampania (czeskie zasady): wszystkie dwanaście podziemi, jedna suma."),
    ("items", "cs", "Velekampaň (česká pravidla): všech dvanáct podzemí, jeden součet."),
    (
        "help",
        "en",
        "Everyone who meets a mission claims it (Polish rules: may claim it); then its card leaves the game.",
    ),
    (
        "help",
        "pl",
        "Kto spełnia warunek misji, może ją wypełnić (czeskie zasady: wypełnia); potem jej karta wypada z gry.",
    ),
    (
        "help",
        "cs",
        "Kdo splňuje podmínku úkolu, ohlásí ho (polská pravidla: smí ohlásit); pak kartu odstraňte ze hry.",
    ),
    ("help", "en", "write A B C K at once, all others at the end"),
    ("sheet", "en", "Trap: +1"),
    ("sheet", "pl", "Pułapka: +1"),
    ("sheet", "cs", "Past: +1"),
    ("sheet", "en", "weakest hero, +1 each at level 6"),
    ("sheet", "pl", "+1 za 6. poziom"),
    ("sheet", "cs", "+1 za 6. úroveň"),
    (
        "help",
        "en",
        "always into a room beside yours, never diagonally. The first step of the game enters the bottom row from outside; the next move starts where this one ends.",
    ),
    ("help", "pl", "do komnat obok, nie na ukos."),
    ("help", "cs", "vždy do sousední místnosti, ne šikmo."),
    ("help", "en", "Gain 2 potions, 12 at most in a game"),
    ("help", "en", "What finds no free box is lost."),
    ("help", "en", "Nothing heals it."),
    (
        "help",
        "pl",
        "Każde obrażenie wypełnia serce kolumny, od dołu, albo, jeśli wolisz (czeskie zasady: zawsze najpierw), serce pod miksturą.",
    ),
    ("help", "cs", "Za každé zranění vyplň nejdřív srdce pod lektvarem"),
    ("help", "en", "Whoever has explored the room by now, be it long ago, fights (Czech rules: must fight)."),
    ("help", "en", "everyone keeps one of each, face up"),
    ("help", "en", "Setup powers act now; all other cards go back to the box."),
    ("help", "cs", "(česká pravidla: nebo náhodné 1, 2, 3)"),
    ("help", "en", "one action with each, in any order, the same one again if you like."),
    ("help", "en", "monsters and treasure only once."),
    ("powers/noble", "en", "For each hero reaching level 5: half of any item"),
    ("powers/noble", "pl", "część dowolnego przedmiotu"),
    ("powers/noble", "cs", "polovina libovolného předmětu"),
    ("instructions", "en", "so are most numbers of bosses and tracks"),
    ("instructions", "pl", "większość liczb na kartach bossów i torach"),
    ("instructions", "cs", "většina čísel netvorů a počítadel"),
    # the condition before what it brings
    ("bosses/chimera", "en", "Most strength, no tie: half an item"),
    ("bosses/chimera", "pl", "Największa siła, bez remisu: część przedmiotu"),
    ("bosses/chimera", "cs", "Nejvyšší síla, ne při shodě: polovina předmětu"),
    # numbers and the words beside them
    ("missions/monsters_6", "en", "Beat 6 monsters"),
    ("missions/monsters_6", "pl", "Pokonaj 6 potworów"),
    ("missions/gems_4", "pl", "Złup 4 klejnoty"),
    ("missions/rooms_15", "cs", "Prozkoumej 15 místností"),
    ("missions/gems_4", "cs", "Získej 4 drahokamy"),
    ("missions/gems_4", "en", "4 glory for everyone who meets it in the round it is claimed; then it leaves the game"),
    (
        "missions/gems_4",
        "pl",
        "4 pkt chwały każdemu, kto wypełni ją w tej samej rundzie; potem wypada z gry",
    ),
    (
        "missions/gems_4",
        "cs",
        "4 body slávy každému, kdo úkol splní v kole, kdy je ohlášen; pak kartu odstraňte ze hry",
    ),
    ("powers/assassin", "pl", "Na początku gry 2 wybrane potwory są już pokonane"),
    ("powers/fortune_teller", "pl", "Czaszki zadają ci w każdej rundzie o 1 obrażenie mniej"),
    ("items", "pl", "Klątwa: −1 pkt chwały"),
    ("items", "cs", "Získej 3 lektvary"),
    # language
    ("dungeons/j", "pl", "Wozami powozili bandyci."),
    ("dungeons/b", "pl", "liczy uderzenia waszych serc"),
    ("dungeons/h", "cs", "U třinácti se krysy obracejí."),
    ("goals/obstacles", "pl", "Uruchomione pułapki, pokonane ściany i woda: każdą licz pod mapą"),
    ("goals/obstacles", "cs", "Spuštěné pasti, překonané zdi a vody: zapiš každé pod mapu"),
    ("goals/edge_rooms", "en", "Edge rooms visited, corners too"),
    # what readers asked who had the paper alone
    ("help", "en", "any three dice but , equal symbols too"),
    ("help", "pl", "trzy kości oprócz , także jednakowe"),
    ("help", "cs", "tři kostky kromě , třeba i se stejným symbolem"),
    ("help", "en", "explore it before its fight; later it brings nothing. Note the letter of its boss over the map."),
    ("help", "pl", "zbadaj ją przed walką, później nic już nie daje. Literę bossa zapisz nad mapą."),
    ("help", "cs", "prozkoumej ji před soubojem, později už nic nepřinese. Písmeno netvora zapiš nad mapu."),
    ("help", "en", "4 per mission, ticked beside its round"),
    ("help", "pl", "4 za misję, zaznaczoną przy rundzie"),
    ("help", "cs", "4 za úkol, zaškrtnutý u svého kola"),
    ("help", "en", "Several may take the same one in one round."),
    ("help", "pl", "Ten sam może w jednej rundzie złupić kilku graczy."),
    ("help", "cs", "Týž drahokam smí v jednom kole získat i víc hráčů."),
    ("help", "en", "Then the reward goes to the one fighter with the most strength"),
    ("help", "pl", "Potem nagrodę zdobywa gracz z największą siłą"),
    ("help", "cs", "Potom odměnu získá hráč s nejvyšší silou"),
    ("help", "en", "number under the last filled box; none filled, nothing"),
    ("help", "pl", "liczba pod ostatnim wypełnionym polem; bez niego nic"),
    ("help", "cs", "číslo pod posledním vyplněným polem; bez něj nic"),
    ("sheet", "cs", "Ohlas a zaškrtni úkoly."),
    ("sheet", "pl", "Ogłoś i zaznacz misje."),
    ("items", "en", "Reaper’s Scythe"),
]

NEVER = [
    ("bosses/chimera", "en", r"Lost \(solo\)|Strictly"),
    ("bosses/chimera", "pl", r"[Ss]amodzielnie"),
    ("help", "pl", r"samodzielnie|premi[ei]|\bkrok|kręg|na tor rund"),
    ("help", "cs", r"ve slabině|dostane|číslic|plná řada|hotových|nechce"),
    ("sheet", "cs", r"Splň|Jinak nebo|plná řada|choď"),
    ("sheet", "pl", r"chodź|krok|premie|Inaczej"),
    ("help", "en", r"one strongest fighter|minus your hero|fill the track"),
    ("powers/treasure_hunter", "cs", r"ostatní"),
]


@pytest.mark.parametrize(("what", "language", "text"), MUST)
def test_paper_tells_the_rule(what, language, text):
    assert text in printed(what, language)


@pytest.mark.parametrize(("what", "language", "pattern"), NEVER)
def test_what_was_wrong_is_gone_from_paper(what, language, pattern):
    assert re.findall(pattern, printed(what, language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_score_lines_are_explained_in_their_order(language):
    words = printed("help", language)
    letters = [re.search(rf"(?<!\w){letter} [\w{{−\d]", words[words.index("A B C") :]).start() for letter in "DEFHJKL"]
    assert letters == sorted(letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_straight_quote_or_leftover_brace_is_printed(language):
    for what in ("help", "items", "instructions", "dice", "score_pad", "sheet"):
        assert not re.search(r"['\"{}|]", printed(what, language)), what
    for name in ("missions", "powers", "goals", "bosses", "dungeons"):
        for face, back in deck(name, language).cards:
            assert not re.search(r"['\"{}|]", words_of(face) + words_of(back))


def texts_in(frame, size_of):
    return [item for item in lines(frame) if size_of(item)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_stories_have_one_size_and_no_word_alone_on_the_last_line(language):
    sizes = set()
    for key in deck("dungeons", language).keys:
        _, back = card(f"dungeons/{key}", language)
        story = re.sub(r"\s+", " ", str(pack(language).game.card_words("dungeons", key)["story"]))
        of_story = [item for item in lines(back) if len(item.text) > 8 and item.text in story]
        sizes.add(of_story[0].size)
        assert of_story[-1].text.endswith(story[-6:]), (key, of_story[-1].text)
        assert " " in of_story[-1].text
    assert len(sizes) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["goals", "missions", "powers"])
def test_the_texts_of_a_deck_have_one_size(name, language):
    sizes = set()
    for key in deck(name, language).keys:
        face, _ = card(f"{name}/{key}", language)
        sizes |= {item.size for item in lines(face) if item.font == "text.regular" and item.size > 7.9}
    assert len(sizes) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["goals", "missions", "powers", "bosses"])
def test_titles_keep_clear_of_the_badges_beside_them(name, language):
    """A badge ends 12 mm from the cut; on the right 3 mm are free, the season of a boss begins 11 mm from it."""
    right = 51.0 if name == "bosses" else 60.0
    for key in deck(name, language).keys:
        face, _ = card(f"{name}/{key}", language)
        for item in lines(face):
            if item.font.startswith("display.") and item.y < mm(14) and len(item.text) > 1:
                assert mm(13) < item.x, (key, item.text)
                assert item.x + item.width < mm(right), (key, item.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_sheet_is_split(language):
    frame = next(iter(sheet_pages(pack(language), SheetPrintOptions(), A4)))
    assert [item.text for item in lines(frame) if re.search(r"\w-$", item.text)] == []


@pytest.mark.parametrize("game", ["paper-dungeons", "labirynt-smierci", "dungeon-fighter", "platformer", "yacht"])
def test_no_letter_of_the_display_face_is_taken_for_another(game):
    """Grenze Gotisch has clear capitals where its feature ss01 is asked for; its figures need none."""
    one = open_pack(CATALOGUE, game, "pl")
    frames = [page_face(one, name, A4) for name in one.manifest.pages]
    frames += [next(iter(sheet_pages(one, SheetPrintOptions(sheet=name), A4))) for name in one.manifest.sheets]
    faces = [deck_faces(one, name, CARD) for name in one.manifest.decks]
    frames += [side for each in faces for one_card in each.cards[:1] for side in one_card if side]
    unclear = {
        item.text
        for frame in frames
        for item in lines(frame)
        if item.font.startswith("display.") and "+ss01" not in item.font
    }
    assert [text for text in sorted(unclear) if re.search(r"[^\W\d_]", text)] == []


def test_a_title_with_braces_stands_at_the_foot_as_it_is(scrawl, tmp_path):
    words = tmp_path / "cards/paper-dungeons/words/en.yaml"
    words.parent.mkdir(parents=True)
    text = (ROOT / "cards/paper-dungeons/words/en.yaml").read_text(encoding="utf-8")
    words.write_text(text.replace("Goal cards", "'{{page}} of {{pages}}'"), encoding="utf-8")
    assert (
        scrawl("print", "cards", "--deck", "goals", "--card", "1", "--home", tmp_path, "--lang", "en").returncode == 0
    )
    foot = page_texts(tmp_path / "cards.pdf")[0]
    assert re.search(r"\{+page\}+ of \{+pages\}+ · page 1 of 2", foot), foot
