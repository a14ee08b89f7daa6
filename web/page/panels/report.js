// What a branch cost: what was sent again and why, what was compacted away, what caches gave.
import { html } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { contextName, head, lanes } from "../data/history.js";
import { Empty, Panel } from "../parts/answer.js";
import { useAnswer, useValue } from "../parts/hooks.js";
import { nearest } from "../timeline/lanes.js";
import { bytes, number, plural, share } from "../text/numbers.js";
import { Text } from "../text/visible.js";

/** The commit of a cycle on the line of the branch. */
const atCycle = (/** @type {number} */ cycle) => {
  const found = nearest(lanes.peek().lanes[0], cycle);
  return found?.cycle === cycle ? found.commit_id : "";
};

/** @param {{cycle: number}} props */
const Cycle = ({ cycle }) => html`<button class="link" onclick=${() => go({ at: atCycle(cycle) })}>${number(cycle)}</button>`;

/** @param {{title: string, heads: string[], rows: any[], row: (one: any) => any}} props heads: "=" before a number */
const Table = ({ title, heads, rows, row }) =>
  rows.length > 0 &&
  html`<h3>${title}</h3><table>
    <thead><tr>${heads.map((one) => html`<th class=${one[0] === "=" ? "n" : ""}>${one.replace("=", "")}</th>`)}</tr></thead>
    <tbody>${rows.map((one) => html`<tr>${row(one)}</tr>`)}</tbody>
  </table>`;

const hits = (/** @type {any} */ one, /** @type {string} */ unit) =>
  one ? [share(one.per_mille), `${number(one.from_cache)} of ${number(one.total)} ${unit}`] : ["", "not counted"];

export function ReportPanel() {
  const { branch, profile } = useValue(address);
  const newest = useValue(head);
  const question = { operation: "report", args: { context: contextName.peek(), ...(branch && { branch }), ...(profile && { profile }) } };
  const answer = useAnswer(newest ? question : null, newest?.commit_id);
  const report = answer.result;
  return html`<${Panel} title="Report" question=${question} answer=${answer} controls=${html`<span class="facts">${report ? `${report.branch}, ${report.profile ?? "canonical thread"}` : ""}</span>`}>
    ${report &&
    html`<div class="scroll report" tabindex="0" role="region" aria-label="Report of the branch">
      <dl class="numbers">
        <div><dt>requests</dt><dd>${number(report.requests)}</dd><dd>${plural(report.attempts, "answer")} recorded</dd></div>
        ${report.peak && html`<div><dt>largest</dt><dd>${bytes(report.peak.bytes)}</dd><dd>cycle <${Cycle} cycle=${report.peak.cycle} /></dd></div>`}
        <div><dt>sent again</dt><dd>${bytes(report.sent_again)}</dd><dd>behind what broke a prefix</dd></div>
        ${[["cache, expected", ...hits(report.cache_expected, "B")], ["cache, vendor", ...hits(report.cache_by_vendor, "tokens")]].map(
          ([name, value, note]) => html`<div><dt>${name}</dt><dd>${value}</dd><dd>${note}</dd></div>`,
        )}
      </dl>
      ${!report.has_system && html`<p class="hint">The requests have no system text and no tools: figures are lower bounds.</p>`}
      ${report.requests > 1 && report.causes.length === 0 && html`<${Empty} text="Nothing broke a prefix." />`}
      <${Table} title="What broke prefixes" heads=${["cause", "=times", "=sent again"]} rows=${report.causes}
        row=${(/** @type {any} */ one) => html`<td>${one.cause}</td><td class="n">${number(one.breaks)}</td><td class="n">${bytes(one.bytes)}</td>`} />
      <${Table} title="The costliest breaks" heads=${["=cycle", "cause", "=kept", "=sent again", "node", "commit"]} rows=${report.breaks}
        row=${(/** @type {any} */ one) => html`<td class="n"><button class="link" onclick=${() => go({ at: one.commit_id, vs: "", panel: "prefix" })}>${number(one.cycle)}</button></td>
          <td>${one.cause}</td><td class="n">${share(one.kept_per_mille)}</td><td class="n">${bytes(one.bytes)}</td><td><${Text} text=${one.id ?? ""} /></td><td><${Text} text=${one.message} /></td>`} />
      <${Table} title="Compacted" heads=${["=cycle", "=nodes", "summary", "first words"]} rows=${report.compactions}
        row=${(/** @type {any} */ one) => html`<td class="n"><${Cycle} cycle=${one.cycle} /></td><td class="n">${number(one.covers)}</td>
          <td><button class="link" onclick=${() => go({ node: one.id, panel: "node" })}><${Text} text=${one.id} /></button></td><td><${Text} text=${one.text} /></td>`} />
      <${Table} title="What left the tree" heads=${["cause", "=nodes", "=bytes"]} rows=${report.left}
        row=${(/** @type {any} */ one) => html`<td>${one.cause}</td><td class="n">${number(one.nodes)}</td><td class="n">${bytes(one.bytes)}</td>`} />
    </div>`}
  <//>`;
}
