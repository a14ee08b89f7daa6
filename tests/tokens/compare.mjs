// Encodes texts with js-tiktoken and with the program, and compares every token.
//
//   node compare.mjs PROGRAM TRANSCRIPTS
//
// The texts: all transcripts if the file is there, every Unicode block, words of the kinds that the pieces depend on,
// long runs, and random bytes, which are decoded as a browser does before js-tiktoken sees them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Tiktoken } from "js-tiktoken/lite";
import cl100k_base from "js-tiktoken/ranks/cl100k_base";
import o200k_base from "js-tiktoken/ranks/o200k_base";

const [program, transcripts] = process.argv.slice(2);
// The version of the tables in src/tokens/char_class_ranges.inc. Another version has other classes for characters that
// are new in the later of the two, so then only texts of old characters are compared.
const tableVersion = "17.0";
const isSameUnicode = process.versions.unicode === tableVersion;

// A small generator with a seed, so that a failure can be repeated.
let state = Number(process.env.SEED ?? 20261119) >>> 0;
function random(below) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * below);
}

const texts = [];
const add = (text) => texts.push(Buffer.from(text, "utf8"));

function addTranscripts() {
  if (!existsSync(transcripts)) {
    console.log("no transcripts here: left out");
    return;
  }
  for (const line of readFileSync(transcripts, "utf8").split("\n")) {
    if (line === "") continue;
    add(line);
    for (const message of JSON.parse(line).messages) if (typeof message.content === "string") add(message.content);
  }
}

// Each page of 128 characters, alone and mixed with blanks, digits, signs and letters.
function addBlocks() {
  const between = ["", " ", "a", "A", "1", ".", "\n", "'s", "  "];
  for (let page = 0; page < 0x110000; page += 128) {
    let plain = "";
    let mixed = "";
    for (let code = page; code < page + 128; ++code) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const letter = String.fromCodePoint(code);
      if (!isSameUnicode && (code >= 0x10000 || /\p{Cn}/u.test(letter))) continue;
      // js-tiktoken takes the square of a piece's length, so long runs are cut.
      plain += letter + (code % 16 === 15 ? "\n" : "");
      mixed += letter + between[random(between.length)];
    }
    // Planes without characters differ in nothing from each other: every 64th page stands for them.
    const isEmpty = page >= 0x32000 && page < 0xe0000;
    if (isEmpty && (page / 128) % 64 !== 0) continue;
    add(plain);
    add(mixed);
  }
}

const parts = [
  "a", "b", "Z", "Q", "hello", "HELLO", "Hello", "World", "iPhone", "straße", "ÀÉ", "ǅ", "ª", "ʰ", "中文", "日本語", "한국어",
  "ا", "ב", "हिन्दी", "ไทย", "\u0301", "\u0300", "\u200d", "\ufe0f", "😀", "👩‍👩‍👧", "1", "22", "333", "4444", "٣", "Ⅷ", "½", ".", ",", "!",
  "?", "/", "//", "\\", "\"", "'", "'s", "'S", "'T", "'re", "'RE", "'Ve", "'LL", "'m", "'d", "'x", "’s", " ", "  ", "   ", "\t", "\n", "\n\n",
  "\r\n", "\r", " \n", "\u00a0", "\u2003", "\u3000", "\ufeff", "\u0085", "\u2028", "{", "}", "[", "]", "(", ")", "<|endoftext|>", "=", "==",
  "->", "_", "__", "#", "##", "*", "-", "---", "\u0000", "\u007f", "�", "the", " the", " is", "tokens", "function",
];
function addMixes() {
  for (let each = 0; each < 6000; ++each) {
    let text = "";
    for (let length = 1 + random(24); length > 0; --length) text += parts[random(parts.length)];
    add(text);
  }
}

function addRuns() {
  for (const letter of [" ", "a", "A", "\n", "0", "-", "é", "中", "/", "\u0301", "aB", "ab ", "=\n"]) {
    for (const length of [1, 2, 3, 7, 16, 31, 64, 95, 96, 97, 128, 300, 700]) add(letter.repeat(length));
  }
  let word = "";
  for (let length = 0; length < 600; ++length) word += String.fromCharCode(97 + random(26));
  add(word);
}

function addBytes() {
  for (let each = 0; each < 4000; ++each) {
    const bytes = Buffer.alloc(1 + random(60));
    const kind = random(3);
    for (let at = 0; at < bytes.length; ++at) {
      bytes[at] = kind === 0 ? random(256) : kind === 1 ? 0x80 + random(128) : [0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0x20, 0xed, 0xa0][random(13)];
    }
    texts.push(bytes);
  }
}

addTranscripts();
addBlocks();
addMixes();
addRuns();
addBytes();

const input = texts.map((text) => text.toString("hex")).join("\n") + "\n";
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
for (const [name, ranks] of [["o200k_base", o200k_base], ["cl100k_base", cl100k_base]]) {
  const run = spawnSync(program, [name], { input, maxBuffer: 1 << 30 });
  if (run.status !== 0) throw new Error(`${program} ended with ${run.status}: ${run.stderr}`);
  const lines = run.stdout.toString().split("\n");
  const reference = new Tiktoken(ranks);
  let tokens = 0;
  texts.forEach((text, index) => {
    const expected = reference.encode(decoder.decode(text), [], []);
    tokens += expected.length;
    const got = lines[index].trim();
    if (got === expected.join(" ")) return;
    console.log(`${name}, text ${index}: ${JSON.stringify(decoder.decode(text).slice(0, 200))} (${text.toString("hex").slice(0, 200)})`);
    console.log(`expected ${expected.slice(0, 60).join(" ")}`);
    console.log(`got      ${got.slice(0, 400)}`);
    process.exit(1);
  });
  console.log(`${name}: ${texts.length} texts, ${tokens} tokens, all equal`);
}
if (!isSameUnicode) console.log(`Unicode ${process.versions.unicode} here, ${tableVersion} in the tables: new characters were left out`);
