// Content of a node from the command line: an argument, a file or standard input.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::cli {

struct ContentOptions {
  std::optional<std::string> text;      // the argument; "-" is standard input
  std::string from;                     // a file
  bool is_json = false;                 // not a text, but the JSON value it spells
  bool is_empty = false;                // no content on purpose
  std::vector<std::string> attributes;  // name=value
};

// CONTENT, --from, --json-content, --empty, --attr.
void add_content_options(CLI::App& verb, ContentOptions& options);

// Nothing for `--empty`. Bytes are taken as they are. Something must have been given.
Result<std::optional<JsonValue>> read_content(const ContentOptions& options);

// Throws CLI11's error of a missing argument if content was neither given nor declined.
void require_content(const ContentOptions& options);

// A value that starts like JSON is JSON, any other is a text.
Result<std::vector<JsonMember>> read_attributes(const ContentOptions& options);

}  // namespace latewood::cli
