#include "cli/open/content_options.h"

#include <string_view>
#include <utility>

#include "cli/open/input.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/ordered_content.h"

namespace latewood::cli {
namespace {

Result<std::string> load_text(const ContentOptions& options) {
  if (!options.from.empty()) {
    auto text = load_input(options.from);
    if (text) return text;
    return Error{text.error().code, name_of_input(options.from) + ": " + text.error().message, {}, {}};
  }
  if (*options.text == "-") return load_input("-");
  return *options.text;
}

bool looks_like_json(std::string_view text) {
  if (text == "true" || text == "false" || text == "null") return true;
  return !text.empty() && std::string_view("{[\"-0123456789").find(text.front()) != std::string_view::npos;
}

Result<JsonMember> read_attribute(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return Error{Code::InvalidArgument,
                 "--attr " + text + " does not have the form NAME=VALUE",
                 std::string(errors::kAttrName),
                 {}};
  }
  const std::string name = text.substr(0, equals);
  const std::string value = text.substr(equals + 1);
  if (!looks_like_json(value)) return JsonMember{name, JsonValue(value)};
  auto parsed = parse_json_text(value);
  if (parsed) return JsonMember{name, *std::move(parsed)};
  return Error{
      Code::InvalidArgument,
      "--attr " + name + ": " + parsed.error().message + "; quote a text that starts like JSON: '\"" + value + "\"'",
      {},
      {}};
}

}  // namespace

void add_content_options(CLI::App& verb, ContentOptions& options) {
  CLI::Option* text = verb.add_option("CONTENT", options.text, "the content, or - for standard input")->type_name("");
  CLI::Option* from =
      verb.add_option("--from", options.from, "read the content from this file, or - for standard input")
          ->type_name("FILE");
  CLI::Option* empty = verb.add_flag("--empty", options.is_empty, "create the node without content");
  from->excludes(text);
  empty->excludes(text)->excludes(from);
  verb.add_flag("--json-content", options.is_json, "the content is a JSON value, not a text")->excludes(empty);
  verb.add_option("--attr", options.attributes, "set an attribute, as NAME=JSON or NAME=TEXT; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void require_content(const ContentOptions& options) {
  const bool is_given = options.text || !options.from.empty() || options.is_empty;
  if (!is_given) throw CLI::RequiredError("content (as CONTENT, - for standard input, --from FILE, or --empty)");
}

Result<std::optional<std::string>> load_content(const ContentOptions& options) {
  if (options.is_empty) return std::optional<std::string>();
  auto text = load_text(options);
  if (!text) return text.error();
  if (options.is_json) {
    if (const auto value = parse_json_text(*text); !value) return value.error();
  }
  return std::optional<std::string>(*std::move(text));
}

Result<std::optional<JsonValue>> content_of(const std::optional<std::string>& loaded, const ContentOptions& options,
                                            std::string_view kind, std::string_view node_type) {
  if (!loaded) return std::optional<JsonValue>();
  if (!options.is_json) return std::optional<JsonValue>(*loaded);
  auto value = parse_content(*loaded, kind, node_type);
  if (!value) return value.error();
  return std::optional<JsonValue>(*std::move(value));
}

Result<void> add_content(CallArguments& arguments, const ContentOptions& options) {
  const auto loaded = load_content(options);
  if (!loaded) return loaded.error();
  if (*loaded) options.is_json ? arguments.add_json("content", **loaded) : arguments.add("content", **loaded);
  auto attributes = read_attributes(options);
  if (!attributes) return attributes.error();
  if (!attributes->empty()) arguments.add("attributes", make_object(*std::move(attributes)));
  return {};
}

Result<std::vector<JsonMember>> read_attributes(const ContentOptions& options) {
  std::vector<JsonMember> attributes;
  for (const std::string& text : options.attributes) {
    auto attribute = read_attribute(text);
    if (!attribute) return attribute.error();
    attributes.push_back(*std::move(attribute));
  }
  return attributes;
}

}  // namespace latewood::cli
