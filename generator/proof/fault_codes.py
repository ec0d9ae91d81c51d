"""The code of every fault: what it means and what to do; `scrawl explain` and docs/faults.md show this list.

A code says one thing for ever: a new kind of fault gets a new code, the code of a fault that went is not used again.
Two lines each, what is wrong and what to do. A test holds the list to the codes that the program uses.
"""

from functools import cache
from typing import NamedTuple


class FaultMeaning(NamedTuple):
    """What a code stands for."""

    code: str
    means: str
    cure: str


FAMILIES = {
    "C": "Names: files, games, decks, editions",
    "D": "Decks and tables",
    "F": "Filled sheets (PDF forms)",
    "G": "Scores",
    "L": "Layouts",
    "M": "Maps and dungeons",
    "P": "Paper, printers, shops and what comes out of them",
    "R": "Rules and records of play",
    "S": "Keys and values of a file",
    "W": "Words",
    "X": "Extending other files",
    "Y": "The text of a file",
}

LIST = """
C001 A file that is asked for is not there.
     Look at the spelling; own files lie in cards/, layouts/ or icons/ of your folder, the others are built in.
C002 There is no game of this name.
     A game is a folder under cards/ with a game.yaml; `scrawl list games` names them.
C003 There is no edition of this name.
     `scrawl list editions` names them; one of your own is a file in layouts/common/editions/ or layouts/GAME/editions/.
C004 The game does not speak this language.
     A language is a file of the game's words, such as words/en.yaml; copy one and translate it.
C005 The game has no such deck.
     Decks are named in game.yaml; `scrawl list decks` names them.
C006 There is no dungeon of this name.
     Give the path of a dungeon file, or a name that `scrawl list dungeons` shows.
C007 A file is of no kind that is known here.
     A layout has front:, a deck cards:, a dungeon map:, a score players:; or put the file where it belongs.
C008 A game has no words in any language.
     Write cards/<game>/words/en.yaml with at least game: {title: ...}.
C010 The code of a dungeon is mistyped.
     Copy it once more; its last sign checks the others. Without --code a new one is made.
C011 A picture of this size cannot be made.
     Give a width such as 800px or 120mm, or less `--dpi`.
C012 The game has no sheet to print.
     Name one in game.yaml under sheets:, or print its decks and pages.
C013 The game has no sheet of this name.
     Sheets are named in game.yaml; `scrawl list sheets` names them.
C014 The game has no dungeons.
     A game with dungeons has a cards/GAME/map.yaml that says what may lie in them.
C015 The sheet has no map to draw on.
     Leave --dungeon out, or give the sheet a map in game.yaml.
C016 The game has no page of this name.
     Pages are named in game.yaml under pages:.
C017 The game has nothing to print.
     Name decks, sheets or pages in game.yaml; a game without them is for scoring only.
C018 The game has no cards to print.
     Name a deck in game.yaml under decks:.
C019 The sheet has no such mode.
     Its modes stand in game.yaml; leave --mode out for the usual one.
C020 A card that only some are to be printed of is in no deck.
     Name it by its key or its number: --deck DECK --card 3-5.
C021 A sheet has no place for the name of a player.
     Leave --player out, or give the layout a box: {field: player, entry: text, value: "{player}"}.
C030 A folder has no file that is known here.
     Files end in .yaml, .csv or .xlsx.
C031 A file of a game is read by nobody.
     Name it in game.yaml, or remove it.
C032 A layout that nothing uses was laid out with samples.
     Nothing has to be done; name it in game.yaml to try it with real cards.
C033 A game.yaml has the name of another folder than its own.
     Write the name of its folder.
C034 This can be no name of a game or a dungeon.
     Write small letters a to z, digits and hyphens, such as moon-farm.
C035 There is a game of this name already.
     Take another name, or change the game that is there.
C036 A deck and a kind of piece have the same name.
     Give one of them another name; both have their table in the file of that name.
C037 The game has no such kind of piece, or it is folded where only what lies flat is taken.
     Pieces are named in game.yaml; `scrawl list pieces` names them.
C038 A folder in cards/ looks like a game and has no game.yaml.
     Call the file game.yaml, all in small letters; `scrawl new game NAME` writes one to start from.
C039 A folder holds a game, but is not called cards/.
     Games lie in cards/NAME/ of your folder: rename it.
C040 The format of a file is no number, or of a later version of Scrawlpress.
     Install the newest version; a file without `format:` is of format 1.
C041 A game is of an older format: some of its keys have other names now.
     `scrawl upgrade` writes them, and keeps what the files were before beside them.
C042 A deck cannot be written into game.yaml.
     Name it otherwise, or write its entry by hand, as the hint tells it.
C043 A file is no backup of Scrawlpress, or is damaged.
     `scrawl backup` writes one; of a damaged one take another copy.
D001 A deck file has no cards.
     Write `cards:` and under it one key for each card.
D002 A card of a deck is no mapping.
     Write its fields as `key: value` under the card's key.
D003 The number of copies is no whole number that can be printed.
     Write `copies: 2`, or leave it out for one.
D004 A card has no key.
     Fill the column `key`: every card needs a name of its own.
D005 Two cards of one deck have the same key.
     Give each a key of its own; for several prints of one card write `copies`.
D006 A table is too large: its rows, columns or cells, or what a workbook unpacks to.
     Split it into several decks, and take out what lies far from the cards.
D007 A table (CSV) cannot be read.
     Look for a quote that is not closed; save it as CSV in UTF-8 once more.
D008 A workbook (XLSX) cannot be read.
     Open it and save it as XLSX once more, or save the sheet as CSV.
D009 Two columns of a table have the same name, or one holds what others are a part of.
     Keep one of them.
D010 A cell stands in no column.
     Put quotes round a text that holds what divides the cells, or name the column in the first row.
D011 A table has no rows.
     Write a header row with the names of the columns, then a row for each card.
D012 A formula has no result, or an error for one.
     Open the file in a spreadsheet, correct the formula, and save it.
D013 A key is no name that a file can have.
     Write it with the letters a to z, digits, - and _; what is printed is the card's name, not its key.
D014 A deck has more cards than can be printed at once.
     Correct the copies, or split the deck.
D015 The name of a column has too many dots, or dots with nothing between.
     A dot goes one step inwards, such as name.en or bands.1.at.
D016 A card has a field that its deck does not know.
     Correct its spelling or remove it; `scrawl schema deck --deck NAME` and game.yaml list the fields.
D017 A card lacks a field that its deck needs.
     Add it; `scrawl new deck NAME` writes a table with all of them.
D018 A field of a card holds something else than its deck declares.
     Write it as the message says; game.yaml declares it under `fields:` of the deck.
D019 A deck has no card to print.
     Write `copies: 1` for at least one of its cards.
D021 A table for dice has a row that is no range of its roll, or a row without its columns.
     Write roll: 1d6, and rows such as 1, 2-3, 4- or 5+; with across: or columns: a result for each column.
D022 A roll of a table for dice has no result.
     Add a row for the numbers that the message names.
D023 A roll of a table for dice has two results.
     Let the ranges of two rows not overlap.
D024 A column that seems to tell the copies is not read.
     Call the column `copies`; a field of its own is declared in game.yaml, or shown by the layout.
D025 A table that is taken over has no such sheet, or no list of cards.
     A workbook is read by the name of its sheet, JSON as a list of mappings, one for each card.
D026 Something was assumed of a table that is taken over.
     Look whether it is so; the hint tells how to ask for something else.
D027 The cards of a deck stand in two files of one folder.
     Put all of them into one file, and take the other one out: both are printed.
F001 The PDF cannot be read as a filled sheet.
     Fill in a sheet that `scrawl print sheets --fillable` made, save it, and try that file.
F002 The PDF is locked with a password.
     Save it without one.
F003 The PDF has no boxes to fill in.
     Print one with `scrawl print sheets --fillable`.
F004 Sheets of this game cannot be read from a PDF.
     Type the score: `scrawl score`.
F005 Nothing is filled in.
     Save the PDF after filling it in; some programs need "save as".
F006 A field of points holds something else than a whole number.
     Correct the field that is named.
F007 A written sum and the ticks beside it disagree.
     The ticks count; correct whichever is wrong.
F008 A marked field is read by nobody, so it counts for nothing.
     Name it in scoring.yaml under `fields:` of an input, or under `filled: {notes: [...]}` if it is meant so.
F009 Several are marked where one is possible, or sheets disagree on a card or a dungeon.
     Take the marks away that are wrong.
F010 A filled sheet is of another game.
     Leave `--game` out, as the sheet tells its game; score sheets of several games one by one.
F011 A photo of a sheet cannot be read.
     Take it again as the hint says: closer and flatter, the whole sheet with the code beside its rulers, in even light.
F012 Boxes are marked that may mean something taken or something lost; they count nothing.
     Tick the row of boxes that counts, or write the points of the line.
F013 A filled sheet holds several games.
     Say which one: `scrawl score x.pdf --which 2`.
F014 Something that the score needs is not marked on a filled sheet.
     Mark it; the message says what is missing.
F015 A row of boxes has gaps before the last ticked one; it is read as far as that.
     Tick the boxes in between, too; where each tick counts by itself, write `reads: count` in scoring.yaml.
G001 The scoring asks for data that the game's files do not hold.
     Name the file under `data:` in scoring.yaml, or correct the path.
G002 A score file has a key that this game's score does not know.
     Remove it or correct its spelling.
G003 A score file names no players.
     Write `players:` with a list of at least one.
G004 So many players cannot have played together.
     Leave some out; a game alone is `solo: true` with one player.
G005 Two players have the same name.
     Tell them apart, such as Ada and Ada B.
G006 A list holds the wrong number of entries.
     Write one entry for each place on the sheet, null where there is none.
G007 A name in the score is not one of the game's.
     Take one of those listed.
G008 A result is given twice, in two different ways.
     Keep one of the two.
G010 A number in the score cannot stand on a sheet of this game.
     Correct it; the message says what is possible.
G011 Something is counted in the way of another kind of game, alone or together.
     Alone write the rounds it happened in, together how many times.
G012 The points are none that the named card can give.
     Correct the points or the card.
G013 A result needs to know which card it was for.
     Name the cards of the game at the top of the file.
G014 One number is larger than another that it is a part of.
     Correct one of the two.
G015 What was counted for a card contradicts the sheet.
     Leave the number out and it is counted, or correct one of the two.
G016 A result that every sheet has is missing.
     Write the points, or name the card: one that was never met costs its penalty.
G017 Something on the sheet cannot be there without something else.
     Correct one of the two.
G018 More players have a card than there are of it.
     Correct one of the two.
G019 A card lacks what the score counts, or holds it in the wrong shape.
     Write the field as the message says; the game's own cards show how.
G020 A number that the score needs is something else.
     Write a whole number, or a list of them.
G021 A card is met in another turn than it usually is.
     Correct the list of cards; on a map of your own it may be right.
G022 A card is listed twice.
     Correct the list of cards; on a map of your own it may be right.
G023 A strength is more than the levels on the sheet allow.
     Correct the strength or the levels.
G024 The scoring names an input, a key, a deck, a field of cards that is not there; or it counts nothing.
     Correct the name, or write an input under `inputs:` in scoring.yaml.
G025 The score file is of another game.
     Leave `--game` out, or correct `game:` in the file.
G026 A player cannot be called so.
     Write printable letters, not too many.
G027 Players are tied, and one does not tell what decides it.
     Write it in the score; until then it counts 0.
G028 A map of this name is not known, so the game counts for no chapter.
     Give a letter, a name or a file: `scrawl list dungeons` names them.
G029 A saved game is damaged.
     The others are not touched; a backup may still have it.
G030 Points are those of a card that is usually met in another turn.
     Correct them; on a map of your own they may be right.
G031 An entry of a ledger cannot be entered: what it spends is not there, or it breaks a rule of the ledger.
     The message says what; correct this entry or one before it, they are counted in their order.
G033 No sheet has a field that an input of the score names under `fields` or `filled`.
     Write the beginning of the ids in the layout of the sheet; what is ticked there would count for nothing.
G034 An input cannot read a field of the sheets: it is ticked where something must be written, or of no known name.
     Draw it as the message says; docs/files.md tells for every kind of input what it reads.
G035 The fields of an input are written in, yet named as boxes to tick.
     Name them under `filled:` instead of `fields:`, so that a phone asks for what cannot be tapped.
G036 A field of a sheet is read by nobody: what is marked there counts for nothing.
     Name it under `fields:` of an input; if it is meant so, under `filled: {notes: [...]}`.
G038 A map belongs to a story that the game does not name.
     Correct its number, or name the story in the words of every language.
G039 Two maps are the same chapter of a story.
     Give each a chapter of its own.
G040 One player, and nothing says whether it was a solo game, which counts in another way.
     Write `solo: true` where it was one.
G041 A sheet shows more of something than the map has.
     Correct the number, or name the map that was played; on the usual map it is a warning only.
G042 No card gives all the results that players had against it.
     One of the numbers was misread; every card gives its own few.
G043 More was claimed than the sheet allows to be met.
     Correct the claims, or what was to be reached for them.
G044 A sheet took more steps, such as dice, than a game has.
     One of the numbers was misread, or another map was played; on the usual map it is a warning only.
G045 A table of the score is shorter than what is looked up in it, so that something counts as another or nothing.
     Add what is missing; a 0 says that something gives nothing.
G046 More can play than the score takes.
     Let `most_players` in scoring.yaml and `players` in game.yaml say the same.
G047 No line of the score asks for an input, so that nobody tells it at the table.
     Name it under `asks` of the line that counts it, or take it out.
G048 A sheet has more boxes for a number than can count.
     Let `most` of the input in scoring.yaml be as many as the boxes, or take boxes out of the layout.
L001 An element has no kind, or two of them.
     One key says what an element is, such as text:, row: or icon:; make two elements of two.
L002 A layout has no front.
     Write `front:` with one element.
L010 An element has a key that its kind does not know.
     Remove it or correct its spelling; docs/reference.md lists the keys of every element.
L011 There is no such style, or a style extends itself.
     Styles are written under `styles:` of the layout or of a file that it extends.
L012 There is no such colour.
     Colours are written under `colors:` of the layout or an edition, or as "#rrggbb".
L013 There is no such font.
     Fonts are written under `fonts:` in layouts/common/styles.yaml.
L014 There is no such icon.
     Icons of your own are SVG files in icons/ of your folder.
L015 There is no such picture.
     Pictures lie in cards/GAME/ or layouts/GAME/ of your folder, or in folders there.
L016 A picture cannot be used.
     Save it as PNG or JPEG of a sensible size; of a drawing, turn what the message names into paths.
L017 There is no such part.
     Parts are written under `parts:` of the layout or of a file that it extends.
L018 A part uses itself.
     Break the circle.
L019 An icon cannot be drawn.
     An icon is made of paths, shapes and lines of one colour or paler; the message names what is not, and where.
L020 A layout asks for something that is not there.
     Names come from the card, the game's words and its data; `if: name?` asks for one that may be absent.
L021 Something to go through is no list.
     `each:` goes through a list, a mapping or a number.
L022 A face asks for more words, elements or entries than any sheet needs.
     Words and parts must not show themselves, and lists must end.
L023 A map element shows something that is no map.
     A map has columns, rows, cells with column and row, and edges with kind, x1, y1, x2 and y2.
L029 A font cannot be used.
     Use a sound TTF file; it is named in the message.
L030 An element is larger than its box.
     Make it smaller, or let a text shrink with `fit: shrink`.
L031 A text does not fit its box.
     Shorten it, give it room, or let it shrink with `fit: shrink`.
L032 A text is smaller than can be read.
     Use a larger size, or lower the floor with `text_floor`.
L033 The font has no sign for a letter.
     Choose another sign or font.
L034 The font has no such feature.
     `features:` names what a font can do, such as tnum, or -liga to switch ligatures off; `features: []` asks for none.
L035 Lines are so long that the eye loses the next one.
     Set the text in columns (`flow:`), narrower or larger; 45 to 75 letters a line are easy to follow.
L040 A text is hard to tell from its ground.
     Make one of the two darker or lighter; for an edition alone in layouts/GAME/editions/.
L041 Two texts run into each other.
     Give them more room.
L042 A text leaves its page or card.
     Move it inside.
L043 Two fields have the same id.
     Give each field an id of its own, such as {key}.{index}.
L044 The smallest words of a page or a card are hard to read as large as it is printed.
     Print on larger paper or cards, or a map of fewer rooms.
L045 A text is crossed by a line.
     Give it more room, or a filled ground.
L046 Cards of this size have very small words.
     Choose a larger size.
L047 A text or an icon is covered by something else.
     Move one of the two.
L048 A picture reaches the cut and does not cover what is printed beyond it.
     Let it reach over the cut, such as `x: -5mm, y: -5mm, right: -5mm, bottom: -5mm`, with `fit: cover`.
L049 A point of a picture cannot be read.
     `focus:` takes two of left, center, right, top and bottom, or two parts such as `50% 20%`.
L050 A path cannot be read.
     Write path data as SVG has it, such as `M 0 0 L 20 5 C 20 9 5 9 0 5 Z`; numbers are millimetres.
L051 A map of hexagons has no columns and rows, or a key is misspelt or holds what it cannot.
     The data that `hexes:` names has `columns` and `rows`, and may have `without`, `kinds` and `lines`.
L052 A hexagon or a kind that is named is not on the map, or a side lies between two that do not touch.
     Addresses are a letter for the column and a number for the row, such as C4; a side is C4/D4, a way A1 B1 C2.
L053 A line goes to a field that is not there.
     `links:` of a layout name fields of its front by their ids.
L056 A condition compares something that is no number.
     Numbers, and how many entries a list has, go with <, <=, > and >=; texts with = and !=.
L057 Cards or pieces are printed larger or smaller than their layout is drawn.
     A layout of that size, or without a size, is laid out for it and not scaled.
L058 A text has a tag that is not known, or one that is closed as in HTML.
     Tags are <bold>, <italic>, <small> and colours such as <tomato>, each up to </>.
L059 A part is given a name that it does not read.
     `with:` names what the texts, colours and lists of the part ask for, as they write it.
M001 A map has lines missing.
     Edges and rooms stand by turns: it begins and ends with a line of +--+.
M002 A line of a map is longer or shorter than the others.
     Each room is two signs wide, with one sign between.
M003 A map has too many or too few rooms.
     Draw one of the sizes that the message names.
M004 A corner of a map is no plus.
     Write + where walls meet.
M005 A wall of a map is none of the known ones.
     -- and | are walls, ~~ and ~ water, blanks are open.
M006 A row of a map has two different ends.
     Write | at both, or < and > where it goes round to the other side.
M007 A number stands in two rooms.
     Keep one of them.
M008 A room of a map holds something that is not drawn there.
     Write what a room holds under `rooms:`.
M009 A map is laid over one of another size.
     Draw as many rooms as the base map has.
M010 Water is drawn where only walls can be added.
     Draw it on the base map, or draw a whole map of your own.
M011 A name is no name of a room.
     Rooms are called by column and row, such as B3.
M012 A room is not on the map.
     Correct its name, or draw a larger map.
M013 What a room holds is not understood.
     Write it as in the other dungeons: `scrawl dungeon show` explains one.
M020 A target room cannot be reached.
     Open a wall.
M021 A numbered room is missing.
     Write 1, 2 and 3 into three rooms.
M022 A dungeon names too few or too many cards.
     Name one for each numbered room.
M023 A row that goes round to the other side does not do so on the base map, or its way is walled up.
     Draw both ends as on the base map.
M024 A wall is drawn twice.
     Remove it from the dungeon: the base map has it.
M025 A target room is too far for the dice there are.
     Move it nearer to an entrance.
M026 Two tokens have the same letter.
     Give each a letter of its own.
M027 A map holds more than the sheet has room for.
     Take some away.
M028 A map holds less than others of its size.
     Add some, or leave it: some cards become hard.
M029 Two of a kind stand in one room.
     Keep one.
M030 A room cannot be reached on foot.
     Open a wall, or leave it as a temptation.
M031 A map falls into parts.
     Open a wall between them.
M032 No walk over all numbered rooms is in time: the dice before one of them are used up first.
     Move the rooms nearer to each other, or open a wall.
M033 There is no card of the name that stands for a numbered room.
     Take one of those that the hint lists.
M034 A card stands for a numbered room that it is not made for.
     Take one of those that the hint lists.
M035 A dungeon names the same card twice.
     Name another one: there is one card of each.
M036 A room holds more things than can be drawn in it.
     Take some away.
M040 The rules of a game's maps contradict themselves.
     Mend cards/GAME/map.yaml as the hint says.
M050 The rules of a set of tiles contradict themselves.
     Give every kind of side signs of its own: two for across, one for upright.
M051 The picture of a tile cannot be read.
     Draw it as the set says: so many lines, a plus at every corner, the signs of its sides and fields.
M052 A tile has a side that no other tile can lie against, or the tile to begin with is missing.
     Change the side, or add a tile that joins it.
M053 Laid at random, a set of tiles often closes before all of them lie.
     Add tiles with more ways, or allow it with most_closed.
M054 Tiles side by side make a level of which a field is out of reach, or that nobody enters.
     Open a side, or add something to climb.
M055 A map has too few of what cards ask for, so nobody can meet them there.
     Leave these cards in the box, or draw more of what they ask for.
M056 A card takes tokens away that its map does not have.
     Nothing is crossed out for it; name another card, or draw these tokens.
M057 A kit leaves cards out, as nobody can meet them on the maps that it is printed with.
     Print them with `scrawl print cards` if you want them all the same.
P001 There is no paper or card size of this name.
     `scrawl list papers` and `scrawl list sizes` name them; or write it as 63mmx88mm.
P002 A paper or card size cannot be printed.
     Give one within the bounds that the message names.
P003 Cards of this size do not fit on the paper.
     Use larger paper or smaller cards.
P004 A sheet or page does not fit on a small paper.
     Print it on larger paper, such as a4.
P005 A piece has no size.
     Write size: 20mm or 12x36mm in game.yaml, or size: in its layout.
P006 The outline of a piece leaves its size.
     Its points, and those of its curves, lie between 0 0 and the width and height of the piece.
P007 The panels of a fold-up do not hang together.
     The first has a size; each other one says fold: and depth:, and names an edge such as front.top.
P008 Two edges of a fold-up meet, but are not equally long.
     Change a depth, a size or far: until they are.
P009 A box is to be made for no cards.
     Name its decks, or write count: 54.
P010 Home printers leave a margin that is wider than the pages have.
     Give --margin, or print without a border.
P011 The sides of a die are too few or too many.
     The table has a card for each side, or copies: 2 for one that comes twice.
P012 A piece is too large for this paper.
     A net needs paper as large as it is; a poster takes a few hundred sheets at most.
P013 Sleeves are asked for, and no box for cards is printed that they would fit in.
     Print the extras of the kit, too: `--extras`.
P020 There is no printer of this name.
     `scrawl calibrate --set NAME` measures one.
P021 A printer was measured with other paper.
     Measure it with this one.
P022 The test page of printers does not fit on a paper.
     Measure with a4 or letter.
P030 There is no shop of this name.
     `scrawl list shops` names them.
P040 A picture is too coarse for its size.
     Use one with more pixels.
P041 Art ends before the bleed.
     Let it reach over the cut, such as `x: -6mm`.
P042 Something stands so near the cut that it may be cut off.
     Move it inwards.
P043 A text is too small to be read.
     Use a larger size.
P044 A colour cannot be mixed from printing inks.
     Use a duller colour, or expect a duller one from a printing house.
P045 How much of the paper is covered with ink.
     Nothing has to be done; `--edition ink-saver` takes less.
P046 Words of a piece lie outside the shape that it is cut to.
     Move them to the middle, or make them smaller; the corners of a round piece are cut away.
P047 Something is see-through, which a printing house does not take in such a file.
     Use a picture that is pale already, or `opacity: 1`; `scrawl export press` takes it.
P048 A file is no profile of a press.
     Take the output profile (ICC, CMYK) that the printing house names.
R001 An effect of a card, item or ability cannot be played as it is written.
     The words of effects, and which go together, are told at the top of the deck that the fault names.
R002 The rules of play need a value that a data file does not have, or has otherwise.
     Copy the line of the built-in file of this name.
R003 A card, reward or piece of the map names something that no rule knows.
     Correct the name, or say what it does in tracks.yaml or on the card.
R004 A card can be printed, but not played: it does not say what it does or counts.
     Say it in the words that the top of the deck's file tells, or let it be: it is not dealt.
R010 A position is one that no game can be in.
     Correct the name or number that the message quotes.
R011 A record of play has an action or a roll that the rules do not allow there, or a line ends too early.
     Correct the line; the hint names what would be possible, and every line before it is right.
R012 What a record announces is not what follows from its actions.
     Correct the announcement, or the actions of the round.
R013 A record of play is not written as one: a name nobody has, a round without a roll, a key that nothing reads.
     Write it as the record in docs/own.md.
R014 The rules of this game are not written as code, so nothing can be played or played again.
     Its cards, sheets and scores need none; `ruleset:` in game.yaml names the rules of another game that it plays by.
R015 The rules that game.yaml names as its ruleset are offered by no installed package, or cannot be loaded.
     Install the package that offers them, or correct the name.
R016 The checkpoint of a long run is none, was damaged, or holds more games than are asked for.
     Name a file that is not there yet, or delete it to begin anew.
S001 A file has a key that nothing reads.
     Correct its spelling or remove it.
S002 A value has the wrong shape: a list, a mapping or a single value where another is needed.
     Write it as the message says.
S003 A value is of the wrong kind: a text, a number, a length or one of some words is needed.
     Write it as the message says.
S004 A key is missing.
     Add it.
S005 The key that says of what kind something is names no such kind.
     Take one of those listed.
S006 A number or length is out of bounds.
     Take one within the bounds that the message names.
S007 An entry has none or several of the keys that say what it is.
     Write exactly one of them, and make two entries of one that has two.
S008 A name could lead out of its folder, or is no name of a file.
     Write it with the letters a to z, digits, - and _.
W001 A word is missing or empty.
     Write it: one language has it, the other needs it. A warning says that English is printed until then.
W002 A list of words has more entries in one language than in another.
     Translate every entry.
W003 The words of the machinery are not translated into a language of the game.
     Translate cards/common/words/en.yaml; until then page numbers and rulers are English.
W004 A rule for the forms of a word cannot be read.
     Write it as in cards/common/plurals.yaml: n % 10 = 2..4 and n != 12.
W005 A word has another shape than the one that it stands for: words by name, a list of words, or a single text.
     Write it in the shape that the message names; the English file shows it.
W006 A sentence of the rules has no source.
     Name the facts that it tells in sources.yaml, or ours.NAME; a name or a heading goes under plain:.
W007 The sources of the rules name something that is not there, or leave a rule of design.yaml out.
     Look at the spelling of words, facts, books and rules of our own; a rule that is told nowhere goes.
W008 A fact of the books is told by no sentence.
     Tell it, and name it there in sources.yaml; or give the reason under untold:.
W009 A sentence asks for a name that nobody gives it.
     Write one of those that the English sentence has; until then the English one is said.
W010 Most words of a language, or whole sentences, are as they are in English.
     Translate them in words/, or take the file out until you do.
W011 A word that agrees with a number has no form for some numbers.
     Write each form that the language has: {n|one: card|other: cards}; cards/common/plurals.yaml names them.
W012 Words of a card stand under a name that no deck or card has.
     Words of cards stand below `cards:` under the name of their deck and the key of the card.
W013 No rule tells which form of a word goes with which number in a language, so that all numbers take the last one.
     Write its rule into an own cards/common/plurals.yaml, as ours has them: eo: {one: "n = 1"}.
X001 Files extend each other in a circle.
     Break the circle.
X002 What a file extends is no file name.
     Write a path such as ../common/styles.yaml.
X003 A file extends one outside layouts/.
     Extend a file inside it.
Y001 A file cannot be read.
     Look at its name and whether you may read it.
Y002 A file is not UTF-8 text.
     Save it as UTF-8; older Polish and Czech programs write windows-1250.
Y003 A file is not valid YAML.
     Look at the indent, at brackets and quotes that are not closed, and put quotes round texts with a colon.
Y004 Values are nested too deep.
     Flatten them.
Y005 A key stands twice.
     Keep one of the two.
Y006 A feature of YAML that is not read here: an anchor, an alias or a tag.
     Write the value out, or use `extends`.
Y007 A file is too large.
     Split it.
Y008 A file is empty.
     Write at least one key.
Y009 A file holds several documents.
     Keep one for each file.
"""


@cache
def meanings() -> dict[str, FaultMeaning]:
    """Return every code in order, with what it means and what to do."""
    lines = LIST.strip().splitlines()
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return {means[:4]: FaultMeaning(means[:4], means[5:].strip(), cure.strip()) for means, cure in pairs}


def family_name(code: str) -> str:
    """Return what a family of codes is about."""
    return FAMILIES[code[0]]
