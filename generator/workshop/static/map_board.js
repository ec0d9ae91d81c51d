// The map on the drawing table: rooms, sides, the way to the targets.
import { change, draw, say, state } from "./drawing.js";
import { html, render } from "./html.js";
import { actOnRoom, board, listenOnBoard, place, turnEdges } from "./map_hand.js";

// The game's own icon of a thing, or null if it has none to draw.
function iconOf(name) {
  const icon = state.view.icons[name];
  if (!icon) return null;
  return html`<svg viewBox=${icon.box} class="icon" aria-hidden="true">
    <path d=${icon.path} fill-rule=${icon.rule} />
  </svg>`;
}

export function Tools() {
  const tools = [
    { id: "edges", word: say("edges"), sign: "┼" },
    ...state.view.tools.map((tool) => ({ id: `${tool.do} ${tool.kind ?? tool.number}`, ...tool })),
    { id: "clear", word: say("erase"), sign: "⌫" },
  ];
  const chosen = tools.find((tool) => tool.id === state.tool) ?? tools[0];
  state.tool = chosen.id;
  const choose = (tool) => () => {
    state.tool = tool.id;
    draw();
  };
  const button = (tool) =>
    html`<button key=${tool.id} data-tool=${tool.id} aria-pressed=${tool === chosen} onclick=${choose(tool)}>
      ${iconOf(tool.icon) ?? html`<b aria-hidden="true">${tool.sign}</b>`}${` ${tool.word}`}
    </button>`;
  const kindOf = (tool) => tool.id.split(" ")[0]; // sides, numbered rooms, things, the eraser
  const group = (kind) =>
    html`<div key=${kind} class="tools-of">${tools.filter((tool) => kindOf(tool) === kind).map(button)}</div>`;
  const levels = chosen.levels ?? [];
  if (levels.length && !levels.includes(state.level)) state.level = levels[Math.floor(levels.length / 2)];
  // the field keeps its place for a tool without levels, so that the map does not move
  const options = levels.length ? levels : (tools.find((tool) => tool.levels?.length)?.levels ?? []);
  const option = (each) =>
    html`<option key=${each} value=${each} selected=${each === state.level}>${each}</option>`;
  const level = html`<label class=${levels.length ? "field" : "field unseen"}>
    ${say("level")}
    <select id="level" onchange=${(event) => (state.level = Number(event.target.value))}>
      ${options.map(option)}
    </select>
  </label>`;
  return html`<div class="tools" role="group" aria-label=${say("tools")}>
    ${[...new Set(tools.map(kindOf))].map(group)} ${options.length > 0 && level}
  </div>`;
}

// The way follows the rooms when the board changes its size.
function setBoard(element) {
  listenOnBoard(element);
  if (element) new ResizeObserver(drawWay).observe(element);
}

export function Board() {
  const { columns, rows, rooms, edges } = state.view;
  const style = {
    gridTemplateColumns: `var(--edge) ${"1fr var(--edge) ".repeat(columns)}`,
    gridTemplateRows: `var(--edge) ${"auto var(--edge) ".repeat(rows)}`,
    "--columns": columns,
    "--rows": rows,
  };
  const ends = Array.from({ length: rows }, (_, at) => at + 1).flatMap((row) =>
    [1, 2 * columns + 1].map((column) => html`<${End} key=${`${row} ${column}`} row=${row} column=${column} />`),
  );
  return html`<div
    class=${`board ${columns > 8 ? "fine" : ""} ${state.tool === "edges" ? "edging" : ""}`}
    style=${style}
    role="group"
    aria-label=${say("map")}
    aria-describedby="keys"
    data-previewed=${state.previewed || null}
    ref=${setBoard}
  >
    ${ends} ${edges.map((edge) => html`<${Side} key=${`${edge.room} ${edge.side}`} edge=${edge} />`)}
    ${rooms.map((room) => html`<${Room} key=${room.name} room=${room} />`)}
    <svg class="way" aria-hidden="true"></svg>
  </div>`;
}

// The end of a row, which may lead around to its other end.
function End({ row, column }) {
  const isOpen = state.view.joined.includes(row);
  return html`<button
    class=${`end ${column > 1 ? "right" : ""} ${isOpen ? "joined" : ""}`}
    style=${{ gridColumn: column, gridRow: 2 * (state.view.rows - row) + 2 }}
    data-row=${row}
    tabindex="-1"
    disabled=${!state.view.own}
    aria-label=${say(isOpen ? "row_joined" : "row_closed", { row })}
    onclick=${() => change({ do: "join", row })}
  ></button>`;
}

