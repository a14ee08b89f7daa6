// The answers that an exported page shows.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "cli/open/caller.h"
#include "latewood/result.h"

namespace latewood::cli {

struct ViewedHistory {
  std::string context;
  std::optional<std::string> profile;  // default: the canonical thread
  std::string range;                   // "OLDER..NEWER" or one moment; empty: all branches
  bool content = true;
};

struct ViewAnswers {
  std::string json;         // for `web::single_file`
  std::size_t commits = 0;  // that the page shows
  std::size_t total = 0;    // that the context has
};

// Asks for everything that the page shows about these commits. `step` is called before each commit; its error ends the
// work.
Result<ViewAnswers> view_answers(Caller& caller, const ViewedHistory& viewed,
                                 const std::function<Result<void>()>& step);

}  // namespace latewood::cli
