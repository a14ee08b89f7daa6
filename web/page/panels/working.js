// The working state: the edits that no commit has yet, and what the next commit will do.
import { html, useState } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { contextName, countUncommitted, head, isStructure, loaded } from "../data/history.js";
import { Empty, Panel } from "../parts/answer.js";
import { useAnswer, useValue } from "../parts/hooks.js";
import { number, plural, size } from "../text/numbers.js";
import { Text } from "../text/visible.js";

const most = 200;

/** @param {{title: string, name?: string, rows: any[], row: (one: any) => any}} props */
const Part = ({ title, name = "", rows, row }) =>
  rows.length > 0 &&
  html`<h3>${title} <span class="faint">${number(rows.length)}</span></h3>
    <ul class="inside ${name}">${rows.slice(0, most).map((one) => html`<li>${row(one)}</li>`)}
      ${rows.length > most && html`<li class="faint">${number(rows.length - most)} more: as JSON</li>`}</ul>`;

/** @param {string} id */
const node = (id) => html`<button class="link" onclick=${() => go({ node: id, panel: "node" })}><${Text} text=${id} /></button>`;

/** The lines of a unified diff that are content; the places of hunks and the end of the file say nothing here. */
const linesOf = (/** @type {string} */ unified) =>
  unified.split("\n").slice(2, most).filter((line) => /^[-+ ]/.test(line));

const isBlock = (/** @type {string} */ id) => !isStructure(id);

let reads = 0;

export function WorkingPanel() {
  const { branch } = useValue(address);
  const { uncommitted } = useValue(loaded);
  // Edits of other processes are not announced, as commits are: the panel reads them when it opens.
  const [read, again] = useState(() => ++reads);
  const state = `${useValue(head)?.commit_id} ${uncommitted} ${read}`;
  const context = contextName.peek();
  const question = { operation: "status", args: { context, ...(branch && { branch }) } };
  const before = useAnswer(question, state);
  const diff = useAnswer({ operation: "diff", args: { context, ...(branch && { branch }), form: "unified" } }, state);
  const status = before.result;
  const texts = (diff.result?.nodes ?? []).filter((/** @type {any} */ one) => one.unified);
  const isClean = status && [status.added, status.changed, status.removed, status.markers, status.pinned, status.unpinned, status.proposals].every((list) => list.length === 0);
  return html`<${Panel} title="Working state" question=${question} answer=${before} controls=${html`<span class="facts">${status ? `after cycle ${number(status.cycle)}` : ""}</span>
    <button class="small" onclick=${() => {
      again(++reads);
      countUncommitted();
    }}>Read again</button>`}>
    ${status &&
    html`<div class="scroll" tabindex="0" role="region" aria-label="Uncommitted edits">
      ${isClean && html`<${Empty} text="No edit waits for the next commit." />`}
      ${status.stale > 0 && html`<p class="fault">${plural(status.stale, "edit")} were made on an older commit: <code>latewood rebase</code> applies them again.</p>`}
      <${Part} title="Added" name="added" rows=${status.added.filter(isBlock)} row=${node} />
      <${Part} title="Changed" name="changed" rows=${status.changed} row=${(/** @type {any} */ one) => html`${node(one.id)} <span class="faint">${one.fields.join(", ")}</span>`} />
      <${Part} title="Removed" name="removed" rows=${status.removed.filter(isBlock)} row=${node} />
      <${Part} title="Hidden or replaced by a marker" rows=${status.markers} row=${(/** @type {any} */ one) => html`${node(one.id)} marks ${one.marks.map((/** @type {string} */ id) => html`${node(id)} `)}`} />
      <${Part} title="Pinned" rows=${status.pinned} row=${(/** @type {any} */ one) => html`${node(one.id)} <span class="faint"><${Text} text=${one.holder} /></span>`} />
      <${Part} title="No longer pinned" rows=${status.unpinned} row=${(/** @type {any} */ one) => html`${node(one.id)} <span class="faint"><${Text} text=${one.holder} /></span>`} />
      <${Part} title="Proposals to decide" rows=${status.proposals} row=${(/** @type {any} */ one) => html`<${Text} text=${one.proposer} /> <span class="faint"><${Text} text=${one.rule} />, ${plural(one.edits, "edit")}</span>`} />
      <${Part} title="Leaves with the next commit" name="removed" rows=${status.left} row=${(/** @type {any} */ one) => html`${node(one.id)} <span class="faint">${one.cause}, ${size(one.bytes)}</span>`} />
      <${Part} title="Expired, and held by a pin or a reference" rows=${status.deferred} row=${node} />
      <${Part} title="Over budget, and held" rows=${status.kept} row=${node} />
      ${texts.map((/** @type {any} */ one) => html`<h3>${node(one.id)}</h3><pre class="content">${linesOf(one.unified).map((/** @type {string} */ line) => html`<span class=${line[0] === "+" ? "added" : line[0] === "-" ? "removed" : "faint"}><${Text} text=${line} />${"\n"}</span>`)}</pre>`)}
    </div>`}
  <//>`;
}
