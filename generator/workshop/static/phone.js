// The connection of a phone to its table, with the token of its seat.
import { Words } from "./common.js";
import { Queue } from "./queue.js";
import { connect, queue, state } from "./table_line.js";

const PATIENCE = 12000; // milliseconds to wait for an answer
export const secret = location.hash.slice(1).toUpperCase();
const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

async function ask(path, data) {
  const headers = { "x-seat": queue.me.token ?? "" };
  const request = data ? { method: "POST", headers, body: JSON.stringify(data) } : { headers };
  const silence = new AbortController();
  const late = setTimeout(() => silence.abort(), PATIENCE);
  try {
    const answer = await fetch(path, { ...request, signal: silence.signal });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0 };
  } finally {
    clearTimeout(late);
  }
}

function tell(text, isAway) {
  const place = document.getElementById("state");
  if (place.textContent !== text) place.textContent = text;
  place.className = isAway ? "away" : "";
}

connect(new Queue(localStorage, secret, fresh()), { ask, font: (name) => `fonts/${name}`, tell });
if (secret && !queue.me.phone) queue.me = { phone: fresh(), token: "" };

export async function setLanguage(language) {
  const words = await ask(`words/${language}`);
  if (words.status === 200) state.words = new Words(words);
  document.documentElement.lang = language;
}
