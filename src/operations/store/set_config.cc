// Sets what calls use when they name nothing else.
#include <optional>
#include <string>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/json_text.h"
#include "latewood/prices.h"
#include "latewood/settings.h"
#include "operations/session/session_state.h"
#include "operations/store/settings_json.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

const Schema& set_config_arguments() {
  static const Schema kSettings =
      object({optional("actor", nullable(text("recorded with edits; empty: none"))),
              optional("context", nullable(text("the context of calls that name none; a setting of the store only"))),
              optional("counter", nullable(text("counts tokens: o200k_base, cl100k_base or estimate"))),
              optional("prices", nullable(any_of({text(), map_of(anything())},
                                                 "the name of a row of the shipped prices, or a row; of plan, "
                                                 "simulate, stats, prefix, recommend_policy"))),
              optional("profile", nullable(text("the profile of requests; empty: the canonical thread")))},
             "a member that is absent stays as it is, null removes it");
  static const Schema kSchema =
      object({optional("context", text("the context to set them for; default: the whole store")),
              required("settings", kSettings)});
  return kSchema;
}

void take(const JsonValue& given, std::string_view name, std::optional<std::string>& setting) {
  const JsonValue* value = given.find(name);
  if (value == nullptr) return;
  setting = value->is_null() ? std::nullopt : std::optional(*value->as_string());
}

// A row is kept as text, in canonical form.
Result<void> take_prices(const Arguments& arguments, std::optional<std::string>& setting) {
  const JsonValue* value = arguments.find("settings")->find("prices");
  if (value == nullptr) return {};
  setting.reset();
  if (value->is_null()) return {};
  const std::string text = value->as_string() != nullptr ? *value->as_string() : json_text_of(*value);
  LW_TRY_ASSIGN(const Prices prices, read_prices(text));
  setting = text.starts_with('{') ? prices_json(prices) : text;
  return {};
}

Result<std::string> set_config(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(Repository* const repository, session.repository());
  const JsonValue& given = *arguments.find("settings");
  std::optional<std::string> prices;
  LW_TRY(take_prices(arguments, prices));
  const auto change = [&](Settings& settings) {
    take(given, "actor", settings.actor);
    take(given, "context", settings.context);
    take(given, "counter", settings.counter);
    if (given.find("prices") != nullptr) settings.prices = prices;
    take(given, "profile", settings.profile);
  };
  const auto context = arguments.find_text("context");
  const auto changed = context ? change_settings(*repository, *context, change) : change_settings(*repository, change);
  if (!changed) {
    const JsonValue* named = given.find("context");
    const std::string missing = context                                             ? *context
                                : named != nullptr && named->as_string() != nullptr ? *named->as_string()
                                                                                    : "";
    return with_hint(*repository, {missing, {}, {}}, changed.error());
  }
  session.forget_facts();
  LW_TRY_ASSIGN(const JsonValue settings, settings_json(session, arguments));
  return json_text_of(settings);
}

}  // namespace

const Row kSetConfig = {
    .name = "set_config",
    .scope = Scope::Write,
    .summary =
        "Sets the context, profile, actor, token counter or prices of calls that name none, for a store or a context.",
    .arguments = set_config_arguments,
    .result = settings_schema,
    .example = R"({"settings":{"profile":"anthropic"}})",
    .errors = {kContextNotFound, kOptionInvalid, kProfileUnknown},
    .run = set_config,
};

}  // namespace latewood::operations
