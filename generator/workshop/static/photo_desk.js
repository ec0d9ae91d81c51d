// Photos of sheets on the desk: a pile of pictures, or one with several sheets; each sheet is given to a player of the
// table.
import * as host from "./host_page.js";
import { html } from "./html.js";
import { boxesOf, photoDialog } from "./photo_review.js";
import { chosenPictures, sheetsIn } from "./photo_sending.js";

const { say } = host;
const LONGEST = 4000; // pixels: four sheets lie in some pictures

// Has somebody choose pictures: `done` hears that a sheet of the table changed.
export function photosOf(table, done) {
  chosenPictures((files) => files.length && read(table, files, done), { multiple: "" });
}

async function read(table, files, done) {
  const dialog = photoDialog(say("photos_of_sheets"), say);
  const [sheets, faults] = [[], []];
  let cards = [];
  for (const file of files) {
    const asked = { address: `photo?table=${table.id}`, headers: host.headers, longest: LONGEST, say };
    const sent = await sheetsIn(file, asked);
    if (!dialog.isOpen()) return;
    sheets.push(...(sent.sheets ?? []));
    cards = sent.cards ?? cards;
    if (sent.fault) faults.push(`${file.name}: ${sent.fault}`);
  }
  if (!sheets.length) return dialog.fails(...faults);
  // what stands on a sheet is written over only where that is meant
  const empty = table.seats.filter((seat) => !seat.held.length);
  const owners = new Map(sheets.map((sheet, at) => [sheet, String(empty[at]?.id ?? "")]));
  const ownerOf = ({ sheet }) => owners.get(sheet);
  const above = (seen, at, shows) => {
    const takes = ({ target }) => {
      owners.set(seen.sheet, target.value);
      shows();
    };
    const options = [["", say("photo_nobody")], ...table.seats.map((seat) => [String(seat.id), seat.name])];
    return html`<label class="field" for=${`whose-${at}`}>
      ${say("photo_whose")}
      <select id=${`whose-${at}`} value=${ownerOf(seen)} onchange=${takes}>
        ${options.map(([value, name]) => html`<option key=${value} value=${value}>${name}</option>`)}
      </select>
    </label>`;
  };
  const why = (meant) => {
    if (new Set(meant.map(ownerOf)).size < meant.length) return say("photo_twice");
    return meant.length ? "" : say("photo_whose");
  };
  const taken = new Set();
  const take = async (meant, named) => {
    for (const seen of meant) {
      if (taken.has(seen)) continue;
      const page = `photo ${crypto.randomUUID()}`; // once, however often it is sent
      const change = { do: "photo", seat: Number(ownerOf(seen)), page, number: 1, ...boxesOf(seen), cards: named };
      try {
        const answer = await host.ask(`tables/${table.id}/change`, change);
        if (!answer.taken) return host.words().refusal(answer);
        taken.add(seen);
      } catch (problem) {
        return problem.message || say("closed");
      }
    }
    done();
    return "";
  };
  dialog.asks({ sheets, cards, faults, take, above, why, meant: (all) => all.filter(ownerOf) });
}
