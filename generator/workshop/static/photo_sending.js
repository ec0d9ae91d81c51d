// A photo of sheets on its way to the program: made smaller in the browser, by which all is lost that a camera wrote
// beside the pixels, such as the place. It is read there, and never kept.

const MOST = 8000000; // bytes, as the program takes them
const PATIENCE = 600000; // milliseconds: a busy computer is slow, and others may be read before
const QUALITY = 0.92;

/** @typedef {{ id: string, name: string, ticked: boolean | null, place: number[] }} SeenBox */
/** @typedef {{ id: string, name: string, boxes: string[], options: { sent: string, name: string }[] }} CardQuestion */
/** @typedef {{ name: string, boxes: string[] }} SeenRow */
/**
 * @typedef {{ dungeon: string, size: number[], picture: string, boxes: SeenBox[], rows: SeenRow[], said: string[] }}
 *   SeenSheet
 */

// Has a person choose pictures, or take one.
export function chosenPictures(chosen, attributes = {}) {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: "image/*" });
  for (const [key, value] of Object.entries(attributes)) input.setAttribute(key, value);
  input.onchange = () => chosen([...input.files]);
  input.click();
}

// The picture as JPEG, upright, its longest side at most so many pixels; null where this browser cannot open it.
async function shrunk(file, longest) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const share = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.round(share * bitmap.width),
      height: Math.round(share * bitmap.height),
    });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return await new Promise((made) => canvas.toBlob(made, "image/jpeg", QUALITY));
  } catch {
    return null;
  }
}

// Sends a picture and returns its sheets, or else a sentence that says why there are none.
export async function sheetsIn(file, { address, headers, longest, say }) {
  const body = await shrunk(file, longest);
  if (!body) return { fault: say("photo_not_opened") };
  if (body.size > MOST) return { fault: say("photo_too_large") };
  try {
    const answer = await fetch(address, { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 413) return { fault: say("photo_too_large") };
    const told = await answer.json();
    if (answer.ok)
      return { sheets: /** @type {SeenSheet[]} */ (told.sheets), cards: /** @type {CardQuestion[]} */ (told.cards) };
    return {
      fault:
        told.said?.join(" ") ?? say(answer.status === 403 || answer.status === 404 ? "table_gone" : "photo_failed"),
    };
  } catch {
    return { fault: say("photo_failed") };
  }
}
