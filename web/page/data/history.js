// The commits of a context, newest first: loaded in pages, completed by new ones while an agent works.
import { computed, signal } from "../vendor/signals.js";
import { address } from "./address.js";
import { askNow, currentTransport, forgetAnswers } from "./answers.js";
import { laneOut } from "../timeline/lanes.js";

/**
 * @typedef {import("../shapes.js").Commit} Commit
 * @typedef {{context: string, profile: string, commits: Commit[], total: number, loading: boolean,
 *   fault: import("../shapes.js").Fault | null, uncommitted: number}} Loaded
 */

/** @type {import("../vendor/signals.js").Signal<{name: string, branch: string, cycle: number}[] | null>} */
export const contexts = signal(null);
/** @type {import("../vendor/signals.js").Signal<import("../shapes.js").Fault | null>} */
export const storeFault = signal(null);
export const connected = signal(true);

/** @type {import("../vendor/signals.js").Signal<Loaded>} */
export const loaded = signal({
  context: "", profile: "", commits: [], total: 0, loading: true, fault: null, uncommitted: 0,
});

export const contextName = computed(() => address.value.context || contexts.value?.[0]?.name || "");
const currentBranch = computed(
  () => contexts.value?.find((context) => context.name === contextName.value)?.branch ?? "",
);

/** Places of commits by their ids. */
const places = computed(() => new Map(loaded.value.commits.map((commit, place) => [commit.commit_id, place])));

/** @param {string} id */
export const findCommit = (id) => loaded.value.commits[places.value.get(id) ?? -1];

/**
 * The commit that a word of the URL names: an id, the start of one, a branch or a tag.
 * @param {string} name
 * @returns {Commit | undefined}
 */
function named(name) {
  const exact = findCommit(name);
  if (exact || !name) return exact;
  return loaded.value.commits.find(
    (commit) => commit.branches.includes(name) || commit.tags.includes(name) || commit.commit_id.startsWith(name),
  );
}

export const head = computed(() => named(address.value.branch || currentBranch.value) ?? loaded.value.commits[0]);
/** The commit that is shown. */
export const selected = computed(() => (address.value.at ? named(address.value.at) : head.value));
/** What it is compared with. */
export const compared = computed(() => {
  if (address.value.vs) return named(address.value.vs);
  return selected.value?.parent ? findCommit(selected.value.parent) : undefined;
});

export const lanes = computed(() => laneOut(loaded.value.commits, head.value));

// ---- loading ----

// The newest commits are there at once; the other pages are larger.
const firstPage = 200;
const laterPage = 1000;
let turn = 0;

/**
 * @param {string} context
 * @param {string} profile
 * @param {number} limit
 * @param {string} [start]
 */
const page = (context, profile, limit, start) =>
  askNow("timeline", { context, ...(profile && { profile }), limit, ...(start && { start }) });

/** Loads the history of the context in view: the newest commits first. */
export async function loadHistory() {
  const mine = ++turn;
  const context = contextName.peek();
  const profile = address.peek().profile;
  const before = loaded.peek();
  const same = before.context === context && before.commits.length > 0;
  if (!same) {
    loaded.value = { context, profile, commits: [], total: 0, loading: true, fault: null, uncommitted: 0 };
  }
  if (!same) showLog(context, profile, mine);
  /** @type {Commit[]} */
  const commits = [];
  try {
    for (let start; ; ) {
      const answer = await page(context, profile, start ? laterPage : firstPage, start);
      if (mine !== turn) return;
      commits.push(...answer.commits);
      start = answer.next;
      const loading = start !== undefined;
      // What is there is shown at once, but a history that is read again does not shrink meanwhile.
      if (!same || !loading) {
        loaded.value = { ...loaded.peek(), context, profile, commits: commits.slice(), total: answer.total, loading, fault: null };
      }
      if (!loading) break;
    }
    await countUncommitted();
  } catch (error) {
    if (mine !== turn) return;
    const fault = /** @type {any} */ (error).fault ?? { message: String(error) };
    loaded.value = { ...loaded.peek(), context, profile, loading: false, fault };
  }
}

/**
 * The newest commits without their sizes, which need the tree to be read: a large one takes a while, its log does not.
 * @param {string} context
 * @param {string} profile
 * @param {number} mine
 */
