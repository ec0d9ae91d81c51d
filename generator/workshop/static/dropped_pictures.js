// Pictures that users drop on the page. The first one loads the form that stores them.
import * as host from "./host_page.js";

export const KINDS = ["image/png", "image/jpeg", "image/svg+xml"];
const openForm = (action) => host.withScript(() => import("./new_picture.js"), "new_picture", action);

export const addPicture = () => openForm(({ askForPicture }) => askForPicture());

// Takes pictures that users drop anywhere on the page while `isOpen()`; other listeners handle other files.
export function acceptDrops(isOpen) {
  const hasPictures = (event) =>
    isOpen() &&
    [...(event.dataTransfer?.items ?? [])].some((each) => each.kind === "file" && KINDS.includes(each.type));
  const mark = (on) => document.body.classList.toggle("dropping", on);
  const onDragOver = (event) => {
    if (!hasPictures(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    mark(true);
  };
  const onDrop = (event) => {
    mark(false);
    if (!hasPictures(event)) return;
    event.preventDefault();
    event.stopPropagation(); // the open text would take the letters of a drawing
    const files = [...event.dataTransfer.files].filter((each) => KINDS.includes(each.type)).reverse();
    openForm(({ askForPicture, frameAt }) => {
      const frame = frameAt(event.clientX, event.clientY); // before a dialog covers it
      const figure = document.elementFromPoint(event.clientX, event.clientY)?.closest("figure");
      for (const file of files) askForPicture(file, frame, figure);
    });
  };
  addEventListener("dragover", onDragOver, true);
  addEventListener("drop", onDrop, true);
  addEventListener("dragleave", (event) => event.relatedTarget || mark(false));
}
