// A store on PostgreSQL in the process of Node.js, also over TLS: libpq brings an OpenSSL of its own, and node has
// another one in it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "node:test";
import { open } from "latewood";

const versions = "/usr/lib/postgresql";
const bin = existsSync(versions) ? join(versions, readdirSync(versions).sort().at(-1) ?? "", "bin") : "";
const hasTls = spawnSync("openssl", ["version"]).status === 0;

// PostgreSQL refuses to run as root.
function serverUser() {
  if (process.geteuid?.() !== 0) return {};
  const number = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: number("-u"), gid: number("-g") };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startServer(t) {
  const folder = mkdtempSync(join(tmpdir(), "lw_pg_"));
  const user = serverUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const run = (program, args) => {
    const done = spawnSync(program, args, { ...user, encoding: "utf8", cwd: folder });
    assert.equal(done.status, 0, done.stderr);
  };
  run(join(bin, "initdb"), ["-A", "trust", "-U", "latewood", "-E", "UTF8", "--locale=C", "-N", "-D", join(folder, "data")]);
  const tls = [];
  if (hasTls) {
    run("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
      "-keyout", join(folder, "server.key"), "-out", join(folder, "server.crt")]);
    tls.push("-c", "ssl=on", "-c", `ssl_cert_file=${folder}/server.crt`, "-c", `ssl_key_file=${folder}/server.key`);
  }
  const port = await freePort();
  const server = spawn(join(bin, "postgres"), ["-D", join(folder, "data"), "-k", folder, "-p", String(port), ...tls,
    "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "shared_buffers=32MB"], { ...user, cwd: folder, stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  t.after(async () => {
    server.kill("SIGQUIT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return port;
}

async function opened(url) {
  for (let tries = 0; ; ++tries) {
    try {
      return await open(url, { clock: "logical" });
    } catch (error) {
      if (error.kind !== "Unavailable" || tries > 200) throw error;
      await sleep(50);
    }
  }
}

test("a store on PostgreSQL", { skip: bin === "" && "PostgreSQL is not installed" }, async (t) => {
  const port = await startServer(t);
  for (const sslmode of hasTls ? ["disable", "require"] : ["disable"]) {
    const url = `postgres://latewood@127.0.0.1:${port}/postgres?sslmode=${sslmode}`;
    const repo = await opened(url);
    const ctx = repo.context(sslmode);
    await ctx.add({ role: "user", content: "Why does the oak drop leaves in July?" });
    assert.equal((await ctx.commit("first")).cycle, 1);
    await Promise.all(Array.from({ length: 20 }, (_, i) => ctx.add({ content: i })));
    await ctx.commit("second");
    assert.deepEqual((await repo.verify({ all: true })).wrong, []);
    assert.equal((await ctx.select(".cb")).length, 21);
    await repo.close();
  }
});
