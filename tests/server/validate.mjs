// Validates the OpenAPI document on standard input: validate.mjs FOLDER_OF_NODE_MODULES
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(join(resolve(process.argv[2]), "package.json")));
const { Validator } = await import(pathToFileURL(require.resolve("@seriousme/openapi-schema-validator")));
const result = await new Validator().validate(JSON.parse(readFileSync(0, "utf8")));
if (!result.valid) {
  console.error(JSON.stringify(result.errors, null, 1).slice(0, 4000));
  process.exit(1);
}
