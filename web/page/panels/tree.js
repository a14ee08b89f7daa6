// The nodes of the moment with their weights.
import { html, useMemo, useState } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { hovered, isContainer, nodesHere, outlineQuestion } from "../data/nodes.js";
import { matches } from "../data/selection.js";
import { List } from "../parts/list.js";
import { Panel } from "../parts/answer.js";
import { useValue } from "../parts/hooks.js";
import { number, plural, shareOf, size } from "../text/numbers.js";
import { plain, Text } from "../text/visible.js";

/** @typedef {import("../data/nodes.js").Row} Row */

const rowHeight = 24;

/**
 * The rows in view: those whose ancestors are open. A core adds nothing to look at; its blocks stand below the turn.
 * @param {Row[]} rows
 * @param {Set<string>} closed
 * @param {boolean} byWeight
 * @param {Set<string> | null} only
 */
function rowsInView(rows, closed, byWeight, only) {
  if (byWeight || only) {
    const blocks = rows.filter((row) => (only ? only.has(row.node.id) : !isContainer(row.node)));
    return byWeight ? blocks.sort((a, b) => b.bytes - a.bytes) : blocks;
  }
  const hidden = new Set();
  const seen = [];
  for (const row of rows) {
    const { node, parent } = row;
    if (parent && (hidden.has(parent.node.id) || closed.has(parent.node.id))) hidden.add(node.id);
    if (node.nodeType === "^root" || node.nodeType === "mc" || hidden.has(node.id)) continue;
    seen.push(row);
  }
  return seen;
}

/** @param {Row} row */
const levelOf = (row) => {
  let level = 1;
  for (let above = row.parent; above; above = above.parent) {
    if (above.node.nodeType !== "^root" && above.node.nodeType !== "mc") ++level;
  }
  return level;
};

// An id that the engine made: its first letters are enough to tell it from its neighbours.
const shortId = (/** @type {string} */ id) => (/^cb:[a-z2-7]{16}$/.test(id) ? `${id.slice(0, 9)}\u2026` : id);

/** @param {Row} row */
function kindOf(row) {
  const { node } = row;
  if (node.nodeType === "mt") return `depth ${node.depth}, cycle ${node.cycle}${row.blocks === 0 ? ", empty" : ""}`;
  if (node.nodeType.startsWith("^")) return "";
  const type = node.nodeType === "cb" ? "" : node.nodeType.replace(/^cb:/, "");
  return [node.role, node.kind === "text" ? "" : node.kind, type].filter(Boolean).join(" ");
}

