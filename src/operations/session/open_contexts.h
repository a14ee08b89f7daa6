// The contexts that a session keeps open, by name and branch.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "latewood/context.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::operations {

// One branch of a context. Edits take `editing` for their whole time; readers take it for a moment to get the context,
// and read its snapshots without it.
struct OpenBranch {
  std::string context_name;
  std::string branch;
  std::mutex editing;
  // Replaced as a whole when another process was faster, so that readers keep what they have. Guarded by `editing`.
  std::shared_ptr<Context> context = {};
  // The mark of the store (ext/store_changes.h) at which `context` was compared with it. Guarded by `editing`.
  std::string fresh_at = {};
  std::uint64_t last_use = 0;  // guarded by the list
};

class OpenContexts {
 public:
  explicit OpenContexts(std::size_t most) : most_(most) {}

  // The entry of that name, made if it is not there. Closes the least recently used one that no call holds, if there
  // are too many.
  std::shared_ptr<OpenBranch> entry(const std::string& context, const std::string& branch);
  // Forgets all branches of a context: it was deleted, renamed or imported into.
  void forget(const std::string& context);
  void forget_all();
  std::size_t size() const;

 private:
  void close_oldest();

  const std::size_t most_;
  mutable std::mutex list_;
  std::vector<std::shared_ptr<OpenBranch>> entries_;
  std::uint64_t uses_ = 0;
};

}  // namespace latewood::operations
