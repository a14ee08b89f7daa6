// A history to read: a context of a store, or a document that `--file` names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "input.h"
#include "latewood/context.h"
#include "latewood/repository.h"
#include "latewood/result.h"
#include "where.h"

namespace latewood::cli {

class History {
 public:
  static Result<History> open(const Where& where);

  const Context& context() const { return context_; }
  // Null if the history is a document.
  const Repository* repository() const { return repository_ ? &*repository_ : nullptr; }

  // The snapshot that people name: "@t-1" or "@c42", and in a store also a branch, a tag,
  // "branch@t-1", a commit id or the first digits of one.
  Result<Snapshot> moment(std::string_view reference);
  // Whether `older` is that moment or one of those before it.
  bool leads_back(std::string_view reference, const Snapshot& older);

 private:
  History(std::optional<Repository> repository, std::string name, Context context)
      : repository_(std::move(repository)), name_(std::move(name)), context_(std::move(context)) {}

  std::optional<Repository> repository_;
  std::string name_;  // of the context in the store
  Context context_;
};

// Opens it, runs `act` on it, or reports why not; `act` gives the exit code.
template <class Act>
int with_history(const Where& where, Act act) {
  auto history = History::open(where);
  if (!history) return report(history.error(), where.file.empty() ? std::string() : name_of_input(where.file));
  return act(*history);
}

}  // namespace latewood::cli
