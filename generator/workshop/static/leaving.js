// Where the page is, as its address says; one guard for every way out of what is not saved; drafts that outlive the
// page.
import { confirms } from "./dialog.js";

// addresses: #KEY/room/game/item?language=...

const CHOICES = ["language", "edition", "beside", "view"];

export function addressOf(key, place) {
  const path = [key, place.room, place.game, place.item].filter(Boolean).map(encodeURIComponent).join("/");
  const chosen = new URLSearchParams(CHOICES.filter((each) => place[each]).map((each) => [each, place[each]]));
  return `#${path}${chosen.size ? `?${chosen}` : ""}`;
}

// What an address says; nothing of one that is none.
export function placeIn(hash) {
  const [path, chosen] = hash.slice(1).split("?");
  try {
    const [key, room, game, item] = path.split("/").map(decodeURIComponent);
    return {
      key,
      ...(room
        ? {
            room,
            game: game ?? "",
            item: item ?? "",
            edition: "",
            beside: "",
            view: "",
            ...Object.fromEntries(new URLSearchParams(chosen)),
          }
        : {}),
    };
  } catch {
    return {};
  }
}

// The steps of this tab, counted, so that one that is not meant can be taken back.

let at = history.state?.at ?? 0;
/** @type {((value?: unknown) => void) | null} */
let moving = null; // hears of a step that the page takes by itself

export function goesTo(key, place, replaces = false) {
  const address = addressOf(key, place);
  if (address === location.hash) replaces = true;
  if (!replaces) at += 1;
  history[replaces ? "replaceState" : "pushState"]({ at }, "", address);
}

// Goes so many steps of this tab, which nobody but the caller hears of.
const moves = (steps) =>
  new Promise((moved) => {
    moving = moved;
    history.go(steps);
  });

// Where Back, Forward or a typed address leads to: `mayGo` is asked about the place, `arrives` shows it.
export function whenLedTo(mayGo, arrives) {
  addEventListener("popstate", async (event) => {
    if (moving) return void (moving(), (moving = null));
    const to = event.state?.at ?? at + 1;
    const place = placeIn(location.hash);
    if (losesWork(place)) {
      await moves(at - to); // the page stays where it is while it asks
      if (!(await mayGo(place))) return;
      await moves(to - at);
    }
    at = to;
    history.replaceState({ at }, "", location.hash);
    arrives(placeIn(location.hash));
  });
}

// works: whatever can be unsaved. Each tells `isOpen()`, `isUnsaved()` and whether it `staysAt(place)`, and does
// `save()`, `undo()` and `redo()` where it can.

const works = [];

export function guarded(work) {
  works.push(work);
  return work;
}

// Whether what is not saved is left for a place, or for good where none is named.
const losesWork = (place = null, left = works) =>
  left.some((work) => work.isUnsaved() && !(place && work.staysAt(place)));

let isAsking = false; // a second way out stays shut meanwhile

// Asks before that.
export async function mayLeave(words, place = null, left = works) {
  if (isAsking || !losesWork(place, left)) return !isAsking;
  isAsking = true;
  const answer = confirms({ text: words.say("sure_leave"), yes: words.say("leave_it"), no: words.say("stay_here") });
  return answer.finally(() => (isAsking = false));
}

addEventListener("beforeunload", (event) => {
  if (works.some((work) => work.isUnsaved())) event.preventDefault();
});

const TEXTS = '[contenteditable="true"], textarea, input:not([type="checkbox"], [type="radio"], [type="button"])';

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
  const letter = event.key.toLowerCase();
  const does = { s: "save", z: event.shiftKey ? "redo" : "undo", y: "redo" }[letter];
  // a text has an undo of its own
  if (!does || (does !== "save" && /** @type {Element} */ (event.composedPath()[0]).matches?.(TEXTS))) return;
  const work = works.find((each) => each.isOpen() && each[does]);
  if (!work) return;
  event.preventDefault();
  work[does]();
});

// drafts: what is not saved, by the file that it would be saved as, in this browser

const DRAFT = "scrawl-draft ";

export const drafts = {
  find: (file) => JSON.parse(localStorage.getItem(DRAFT + file) ?? "null"),
  drop: (file) => localStorage.removeItem(DRAFT + file),
  below: (folder) =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(DRAFT + folder))
      .map((key) => key.slice(DRAFT.length + folder.length)),
  keep(file, draft) {
    try {
      localStorage.setItem(DRAFT + file, JSON.stringify({ ...draft, at: Date.now() }));
    } catch {
      // there is no room for it: whoever leaves is asked all the same
    }
  },
};

// What is told of a draft that goes on.
export function toldOf(words, draft, seen) {
  const said = words.say("draft_of", { at: new Date(draft.at).toLocaleString() });
  return draft.seen === seen ? said : `${said} ${words.say("changed_since")}`;
}
