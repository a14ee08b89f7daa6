// The exact bytes that a provider gets, with the node of every byte.
import { html, useMemo, useState } from "../vendor/preact.js";
import { address, go } from "../data/address.js";
import { currentTransport } from "../data/answers.js";
import { contextName } from "../data/history.js";
import { hovered, nodesHere, useMoment } from "../data/nodes.js";
import { Panel } from "../parts/answer.js";
import { useAnswer, useValue } from "../parts/hooks.js";
import { List } from "../parts/list.js";
import { bytes, number, plural } from "../text/numbers.js";
import { offsets } from "../text/utf8.js";
import { plain, Text } from "../text/visible.js";
import { columnsIn, rowEnds } from "../text/wrap.js";

const rowHeight = 18;
const gutter = 84;

/**
 * A row of the request: a slice of its text, and the unit that it belongs to; -1: bytes of the root. A comma of the
 * root stays on the row that it follows: it ends at `end`.
 * @typedef {{from: number, to: number, end: number, unit: number, opens: boolean}} RequestRow
 */

const shortRoot = 3;

/**
 * @param {import("../shapes.js").Rendered} rendered
 * @param {number} columns
 */
export function requestRows(rendered, columns) {
  const text = rendered.request;
  const place = offsets(text);
  /** @type {RequestRow[]} */
  const rows = [];
  const add = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ unit) => {
    const last = rows[rows.length - 1];
    if (unit < 0 && last && to - from <= shortRoot) {
      last.end = to;
      return;
    }
    let begin = from;
    for (const end of rowEnds(text, from, to, columns)) {
      rows.push({ from: begin, to: end, end, unit, opens: begin === from && unit >= 0 });
      begin = end;
    }
  };
  let done = 0;
  (rendered.units ?? []).forEach((unit, index) => {
    const begin = place.toUnits(unit.begin);
    const end = place.toUnits(unit.end);
    if (begin > done) add(done, begin, -1);
    // Nodes that share a unit have the same range.
    if (end > done) add(Math.max(begin, done), end, index);
    done = Math.max(done, end);
  });
  if (done < text.length) add(done, text.length, -1);
  return { rows, place };
}

/**
 * The places among the units that show a node: its own, those below it, those of the markers that stand for it.
 * @param {import("../shapes.js").Unit[]} units
 * @param {string} id
 * @param {import("../data/nodes.js").Nodes} nodes
 */
export function unitsOf(units, id, nodes) {
  /** @type {Set<number>} */
  const found = new Set();
  if (!id) return found;
  const wanted = new Set([id]);
  const add = (/** @type {import("../data/nodes.js").Row} */ row) => {
    wanted.add(row.node.id);
    row.children.forEach(add);
  };
  const row = nodes.byId.get(id);
  if (row) add(row);
  units.forEach((unit, index) => wanted.has(unit.id) && found.add(index));
  if (found.size > 0) return found;
  const markers = new Set(nodes.rows.filter((one) => one.node.marks?.includes(id)).map((one) => one.node.id));
  units.forEach((unit, index) => markers.has(unit.id) && found.add(index));
  return found;
}

/** @returns {import("../shapes.js").Question | null} */
export function renderQuestion(/** @type {string} */ moment) {
  const { profile, view } = address.peek();
  if (!moment) return null;
  return {
    operation: "render",
    args: { context: contextName.peek(), moment, ...(profile && { profile }), ...(view && { view }) },
  };
}

export function RequestPanel() {
  const moment = useMoment();
  const { node, view } = useValue(address);
  const question = renderQuestion(moment);
  const answer = useAnswer(question);
  const nodes = useValue(nodesHere);
  const over = useValue(hovered);
  const [width, setWidth] = useState(0);
  const rendered = /** @type {import("../shapes.js").Rendered | null} */ (answer.result);
  const { rows, place } = useMemo(
    () => (rendered && width ? requestRows(rendered, columnsIn(width - gutter - 48)) : { rows: [], place: offsets("") }),
    [rendered, width],
  );
  const units = rendered?.units ?? [];
  const chosen = useMemo(() => unitsOf(units, node, nodes), [units, node, nodes]);
  const marked = useMemo(() => unitsOf(units, over, nodes), [units, over, nodes]);
  const firstRow = useMemo(() => rows.findIndex((row) => chosen.has(row.unit)), [rows, chosen]);
  const [goal, setGoal] = useState(-1);
  const findByte = (/** @type {string} */ written) => {
    const wanted = Number(written);
    if (!written || !Number.isInteger(wanted)) return;
    const at = place.toUnits(Math.min(Math.max(0, wanted), place.bytes));
    const index = rows.findIndex((row) => row.from <= at && at < row.end);
    if (index < 0) return;
    setGoal(index);
    const unit = units[rows[index].unit];
    if (unit) go({ node: unit.id }, { scrub: true });
  };
  const range = chosen.size > 0 ? units[Math.min(...chosen)] : undefined;
  const controls = html`<span class="facts"
      >${rendered ? `${bytes(place.bytes)}, ${plural(units.length, "unit")}` : ""}${rendered?.repairs.length ? `, ${plural(rendered.repairs.length, "repair")}` : ""}</span
    >
    ${range && html`<span class="facts strong">bytes ${number(range.begin)}${"\u2013"}${number(range.end)}</span>`}
    <label class="field wide"
      >byte <input class="byte" inputmode="numeric" size="7" aria-label="Go to byte" onchange=${(/** @type {any} */ event) => findByte(event.target.value)}
    /></label>
    ${currentTransport().live &&
    html`<label class="check"
      ><input type="checkbox" checked=${view === "structural"} onchange=${() => go({ view: view ? "" : "structural" })} />structural</label
    >`}`;
  return html`<${Panel} title="Request" question=${question} controls=${controls} answer=${answer}>
    <${List}
      count=${rows.length}
      height=${rowHeight}
      label="The request, row by row"
      class="bytes"
      onwidth=${setWidth}
      goal=${{ index: goal >= 0 ? goal : firstRow, turn: `${node} ${goal}` }}
      row=${(/** @type {number} */ index) => {
        const row = rows[index];
        const unit = units[row.unit];
        const name = row.unit < 0 ? "root" : `${chosen.has(row.unit) ? "chosen" : ""} ${marked.has(row.unit) ? "over" : ""}`;
        return html`<div
          key=${index}
          class="line ${name} ${row.opens ? "opens" : ""}"
          title=${row.opens ? plain(unit.id) : undefined}
          onclick=${() => {
            setGoal(-1);
            if (unit) go({ node: unit.id });
          }}
          onmouseenter=${() => (hovered.value = unit?.id ?? "")}
          onmouseleave=${() => (hovered.value = "")}
        >
          <span class="at" aria-hidden=${!row.opens}>${number(place.toBytes(row.from))}</span>
          <span class="slice"><${Text} text=${rendered?.request.slice(row.from, row.to) ?? ""} />${row.end > row.to && html`<span class="faint">${rendered?.request.slice(row.to, row.end)}</span>`}</span>
        </div>`;
      }}
    />
  <//>`;
}
