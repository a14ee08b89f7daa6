// The exported page: opened from the disk with the network off, it shows what the commands say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { axe, exported, open, overflows, panels, settled, withBrowser } from "../support/browser.mjs";
import { call, folder, hostileStore, hostileTexts, storyStore } from "../support/stores.mjs";

const where = folder("file");
const store = storyStore(where);
const { commits } = call(store, "timeline");
const page = exported(store, where);

describe("an exported file", () => {
  withBrowser();

  test("opens from the disk without a request", async () => {
    const { page: view, done, requests } = await open(page.link("branch=main"), { offline: true });
    await settled(view);
    assert.equal(await view.locator(".commit .cycle").textContent(), "cycle 5");
    assert.match(await view.locator(".commit").textContent(), /number redacted/);
    assert.deepEqual(requests.filter((url) => !url.startsWith("file:")), []);
    await done();
  });

  test("has every panel, and axe finds nothing in any, in light and dark", async () => {
    for (const scheme of ["light", "dark"]) {
      const { page: view, done } = await open(page.link("branch=main&node=leaflet"), { scheme });
      await settled(view);
      for (const panel of [...panels, "tree"]) {
        await view.evaluate((name) => (location.hash = `branch=main&node=answer&panel=${name}`), panel);
        await settled(view);
        assert.deepEqual(await axe(view), [], `${panel} in ${scheme}`);
        assert.equal(await overflows(view), false, panel);
      }
      await done();
    }
  });

  test("the prefix panel has the figures of the operation", async () => {
    const commit = commits.find((one) => one.branches.includes("main"));
    const { page: view, done } = await open(page.link(`branch=main&panel=prefix`));
    await settled(view);
    const text = await view.locator(".panel[aria-label=Prefix]").textContent();
    assert.ok(text.includes(`${commit.prefix.unchanged_bytes} B`), text);
    assert.ok(text.includes(commit.prefix.cause), text);
    await done();
  });

  test("what it cannot answer it says, with the command that can", async () => {
    const { page: view, done } = await open(page.link("select=.cb&panel=select"));
    await settled(view);
    await view.waitForSelector("text=A selector needs the engine");
    assert.equal(await view.locator(".command code").first().textContent(), 'latewood select ".cb"');
    await done();
  });

  test("without contents it has sizes and reasons and no content", async () => {
    const small = exported(store, where, "--no-content");
    const bytes = readFileSync(small.file, "utf8");
    for (const content of ["555-0142", "Leaflet 12", "You advise on trees", "library"]) {
      assert.equal(bytes.includes(content), false, content);
    }
    const { page: view, done } = await open(small.link("branch=main&panel=node&node=answer"));
    await settled(view);
    await view.waitForSelector("text=The contents were left out");
    assert.ok(await view.locator(".tree .row").count() > 8);
    await done();
  });

  test("the same store gives the same bytes", () => {
    assert.equal(readFileSync(exported(store, where).file, "utf8"), readFileSync(page.file, "utf8"));
  });

  test("a range holds its commits only", async () => {
    const part = exported(store, where, "@c2..@c3");
    const { page: view, done } = await open(part.link());
    await settled(view);
    assert.equal(await view.locator(".legend .count").textContent(), "2 commits");
    await done();
  });

  test("hostile contents stay text", async () => {
    const hostile = await hostileStore(where);
    const file = exported(hostile, where);
    const { page: view, done } = await open(file.link(), { width: 360, height: 740 });
    await settled(view);
    for (const panel of [...panels, "tree"]) {
      await view.evaluate((name) => (location.hash = `panel=${name}&node=${encodeURIComponent("<b id=n1>1")}`), panel);
      await settled(view);
      assert.equal(await overflows(view), false, panel);
    }
    assert.ok(hostileTexts.length > 5);
    await done();
  });
});
