// One node: its facts, its content, and why it is here or left.
import { html } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { contextName, findCommit, selected } from "../data/history.js";
import { isContainer, nodesHere, useMoment } from "../data/nodes.js";
import { Empty, Panel } from "../parts/answer.js";
import { useAnswer, useValue } from "../parts/hooks.js";
import { bytes, number, plural, short, size, time } from "../text/numbers.js";
import { Text } from "../text/visible.js";

/** @param {{id: string}} props */
const NodeLink = ({ id }) => html`<button class="link" onclick=${() => go({ node: id })}><${Text} text=${id} /></button>`;

/** @param {{cycle: number, id: string}} props */
const CommitLink = ({ cycle, id }) =>
  html`<button class="link" onclick=${() => go({ at: id })}>cycle ${number(cycle)} <code>${short(id)}</code></button>`;

export function NodePanel() {
  const moment = useMoment();
  const { node } = useValue(address);
  const context = contextName.peek();
  const commit = useValue(selected);
  const row = useValue(nodesHere).byId.get(node);
  const isHere = row !== undefined;
  const holdsOthers = row !== undefined && isContainer(row.node);
  const left = !isHere && commit?.left.some((one) => one.id === node);
  // A node that just left is shown as it was.
  const shownAt = left && commit?.parent ? commit.parent : moment;
  const asks = node && moment;
  const why = asks ? { operation: "why", args: { context, moment, nodes: [node] } } : null;
  const show = asks && !holdsOthers ? { operation: "show", args: { context, at: shownAt, names: [node] } } : null;
  const reasons = useAnswer(why);
  const details = useAnswer(show);
  if (!node) {
    return html`<${Panel} title="Node" question=${null}>
      <${Empty} text="Choose a node in the tree or in the request: its content, and why it is there, appear here." />
    <//>`;
  }
  const found = reasons.result?.nodes[0];
  const shown = details.result?.shown?.[0];
  return html`<${Panel} title="Node" question=${why} answer=${reasons} controls=${html`<span class="facts strong"><${Text} text=${node} /></span>`}>
    <div class="scroll" tabindex="0" role="region" aria-label="Node and its reasons">
      ${found && html`<${Fate} found=${found} />`}
      ${holdsOthers ? html`<${Inside} row=${row} />` : shown ? html`<${Details} shown=${shown} />` : details.fault && html`<p class="hint"><${Text} text=${details.fault.code === "NOT_IN_FILE" ? "This file holds no contents." : details.fault.message} /></p>`}
      ${found && html`<${Steps} steps=${found.steps} />`}
    </div>
  <//>`;
}

/** Whether it is here, until when, and why it left. */
function Fate(/** @type {{found: any}} */ { found }) {
  const { here, left } = found;
  return html`<dl class="edge ${left ? "broken" : ""}">
    ${left &&
    html`<div><dt>left</dt><dd><b>${left.rule}</b> in <${CommitLink} cycle=${left.cycle} id=${left.commit_id} />${left.actor && html` by <${Text} text=${left.actor} />`}${left.event && html`, event <${Text} text=${`${left.event.stream}:${left.event.seq}`} />`}</dd></div>
    ${left.policy && html`<div><dt>policy</dt><dd><code><${Text} text=${JSON.stringify(left.policy)} /></code></dd></div>`}`}
    ${here &&
    html`<div><dt>here until</dt><dd>${here.expires !== null ? `the commit of cycle ${number(here.expires)}` : here.ttl_ends !== null ? `its ttl ends in cycle ${number(here.ttl_ends)}; it is held` : "no limit"}</dd></div>
      ${here.is_pinned && html`<div><dt>held</dt><dd>pinned</dd></div>`}
      ${here.held_by.length > 0 && html`<div><dt>held by</dt><dd>${here.held_by.map((/** @type {string} */ id) => html`<${NodeLink} id=${id} /> `)}</dd></div>`}
      ${here.markers.length > 0 && html`<div><dt>marked by</dt><dd>${here.markers.map((/** @type {string} */ id) => html`<${NodeLink} id=${id} /> `)}</dd></div>`}`}
    ${!here && !left && html`<div><dt>here</dt><dd>not in this moment</dd></div>`}
  </dl>`;
}

