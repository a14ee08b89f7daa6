// The keys of the page.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { signal } from "../vendor/signals.js";
import { useValue } from "./hooks.js";

export const helpShown = signal(false);

const keys = [
  [", .", "the cycle before, the cycle after"],
  ["[ ]", "the previous and next cycle that changed the selected node or the selector"],
  ["arrows", "in the timeline: cycles and lanes; in the tree: nodes"],
  ["Home End", "in the timeline: the first cycle, the newest"],
  ["+ \u2212", "in the timeline: zoom"],
  ["/", "the selector"],
  ["t", "the tree"],
  ["1 \u2013 9", "request, diff, prefix, node, select, search, attempts, report, working state"],
  ["Enter", "in the tree: the node and why it is there"],
  ["Esc", "no selection"],
  ["?", "this list"],
];

export function Help() {
  const shown = useValue(helpShown);
  const dialog = useRef(/** @type {any} */ (null));
  useEffect(() => {
    if (shown && !dialog.current.open) dialog.current.showModal();
  }, [shown]);
  const close = () => {
    dialog.current.close();
    helpShown.value = false;
  };
  return html`<dialog class="help" ref=${dialog} onclose=${close} aria-label="Keys">
    <header><h2>Keys</h2><span class="spring"></span><button aria-label="Close" onclick=${close}>${"\u00d7"}</button></header>
    <dl>${keys.map(([key, meaning]) => html`<div><dt>${key.split(" ").map((one) => (one === "\u2013" ? " \u2013 " : html`<kbd>${one}</kbd> `))}</dt><dd>${meaning}</dd></div>`)}</dl>
  </dialog>`;
}
