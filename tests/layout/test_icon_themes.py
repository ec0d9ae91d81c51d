from generator.layout.icons import LANGUAGES, Icons, icon_themes
from generator.reading.game_catalogue import GameCatalogue, built_in_root

NAMES = Icons(GameCatalogue((built_in_root(),)).icon_folders).names()


def test_every_icon_has_words_in_each_language_and_words_name_only_icons_that_exist():
    for language in LANGUAGES:
        themes = icon_themes(language)
        assert [name for name in NAMES if not themes.words.get(name)] == []
        icon_names = {*themes.words, *(name for names in themes.near.values() for name in names)}
        assert [
            name for name in icon_names if name not in NAMES and not name.startswith(("emblem_", "vignette_"))
        ] == []


def test_a_word_that_no_icon_shows_is_no_word_of_an_icon():
    for language in LANGUAGES:
        themes = icon_themes(language)
        icon_words = {word for words in themes.words.values() for word in words}
        assert themes.near
        assert icon_words & set(themes.near) == set()
