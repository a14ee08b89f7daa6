// What stands in the place of data that is not there yet.
import { html, useState } from "../vendor/preact.js";
import { keepToken } from "../data/http.js";
import { loadContexts, loadHistory } from "../data/history.js";
import { Command, Fault } from "./answer.js";

export function FirstUse() {
  return html`<main class="first" id="main">
    <h2>Nothing is committed here yet</h2>
    <p>Four ways to see what a model saw:</p>
    <ol>
      <li><h3>Import the sessions that you have</h3>
        <p>Logs of Claude Code, Codex, pi, ChatGPT and Letta: each request becomes a commit.</p>
        <${Command} command="latewood import --log auto ~/.claude/projects" /></li>
      <li><h3>Record the calls of a program</h3>
        <p>The proxy passes them on unchanged; the program only changes the address that it calls.</p>
        <${Command} command="latewood proxy" />
        <${Command} command="ANTHROPIC_BASE_URL=http://127.0.0.1:7071/anthropic claude" /></li>
      <li><h3>Commit from a program</h3>
        <p>Each request and its reply become a commit, and this page shows it at once.</p>
        <${Command} command="latewood insert --role user 'Hello' && latewood commit -m 'first words'" /></li>
      <li><h3>Look at a demo</h3>
        <p>An agent repairs the register of trees of a town: documents expire, logs are pruned, a number is redacted.</p>
        <${Command} command="latewood serve --demo --open" /></li>
    </ol>
    <p class="hint">This page notices new data by itself.</p>
  </main>`;
}

/** @param {{fault: import("../shapes.js").Fault}} props */
export function NoAnswer({ fault }) {
  const [token, set] = useState("");
  const isLocked = /401|403|TOKEN|AUTH/i.test(fault.code ?? "");
  const again = () => loadContexts().then(loadHistory);
  return html`<main class="first" id="main">
    <h2>${isLocked ? "A token is needed" : fault.code === "OFFLINE" ? "The server does not answer" : "The store cannot be read"}</h2>
    <${Fault} fault=${fault} />
    ${isLocked &&
    html`<p>Open the URL that <code>latewood serve</code> printed, or make a token that may read:</p>
      <${Command} command="latewood token new --scope read" />
      <form onsubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        keepToken(token.trim());
        again();
      }}>
        <label class="field">token <input type="password" autocomplete="off" size="44" value=${token} oninput=${(/** @type {any} */ event) => set(event.target.value)} /></label>
        <button class="main">Use it</button>
      </form>`}
    ${fault.code === "OFFLINE" && html`<${Command} command="latewood serve" />`}
    <p><button onclick=${again}>Try again</button></p>
  </main>`;
}
