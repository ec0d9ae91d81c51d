"""Changes of a table, as its phones send them."""


def said(table, by=None, **asked):
    """Return the reply to a change that the seat `by` asks for, or the host."""
    return table.make(asked, by)


def join(table, name, phone="a phone"):
    """Have a player sit down; returns the id of the seat."""
    assert table.make({"do": "join", "name": name, "phone": phone})["taken"]
    return table.seats[-1].id


def answer(table, seat, question, text, by=None):
    return table.make({"do": "answer", "seat": seat, "question": question, "text": text}, seat if by is None else by)


def tick(table, seat, box, on, by=None):
    return table.make({"do": "tick", "seat": seat, "box": box, "on": on}, seat if by is None else by)
