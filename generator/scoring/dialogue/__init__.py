"""The dialogue at the table as values: a session and what is done give the next session and what is to be said.

Nothing is asked, printed or kept here: a terminal, a browser or a test shows `question`, hands in the `answer`, tells
what the turn says, and keeps the draft for when the table is left early.
"""
