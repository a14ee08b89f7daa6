// Every panel on the store of the story, served.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { axe, becomes, needsServer, open, overflows, panels, reads, serve, settled, withBrowser } from "../support/browser.mjs";
import { call, folder, run, storyStore } from "../support/stores.mjs";

const where = folder("panels");
const store = storyStore(where);
run("tag", "asked", "main@t-1", "--store", store);
const { commits } = call(store, "timeline");
const main = commits.find((one) => one.branches.includes("main"));
const expiring = commits.find((one) => one.commit_id === main.parent);
let site;

/** Opens the page on the branch main. */
async function view(hash, options) {
  const opened = await open(site.link(`branch=main&${hash}`), options);
  await settled(opened.page);
  return opened;
}

describe("the inspector on the story", needsServer, () => {
  withBrowser();
  before(async () => {
    site = await serve(store);
  });

  test("the token leaves the URL and works for the session", async () => {
    const { page, done } = await view("panel=request");
    assert.equal((await page.url()).includes("token"), false);
    await page.reload();
    await settled(page);
    assert.equal(await page.locator(".commit .cycle").textContent(), "cycle 5");
    await done();
  });

  test("axe finds nothing in any view, in light and dark", async () => {
    for (const scheme of ["light", "dark"]) {
      const { page, done } = await view("", { scheme });
      for (const panel of [...panels, "tree"]) {
        await page.evaluate((name) => (location.hash = `branch=main&node=answer&search=soil&select=.cb&panel=${name}`), panel);
        await settled(page);
        assert.deepEqual(await axe(page), [], `${panel} in ${scheme}`);
      }
      await page.keyboard.press("?");
      assert.deepEqual(await axe(page), [], `help in ${scheme}`);
      await done();
    }
  });

  test("no view is wider than the window, from 360 pixels to 4K, and loading moves nothing", async () => {
    for (const [width, height] of [[360, 740], [768, 1000], [1280, 800], [3840, 2160]]) {
      const { page, done } = await view("node=answer", { width, height });
      assert.ok((await page.evaluate(() => window.shift)) < 0.05, `layout shift at ${width}`);
      for (const panel of [...panels, "tree"]) {
        await page.evaluate((name) => (location.hash = `branch=main&node=answer&panel=${name}`), panel);
        await settled(page);
        assert.equal(await overflows(page), false, `${panel} at ${width}`);
      }
      await done();
    }
  });

  test("timeline: keys step, and the page follows", async () => {
    const { page, done } = await view("");
    const timeline = page.getByRole("slider", { name: "Cycle" });
    await timeline.focus();
    const isAt = (cycle) => becomes(page, () => document.querySelector("[role=slider]").getAttribute("aria-valuenow"), cycle);
    await page.keyboard.press("ArrowLeft");
    await isAt("4");
    await page.waitForSelector("text=2 nodes left (1 ttl, 1 prune)");
    await page.keyboard.press("Home");
    await isAt("1");
    await page.keyboard.press("End");
    await isAt("5");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector("text=another answer");
    await done();
  });

  test("timeline: the mouse scrubs, lanes are branches", async () => {
    const { page, done } = await view("");
    assert.deepEqual(await page.locator(".lane").allTextContents(), ["main", "careful"]);
    const box = await page.locator(".plot canvas").boundingBox();
    await page.mouse.click(box.x + 54, box.y + 30);
    await reads(page, ".commit .cycle", "cycle 2");
    await page.mouse.move(box.x + 54, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 30);
    await page.mouse.up();
    await reads(page, ".commit .cycle", "cycle 3");
    await done();
  });

  test("timeline: the next and previous change of a node", async () => {
    const { page, done } = await view("node=leaflet");
    await page.keyboard.press("[");
    await reads(page, ".commit .cycle", "cycle 4");
    await page.keyboard.press("[");
    await reads(page, ".commit .cycle", "cycle 2");
    await page.keyboard.press("]");
    await reads(page, ".commit .cycle", "cycle 4");
    await done();
  });

  test("tree: weights add up, and the request marks the node", async () => {
    const { page, done } = await view("panel=request");
    const total = call(store, "timeline").commits[0].sizes;
    assert.match(await page.locator("#tree .facts").first().textContent(), new RegExp(`${total.sys + total.seq} B`));
    await page.getByRole("treeitem", { name: /answer/ }).click();
    await page.waitForSelector(".bytes .line.chosen");
    assert.match(await page.locator(".bytes .line.chosen").first().textContent(), /Probably the compacted soil/);
    // And back: the bytes lead to the node.
    await page.locator(".bytes .line", { hasText: "Quercus robur" }).first().click();
    await page.waitForFunction(() => document.querySelector(".tree .chosen .id")?.textContent.includes("result:1"));
    await page.getByRole("treeitem", { name: /thanks/ }).hover();
    await page.waitForSelector(".bytes .line.over");
    await done();
  });

  test("tree: keys choose, fold and sort", async () => {
    const { page, done } = await view("");
    await page.keyboard.press("t");
    await page.keyboard.press("Home");
    await settled(page);
    const rows = await page.locator(".tree .row").count();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((count) => document.querySelectorAll(".tree .row").length < count, rows);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((count) => document.querySelectorAll(".tree .row").length === count, rows);
    await page.getByLabel("by weight").check();
    await becomes(page, () => {
      const weights = [...document.querySelectorAll(".tree .row .weight")].map((one) => Number.parseInt(one.textContent || "0", 10));
      return weights.length > 5 && weights.every((weight, place) => place === 0 || weights[place - 1] >= weight);
    }, true);
    await done();
  });

  test("request: a profile, its units, a byte", async () => {
    const { page, done } = await view("panel=request&profile=openai");
    const rendered = call(store, "render", { moment: main.commit_id, profile: "openai" });
    await becomes(page, () => [...document.querySelectorAll(".bytes .slice")].map((one) => one.textContent).join(""), rendered.request);
    const unit = rendered.units[3];
    await page.getByLabel("Go to byte").fill(String(unit.begin + 5));
    await page.keyboard.press("Enter");
    await page.waitForFunction((id) => document.querySelector(".tree .chosen .id")?.textContent.includes(id), unit.id);
    await done();
  });

  test("diff: side by side, unified, and only what the model sees", async () => {
    const { page, done } = await view(`panel=diff&at=${expiring.commit_id}`);
    await becomes(page, () => [...document.querySelectorAll(".diff .head .link")].map((one) => one.textContent), ["leaflet", "log", "thanks"]);
    assert.match(await page.locator(".pair .removed").first().textContent(), /Leaflet 12/);
    await page.getByLabel("unified").check();
    assert.match(await page.locator(".unified .line.removed").first().textContent(), /Leaflet 12/);
    await page.getByLabel("only what the model sees").check();
    await page.waitForFunction(() => document.querySelector(".diff .line")?.textContent.includes('"id":"leaflet"'));
    await page.getByLabel("against").selectOption("careful");
    await page.waitForFunction(() => [...document.querySelectorAll(".diff .head")].some((one) => one.textContent.includes("doubt")));
    await page.waitForURL(/vs=careful/);
    await done();
  });

  test("prefix: figures, cause and commit", async () => {
    const { page, done } = await view("panel=prefix&profile=openai");
    const report = call(store, "prefix", { older: main.parent, newer: main.commit_id, profile: "openai" });
    const text = await page.locator(".panel[aria-label=Prefix]").textContent();
    for (const part of [`${report.unchanged_bytes} B`, `${report.total_bytes} B`, report.cause, report.older_unit.id, report.newer_unit.id]) {
      assert.ok(text.includes(part), part);
    }
    await page.locator(".edge .link", { hasText: "question" }).click();
    await page.waitForSelector(".panel[aria-label=Node]");
    await done();
  });

  test("node: why it is here, and why it left", async () => {
    const { page, done } = await view(`panel=node&node=leaflet&at=${expiring.commit_id}`);
    const text = await page.locator(".panel[aria-label=Node]").textContent();
    assert.match(text, /left\s*expire in/);
    assert.match(text, /Leaflet 12/);
    assert.match(text, /cycle 2/);
    await done();
  });

  test("select: live count, completion, explain, and a caret under the fault", async () => {
    const { page, done } = await view("panel=select");
    const box = page.getByRole("combobox", { name: "Selector" });
    await page.keyboard.press("/");
    await box.pressSequentially(".cb[ro");
    await page.waitForSelector("#offers li");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector("#offers li[aria-selected=true]");
    // A key that comes in the same moment as the one that accepts stands behind what was accepted.
    await Promise.all([page.keyboard.press("Enter"), page.keyboard.press("=")]);
    const isWritten = (text) => becomes(page, () => document.querySelector("#selector").value, text);
    await isWritten(".cb[role=");
    await box.pressSequentially("us");
    await page.waitForSelector("#offers li:has-text('user')");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector("#offers li[aria-selected=true]");
    await page.keyboard.press("Enter");
    await isWritten(".cb[role='user']");
    const matches = call(store, "select", { selector: ".cb[role='user']", at: "main" });
    await reads(page, ".found", String(matches.length));
    await page.waitForSelector(".steps-table td");
    await becomes(page, () => [...document.querySelectorAll(".matches .link")].map((one) => one.textContent), matches);
    await box.fill(".cb[role='user']:frist");
    await page.waitForSelector(".caret b");
    await page.waitForSelector(".panel .fault:has-text('unknown pseudo-class :frist')");
    await reads(page, ".caret mark", ":frist");
    await done();
  });

  test("search: lines in this moment and in all before it", async () => {
    const { page, done } = await view("panel=search&search=soil");
    await page.waitForSelector(".matches .row mark");
    const hits = call(store, "grep", { pattern: "soil", ignore_case: true, moment: main.commit_id }).hits;
    await becomes(page, () => [...document.querySelectorAll(".matches .link")].map((one) => one.textContent), hits.map((hit) => hit.id));
    await page.getByLabel("whole line of history").check();
    await page.waitForFunction(() => [...document.querySelectorAll(".matches .link")].some((one) => one.textContent === "leaflet"));
    await done();
  });

  test("attempts: predicted and vendor's figures", async () => {
    const { attempt_id } = call(store, "request", { branch: "main", profile: "openai", model: "large" });
    call(store, "complete", {
      branch: "main", attempt_id,
      response: { id: "r1", object: "chat.completion", model: "large-1",
        choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Ten centimetres." } }],
        usage: { prompt_tokens: 400, completion_tokens: 5, total_tokens: 405, prompt_tokens_details: { cached_tokens: 300 } } },
    });
    call(store, "commit", { branch: "main", message: "a reply" });
    const { page, done } = await view("panel=attempts");
    await page.waitForSelector(".attempts .row:not(.heads)");
    const text = await page.locator(".attempts .row:not(.heads)").first().textContent();
    assert.match(text, /large-1/);
    assert.match(text, /75\.0%/);
    await done();
  });

  test("JSON and Command give what the operation gives", async () => {
    const { page, done } = await view(`panel=prefix&at=${main.commit_id}`);
    const panel = page.locator(".panel[aria-label=Prefix] > header");
    const command = await panel.getByRole("button", { name: "Command" }).getAttribute("title");
    const asked = /^latewood call (\w+) '(.*)'$/.exec(command);
    await panel.getByRole("button", { name: "JSON" }).click();
    await page.waitForSelector("dialog.json[open] .result");
    await page.waitForFunction(() => document.querySelector(".json .result").textContent.length > 10);
    const shown = JSON.parse(await page.locator(".json .result").textContent());
    assert.deepEqual(shown, call(store, asked[1], JSON.parse(asked[2])));
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog.json[open]", { state: "detached" });
    await done();
  });

  test("verify says that the history is sound", async () => {
    const { page, done } = await view("");
    await page.waitForSelector(".badge.sound");
    await done();
  });

  test("a link opens the same view", async () => {
    const { page, done } = await view("panel=request");
    await page.getByRole("treeitem", { name: /answer/ }).click();
    await settled(page);
    await page.getByLabel("Profile").selectOption("anthropic");
    await page.getByRole("tab", { name: "Diff" }).click();
    await page.getByLabel("unified").check();
    await settled(page);
    const hash = new URL(page.url()).hash.slice(1);
    const again = await open(site.link(hash));
    await settled(again.page);
    for (const place of [".commit", ".tabs", "#shown", ".tree"]) {
      await reads(again.page, place, await page.locator(place).textContent());
    }
    await page.goBack();
    await page.goBack();
    await page.waitForSelector(".panel[aria-label=Request]");
    await again.done();
    await done();
  });
});
