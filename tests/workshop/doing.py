"""Changes of a table, as phones send them."""


def said(table, by=None, **change):
    """Return the reply to a change by the seat `by`, or by the host."""
    return table.make(change, by)


def join(table, name, phone="a phone"):
    """Let a player sit down, and return the id of the seat."""
    assert table.make({"do": "join", "name": name, "phone": phone})["taken"]
    return table.seats[-1].id


def answer(table, seat, question, text, by=None):
    return table.make({"do": "answer", "seat": seat, "question": question, "text": text}, seat if by is None else by)


def tick(table, seat, box, on, by=None):
    return table.make({"do": "tick", "seat": seat, "box": box, "on": on}, seat if by is None else by)
