// Numbers for people: grouped digits, units, shares, times.

const grouped = new Intl.NumberFormat("en-US");

/** @param {number} count */
export const number = (count) => grouped.format(count);

/** @param {number} bytes */
export const bytes = (bytes) => `${grouped.format(bytes)} B`;

/**
 * A size in at most five characters and its unit.
 * @param {number} count
 */
export function size(count) {
  if (count < 10_000) return `${grouped.format(count)} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = count / 1000;
  let at = 0;
  while (value >= 999.5 && at < units.length - 1) {
    value /= 1000;
    ++at;
  }
  return `${value < 99.5 ? value.toFixed(1) : value.toFixed(0)} ${units[at]}`;
}

/** @param {number} perMille */
export const share = (perMille) => `${Math.floor(perMille / 10)}.${perMille % 10}%`;

/**
 * @param {number} part
 * @param {number} whole
 */
export const shareOf = (part, whole) => share(whole > 0 ? Math.floor((part * 1000) / whole) : 0);

/** @param {string} id */
export const short = (id) => id.slice(0, 12);

/**
 * One word for one, another for more: plural(2, "edit") is "2 edits".
 * @param {number} count
 * @param {string} word
 */
export const plural = (count, word) => `${grouped.format(count)} ${word}${count === 1 ? "" : "s"}`;

/**
 * Nanoseconds since 1970 as UTC; a logical clock starts at 1970.
 * @param {string | null} nanoseconds
 */
export function time(nanoseconds) {
  if (!nanoseconds || !/^-?\d+$/.test(nanoseconds)) return "";
  const milliseconds = Number(BigInt(nanoseconds) / 1_000_000n);
  if (Math.abs(milliseconds) > 8.64e15) return "";
  if (milliseconds >= 0 && milliseconds < 86_400_000) return `tick ${grouped.format(milliseconds)}`;
  return new Date(milliseconds).toISOString().replace("T", " ").replace(/\.\d+Z$/, "Z");
}

/**
 * @param {string | null} from
 * @param {string | null} to
 */
export function duration(from, to) {
  if (!from || !to) return "";
  const milliseconds = Number((BigInt(to) - BigInt(from)) / 1_000_000n);
  return milliseconds < 10_000 ? `${grouped.format(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
