// Reads the records that a store holds beside commits.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "latewood/digest.h"
#include "latewood/ext/store.h"
#include "latewood/result.h"

namespace latewood::engine {

// The functions return nullopt if the store has no such record or no such commit. They are null if there is no store.
struct RecordSource {
  using Load = std::function<Result<std::optional<std::string>>(const CommitId& id)>;
  Load receipt = {};
  Load admission = {};
  // The newest admission at or before the commit on its line. Used if the commits in between were collected.
  Load last_admission = {};
};

// The store's named value that holds the pending admission of a branch.
inline constexpr std::string_view kPendingAdmissionPrefix = "admission/";
inline std::string pending_admission_name(const std::string& branch) {
  return std::string(kPendingAdmissionPrefix) + branch;
}

RecordSource records_in(const std::shared_ptr<store::Store>& store, store::ContextKey context);

}  // namespace latewood::engine
