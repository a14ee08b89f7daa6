#include "server/access/token_record.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "latewood/json_text.h"
#include "latewood/json_value.h"

namespace latewood::server {
namespace {

JsonValue number_text(std::optional<std::int64_t> number) {
  return number ? JsonValue(std::to_string(*number)) : JsonValue();
}

// {"actor","context_prefix","created_ns","expires_ns","scopes"}
std::vector<JsonMember> members_of(const TokenRecord& record) {
  JsonValue::Array scopes;
  for (const std::string& name : scope_names(record.rights)) scopes.emplace_back(name);
  return {{"actor", record.rights.actor},
          {"context_prefix", record.rights.context_prefix},
          {"created_ns", number_text(record.created)},
          {"expires_ns", number_text(record.rights.expires)},
          {"scopes", std::move(scopes)}};
}

std::optional<std::int64_t> number_of(const JsonValue* value) {
  const std::string* text = value == nullptr ? nullptr : value->as_string();
  if (text == nullptr) return std::nullopt;
  std::int64_t number = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), number);
  const bool is_whole = read.ec == std::errc() && read.ptr == text->data() + text->size();
  return is_whole ? std::optional(number) : std::nullopt;
}

std::string text_of(const JsonValue& object, std::string_view name) {
  const JsonValue* value = object.find(name);
  const std::string* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? std::string() : *text;
}

}  // namespace

std::vector<std::string> scope_names(const TokenRights& rights) {
  std::vector<std::string> names;
  for (const Scope scope : {Scope::Read, Scope::Write, Scope::Admin}) {
    if (rights.scope && scope <= *rights.scope) names.emplace_back(to_string(scope));
  }
  if (rights.may_proxy) names.emplace_back("proxy");
  return names;
}

bool add_scope(TokenRights& rights, std::string_view name) {
  if (name == "proxy") rights.may_proxy = true;
  bool is_known = name == "proxy";
  for (const Scope scope : {Scope::Read, Scope::Write, Scope::Admin}) {
    if (name != to_string(scope)) continue;
    rights.scope = std::max(rights.scope.value_or(scope), scope);
    is_known = true;
  }
  return is_known;
}

std::string encode_token(const TokenRecord& record) {
  std::vector<JsonMember> members = members_of(record);
  members.push_back({"sha256", record.digest.hex()});
  return json_text_of(make_object(std::move(members)));
}

Result<TokenRecord> decode_token(const std::string& id, const std::string& text) {
  const Error damaged = {Code::Corruption, "the record of token " + id + " is damaged", {}};
  const auto value = parse_json_text(text);
  if (!value) return damaged;
  const auto digest = Sha256Digest::from_hex(text_of(*value, "sha256"));
  const auto created = number_of(value->find("created_ns"));
  const JsonValue* scopes = value->find("scopes");
  const JsonValue* expires = value->find("expires_ns");
  const bool is_whole = digest && created && scopes != nullptr && scopes->as_array() != nullptr && expires != nullptr;
  if (!is_whole) return damaged;
  TokenRecord record{id, *digest, {}, *created};
  record.rights.context_prefix = text_of(*value, "context_prefix");
  record.rights.actor = text_of(*value, "actor");
  record.rights.expires = number_of(expires);
  if (!expires->is_null() && !record.rights.expires) return damaged;
  for (const JsonValue& scope : *scopes->as_array()) {
    if (scope.as_string() == nullptr || !add_scope(record.rights, *scope.as_string())) return damaged;
  }
  return record;
}

std::string token_json(const TokenRecord& record) {
  std::vector<JsonMember> members = members_of(record);
  members.push_back({"id", record.id});
  return json_text_of(make_object(std::move(members)));
}

}  // namespace latewood::server
