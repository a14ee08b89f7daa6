// Writes docs/node_api.md, the reference of the package, from the declarations in types/.
//
//   node node/tools/api_page.mjs           compares
//   node node/tools/api_page.mjs --write   writes
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const ts = createRequire(new URL("../../build/deps/node/", import.meta.url))("typescript");
const types = fileURLToPath(new URL("../types/", import.meta.url));
const page = fileURLToPath(new URL("../../docs/node_api.md", import.meta.url));

const program = ts.createProgram([`${types}index.d.ts`], { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, noLib: true });
const checker = program.getTypeChecker();

/** The text of a declaration on one line, without the paths of imports. @param {string} text */
const oneLine = (text) => text
  .replace(/\/\*\*.*?\*\//gs, "")
  .replace(/import\("[^"]*"\)\./g, "")
  .replace(/\s+/g, " ")
  .replace(/;\s*}/g, " }")
  .replace(/;$/, "")
  .trim();

/** A signature in lines of at most 112 columns. @param {string} text */
function wrapped(text) {
  const lines = [""];
  for (const part of text.split(/(?<=[,;|&]) |(?<=\() ?/)) {
    const last = lines.at(-1) ?? "";
    const joined = last === "" || last.endsWith("(") ? last + part : `${last} ${part}`;
    if (last === "" || joined.length <= 112) lines[lines.length - 1] = joined;
    else lines.push(`    ${part}`);
  }
  return lines.join("\n");
}

/** @param {{ getDocumentationComment(checker: unknown): unknown }} symbol */
const described = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));

/** What the tags say about parameters. @param {any} symbol */
function parameters(symbol) {
  const lines = [];
  for (const tag of symbol.getJsDocTags(checker)) {
    const text = ts.displayPartsToString(tag.text).replace(/\s+/g, " ");
    const [, name, about] = /^(\S+)\s*(.*)$/.exec(text) ?? [];
    if (tag.name === "param" && about) lines.push(`- \`${name}\`: ${about}`);
  }
  return lines;
}

/** Prose in lines of at most 118 columns; indented lines are code and stay. @param {string} text */
function prose(text) {
  return text.split(/\n{2,}/).map((paragraph) => {
    if (/^ {4}/m.test(paragraph)) return paragraph.split("\n").map((line) => (line.startsWith("    ") ? line : `    ${line}`)).join("\n");
    const lines = [""];
    for (const word of paragraph.split(/\s+/)) {
      const last = lines.at(-1) ?? "";
      if (last !== "" && last.length + 1 + word.length > 118) lines.push(word);
      else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
    }
    return lines.join("\n");
  }).join("\n\n");
}

/** @param {any} symbol @param {string} declaration */
function entry(symbol, declaration) {
  const text = described(symbol);
  const notes = parameters(symbol).map((line) => prose(line).replaceAll("\n", "\n  "));
  return [`\`\`\`ts\n${wrapped(declaration)}\n\`\`\``, ...(text ? [prose(text)] : []), ...(notes.length ? [notes.join("\n")] : [])].join("\n\n");
}

/** @param {any} declaration */
function membersOf(declaration) {
  const parts = [];
  for (const member of declaration.members) {
    const symbol = member.name && checker.getSymbolAtLocation(member.name);
    const isShown = symbol && !ts.isPrivateIdentifier(member.name) && !ts.isConstructorDeclaration(member);
    if (isShown) parts.push(entry(symbol, oneLine(member.getText())));
  }
  return parts;
}

/** @param {any} exported */
function section(exported) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const [declaration] = symbol.declarations;
  if (ts.isClassDeclaration(declaration)) {
    const base = declaration.heritageClauses?.[0]?.types[0]?.getText();
    const head = [`## ${exported.name}`, prose(described(symbol)), ...(base && base !== "Error" ? [`Has the members of \`${base}\` too.`] : [])];
    return [...head, ...membersOf(declaration)].join("\n\n");
  }
  const text = oneLine(declaration.getText()).replace(/^export (declare )?/, "");
  return [`## ${exported.name}`, entry(symbol, text)].join("\n\n");
}

const module = checker.getSymbolAtLocation(program.getSourceFile(`${types}index.d.ts`));
const values = checker.getExportsOfModule(module).filter((/** @type {any} */ one) => {
  const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
  return symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Function);
});
const order = ["open", "Repository", "Context", "Reading", "Snapshot", "Node", "Attempt", "Pin", "Listing", "Branches", "Tags", "Inbox", "LatewoodError"];
const rank = (/** @type {any} */ one) => (order.includes(one.name) ? order.indexOf(one.name) : order.length);
values.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));

const text = `# Node.js: reference

Every class and function of the npm package, from its sources (\`make node-types\` writes this page).
[node.md](node.md) introduces them.

- \`Options<"insert">\` are the arguments of the operation \`insert\` ([operations.md](operations.md)) without the context
  and the branch, and \`signal\`; \`Result<"insert">\`, or \`InsertResult\`, is its result.
- \`Moment\` is a number that counts back from the newest commit, a text, a commit or a snapshot.
- \`Nodes\` is an id, a selector, a \`Node\`, or a list of these.
- \`CallOptions\` has \`signal\`, an \`AbortSignal\`.
- \`CommitInfo\`, \`Reason\` and the like are the elements of the lists that operations give.

${values.map(section).join("\n\n")}
`;
if (process.argv.includes("--write")) {
  writeFileSync(page, text);
} else if (readFileSync(page, "utf8") !== text) {
  console.error("docs/node_api.md is old: run make node-types");
  process.exit(1);
}