export function TreePanel() {
  const nodes = useValue(nodesHere);
  const { node: chosen, sort, select } = useValue(address);
  const found = useValue(matches);
  const [closed, setClosed] = useState(/** @type {Set<string>} */ (new Set()));
  const only = select && found.ids ? found.ids : null;
  const byWeight = sort === "weight";
  const rows = useMemo(() => rowsInView(nodes.rows, closed, byWeight, only), [nodes, closed, byWeight, only]);
  const heaviest = useMemo(
    () => nodes.rows.reduce((most, row) => (isContainer(row.node) ? most : Math.max(most, row.bytes)), 1),
    [nodes],
  );
  const total = nodes.rows[0]?.bytes ?? 0;
  const place = useMemo(() => rows.findIndex((row) => row.node.id === chosen), [rows, chosen]);
  const toggle = (/** @type {string} */ id, open = closed.has(id)) => {
    const next = new Set(closed);
    if (open) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const choose = (/** @type {number} */ index) => {
    const row = rows[Math.min(Math.max(0, index), rows.length - 1)];
    if (row) go({ node: row.node.id }, { scrub: true });
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const row = rows[place];
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => choose(place + 1), ArrowUp: () => choose(place < 0 ? 0 : place - 1), Home: () => choose(0),
      End: () => choose(rows.length - 1), PageDown: () => choose(place + 15), PageUp: () => choose(place - 15),
      ArrowLeft: () => {
        if (!row) return;
        if (isContainer(row.node) && row.blocks > 0 && !closed.has(row.node.id)) toggle(row.node.id, false);
        else go({ node: (row.parent?.node.nodeType === "mc" ? row.parent.parent : row.parent)?.node.id ?? chosen });
      },
      ArrowRight: () => row && closed.has(row.node.id) && toggle(row.node.id, true),
      Enter: () => row && go({ panel: "node" }),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  };
  const controls = html`<span class="facts"
      >${plural(nodes.rows[0]?.blocks ?? 0, "block")}, ${size(total)}${nodes.waiting && nodes.rows.length > 0 && !nodes.complete ? ", loading" : ""}</span
    >
    <label class="check"
      ><input type="checkbox" checked=${byWeight} onchange=${() => go({ sort: byWeight ? "" : "weight" })} />by weight</label
    >`;
  return html`<${Panel}
    title=${only ? "Tree: matches" : "Tree"}
    id="tree"
    question=${outlineQuestion()}
    controls=${controls}
    answer=${{ result: nodes.rows.length > 0 ? nodes : null, fault: nodes.fault, waiting: nodes.waiting, question: null }}
  >
    ${rows.length === 0 && html`<p class="empty">${only ? "The selector matches nothing here." : "No blocks."}</p>`}
    <${List}
      count=${rows.length}
      height=${rowHeight}
      role="tree"
      label="Nodes of the context"
      class="tree"
      active=${place >= 0 ? `row-${place}` : undefined}
      goal=${{ index: place, turn: rows }}
      onkeydown=${onkeydown}
      row=${(/** @type {number} */ index) =>
        html`<${TreeRow}
          key=${rows[index].node.id}
          row=${rows[index]}
          index=${index}
          count=${rows.length}
          flat=${byWeight || !!only}
          chosen=${rows[index].node.id === chosen}
          matched=${!!found.ids?.has(rows[index].node.id)}
          open=${!closed.has(rows[index].node.id)}
          heaviest=${heaviest}
          total=${total}
          toggle=${toggle}
        />`}
    />
  <//>`;
}

/**
 * @param {{row: Row, index: number, count: number, flat: boolean, chosen: boolean, matched: boolean, open: boolean,
 *   heaviest: number, total: number, toggle: (id: string) => void}} props
 */
function TreeRow({ row, index, count, flat, chosen, matched, open, heaviest, total, toggle }) {
  const { node } = row;
  const level = flat ? 1 : levelOf(row);
  const container = isContainer(node);
  const kind = kindOf(row);
  const holds = row.blocks > 0 && container && !flat;
  const weight = container ? row.bytes / Math.max(total, 1) : row.bytes / heaviest;
  const offset = node.offset ? (node.offset > 0 ? `+${node.offset}` : `${node.offset}`) : "";
  return html`<div
    class="row ${chosen ? "chosen" : ""} ${matched ? "matched" : ""} ${container ? "container" : ""} ${node.purged || node.marks ? "faint" : ""}"
    id=${`row-${index}`}
    role="treeitem"
    aria-level=${level}
    aria-setsize=${count}
    aria-posinset=${index + 1}
    aria-selected=${chosen}
    aria-expanded=${holds ? open : undefined}
    onclick=${() => go({ node: node.id })}
    ondblclick=${() => go({ node: node.id, panel: "node" })}
    onmouseenter=${() => (hovered.value = node.id)}
    onmouseleave=${() => (hovered.value = "")}
  >
    <span class="twist" style=${{ marginLeft: `${(level - 1) * 12}px` }} onclick=${(/** @type {Event} */ event) => {
      if (!holds) return;
      event.stopPropagation();
      toggle(node.id);
    }}>${holds ? (open ? "\u25be" : "\u25b8") : ""}</span>
    <span class="id" title=${plain(node.id)}><${Text} text=${node.nodeType.startsWith("^") ? node.nodeType : shortId(node.id)} />${offset && html` <small title="offset from the core">${offset}</small>`}</span>
    <span class="kind ${node.role ?? ""}">${kind && html`<${Text} text=${kind} />`}</span>
    <span class="text">${node.text ? html`<${Text} text=${node.text} />` : node.marks ? html`<i>marks <${Text} text=${node.marks.join(", ")} /></i>` : node.purged ? html`<i>purged</i>` : ""}</span>
    <span class="notes"
      >${node.pinned && html`<b title="pinned">pin</b>`}${node.ttl !== undefined && html`<b title="snapshots that still contain it">ttl ${number(node.ttl)}</b>`}${node.uncommitted && html`<b>new</b>`}</span
    >
    <span class="weight" title=${`${shareOf(row.bytes, total)} of ${size(total)}, about ${number(row.tokens)} tokens`}>${row.bytes > 0 ? size(row.bytes) : ""}</span>
    <span class="bar" aria-hidden="true"><i style=${{ width: `${Math.max(row.bytes > 0 ? 2 : 0, weight * 100)}%` }}></i></span>
  </div>`;
}
