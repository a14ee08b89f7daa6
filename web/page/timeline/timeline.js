// The timeline: a lane for each branch, a column for each cycle. It is scrubbed by mouse and keys.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { go } from "../data/address.js";
import { compared, findCommit, head, lanes, loaded, selected } from "../data/history.js";
import { AsButtons } from "../parts/answer.js";
import { useSize, useValue } from "../parts/hooks.js";
import { drawTimeline } from "./draw.js";
import { broke, nearest, totalOf } from "./lanes.js";
import { bytes, number, plural, share } from "../text/numbers.js";
import { plain } from "../text/visible.js";

const mostScale = 36;

/** @param {import("../shapes.js").Commit} commit */
export function show(commit) {
  const newest = commit.commit_id === head.peek()?.commit_id;
  go({ at: newest ? "" : commit.commit_id }, { scrub: true });
}

/**
 * The commit some steps away on the line of the selected one.
 * @param {number} steps below 0: older
 */
function away(steps) {
  let commit = selected.peek();
  for (let left = Math.abs(steps); left > 0 && commit; --left) {
    const next = steps < 0 ? parentOf(commit) : childOf(commit);
    if (!next) break;
    commit = next;
  }
  return commit;
}

/** @param {import("../shapes.js").Commit} commit */
const parentOf = (commit) => (commit.parent ? findCommit(commit.parent) : undefined);

/**
 * The next one of its lane.
 * @param {import("../shapes.js").Commit} commit
 */
function childOf(commit) {
  const all = lanes.peek();
  const lane = all.lanes[all.laneOf.get(commit.commit_id) ?? 0];
  for (let place = commit.cycle - lane.first + 1; place < lane.commits.length; ++place) {
    if (lane.commits[place]) return lane.commits[place];
  }
  return undefined;
}

/** @param {number} steps */
export function step(steps) {
  const commit = away(steps);
  if (commit) show(commit);
}

/** @param {number} by */
function stepLane(by) {
  const all = lanes.peek();
  const commit = selected.peek();
  if (!commit) return;
  const lane = all.lanes[(all.laneOf.get(commit.commit_id) ?? 0) + by];
  const found = lane && nearest(lane, commit.cycle);
  if (found) show(found);
}

/** @param {import("../shapes.js").Commit} commit */
function spoken(commit) {
  const kept = commit.prefix ? `, ${share(commit.prefix.kept_per_mille)} of the prefix kept` : "";
  const cause = broke(commit) ? ` (${commit.prefix?.cause})` : "";
  const left = commit.left.length > 0 ? `, ${plural(commit.left.length, "node")} left` : "";
  const packed = commit.compacted > 0 ? `, ${plural(commit.compacted, "node")} compacted` : "";
  return `cycle ${commit.cycle}, ${bytes(totalOf(commit))}${kept}${cause}${left}${packed}. ${plain(commit.message)}`;
}

function coloursOf(/** @type {Element} */ element) {
  const style = getComputedStyle(element);
  const read = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    sys: read("--sys"), seq: read("--seq"), ah: read("--accent"), broken: read("--broken"), mark: read("--muted"),
    line: read("--line"), back: read("--back"),
  };
}

/** Counts up when the colours of the system change. */
function useTheme() {
  const [theme, set] = useState(0);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const change = () => set((count) => count + 1);
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, []);
  return theme;
}

/** Cycles at the left edge and pixels of a cycle; both follow the data until the timeline is zoomed. */
function useZoom(/** @type {number} */ width) {
  const all = useValue(lanes);
  const { total } = useValue(loaded);
  const [zoom, set] = useState(/** @type {{start: number, scale: number} | null} */ (null));
  // While older commits are loading their place is kept free.
  const cycles = Math.max(all.last - all.first + 1, all.lanes.length === 1 ? total : 0);
  const fit = { start: all.last + 1 - cycles, scale: Math.min(mostScale, width / Math.max(cycles, 1)) };
  const current = zoom ?? fit;
  const change = (/** @type {number} */ factor, /** @type {number} */ x) => {
    const scale = Math.min(mostScale, Math.max(fit.scale, current.scale * factor));
    const cycle = current.start + x / current.scale;
    set(scale <= fit.scale ? null : clamped({ start: cycle - x / scale, scale }));
  };
  const clamped = (/** @type {{start: number, scale: number}} */ wanted) => {
    const room = Math.max(fit.start, all.last + 1 - width / wanted.scale);
    return { scale: wanted.scale, start: Math.min(Math.max(wanted.start, fit.start), room) };
  };
  const pan = (/** @type {number} */ pixels) =>
    zoom && set(clamped({ start: current.start + pixels / current.scale, scale: current.scale }));
  const reveal = (/** @type {number} */ cycle) => {
    if (!zoom) return;
    const x = (cycle - current.start) * current.scale;
    if (x < 0) set(clamped({ ...current, start: cycle - 4 / current.scale }));
    else if (x > width - current.scale) set(clamped({ ...current, start: cycle - (width - 2 * current.scale) / current.scale }));
  };
  return { ...current, change, pan, reveal };
}

