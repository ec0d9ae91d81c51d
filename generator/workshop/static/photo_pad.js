// "Photograph your sheet" on a phone: what is confirmed goes to the table as one change of the sheet that is seen.
import { namedCards, photoDialog, reviewedSheet } from "./photo_review.js";
import { chosenPictures, sheetsIn } from "./photo_sending.js";
import { change, queue, say } from "./table_line.js";
import { h } from "./vendor/preact.js";

const LONGEST = 2600; // pixels: 5 million of them, which the reader needs

export function photoButton(seat) {
  return h(
    "button",
    {
      key: "photo",
      id: "photo",
      class: "main",
      onclick: () => chosenPictures(([file]) => file && read(seat, file), { capture: "environment" }),
    },
    say("photograph_sheet"),
  );
}

async function read(seat, file) {
  const dialog = photoDialog(seat.name, say);
  dialog.waits();
  const { sheets, cards, fault } = await sheetsIn(file, {
    address: "photo",
    headers: { "x-seat": queue.me.token },
    longest: LONGEST,
    say,
  });
  if (!dialog.isOpen()) return;
  if (fault) return dialog.fails(fault);
  let look = () => {};
  const seen = reviewedSheet(sheets[0], say, () => look());
  const named = namedCards(
    cards,
    () => [seen],
    () => look(),
  );
  const take = async () => {
    change({ do: "photo", seat: seat.id, ...seen.boxes(), ...named.cards() });
    return "";
  };
  look = dialog.asks(
    [seen.place, named.place],
    () => seen.open() + named.open(),
    () => "",
    take,
  );
}
