// The selector: how it is evaluated, and its matches.
import { html } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { contextName } from "../data/history.js";
import { nodesHere, useMoment } from "../data/nodes.js";
import { matches, selectQuestion } from "../data/selection.js";
import { AsButtons, Command, Empty, Fault, Panel } from "../parts/answer.js";
import { useAnswer, useRested, useValue } from "../parts/hooks.js";
import { List } from "../parts/list.js";
import { number, plural, size } from "../text/numbers.js";
import { Text } from "../text/visible.js";

const examples = [
  [".cb[role='user']", "what the user said"],
  ["^seq .mt:depth(1-3) .cb", "the three newest turns"],
  [".cb[ttl<=2]", "what leaves soon"],
  ["^sys .cb", "system text and tools"],
  ["@t-5..@t0 .cb[kind='result']", "how results came and left in the last five cycles"],
];

export function SelectPanel() {
  const { select } = useValue(address);
  const moment = useMoment();
  const rested = useRested(select, 150);
  const found = useValue(matches);
  const nodes = useValue(nodesHere);
  const isRange = found.result !== null && !Array.isArray(found.result);
  const explain = rested && moment && !isRange ? { operation: "explain", args: { at: moment, context: contextName.peek(), selector: rested } } : null;
  const steps = useAnswer(explain);
  const question = select ? selectQuestion() : null;
  if (!select) {
    return html`<${Panel} title="Select" question=${null}>
      <${Empty} text="Write a selector above. Some to begin with:">
        <ul class="examples">
          ${examples.map(([text, meaning]) => html`<li><button class="link" onclick=${() => go({ select: text })}><code>${text}</code></button> <span>${meaning}</span></li>`)}
        </ul>
      <//>
    <//>`;
  }
  const ids = Array.isArray(found.result) ? found.result : [];
  return html`<${Panel} title="Select" question=${question} controls=${html`<span class="facts strong">${found.ids ? plural(ids.length, "match").replace("matchs", "matches") : ""}</span>`}>
    ${found.fault && html`<${Caret} selector=${select} fault=${found.fault} />`}
    ${!found.fault && steps.result && explain &&
    html`<div class="steps-table"><table>
      <caption class="unseen">Steps of the evaluation</caption>
      <thead><tr><th>step</th><th>index</th><th class="n">looked at</th><th class="n">kept</th><th><${AsButtons} question=${explain} /></th></tr></thead>
      <tbody>${steps.result.steps.map((/** @type {any} */ step) => html`<tr><td><code><${Text} text=${step.step} /></code></td><td>${step.index}</td><td class="n">${number(step.visited)}</td><td class="n">${number(step.kept)}</td><td></td></tr>`)}</tbody>
    </table></div>`}
    ${isRange && !found.fault && html`<${RangeOfChanges} diffs=${found.result.diffs} />`}
    ${!found.fault && !isRange &&
    html`<${List} count=${ids.length} height=${24} label="Matches" class="matches" row=${(/** @type {number} */ index) => {
      const row = nodes.byId.get(ids[index]);
      return html`<div class="row" key=${ids[index]}>
        <button class="link" onclick=${() => go({ node: ids[index] })}><${Text} text=${ids[index]} /></button>
        <span class="kind">${row?.node.role ?? ""} ${row?.node.kind ?? ""}</span>
        <span class="text"><${Text} text=${row?.node.text ?? ""} /></span>
        <span class="weight">${row ? size(row.bytes) : ""}</span>
      </div>`;
    }} />`}
  <//>`;
}

/** What a range of snapshots changed, newest first. */
function RangeOfChanges(/** @type {{diffs: any[]}} */ { diffs }) {
  const ids = (/** @type {string[]} */ list, /** @type {string} */ name) =>
    list.map((id) => html`<button class="link ${name}" onclick=${() => go({ node: id })}><${Text} text=${id} /></button> `);
  const changing = diffs.filter((diff) => diff.added_ids.length + diff.removed_ids.length + diff.changed.length > 0);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Changes of the range"><table>
    <thead><tr><th class="n">cycle</th><th>added</th><th>removed</th><th>changed</th></tr></thead>
    <tbody>${changing.slice(0, 500).map(
      (diff) => html`<tr><td class="n">${number(Math.max(diff.from.cycle, diff.to.cycle))}</td><td>${ids(diff.added_ids, "added")}</td><td>${ids(diff.removed_ids, "removed")}</td><td>${ids(diff.changed.map((/** @type {any} */ one) => one.id), "changed")}</td></tr>`,
    )}</tbody>
  </table></div>`;
}

const encoder = new TextEncoder();

/**
 * The selector with carets under the place that the error names.
 * @param {{selector: string, fault: import("../shapes.js").Fault}} props
 */
export function Caret({ selector, fault }) {
  if (fault.code === "NOT_IN_FILE") {
    return html`<div class="empty"><p>A selector needs the engine, and this file holds answers only.</p>
      <${Command} command=${`latewood select ${JSON.stringify(selector)}`} /></div>`;
  }
  if (!fault.place) return html`<${Fault} fault=${fault} />`;
  const whole = encoder.encode(selector);
  const text = (/** @type {number} */ from, /** @type {number} */ to) => new TextDecoder().decode(whole.slice(from, to));
  const { offset, length } = fault.place;
  const before = text(0, offset);
  const wrong = text(offset, offset + Math.max(length, 1)) || " ";
  return html`<div class="fault" role="alert">
    <pre class="caret"><${Text} text=${before} /><mark><${Text} text=${wrong} /></mark><${Text} text=${text(offset + Math.max(length, 1), whole.length)} />${"\n"}${" ".repeat([...before].length)}<b>${"^".repeat([...wrong].length)}</b></pre>
    <p><b>${fault.code}</b> <${Text} text=${fault.message} /></p>
  </div>`;
}
