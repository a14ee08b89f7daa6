// Content of a node from the command line: an argument, a file or standard input.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
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

// What was given, before it is content of some kind: a text, or the text of a JSON value. Nothing for `--empty`. Bytes
// are taken as they are. Something must have been given.
Result<std::optional<std::string>> load_content(const ContentOptions& options);

// The content of a block of that kind and type, of which `loaded` is the text. What a model reads in order keeps its
// order.
Result<std::optional<JsonValue>> content_of(const std::optional<std::string>& loaded, const ContentOptions& options,
                                            std::string_view kind, std::string_view node_type);

// Throws CLI11's error of a missing argument if content was neither given nor declined.
void require_content(const ContentOptions& options);

// A value that starts like JSON is JSON, any other is a text.
Result<std::vector<JsonMember>> read_attributes(const ContentOptions& options);

}  // namespace latewood::cli
