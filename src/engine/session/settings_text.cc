#include "engine/session/settings_text.h"

#include <array>
#include <utility>
#include <vector>

#include "base/try.h"
#include "latewood/ext/store_names.h"
#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "store/retry.h"

namespace latewood::engine {
namespace {

struct SettingMember {
  std::string_view name;
  std::optional<std::string> Settings::*value;
};

constexpr std::array kMembers = {SettingMember{"actor", &Settings::actor}, SettingMember{"context", &Settings::context},
                                 SettingMember{"counter", &Settings::counter},
                                 SettingMember{"prices", &Settings::prices},
                                 SettingMember{"profile", &Settings::profile}};

}  // namespace

std::optional<std::string> encode_settings(const Settings& settings) {
  std::vector<JsonMember> members;
  for (const SettingMember& member : kMembers) {
    const auto& value = settings.*member.value;
    if (value) members.push_back({std::string(member.name), *value});
  }
  if (members.empty()) return std::nullopt;
  return json_text_of(make_object(std::move(members)));
}

Result<Settings> decode_settings(const std::optional<std::string>& text) {
  Settings settings;
  if (!text) return settings;
  if (const auto value = parse_json_text(*text)) {
    for (const SettingMember& member : kMembers) {
      const JsonValue* found = value->find(member.name);
      if (found != nullptr && found->as_string() != nullptr) settings.*member.value = *found->as_string();
    }
  }
  if (encode_settings(settings) == text) return settings;
  return Error{Code::Corruption, "state " + std::string(kSettingsName) + ": these are no settings", {}, {}};
}

Settings settings_for(store::Store& store, store::ContextKey context) {
  Settings settings;
  for (const store::ContextKey owner : {context, store::kWholeStore}) {
    const auto text = store.find_state(owner, kSettingsName);
    const auto found = text ? decode_settings(*text) : Result<Settings>(text.error());
    if (!found) continue;
    for (const SettingMember& member : kMembers) {
      if (!(settings.*member.value)) settings.*member.value = (*found).*member.value;
    }
  }
  return settings;
}

Result<void> replace_default_context(store::Store& store, std::string_view name,
                                     const std::optional<std::string>& other) {
  const auto replace = [&]() -> Result<void> {
    LW_TRY_ASSIGN(const auto known, store.find_state(store::kWholeStore, kSettingsName));
    LW_TRY_ASSIGN(Settings settings, decode_settings(known));
    if (settings.context != name) return {};
    settings.context = other;
    store::WriteBatch batch;
    batch.context = store::kWholeStore;
    batch.expected_states.push_back({std::string(kSettingsName), known});
    batch.states.push_back({std::string(kSettingsName), encode_settings(settings)});
    return store.write(batch);
  };
  return store::retry_on_conflict(replace, store::is_refused_write);
}

}  // namespace latewood::engine
