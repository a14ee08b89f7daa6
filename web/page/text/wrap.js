// Long texts in rows of equal height: a row is a slice of the text that fits the columns of a fixed-width font.

// Characters that take two columns: East Asian scripts and pictures.
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\ud83c-\ud83e]/;
const needsCare = /[^\x20-\x7e]/;

/**
 * The ends of the rows of text.slice(begin, end), as offsets of UTF-16 units. A row also ends after each line feed, and
 * after each one that JSON wrote as \n.
 * @param {string} text
 * @param {number} begin
 * @param {number} end
 * @param {number} columns
 * @returns {number[]}
 */
export function rowEnds(text, begin, end, columns) {
  const ends = [];
  let from = begin;
  while (from < end) {
    let to = Math.min(from + columns, end);
    const slice = text.slice(from, to);
    if (needsCare.test(slice)) to = from + fitting(slice, columns);
    const feed = lineFeed(text, from, to);
    if (feed > 0) to = feed;
    else if (to < end) to = afterSpace(text, from, to);
    // A pair of surrogates stays together.
    if (to < end && to - from > 1 && (text.charCodeAt(to) & 0xfc00) === 0xdc00) --to;
    ends.push(to);
    from = to;
  }
  return ends;
}

// A row ends after a space, if one is near its end.
const near = 24;

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 */
function afterSpace(text, from, to) {
  for (let at = to; at > from + 1 && at > to - near; --at) if (text[at - 1] === " ") return at;
  return to;
}

/**
 * How many UTF-16 units of the slice fit.
 * @param {string} slice
 * @param {number} columns
 */
function fitting(slice, columns) {
  let used = 0;
  for (let at = 0; at < slice.length; ++at) {
    const character = slice[at];
    const code = slice.charCodeAt(at);
    // A code such as U+202E takes eight columns.
    used += code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x206f) ? 7 : wide.test(character) ? 2 : 1;
    if (used > columns) return Math.max(at, 1);
  }
  return slice.length;
}

/**
 * The offset after the first line feed, plain or escaped; 0: none.
 * @param {string} text
 * @param {number} from
 * @param {number} to
 */
function lineFeed(text, from, to) {
  for (let at = from; at < to; ++at) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) return at + 1;
    if (code !== 0x5c) continue;
    // The character after a backslash belongs to the escape, wherever the row ends.
    if (text[at + 1] === "n" && at + 2 <= to) return at + 2;
    ++at;
  }
  return 0;
}

let characterWidth = 0;

/**
 * How many characters of the fixed-width font fit in a width.
 * @param {number} width
 */
export function columnsIn(width) {
  if (!characterWidth) {
    const ruler = document.createElement("span");
    ruler.className = "ruler";
    ruler.textContent = "0".repeat(100);
    document.body.append(ruler);
    characterWidth = ruler.getBoundingClientRect().width / 100;
    ruler.remove();
  }
  return Math.max(16, Math.floor(width / characterWidth));
}
