// A clock that the test turns, and lines that say what the test has them say.
globalThis.now = 0; globalThis.clocks = []; globalThis.lines = []; globalThis.told = []; globalThis.seen = []; globalThis.wakes = [];
Date.now = () => now;
globalThis.setInterval = (does) => clocks.push(does);
globalThis.clearInterval = (at) => (clocks[at - 1] = () => {});
globalThis.setTimeout = (does, wait) => (rested.push(wait), wait < 1000 ? queueMicrotask(does) : wakes.push(does));
globalThis.document = { visibilityState: "visible", addEventListener: (_, does, { signal }) => {
  wakes.push(does);
  signal.addEventListener("abort", () => (wakes = wakes.filter((each) => each !== does)));
} };
globalThis.turns = (to) => { document.visibilityState = to; wakes.forEach((does) => does()); };
// Another tab holds a line, or lets go of it; a phone has no locks.
globalThis.held = new Set();
globalThis.hasLocks = () => Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks: { request: async (name, _, does) => {
  if (held.has(name)) return does(null);
  held.add(name);
  try { return await does({ name }); } finally { held.delete(name); }
} } } });
Object.defineProperty(globalThis, "navigator", { configurable: true, value: {} });
globalThis.rested = [];
globalThis.TextDecoderStream = class {};
globalThis.isDown = false;
globalThis.fetch = async (address, { signal }) => {
  if (isDown) throw new Error("nothing answers");
  const line = { given: false, parts: [] };
  line.says = (value) => (line.wants ? line.wants({ value, done: false }) : line.parts.push(value));
  lines.push(line);
  signal.addEventListener("abort", () => { line.given = true; line.fails?.(new Error("given up")); });
  const read = () => new Promise((wants, fails) => (line.given ? wants({ done: true }) : line.parts.length ? wants({ value: line.parts.shift(), done: false }) : Object.assign(line, { wants, fails })));
  return { ok: true, status: 200, body: { pipeThrough: () => ({ getReader: () => ({ read, cancel: async () => { line.given = true; } }) }) } };
};
globalThis.passes = (milliseconds, step = 1000) => { for (let at = 0; at < milliseconds; at += step) { now += step; clocks.forEach((does) => does()); } };
