// What differs between two moments: side by side or unified, of the nodes or of what the model sees.
import { html, useMemo, useState } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { compared, contextName, loaded, selected } from "../data/history.js";
import { nodesHere, useMoment } from "../data/nodes.js";
import { Empty, Panel } from "../parts/answer.js";
import { useAnswer, useValue } from "../parts/hooks.js";
import { List } from "../parts/list.js";
import { number, size } from "../text/numbers.js";
import { offsets } from "../text/utf8.js";
import { Text } from "../text/visible.js";
import { columnsIn } from "../text/wrap.js";
import { diffRows, unitRows } from "./diff_rows.js";

const rowHeight = 18;
const narrow = 720;

/**
 * @param {string} form
 * @param {string} moment
 */
function diffQuestion(form, moment) {
  const older = compared.peek()?.commit_id;
  if (!older || !moment || older === moment) return null;
  return { operation: "diff", args: { context: contextName.peek(), form, newer: moment, older } };
}

/** The answers that the rows are made of; null while one is missing. */
function useDiff(/** @type {string} */ moment, /** @type {boolean} */ seen) {
  const ask = (/** @type {string} */ form, /** @type {boolean} */ wanted) => useAnswer(wanted ? diffQuestion(form, moment) : null);
  const ids = ask("ids", !seen);
  const detail = ask("detail", !seen);
  const unified = ask("unified", !seen);
  const stat = ask("stat", !seen);
  const units = ask("units", seen);
  const thread = (/** @type {string | undefined} */ at) =>
    useAnswer(seen && at ? { operation: "render", args: { context: contextName.peek(), moment: at } } : null);
  const older = thread(compared.peek()?.commit_id);
  const newer = thread(moment);
  const asked = seen ? [units, older, newer] : [ids, detail, unified, stat];
  const complete = asked.every((one) => one.result);
  const fault = asked.find((one) => one.fault)?.fault ?? null;
  const waiting = asked.some((one) => one.waiting);
  const key = asked.map((one) => one.question && JSON.stringify(one.question.args)).join();
  const result = useMemo(
    () =>
      complete
        ? { ids: ids.result, detail: detail.result, unified: unified.result?.nodes, stat: stat.result?.nodes, units: units.result,
            older: older.result?.request, newer: newer.result?.request, seen }
        : null,
    [key, complete, waiting],
  );
  return { result, fault, waiting, question: null };
}

/** Cuts texts at offsets of bytes. */
function slicer() {
  /** @type {Map<string, ReturnType<typeof offsets>>} */
  const places = new Map();
  return (/** @type {string} */ text, /** @type {number} */ begin, /** @type {number} */ end) => {
    const place = places.get(text) ?? offsets(text);
    places.set(text, place);
    return text.slice(place.toUnits(begin), place.toUnits(end));
  };
}

