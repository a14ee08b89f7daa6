#include "operations/session/store_facts.h"

#include <utility>

#include "base/try.h"
#include "latewood/ext/store_changes.h"

namespace latewood::operations {

void StoreFacts::compare(const Repository& repository) {
  // Marks are kept in the order in which they were read, so that no call undoes what a later one saw.
  const std::lock_guard comparing(comparing_);
  auto* telling = dynamic_cast<store::TellsChanges*>(&repository.store());
  std::string mark;
  if (telling != nullptr) {
    // The call itself reports a store that cannot be reached.
    if (auto found = telling->change_mark()) mark = *std::move(found);
  }
  const std::lock_guard lock(mutex_);
  if (!mark.empty() && mark == mark_) return;
  mark_ = std::move(mark);
  ++times_forgotten_;
  settings_.clear();
  branches_.clear();
  default_context_.clear();
}

void StoreFacts::forget() {
  const std::lock_guard lock(mutex_);
  ++times_forgotten_;
  settings_.clear();
  branches_.clear();
  default_context_.clear();
}

std::string StoreFacts::mark() const {
  const std::lock_guard lock(mutex_);
  return mark_;
}

// A value that was read before another call forgot everything may be older than the mark, and is not kept.
template <class Value, class Load>
Result<Value> StoreFacts::known_or(std::map<std::string, Value>& known, const std::string& context, Load load) {
  std::uint64_t times = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto found = known.find(context);
    if (found != known.end()) return found->second;
    times = times_forgotten_;
  }
  LW_TRY_ASSIGN(Value value, load());
  const std::lock_guard lock(mutex_);
  if (!mark_.empty() && times == times_forgotten_) known.emplace(context, value);
  return value;
}

Result<Settings> StoreFacts::settings(const Repository& repository) {
  return known_or(settings_, {}, [&] { return load_settings(repository); });
}

Result<Settings> StoreFacts::settings(const Repository& repository, const std::string& context) {
  if (context.empty()) return load_settings(repository, context);
  return known_or(settings_, context, [&] { return load_settings(repository, context); });
}

Result<std::string> StoreFacts::default_context(const Repository& repository) {
  return known_or(default_context_, {}, [&]() -> Result<std::string> {
    LW_TRY_ASSIGN(const Settings shared, settings(repository));
    return latewood::default_context(repository, shared);
  });
}

Result<std::string> StoreFacts::current_branch(const Repository& repository, const std::string& context) {
  return known_or(branches_, context, [&] { return repository.current_branch(context); });
}

}  // namespace latewood::operations
