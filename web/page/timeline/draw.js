// Draws the columns of a timeline on a canvas. A column is one cycle, or several where they are narrower than a pixel:
// then the largest of them, with the marks of all.
import { broke, totalOf } from "./lanes.js";

/**
 * @typedef {import("./lanes.js").Lanes} Lanes
 * @typedef {{width: number, lane: number, start: number, scale: number}} Window
 *   lane: pixels of a lane's height. start: the cycle at the left edge. scale: pixels of a cycle
 * @typedef {{sys: string, seq: string, ah: string, broken: string, mark: string, line: string, back: string}} Colours
 */

export const flagsHeight = 10;
export const notchHeight = 6;

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {Lanes} lanes
 * @param {Window} view
 * @param {Colours} colours
 */
export function drawTimeline(canvas, lanes, view, colours) {
  canvas.clearRect(0, 0, view.width, view.lane * lanes.lanes.length);
  lanes.lanes.forEach((lane, number) => {
    const base = (number + 1) * view.lane - notchHeight - 2;
    canvas.fillStyle = colours.line;
    canvas.fillRect(0, base, view.width, 1);
    drawFork(canvas, lanes, number, view, colours);
    drawLane(canvas, lanes, lane, base, view, colours);
  });
}

/**
 * Where the lane leaves another one.
 * @param {CanvasRenderingContext2D} canvas
 * @param {Lanes} lanes
 * @param {number} number
 * @param {Window} view
 * @param {Colours} colours
 */
