// The map on the drawing table: rooms, sides, the way to the targets.
import { change, parts, say, state } from "./drawing.js";
import { element, fill } from "./elements.js";
import { act, place, turn } from "./map_hand.js";

const SVG = "http://www.w3.org/2000/svg";

// The game's own icon of a thing, or nothing where it has none that can be drawn.
function icon(name) {
  const known = state.view.icons[name];
  if (!known) return null;
  const made = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of [
    ["viewBox", known.box],
    ["class", "icon"],
    ["aria-hidden", "true"],
  ])
    made.setAttribute(key, value);
  for (const [key, value] of [
    ["d", known.path],
    ["fill-rule", known.rule],
  ])
    path.setAttribute(key, value);
  made.append(path);
  return made;
}

export function showTools() {
  const tools = [
    { id: "edges", word: say("edges"), sign: "┼" },
    ...state.view.tools.map((tool) => ({ id: `${tool.do} ${tool.kind ?? tool.number}`, ...tool })),
    { id: "clear", word: say("erase"), sign: "⌫" },
  ];
  if (!tools.some((tool) => tool.id === state.tool)) state.tool = "edges";
  const buttonOf = (tool) =>
    element(
      "button",
      {
        "data-tool": tool.id,
        "aria-pressed": String(tool.id === state.tool),
        onclick: () => {
          state.tool = tool.id;
          showTools();
        },
      },
      icon(tool.icon) ?? element("b", { "aria-hidden": "true" }, tool.sign),
      ` ${tool.word}`,
    );
  const kinds = [...new Set(tools.map((tool) => tool.id.split(" ")[0]))]; // sides, numbered rooms, things, what clears
  const made = kinds.map((kind) =>
    element("div", { class: "tools-of" }, ...tools.filter((tool) => tool.id.split(" ")[0] === kind).map(buttonOf)),
  );
  const chosen = tools.find((tool) => tool.id === state.tool);
  const levels = chosen.levels ?? [];
  if (levels.length && !levels.includes(state.level)) state.level = levels[Math.floor(levels.length / 2)];
  const level = levels.length
    ? element(
        "label",
        { class: "field" },
        say("level"),
        element(
          "select",
          { id: "level", onchange: (event) => (state.level = Number(event.target.value)) },
          ...levels.map((each) => element("option", { value: each, selected: each === state.level }, String(each))),
        ),
      )
    : null;
  fill(parts.tools, ...made, level);
  parts.board.classList.toggle("edging", state.tool === "edges");
}

export function layBoard() {
  const { columns, rows, rooms, edges } = state.view;
  parts.board.style.gridTemplateColumns = `var(--edge) ${"1fr var(--edge) ".repeat(columns)}`;
  parts.board.style.gridTemplateRows = `var(--edge) ${"auto var(--edge) ".repeat(rows)}`;
  for (const [name, count] of [
    ["--columns", columns],
    ["--rows", rows],
  ])
    parts.board.style.setProperty(name, String(count));
  parts.board.classList.toggle("fine", columns > 8);
  const cells = rooms.map((room) => {
    const [column, row] = place(room.name);
    const cell = element("button", {
      class: "room",
      "data-room": room.name,
      tabindex: -1,
      onclick: () => act(room.name),
    });
    cell.style.gridColumn = 2 * column + 2;
    cell.style.gridRow = 2 * (rows - row) + 2;
    return cell;
  });
  const sides = edges.map((edge) => {
    const [column, row] = place(edge.room);
    const side = element("button", {
      class: `edge ${edge.side}`,
      "data-edge": `${edge.room} ${edge.side}`,
      tabindex: -1,
      "aria-disabled": edge.fixed ? "true" : null,
      onclick: (event) => (event.detail && state.tool === "edges" ? null : turn([edge.room, edge.side])),
    });
    side.style.gridColumn = edge.side === "right" ? 2 * column + 3 : 2 * column + 2;
    side.style.gridRow = edge.side === "right" ? 2 * (rows - row) + 2 : 2 * (rows - row) + 1;
    return side;
  });
  const ends = Array.from({ length: rows }, (_, at) => at + 1).flatMap((row) =>
    [1, 2 * columns + 1].map((column) => {
      const end = element("button", {
        class: "end",
        "data-row": row,
        tabindex: -1,
        onclick: () => change({ do: "join", row }),
      });
      end.style.gridColumn = column;
      end.style.gridRow = 2 * (rows - row) + 2;
      return end;
    }),
  );
  const way = document.createElementNS(SVG, "svg");
  way.setAttribute("class", "way");
  way.setAttribute("aria-hidden", "true");
  fill(parts.board, ...ends, ...sides, ...cells, way);
}

