// Pictures that are dropped on the page; the form that stores them comes with the first.
import * as host from "./host_page.js";

export const KINDS = ["image/png", "image/jpeg", "image/svg+xml"];
const asks = (does) => host.opens(() => import("./new_picture.js"), "new_picture", does);

export const addsPicture = () => asks(({ asksForPicture }) => asksForPicture());

// Takes pictures that are dropped anywhere on the page while `isOpen()`; other files are left to whoever wants them.
export function takesDrops(isOpen) {
  const brings = (event) =>
    isOpen() &&
    [...(event.dataTransfer?.items ?? [])].some((each) => each.kind === "file" && KINDS.includes(each.type));
  const marks = (on) => document.body.classList.toggle("dropping", on);
  const over = (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    marks(true);
  };
  const drops = (event) => {
    marks(false);
    if (!brings(event)) return;
    event.preventDefault();
    event.stopPropagation(); // the text that is open would take the letters of a drawing
    const files = [...event.dataTransfer.files].filter((each) => KINDS.includes(each.type)).reverse();
    asks(({ asksForPicture, frameAt }) => {
      const frame = frameAt(event.clientX, event.clientY); // before a question stands there
      const figure = document.elementFromPoint(event.clientX, event.clientY)?.closest("figure");
      for (const file of files) asksForPicture(file, frame, figure);
    });
  };
  addEventListener("dragover", over, true);
  addEventListener("drop", drops, true);
  addEventListener("dragleave", (event) => event.relatedTarget || marks(false));
}
