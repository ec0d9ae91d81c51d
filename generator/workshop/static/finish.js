// The end of a game before everybody: who still counts, one line after the other, the winner. The big screen and the
// phones draw it alike, from what the table tells; `told` is what the ledger tells of a game whose points are all
// shown, `code` the way in for phones, while all count.
import { counts, drawn, reached, signOf, signed } from "./common.js";
import { named, pointsTable } from "./points_table.js";
import { h } from "./vendor/preact.js";

const SPARKS = 40;

if (!document.querySelector('link[href="finish.css"]'))
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "finish.css" }));

export function finish(view, say, told = null, code = "") {
  const { revealed } = view;
  const phase = !revealed ? "counting" : revealed.done ? "done" : "lines";
  const parts = { counting, lines, done }[phase];
  return h(
    "section",
    { key: "finish", class: `finish ${phase}` },
    h("h2", {}, [view.title, view.map].filter(Boolean).join(" \u00b7 ")),
    parts(view, say, told, code),
  );
}

// Who is done and who still counts; nobody's points are told yet.
function counting(view, say, _told, code) {
  const holds = (place) => place && !place.firstChild && place.append(drawn(code));
  const rows = view.seats.map((seat) => {
    const share = 1 - seat.open.length / view.lines.length;
    return h(
      "li",
      { key: seat.id, "data-player": seat.colour, class: seat.open.length ? "" : "ready", style: { "--share": share } },
      named(seat),
      h("b", {}, signOf(seat, view, say)),
    );
  });
  const left = view.seats.filter((seat) => seat.open.length).length;
  const told = left ? say("still_counting", { count: left }) : say("all_counted");
  return [
    h("p", { class: "moment", role: "status" }, view.seats.length ? told : say("nobody_yet")),
    h("ul", { class: "counters" }, rows),
    code ? h("div", { key: "code", class: "way-in", "aria-hidden": "true", ref: holds }) : null,
  ];
}

function lines(view, say) {
  const letter = view.revealed.lines.at(-1);
  const line = view.lines.find((each) => each.letter === letter);
  const spoken = view.seats.map((seat) => `${seat.name} ${signed(counts(seat, letter))}`).join(", ");
  return [
    h(
      "p",
      { class: "moment", role: "status" },
      h("span", { key: letter, class: "line-now" }, `${letter} ${line?.word ?? ""}`),
      h("span", { class: "spoken" }, ` ${spoken}`),
    ),
    race(view, letter),
    h("p", { class: "steps" }, say("question_of", { at: view.revealed.lines.length, of: view.lines.length })),
    corrected(view, say),
  ];
}

function done(view, say, told) {
  const winners = view.seats.filter((seat) => seat.rank === 1);
  const holds = (place) => place && !place.firstChild && place.append(drawn(told.svg));
  const sparks = Array.from({ length: SPARKS }, (_, at) =>
    h("i", {
      key: at,
      "data-player": winners[at % winners.length]?.colour,
      style: { "--at": `${(at * 61) % 100}%`, "--late": `${(at * 7) % 20}` },
    }),
  );
  const titles = winners.map((seat) => seat.title).filter(Boolean);
  return [
    h("div", { key: "sparks", class: "sparks", "aria-hidden": "true" }, sparks),
    h(
      "div",
      { key: "crowned", class: "crowned", "data-player": winners[0]?.colour },
      told?.svg ? h("div", { class: "trophy", key: told.svg.length, ref: holds }) : sign(view.title),
      h(
        "div",
        {},
        h("p", { class: "moment", role: "status" }, told?.winner ?? winners.map((seat) => seat.name).join(", ")),
        titles.length ? h("p", { class: "earned" }, [...new Set(titles)].join(", ")) : null,
        h(
          "ul",
          { class: "facts" },
          (told?.facts ?? []).map((fact) => h("li", { key: fact }, fact)),
        ),
      ),
    ),
    race(view, null),
    corrected(view, say),
    all(view),
  ];
}

