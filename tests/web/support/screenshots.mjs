// Pictures of the inspector for the documents: `node screenshots.mjs PAGE.html FOLDER`.
import path from "node:path";
import { chromium } from "playwright-core";

const [file, folder] = process.argv.slice(2);
const views = [
  { name: "inspector", hash: "panel=request&node=file:report&branch=main", at: 10, scheme: "light" },
  { name: "inspector-prefix", hash: "panel=prefix", at: 11, scheme: "light" },
  { name: "inspector-diff", hash: "panel=diff", at: 18, scheme: "light" },
  { name: "inspector-node", hash: "panel=node&node=handbook:4.2", at: 7, scheme: "dark" },
];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
for (const { name, hash, at, scheme } of views) {
  const page = await browser.newPage({ viewport: { width: 1120, height: 600 }, colorScheme: scheme, reducedMotion: "reduce" });
  await page.goto(`file://${file}#${hash}`);
  await page.waitForSelector(".commit .cycle");
  const timeline = page.getByRole("slider", { name: "Cycle" });
  while (Number(await timeline.getAttribute("aria-valuenow")) > at) await page.keyboard.press(",");
  await page.waitForTimeout(300);
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true], .panel.waiting"));
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await page.close();
}
await browser.close();
