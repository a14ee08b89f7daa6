// Offsets of bytes in UTF-8 as offsets in a JavaScript text.

/**
 * A function from offsets of bytes to offsets of UTF-16 units. Offsets are asked in any order; the cost is one pass.
 * @param {string} text
 * @returns {{toUnits: (bytes: number) => number, toBytes: (units: number) => number, bytes: number}}
 */
export function offsets(text) {
  // Pairs of offsets, one for each 1,024 units.
  const step = 1024;
  const marks = [0];
  let total = 0;
  for (let at = 0; at < text.length; ++at) {
    total += width(text.charCodeAt(at));
    if ((at + 1) % step === 0) marks.push(total);
  }
  if (total === text.length) return { toUnits: (bytes) => bytes, toBytes: (units) => units, bytes: total };
  return {
    bytes: total,
    toUnits: (bytes) => {
      let low = 0;
      let high = marks.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (marks[middle] <= bytes) low = middle;
        else high = middle - 1;
      }
      let seen = marks[low];
      let at = low * step;
      while (seen < bytes && at < text.length) seen += width(text.charCodeAt(at++));
      return at;
    },
    toBytes: (units) => {
      const mark = Math.floor(units / step);
      let seen = marks[mark];
      for (let at = mark * step; at < units; ++at) seen += width(text.charCodeAt(at));
      return seen;
    },
  };
}

/**
 * The bytes of a UTF-16 unit: each half of a pair counts two of the four.
 * @param {number} code
 */
function width(code) {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code & 0xf800) === 0xd800) return 2;
  return 3;
}
