"""A second reading of recorded games of Paper Dungeons, written only from the rulebooks, without the program's rules.

Nothing here imports them. `facts` has the tables that the books print; values of our own design, such as maps and
bosses, come from the files of the game. `game.judged` plays a record and refuses moves that the rules forbid.
"""
