"""A second reading of recorded games of Paper Dungeons, written from the rulebooks alone, without sight of the program's rules.

Nothing here imports them. Tables that the books print are written down in `facts`; values of our own design, such as maps
and bosses, are read from the files of the game. `game.judged` plays a record and refuses what the rules forbid.
"""
