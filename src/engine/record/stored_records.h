// What a store keeps beside commits, for whoever asks about one of them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "latewood/digest.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// Nothing for commits without such a record, and for those that the store does not have. The functions may be
// null: there is no store.
struct StoredRecords {
  using Load = std::function<Result<std::optional<std::string>>(const CommitId& id)>;
  Load receipt = {};
  Load admission = {};
  // The newest at or before the commit on its line, for what was collected.
  Load last_admission = {};
};

// The state that holds what was let in from streams and not committed yet.
inline constexpr std::string_view kPendingAdmissionPrefix = "admission/";
inline std::string pending_admission_name(const std::string& branch) {
  return std::string(kPendingAdmissionPrefix) + branch;
}

StoredRecords records_in(const std::shared_ptr<store::Store>& store, store::ContextKey context);

}  // namespace latewood::engine
