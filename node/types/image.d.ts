/**
 * Kind and content of a block with an image: `ctx.add({ role: "user", ...image(await readFile("oak.png")) })`.
 * @param {Uint8Array} bytes
 * @param {string} [type] default: told by the first bytes: PNG, JPEG, GIF or WebP
 */
export function image(bytes: Uint8Array, type?: string): {
    kind: string;
    content: string;
};
