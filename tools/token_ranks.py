#!/usr/bin/env python3
"""Makes the files of ranks for exact token counts from the npm package js-tiktoken.

  tools/token_ranks.py PACKAGE_FOLDER OUTPUT_FOLDER

PACKAGE_FOLDER is node_modules/js-tiktoken. For each encoding OUTPUT_FOLDER gets NAME.ranks, in the form that
src/tokens/ranks.h describes, and once TOKENS_LICENSE with the origin and the licence.
"""
import base64
import json
import pathlib
import re
import sys

ENCODINGS = ["o200k_base", "cl100k_base"]

LICENSE = """The files NAME.ranks hold the tokens of the encodings o200k_base and cl100k_base in their order. They are made from
the npm package js-tiktoken {version}, https://github.com/dqbd/tiktoken, which has them from OpenAI's tiktoken,
https://github.com/openai/tiktoken. Both are published under the MIT licence:

MIT License

Copyright (c) 2022 OpenAI, Shantanu Jain, and the authors of js-tiktoken

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""


def tokens_of(source: str) -> dict[int, bytes]:
    """The tokens by rank: the package writes lines of a mark, a first rank, and the tokens from it on."""
    text = re.search(r'"bpe_ranks":\s*("(?:[^"\\]|\\.)*")', source)
    if text is None:
        raise SystemExit("token_ranks: no ranks in the package")
    tokens = {}
    for line in json.loads(text.group(1)).split("\n"):
        if not line:
            continue
        _, first, *encoded = line.split(" ")
        for number, each in enumerate(encoded):
            tokens[int(first) + number] = base64.b64decode(each)
    return tokens


def file_of(name: str, tokens: dict[int, bytes]) -> bytes:
    count = max(tokens) + 1
    parts = [f"latewood ranks 1\n{name}\n{count}\n".encode()]
    for rank in range(count):
        token = tokens.get(rank, b"")
        parts.append(bytes([len(token)]) + token)
    return b"".join(parts)


def main() -> None:
    package, output = map(pathlib.Path, sys.argv[1:3])
    output.mkdir(parents=True, exist_ok=True)
    version = json.loads((package / "package.json").read_text())["version"]
    for name in ENCODINGS:
        source = (package / "dist" / "ranks" / f"{name}.cjs").read_text()
        (output / f"{name}.ranks").write_bytes(file_of(name, tokens_of(source)))
    (output / "TOKENS_LICENSE").write_text(LICENSE.format(version=version))


main()
