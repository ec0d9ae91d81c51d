// Photos of sheets on the desk: a pile of pictures, or one with several sheets. The host gives each sheet to a player.
import * as host from "./host_page.js";
import { html } from "./html.js";
import { boxesOf, photoDialog } from "./photo_review.js";
import { choosePictures, readSheets } from "./photo_sending.js";

const { say } = host;
const LONGEST = 4000; // pixels: some pictures have four sheets

// Lets the host choose pictures; calls `done` when a sheet of the table changed.
export function photosOf(table, onDone) {
  choosePictures((files) => files.length && read(table, files, onDone), { multiple: "" });
}

async function read(table, files, onDone) {
  const dialog = photoDialog(say("photos_of_sheets"), say);
  const [sheets, faults] = [[], []];
  let cards = [];
  for (const file of files) {
    const request = { address: `photo?table=${table.id}`, headers: host.headers, longest: LONGEST, say };
    const result = await readSheets(file, request);
    if (!dialog.isOpen()) return;
    sheets.push(...(result.sheets ?? []));
    cards = result.cards ?? cards;
    if (result.fault) faults.push(`${file.name}: ${result.fault}`);
  }
  if (!sheets.length) return dialog.fail(...faults);
  // replaces a filled sheet only if the host says so
  const emptySeats = table.seats.filter((seat) => !seat.held.length);
  const owners = new Map(sheets.map((sheet, at) => [sheet, String(emptySeats[at]?.id ?? "")]));
  const ownerOf = ({ sheet }) => owners.get(sheet);
  const above = (review, at, redraw) => {
    const choose = ({ target }) => {
      owners.set(review.sheet, target.value);
      redraw();
    };
    const options = [["", say("photo_nobody")], ...table.seats.map((seat) => [String(seat.id), seat.name])];
    return html`<label class="field" for=${`whose-${at}`}>
      ${say("photo_whose")}
      <select id=${`whose-${at}`} value=${ownerOf(review)} onchange=${choose}>
        ${options.map(([value, name]) => html`<option key=${value} value=${value}>${name}</option>`)}
      </select>
    </label>`;
  };
  const why = (reviews) => {
    if (new Set(reviews.map(ownerOf)).size < reviews.length) return say("photo_twice");
    return reviews.length ? "" : say("photo_whose");
  };
  const sentReviews = new Set();
  const take = async (reviews, names) => {
    for (const review of reviews) {
      if (sentReviews.has(review)) continue;
      const page = `photo ${crypto.randomUUID()}`; // counts once, however often we send it
      const change = { do: "photo", seat: Number(ownerOf(review)), page, number: 1, ...boxesOf(review), cards: names };
      try {
        const answer = await host.ask(`tables/${table.id}/change`, change);
        if (!answer.taken) return host.words().refusal(answer);
        sentReviews.add(review);
      } catch (problem) {
        return problem.message || say("closed");
      }
    }
    onDone();
    return "";
  };
  dialog.review({ sheets, cards, faults, take, above, why, selected: (all) => all.filter(ownerOf) });
}
