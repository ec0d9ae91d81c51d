// Shows what differs if somebody else saved a file while it was changed here; the user keeps one version.
import { askToChoose } from "./dialog.js";
import { html } from "./html.js";

const MOST = 200; // most lines to show of each side

// The lines of two texts that differ, without their common beginning and end.
function difference(theirs, mine) {
  const [one, other] = [theirs.split("\n"), mine.split("\n")];
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  let tail = 0;
  const rest = Math.min(one.length, other.length) - head;
  while (tail < rest && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return {
    line: head + 1,
    theirs: one.slice(head, one.length - tail),
    mine: other.slice(head, other.length - tail),
  };
}

// Asks which text to keep; resolves to "reload", "keep", or "" for neither yet.
export async function askWhichVersion(say, path, theirs, mine) {
  const { line, ...sides } = difference(theirs, mine);
  const side = (name, word) =>
    html`<figure>
      <figcaption>${say(word)}</figcaption>
      <pre class=${name} tabindex="0">${sides[name].slice(0, MOST).join("\n")}</pre>
    </figure>`;
  const comparison = html`<p class="hint">${say("differs_from", { line })}</p>
    <div class="differs">${side("theirs", "their_text")} ${side("mine", "my_text")}</div>`;
  const choices = [
    ["", say("drop_entry"), null],
    ["reload", say("reload_theirs"), null],
    ["keep", say("keep_mine"), "main"],
  ];
  return askToChoose(say("changed_elsewhere", { path }), comparison, choices);
}