export function DiffPanel() {
  const moment = useMoment();
  const { form, seen: seenText, node: chosen, vs } = useValue(address);
  const older = useValue(compared);
  const commit = useValue(selected);
  const seen = seenText === "1";
  const [width, setWidth] = useState(0);
  const answer = useDiff(moment, seen);
  const isUnified = form === "unified" || (width > 0 && width < narrow);
  const rows = useMemo(() => {
    const { result } = answer;
    if (!result || !width) return [];
    const columns = columnsIn(isUnified ? width - 60 : width / 2 - 40);
    if (result.seen) return unitRows(result.units, result.older, result.newer, slicer(), isUnified, columns);
    return diffRows(/** @type {any} */ (result), isUnified, columns);
  }, [answer.result, isUnified, width]);
  const heads = rows.filter((row) => "head" in row);
  const count = (/** @type {string} */ change) => heads.filter((row) => "head" in row && row.head.change === change).length;
  const controls = html`<${Comparison} vs=${vs} />
    <span class="facts counts">${["added", "removed", "changed", "moved"].filter(count).map((change) => html`<span class=${change} title=${`${count(change)} ${change}`}>${signs[change]}${number(count(change))}</span> `)}</span>
    <label class="check"><input type="checkbox" checked=${seen} onchange=${() => go({ seen: seen ? "" : "1" })} />only what the model sees</label>
    <label class="check wide"><input type="checkbox" checked=${form === "unified"} onchange=${() => go({ form: form === "unified" ? "" : "unified" })} />unified</label>`;
  if (commit && !older) {
    return html`<${Panel} title="Diff" question=${null} controls=${controls}><${Empty} text="The first commit has nothing before it." /><//>`;
  }
  return html`<${Panel} title="Diff" question=${diffQuestion(seen ? "units" : "unified", moment)} answer=${answer} controls=${controls}>
    ${answer.result && width > 0 && rows.length === 0 && html`<p class="empty">${seen ? "The model sees the same." : "Nothing differs but what counts down by itself."}</p>`}
    <${List}
      count=${rows.length}
      height=${rowHeight}
      label="Differences, row by row"
      class=${isUnified ? "diff unified" : "diff"}
      onwidth=${setWidth}
      row=${(/** @type {number} */ index) => html`<${DiffLine} key=${index} row=${rows[index]} isUnified=${isUnified} chosen=${chosen} />`}
    />
  <//>`;
}

/** Chooses what to compare with. */
function Comparison(/** @type {{vs: string}} */ { vs }) {
  const { commits } = useValue(loaded);
  const here = useValue(selected);
  const names = commits.flatMap((commit) => [...commit.branches, ...commit.tags]);
  const options = vs && !names.includes(vs) ? [vs, ...names] : names;
  return html`<label class="field">against
    <select value=${vs} onchange=${(/** @type {any} */ event) => go({ vs: event.target.value })}>
      <option value="">the commit before</option>
      ${options.map((name) => html`<option value=${name} selected=${name === vs}>${name.length === 64 ? name.slice(0, 12) : name}</option>`)}
    </select></label>
    <button class="small wide" title="Keep this commit as the one to compare with" disabled=${!here} onclick=${() => here && go({ vs: here.commit_id })}>hold this one</button>`;
}

const signs = /** @type {Record<string, string>} */ ({ added: "+", removed: "\u2212", changed: "~", moved: "\u2192" });

/** @param {{row: import("./diff_rows.js").DiffRow, isUnified: boolean, chosen: string}} props */
function DiffLine({ row, isUnified, chosen }) {
  if ("head" in row) {
    const { id, change, from, older, newer } = row.head;
    const marked = nodesHere.peek().byId.get(id)?.node.marks;
    return html`<div class="head ${change} ${id === chosen ? "chosen" : ""}">
      <b aria-hidden="true">${signs[change]}</b>
      <button class="link" onclick=${() => go({ node: id })}><${Text} text=${id} /></button>
      <span>${change}</span>
      <span class="faint">${from && html`<${Text} text=${from} />`}${marked && html`marks <${Text} text=${marked.join(", ")} />`}</span>
      <span class="spring"></span>
      <span class="n">${older === newer ? (newer > 0 ? size(newer) : "") : `${size(older)} \u2192 ${size(newer)}`}</span>
    </div>`;
  }
  const { sign, older, newer } = row;
  if (sign === "@") return html`<div class="line hunk"><code><${Text} text=${older ?? ""} /></code></div>`;
  if (isUnified) {
    const text = newer ?? older ?? "";
    return html`<div class="line ${sign === "+" ? "added" : sign === "-" ? "removed" : ""}">
      <span class="sign">${sign === "-" ? "\u2212" : sign}</span><code><${Text} text=${text} /></code>
    </div>`;
  }
  const side = (/** @type {string | null} */ text, /** @type {string} */ name) =>
    html`<code class=${text === null ? "none" : sign === "~" ? name : ""}>${text !== null && html`<${Text} text=${text} />`}</code>`;
  return html`<div class="line pair">${side(older, "removed")}${side(newer, "added")}</div>`;
}

