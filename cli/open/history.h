// A history to read: a context of a store, or the document of --file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/open/input.h"
#include "cli/open/where.h"
#include "cli/terminal/guarded_output.h"
#include "latewood/context.h"
#include "latewood/repository.h"
#include "latewood/result.h"

namespace latewood::cli {

class History {
 public:
  static Result<History> open(Where where);

  const Context& context() const { return context_; }
  // Null if the history is a document.
  const Repository* repository() const { return repository_ ? &*repository_ : nullptr; }

  const Where& where() const { return where_; }
  // The profile of requests (`cli/open/where.h`).
  Result<std::optional<std::string>> shown_profile(const std::optional<std::string>& named) const {
    return cli::shown_profile(repository(), where_, named);
  }

  // The snapshot for a reference: "@t-1" or "@c42", and in a store also a branch, a tag, "branch@t-1", a commit id or a
  // prefix of one.
  Result<Snapshot> moment(std::string_view reference);
  // Calls `act` with a context that contains the moment and with its reference there; reports the error if there is
  // none. A branch or tag may belong to another line of history than the one that was opened.
  template <class Act>
  int at(std::string_view reference, Act act) {
    if (is_on_own_line(reference)) return act(std::as_const(context_), std::string(reference));
    const auto line = line_to(reference);
    return line ? act(*line, std::string("@t0")) : report(line.error());
  }
  // Whether `older` is this moment or one of its ancestors.
  bool leads_back(std::string_view reference, const Snapshot& older);

 private:
  History(std::optional<Repository> repository, Where where, Context context)
      : repository_(std::move(repository)), where_(std::move(where)), context_(std::move(context)) {}

  bool is_on_own_line(std::string_view reference) const { return !repository_ || reference.starts_with('@'); }
  Result<Context> line_to(std::string_view reference);

  std::optional<Repository> repository_;
  Where where_;
  Context context_;
};

// Opens the history and calls `act`, which returns the exit code. Reports the error if it does not open.
template <class Act>
int with_history(const Where& where, Act act) {
  if (!where.no_pager) start_paging();
  auto history = History::open(where);
  if (!history) return report(history.error(), where.file.empty() ? std::string() : name_of_input(where.file));
  return act(*history);
}

}  // namespace latewood::cli
