#include "cli/open/remote.h"

#include <optional>
#include <utility>

#include "cli/open/input.h"
#include "latewood/context_copy.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"

namespace latewood::cli {
namespace {

// A file ends with a line feed, which is no part of the token.
std::string trimmed(std::string text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  text.erase(end == std::string::npos ? 0 : end + 1);
  return text;
}

Result<std::string> token_in_use() {
  if (std::string token = environment("LATEWOOD_TOKEN"); !token.empty()) return token;
  const std::string file = environment("LATEWOOD_TOKEN_FILE");
  if (file.empty()) return std::string();
  auto text = load_input(file);
  if (!text) {
    Error error = std::move(text).error();
    error.message = "LATEWOOD_TOKEN_FILE names " + file + ": " + error.message;
    return error;
  }
  return trimmed(*std::move(text));
}

// Adds a member unless the operation does not take it, or it is given.
class Defaults {
 public:
  Defaults(const Operation& operation, const std::string& arguments) {
    if (auto schema = parse_json_text(operation.arguments)) schema_ = *std::move(schema);
    if (auto given = parse_json_text(arguments)) given_ = *std::move(given);
  }

  void add(std::string_view name, const JsonValue& value) {
    const JsonValue* taken = schema_.find("properties");
    const bool is_taken = taken != nullptr && taken->find(name) != nullptr;
    if (!is_taken || given_.find(name) != nullptr) return;
    members_ += (members_.empty() ? "" : ",") + json_text(name) + ":" + json_text_of(value);
  }
  void add_text(std::string_view name, const std::string& value) {
    if (!value.empty()) add(name, value);
  }

  // The given text stays as it is: some operations keep the order of members.
  std::string before(const std::string& arguments) const {
    const bool is_object = given_.as_object() != nullptr;
    if (members_.empty() || !is_object) return arguments;
    const std::string rest = arguments.substr(arguments.find('{') + 1);
    return "{" + members_ + (given_.as_object()->empty() ? "" : ",") + rest;
  }

 private:
  JsonValue schema_;
  JsonValue given_;
  std::string members_;
};

Result<std::string> context_of(const Where& where, server::RemoteStore& remote) {
  if (!where.context.empty()) return where.context;
  if (std::string named = environment("LATEWOOD_CONTEXT"); !named.empty()) return named;
  const auto answer = remote.call("config", "{}");
  if (!answer) return answer.error();
  const auto value = parse_json_text(*answer);
  const JsonValue* settings = value ? value->find("settings") : nullptr;
  const JsonValue* context = settings == nullptr ? nullptr : settings->find("context");
  const JsonValue* name = context == nullptr ? nullptr : context->find("value");
  const bool is_named = name != nullptr && name->as_string() != nullptr && !name->as_string()->empty();
  return is_named ? *name->as_string() : std::string("main");
}

}  // namespace

bool is_remote(const Where& where) { return where.file.empty() && server::is_server_url(where.store); }

Result<server::RemoteStore> open_remote(const Where& where) {
  auto token = token_in_use();
  if (!token) return std::move(token).error();
  return server::RemoteStore::open(where.store, {.token = *token, .ca_file = environment("LATEWOOD_CA_FILE")});
}

// The arguments of `set_config` with these names are values to store.
std::string with_defaults(const Where& where, const Operation& operation, const std::string& arguments) {
  if (operation.name == "set_config") return arguments;
  const std::string text = arguments.empty() ? "{}" : arguments;
  Defaults defaults(operation, text);
  const bool is_named_by_content = operation.name == "reconcile";
  const std::string context = where.context.empty() ? environment("LATEWOOD_CONTEXT") : where.context;
  if (!is_named_by_content) defaults.add_text("context", context);
  defaults.add_text("branch", where.branch);
  defaults.add_text("actor", where.actor);
  defaults.add_text("profile", environment("LATEWOOD_PROFILE"));
  if (where.system) defaults.add("system", true);
  if (where.restore) defaults.add("restore_purged", true);
  return defaults.before(text);
}

Result<Repository> open_copy(const Where& where) {
  auto remote = open_remote(where);
  if (!remote) return std::move(remote).error();
  const auto context = context_of(where, *remote);
  if (!context) return context.error();
  const auto bytes = remote->copy(*context);
  if (!bytes) return bytes.error();
  auto repository = Repository::open("memory:");
  if (!repository) return repository;
  if (auto read = read_context_copy(*repository, *bytes); !read) return std::move(read).error();
  return repository;
}

Error remote_store(const Where& where, std::string_view what) {
  // An address that is refused may hold a password.
  const auto url = server::parse_server_url(where.store);
  const std::string name = url ? url->text : "--store";
  return {Code::Unsupported, std::string(what) + " needs the store itself, and " + name + " is a server",
          std::string(errors::kStoreRemote)};
}

Result<void> refuse_remote(const Where& where, std::string_view verb) {
  if (!is_remote(where)) return {};
  return remote_store(where, "`" + std::string(verb) + "`");
}

}  // namespace latewood::cli
