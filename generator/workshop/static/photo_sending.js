// Sends a photo of sheets to the program. The browser makes it smaller first, which removes all that a camera wrote
// beside the pixels, such as the place. The program reads the photo and never stores it.

const MOST = 8000000; // bytes, the limit of the program
const PATIENCE = 600000; // milliseconds: a busy computer is slow, and other photos may come first
const QUALITY = 0.92;

/** @typedef {{ id: string, name: string, ticked: boolean | null, place: number[] }} SeenBox */
/** @typedef {{ id: string, name: string, boxes: string[], options: { sent: string, name: string }[] }} CardQuestion */
/** @typedef {{ name: string, boxes: string[] }} SeenRow */
/**
 * @typedef {{ dungeon: string, size: number[], picture: string, boxes: SeenBox[], rows: SeenRow[],
 *   messages: string[] }} SeenSheet
 */

// Lets a person choose pictures, or take one.
export function choosePictures(onChoice, attributes = {}) {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: "image/*" });
  for (const [key, value] of Object.entries(attributes)) input.setAttribute(key, value);
  input.onchange = () => onChoice([...input.files]);
  input.click();
}

// The picture as JPEG, upright, its longest side at most `longest` pixels; null if this browser cannot open it.
async function shrink(file, longest) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const share = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.round(share * bitmap.width),
      height: Math.round(share * bitmap.height),
    });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  } catch {
    return null;
  }
}

// Sends a picture and returns its sheets, or a sentence that says why it has none.
export async function readSheets(file, { address, headers, longest, say }) {
  const body = await shrink(file, longest);
  if (!body) return { fault: say("photo_not_opened") };
  if (body.size > MOST) return { fault: say("photo_too_large") };
  try {
    const answer = await fetch(address, { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 413) return { fault: say("photo_too_large") };
    const reply = await answer.json();
    if (answer.ok)
      return { sheets: /** @type {SeenSheet[]} */ (reply.sheets), cards: /** @type {CardQuestion[]} */ (reply.cards) };
    return {
      fault: reply.messages?.join(" ") ?? say([403, 404].includes(answer.status) ? "table_gone" : "photo_failed"),
    };
  } catch {
    return { fault: say("photo_failed") };
  }
}
