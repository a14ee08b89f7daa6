#!/usr/bin/env python3
"""Compiles the examples of the public headers and the C++ blocks of the documents, as one source.

    tests/package/header_examples.py CXX PROJECT [INCLUDE]

The example of a header is what is indented by three blanks in the comment before `#pragma once`. Every public header has
one, but for those of latewood/ext that only declare records. Examples may use the names below.
"""
import pathlib
import subprocess
import sys
import tempfile

# What an example may use without declaring it.
PRELUDE = """#include <iostream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "latewood/ext/store_changes.h"
#include "latewood/latewood.h"

using namespace latewood;

extern Context context;
extern Repository repository;
extern std::string document;                 // of a file that was read
extern ByteSink sink;                        // of a file that is written
extern ByteSource source;                    // of a file that is read
std::string send(const std::string& bytes);  // to a vendor, for its answer
"""

# Headers without a call of their own.
WITHOUT = {"latewood/ext/store_names.h", "latewood/ext/store_records.h"}

# An example that drops a result is wrong; one that only shows a value is not, and `main` needs no return.
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable",
         "-Wno-unused-but-set-variable",
         "-Wno-return-type"]


def example_of(lines):
    """Line number and code of the example in a header; no code if it has none."""
    code, first = [], 0
    for number, line in enumerate(lines, 1):
        if line.startswith("#pragma once"):
            break
        if line.startswith("//   "):
            first = first or number
            # Lines between two parts of an example stay, so that the compiler names the right one.
            code += [""] * (number - first - len(code)) + [line[5:]]
    return first, code


def blocks_of(lines):
    """Line number and code of each C++ block in a document."""
    code, first = None, 0
    for number, line in enumerate(lines, 1):
        if code is None and line.strip() == "```cpp":
            code, first = [], number + 1
        elif code is not None and line.strip() == "```":
            yield first, code
            code = None
        elif code is not None:
            code.append(line)


def main():
    compiler, project = sys.argv[1], pathlib.Path(sys.argv[2])
    include = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else project / "include"
    source, examples, faults = [PRELUDE], 0, 0

    def add(path, first, code):
        nonlocal examples
        examples += 1
        is_program = any(line.startswith("int main(") for line in code)
        start, end = (f"#define main example_{examples}", "#undef main") if is_program else (f"void example_{examples}() {{", "}")
        source.extend([start, f'#line {first} "{path}"', *code, end])

    for header in sorted(include.rglob("*.h")):
        first, code = example_of(header.read_text().splitlines())
        name = header.relative_to(include).as_posix()
        if code:
            add("include/" + name, first, code)
        elif name not in WITHOUT:
            print(f"include/{name}: has no example")
            faults += 1
    for page in [project / "README.md", *sorted((project / "docs").rglob("*.md"))]:
        for first, code in blocks_of(page.read_text().splitlines()):
            add(page.relative_to(project), first, code)

    with tempfile.NamedTemporaryFile("w", suffix=".cc") as file:
        file.write("\n".join(source) + "\n")
        file.flush()
        done = subprocess.run([compiler, *FLAGS, f"-I{include}", file.name], check=False)
    print(f"{examples} examples")
    return 1 if done.returncode or faults else 0


sys.exit(main())
