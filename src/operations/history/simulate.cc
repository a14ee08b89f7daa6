// The costs that a history would have had under other policies.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/rules.h"
#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/simulate.h"
#include "latewood/tokens.h"
#include "operations/json/members.h"
#include "operations/json/price_members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

Schema setting_schema() {
  return object(
      {optional("name", text("default: its number, from 1")),
       optional("policy", nullable(map_of(anything(),
                                          "docs/commit.md has the members; null: nothing is pruned; "
                                          "default: null"))),
       optional("align", count("rounds each ttl up to a cycle that is a multiple of this; default: as recorded")),
       optional("ignores_ttl", boolean("whether blocks are inserted without their ttl; default: false"))});
}

const Schema& simulate_arguments() {
  static const Schema kSchema =
      object(joined({place_members(),
                     render_members(),
                     price_arguments(),
                     {optional("settings", list(setting_schema(), "default: the policy of the branch, and none")),
                      optional("requests", count("only the first ones; default: 0, all"))}}));
  return kSchema;
}

const Schema& simulate_result() {
  static const Schema kSetting =
      object({required("name", text("the first setting is the recorded history itself")), required("requests", count()),
              required("refused", count("requests that the vendor does not accept")),
              required("peak_tokens", count("of the largest request")), required("total_tokens", count()),
              required("served", count("tokens from the cache, by the vendor's rule")),
              required("rebilled", count("tokens that were sent before and are paid anew")),
              required("fresh", count("new tokens")),
              required("breaks", count("requests that do not start with all of the one before")),
              required("sent_before", count("bytes of the older request of each pair")),
              required("unchanged_bytes", count("the part of them that is the start of the newer one")),
              required("cost", count("in millionths of a millionth of a dollar")), required("uncached_cost", count()),
              required("failed", count("edits that could not be made, since what they name had left")),
              required("stopped", nullable(text("why the replay ended early"))),
              required("is_exact", boolean("whether no edit was left out or failed"))});
  static const Schema kSchema = object(
      {required("profile", nullable(text("of the requests that are compared; null: the canonical thread"))),
       required("settings", list(kSetting)), required("left_out", count("edits of the history that no replay makes")),
       required("counter", text()), required("kind", text("exact with the encoding, or estimated with the rule")),
       required("prices", prices_schema()), required("text", text("a table for people")),
       required("svg", text("a plot of the price over the requests"))});
  return kSchema;
}

JsonValue figures_json(const SettingFigures& each) {
  return make_object({{"name", each.name},
                      {"requests", json_of(each.requests)},
                      {"refused", json_of(each.refused)},
                      {"peak_tokens", json_of(each.peak_tokens)},
                      {"total_tokens", json_of(each.total_tokens)},
                      {"served", json_of(each.served)},
                      {"rebilled", json_of(each.rebilled)},
                      {"fresh", json_of(each.fresh)},
                      {"breaks", json_of(each.breaks)},
                      {"sent_before", json_of(each.sent_before)},
                      {"unchanged_bytes", json_of(each.unchanged_bytes)},
                      {"cost", json_of(each.cost)},
                      {"uncached_cost", json_of(each.uncached_cost)},
                      {"failed", json_of(each.failed)},
                      {"stopped", json_of(each.stopped)},
                      {"is_exact", JsonValue(each.is_exact)}});
}

Result<SimulatedSetting> read_setting(const JsonField& given, std::size_t number) {
  SimulatedSetting setting;
  LW_TRY_ASSIGN(const auto name, find_text(given, "name"));
  setting.name = name.value_or(std::to_string(number));
  if (const auto policy = given.find("policy"); policy && !policy->value().is_null()) {
    LW_TRY_ASSIGN(setting.policy, parse_policy(json_text_of(policy->value())));
  }
  LW_TRY_ASSIGN(const auto align, find_u64(given, "align"));
  if (align) {
    if (!setting.policy) setting.policy.emplace();
    setting.policy->align = align;
  }
  const JsonValue* ignores = given.value().find("ignores_ttl");
  setting.ignores_ttl = ignores != nullptr && ignores->as_bool() != nullptr && *ignores->as_bool();
  return setting;
}

Result<std::vector<SimulatedSetting>> settings_of(const Context& context, const Arguments& arguments) {
  if (!arguments.has("settings")) {
    return std::vector<SimulatedSetting>{{"as set", context.policy()}, {"no policy"}, {"no policy, no ttl", {}, true}};
  }
  LW_TRY_ASSIGN(const JsonField list, arguments.field("settings"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, list.items());
  std::vector<SimulatedSetting> settings;
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(SimulatedSetting setting, read_setting(item, settings.size() + 1));
    settings.push_back(std::move(setting));
  }
  return settings;
}

Result<std::string> run_simulation(SessionState& session, const Arguments& arguments) {
  SimulateOptions options;
  options.plan.render = render_options(arguments);
  options.requests = static_cast<std::uint64_t>(arguments.integer("requests", 0));
  LW_TRY(session.take_prices(arguments, options.plan));
  LW_TRY_ASSIGN(const ReadHistory history, session.read(arguments));
  LW_TRY_ASSIGN(const std::optional<std::string> profile, session.profile_name(history, arguments));
  if (profile) {
    LW_TRY_ASSIGN(const ProfileName found, find_profile(*profile));
    options.plan.profile = to_string(found);
  }
  LW_TRY_ASSIGN(const std::vector<SimulatedSetting> settings, settings_of(history.context(), arguments));
  LW_TRY_ASSIGN(const Simulation simulation, simulate(history.context(), settings, options));
  JsonValue::Array rows;
  for (const SettingFigures& each : simulation.settings) rows.push_back(figures_json(each));
  return json_text_of(
      make_object({{"profile", options.plan.profile.empty() ? JsonValue() : JsonValue(options.plan.profile)},
                   {"settings", JsonValue(std::move(rows))},
                   {"left_out", json_of(simulation.left_out)},
                   {"counter", simulation.counter},
                   {"kind", count_kind(simulation.counter)},
                   {"prices", json_of(simulation.prices)},
                   {"text", to_text(simulation)},
                   {"svg", to_svg(simulation)}}));
}

}  // namespace

const Row kSimulate = {
    .name = "simulate",
    .scope = Scope::Read,
    .summary = "Replays the insertions of a branch under other policies and gives what their requests would have cost.",
    .arguments = simulate_arguments,
    .result = simulate_result,
    .example = R"({"profile":"openai","settings":[{"name":"window","policy":{"turns":{"trigger":8,"target":4}}}]})",
    .errors = {kProfileUnknown, kSnapshotNotFound, kSnapshotCollected, kOptionInvalid},
    .run = run_simulation,
};

}  // namespace latewood::operations
