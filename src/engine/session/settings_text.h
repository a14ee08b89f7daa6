// The stored form of settings: one state, canonical JSON with the members that are set.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "latewood/ext/store.h"
#include "latewood/result.h"
#include "latewood/settings.h"

namespace latewood::engine {

// The name under which a context stores its settings, and `store::kWholeStore` those of the whole store.
inline constexpr std::string_view kSettingsName = "settings";

// Returns nullopt if no setting is set.
std::optional<std::string> encode_settings(const Settings& settings);
// Corruption for anything that `encode_settings` does not give.
Result<Settings> decode_settings(const std::optional<std::string>& text);

// The settings of a context and, where it has none, those of the store. What cannot be read is left out: calls that
// need it report it.
Settings settings_for(store::Store& store, store::ContextKey context);

// Makes the setting `context` of the store follow a context that is renamed, or deleted (nullopt).
Result<void> replace_default_context(store::Store& store, std::string_view name,
                                     const std::optional<std::string>& other);

}  // namespace latewood::engine
