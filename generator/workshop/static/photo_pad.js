// "Photograph your sheet" on a phone: what is confirmed goes to the table as one change of the sheet that is seen.
import { html } from "./html.js";
import { boxesOf, photoDialog } from "./photo_review.js";
import { chosenPictures, sheetsIn } from "./photo_sending.js";
import { change, queue, say } from "./table_line.js";

const LONGEST = 2600; // pixels: 5 million of them, which the reader needs

export function photoButton(seat) {
  const takes = () => chosenPictures(([file]) => file && read(seat, file), { capture: "environment" });
  return html`<button key="photo" id="photo" class="main" onclick=${takes}>${say("photograph_sheet")}</button>`;
}

async function read(seat, file) {
  const dialog = photoDialog(seat.name, say);
  const headers = { "x-seat": queue.me.token };
  const { sheets, cards, fault } = await sheetsIn(file, { address: "photo", headers, longest: LONGEST, say });
  if (!dialog.isOpen()) return;
  if (fault) return dialog.fails(fault);
  const take = async ([seen], named) => {
    change({ do: "photo", seat: seat.id, ...boxesOf(seen), cards: named });
    return "";
  };
  dialog.asks({ sheets: sheets.slice(0, 1), cards, take });
}
