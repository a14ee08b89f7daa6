// Text of any origin, made harmless to look at: characters that are not seen, or that turn the text around them, are
// shown by their code. Everything becomes text nodes; nothing is read as markup.
import { html } from "../vendor/preact.js";

// Controls, soft hyphen, zero-width and bidirectional characters, line separators, tags, surrogates without a partner.
const hidden = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-" +
    "\\ufffb]|\\p{Co}|[\\u{e0000}-\\u{e0fff}]|\\p{Surrogate}",
  "gu",
);

/** @param {string} character */
function codeOf(character) {
  const code = /** @type {number} */ (character.codePointAt(0));
  if (code === 0x0a) return "\\n";
  if (code === 0x0d) return "\\r";
  if (code === 0x09) return "\\t";
  if (code === 0x1b) return "ESC";
  return "U+" + code.toString(16).toUpperCase().padStart(4, "0");
}

/**
 * Pieces of a text: plain ones, and codes of characters that are not seen.
 * @param {string} text
 * @returns {{text: string, code: boolean}[]}
 */
export function pieces(text) {
  const found = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), code: false });
    found.push({ text: codeOf(match[0]), code: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), code: false });
  return found;
}

/**
 * The text as one isolated run.
 * @param {{text: string, class?: string}} props
 */
export function Text({ text, class: name }) {
  const shown = pieces(text);
  if (shown.length === 1 && !shown[0].code) return html`<bdi class=${name}>${text}</bdi>`;
  return html`<bdi class=${name}
    >${shown.map((piece) => (piece.code ? html`<span class="code">${piece.text}</span>` : piece.text))}</bdi
  >`;
}

/**
 * The same as plain text, for titles and names that assistive software reads.
 * @param {string} text
 */
export const plain = (text) =>
  pieces(text)
    .map((piece) => (piece.code ? `<${piece.text}>` : piece.text))
    .join("");
