#include "history.h"

#include <string>

#include "input.h"

namespace latewood::cli {
namespace {

bool counts_cycles(std::string_view reference) { return reference.starts_with('@'); }

}  // namespace

Result<History> History::open(const Where& where) {
  if (!where.file.empty()) {
    auto context = load_context(where.file, {.strict = where.strict, .context = context_options(where)});
    if (!context) return context.error();
    return History(std::nullopt, {}, *std::move(context));
  }
  auto repository = open_repository(where, StoreUse::Read);
  if (!repository) return repository.error();
  auto context = where.at.empty() ? open_context(*repository, where)
                                  : repository->load(where.context, where.at, context_options(where));
  if (!context) return context.error();
  return History(*std::move(repository), where.context, *std::move(context));
}

Result<Snapshot> History::moment(std::string_view reference) {
  if (!repository_ || counts_cycles(reference)) return context_.snapshot(reference);
  const auto loaded = repository_->load(name_, reference);
  return loaded ? loaded->latest() : loaded.error();
}

bool History::leads_back(std::string_view reference, const Snapshot& older) {
  const auto on_line = [&older](const Context& line) {
    const auto found = line.at(older.cycle());
    return found && found->commit_id() == older.commit_id();
  };
  if (!repository_ || counts_cycles(reference)) return on_line(context_);
  const auto loaded = repository_->load(name_, reference);
  return loaded && on_line(*loaded);
}

}  // namespace latewood::cli