export function render() {
  const { rooms, edges, joined, furthest, own } = state.view;
  const hot = parts.heat.checked;
  for (const room of rooms) {
    const cell = parts.board.querySelector(`[data-room="${room.name}"]`);
    const far = room.steps ?? 0;
    const heat = hot ? (room.steps ? `heat-${Math.min(8, Math.round((8 * far) / furthest))}` : "cold") : "";
    cell.className = `room ${heat}`;
    cell.tabIndex = room.name === state.at ? 0 : -1;
    const things = [
      room.target ? say("target_here", { number: room.target }) : "",
      ...room.things.map((thing) => thing.word),
    ].filter(Boolean);
    const steps = room.steps ? say("steps", { steps: room.steps }) : say("out_of_reach");
    cell.setAttribute("aria-label", `${room.name}: ${things.join(", ") || say("empty")}; ${steps}`);
    cell.title = things.join(", ");
    fill(
      cell,
      element("small", { "data-steps": hot && room.steps ? ` · ${room.steps}` : null }, room.name),
      room.target ? element("strong", { "data-sign": room.target }) : null,
      element("span", {}, ...room.things.map(thingOf)),
    );
  }
  for (const edge of edges) {
    const side = parts.board.querySelector(`[data-edge="${edge.room} ${edge.side}"]`);
    side.className = `edge ${edge.side} ${edge.kind} ${edge.fixed ? "fixed" : ""}`;
    side.setAttribute(
      "aria-label",
      say("edge_is", { one: edge.room, other: edge.other, kind: say(edge.kind || "open") }),
    );
  }
  for (const end of parts.board.querySelectorAll(".end")) {
    const row = Number(end.dataset.row);
    const open = joined.includes(row);
    end.classList.toggle("joined", open);
    end.disabled = !own;
    end.setAttribute("aria-label", say(open ? "row_joined" : "row_closed", { row }));
  }
  showLegend();
  drawWay();
}

// A thing in a room: its icon or sign, with its level or letter.
function thingOf(thing) {
  const drawn = icon(thing.icon);
  return element(
    "i",
    { "data-sign": drawn ? null : `${thing.sign}${thing.mark}` },
    drawn,
    drawn && thing.mark ? element("b", { "data-sign": thing.mark }) : null,
  );
}

// What the things in the rooms are called, each once, without its level or letter.
function showLegend() {
  const kinds = new Map();
  for (const thing of state.view.rooms.flatMap((room) => room.things)) kinds.set(thing.sign, thing);
  const called = ({ word, mark }) => (mark ? word.slice(0, -mark.length - 1) : word);
  const things = [...kinds.values()].map((thing) => [
    [element("i", {}, icon(thing.icon) ?? thing.sign)],
    called(thing),
  ]);
  fill(
    parts.legend,
    ...[...things, ...colours()].flatMap(([signs, word]) => [
      element("span", {}, ...signs, ` ${word[0].toUpperCase()}${word.slice(1)}`),
      " ",
    ]),
  );
}

// What the colours of sides, ends and ways mean, of those that are on the board.
function colours() {
  const { edges, joined, way } = state.view;
  const sample = (kind) => element("i", { class: `sample ${kind}` });
  const sides = ["wall", "extra_wall", "water"].filter((kind) => edges.some((edge) => edge.kind === kind));
  const ends = joined.length ? [[[sample("joined")], say("ends_joined")]] : [];
  const legs = parts.way.checked ? way.slice(0, 3).map((_, leg) => sample(`leg-${leg}`)) : [];
  return [
    ...sides.map((kind) => [[sample(kind)], say(kind)]),
    ...ends,
    ...(legs.length ? [[legs, say("way_by_legs")]] : []),
  ];
}

export function drawWay() {
  const way = parts.board?.querySelector(".way");
  if (!way || !state.view) return;
  const box = parts.board.getBoundingClientRect();
  way.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const middle = (name) => {
    const cell = parts.board.querySelector(`[data-room="${name}"]`).getBoundingClientRect();
    return [cell.left - box.left + cell.width / 2, cell.top - box.top + cell.height / 2];
  };
  const lines = (parts.way.checked ? state.view.way : []).map((leg, number) => {
    const line = document.createElementNS(SVG, "path");
    const shift = 4 * (number - 1);
    line.setAttribute("class", `leg-${number % 3}`);
    line.setAttribute(
      "d",
      leg
        .map((name, at) => {
          const far = at > 0 && Math.abs(place(name)[0] - place(leg[at - 1])[0]) > 1;
          const [x, y] = middle(name);
          return `${at === 0 || far ? "M" : "L"}${(x + shift).toFixed(1)} ${(y + shift).toFixed(1)}`;
        })
        .join(" "),
    );
    return line;
  });
  way.replaceChildren(...lines);
}
