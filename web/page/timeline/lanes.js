// The lanes of a timeline: one for each line of commits; a line ends where it joins an older lane.

/**
 * @typedef {import("../shapes.js").Commit} Commit
 * @typedef {{name: string, commits: (Commit | undefined)[], first: number, last: number, from: Commit | undefined}} Lane
 *   commits: by cycle, from `first` on. from: the commit of another lane that it continues
 * @typedef {{lanes: Lane[], laneOf: Map<string, number>, first: number, last: number, most: number}} Lanes
 */

/**
 * @param {Commit[]} commits children before their parents
 * @param {Commit | undefined} head its line is the first lane
 * @returns {Lanes}
 */
export function laneOut(commits, head) {
  const byId = new Map(commits.map((commit) => [commit.commit_id, commit]));
  /** @type {Map<string, number>} */
  const laneOf = new Map();
  /** @type {Lane[]} */
  const lanes = [];
  const add = (/** @type {Commit | undefined} */ newest) => {
    /** @type {Commit[]} */
    const line = [];
    let commit = newest;
    while (commit && !laneOf.has(commit.commit_id)) {
      laneOf.set(commit.commit_id, lanes.length);
      line.push(commit);
      commit = commit.parent ? byId.get(commit.parent) : undefined;
    }
    if (!newest || line.length === 0) return;
    const first = line[line.length - 1].cycle;
    const last = newest.cycle;
    /** @type {(Commit | undefined)[]} */
    const byCycle = new Array(last - first + 1);
    for (const one of line) byCycle[one.cycle - first] = one;
    const name = newest.branches[0] ?? newest.tags[0] ?? newest.commit_id.slice(0, 7);
    lanes.push({ name, commits: byCycle, first, last, from: commit });
  };
  add(head);
  for (const commit of commits) if (commit.branches.length > 0) add(commit);
  for (const commit of commits) add(commit);
  let first = Infinity;
  let last = -Infinity;
  let most = 1;
  for (const commit of commits) {
    first = Math.min(first, commit.cycle);
    last = Math.max(last, commit.cycle);
    most = Math.max(most, totalOf(commit));
  }
  return commits.length > 0 ? { lanes, laneOf, first, last, most } : { lanes, laneOf, first: 0, last: 0, most };
}

/** @param {Commit} commit */
export const totalOf = (commit) => (commit.sizes ? commit.sizes.sys + commit.sizes.seq + commit.sizes.ah : 0);

/** @param {Commit} commit */
export const broke = (commit) =>
  commit.prefix !== null && commit.prefix.cause !== "appended_only" && commit.prefix.cause !== "identical";

/**
 * The commit of a lane nearest to a cycle.
 * @param {Lane} lane
 * @param {number} cycle
 */
export function nearest(lane, cycle) {
  const wanted = Math.min(Math.max(Math.round(cycle), lane.first), lane.last);
  for (let away = 0; away <= lane.last - lane.first; ++away) {
    const found = lane.commits[wanted - away - lane.first] ?? lane.commits[wanted + away - lane.first];
    if (found) return found;
  }
  return undefined;
}
