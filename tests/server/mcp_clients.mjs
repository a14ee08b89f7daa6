// Drives `POST /mcp` of a server with the two real clients of the Model Context Protocol, in both eras.
//
//   node mcp_clients.mjs URL TOKEN
import assert from "node:assert/strict";
import { Client as HandshakeClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HandshakeTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const [url, token] = process.argv.slice(2);
const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
const about = { name: "latewood-tests", version: "1" };

async function use(client, transport, era) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === "commit"), `${era}: tools are listed`);
  const added = await client.callTool({ name: "insert", arguments: { role: "user", content: `From ${era}` } });
  assert.ok(!added.isError, `${era}: an edit`);
  const done = await client.callTool({ name: "commit", arguments: { message: era } });
  assert.match(done.structuredContent.commit_id, /^[0-9a-f]{64}$/, `${era}: a commit`);
  const found = await client.callTool({ name: "select", arguments: { selector: "@t0 .cb" } });
  assert.ok(found.structuredContent, `${era}: a selection`);
  const failed = await client.callTool({ name: "select", arguments: { selector: ".cb[" } });
  assert.ok(failed.isError, `${era}: a failure is an answer`);
  const { resources } = await client.listResources();
  const read = await client.readResource({ uri: resources[0].uri });
  assert.ok(read.contents[0].text.length > 2, `${era}: a resource`);
  await assert.rejects(client.readResource({ uri: "latewood://nobody/@t0/tree" }), `${era}: an unknown resource`);
  await client.close();
}

await use(new HandshakeClient(about), new HandshakeTransport(new URL(url), options), "2025-11-25");
await use(new Client(about), new StreamableHTTPClientTransport(new URL(url), options), "the newer client's default");
const newest = new Client(about, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
await use(newest, new StreamableHTTPClientTransport(new URL(url), options), "2026-07-28");
console.log("both clients, both eras");
