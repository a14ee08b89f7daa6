// How much of the request before a provider's cache can reuse, what broke it, and what the vendor counted.
import { html } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { compared, contextName, findCommit, selected } from "../data/history.js";
import { AsButtons, Empty, Panel } from "../parts/answer.js";
import { useAnswer, useValue } from "../parts/hooks.js";
import { useMoment } from "../data/nodes.js";
import { bytes, number, share, shareOf, short } from "../text/numbers.js";
import { offsets } from "../text/utf8.js";
import { plain, Text } from "../text/visible.js";
import { renderQuestion } from "./request.js";

/** What each cause means; docs/prefix.md has the exact rules. */
const causes = /** @type {Record<string, string>} */ ({
  identical: "nothing differs",
  appended_only: "the request only grew at its end",
  profile: "the two requests are of different profiles",
  branch: "the two commits are on different branches",
  ttl: "a node expired",
  prune: "a budget pruned a node",
  cascade: "a node left together with the one it belongs to",
  tools: "a tool definition changed",
  system: "system text changed",
  late_attachment: "a node was added to an older turn",
  edit: "an edit inserted, changed or removed something",
  repair: "the same nodes were made valid in another way",
});

/** @param {string} moment */
export function prefixQuestion(moment) {
  const older = compared.peek()?.commit_id;
  const { profile, view } = address.peek();
  if (!older || !moment || older === moment) return null;
  return {
    operation: "prefix",
    args: { context: contextName.peek(), older, newer: moment, ...(profile && { profile }), ...(view && { view }) },
  };
}

/**
 * The bytes of units that both requests have, after the first difference: sent before, and paid again.
 * @param {import("../shapes.js").PrefixReport} report
 * @param {import("../shapes.js").Rendered} older
 * @param {import("../shapes.js").Rendered} newer
 */
function resent(report, older, newer) {
  const before = new Map();
  const olderText = offsets(older.request);
  const newerText = offsets(newer.request);
  const slice = (/** @type {string} */ text, /** @type {any} */ place, /** @type {any} */ unit) =>
    text.slice(place.toUnits(unit.begin), place.toUnits(unit.end));
  for (const unit of older.units ?? []) before.set(unit.id, slice(older.request, olderText, unit));
  let sum = 0;
  let done = report.offset;
  for (const unit of newer.units ?? []) {
    if (unit.end <= done) continue;
    if (before.get(unit.id) === slice(newer.request, newerText, unit)) sum += unit.end - Math.max(unit.begin, done);
    done = unit.end;
  }
  return Math.min(sum, Math.max(0, report.total_bytes - report.unchanged_bytes));
}

export function PrefixPanel() {
  const moment = useMoment();
  const { profile } = useValue(address);
  const older = useValue(compared);
  const commit = useValue(selected);
  const question = prefixQuestion(moment);
  const answer = useAnswer(question);
  const olderRequest = useAnswer(question && older ? renderQuestion(older.commit_id) : null);
  const newerRequest = useAnswer(question ? renderQuestion(moment) : null);
  const report = /** @type {import("../shapes.js").PrefixReport | null} */ (answer.result);
  if (commit && !older) {
    return html`<${Panel} title="Prefix" question=${null}><${Empty} text="The first commit has no request before it." /><//>`;
  }
  const both = report && olderRequest.result && newerRequest.result;
  const again = both ? resent(report, olderRequest.result, newerRequest.result) : null;
  return html`<${Panel}
    title="Prefix"
    question=${question}
    answer=${answer}
    controls=${html`<span class="facts">cycle ${report?.older_cycle ?? ""} ${"\u2192"} ${report?.newer_cycle ?? ""}, ${report?.profile ?? (profile || "canonical thread")}</span>`}
  >
    ${report &&
    html`<div class="scroll" tabindex="0" role="region" aria-label="Prefix report">
      <${PrefixBar} report=${report} again=${again} />
      <${Edge} report=${report} />
      ${both && html`<${Around} report=${report} older=${olderRequest.result} newer=${newerRequest.result} />`}
      <${Counters} commit=${commit} />
    </div>`}
  <//>`;
}

