// What stands around every answer: waiting, errors, the buttons "JSON" and "Command", and the dialog with the JSON.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { signal } from "../vendor/signals.js";
import { commandOf } from "../text/command.js";
import { number } from "../text/numbers.js";
import { Text } from "../text/visible.js";
import { useAnswer, useRested, useValue } from "./hooks.js";

/** @typedef {import("../shapes.js").Question} Question */

/** @type {import("../vendor/signals.js").Signal<Question | null>} */
const shownAsJson = signal(null);
export const toast = signal("");

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastEnds;

/** @param {string} text */
function say(text) {
  toast.value = text;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => (toast.value = ""), 2500);
}

/**
 * @param {string} text
 * @param {string} name what was copied, for the message
 */
export async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${name} copied`);
  } catch {
    // A page from a file, or a browser that was not asked: the old way.
    const area = document.createElement("textarea");
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    say(done ? `${name} copied` : `${name}: the browser did not permit copying`);
  }
}

/** @param {{question: Question | null, children?: any}} props */
export function AsButtons({ question }) {
  return html`<span class="as">
    <button
      class="small"
      disabled=${!question}
      title="The answer as JSON"
      aria-haspopup="dialog"
      onclick=${() => (shownAsJson.value = question)}
    >
      JSON
    </button>
    <button
      class="small"
      disabled=${!question}
      title=${question ? commandOf(question) : "A command that gives the same answer"}
      onclick=${() => question && copy(commandOf(question), "command")}
    >
      Command
    </button>
  </span>`;
}

/**
 * A panel: its title, its controls, the buttons, and the answer or what stands in its place.
 * @param {{title: string, question?: Question | null, controls?: any, answer?: import("./hooks.js").Answer | null,
 *   children?: any, class?: string, id?: string}} props
 */
export function Panel({ title, question, controls, answer, children, class: name, id }) {
  const slow = useRested(!!answer?.waiting, 150);
  return html`<section class="panel ${name ?? ""} ${slow && answer?.waiting ? "waiting" : ""}" aria-label=${title} id=${id}>
    <header>
      <h2>${title}</h2>
      <div class="controls">${controls}</div>
      ${question !== undefined && html`<${AsButtons} question=${question} />`}
    </header>
    <div class="body" aria-busy=${!!answer?.waiting}>
      ${answer?.fault ? html`<${Fault} fault=${answer.fault} question=${question} />` : answer && !answer.result && answer.waiting ? html`<${Waiting} />` : children}
    </div>
  </section>`;
}

export const Waiting = () =>
  html`<div class="skeleton" role="status" aria-label="Loading">${[70, 45, 85, 60, 30].map((width) => html`<i style=${{ width: `${width}%` }}></i>`)}</div>`;

/** @param {{text: string, children?: any}} props */
export const Empty = ({ text, children }) => html`<div class="empty"><p>${text}</p>${children}</div>`;

/** @param {{fault: import("../shapes.js").Fault, question?: Question | null}} props */
export function Fault({ fault, question }) {
  if (fault.code === "NOT_IN_FILE") {
    return html`<div class="empty">
      <p>This file does not hold this answer.</p>
      ${question && html`<${Command} command=${commandOf(question)} />`}
    </div>`;
  }
  return html`<div class="fault" role="alert">
    <p><b>${fault.code ?? "Error"}</b> <${Text} text=${fault.message} /></p>
    ${fault.hint && html`<p class="hint"><${Text} text=${fault.hint} /></p>`}
  </div>`;
}

/**
 * A command with a button that copies it.
 * @param {{command: string}} props
 */
export const Command = ({ command }) =>
  html`<div class="command">
    <code>${command}</code><button class="small" aria-label=${`Copy: ${command}`} onclick=${() => copy(command, "command")}>Copy</button>
  </div>`;

// A longer answer would stop the browser for seconds; the copy is always complete.
const mostShown = 200_000;

export function JsonDialog() {
  const question = useValue(shownAsJson);
  const dialog = useRef(/** @type {any} */ (null));
  const answer = useAnswer(question);
  useEffect(() => {
    if (question && !dialog.current.open) dialog.current.showModal();
  }, [question]);
  const close = () => {
    dialog.current.close();
    shownAsJson.value = null;
  };
  const text = answer.result && answer.question === question ? JSON.stringify(answer.result, null, 2) : "";
  return html`<dialog class="json" ref=${dialog} onclose=${close} aria-label="The answer as JSON">
    ${question &&
    html`<header>
        <h2>${question.operation}</h2>
        <span class="spring"></span>
        <button onclick=${() => copy(commandOf(question), "command")}>Copy command</button>
        <button disabled=${!text} onclick=${() => copy(JSON.stringify(answer.result), "JSON")}>Copy JSON</button>
        <button onclick=${close} aria-label="Close">${"\u00d7"}</button>
      </header>
      <pre class="asked" tabindex="0">${commandOf(question)}</pre>
      ${answer.fault && html`<${Fault} fault=${answer.fault} question=${question} />`}
      <pre class="result" tabindex="0">${text.slice(0, mostShown).split("\n").map((line) => html`<${Text} text=${line} />${"\n"}`)}</pre>
      ${text.length > mostShown && html`<p class="hint">${number(text.length - mostShown)} more characters: copy the JSON to see them.</p>`}`}
  </dialog>`;
}

export function Toast() {
  const text = useValue(toast);
  return html`<div class="toast ${text ? "shown" : ""}" role="status">${text}</div>`;
}

