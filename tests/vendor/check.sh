#!/usr/bin/env bash
# Checks rendered requests against the request types of the vendors' own libraries.
#
#   tests/vendor/check.sh BODIES_PROGRAM WORK_FOLDER
#
# The program prints one request a line, the profile and the body with a tab between them. Each
# becomes a constant of the vendor's type, and the TypeScript compiler says whether it fits.
# Exits with 77, which means skipped, where the libraries are not installed.
set -euo pipefail
bodies=$1
work=$2
libraries="$(cd "$(dirname "$0")/../.." && pwd)/build/deps/vendor"

if [ ! -f "$libraries/installed.json" ] || ! command -v node >/dev/null; then
  echo "skipped: the vendors' libraries are not installed (tools/npm_packages.sh tests/vendor)"
  exit 77
fi
mkdir -p "$work"
ln -sfn "$libraries/node_modules" "$work/node_modules"
cp "$(dirname "$0")/tsconfig.json" "$work/tsconfig.json"

cat >"$work/bodies.ts" <<'TYPESCRIPT'
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import type { ResponseCreateParamsNonStreaming } from "openai/resources/responses/responses";
import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages";
import type { Content, Tool } from "@google/genai";

type Chat = Pick<ChatCompletionCreateParamsNonStreaming, "messages" | "tools">;
type Responses = Pick<ResponseCreateParamsNonStreaming, "input" | "tools">;
type Anthropic = Pick<MessageCreateParamsNonStreaming, "messages" | "system" | "tools">;
type Gemini = { contents: Content[]; systemInstruction?: Content; tools?: Tool[] };

TYPESCRIPT
"$bodies" >"$work/bodies.txt"
awk -F '\t' '
  BEGIN { type["openai"] = "Chat"; type["openai-responses"] = "Responses"
          type["anthropic"] = "Anthropic"; type["gemini"] = "Gemini" }
  { printf "export const body%d: %s = %s;\n", NR, type[$1], $2 }
' "$work/bodies.txt" >>"$work/bodies.ts"

count=$(wc -l <"$work/bodies.txt")
[ "$count" -gt 100 ] || { echo "only $count requests"; exit 1; }
node "$libraries/node_modules/typescript/bin/tsc" --project "$work/tsconfig.json"
# A request that no type allows must be noticed, or the check above says nothing.
echo 'export const wrong: Anthropic = {"messages":[{"role":"tool","content":"x"}]};' >>"$work/bodies.ts"
if node "$libraries/node_modules/typescript/bin/tsc" --project "$work/tsconfig.json" >/dev/null; then
  echo "the types accept anything"
  exit 1
fi
echo "$count requests fit the vendors' types"
