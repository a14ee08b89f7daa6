// 10,000 cycles and 100,000 nodes: the page stays quick, and lists hold only what is in view.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needsServer, open, serve, settled, withBrowser } from "../support/browser.mjs";
import { largeStore } from "../support/stores.mjs";

let site;

/** In the page: a step of the timeline until the page shows it, beside a redraw of a plain canvas. */
async function medianTimes() {
  const slider = document.querySelector("[role=slider]");
  const drawn = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
  const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
  const steps = [];
  for (let count = 0; count < 100; ++count) {
    const start = performance.now();
    const before = slider.getAttribute("aria-valuenow");
    slider.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
    while (slider.getAttribute("aria-valuenow") === before) await null;
    document.querySelector(".commit").getBoundingClientRect();
    steps.push(performance.now() - start);
    await drawn();
  }
  const blanks = [];
  const canvas = document.createElement("canvas");
  canvas.width = 1280;
  canvas.height = 110;
  for (let count = 0; count < 100; ++count) {
    const start = performance.now();
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, 1280, 110);
    for (let x = 0; x < 1280; ++x) context.fillRect(x, 20, 1, 80);
    context.getImageData(0, 0, 1, 1);
    blanks.push(performance.now() - start);
    await drawn();
  }
  return [median(steps), median(blanks)];
}

describe("the inspector on 10,000 cycles", needsServer, () => {
  withBrowser();
  before(async () => {
    site = await serve(await largeStore());
  }, { timeout: 600_000 });

  test("shows the newest cycles first, then all, and 100,000 nodes as a short list; scrubs them quickly", async (t) => {
    const { page, done } = await open(site.link());
    await page.waitForSelector(".commit .cycle");
    t.diagnostic(`first view after ${Math.round(await page.evaluate(() => performance.now()))} ms`);
    assert.equal(await page.locator(".commit .cycle").textContent(), "cycle 10,000");
    await page.waitForFunction(() => document.querySelector(".legend .count").textContent === "10,000 commits", null, { timeout: 600_000 });
    await page.waitForFunction(() => /^80,002 blocks(?!.*loading)/.test(document.querySelector("#tree .facts").textContent), null, { timeout: 600_000 });
    await page.waitForSelector(".bytes .line");
    assert.ok((await page.locator(".tree .row").count()) < 100);
    assert.ok((await page.locator(".bytes .line").count()) < 200);
    assert.ok((await page.evaluate(() => window.shift)) < 0.05);
    await page.keyboard.press("t");
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".tree .chosen .id")?.textContent === "^ah");
    const [step, blank] = await page.evaluate(medianTimes);
    assert.equal(await page.locator(".commit .cycle").textContent(), "cycle 9,900");
    t.diagnostic(`a step takes ${step.toFixed(2)} ms, a redraw of a plain canvas ${blank.toFixed(2)} ms: ratio ${(step / blank).toFixed(1)}`);
    await done();
  });

  test("a deep link into the past opens there", async () => {
    const { page, done } = await open(site.link("at=middle&node=n5000.3&panel=node"));
    await page.waitForFunction(() => document.querySelector(".commit .cycle")?.textContent === "cycle 5,000", null, { timeout: 600_000 });
    await settled(page);
    await page.waitForSelector("text=cycle 5000 block 3");
    await done();
  });
});
