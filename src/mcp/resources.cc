#include "mcp/resources.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "operations/table/table.h"

namespace latewood::mcp {
namespace {

constexpr std::string_view kScheme = "latewood://";
// A page of the list has so many contexts, and of each so many snapshots.
constexpr std::size_t kContextsOfPage = 20;
constexpr std::int64_t kSnapshotsOfContext = 3;

struct Part {
  const char* name;
  const char* operation;
  const char* moment;        // the argument that takes the moment
  const char* template_end;  // behind latewood://{context}/{moment}/
  const char* description;
};

constexpr Part kParts[] = {
    {"thread", "render", "moment", "thread",
     "The messages of a snapshot: the canonical thread, before any provider's form."},
    {"tree", "tree", "moment", "tree", "The tree of a snapshot."},
    {"log", "log", "moment", "log", "The commits of a line of history, newest first."},
    {"node", "show", "at", "node/{id}", "One node of a snapshot, with its headers and its content."},
};

const Part* find_part(std::string_view name) {
  for (const Part& part : kParts) {
    if (part.name == name && operations::find_row(part.operation) != nullptr) return &part;
  }
  return nullptr;
}

// ---- percent encoding ----

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]);
    const int low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool stands_for_itself(char c) {
  const bool is_letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return is_letter_or_digit || std::string_view("-._~@").find(c) != std::string_view::npos;
}

std::string encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (stands_for_itself(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte / 16];
    out += kDigits[byte % 16];
  }
  return out;
}

std::vector<std::string_view> parts_between_slashes(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t slash = text.find('/');
    parts.push_back(text.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    text.remove_prefix(slash + 1);
  }
}

// ---- the list ----

Result<JsonValue> called(Session& session, std::string_view operation, std::vector<JsonMember> arguments) {
  LW_TRY_ASSIGN(const std::string result, session.call(operation, json_text_of(make_object(std::move(arguments)))));
  return parse_json_text(result);
}

std::string text_of(const JsonValue& object, std::string_view member) {
  const JsonValue* value = object.find(member);
  return value != nullptr && value->as_string() != nullptr ? *value->as_string() : std::string();
}

const JsonValue::Array& array_of(const JsonValue& object, std::string_view member) {
  static const JsonValue::Array kNone;
  const JsonValue* value = object.find(member);
  return value != nullptr && value->as_array() != nullptr ? *value->as_array() : kNone;
}

JsonValue resource(const Address& address, const JsonValue& commit) {
  const JsonValue* cycle = commit.find("cycle");
  const std::string number = cycle == nullptr ? std::string() : json_text_of(*cycle);
  std::vector<JsonMember> members = {{"uri", address_text(address)},
                                     {"name", address.context + "@c" + number + "/" + address.part},
                                     {"mimeType", "application/json"}};
  const std::string message = text_of(commit, "message");
  if (!message.empty()) members.push_back({"description", message});
  return make_object(std::move(members));
}

Result<void> add_newest(Session& session, const std::string& context, JsonValue::Array& out) {
  LW_TRY_ASSIGN(const JsonValue log,
                called(session, "log", {{"context", context}, {"limit", JsonValue(kSnapshotsOfContext)}}));
  for (const JsonValue& commit : array_of(log, "commits")) {
    for (const char* part : {"thread", "tree"}) {
      if (find_part(part) == nullptr) continue;
      out.push_back(resource({context, text_of(commit, "commit_id"), part, {}}, commit));
    }
  }
  return {};
}

// The index of the first context of a page.
Result<std::size_t> start_of_page(const JsonValue::Array& contexts, const std::string& cursor) {
  if (cursor.empty()) return std::size_t{0};
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    if (text_of(contexts[i], "name") == cursor) return i;
  }
  return broken(kArgumentInvalid, "/cursor: the list has no such page");
}

}  // namespace

std::optional<Address> parse_address(std::string_view uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  const auto parts = parts_between_slashes(uri.substr(kScheme.size()));
  if (parts.size() < 3) return std::nullopt;
  const Part* part = find_part(parts[2]);
  if (part == nullptr) return std::nullopt;
  const bool is_node = std::string_view(part->name) == "node";
  if (parts.size() != (is_node ? 4U : 3U)) return std::nullopt;
  const auto context = decoded(parts[0]);
  const auto moment = decoded(parts[1]);
  const auto id = decoded(is_node ? parts[3] : std::string_view());
  if (!context || !moment || !id || context->empty() || moment->empty() || id->empty() == is_node) return std::nullopt;
  return Address{*context, *moment, part->name, *id};
}

std::string address_text(const Address& address) {
  std::string text = std::string(kScheme) + encoded(address.context) + "/" + encoded(address.moment) + "/";
  text += address.part;
  if (!address.id.empty()) text += "/" + encoded(address.id);
  return text;
}

JsonValue::Array resource_templates() {
  JsonValue::Array all;
  for (const Part& part : kParts) {
    if (find_part(part.name) == nullptr) continue;
    all.push_back(make_object({{"uriTemplate", std::string(kScheme) + "{context}/{moment}/" + part.template_end},
                               {"name", std::string(part.name)},
                               {"description", std::string(part.description)},
                               {"mimeType", "application/json"}}));
  }
  return all;
}

Result<ResourcePage> list_resources(Session& session, const std::string& cursor) {
  LW_TRY_ASSIGN(const JsonValue listed, called(session, "contexts", {}));
  const JsonValue::Array& contexts = array_of(listed, "contexts");
  LW_TRY_ASSIGN(const std::size_t begin, start_of_page(contexts, cursor));
  const std::size_t end = std::min(contexts.size(), begin + kContextsOfPage);
  ResourcePage page;
  for (std::size_t i = begin; i < end; ++i) {
    LW_TRY(add_newest(session, text_of(contexts[i], "name"), page.resources));
  }
  if (end < contexts.size()) page.next = text_of(contexts[end], "name");
  return page;
}

Result<std::string> read_resource(Session& session, const Address& address) {
  const Part* part = find_part(address.part);
  if (part == nullptr) return broken(kArgumentInvalid, "there is no resource '" + address.part + "'");
  std::vector<JsonMember> arguments = {{"context", address.context}, {part->moment, address.moment}};
  if (!address.id.empty()) arguments.push_back({"names", address.id});
  const bool is_thread = address.part == "thread";
  // Without a profile: the thread is the same whatever the store's settings are.
  if (is_thread) arguments.push_back({"profile", ""});
  if (!is_thread) return session.call(part->operation, json_text_of(make_object(std::move(arguments))));
  LW_TRY_ASSIGN(const JsonValue rendered, called(session, part->operation, std::move(arguments)));
  return text_of(rendered, "request");
}

}  // namespace latewood::mcp
