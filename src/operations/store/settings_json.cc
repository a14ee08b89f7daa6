#include "operations/store/settings_json.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/try.h"
#include "latewood/hint.h"
#include "latewood/settings.h"
#include "latewood/tokens.h"
#include "operations/table/common.h"

namespace latewood::operations {
namespace {

// The first of these that there is.
struct Sources {
  std::optional<std::string> session;
  std::optional<std::string> context;
  std::optional<std::string> store;
  std::optional<std::string> fallback;  // nullopt: none
};

JsonValue setting_json(const Sources& sources) {
  const auto made = [](const std::optional<std::string>& value, std::string from) {
    return make_object({{"from", std::move(from)}, {"value", value ? JsonValue(*value) : JsonValue()}});
  };
  if (sources.session) return made(sources.session, "session");
  if (sources.context) return made(sources.context, "context");
  if (sources.store) return made(sources.store, "store");
  return made(sources.fallback, "default");
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

const Schema& settings_schema() {
  static const Schema kSetting = object({required("from", word({"session", "context", "store", "default"},
                                                               "session: an option or the environment of the program")),
                                         required("value", nullable(text("null: none")))});
  static const Schema kSchema = object({required(
      "settings", object({required("actor", kSetting), required("context", kSetting), required("counter", kSetting),
                          required("prices", kSetting), required("profile", kSetting)}))});
  return kSchema;
}

Result<JsonValue> settings_json(SessionState& session, const Arguments& arguments) {
  LW_TRY_ASSIGN(const Repository* const store, session.repository());
  LW_TRY_ASSIGN(const Settings shared, load_settings(*store));
  LW_TRY_ASSIGN(const std::string context, session.context_name(arguments));
  // The settings of the store can be read and changed while its default context is not there yet.
  Settings own;
  auto found = load_settings(*store, context);
  if (found) {
    own = *std::move(found);
  } else if (found.error().code != Code::NotFound || session.named_context(arguments)) {
    return with_hint(*store, {context, {}, {}}, std::move(found).error());
  }
  const SessionOptions& given = session.options();
  // A caller with a prefix learns no other names.
  const auto default_context = shared.context && session.may_see(*shared.context) ? shared.context : std::nullopt;
  const std::string fallback = session.may_see(context) ? context : "main";
  return make_object(
      {{"settings",
        make_object({{"actor", setting_json({unless_empty(given.actor), own.actor, shared.actor, {}})},
                     {"context", setting_json({session.named_context(arguments), {}, default_context, fallback})},
                     {"counter", setting_json({{}, own.counter, shared.counter, std::string(kEstimateCounter)})},
                     {"prices", setting_json({{}, own.prices, shared.prices, {}})},
                     {"profile", setting_json({unless_empty(given.profile), own.profile, shared.profile, {}})}})}});
}

}  // namespace latewood::operations
