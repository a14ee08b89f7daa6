// Starts the page: on the server that gave it, or on the answers that it holds.
import { html, render } from "./vendor/preact.js";
import { App } from "./app.js";
import { address, followUrl, readAgain } from "./data/address.js";
import { useTransport } from "./data/answers.js";
import { bundleTransport } from "./data/bundle.js";
import { openStore } from "./data/history.js";
import { httpTransport, takeToken } from "./data/http.js";
import { followSelector } from "./data/selection.js";

const bundle = document.getElementById("bundle");
if (bundle) {
  const answers = JSON.parse(bundle.textContent ?? "");
  useTransport(bundleTransport(answers));
  address.value = { ...address.value, profile: answers.facts.profile ?? "", context: answers.facts.context };
} else {
  takeToken();
  readAgain();
  useTransport(httpTransport());
}
followUrl();
followSelector();
const place = /** @type {HTMLElement} */ (document.getElementById("page"));
place.textContent = "";
render(html`<${App} />`, place);
openStore();
