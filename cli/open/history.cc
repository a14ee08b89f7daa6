#include "cli/open/history.h"
#include "cli/open/leftovers.h"

#include <string>

#include "cli/open/input.h"

namespace latewood::cli {
Result<History> History::open(Where where) {
  if (!where.file.empty()) {
    auto context = load_context(where.file, {.strict = where.strict, .context = document_options(where)});
    if (!context) return context.error();
    return History(std::nullopt, where, *std::move(context));
  }
  auto repository = open_repository(where, StoreUse::Read);
  if (!repository) return repository.error();
  if (const auto settled = settle(*repository, where); !settled) return settled.error();
  if (where.at.empty()) {
    auto context = open_context(*repository, where);
    if (!context) return context.error();
    return History(*std::move(repository), where, *std::move(context));
  }
  Where on_branch = where;
  on_branch.at.clear();
  const auto moment = moment_on_branch(on_branch, where.at);
  if (!moment) return moment.error();
  auto context = repository->load(where.context, *moment, context_options(where));
  if (!context) return with_nearest_moment(*repository, where, where.at, context.error());
  return History(*std::move(repository), where, *std::move(context));
}

Result<Snapshot> History::moment(std::string_view reference) {
  if (is_on_own_line(reference)) return context_.snapshot(reference);
  const auto loaded = line_to(reference);
  return loaded ? loaded->latest() : loaded.error();
}

Result<Context> History::line_to(std::string_view reference) {
  auto loaded = repository_->load(where_.context, reference, context_options(where_));
  if (!loaded) return with_nearest_moment(*repository_, where_, std::string(reference), loaded.error());
  return loaded;
}

bool History::leads_back(std::string_view reference, const Snapshot& older) {
  const auto on_line = [&older](const Context& line) {
    const auto found = line.at(older.cycle());
    return found && found->commit_id() == older.commit_id();
  };
  if (is_on_own_line(reference)) return on_line(context_);
  const auto loaded = line_to(reference);
  return loaded && on_line(*loaded);
}

}  // namespace latewood::cli