/** @param {{report: import("../shapes.js").PrefixReport, again: number | null}} props */
function PrefixBar({ report, again }) {
  const { unchanged_bytes: kept, total_bytes: total, older_bytes: before } = report;
  const fresh = Math.max(0, total - kept - (again ?? 0));
  const width = (/** @type {number} */ count) => ({ flexGrow: count, flexBasis: 0 });
  return html`<div class="prefix">
    <div class="stack" role="img" aria-label=${`kept ${bytes(kept)}, billed again ${bytes(again ?? 0)}, new ${bytes(fresh)}`}>
      <i class="kept" style=${width(kept)}></i>
      ${again !== null && again > 0 && html`<i class="again" style=${width(again)}></i>`}
      <i class="fresh" style=${width(fresh)}></i>
    </div>
    <dl class="numbers">
      <div><dt><i class="key kept"></i>kept</dt><dd>${bytes(kept)}</dd><dd>${share(report.kept_per_mille)} of the ${bytes(before)} before</dd></div>
      <div><dt><i class="key again"></i>billed again</dt><dd>${again === null ? "" : bytes(again)}</dd><dd>${again === null ? "" : `${shareOf(again, total)} of this request: sent before, after the difference`}</dd></div>
      <div><dt><i class="key fresh"></i>new</dt><dd>${again === null ? "" : bytes(fresh)}</dd><dd>${again === null ? "" : `${shareOf(fresh, total)} of this request`}</dd></div>
      <div><dt>request</dt><dd>${bytes(total)}</dd><dd></dd></div>
    </dl>
  </div>`;
}

/** @param {{report: import("../shapes.js").PrefixReport}} props */
function Edge({ report }) {
  const same = report.cause === "identical" || report.cause === "appended_only";
  const commit = report.commit?.commit_id ? findCommit(report.commit.commit_id) : undefined;
  const node = (/** @type {import("../shapes.js").EdgeUnit} */ unit) =>
    unit ? html`<button class="link" onclick=${() => go({ node: unit.id, panel: "node" })}><${Text} text=${unit.id} /></button>` : html`<span class="faint">end of the request</span>`;
  return html`<dl class="edge ${same ? "" : "broken"}">
    <div><dt>cause</dt><dd><b>${report.cause}</b> ${causes[report.cause] ?? ""}</dd></div>
    <div><dt>first difference</dt><dd>byte ${number(report.offset)}</dd></div>
    ${!same && html`<div><dt>before</dt><dd>${node(report.older_unit)}</dd></div>
    <div><dt>now</dt><dd>${node(report.newer_unit)}</dd></div>`}
    ${report.commit?.commit_id &&
    html`<div><dt>commit</dt><dd>
      <button class="link" onclick=${() => go({ at: report.commit?.commit_id ?? "" })}>cycle ${number(report.commit.cycle)} <code>${short(report.commit.commit_id)}</code></button>
      ${commit && html` <${Text} text=${commit.message} />`}
    </dd></div>`}
  </dl>`;
}

/**
 * The bytes around the first difference, in both requests.
 * @param {{report: import("../shapes.js").PrefixReport, older: import("../shapes.js").Rendered,
 *   newer: import("../shapes.js").Rendered}} props
 */
function Around({ report, older, newer }) {
  if (report.cause === "identical") return null;
  const newerAt = offsets(newer.request).toUnits(report.offset);
  // Both requests are the same up to the difference, but for cache breakpoints.
  let olderAt = Math.min(newerAt, older.request.length);
  if (older.request.slice(0, olderAt) !== newer.request.slice(0, olderAt)) {
    olderAt = report.older_unit ? offsets(older.request).toUnits(report.older_unit.begin) : older.request.length;
  }
  const line = (/** @type {string} */ text, /** @type {number} */ at, /** @type {string} */ name, /** @type {string} */ title) =>
    html`<div class="around ${name}"><span class="which">${title}</span
      ><code><${Text} text=${text.slice(Math.max(0, at - 60), at)} /><mark><${Text} text=${text.slice(at, at + 160) || "\u2205"} /></mark></code></div>`;
  return html`<div class="arounds">
    ${line(older.request, olderAt, "removed", "before")} ${line(newer.request, newerAt, "added", "now")}
  </div>`;
}

/** The vendor's own counters of the calls that this commit took. */
function Counters(/** @type {{commit: any}} */ { commit }) {
  const question = { operation: "attempts", args: { context: contextName.peek() } };
  const answer = useAnswer(question, commit?.commit_id);
  const calls = (answer.result?.attempts ?? []).filter((/** @type {any} */ one) => one.commit_id === commit?.commit_id);
  if (calls.length === 0) return html`<p class="hint">No call to a provider is recorded for this commit, so there is no vendor's count.</p>`;
  return html`<h3>What the vendor counted <${AsButtons} question=${question} /></h3>
    <table>
      <thead><tr><th>attempt</th><th>model</th><th class="n">tokens in</th><th class="n">from its cache</th><th class="n">written to it</th></tr></thead>
      <tbody>
        ${calls.map(
          (/** @type {any} */ one) => html`<tr>
            <td class="n">${one.attempt_id}</td>
            <td>${plain(one.model_answered ?? one.model)}</td>
            <td class="n">${number(one.token_in)}</td>
            <td class="n">${one.token_cached === null ? "not told" : `${number(one.token_cached)} (${shareOf(one.token_cached, one.token_in)})`}</td>
            <td class="n">${one.token_cache_write === null ? "not told" : number(one.token_cache_write)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
}