// A shield with the first letter of a game that has no picture of its own.
function sign(title) {
  const shield = h("path", { d: "M3 2h26v15q0 9-13 13Q3 26 3 17z" });
  return h(
    "div",
    { class: "trophy sign", "aria-hidden": "true" },
    h("svg", { viewBox: "2 1 28 30" }, shield, h("text", { x: 16, y: 20.5 }, title.slice(0, 1))),
  );
}

// A row for each player, the best above: it moves when another comes before.
function race(view, letter) {
  const points = view.seats.map((seat) => reached(seat, view));
  const most = Math.max(1, view.revealed.best); // so that the bars grow
  const isBefore = (one, other) =>
    (view.revealed.done ? view.seats[one].rank - view.seats[other].rank : points[other] - points[one]) || one - other;
  const order = view.seats.map((_, at) => at).sort(isBefore);
  const rows = view.seats.map((seat, at) =>
    h(
      "li",
      {
        key: seat.id,
        "data-player": seat.colour,
        class: view.revealed.done && seat.rank === 1 ? "first" : "",
        style: { "--place": order.indexOf(at), "--share": Math.max(0, points[at]) / most },
      },
      h("span", { class: "at-rank", "aria-hidden": "true" }, view.revealed.done ? `${seat.rank}.` : ""),
      named(seat),
      h("span", { class: "bar", "aria-hidden": "true" }),
      letter ? h("span", { key: letter, class: "gain" }, plus(counts(seat, letter))) : null,
      h("b", {}, signed(points[at])),
    ),
  );
  return h("ol", { key: "race", class: "race", style: { "--rows": rows.length } }, rows);
}

const plus = (number) => (number > 0 ? `+${number}` : signed(number));

// What was put right since it was shown.
function corrected(view, say) {
  const known = new Map(view.seats.map((seat) => [seat.id, seat.name]));
  const rows = view.revealed.corrected.map(({ line, seat, was, now }) =>
    h(
      "li",
      { key: `${line} ${seat}` },
      say(line ? "corrected_line" : "corrected_total", {
        name: known.get(seat),
        line,
        was: signed(was),
        now: signed(now),
      }),
    ),
  );
  return rows.length
    ? h(
        "div",
        { key: "corrected", class: "corrected", role: "status" },
        h("p", {}, say("corrected_since")),
        h("ul", {}, rows),
      )
    : null;
}

const all = (view) => {
  const points = (seat, letter) => (seat.lines[letter] ? signed(counts(seat, letter)) : "\u2013");
  const attributes = { key: "all", class: "scroll", tabindex: 0, role: "group", "aria-label": view.title };
  return h("div", attributes, pointsTable(view, view.seats, points, (seat) => signed(seat.total)));
};

// What this phone typed and the table refused, at the end of a game, at which all look: it stands in its field still.
export function notCounted({ questions, view }, queue, say) {
  const asked = (letter) => [
    `line.${letter}`,
    ...questions.filter((each) => each.letter === letter).map((each) => each.id),
  ];
  const told = (seat, line) =>
    [...new Set(asked(line.letter))]
      .map((id) => queue.refused(seat.id, id)?.text)
      .filter((text) => typeof text === "string")
      .map((text) => say("line_not_counted", { name: seat.name, line: `${line.letter} ${line.word}`, text }));
  const rows = view.seats.flatMap((seat) => view.lines.flatMap((line) => told(seat, line)));
  return rows.length
    ? h(
        "ul",
        { key: "not-counted", class: "card faults not-counted" },
        rows.map((row) => h("li", { key: row, class: "error" }, row)),
      )
    : null;
}

// The picture is handed to what the phone shares with, or kept where it has nothing of that kind; tells whether there
// was one.
export async function share(token, game) {
  const answer = await fetch("board.png", { headers: { "x-seat": token } }).catch(() => null);
  if (!answer?.ok) return false;
  const picture = new File([await answer.blob()], `${game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [picture] }))
    await navigator.share({ files: [picture] }).catch(() => {}); // never mind, says who shares
  else
    Object.assign(document.createElement("a"), { href: URL.createObjectURL(picture), download: picture.name }).click();
  return true;
}
