// Edits and what they cost: nodes that moved, a compaction, the working state, the report of a branch.
import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, test } from "node:test";
import { axe, becomes, needsServer, open, overflows, reads, serve, settled, withBrowser } from "../support/browser.mjs";
import { call, callAll, folder, run } from "../support/stores.mjs";

const where = folder("work");
const store = path.join(where, "work.db");
let site;

const insert = (id, content, more = {}) => ["insert", { role: "user", id, content, ...more }];

async function view(hash, options) {
  const opened = await open(site.link(hash), options);
  await settled(opened.page);
  return opened;
}

/** Texts of the elements, without the marks that isolate them. */
const texts = (page, selector, wanted) =>
  becomes(page, (one) => [...document.querySelectorAll(one)].map((found) => found.textContent.trim()), wanted, selector);

describe("the inspector on edits", needsServer, () => {
  withBrowser();
  before(async () => {
    await callAll(store, [
      ["init", {}],
      insert("prompt", "You advise on trees.", { role: "system", depth: -1, system: true }),
      insert("question", "Why does the oak drop leaves in July?"),
      insert("long", "A long answer that a summary stands for later.", { role: "assistant" }),
      ["commit", { message: "the question" }],
      insert("leaflet", "Leaflet 12", { offset: 1 }),
      insert("next", "And the beech?"),
      ["commit", { message: "a leaflet" }],
      insert("sum", "Cycle 1: an oak and its leaves.", { nodeType: "cb:summary", role: "assistant", attributes: { data_covers: ["mt:1"] } }),
      ["commit", { message: "compacted" }],
      insert("note", "Water it."),
      ["commit", { message: "a note" }],
      ["move", { nodes: ["leaflet"], depth: 1 }],
      ["commit", { message: "moved" }],
    ]);
    site = await serve(store);
  });

  test("diff: a node that moved is shown as moved, with its name before", async () => {
    const { moved } = call(store, "diff", { older: "@t-1", newer: "@t0", form: "detail" });
    const [{ from_id, to_id }] = moved;
    const { page, done } = await view("panel=diff");
    await becomes(page, () => document.querySelectorAll(".diff .head.moved").length, 1);
    const line = await page.locator(".diff .head.moved").textContent();
    assert.ok(line.includes(to_id) && line.includes(`was ${from_id}`), line);
    // It neither left nor came.
    assert.equal(await page.locator(".diff .head.removed, .diff .head.added").count(), 0);
    await page.getByLabel("unified").check();
    await becomes(page, () => document.querySelectorAll(".diff .head.moved").length, 1);
    await done();
  });

  test("timeline: a compaction has a flag, a name for readers, and leads to the report", async () => {
    const { page, done } = await view("");
    const slider = page.getByRole("slider", { name: "Cycle" });
    assert.doesNotMatch(await slider.getAttribute("aria-valuetext"), /compacted/);
    const drawn = () => page.evaluate(() => {
      // The flag of the third of five columns: dark pixels above it, none above the fourth, from which nothing left.
      const canvas = document.querySelector(".plot canvas");
      const scale = canvas.width / canvas.clientWidth;
      const column = 36 * scale;
      const flags = (place) => {
        const { data } = canvas.getContext("2d").getImageData(place * column, 0, 8 * scale, canvas.height);
        const sys = getComputedStyle(canvas).getPropertyValue("--muted").trim();
        const wanted = [1, 3, 5].map((at) => Number.parseInt(sys.slice(at, at + 2), 16));
        let count = 0;
        for (let at = 0; at < data.length; at += 4) count += wanted.every((one, part) => data[at + part] === one) ? 1 : 0;
        return count;
      };
      return [flags(2) > 10, flags(3)];
    });
    assert.deepEqual(await drawn(), [true, 0]);
    await page.keyboard.press(",");
    await page.keyboard.press(",");
    await becomes(page, () => / 1 node compacted/.test(document.querySelector("[role=slider]").getAttribute("aria-valuetext")), true);
    await page.getByRole("button", { name: "1 node compacted" }).click();
    await page.waitForSelector(".panel[aria-label=Report]");
    await done();
  });

  test("report: the figures of the operation, and links to what they are about", async () => {
    const report = call(store, "report", {});
    for (const scheme of ["light", "dark"]) {
      const { page, done } = await view("panel=report", { scheme });
      const text = await page.locator(".panel[aria-label=Report]").textContent();
      const grouped = (number) => new Intl.NumberFormat("en-US").format(number);
      for (const part of [`${grouped(report.sent_again)} B`, `${grouped(report.cache_expected.total)} B`, report.causes[0].cause, report.compactions[0].text]) {
        assert.ok(text.includes(part), part);
      }
      assert.deepEqual(await axe(page), []);
      await done();
    }
    const { page, done } = await view("panel=report", { width: 360, height: 740 });
    assert.equal(await overflows(page), false);
    await page.locator("table", { hasText: "kept" }).locator(".link").first().click();
    await page.waitForSelector(".panel[aria-label=Prefix]");
    await reads(page, ".commit .cycle", `cycle ${report.breaks[0].cycle}`);
    await done();
  });

  test("working state: empty, then each kind of edit, after reading again", async () => {
    const { page, done } = await view("panel=working");
    await page.waitForSelector("text=No edit waits for the next commit.");
    run("insert", "--role", "user", "--id", "fresh", "Not committed yet.", "--store", store);
    run("pin", "note", "--holder", "tester", "--store", store);
    run("delete", "sum", "--store", store);
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForSelector(".panel .added .link:has-text('fresh')");
    const status = call(store, "status", {});
    assert.equal(status.pinned[0].holder, "tester");
    const text = await page.locator(".panel[aria-label='Working state']").textContent();
    for (const part of ["Added", "Pinned", "tester", "Not committed yet."]) assert.ok(text.includes(part), part);
    await settled(page);
    assert.deepEqual(await axe(page), []);
    await page.getByRole("button", { name: /uncommitted edit/ }).waitFor();
    run("reset", "--store", store);
    await page.getByRole("button", { name: "Read again" }).click();
    await page.waitForSelector("text=No edit waits for the next commit.");
    await texts(page, ".panel .added .link", []);
    await done();
  });

  test("attempts of a commit that comes while the panel is open appear", async () => {
    const { page, done } = await view("panel=attempts");
    await page.waitForSelector("text=No call to a provider is recorded");
    const { attempt_id } = call(store, "request", { profile: "openai", model: "large" });
    call(store, "complete", { attempt_id, response: { id: "r", object: "chat.completion", model: "large-1",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Yes." } }],
      usage: { prompt_tokens: 40, completion_tokens: 5, total_tokens: 45 } } });
    call(store, "commit", { message: "a reply" });
    await page.waitForSelector(".attempts .row:not(.heads):has-text('large-1')");
    await done();
  });
});
