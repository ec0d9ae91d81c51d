// The way in for phones: a code, the address as a link that can be copied, and other addresses of this machine.
import { Copy } from "./copy.js";
import * as host from "./host_page.js";
import { Drawn, html, useState } from "./html.js";

const { say } = host;

export function Join({ table }) {
  const [chosen, choose] = useState(0);
  const way = table.links[chosen] ?? table.links[0];
  const [address, code] = way.link.replace("http://", "").split(/(?<=#)/);
  const onChoose = (event) => choose(Number(event.target.value));
  const id = `way-${table.id}`;
  const options = table.links.map(
    ({ link }, at) => html`<option key=${link} value=${at} selected=${at === chosen}>${link.split("/#")[0]}</option>`,
  );
  return html`<div class="join-in">
    <${Drawn} svg=${way.code} class="code" />
    <p>${say("join_by")}</p>
    <p>
      <a class="link" href=${way.link} target="_blank" rel="noreferrer">${address}<b>${code}</b></a>
    </p>
    <p class="buttons">
      <${Copy} text=${way.link} />
    </p>
    <details>
      <summary>${say("no_phone_came")}</summary>
      <label class="field" for=${id}>
        ${say("other_address")}
        <select id=${id} onchange=${onChoose}>
          ${options}
        </select>
      </label>
      <p class="hint">${say("why_no_phone", { port: new URL(way.link).port })}</p>
    </details>
  </div>`;
}
