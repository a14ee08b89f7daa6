// The package prints nothing: neither results, nor warnings of the engine, nor those of Node.js.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const program = `
  import { open } from ${JSON.stringify(import.meta.resolve("latewood"))};
  const repo = await open("quiet.db");
  const ctx = repo.context("main");
  await ctx.add({ id: "x", role: "user", content: "x", ttl: 1 });
  await ctx.commit();
  await ctx.pin("x", { holder: "h" });
  await ctx.commit();
  await ctx.commit();
  await ctx.select("[").catch(() => {});
  await ctx.nodes("#nobody");
  repo.callSync("contexts", {});
  for await (const _ of ctx.log());
  await repo.watch({ signal: AbortSignal.timeout(300) }).next();
  await repo.close();`;

test("nothing is printed", () => {
  const folder = mkdtempSync(join(tmpdir(), "latewood-quiet-"));
  try {
    const done = spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd: folder, encoding: "utf8" });
    assert.deepEqual([done.status, done.stdout, done.stderr], [0, "", ""]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("an interrupt ends a program that works, and the store stays good", () => {
  const folder = mkdtempSync(join(tmpdir(), "latewood-interrupted-"));
  const endless = `
    import { open } from ${JSON.stringify(import.meta.resolve("latewood"))};
    const repo = await open("busy.db");
    const ctx = repo.context("main");
    setTimeout(() => process.kill(process.pid, "SIGINT"), 200);
    for (;;) { await ctx.add({ role: "user", content: "x" }); await ctx.commit(); }`;
  const look = `
    import { open } from ${JSON.stringify(import.meta.resolve("latewood"))};
    const repo = await open("busy.db");
    console.log((await repo.verify({ context: "main" })).wrong.length);
    await repo.close();`;
  const run = (text) => spawnSync(process.execPath, ["--input-type=module", "-e", text], { cwd: folder, encoding: "utf8" });
  try {
    const done = run(endless);
    assert.equal(done.signal, "SIGINT", done.stderr);
    assert.equal(run(look).stdout, "0\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
