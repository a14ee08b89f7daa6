// Facts of a store that calls need before they do their work: settings and branches in use. They are kept until the
// store is written to.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "latewood/repository.h"
#include "latewood/result.h"
#include "latewood/settings.h"

namespace latewood::operations {

// Every member may be called from any thread.
class StoreFacts {
 public:
  // Forgets everything if the store was written to since the last comparison, or does not tell.
  void compare(const Repository& repository);
  void forget();

  // The mark of the last comparison (latewood/ext/store_changes.h); empty: the store does not tell.
  std::string mark() const;

  // As `load_settings` and `Repository::current_branch`.
  Result<Settings> settings(const Repository& repository);
  Result<Settings> settings(const Repository& repository, const std::string& context);
  // As `latewood::default_context`.
  Result<std::string> default_context(const Repository& repository);
  Result<std::string> current_branch(const Repository& repository, const std::string& context);

 private:
  template <class Value, class Load>
  Result<Value> known_or(std::map<std::string, Value>& known, const std::string& context, Load load);

  std::mutex comparing_;
  mutable std::mutex mutex_;
  std::string mark_;
  std::uint64_t times_forgotten_ = 0;
  std::map<std::string, Settings> settings_;  // by context; those of the store under the empty name
  std::map<std::string, std::string> branches_;
  std::map<std::string, std::string> default_context_;  // under the empty name
};

}  // namespace latewood::operations
