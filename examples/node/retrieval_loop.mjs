// Retrieval: documents come in with a ttl, and leave by themselves when they are stale.
//
//   node retrieval_loop.mjs
//
// Each question finds a document, which stays for two cycles. The report of each commit says what left, and `prefix`
// says how much of the request the cache of the vendor can still use.
import assert from "node:assert/strict";
import { open } from "latewood";
import { send, startVendor } from "./vendor.mjs";

/** @type {Record<string, string>} */
const library = {
  oak: "Leaflet 12: compacted soil makes oaks drop leaves.",
  elm: "Leaflet 30: elm bark beetles carry a fungus.",
  ash: "Leaflet 7: ash dieback begins at the tips of the crown.",
  yew: "Leaflet 19: yews stand shade, but not wet feet.",
};

const vendor = await startVendor();
const repo = await open("retrieval.db");
const ctx = repo.context("main");
await ctx.append([{ role: "system", content: "You advise on trees, from the leaflets alone." }], { system: true });

const departed = [];
for (const [tree, leaflet] of Object.entries(library)) {
  await ctx.add({ role: "user", content: `What is wrong with my ${tree}?` });
  // An offset above 0 puts the document behind the question and beside the core of its turn.
  await ctx.add({ id: `leaflet:${tree}`, role: "user", content: leaflet, ttl: 2, offset: 1 });

  const attempt = await ctx.request("openai", { model: "m-1" });
  await attempt.complete(send(vendor.url, attempt.body));
  const { cycle, left, bytes_after } = await ctx.commit(tree);

  departed.push(...left.map(({ id }) => id));
  const gone = left.map(({ id, cause }) => `${id} by ${cause}`).join(", ") || "nothing";
  const kept = cycle === 1 ? "" : `; the cache keeps ${(await ctx.prefix(-1, 0)).kept_per_mille / 10}%`;
  console.log(`cycle ${cycle}, ${tree}: ${bytes_after} bytes; left: ${gone}${kept}`);
}
assert.deepEqual(departed, ["leaflet:oak", "leaflet:elm"]);

// The request of each cycle is what the model saw, with the documents of its time.
const seen = await ctx.at("@c1");
assert.match((await seen.render("openai")).request, /Leaflet 12/);
assert.doesNotMatch((await ctx.render("openai")).request, /Leaflet 12/);

const [reason] = (await ctx.why("leaflet:oak")).nodes;
console.log(`leaflet:oak left in cycle ${reason?.left?.cycle} by ${reason?.left?.rule}`);
await repo.close();
await vendor.stop();
