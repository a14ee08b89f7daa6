#include "server/routes/arguments.h"

#include <algorithm>
#include <set>
#include <vector>

#include "latewood/digest.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"

namespace latewood::server {
namespace {

bool is_integer_text(const std::string& text) {
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  const bool has_digits = text.size() > begin && text.size() < 20;
  return has_digits && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end(),
                                   [](char c) { return c >= '0' && c <= '9'; });
}

// "integer", "boolean" or "string"; empty if the schema has several or none.
std::string type_of(const JsonValue& properties, const std::string& name) {
  const JsonValue* schema = properties.find(name);
  const JsonValue* type = schema == nullptr ? nullptr : schema->find("type");
  return type == nullptr || type->as_string() == nullptr ? std::string() : *type->as_string();
}

// Text that is no value of the type stays a text: the operation refuses it with the name of the argument.
std::string json_of_query(const std::string& type, const std::string& value) {
  if (type == "integer" && is_integer_text(value)) return value;
  const bool is_word = value == "true" || value == "false";
  if (type == "boolean" && (is_word || value.empty())) return value.empty() ? "true" : value;
  const bool is_structure = type == "object" || type == "array";
  if (is_structure && parse_json_text(value)) return value;
  return json_text(value);
}

// Other names for the same arguments.
std::string argument_name(const std::string& name) { return name == "q" ? "selector" : name; }

}  // namespace

void ArgumentsText::add_json(std::string_view name, std::string_view json) {
  if (!members_.empty()) members_ += ',';
  members_.append(json_text(name)).append(":").append(json);
}

void ArgumentsText::add_text(std::string_view name, std::string_view value) { add_json(name, json_text(value)); }

void ArgumentsText::add_query(const Operation& operation, const Target& target) {
  const auto schema = parse_json_text(operation.arguments);
  const JsonValue* properties = schema ? schema->find("properties") : nullptr;
  const JsonValue none;
  std::vector<std::string> names;
  for (const auto& [name, value] : target.query) {
    if (std::find(names.begin(), names.end(), argument_name(name)) == names.end()) names.push_back(argument_name(name));
  }
  for (const std::string& name : names) {
    std::string values;
    std::size_t count = 0;
    const std::string type = type_of(properties == nullptr ? none : *properties, name);
    for (const auto& [key, value] : target.query) {
      if (argument_name(key) != name) continue;
      values += (count++ == 0 ? "" : ",") + json_of_query(type, value);
    }
    add_json(name, count > 1 ? "[" + values + "]" : values);
  }
}

Result<void> ArgumentsText::add_object(const std::string& json) {
  const auto value = parse_json_text(json);
  if (!value) return value.error();
  if (value->as_object() == nullptr) {
    return Error{Code::InvalidArgument, "the body is not a JSON object", std::string(errors::kArgumentInvalid)};
  }
  // The text as it was sent: some operations keep the order of members.
  const std::size_t begin = json.find('{') + 1;
  const std::size_t end = json.rfind('}');
  if (value->as_object()->empty()) return {};
  if (!members_.empty()) members_ += ',';
  members_ += json.substr(begin, end - begin);
  return {};
}

bool has_precondition(const Request& request) {
  return request.find_header("if-match") != nullptr || request.find_header("if-none-match") != nullptr;
}

Result<void> add_expected_parent(const Request& request, ArgumentsText& arguments) {
  const std::string* match = request.find_header("if-match");
  const std::string* none = request.find_header("if-none-match");
  if (match == nullptr && none == nullptr) return {};
  const bool is_first = match == nullptr && *none == "*";
  const bool is_quoted = match != nullptr && match->size() == 66 && match->front() == '"' && match->back() == '"';
  const auto id = is_quoted && none == nullptr ? CommitId::from_hex(match->substr(1, 64)) : std::nullopt;
  if (is_first) {
    arguments.add_json("expected_parent", "null");
  } else if (id) {
    arguments.add_text("expected_parent", id->hex());
  } else {
    return Error{Code::InvalidArgument, "one of 'If-Match: \"COMMIT ID\"' and 'If-None-Match: *' expected",
                 std::string(errors::kRequestInvalid)};
  }
  return {};
}

}  // namespace latewood::server
