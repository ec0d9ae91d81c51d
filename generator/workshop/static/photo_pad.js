// "Photograph your sheet" on a phone: confirmed boxes go to the table as one change of the shown sheet.
import { html } from "./html.js";
import { boxesOf, photoDialog } from "./photo_review.js";
import { choosePictures, readSheets } from "./photo_sending.js";
import { change, queue, say } from "./table_line.js";

const LONGEST = 2600; // pixels: 5 million of them, which the reader needs

export function photoButton(seat) {
  const choosePhoto = () => choosePictures(([file]) => file && read(seat, file), { capture: "environment" });
  return html`<button key="photo" id="photo" class="main" onclick=${choosePhoto}>${say("photograph_sheet")}</button>`;
}

async function read(seat, file) {
  const dialog = photoDialog(seat.name, say);
  const headers = { "x-seat": queue.me.token };
  const { sheets, cards, fault } = await readSheets(file, { address: "photo", headers, longest: LONGEST, say });
  if (!dialog.isOpen()) return;
  if (fault) return dialog.fail(fault);
  const take = async ([review], names) => {
    change({ do: "photo", seat: seat.id, ...boxesOf(review), cards: names });
    return "";
  };
  dialog.review({ sheets: sheets.slice(0, 1), cards, take });
}
