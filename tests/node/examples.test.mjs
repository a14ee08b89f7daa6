// Every example of examples/node runs as a user would run it, in an empty folder, and says what it should.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../examples/", import.meta.url));
const SAYS = {
  "agent_loop.mjs": [/the model calls weather\(\{"city":"Oslo"\}\)/, /Take a coat: snow/, /attempt 2: completed/],
  "retrieval_loop.mjs": [/cycle 3, ash: .*left: leaflet:oak by ttl; the cache keeps/, /left in cycle 3 by expire/],
  "sub_agent.mjs": [/soil: Lime the lower rows first\. \(4 blocks/, /varieties: Keep four/],
  "explain_run.mjs": [/the model saw:\n.*\n.*Price list of May/, /left in cycle 2: expire/, /3 commits verified/],
};

test("every example has a test", () => {
  const examples = readdirSync(folder).filter((file) => file.endsWith(".mjs") && file !== "vendor.mjs");
  assert.deepEqual(examples.sort(), Object.keys(SAYS).sort());
});

for (const [file, patterns] of Object.entries(SAYS)) {
  test(`${file} runs`, (t) => {
    const cwd = mkdtempSync(join(tmpdir(), "latewood-example-"));
    t.after(() => rmSync(cwd, { recursive: true, force: true }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, file)], { cwd, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.equal(stderr, "");
    for (const pattern of patterns) assert.match(stdout, pattern);
  });
}
