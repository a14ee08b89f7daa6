// Content of a node from the command line: an argument, a file or standard input.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/open/operation_call.h"
#include "latewood/json_value.h"
#include "latewood/result.h"

namespace latewood::cli {

struct ContentOptions {
  std::optional<std::string> text;      // the argument; "-" is standard input
  std::string from;                     // a file
  bool is_json = false;                 // the argument is a JSON value, not a text
  bool is_empty = false;                // the user asked for no content
  std::vector<std::string> attributes;  // name=value
};

// Adds CONTENT, --from, --json-content, --empty and --attr.
void add_content_options(CLI::App& verb, ContentOptions& options);

// The bytes that were given, unchanged: a text, or the text of a JSON value. nullopt for --empty. Call
// `require_content` first.
Result<std::optional<std::string>> load_content(const ContentOptions& options);

// The same and the attributes, as the arguments "content" and "attributes" of an operation.
Result<void> add_content(CallArguments& arguments, const ContentOptions& options);

// The content of a block of this kind and type, made from `loaded`. Keeps the order of JSON members that a model
// reads in order.
Result<std::optional<JsonValue>> content_of(const std::optional<std::string>& loaded, const ContentOptions& options,
                                            std::string_view kind, std::string_view node_type);

// Throws the error of CLI11 for a missing argument if neither content nor --empty was given.
void require_content(const ContentOptions& options);

// Parses --attr. A value that starts like JSON is parsed as JSON; any other value is a text.
Result<std::vector<JsonMember>> read_attributes(const ContentOptions& options);

}  // namespace latewood::cli
