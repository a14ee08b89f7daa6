#include "latewood/settings.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/session/settings_text.h"
#include "engine/stored/catalog.h"
#include "latewood/context.h"
#include "latewood/ext/store_names.h"
#include "latewood/nearest_word.h"
#include "latewood/prices.h"
#include "latewood/render.h"
#include "latewood/tokens.h"
#include "store/retry.h"

namespace latewood {
namespace {

using engine::kSettingsName;
using store::ContextKey;
using store::Store;

Result<void> check_counter(const std::string& name) {
  const auto names = token_counter_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  Error error = broken(kOptionInvalid, "there is no token counter '" + name + "'");
  error.hint = "known:";
  for (const std::string_view known : names) error.hint.append(" ").append(known);
  return error;
}

Result<void> check_actor(const std::string& actor) {
  auto checked = check_text(actor);
  if (checked) return {};
  return broken(kOptionInvalid, "the actor: " + checked.error().message);
}

Result<void> check_context(Store& store, ContextKey owner, const std::string& name) {
  if (owner != store::kWholeStore) {
    return broken(kOptionInvalid, "the default context is a setting of the store, not of a context");
  }
  LW_TRY(engine::find_context(store, name));
  return {};
}

// Only what changes is checked: an actor can be set while the profile is one that this build does not know.
Result<void> check_changes(Store& store, ContextKey owner, const Settings& before, const Settings& after) {
  const auto is_new = [](const auto& old, const auto& now) { return now && now != old; };
  if (is_new(before.context, after.context)) LW_TRY(check_context(store, owner, *after.context));
  if (is_new(before.profile, after.profile) && !after.profile->empty()) LW_TRY(find_profile(*after.profile));
  if (is_new(before.actor, after.actor)) LW_TRY(check_actor(*after.actor));
  if (is_new(before.counter, after.counter)) LW_TRY(check_counter(*after.counter));
  if (is_new(before.prices, after.prices)) LW_TRY(read_prices(*after.prices));
  return {};
}

Result<Settings> load(Store& store, ContextKey owner) {
  LW_TRY_ASSIGN(const auto text, store.find_state(owner, kSettingsName));
  return engine::decode_settings(text);
}

Result<Settings> change_in(Store& store, ContextKey owner, const SettingsChange& change) {
  const auto change_once = [&]() -> Result<Settings> {
    LW_TRY_ASSIGN(const auto known, store.find_state(owner, kSettingsName));
    LW_TRY_ASSIGN(const Settings before, engine::decode_settings(known));
    Settings after = before;
    change(after);
    LW_TRY(check_changes(store, owner, before, after));
    if (after == before) return after;
    store::WriteBatch batch;
    batch.context = owner;
    batch.expected_states.push_back({std::string(kSettingsName), known});
    batch.states.push_back({std::string(kSettingsName), engine::encode_settings(after)});
    LW_TRY(store.write(batch));
    return after;
  };
  return store::retry_on_conflict(change_once, store::is_refused_write);
}

}  // namespace

Settings with_fallback(Settings first, const Settings& second) {
  const auto fill = [](std::optional<std::string>& value, const std::optional<std::string>& other) {
    if (!value) value = other;
  };
  fill(first.context, second.context);
  fill(first.profile, second.profile);
  fill(first.actor, second.actor);
  fill(first.counter, second.counter);
  fill(first.prices, second.prices);
  return first;
}

Result<Settings> load_settings(const Repository& repository) { return load(repository.store(), store::kWholeStore); }

Result<Settings> load_settings(const Repository& repository, std::string_view context) {
  LW_TRY_ASSIGN(const ContextKey owner, engine::find_context(repository.store(), context));
  return load(repository.store(), owner);
}

Result<std::string> default_context(const Repository& repository, const Settings& settings) {
  constexpr std::string_view kUsual = "main";
  if (settings.context) return *settings.context;
  LW_TRY_ASSIGN(const auto usual, repository.store().find_context(kUsual));
  if (usual) return std::string(kUsual);
  LW_TRY_ASSIGN(std::vector<std::string> names, repository.contexts());
  return names.size() == 1 ? std::move(names.front()) : std::string(kUsual);
}

Result<Settings> change_settings(Repository& repository, const SettingsChange& change) {
  return change_in(repository.store(), store::kWholeStore, change);
}

Result<Settings> change_settings(Repository& repository, std::string_view context, const SettingsChange& change) {
  LW_TRY_ASSIGN(const ContextKey owner, engine::find_context(repository.store(), context));
  return change_in(repository.store(), owner, change);
}

}  // namespace latewood
