// Small elements of a page, and tables that the server lists.

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function fill(parent, ...children) {
  parent.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

// a listing of the server as a table
export function grid(listing) {
  const cell = (name, text, at) =>
    element(
      name,
      { class: at >= listing.texts && listing.texts > 1 ? "number" : null, scope: name === "th" ? "col" : null },
      text,
    );
  const head = element(
    "thead",
    {},
    element("tr", {}, ...listing.head.map((text, at) => (text ? cell("th", text, at) : element("td", {})))),
  );
  return element(
    "table",
    {},
    head,
    element(
      "tbody",
      {},
      ...listing.rows.map((row) => element("tr", {}, ...row.map((text, at) => cell("td", text, at)))),
    ),
  );
}