export function Timeline() {
  const [box, size] = useSize();
  const canvas = useRef(/** @type {any} */ (null));
  const all = useValue(lanes);
  const commit = useValue(selected);
  const other = useValue(compared);
  const theme = useTheme();
  const zoom = useZoom(size.width);
  const count = Math.max(1, all.lanes.length);
  // Two lanes fill the height that is kept free for the timeline; more are scrolled.
  const lane = count === 1 ? 110 : count === 2 ? 55 : 44;
  const height = lane * count;
  useLayoutEffect(() => {
    if (!size.width) return;
    const ratio = devicePixelRatio || 1;
    canvas.current.width = size.width * ratio;
    canvas.current.height = height * ratio;
    const context = canvas.current.getContext("2d");
    context.scale(ratio, ratio);
    drawTimeline(context, all, { width: size.width, lane, start: zoom.start, scale: zoom.scale }, coloursOf(canvas.current));
  }, [all, size.width, lane, zoom.start, zoom.scale, theme]);
  useEffect(() => {
    if (commit) zoom.reveal(commit.cycle);
  }, [commit?.commit_id]);
  const at = (/** @type {PointerEvent} */ event) => {
    const place = canvas.current.getBoundingClientRect();
    const found = all.lanes[Math.min(Math.max(0, Math.floor((event.clientY - place.top) / lane)), all.lanes.length - 1)];
    const near = found && nearest(found, zoom.start + (event.clientX - place.left) / zoom.scale - 0.5);
    if (near) show(near);
  };
  const onwheel = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    const x = event.clientX - canvas.current.getBoundingClientRect().left;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) zoom.pan(event.deltaX);
    else zoom.change(Math.exp(-event.deltaY / 300), x);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const x = commit ? (commit.cycle - zoom.start) * zoom.scale : 0;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => stepLane(-1), ArrowDown: () => stepLane(1),
      PageUp: () => step(-10), PageDown: () => step(10), Home: () => step(-Infinity), End: () => step(Infinity),
      "+": () => zoom.change(1.5, x), "=": () => zoom.change(1.5, x), "-": () => zoom.change(1 / 1.5, x),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  };
  return html`<section class="timeline" aria-label="Timeline">
    <div
      class="scrub"
      role="slider"
      tabindex="0"
      aria-label="Cycle"
      aria-valuemin=${all.first}
      aria-valuemax=${all.last}
      aria-valuenow=${commit?.cycle ?? 0}
      aria-valuetext=${commit ? spoken(commit) : "nothing committed"}
      onkeydown=${onkeydown}
    >
      <div
        class="plot"
        ref=${box}
        style=${{ height: `${height}px` }}
        onwheel=${onwheel}
        onpointerdown=${(/** @type {PointerEvent} */ event) => {
          if (event.button !== 0) return;
          /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
          at(event);
        }}
        onpointermove=${(/** @type {PointerEvent} */ event) => event.buttons & 1 && at(event)}
      >
        <canvas ref=${canvas} style=${{ width: `${size.width}px`, height: `${height}px` }}></canvas>
        <${Cursor} commit=${other} zoom=${zoom} lane=${lane} all=${all} kind="other" />
        <${Cursor} commit=${commit} zoom=${zoom} lane=${lane} all=${all} kind="here" />
        <${LaneNames} all=${all} lane=${lane} />
      </div>
    </div>
    <${Legend} zoom=${zoom} width=${size.width} />
  </section>`;
}

function Cursor(/** @type {{commit: any, zoom: any, lane: number, all: any, kind: string}} */ { commit, zoom, lane, all, kind }) {
  if (!commit) return null;
  const x = Math.floor((commit.cycle - zoom.start) * zoom.scale);
  const y = (all.laneOf.get(commit.commit_id) ?? 0) * lane;
  const width = Math.max(3, Math.floor(zoom.scale));
  return html`<div
    class="cursor ${kind}"
    style=${{ transform: `translate(${x - (zoom.scale < 3 ? 1 : 0)}px, ${y}px)`, width: `${width}px`, height: `${lane}px` }}
  ></div>`;
}

function LaneNames(/** @type {{all: import("./lanes.js").Lanes, lane: number}} */ { all, lane }) {
  if (all.lanes.length < 2) return null;
  return all.lanes.map(
    (one, place) => html`<span class="lane" style=${{ top: `${place * lane}px` }}>${plain(one.name)}</span>`,
  );
}

function Legend(/** @type {{zoom: any, width: number}} */ { zoom, width }) {
  const { commits, total, loading, context, profile } = useValue(loaded);
  const question = { operation: "timeline", args: { context, ...(profile && { profile }) } };
  const count = loading && total > commits.length ? `${number(commits.length)} of ${number(total)}` : number(total);
  return html`<div class="legend">
    <span><i class="key sys"></i>system</span><span><i class="key seq"></i>history</span>
    <span><i class="key ah"></i>head</span><span><i class="key broken"></i>prefix broke</span>
    <span class="wide"><i class="sign ttl"></i>ttl</span><span class="wide"><i class="sign prune"></i>prune</span>
    <span class="wide"><i class="sign cut">${"\u00d7"}</i>removed</span>
    <span class="wide"><i class="sign packed"></i>compaction</span>
    <span class="wide"><i class="sign tag"></i>tag</span>
    <span class="spring"></span>
    <span class="count">${count} ${total === 1 ? "commit" : "commits"}</span>
    <${AsButtons} question=${question} />
    <button class="small" aria-label="Zoom in" title="Zoom in (+)" onclick=${() => zoom.change(1.5, width)}>+</button>
    <button class="small" aria-label="Zoom out" title="Zoom out (-)" onclick=${() => zoom.change(1 / 1.5, width)}>${"\u2212"}</button>
  </div>`;
}
