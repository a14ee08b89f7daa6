#include "server/routes/openapi.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "latewood/operation.h"
#include "latewood/version.h"

namespace latewood::server {
namespace {

using Members = std::vector<JsonMember>;

JsonValue parsed(const std::string& text) {
  auto value = parse_json_text(text);
  return value ? *std::move(value) : JsonValue();
}

JsonValue text_schema() { return make_object({{"type", "string"}}); }

JsonValue content(std::string_view media_type, JsonValue schema) {
  return make_object({{std::string(media_type), make_object({{"schema", std::move(schema)}})}});
}

JsonValue reference(const std::string& name) { return make_object({{"$ref", "#/components/schemas/" + name}}); }

// ---- parameters ----

std::vector<std::string> names_in(std::string_view pattern) {
  std::vector<std::string> names;
  for (std::size_t at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at + 1)) {
    names.emplace_back(pattern.substr(at + 1, pattern.find('}', at) - at - 1));
  }
  return names;
}

JsonValue parameter(const std::string& name, const char* place, bool is_required, JsonValue schema) {
  return make_object({{"in", place}, {"name", name}, {"required", is_required}, {"schema", std::move(schema)}});
}

bool is_captured(const RouteNotes& notes, const std::string& name) {
  return std::find(notes.captures.begin(), notes.captures.end(), name) != notes.captures.end();
}

bool is_required(const JsonValue& arguments, const std::string& name) {
  const JsonValue* required = arguments.find("required");
  if (required == nullptr) return false;
  const auto& list = *required->as_array();
  return std::find(list.begin(), list.end(), JsonValue(name)) != list.end();
}

void add_query(const Route& route, const JsonValue& arguments, JsonValue::Array& parameters) {
  const JsonValue* properties = arguments.find("properties");
  if (properties == nullptr) return;
  for (const JsonMember& member : *properties->as_object()) {
    if (is_captured(route.notes, member.key)) continue;
    // `q` may stand for `selector`.
    const bool has_other_name = member.key == "selector";
    const bool needed = !has_other_name && is_required(arguments, member.key);
    parameters.push_back(parameter(member.key, "query", needed, member.value));
    if (has_other_name) parameters.push_back(parameter("q", "query", false, member.value));
  }
}

// The arguments that are left for the body.
JsonValue body_schema(const Route& route, const JsonValue& arguments) {
  Members members;
  for (const JsonMember& member : *arguments.as_object()) {
    if (member.key == "properties") {
      Members left;
      for (const JsonMember& property : *member.value.as_object()) {
        if (!is_captured(route.notes, property.key)) left.push_back(property);
      }
      members.push_back({member.key, make_object(std::move(left))});
    } else if (member.key == "required") {
      JsonValue::Array left;
      for (const JsonValue& name : *member.value.as_array()) {
        if (!is_captured(route.notes, *name.as_string())) left.push_back(name);
      }
      if (!left.empty()) members.push_back({member.key, std::move(left)});
    } else {
      members.push_back(member);
    }
  }
  return make_object(std::move(members));
}

// ---- one route ----

JsonValue responses(std::string_view media_type, std::optional<JsonValue> schema) {
  JsonValue good = make_object({{"description", "the result"}});
  if (schema) {
    good = make_object({{"content", content(media_type, *std::move(schema))}, {"description", "the result"}});
  }
  const JsonValue bad = make_object({{"content", content("application/problem+json", reference("Problem"))},
                                     {"description", "the problem; docs/server.md lists the statuses"}});
  return make_object({{"200", std::move(good)}, {"default", bad}});
}

// "get_v1_contexts_context_log"
std::string id_of(const Route& route) {
  std::string id(route.method);
  for (const char c : route.pattern) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_plain) id += c;
    if (!is_plain && id.back() != '_') id += '_';
  }
  for (char& c : id) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return id;
}

JsonValue described(const Route& route) {
  Members members = {{"operationId", id_of(route)}};
  JsonValue::Array parameters;
  for (const std::string& name : names_in(route.pattern)) {
    parameters.push_back(parameter(name, "path", true, text_schema()));
  }
  const auto operation = route.notes.operation.empty() ? std::optional<Operation>() : [&] {
    auto found = find_operation(route.notes.operation);
    return found ? std::optional(*std::move(found)) : std::nullopt;
  }();
  std::string summary(route.notes.summary);
  std::optional<JsonValue> schema;
  const bool is_json = route.notes.media_type.empty();
  if (operation) {
    if (summary.empty()) summary = operation->summary;
    const JsonValue arguments = parsed(operation->arguments);
    const bool has_body = route.method == "POST" || route.method == "PUT";
    if (has_body) {
      members.push_back(
          {"requestBody", make_object({{"content", content("application/json", body_schema(route, arguments))},
                                       {"required", false}})});
    } else {
      add_query(route, arguments, parameters);
    }
    schema = parsed(operation->result);
  } else if (!is_json) {
    schema = text_schema();
  } else {
    schema = make_object({{"type", "object"}});
  }
  members.push_back({"parameters", std::move(parameters)});
  members.push_back({"responses", responses(is_json ? "application/json" : route.notes.media_type, std::move(schema))});
  members.push_back({"summary", summary});
  if (route.access == Access::Open) members.push_back({"security", JsonValue::Array()});
  return make_object(std::move(members));
}

JsonValue problem_schema() {
  const JsonValue text = text_schema();
  const JsonValue text_or_null = parsed(R"({"type":["string","null"]})");
  const JsonValue place =
      parsed(R"({"type":["object","null"],"properties":{"length":{"type":"integer"},"offset":{"type":"integer"}}})");
  return make_object({{"properties", make_object({{"code", text},
                                                  {"detail", text},
                                                  {"hint", text_or_null},
                                                  {"kind", text},
                                                  {"place", place},
                                                  {"rule", text_or_null},
                                                  {"status", parsed(R"({"type":"integer"})")},
                                                  {"title", text},
                                                  {"type", text}})},
                      {"required", parsed(R"(["code","detail","hint","kind","place","rule","status","title","type"])")},
                      {"type", "object"}});
}

}  // namespace

std::string openapi_json(const std::vector<Route>& routes) {
  std::map<std::string, Members> paths;
  const auto add = [&paths](const Route& route) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    paths[std::string(route.pattern)].push_back({method, described(route)});
  };
  for (const Route& route : routes) add(route);
  for (const Operation& operation : list_operations()) {
    const std::string pattern = "/v1/operations/" + operation.name;
    Route route;
    route.method = "POST";
    route.pattern = pattern;
    route.notes.operation = operation.name;
    add(route);
  }
  Members described_paths;
  for (auto& [path, methods] : paths) described_paths.push_back({path, make_object(std::move(methods))});
  return json_text_of(make_object(
      {{"components", make_object({{"schemas", make_object({{"Problem", problem_schema()}})},
                                   {"securitySchemes", parsed(R"({"token":{"type":"http","scheme":"bearer"}})")}})},
       {"info", make_object({{"title", "Latewood"}, {"version", std::string(kVersion)}})},
       {"openapi", "3.1.0"},
       {"paths", make_object(std::move(described_paths))},
       {"security", parsed(R"([{"token":[]}])")}}));
}

}  // namespace latewood::server