function Side({ edge }) {
  const [column, row] = place(edge.room);
  const isRight = edge.side === "right";
  const gridColumn = 2 * column + (isRight ? 3 : 2);
  const gridRow = 2 * (state.view.rows - row) + (isRight ? 2 : 1);
  return html`<button
    class=${`edge ${edge.side} ${edge.kind} ${edge.fixed ? "fixed" : ""}`}
    style=${{ gridColumn, gridRow }}
    data-edge=${`${edge.room} ${edge.side}`}
    tabindex="-1"
    aria-disabled=${edge.fixed || null}
    aria-label=${say("edge_is", { one: edge.room, other: edge.other, kind: say(edge.kind || "open") })}
    onclick=${(event) => (event.detail && state.tool === "edges" ? null : turnEdges([edge.room, edge.side]))}
  ></button>`;
}

function Room({ room }) {
  const { name, target, steps, things } = room;
  const [column, row] = place(name);
  const heat = steps ? `heat-${Math.min(8, Math.round((8 * steps) / state.view.furthest))}` : "cold";
  const words = [target ? say("target_here", { number: target }) : "", ...things.map((thing) => thing.word)];
  const inside = words.filter(Boolean).join(", ");
  const far = steps ? say("steps", { steps }) : say("out_of_reach");
  return html`<button
    class=${state.isHot ? `room ${heat}` : "room"}
    style=${{ gridColumn: 2 * column + 2, gridRow: 2 * (state.view.rows - row) + 2 }}
    data-room=${name}
    tabindex=${name === state.at ? 0 : -1}
    aria-label=${`${name}: ${inside || say("empty")}; ${far}`}
    title=${inside}
    onclick=${() => actOnRoom(name)}
  >
    <small data-steps=${state.isHot && steps ? ` · ${steps}` : null}>${name}</small>
    ${target > 0 && html`<strong data-sign=${target}></strong>`}
    <span>${things.map((thing, at) => html`<${Thing} key=${at} thing=${thing} />`)}</span>
  </button>`;
}

// A thing in a room: its icon or sign, with its level or letter.
function Thing({ thing }) {
  const icon = iconOf(thing.icon);
  if (!icon) return html`<i data-sign=${`${thing.sign}${thing.mark}`}></i>`;
  return html`<i>${icon}${thing.mark && html`<b data-sign=${thing.mark}></b>`}</i>`;
}

// The names of the things in the rooms, each once, without its level or letter, and the colours of the sides, ends and
// ways on the board.
export function Legend() {
  const { rooms, edges, joined, way } = state.view;
  const kinds = new Map(rooms.flatMap((room) => room.things).map((thing) => [thing.sign, thing]));
  const nameOf = ({ word, mark }) => (mark ? word.slice(0, -mark.length - 1) : word);
  const sample = (kind) => html`<i class=${`sample ${kind}`}></i>`;
  const legs = state.hasWay ? way.slice(0, 3).map((_, leg) => sample(`leg-${leg}`)) : [];
  const isSide = (kind) => edges.some((edge) => edge.kind === kind);
  const entries = [
    ...[...kinds.values()].map((thing) => [html`<i>${iconOf(thing.icon) ?? thing.sign}</i>`, nameOf(thing)]),
    ...["wall", "extra_wall", "water"].filter(isSide).map((kind) => [sample(kind), say(kind)]),
    ...(joined.length ? [[sample("joined"), say("ends_joined")]] : []),
    ...(legs.length ? [[legs, say("way_by_legs")]] : []),
  ];
  const capitalized = (word) => word[0].toUpperCase() + word.slice(1);
  const entry = ([signs, word]) => html`<span key=${word}>${signs}${` ${capitalized(word)}`}</span> `;
  return html`<p class="legend">${entries.map(entry)}</p>`;
}

// Draws the way from middle to middle of rooms, wherever the board shows them.
export function drawWay() {
  const way = board?.querySelector(".way");
  if (!way) return;
  const box = board.getBoundingClientRect();
  way.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const middle = (name) => {
    const cell = board.querySelector(`[data-room="${name}"]`).getBoundingClientRect();
    return [cell.left - box.left + cell.width / 2, cell.top - box.top + cell.height / 2];
  };
  const line = (leg, number) => {
    const shift = 4 * (number - 1);
    const steps = leg.map((name, at) => {
      const isFar = at > 0 && Math.abs(place(name)[0] - place(leg[at - 1])[0]) > 1;
      const [x, y] = middle(name);
      return `${at === 0 || isFar ? "M" : "L"}${(x + shift).toFixed(1)} ${(y + shift).toFixed(1)}`;
    });
    return html`<path key=${number} class=${`leg-${number % 3}`} d=${steps.join(" ")} />`;
  };
  render(state.hasWay ? state.view.way.map(line) : [], way);
}