async function showLog(context, profile, mine) {
  if (!currentTransport().live) return;
  const branch = address.peek().branch;
  const answer = await askNow("log", { context, ...(branch && { branch }), limit: firstPage }).catch(() => null);
  if (!answer?.commits.length || mine !== turn || loaded.peek().commits.length > 0) return;
  const name = branch || currentBranch.peek();
  /** @type {Commit[]} */
  const commits = answer.commits.map((/** @type {any} */ { refs, ...commit }) => ({
    ...commit, branches: refs.filter((/** @type {string} */ one) => one === name), tags: [],
    sizes: undefined, prefix: null, left: [], compacted: 0,
  }));
  const total = answer.next ? commits[0].cycle : commits.length;
  loaded.value = { context, profile, commits, total, loading: true, fault: null, uncommitted: 0 };
}

/** Turns and cores come and go with their blocks; those of a moved node have two numbers. */
export const isStructure = (/** @type {string} */ id) => /^m[ct]:\d+(:\d+)?$/.test(id);

export async function countUncommitted() {
  if (!currentTransport().has("status") || !currentTransport().live) return;
  const branch = address.peek().branch;
  const status = await askNow("status", { context: contextName.peek(), ...(branch && { branch }) }).catch(() => null);
  if (!status) return;
  const { added, changed, removed } = status;
  const uncommitted = [...added, ...removed].filter((id) => !isStructure(id)).length + changed.length;
  if (uncommitted !== loaded.peek().uncommitted) loaded.value = { ...loaded.peek(), uncommitted };
}

/** Adds what other processes committed. */
async function loadNewer() {
  const { context, profile, commits } = loaded.peek();
  if (!context || context !== contextName.peek()) return loadHistory();
  const mine = turn;
  const answer = await page(context, profile, 50);
  if (mine !== turn) return;
  const known = places.peek();
  const fresh = answer.commits.filter((/** @type {Commit} */ commit) => !known.has(commit.commit_id));
  // More than a page is new, or commits are gone: read everything.
  if (fresh.length === answer.commits.length || commits.length + fresh.length !== answer.total) return loadHistory();
  const [branches, tags] = await Promise.all([askNow("branches", { context }), askNow("tags", { context })]);
  if (mine !== turn) return;
  loaded.value = {
    ...loaded.peek(),
    commits: withNames([...fresh, ...commits], branches.branches, tags.tags),
    total: answer.total,
  };
  await countUncommitted();
}

/**
 * Names move from commit to commit; the other facts of a commit stay.
 * @param {Commit[]} commits
 * @param {{name: string, commit_id: string | null}[]} branches
 * @param {{name: string, commit_id: string}[]} tags
 */
function withNames(commits, branches, tags) {
  /** @type {Map<string, {branches: string[], tags: string[]}>} */
  const names = new Map();
  const at = (/** @type {string} */ id) => names.get(id) ?? names.set(id, { branches: [], tags: [] }).get(id);
  for (const branch of branches) if (branch.commit_id) at(branch.commit_id)?.branches.push(branch.name);
  for (const tag of tags) at(tag.commit_id)?.tags.push(tag.name);
  return commits.map((commit) => {
    const here = names.get(commit.commit_id);
    if (!here && commit.branches.length === 0 && commit.tags.length === 0) return commit;
    return { ...commit, branches: here?.branches ?? [], tags: here?.tags ?? [] };
  });
}

export async function loadContexts() {
  try {
    contexts.value = (await askNow("contexts", {})).contexts;
    storeFault.value = null;
  } catch (error) {
    storeFault.value = /** @type {any} */ (error).fault ?? { message: String(error) };
  }
}

/** Reads the store and keeps up with it. */
export async function openStore() {
  await loadContexts();
  let shown = "";
  const follow = () => {
    const wanted = contextName.value + " " + address.value.profile;
    if (wanted === shown || !contextName.value) return;
    shown = wanted;
    loadHistory();
  };
  contextName.subscribe(follow);
  address.subscribe(follow);
  let newer = Promise.resolve();
  const refresh = () => {
    newer = newer.then(loadContexts).then(loadNewer).catch(() => undefined);
  };
  currentTransport().watch?.({
    commit: refresh,
    reset: () => {
      forgetAnswers();
      loadContexts().then(loadHistory);
    },
    connected: (yes) => {
      const was = connected.peek();
      connected.value = yes;
      if (yes && !was) refresh();
    },
  });
}
