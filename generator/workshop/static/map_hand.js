// Handles mouse, finger and keys on a map.
import { change, draw, state } from "./drawing.js";

const NEAR = 0.36; // of a room's width: a pointer so near to a side means the side
const HOLD = 300; // milliseconds that a finger rests before it draws along the sides; before that it scrolls
const FAR = 10; // px that a finger that rests may move
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function roomAt(column, row) {
  const { columns, rows, rooms } = state.view;
  return column >= 0 && column < columns && row >= 1 && row <= rows ? rooms[(row - 1) * columns + column] : undefined;
}

export function place(name) {
  const at = state.view.rooms.findIndex((room) => room.name === name);
  return [at % state.view.columns, Math.floor(at / state.view.columns) + 1];
}

export function actOnRoom(name) {
  state.at = name;
  const [action, value] = state.tool.split(" ");
  if (action === "target") change({ do: action, number: Number(value), room: name });
  else if (action === "thing") change({ do: action, kind: value, level: state.level, room: name });
  else if (action === "clear") change({ do: action, room: name });
  else focusRoom(name);
}

export function turnEdges(...edges) {
  change({ do: "edges", edges });
}

function focusRoom(name) {
  state.at = name;
  draw();
  board.querySelector(`[data-room="${name}"]`).focus();
}

export let board = null; // the element, while it is on the page
let stroke = null; // the sides of the current drag
let finger = null; // a resting finger, which may begin to draw

// During a drag, the line keeps its direction past corners.
function nearestEdge(event, direction) {
  const { columns, rows } = state.view;
  const first = board.querySelector(".room[data-room]").getBoundingClientRect();
  const last = board.querySelector(`[data-room="${roomAt(columns - 1, rows).name}"]`).getBoundingClientRect();
  const wide = columns > 1 ? (last.left - first.left) / (columns - 1) : first.width;
  const high = rows > 1 ? (first.top - last.top) / (rows - 1) : first.height;
  const across = (event.clientX - first.left + (wide - first.width) / 2) / wide;
  const up = (first.bottom - event.clientY + (high - first.height) / 2) / high;
  const column = Math.floor(across);
  const row = Math.floor(up) + 1;
  /** @type {[number, number, number, string][]} */
  const near = [
    [across - column, column - 1, row, "right"],
    [column + 1 - across, column, row, "right"],
    [up - row + 1, column, row - 1, "up"],
    [row - up, column, row, "up"],
  ];
  const ways = near.sort((one, other) => one[0] - other[0]);
  const [far, x, y, side] = ways.find((each) => each[3] === direction && each[0] <= NEAR) ?? ways[0];
  const room = roomAt(x, y);
  if (far > NEAR || !room || !board.querySelector(`[data-edge="${room.name} ${side}"]`)) return null;
  return [room.name, side];
}

// A mouse draws at once. A tap of a finger turns a side. A finger that rests first draws along several sides; any other
// finger scrolls.
function startStroke(event) {
  if (state.tool !== "edges" || event.button !== 0 || event.target.classList.contains("end")) return;
  const edge = nearestEdge(event);
  if (!edge) return;
  const begin = () => {
    stroke = new Map();
    board.setPointerCapture(event.pointerId);
    touch(edge);
  };
  if (event.pointerType === "touch") {
    finger = { edge, x: event.clientX, y: event.clientY, clock: setTimeout(begin, HOLD) };
    return;
  }
  event.preventDefault();
  begin();
}

function continueStroke(event) {
  if (!stroke && finger && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > FAR) cancelStroke();
  if (!stroke) return;
  const edge = nearestEdge(event, [...stroke.values()].at(-1)[1]);
  if (edge) touch(edge);
}

function touch(edge) {
  const name = edge.join(" ");
  if (stroke.has(name)) return;
  stroke.set(name, edge);
  board.querySelector(`[data-edge="${name}"]`).classList.add("touched");
}

function finishStroke() {
  const edges = stroke ? [...stroke.values()] : finger ? [finger.edge] : [];
  cancelStroke();
  if (edges.length) turnEdges(...edges);
}

function cancelStroke() {
  clearTimeout(finger?.clock);
  stroke = finger = null;
  for (const side of board.querySelectorAll(".touched")) side.classList.remove("touched");
}

function key(event) {
  const name = event.target.dataset.room;
  const letter = event.key.toLowerCase();
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  const [column, row] = place(name);
  const way = ARROWS[event.key];
  if (way) {
    event.preventDefault();
    const other = roomAt(column + way[0], row + way[1]);
    if (!other) return;
    if (!event.shiftKey) return focusRoom(other.name);
    const from = way[0] + way[1] > 0 ? name : other.name;
    turnEdges([from, way[0] ? "right" : "up"]);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    change({ do: "clear", room: name });
  } else if (letter === "j" && state.view.own) change({ do: "join", row });
  else if (state.view.tools.some((tool) => tool.do === "target" && String(tool.number) === event.key))
    change({ do: "target", number: Number(event.key), room: name });
}

// Makes the board listen to mouse, finger and keys.
export function listenOnBoard(element) {
  board = element;
  if (!board) return;
  board.addEventListener("pointerdown", startStroke);
  board.addEventListener("pointermove", continueStroke);
  board.addEventListener("pointerup", finishStroke);
  board.addEventListener("pointercancel", () => cancelStroke());
  board.addEventListener("touchmove", (event) => stroke && event.preventDefault(), { passive: false });
  board.addEventListener("contextmenu", (event) => (stroke || finger) && event.preventDefault());
  board.addEventListener("keydown", key);
}
