// The end of a game for everybody: who still counts, one line after the other, the winner. The big screen and the
// phones draw it alike, from the view of the table. `result` is the game in the history, once all points are shown;
// `code` is the way in for phones, while all count.
import { linePoints, svgElement, shownTotal, signOf, signed } from "./common.js";
import { named, pointsTable } from "./points_table.js";
import { h } from "./vendor/preact.js";

const SPARKS = 40;

if (!document.querySelector('link[href="finish.css"]'))
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "finish.css" }));

export function finish(view, say, result = null, code = "") {
  const { revealed } = view;
  const phase = !revealed ? "counting" : revealed.done ? "done" : "lines";
  const parts = { counting, lines, done }[phase];
  return h(
    "section",
    { key: "finish", class: `finish ${phase}` },
    h("h2", {}, [view.title, view.map].filter(Boolean).join(" \u00b7 ")),
    parts(view, say, result, code),
  );
}

// Who is done and who still counts; no points are shown yet.
function counting(view, say, _result, code) {
  const insert = (place) => place && !place.firstChild && place.append(svgElement(code));
  const rows = view.seats.map((seat) => {
    const share = 1 - seat.open.length / view.lines.length;
    return h(
      "li",
      { key: seat.id, "data-player": seat.colour, class: seat.open.length ? "" : "ready", style: { "--share": share } },
      named(seat),
      h("b", {}, signOf(seat, view, say)),
    );
  });
  const remaining = view.seats.filter((seat) => seat.open.length).length;
  const message = remaining ? say("still_counting", { count: remaining }) : say("all_counted");
  return [
    h("p", { class: "moment", role: "status" }, view.seats.length ? message : say("nobody_yet")),
    h("ul", { class: "counters" }, rows),
    code ? h("div", { key: "code", class: "way-in", "aria-hidden": "true", ref: insert }) : null,
  ];
}

function lines(view, say) {
  const letter = view.revealed.lines.at(-1);
  const line = view.lines.find((each) => each.letter === letter);
  const spoken = view.seats.map((seat) => `${seat.name} ${signed(linePoints(seat, letter))}`).join(", ");
  return [
    h(
      "p",
      { class: "moment", role: "status" },
      h("span", { key: letter, class: "line-now" }, `${letter} ${line?.word ?? ""}`),
      h("span", { class: "spoken" }, ` ${spoken}`),
    ),
    race(view, letter),
    h("p", { class: "steps" }, say("question_of", { at: view.revealed.lines.length, of: view.lines.length })),
    corrections(view, say),
  ];
}

function done(view, say, result) {
  const winners = view.seats.filter((seat) => seat.rank === 1);
  const insert = (place) => place && !place.firstChild && place.append(svgElement(result.svg));
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
      result?.svg ? h("div", { class: "trophy", key: result.svg.length, ref: insert }) : sign(view.title),
      h(
        "div",
        {},
        h("p", { class: "moment", role: "status" }, result?.winner ?? winners.map((seat) => seat.name).join(", ")),
        titles.length ? h("p", { class: "earned" }, [...new Set(titles)].join(", ")) : null,
        h(
          "ul",
          { class: "facts" },
          (result?.facts ?? []).map((fact) => h("li", { key: fact }, fact)),
        ),
      ),
    ),
    race(view, null),
    corrections(view, say),
    all(view),
  ];
}

// A shield with the first letter of a game without a picture.
function sign(title) {
  const shield = h("path", { d: "M3 2h26v15q0 9-13 13Q3 26 3 17z" });
  return h(
    "div",
    { class: "trophy sign", "aria-hidden": "true" },
    h("svg", { viewBox: "2 1 28 30" }, shield, h("text", { x: 16, y: 20.5 }, title.slice(0, 1))),
  );
}

// A row for each player, the best on top: a row moves when another player overtakes.
function race(view, letter) {
  const points = view.seats.map((seat) => shownTotal(seat, view));
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
      letter ? h("span", { key: letter, class: "gain" }, plus(linePoints(seat, letter))) : null,
      h("b", {}, signed(points[at])),
    ),
  );
  return h("ol", { key: "race", class: "race", style: { "--rows": rows.length } }, rows);
}

const plus = (number) => (number > 0 ? `+${number}` : signed(number));

// The corrections since the points were shown.
function corrections(view, say) {
  const names = new Map(view.seats.map((seat) => [seat.id, seat.name]));
  const rows = view.revealed.corrected.map(({ line, seat, was, now }) =>
    h(
      "li",
      { key: `${line} ${seat}` },
      say(line ? "corrected_line" : "corrected_total", {
        name: names.get(seat),
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
  const points = (seat, letter) => (seat.lines[letter] ? signed(linePoints(seat, letter)) : "\u2013");
  const attributes = { key: "all", class: "scroll", tabindex: 0, role: "group", "aria-label": view.title };
  return h("div", attributes, pointsTable(view, view.seats, points, (seat) => signed(seat.total)));
};

// Texts of this phone that the table rejected, for the end of a game, where all look. They are still in their fields.
export function notCounted({ questions, view }, queue, say) {
  const idsOf = (letter) => [
    `line.${letter}`,
    ...questions.filter((each) => each.letter === letter).map((each) => each.id),
  ];
  const refusals = (seat, line) =>
    [...new Set(idsOf(line.letter))]
      .map((id) => queue.refused(seat.id, id)?.text)
      .filter((text) => typeof text === "string")
      .map((text) => say("line_not_counted", { name: seat.name, line: `${line.letter} ${line.word}`, text }));
  const rows = view.seats.flatMap((seat) => view.lines.flatMap((line) => refusals(seat, line)));
  return rows.length
    ? h(
        "ul",
        { key: "not-counted", class: "card faults not-counted" },
        rows.map((row) => h("li", { key: row, class: "error" }, row)),
      )
    : null;
}

// Shares the picture with the phone's own share menu, or saves it if there is none; returns whether there was a
// picture.
export async function share(token, game) {
  const answer = await fetch("board.png", { headers: { "x-seat": token } }).catch(() => null);
  if (!answer?.ok) return false;
  const picture = new File([await answer.blob()], `${game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [picture] }))
    await navigator.share({ files: [picture] }).catch(() => {}); // the user may cancel
  else
    Object.assign(document.createElement("a"), { href: URL.createObjectURL(picture), download: picture.name }).click();
  return true;
}
