// Writes src/tokens/char_class_ranges.inc: the classes of all characters that pieces of text depend on.
//
//   node tools/unicode_classes.mjs > src/tokens/char_class_ranges.inc
//
// The classes are those of the regular expressions of this Node.js, so that they are what js-tiktoken uses. The file is
// part of the sources: counts must not depend on the machine. Run it again only to move to a newer Unicode version.
const classes = [
  ["kUpper", /^[\p{Lu}\p{Lt}]$/u],
  ["kLower", /^\p{Ll}$/u],
  ["kOtherLetter", /^[\p{Lm}\p{Lo}]$/u],
  ["kMark", /^\p{M}$/u],
  ["kNumber", /^\p{N}$/u],
  ["kNewline", /^[\r\n]$/u],
  ["kSpace", /^\s$/u],
];
const letters = { kUpper: "U", kLower: "L", kOtherLetter: "O", kMark: "M", kNumber: "N", kNewline: "B", kSpace: "S" };

function classOf(code) {
  if (code >= 0xd800 && code <= 0xdfff) return ".";
  const text = String.fromCodePoint(code);
  for (const [name, pattern] of classes) if (pattern.test(text)) return letters[name];
  return ".";
}

// Alternating capital and small letters are most of the changes: a range of them is one row.
const rows = [];
let last = "";
for (let code = 0; code < 0x110000; ++code) {
  const now = classOf(code);
  if (now === last) continue;
  rows.push([code, now]);
  last = now;
}
const lines = [
  "// Written by tools/unicode_classes.mjs: Unicode " + process.versions.unicode + ". A row is the first character of a",
  "// range and the class of the whole range.",
];
let line = "";
for (const [code, name] of rows) {
  const row = `{0x${code.toString(16)},'${name}'},`;
  if (line.length + row.length > 120) {
    lines.push(line);
    line = "";
  }
  line += row;
}
lines.push(line);
console.log(lines.join("\n"));
