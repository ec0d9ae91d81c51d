"""The dialogue at the table, without input or output: a session and an action give the next session and messages.

A terminal, a browser or a test shows the `question`, passes the `answer`, shows the messages of the result, and saves
the session in case somebody stops.
"""
