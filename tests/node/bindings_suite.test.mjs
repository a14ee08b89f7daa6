// The behavioural suite of all bindings (tests/bindings), through this package: equal answers, byte for byte.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { LatewoodError } from "latewood";
import { newStore } from "./new_store.mjs";

const suite = new URL("../bindings/", import.meta.url);
const files = readdirSync(suite).filter((file) => file.endsWith(".json"));
assert.ok(files.length >= 10, "the suite is not there");

const quotedPart = (text) => JSON.stringify(text).slice(1, -1);

/** The value of "args" in a file: a text is sent as it is, an object in this language's way of writing JSON. */
const written = (args) => (typeof args === "string" ? args : JSON.stringify(args ?? {}));

async function answer(repo, operation, args) {
  try {
    return { result: await repo.callText(operation, args) };
  } catch (error) {
    assert.ok(error instanceof LatewoodError, String(error));
    return { error: error.toJSON().error };
  }
}

async function play(t, scenario, store) {
  const { repo, folder, place } = await newStore(t, { store, ...scenario.session });
  const words = Object.entries(scenario.long ?? {}).map(([word, { text, times }]) => [word, text.repeat(times)]);
  words.push(["$FOLDER", quotedPart(folder)], ["$STORE", quotedPart(place)]);
  const filled = (text) => words.reduce((all, [word, whole]) => all.replaceAll(word, () => whole), text);
  for (const [index, { op, args, result, error }] of scenario.steps.entries()) {
    const given = await answer(repo, op, filled(written(args)));
    const expected = result === undefined ? { error: JSON.parse(filled(JSON.stringify(error))) } : { result: filled(result) };
    assert.deepEqual(given, expected, `step ${index}, ${op}`);
  }
}

for (const file of files) {
  const scenario = JSON.parse(readFileSync(new URL(file, suite), "utf8"));
  for (const store of scenario.stores ?? ["memory", "sqlite"]) {
    test(`${file} on ${store} has the answers of the table in C++`, (t) => play(t, scenario, store));
  }
}
