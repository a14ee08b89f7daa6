// What JSON of JavaScript would change silently crosses the border unchanged, or is refused with its place.
import assert from "node:assert/strict";
import test from "node:test";
import { LatewoodError } from "latewood";
import { newStore } from "./new_store.mjs";

async function comesBack(t, content) {
  const { repo } = await newStore(t, { store: "memory" });
  return (await repo.context("main").add({ role: "user", content })).content();
}

const KEPT = {
  "text of every plane": "Zw\u00f6lf \u6a39 \u{1f333} \u05e9 e\u0301 \u0000 \u001b[31m \u2028 \u{10ffff}",
  "keys of every plane": { "\u{1f333}": 1, "": 2, __proto__x: 3, "a/b~c": 4 },
  "the limits of safe integers": [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0],
  "2^63 and more, as bigint": [2n ** 63n, -(2n ** 63n), 2n ** 64n - 1n, 10n ** 60n, 9007199254740993n],
  "numbers of 64 bits": [0.1, 1e21, 5e-324, 1.7976931348623157e308, 2 ** 63, 2 ** 53, -1e300],
  "texts that look like marks": ["#9223372036854775808", "##1", "\\u00231", 9223372036854775808n, "#", ":12345678901234567890,"],
  "long digits within texts": { a: ":12345678901234567890", b: "[12345678901234567890]", c: 12345678901234567890n },
};
for (const [name, content] of Object.entries(KEPT)) {
  test(`${name} come back as they were`, async (t) => assert.deepEqual(await comesBack(t, content), content));
}

test("a text of 32 million characters comes back", async (t) => {
  const text = "0123456789abcde\u{1f333}".repeat(1_900_000);
  assert.equal(await comesBack(t, text), text);
});

const cyclic = {};
cyclic.self = cyclic;
const REFUSED = [
  ["NaN", { a: [1, NaN] }, "E_ARGUMENT_INVALID", "/content/a/1: NaN is no JSON number"],
  ["an infinity", -Infinity, "E_ARGUMENT_INVALID", "/content: -Infinity is no JSON number"],
  ["a function", { "x/y": () => 1 }, "E_ARGUMENT_INVALID", "/content/x~1y: a function is no JSON value"],
  ["undefined in an array", [undefined], "E_ARGUMENT_INVALID", "/content/0: undefined is no JSON value"],
  ["a Map", new Map([[1, 2]]), "E_ARGUMENT_INVALID", "/content: a Map is no JSON value"],
  ["bytes", new Uint8Array(3), "E_ARGUMENT_INVALID", "/content: a Uint8Array is no JSON value"],
  ["an object that holds itself", cyclic, "NestingTooDeep", undefined],
  ["a lone surrogate", "a\ud800b", "LoneSurrogate", undefined],
  ["a lone surrogate in a key", { "\udc00": 1 }, "LoneSurrogate", undefined],
];
for (const [name, content, code, message] of REFUSED) {
  test(`${name} is refused and changes nothing`, async (t) => {
    const { repo } = await newStore(t, { store: "memory" });
    const ctx = repo.context("main");
    await assert.rejects(ctx.add({ role: "user", content }), (error) => {
      assert.ok(error instanceof LatewoodError);
      assert.equal(error.code, code);
      if (message !== undefined) assert.equal(error.message, message);
      return true;
    });
    assert.deepEqual((await ctx.status()).added, []);
  });
}

test("selectors and names are texts, without half a surrogate pair", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  const ctx = repo.context("main");
  await ctx.commit();
  for (const wrong of [7, null, {}]) await assert.rejects(ctx.nodes(wrong), { code: "E_ARGUMENT_INVALID" });
  await assert.rejects(ctx.nodes("#\ud800"), { code: "LoneSurrogate" });
  await assert.rejects(ctx.on("\udc00").nodes(), { code: "LoneSurrogate" });
});

for (const wrong of ["hello", 7, null]) {
  test(`arguments that are ${JSON.stringify(wrong)} are refused`, async (t) => {
    const { repo } = await newStore(t, { store: "memory" });
    await assert.rejects(repo.context("main").add(wrong), { code: "E_ARGUMENT_INVALID", message: /one object/ });
  });
}

test("the exact text may not have half a surrogate pair", async (t) => {
  const { repo } = await newStore(t, { store: "memory" });
  await assert.rejects(repo.callText("contexts", "{} \ud800"), { code: "LoneSurrogate" });
});
