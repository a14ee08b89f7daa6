#!/usr/bin/env node
// Starts the command line that the package of the platform carries: `npx latewood tree`.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";

const platformPackage = `latewood-${process.platform}-${process.arch}`;

function program() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${platformPackage}/package.json`)), "bin", "latewood");
  } catch {
    process.stderr.write(`error[Unsupported]: ${platformPackage} is not installed, which has the program\n`);
    process.exit(1);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
// A terminal sends its signals to both; others are for the program.
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  process.stderr.write(`error[Unavailable]: the program cannot be started: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
