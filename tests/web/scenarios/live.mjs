// What changes while the page is open: commits of other processes, a server that goes away, a store that is empty.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { axe, needsServer, open, overflows, panels, reads, serve, settled, withBrowser } from "../support/browser.mjs";
import { folder, hostileStore, run, storyStore } from "../support/stores.mjs";

const where = folder("live");

describe("the inspector while things happen", needsServer, () => {
  let store;
  let site;
  withBrowser();
  before(async () => {
    store = storyStore(where);
    site = await serve(store);
  });

  test("a commit of another process appears, and the view stays where it was", async () => {
    const { page, done } = await open(site.link("branch=main"));
    await settled(page);
    run("insert", "--role", "user", "--id", "more", "And the beech?", "--branch", "main", "--store", store);
    run("commit", "-m", "one more question", "--branch", "main", "--store", store);
    await reads(page, ".commit .cycle", "cycle 6");
    await page.waitForSelector("text=one more question");
    await page.getByRole("treeitem", { name: /more/ }).waitFor();
    // A page that looks at an older commit stays there.
    await page.keyboard.press(",");
    await settled(page);
    run("insert", "--role", "user", "Hello?", "--branch", "main", "--store", store);
    run("commit", "-m", "again", "--branch", "main", "--store", store);
    await reads(page, ".legend .count", "8 commits");
    assert.equal(await page.locator(".commit .cycle").textContent(), "cycle 5");
    await done();
  });

  test("a read token cannot write", async () => {
    const answer = await fetch(`${site.base}/v1/operations/commit`, {
      method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${site.token}` },
      body: JSON.stringify({ context: "main", message: "no" }),
    });
    assert.equal(answer.status, 403);
    const locked = await fetch(`${site.base}/v1/operations/timeline`, { method: "POST", body: "{}" });
    assert.equal(locked.status, 401);
  });

  test("without a token the page asks for one, and takes it", async () => {
    const { page, done } = await open(`${site.base}/`);
    await page.waitForSelector("text=A token is needed");
    assert.deepEqual(await axe(page), []);
    await page.getByRole("textbox", { name: "token" }).fill(site.token);
    await page.getByRole("button", { name: "Use it" }).click();
    await settled(page);
    await page.waitForSelector(".commit .cycle");
    await done();
  });

  test("a server that goes away is told, and what was shown stays", async () => {
    const other = await serve(storyStore(folder("gone")));
    const { page, done } = await open(other.link("branch=main"));
    await settled(page);
    other.child.kill("SIGTERM");
    await page.waitForSelector(".live.off");
    assert.equal(await page.locator(".commit .cycle").textContent(), "cycle 5");
    await done();
  });

  test("an empty store shows three ways to fill it", async () => {
    const empty = folder("empty") + "/empty.db";
    run("init", "--store", empty);
    const other = await serve(empty);
    for (const scheme of ["light", "dark"]) {
      const { page, done } = await open(other.link(), { width: 360, height: 740, scheme });
      await page.waitForSelector("text=Four ways");
      assert.equal(await page.locator(".first .command").count() >= 3, true);
      assert.deepEqual(await axe(page), []);
      assert.equal(await overflows(page), false);
      await done();
    }
    const { page, done } = await open(other.link());
    await page.waitForSelector("text=Four ways");
    run("insert", "--role", "user", "Hello", "--store", empty);
    run("commit", "-m", "first words", "--store", empty);
    await page.waitForSelector("text=first words");
    await done();
  });

  test("the demo is a context to look at", async () => {
    const other = await serve("unused.db", "--demo");
    const { page, done } = await open(other.link("panel=attempts&profile=anthropic"));
    await settled(page);
    await reads(page, ".legend .count", "23 commits");
    assert.equal(await page.getByTitle("Context", { exact: true }).inputValue(), "demo");
    assert.ok((await page.locator(".attempts .row").count()) > 10);
    assert.deepEqual(await axe(page), []);
    await done();
  });

  test("hostile contents stay text", async () => {
    const other = await serve(await hostileStore(folder("hostile")));
    const { page, done } = await open(other.link());
    await settled(page);
    for (const id of ["<b id=n0>0", "<b id=n1>1", "<b id=n4>4", "<b id=n8>8", "attributes"]) {
      for (const panel of panels) {
        await page.evaluate(([name, node]) => (location.hash = `panel=${name}&search=script&node=${encodeURIComponent(node)}`), [panel, id]);
        await settled(page);
        assert.equal(await overflows(page), false, `${panel} of ${id}`);
      }
    }
    assert.deepEqual(await axe(page), []);
    await done();
  });
});
