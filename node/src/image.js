// Images as content.
import { wrongArgument } from "./error.js";

/** The first bytes of each type that vendors take. */
const SIGNATURES = /** @type {const} */ ([
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
]);

/** @param {Uint8Array} bytes */
function typeOf(bytes) {
  for (const [type, start] of SIGNATURES) {
    if (start.every((byte, index) => bytes[index] === byte)) return type;
  }
  const text = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return text.startsWith("RIFF") && text.endsWith("WEBP") ? "image/webp" : undefined;
}

/**
 * Kind and content of a block with an image: `ctx.add({ role: "user", ...image(await readFile("oak.png")) })`.
 * @param {Uint8Array} bytes
 * @param {string} [type] default: told by the first bytes: PNG, JPEG, GIF or WebP
 */
export function image(bytes, type = typeOf(bytes)) {
  if (type === undefined) throw wrongArgument("the type of the image cannot be told: give it, such as image/png");
  return { kind: "image", content: `data:${type};base64,${Buffer.from(bytes).toString("base64")}` };
}