/** What a turn or a region holds. */
function Inside(/** @type {{row: import("../data/nodes.js").Row}} */ { row }) {
  const { node, children } = row;
  const all = children.flatMap((child) => (child.node.nodeType === "mc" ? child.children : [child]));
  return html`<dl class="numbers facts-list">
      <div><dt>type</dt><dd>${node.nodeType}</dd></div>
      ${node.depth && html`<div><dt>depth</dt><dd>${number(node.depth)}</dd></div>`}
      <div><dt>blocks</dt><dd>${number(row.blocks)}</dd></div>
      <div><dt>size</dt><dd>${bytes(row.bytes)}, about ${number(row.tokens)} tokens</dd></div>
    </dl>
    <ul class="inside">${all.slice(0, 100).map((child) => html`<li><${NodeLink} id=${child.node.id} /> <span class="faint">${child.node.role} ${size(child.bytes)}</span></li>`)}
      ${all.length > 100 && html`<li class="faint">${number(all.length - 100)} more</li>`}</ul>`;
}

const mostContent = 100_000;
const mostAttributes = 200;

function Details(/** @type {{shown: any}} */ { shown }) {
  const isText = typeof shown.content === "string";
  const text = isText ? shown.content : shown.content === null || shown.content === undefined ? "" : JSON.stringify(shown.content, null, 2);
  const facts = [
    ["type", shown.nodeType], ["role", shown.role], ["kind", shown.kind], ["key", shown.key], ["parent", shown.parent_id],
    ["offset", shown.offset || null], ["ttl", shown.ttl], ["priority", shown.priority || null],
    ["since cycle", shown.cycle], ["made", time(shown.created_at_ns)], ["origin", shown.provenance],
  ].filter(([, value]) => value !== null && value !== undefined && value !== "");
  const attributes = Object.entries(shown.attributes ?? {});
  const isLeftOut = shown.content === undefined;
  const row = (/** @type {any} */ name, /** @type {any} */ value) =>
    html`<div><dt><${Text} text=${name} /></dt><dd><${Text} text=${typeof value === "string" ? value : JSON.stringify(value)} /></dd></div>`;
  return html`${isLeftOut && html`<p class="hint">The contents were left out of this file.</p>`}
    ${shown.purged && html`<p class="hint">The content was purged; its digest is <code>${short(shown.purged)}</code>.</p>`}
    ${text &&
    html`<pre class="content">${text.slice(0, mostContent).split("\n").map((/** @type {string} */ line) => html`<${Text} text=${line} />${"\n"}`)}</pre>
      <p class="hint">${bytes(new TextEncoder().encode(JSON.stringify(shown.content)).length)} as JSON${text.length > mostContent && `; ${number(text.length - mostContent)} more characters are behind the button JSON`}</p>`}
    <dl class="numbers facts-list">
      ${facts.map(([name, value]) => row(name, String(value)))} ${attributes.slice(0, mostAttributes).map(([name, value]) => row(name, value))}
      ${attributes.length > mostAttributes && row("", `${number(attributes.length - mostAttributes)} more attributes: as JSON`)}
    </dl>`;
}

/** What happened to it, oldest first. */
function Steps(/** @type {{steps: any[]}} */ { steps }) {
  return html`<h3>Why it is as it is</h3>
    <ol class="steps">
      ${steps.map((step) => {
        const commit = findCommit(step.commit_id);
        return html`<li>
          <div class="when">
            <${CommitLink} cycle=${step.cycle} id=${step.commit_id} />
            <span>${step.actor && html`<${Text} text=${step.actor} />`}</span>
            <span class="faint"><${Text} text=${step.message ?? commit?.message ?? ""} /></span>
          </div>
          ${!step.has_receipt && html`<p class="hint">The commit has no receipt: nothing more is known.</p>`}
          <ul>
            ${step.candidates.map(
              (/** @type {any} */ one) => html`<li>
                <b>${one.rule}</b> <span class="faint">${one.kind}</span>
                ${one.actor && html` by <${Text} text=${one.actor} />`}${one.event && html`, caused by event <${Text} text=${`${one.event.stream}:${one.event.seq}`} />`}
                ${one.writes?.map((/** @type {any} */ write) => html` <span class="tagged">${write.kind}</span>`)}
                ${one.reads?.length > 0 && html`<span class="faint"> read ${plural(one.reads.length, "node")}</span>`}
              </li>`,
            )}
          </ul>
        </li>`;
      })}
    </ol>`;
}
