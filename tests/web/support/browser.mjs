// Chromium with the inspector in it. Every page is watched: scripts that should not run, refusals of the policy, errors.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import readline from "node:readline";
import { after, before } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";
import { latewood, run } from "./stores.mjs";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** How long a state of the page is waited for, in milliseconds: machines that run tests are busy. */
const patience = 120_000;
let browser;

/** Starts and stops the browser with the tests of the file. */
export function withBrowser() {
  before(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  });
  after(async () => {
    for (const one of servers) one.kill();
    await browser?.close();
  });
}

const servers = [];

/** For `describe`: skips what needs a server where the program has none. */
export const needsServer = /^ +serve /m.test(run("--help")) ? {} : { skip: "this latewood has no verb serve" };

/** Serves a store; the URL has the token. */
export async function serve(store, ...options) {
  const child = spawn(latewood, ["serve", "--store", store, "--listen", "127.0.0.1:0", "--json", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  servers.push(child);
  const line = await new Promise((resolve, reject) => {
    readline.createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`latewood serve ended with ${code}`)));
  });
  // The token of the page only reads.
  const { page, url } = JSON.parse(line);
  const token = new URLSearchParams(new URL(page).hash.slice(1)).get("token");
  return { base: url, token, link: (hash = "") => `${page}${hash && `&${hash}`}`, child };
}

/** Writes the page as a file. */
export function exported(store, where, ...options) {
  const file = path.join(where, `page-${Math.random().toString(36).slice(2)}.html`);
  run("view", ...options, "-o", file, "--store", store);
  return { file, link: (hash = "") => `file://${file}${hash && `#${hash}`}` };
}

/**
 * Opens the page. The result has `done`, which checks that nothing happened that must not.
 */
export async function open(link, { width = 1280, height = 800, scheme = "light", offline = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, offline, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const faults = [];
  const requests = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    // A refused question is answered with a status, which the browser notes.
    if (message.type() === "error" && !text.startsWith("Failed to load resource")) faults.push(`console: ${text}`);
  });
  page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => requests.push(request.url()));
  await page.addInitScript(() => {
    window.refused = [];
    document.addEventListener("securitypolicyviolation", (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
    // Blocks that move while the page loads; what a person did in the last half second does not count.
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.addInitScript({ content: axeSource });
  await page.goto(link);
  const done = async () => {
    assert.deepEqual(await page.evaluate(() => window.refused), [], "the policy refused something");
    assert.equal(await page.evaluate(() => window.hacked), undefined, "a content ran as a script");
    assert.deepEqual(faults, []);
    const home = new URL(link);
    for (const url of requests) assert.equal(new URL(url).origin, home.origin, `a request went to ${url}`);
    await context.close();
  };
  return { page, done, requests };
}

/**
 * Waits until nothing is under way. The page rests for up to 70 ms before it asks about a moment that may only pass by,
 * and asks with the frame after the one that it draws. So it is settled if nothing was under way before and after a
 * longer pause. The pause is one of the page's own clock: on a slow machine both take longer.
 */
export async function settled(page) {
  await page.waitForSelector(".commit .cycle, main.first");
  await page.evaluate(async () => {
    const frame = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
    const isBusy = () => document.querySelector("[aria-busy=true], .panel.waiting") !== null;
    for (let quiet = 0; quiet < 2; ) {
      for (let frames = 0; frames < 2; ++frames) await frame();
      quiet = isBusy() ? 0 : quiet + 1;
      await new Promise((resume) => setTimeout(resume, quiet === 1 ? 100 : 10));
    }
  });
}

/** Waits until `look`, a function of the page, gives a value that is equal to `wanted`, and says what it gave if not. */
export async function becomes(page, look, wanted, argument) {
  let seen;
  const ends = Date.now() + patience;
  do {
    seen = await page.evaluate(look, argument);
    if (isDeepStrictEqual(seen, wanted)) return;
    await page.evaluate(() => new Promise((resume) => setTimeout(resume, 30)));
  } while (Date.now() < ends);
  assert.deepEqual(seen, wanted);
}

/** Waits until a text of the page, that of the first match, is this one. */
export const reads = (page, selector, text) =>
  becomes(page, (one) => document.querySelector(one)?.textContent, text, selector);

/** The findings of axe, as lines. */
export async function axe(page) {
  const results = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return results.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

/** Whether the page is wider than the window. */
export const overflows = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

export const panels = ["request", "diff", "prefix", "node", "select", "search", "attempts", "report", "working"];
