// A new store for one test, in a folder that the test removes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "latewood";

/**
 * @param {import("node:test").TestContext} t
 * @param {import("latewood").OpenOptions & { store?: "memory" | "sqlite" }} [options]
 */
export async function newStore(t, { store = "sqlite", ...options } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "latewood-node-"));
  const place = store === "memory" ? "memory:" : join(folder, "suite.db");
  const repo = await open(place, { clock: "logical", ...options });
  t.after(async () => {
    await repo.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { repo, folder, place };
}
