"""Parses the bytes of an SVG file into elements: tags, attributes, styles and places. Draws nothing."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from generator.diagnostics import InvalidInput, SourceLocation, refuse

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DEEPEST = 60
MOST_ELEMENTS = 20_000
MOST_MATCHES = 400_000  # rules of style sheets times elements
STYLES = (None, "", "text/css")  # types of style sheets that are CSS
LEFT_OUT = "foreign"  # the tag for elements of other namespaces, such as notes of an editor

Declarations = dict[str, str]


class SvgFile:
    """The elements of one SVG file, and their places; faults have this `code` and say that `subject` is wrong."""

    def __init__(self, subject: str, code: str, path: str) -> None:
        self.subject = subject
        self.code = code
        self.path = path
        self.root = Element("")
        self.by_id: dict[str, Element] = {}
        self._places: dict[int, SourceLocation] = {}
        self._styles: dict[int, Declarations] = {}
        self._parents: dict[int, Element] = {}

    def refuse(self, reason: str, hint: str | None = None, at: Element | SourceLocation | None = None) -> InvalidInput:
        """Return an InvalidInput with the reason why the file cannot be drawn, placed at an element or a place."""
        place = at if isinstance(at, SourceLocation) else self._places.get(id(at), SourceLocation(self.path))
        return refuse(self.code, f"{self.subject} cannot be drawn: {reason}", place, hint)

    def style(self, element: Element) -> Declarations:
        """Return the properties of an element: its attributes, then style sheets, then its own style."""
        properties = {key: value.strip() for key, value in element.attrib.items()}
        properties.pop("style", None)
        return properties | self._styles.get(id(element), {})

    def above(self, element: Element) -> list[Element]:
        """Return the ancestors of an element, the outermost first."""
        ancestors: list[Element] = []
        while (parent := self._parents.get(id(ancestors[0] if ancestors else element))) is not None:
            ancestors.insert(0, parent)
        return ancestors

    def read(self, svg: bytes) -> None:
        """Parse a file; raises InvalidInput if it is no valid SVG, or would take too long."""
        self.root = _TreeReader(self).read(svg)
        if self.root.tag != "svg":
            raise self.refuse(f"it is not an SVG file but <{self.root.tag}>", at=self.root)
        sheets = []
        for element in self.root.iter():
            self._parents |= {id(child): element for child in element}
            if name := element.get("id"):
                self.by_id.setdefault(name, element)
            if element.tag == "style" and element.get("type") in STYLES and (element.text or "").strip():
                sheets.append(element)
        if sheets:
            self._apply(sheets)
        for element in self.root.iter():
            if text := element.get("style"):
                ours = self._styles.get(id(element), {})
                self._styles[id(element)] = ours | self._declared(text, element)

    # style sheets

    def _apply(self, sheets: list[Element]) -> None:
        """Match the rules of all style sheets with the elements."""
        import cssselect2

        matcher, rules = cssselect2.Matcher(), 0
        for sheet in sheets:
            for selector, declared in self._rules(sheet):
                matcher.add_selector(selector, declared)
                rules += 1
        wrapped = list(cssselect2.ElementWrapper.from_xml_root(self.root).iter_subtree())
        if rules * len(wrapped) > MOST_MATCHES:
            hint = "save it with its looks at each element (plain SVG)"
            raise self.refuse("its style sheet has too many rules", hint)
        for wrapper in wrapped:
            properties: Declarations = {}
            for _, _, pseudo, declared in matcher.match(wrapper):
                properties |= {} if pseudo else declared
            if properties:
                self._styles[id(wrapper.etree_element)] = properties

    def _rules(self, sheet: Element) -> Iterator[tuple[Any, Declarations]]:
        import cssselect2
        import tinycss2

        for rule in tinycss2.parse_stylesheet(sheet.text, skip_comments=True, skip_whitespace=True):
            if rule.type == "at-rule" and rule.lower_at_keyword in ("charset", "font-face", "namespace"):
                continue
            if rule.type != "qualified-rule":
                raise self.refuse("its style sheet cannot be read", "save it as plain SVG", sheet)
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                raise self.refuse("its style sheet has a selector that cannot be read", None, sheet) from None
            declared = self._declared(rule.content, sheet)
            for selector in selectors:
                yield selector, declared

    def _declared(self, content: Any, at: Element) -> Declarations:
        """Return the declarations of a style; invalid ones are ignored, as CSS requires."""
        import tinycss2

        properties: Declarations = {}
        for declaration in tinycss2.parse_declaration_list(content, skip_comments=True, skip_whitespace=True):
            if declaration.type == "declaration":
                if declaration.important:
                    raise self.refuse("its style has !important", "save it as plain SVG", at)
                properties[declaration.lower_name] = tinycss2.serialize(declaration.value).strip()
        return properties


class _TreeReader:
    """Builds the elements of one file from the events of an XML parser."""

    def __init__(self, file: SvgFile) -> None:
        self.file = file
        self.builder = TreeBuilder()
        self.depth = self.count = self.foreign = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.start, self.end
        self.parser.CharacterDataHandler, self.parser.EntityDeclHandler = self.letters, self.entity

    @property
    def place(self) -> SourceLocation:
        return SourceLocation(self.file.path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def read(self, svg: bytes) -> Element:
        try:
            self.parser.Parse(svg, True)
        except expat.ExpatError as fault:
            place = SourceLocation(self.file.path, fault.lineno, fault.offset + 1)
            message = f"{self.file.subject} is not a sound SVG file: {expat.ErrorString(fault.code)}"
            raise refuse(self.file.code, message, place, "save it again as plain SVG") from None
        return self.builder.close()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.count += 1
        if self.depth > DEEPEST:
            raise self.file.refuse(f"its groups are nested more than {DEEPEST} deep", at=self.place)
        if self.count > MOST_ELEMENTS:
            raise self.file.refuse(f"it has more than {MOST_ELEMENTS:,} elements", "simplify it", self.place)
        space, _, name = tag.rpartition(" ")
        attrs = {_plain(key): value for key, value in sorted(attributes.items(), key=lambda pair: " " not in pair[0])}
        element = self.builder.start(name if space in ("", SVG) else LEFT_OUT, attrs)
        self.file._places[id(element)] = self.place

    def end(self, tag: str) -> None:
        self.depth -= 1
        space, _, name = tag.rpartition(" ")
        self.builder.end(name if space in ("", SVG) else LEFT_OUT)

    def letters(self, text: str) -> None:
        if self.depth:
            self.builder.data(text)

    def entity(self, *_: object) -> None:
        raise self.file.refuse("it declares entities", "save it as plain SVG", self.place)


def _plain(key: str) -> str:
    """Return the name of an attribute; xlink:href becomes href, names of other namespaces stay distinct."""
    space, _, name = key.rpartition(" ")
    return name if not space or (space == XLINK and name == "href") else key
