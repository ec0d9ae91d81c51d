"""The sentences of the reference that no docstring says: introductions, and what the keys of layouts and games mean."""

LAYOUT = """\
# The layout language

A layout says how a card, a sheet or a page looks. It is data: nothing in it is computed, and nothing is read but the
files that it names. This page is made by `scrawl reference layout`, do not edit it.

```yaml
extends: ../common/styles.yaml          # colours, styles, parts and fonts of other layouts; several: [a.yaml, b.yaml]
size: {width: 63mm, height: 88mm}       # what it is drawn for; other sizes are scaled
front:
  column:                               # the kind of an element is the one key that names it
    - {text: "{name}", style: title, height: 10mm}
    - {icon: "{icon}", size: 20mm, align: center}
    - {text: "Roll :skull: and lose **{loss}** :heart:", style: body, grow: 1}
  pad: 3mm
```

- **Lengths** have a unit: `12mm`, `1.2cm`, `0.5in`, `9pt`. Where a percentage is possible it is of the room there is.
- **`{name}`** is filled from the card, the game's words and its data, by dotted paths: `{words.help.title}`,
  `{steps.0.at}` (lists count from 0). `{n:+}` writes a plus before numbers above zero; `{nick?}` is empty where there
  is none. A column is found by its heading, or in small letters with `_`: `{card_text}` for "Card Text". `{{` and `}}`
  are braces. What is filled in is only ever text.
- **Every value of an element** may come from there: `x: "{spot.x}mm"`, `rotate: "{spin}"`, `style: "{rank}"`,
  `grow: "{weight}"`, `columns: ["{wide}mm", 1]`, also from `with:` of a part. It is read when the row is known; what
  does not fit is told. With `{spin?}` an empty cell is as if the key was not written. Nothing is calculated.
- **`:icon:`** inside a text is an icon, as high as the text; `**bold**` is bold. A dash keeps its place. `\\:` is a
  colon that begins no icon (`a\\:b:c`), `\\**` two stars, `\\<` a bracket that opens no tag.
- **`if: path`** shows an element where something is there and not empty; `"!path"` where it is not; `path=value` and
  `path!=value` compare texts, `"cost>=3"` (or `<`, `<=`, `>`) numbers; of a list, how many entries it has. A name that
  nothing gives is a fault; `path?` may be absent. Several conditions: `[a, "!b"]`.
- **`each: path`** repeats an element over a list, a mapping or a number, with `item`, `key`, `index` (from 0), `number`
  (from 1), `first` and `last`; `as: step` names the item.
- **Space.** Children of rows and columns get what they need; `grow: 1` shares what is left. In a `stack`, and on a face
  as a whole, `x`, `y`, `right` and `bottom` place an element from the edges. `align` and `valign` move it inside the
  room that it has.
- **Text** that does not fit is a fault. `fit: shrink` lets it become smaller down to `floor`; with `fit: together` all
  texts of a face that say so become smaller alike, until all of it fits; `hyphenate: true` breaks words. Columns of
  running text meet line by line where all that holds their paragraphs has `line_grid: p`, the style of the text.
"""
ELEMENTS = """\
A text alone is short for `text:`. Besides its own keys every element may have those of
[where it goes](#where-an-element-goes-and-whether) and [how it looks](#how-an-element-looks)."""
FILES = """\
# Files

Every file that you may write, with all its keys. What a deck of a game needs is declared in game.yaml: see
`scrawl schema deck --deck NAME`, and `scrawl new deck NAME` for a table to fill in. `scrawl check FILE` tells what is
wrong with any of them. For editors: `scrawl schema KIND`. This page is made by `scrawl reference files`, do not edit
it.

A table (CSV or XLSX) has a header row, then a row for each card: `key`, `copies`, and a column for each field, whatever
the case and the blanks of its heading; a dot goes one step inwards (`name.en`, `steps.1.at`; lists count from 1 in
tables). A row without a key has its number for one, an empty cell is an empty text. Rows that begin with # are remarks.
"""
KEYS = {
    "LayoutSpec.size": "what a card is drawn for; left out, it is laid out for every size, a sheet for its paper",
    "LayoutSpec.paper": "the paper that a sheet owns, such as `a5-landscape`; left out, it takes any",
    "LayoutSpec.safe": "how far words keep from the cut",
    "LayoutSpec.text_floor": "the smallest type (points)",
    "LayoutSpec.scale": "editions: how much larger everything is printed",
    "LayoutSpec.extends": "files whose colours, styles, parts and sides it takes over; the last one is the strongest",
    "LayoutSpec.fonts": "fonts: family to cut to a file of fonts/, or to `file:` with a `face:` or `axes:` of it",
    "LayoutSpec.fallback": "fonts that draw what the others lack, the first that has it, such as `more.hebrew`",
    "LayoutSpec.icon_grounds": "`left-out` takes the figure alone of icons that stand on a ground of another colour",
    "LayoutSpec.colors": 'colours by name: `"#rrggbb"`, `"#rrggbbaa"`, a gradient, or the name of another',
    "LayoutSpec.grounds": "what is filled with a colour takes this one and an edge; its lines and words keep theirs",
    "LayoutSpec.icons": "what codes of texts show, such as `:coin:` by `coin: {image: coin}`: [IconCode](#iconcode)",
    "IconCode.icon": "the icon that it shows; left out, the one of its own name",
    "IconCode.image": "the picture that it shows instead, on the baseline, as high as the type",
    "IconCode.colors": "its colour, then those of its paler parts",
    "LayoutSpec.styles": "looks by name, used by `style:`; see [how an element looks](#how-an-element-looks)",
    "LayoutSpec.parts": "elements by name, used by `use:`",
    "LayoutSpec.links": "lines and arrows between fields of the front, by their ids",
    "LayoutSpec.front": "the front",
    "LayoutSpec.back": "the back",
    "ElementPlacementSpec.width": "how wide it is",
    "ElementPlacementSpec.height": "how high it is",
    "ElementPlacementSpec.grow": "its share of the room that is left in a row or column",
    "ElementPlacementSpec.if_room": "left out of a column that has no room for it (what `grow` gives it counts)",
    "ElementPlacementSpec.x": "from the left edge of a stack",
    "ElementPlacementSpec.y": "from the upper edge of a stack",
    "ElementPlacementSpec.right": "from the right edge of a stack",
    "ElementPlacementSpec.bottom": "from the lower edge of a stack",
    "ElementPlacementSpec.rotate": "degrees, clockwise",
    "ElementPlacementSpec.style": "styles whose look it takes, the last one strongest",
    "ElementPlacementSpec.if": "conditions; all must hold",
    "ElementPlacementSpec.each": "the list that it is repeated over, or how often",
    "ElementPlacementSpec.as": "what an entry of `each` is called; in another run `NAME_key`, `NAME_number` are its",
    "Look.extends": "styles: others that it takes over",
    "Look.font": "family and cut, such as `text.bold`",
    "Look.features": "of the font, switched on, such as `tnum` (figures of one width) or `frac`, or off: `-liga`",
    "Look.size": "of the type; of an icon its side, where its box is not told: alone on a face it fills that",
    "Look.floor": "how small the type may become with `fit: shrink` or `together`",
    "Look.leading": "from line to line, in heights of the type",
    "Look.color": "of words and signs",
    "Look.align": "left, middle or right; `stretch` fills the width, `justify` spreads the lines of a text over it",
    "Look.valign": "top, middle or bottom; `stretch` fills the height",
    "Look.fit": "whether type may shrink: each text in its box, or `together`, all alike where the face is too full",
    "Look.spacing": "room behind each letter, in parts of its size: 0.05",
    "Look.hyphenate": "whether words may be broken",
    "Look.wrap": "lines of equal length, or each as full as it goes; centred texts are balanced",
    "Look.case": "CAPITALS",
    "Look.heading": "a heading of this level, 1 to 3, where a page is read aloud",
    "Look.fill": "colour of the ground, `none`, or a gradient: `linear-gradient(to right, red, #fc0 40%, navy)`",
    "Look.stroke": "colour of the outline, or `none`",
    "Look.stroke_width": "of the outline",
    "Look.radius": "of round corners",
    "Look.dash": "a dashed outline, such as `2pt 1pt`",
    "Look.pad": "room inside: all sides, or vertical and horizontal, or top, right, bottom and left",
    "Look.gap": "room between children",
    "Look.line_grid": "the style whose lines the children of a column, box or flow stand on: each begins whole or half "
    "lines below the first, and `gap` is the least room between them",
    "Look.frame": "an icon drawn around it, such as `frame_scroll`",
    "Look.opacity": "how much it hides of what lies behind it, drawn as one",
    "Look.shadow": "a soft copy behind it: right, down, blurred, colour, such as `0.6mm 0.6mm 1mm #00000080`",
    "Look.outline": "of a text: a line around its letters, how far it reaches and its colour, such as `0.4mm white`",
    "GameManifest.game": "the name of its folder",
    "GameManifest.format": "the number of the format of its files; `scrawl upgrade` writes it",
    "GameManifest.ruleset": "the rules as code that it plays by, where they are not called like the game",
    "GameManifest.players": "how many can play",
    "GameManifest.data": "files whose values layouts can use: `{tracks.coins.3}`",
    "GameManifest.rolls": "tables that dice look up: each roll has one result; layouts run over `rolls.NAME.rows`",
    "GameManifest.decks": "decks of cards",
    "GameManifest.pieces": "counters, tiles, standees and other pieces",
    "GameManifest.sheets": "sheets that players mark",
    "GameManifest.pages": "pages to read or cut out",
    "GameManifest.kit": "what `scrawl print kit` prints, in this order; left out, everything",
    "GameManifest.extras": "what `scrawl print kit --extras` prints after that",
    "GameManifest.trophy": "the deck or pieces of which one is shown beside the winner on the big screen",
    "DeckManifestEntry.layout": "file of layouts/GAME/",
    "DeckManifestEntry.title": "printed name, such as `{words.card_types.cards}`",
    "DeckManifestEntry.size": "cut size, such as `88x63mm`; left out, that of its layout, else 63 x 88 mm",
    "DeckManifestEntry.backs": "one back for all, one for each, or none",
    "DeckManifestEntry.maps": "its cards are the files of a folder of dungeons",
    "DeckManifestEntry.fields": "what its cards hold; each cell is checked against it",
    "PieceEntry.layout": "file of layouts/GAME/",
    "PieceEntry.title": "printed name, such as `{words.pieces.counters}`",
    "PieceEntry.shape": "how it is cut, or what it is folded to",
    "PieceEntry.size": "cut size, such as `12x36mm`, or `18mm` for both sides; left out, that of its layout",
    "PieceEntry.copies": "how many of each are printed, times the copies in its table",
    "PieceEntry.backs": "one back for all, one for each, or none",
    "PieceEntry.table": "the deck or piece whose table it shows; left out, its own",
    "PieceEntry.actual_size": "no edition enlarges it",
    "PieceEntry.fields": "what its table holds; each cell is checked against it",
    "CardField.kind": "what it holds",
    "CardField.one_of": "the words or numbers that it may be",
    "CardField.least": "lower bound of a number; fewest entries of a list",
    "CardField.most": "upper bound of a number; most entries of a list",
    "CardField.optional": "a card may leave it out",
    "CardField.default": "what a card has that leaves it out",
    "CardField.of": "what each entry of a list holds",
    "CardField.fields": "what a group holds, or each entry of a list of groups",
    "CardField.about": "a few words for those who write cards; shown by `scrawl new deck`",
    "CardField.example": "what `scrawl new deck` writes into its example",
    "InputSpec.fields": "beginnings of the ids of the boxes of a sheet that are ticked for it",
    "InputSpec.filled": "beginnings of the ids of the fields that are written in; phones ask for it",
    "InputSpec.unsure": "beginnings of the ids of boxes marked for what counts and what does not: they tell nothing",
    "InputSpec.words": "the section of the game's words that names its keys: `herbs` where `herbs.mint` is a word",
    "InputSpec.required": "whether a score file must hold it, and a filled sheet tell it; else it may be left out",
}
