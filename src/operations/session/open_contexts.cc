#include "operations/session/open_contexts.h"

#include <algorithm>

namespace latewood::operations {

std::shared_ptr<OpenBranch> OpenContexts::entry(const std::string& context, const std::string& branch) {
  const std::lock_guard lock(list_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const std::shared_ptr<OpenBranch>& one) {
    return one->context_name == context && one->branch == branch;
  });
  std::shared_ptr<OpenBranch> entry;
  if (found != entries_.end()) {
    entry = *found;
  } else {
    if (entries_.size() >= most_) close_oldest();
    entry = std::make_shared<OpenBranch>();
    entry->context_name = context;
    entry->branch = branch;
    entries_.push_back(entry);
  }
  entry->last_use = ++uses_;
  return entry;
}

// An entry that a call holds is referred to from there too.
void OpenContexts::close_oldest() {
  auto oldest = entries_.end();
  for (auto one = entries_.begin(); one != entries_.end(); ++one) {
    if (one->use_count() > 1) continue;
    if (oldest == entries_.end() || (*one)->last_use < (*oldest)->last_use) oldest = one;
  }
  if (oldest != entries_.end()) entries_.erase(oldest);
}

void OpenContexts::forget(const std::string& context) {
  const std::lock_guard lock(list_);
  std::erase_if(entries_, [&](const std::shared_ptr<OpenBranch>& one) { return one->context_name == context; });
}

void OpenContexts::forget_all() {
  const std::lock_guard lock(list_);
  entries_.clear();
}

std::size_t OpenContexts::size() const {
  const std::lock_guard lock(list_);
  return entries_.size();
}

}  // namespace latewood::operations
