// A clock that the test turns, and lines that say what the test has them say.
globalThis.now = 0; globalThis.clocks = []; globalThis.lines = []; globalThis.told = []; globalThis.seen = []; globalThis.wakes = [];
Date.now = () => now;
globalThis.setInterval = (does) => clocks.push(does);
globalThis.clearInterval = (at) => (clocks[at - 1] = () => {});
globalThis.setTimeout = (does) => queueMicrotask(does);
globalThis.document = { visibilityState: "visible", addEventListener: (_, does) => wakes.push(does), removeEventListener: (_, does) => (wakes = wakes.filter((each) => each !== does)) };
globalThis.TextDecoderStream = class {};
globalThis.fetch = async (address, { signal }) => {
  const line = { given: false, parts: [] };
  line.says = (value) => (line.wants ? line.wants({ value, done: false }) : line.parts.push(value));
  lines.push(line);
  signal.addEventListener("abort", () => { line.given = true; line.fails?.(new Error("given up")); });
  const read = () => new Promise((wants, fails) => (line.parts.length ? wants({ value: line.parts.shift(), done: false }) : Object.assign(line, { wants, fails })));
  return { ok: true, status: 200, body: { pipeThrough: () => ({ getReader: () => ({ read }) }) } };
};
globalThis.passes = (milliseconds, step = 1000) => { for (let at = 0; at < milliseconds; at += step) { now += step; clocks.forEach((does) => does()); } };
