// Photos of sheets on the desk: a pile of pictures, or one with several sheets; each sheet is given to a player of the
// table.
import { element } from "./elements.js";
import * as host from "./host_page.js";
import { namedCards, photoDialog, reviewedSheet } from "./photo_review.js";
import { chosenPictures, sheetsIn } from "./photo_sending.js";

const { say } = host;
const LONGEST = 4000; // pixels: four sheets lie in some pictures

// Has somebody choose pictures: `done` hears that a sheet of the table changed.
export function photosOf(table, done) {
  chosenPictures((files) => files.length && read(table, files, done), { multiple: "" });
}

async function read(table, files, done) {
  const dialog = photoDialog(say("photos_of_sheets"), say);
  dialog.waits();
  const [sheets, faults] = [[], []];
  let cards = [];
  for (const file of files) {
    const sent = await sheetsIn(file, {
      address: `photo?table=${table.id}`,
      headers: host.headers,
      longest: LONGEST,
      say,
    });
    if (!dialog.isOpen()) return;
    sheets.push(...(sent.sheets ?? []));
    cards = sent.cards ?? cards;
    if (sent.fault) faults.push(`${file.name}: ${sent.fault}`);
  }
  if (!sheets.length) return dialog.fails(...faults);
  let look = () => {};
  // what stands on a sheet is written over only where that is meant
  const empty = table.seats.filter((seat) => !seat.held.length);
  const given = sheets.map((sheet, at) => {
    const seen = reviewedSheet(sheet, say, () => look());
    const id = `whose-${at}`;
    const options = [["", say("photo_nobody")], ...table.seats.map((seat) => [String(seat.id), seat.name])];
    const usual = empty[at]?.id;
    const whose = element(
      "select",
      { id, onchange: () => look() },
      ...options.map(([value, name]) => element("option", { value, selected: value === String(usual) }, name)),
    );
    return {
      seen,
      whose: () => /** @type {HTMLSelectElement} */ (whose).value,
      place: element(
        "section",
        {},
        element("label", { class: "field", for: id }, say("photo_whose"), whose),
        seen.place,
      ),
    };
  });
  const meant = () => given.filter((each) => each.whose());
  const named = namedCards(
    cards,
    () => meant().map((each) => each.seen),
    () => look(),
  );
  const taken = new Set();
  const take = async () => {
    for (const each of meant()) {
      if (taken.has(each)) continue;
      try {
        const answer = await host.ask(`tables/${table.id}/change`, {
          do: "photo",
          seat: Number(each.whose()),
          page: `photo ${crypto.randomUUID()}`, // once, however often it is sent
          number: 1,
          ...each.seen.boxes(),
          ...named.cards(),
        });
        if (!answer.taken) return host.words().refusal(answer);
        taken.add(each);
      } catch (problem) {
        return problem.message || say("closed");
      }
    }
    done();
    return "";
  };
  const isTwice = () => new Set(meant().map((each) => each.whose())).size < meant().length;
  const why = () => (isTwice() ? say("photo_twice") : meant().length ? "" : say("photo_whose"));
  const told = faults.map((fault) => element("p", { class: "fault", role: "alert" }, fault));
  look = dialog.asks(
    [...told, ...given.map((each) => each.place), named.place],
    () => meant().reduce((sum, each) => sum + each.seen.open(), named.open()),
    why,
    take,
  );
}
