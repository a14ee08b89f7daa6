#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/open/operation_call.h"
#include "cli/open/where.h"
#include "cli/terminal/printable.h"
#include "cli/usage/verb.h"
#include "cli/verbs/verbs.h"

namespace latewood::cli {
namespace {

struct ConfigRequest {
  Where where;
  std::string key;
  std::optional<std::string> value;
  bool unset = false;
  bool json = false;
};

// "profile   anthropic  set for the store".
void print_setting(const std::string& name, const JsonValue& setting) {
  const std::string& value = text_of(setting, "value");
  const std::string& from = text_of(setting, "from");
  std::string line = name + std::string(9 - name.size(), ' ') + (value.empty() ? "-" : printable(value));
  if (from != "default")
    line += from == "session" ? "  given by the command or the environment" : "  set for the " + from;
  std::cout << line << '\n';
}

void print_settings(const JsonValue& result, const std::string& key) {
  const JsonValue& settings = *result.find("settings");
  if (!key.empty()) {
    const std::string& value = text_of(*settings.find(key), "value");
    if (!value.empty()) std::cout << printable(value) << '\n';
    return;
  }
  for (const JsonMember& setting : *settings.as_object()) print_setting(setting.key, setting.value);
}

int run_config(const ConfigRequest& request) {
  const auto show = [&](const JsonValue& result) { print_settings(result, request.key); };
  CallArguments arguments;
  arguments.add_given("context", request.where.context);
  if (!request.value && !request.unset) {
    return run_operation(request.where, "config", arguments, {.json = request.json, .print = show});
  }
  arguments.add("settings", make_object({{request.key, request.value ? JsonValue(*request.value) : JsonValue()}}));
  return run_operation(request.where, "set_config", arguments,
                       {.json = request.json, .done = "the setting is stored", .print = [](const JsonValue&) {}});
}

}  // namespace

void add_config_verb(CLI::App& app, int& exit_code) {
  CLI::App& verb =
      add_verb(app, "config",
               "show or set what commands use when they name no context, profile, actor, counter or prices: "
               "for the store, or with --context for one context",
               "config\nconfig profile anthropic\nconfig --context planner profile openai\n"
               "config --unset actor");
  const auto request = std::make_shared<ConfigRequest>();
  CLI::Option* key =
      verb.add_option("KEY", request->key, "actor, context, counter, prices or profile; default: show all");
  key->type_name("")->check(one_of({"actor", "context", "counter", "prices", "profile"}));
  CLI::Option* value = verb.add_option("VALUE", request->value, "the new value; default: show the value");
  value->type_name("")->needs(key);
  verb.add_flag("--unset", request->unset, "remove the setting")->needs(key)->excludes(value);
  add_store_options(verb, request->where);
  add_json_flag(verb, request->json);
  verb.callback([request, &exit_code] { exit_code = run_config(*request); });
}

}  // namespace latewood::cli
