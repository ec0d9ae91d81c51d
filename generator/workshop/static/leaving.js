// Where the page is, from its address; one guard for every way out of unsaved work; drafts that outlive the page.
import { askYesNo } from "./dialog.js";

// addresses: #KEY/room/game/item?language=...

const CHOICES = ["language", "edition", "beside", "view"];

export function addressOf(key, place) {
  const path = [key, place.room, place.game, place.item].filter(Boolean).map(encodeURIComponent).join("/");
  const query = new URLSearchParams(CHOICES.filter((each) => place[each]).map((each) => [each, place[each]]));
  return `#${path}${query.size ? `?${query}` : ""}`;
}

// The place in an address; empty if the address is wrong.
export function placeIn(hash) {
  const [path, query] = hash.slice(1).split("?");
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
            ...Object.fromEntries(new URLSearchParams(query)),
          }
        : {}),
    };
  } catch {
    return {};
  }
}

// The steps of this tab are counted, so that an unwanted one can be taken back.

let at = history.state?.at ?? 0;
/** @type {((value?: unknown) => void) | null} */
let moving = null; // called after a step that the page takes by itself

export function writeAddress(key, place, replaces = false) {
  const address = addressOf(key, place);
  if (address === location.hash) replaces = true;
  if (!replaces) at += 1;
  history[replaces ? "replaceState" : "pushState"]({ at }, "", address);
}

// Goes some steps in this tab's history; only the caller is notified.
const goSteps = (steps) =>
  new Promise((resolve) => {
    moving = resolve;
    history.go(steps);
  });

// Handles Back, Forward and typed addresses: `mayGo` asks about the place, `arrives` shows it.
export function onNavigation(mayGo, onArrive) {
  addEventListener("popstate", async (event) => {
    if (moving) return void (moving(), (moving = null));
    const to = event.state?.at ?? at + 1;
    const place = placeIn(location.hash);
    if (wouldLoseWork(place)) {
      await goSteps(at - to); // the page stays where it is while it asks
      if (!(await mayGo(place))) return;
      await goSteps(to - at);
    }
    at = to;
    history.replaceState({ at }, "", location.hash);
    onArrive(placeIn(location.hash));
  });
}

// works: anything that can be unsaved. Each has `isOpen()`, `isUnsaved()` and `staysAt(place)`; if it can, it also has
// `save()`, `undo()` and `redo()`.

const works = [];

export function registerWork(work) {
  works.push(work);
  return work;
}

// Whether moving to a place loses unsaved work; without a place, whether leaving the page does.
const wouldLoseWork = (place = null, affected = works) =>
  affected.some((work) => work.isUnsaved() && !(place && work.staysAt(place)));

let isAsking = false; // blocks a second way out until the answer

// Asks before unsaved work is lost.
export async function mayLeave(words, place = null, affected = works) {
  if (isAsking || !wouldLoseWork(place, affected)) return !isAsking;
  isAsking = true;
  const answer = askYesNo({ text: words.say("sure_leave"), yes: words.say("leave_it"), no: words.say("stay_here") });
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
  // a text field has its own undo
  if (!does || (does !== "save" && /** @type {Element} */ (event.composedPath()[0]).matches?.(TEXTS))) return;
  const work = works.find((each) => each.isOpen() && each[does]);
  if (!work) return;
  event.preventDefault();
  work[does]();
});

// drafts: unsaved work in this browser, by the file that it belongs to

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
      // the storage is full: the page still asks before the user leaves
    }
  },
};

// The message about a draft that is continued.
export function draftMessage(words, draft, seen) {
  const message = words.say("draft_of", { at: new Date(draft.at).toLocaleString() });
  return draft.seen === seen ? message : `${message} ${words.say("changed_since")}`;
}
