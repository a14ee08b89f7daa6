// Settings: what the calls of a session use when they name nothing else.
//
//   change_settings(repository, "main", [](Settings& settings) { settings.profile = "anthropic"; }).value();
//   const Settings found = load_settings(repository, "main").value();
//   std::cout << found.profile.value_or("") << '\n';
//
// A store has settings, and each context has. Those of a context come first. They are kept with the store, under
// checksums like every record, and are no part of a commit: a bundle of a whole context has them, a bundle of one line
// and a copy of a context do not.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood {

// nullopt: not set.
struct Settings {
  std::optional<std::string> context = {};  // the context of calls that name none; of a store only
  std::optional<std::string> profile = {};  // the profile of requests; empty: the canonical thread
  std::optional<std::string> actor = {};    // recorded with edits; empty: none
  std::optional<std::string> counter = {};  // the name of a token counter (tokens.h)
  std::optional<std::string> prices = {};   // the name of a row of the shipped prices, or a row as JSON (prices.h)
  friend bool operator==(const Settings&, const Settings&) = default;
};

// The settings of one kind, and those that they come before.
Settings with_fallback(Settings first, const Settings& second);

// Settings of the store, or of the context with this name.
Result<Settings> load_settings(const Repository& repository);
Result<Settings> load_settings(const Repository& repository, std::string_view context);

// The context of calls that name none: that of the settings, else "main", else the only one of the store. "main" if
// there is none of these, so that an error names it.
Result<std::string> default_context(const Repository& repository, const Settings& settings);

// Changes settings in one step: `change` gets those that are stored, and may be called again if another process changes
// them meanwhile. Returns the new ones. E_CONTEXT_NOT_FOUND for a default context that does not exist,
// E_PROFILE_UNKNOWN, E_OPTION_INVALID for an unknown counter, for prices that `read_prices` refuses, and for an actor
// that cannot be recorded.
using SettingsChange = std::function<void(Settings& settings)>;
Result<Settings> change_settings(Repository& repository, const SettingsChange& change);
Result<Settings> change_settings(Repository& repository, std::string_view context, const SettingsChange& change);

}  // namespace latewood