function drawFork(canvas, lanes, number, view, colours) {
  const { from, first } = lanes.lanes[number];
  if (!from) return;
  const other = lanes.laneOf.get(from.commit_id) ?? number;
  const x = Math.round((first - view.start) * view.scale) + 0.5;
  if (x < 0 || x > view.width || other === number) return;
  canvas.strokeStyle = colours.mark;
  canvas.setLineDash([2, 2]);
  canvas.beginPath();
  canvas.moveTo(x, (other + 1) * view.lane - notchHeight - 2);
  canvas.lineTo(x, (number + 1) * view.lane - notchHeight - 2);
  canvas.stroke();
  canvas.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {Lanes} lanes
 * @param {import("./lanes.js").Lane} lane
 * @param {number} base
 * @param {Window} view
 * @param {Colours} colours
 */
function drawLane(canvas, lanes, lane, base, view, colours) {
  const height = view.lane - flagsHeight - notchHeight - 4;
  const from = Math.max(0, Math.floor(view.start) - lane.first);
  const to = Math.min(lane.commits.length, Math.ceil(view.start + view.width / view.scale) - lane.first + 1);
  const gap = view.scale >= 4 ? 1 : 0;
  for (let place = from; place < to; ) {
    const x = Math.floor((lane.first + place - view.start) * view.scale);
    // All cycles of this pixel.
    let largest;
    let isBroken = false;
    let kept = 1000;
    let left = "";
    let tagged = false;
    do {
      const commit = lane.commits[place++];
      if (!commit) continue;
      if (!largest || totalOf(commit) > totalOf(largest)) largest = commit;
      if (broke(commit)) {
        isBroken = true;
        kept = Math.min(kept, commit.prefix?.kept_per_mille ?? 1000);
      }
      if (commit.compacted > 0) left = "compacted";
      else if (commit.left.length > 0 && left !== "compacted") left = commit.left.some((one) => one.cause === "prune") ? "prune" : left || commit.left[0].cause;
      if (commit.tags.length > 0) tagged = true;
    } while (place < to && Math.floor((lane.first + place - view.start) * view.scale) === x);
    if (!largest) continue;
    const width = Math.max(1, Math.floor((lane.first + place - view.start) * view.scale) - x - gap);
    drawColumn(canvas, largest, { x, width, base, height, most: lanes.most }, colours);
    if (isBroken) drawNotch(canvas, { x, width, base, height, most: lanes.most }, largest, kept, colours);
    if (left || tagged) drawFlags(canvas, x, width, base - height - 3, left, tagged, colours);
  }
}

/**
 * @typedef {{x: number, width: number, base: number, height: number, most: number}} Place
 * @param {CanvasRenderingContext2D} canvas
 * @param {import("./lanes.js").Commit} commit
 * @param {Place} place
 * @param {Colours} colours
 */
function drawColumn(canvas, commit, { x, width, base, height, most }, colours) {
  if (commit.sizes === undefined) return;
  if (!commit.sizes) {
    // Collected: only the place is known.
    canvas.fillStyle = colours.mark;
    canvas.fillRect(x, base - 2, width, 2);
    return;
  }
  let y = base;
  const parts = /** @type {[string, number][]} */ ([
    [colours.sys, commit.sizes.sys], [colours.seq, commit.sizes.seq], [colours.ah, commit.sizes.ah],
  ]);
  for (const [colour, bytes] of parts) {
    if (bytes === 0) continue;
    const tall = Math.max(1, Math.round((bytes / most) * height));
    canvas.fillStyle = colour;
    canvas.fillRect(x, y - tall, width, tall);
    y -= tall;
  }
}

/**
 * The red notch: below the column always, and across it at the share that was kept where there is room.
 * @param {CanvasRenderingContext2D} canvas
 * @param {Place} place
 * @param {import("./lanes.js").Commit} commit
 * @param {number} kept
 * @param {Colours} colours
 */
function drawNotch(canvas, { x, width, base, height, most }, commit, kept, colours) {
  canvas.fillStyle = colours.broken;
  canvas.fillRect(x, base + 2, width, notchHeight - 2);
  if (width < 5) return;
  const y = Math.round(base - (totalOf(commit) / most) * height * (kept / 1000));
  canvas.fillStyle = colours.back;
  canvas.fillRect(x, y - 2, width, 4);
  canvas.fillStyle = colours.broken;
  canvas.fillRect(x, y - 1, width, 2);
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {number} x
 * @param {number} width
 * @param {number} y
 * @param {string} left
 * @param {boolean} tagged
 * @param {Colours} colours
 */
function drawFlags(canvas, x, width, y, left, tagged, colours) {
  const middle = x + Math.min(width, 8) / 2;
  canvas.fillStyle = colours.mark;
  canvas.strokeStyle = colours.mark;
  if (width < 4) {
    const tall = left === "compacted" ? 8 : left === "prune" || tagged ? 5 : 3;
    canvas.fillRect(x, y - tall, Math.max(1, width), tall);
    return;
  }
  canvas.beginPath();
  if (tagged) {
    canvas.moveTo(middle - 2, y);
    canvas.lineTo(middle - 2, y - 7);
    canvas.lineTo(middle + 4, y - 5);
    canvas.lineTo(middle - 2, y - 3);
    canvas.fill();
  } else if (left === "compacted") {
    // Two wedges that press on a line.
    canvas.moveTo(middle - 3, y - 8);
    canvas.lineTo(middle + 3, y - 8);
    canvas.lineTo(middle, y - 5);
    canvas.lineTo(middle - 3, y - 8);
    canvas.moveTo(middle - 3, y);
    canvas.lineTo(middle + 3, y);
    canvas.lineTo(middle, y - 3);
    canvas.lineTo(middle - 3, y);
    canvas.fill();
    canvas.fillRect(middle - 3.5, y - 4.5, 7, 1);
  } else if (left === "prune") {
    canvas.rect(middle - 2.5, y - 6, 5, 5);
    canvas.fill();
  } else if (left === "ttl") {
    canvas.arc(middle, y - 3.5, 2.5, 0, 2 * Math.PI);
    canvas.stroke();
  } else {
    canvas.moveTo(middle - 2.5, y - 6);
    canvas.lineTo(middle + 2.5, y - 1);
    canvas.moveTo(middle + 2.5, y - 6);
    canvas.lineTo(middle - 2.5, y - 1);
    canvas.stroke();
  }
}
