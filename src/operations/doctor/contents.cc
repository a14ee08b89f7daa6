// The contents of a store: faults, garbage, imports that never ended, edits that wait.
#include <string>
#include <utility>
#include <vector>

#include "latewood/working_diff.h"
#include "operations/doctor/findings.h"

namespace latewood::operations {
namespace {

Result<void> look_at_records(Repository& repository, const Progress& progress, Findings& found) {
  auto wrong = repository.fsck({}, progress);
  if (!wrong) return wrong.error();
  found.wrong = *std::move(wrong);
  auto tables = repository.table_sizes();
  if (!tables) return tables.error();
  found.tables = *std::move(tables);
  const auto uploads = repository.store().list_uploads();
  if (!uploads) return uploads.error();
  found.uploads = uploads->size();
  if (!found.wrong.empty()) return {};
  CollectOptions options;
  options.dry_run = DryRun::Yes;
  const auto garbage = repository.collect(options, progress);
  if (!garbage) return garbage.error();
  found.collectable_bytes = garbage->bytes;
  return {};
}

Result<void> look_at_imports(Repository& repository, const std::vector<store::ContextRecord>& contexts,
                             Findings& found) {
  const auto marks = repository.store().find_states("arriving/");
  if (!marks) return marks.error();
  for (const store::ContextState& mark : marks->states) {
    if (mark.state.value == "arrived") continue;
    for (const store::ContextRecord& context : contexts) {
      if (context.key == mark.context) found.unfinished_imports.push_back("into context " + context.name);
    }
  }
  return {};
}

std::string edits_text(const Context& context) {
  if (context.stale_edits() > 0) return std::to_string(context.stale_edits()) + " edits that need a rebase";
  const auto edits = working_diff(context);
  if (!edits) return {};
  const std::uint64_t nodes = count_edited(context, *edits);
  if (nodes > 0) return "edits of " + std::to_string(nodes) + (nodes == 1 ? " node" : " nodes");
  return pin_edits(context).is_empty() ? std::string() : "pins";
}

Result<void> look_at_edits(Repository& repository, const std::vector<store::ContextRecord>& contexts, Findings& found) {
  for (const store::ContextRecord& record : contexts) {
    const auto journals = repository.store().list_journals(record.key);
    if (!journals) return journals.error();
    for (const std::string& branch : *journals) {
      const auto context = repository.open_context(record.name, {.branch = branch, .create = false});
      const std::string where = "context " + record.name + ", branch " + branch + ": ";
      if (!context) {
        found.wrong.push_back(where + context.error().message);
        continue;
      }
      const std::string edits = edits_text(*context);
      if (!edits.empty()) found.waiting.push_back(where + edits);
    }
  }
  return {};
}

Result<std::vector<store::ContextRecord>> list_contexts(Repository& repository) {
  std::vector<store::ContextRecord> contexts;
  for (;;) {
    const store::ContextKey after = contexts.empty() ? store::ContextKey{} : contexts.back().key;
    auto piece = repository.store().list_contexts(after, 1024);
    if (!piece) return piece.error();
    if (piece->empty()) return contexts;
    contexts.insert(contexts.end(), piece->begin(), piece->end());
  }
}

}  // namespace

Result<void> look_inside(Repository& repository, const Progress& progress, Findings& found) {
  const auto contexts = list_contexts(repository);
  if (!contexts) return contexts.error();
  found.contexts = contexts->size();
  if (auto looked = look_at_records(repository, progress, found); !looked) return looked;
  if (auto looked = look_at_imports(repository, *contexts, found); !looked) return looked;
  return look_at_edits(repository, *contexts, found);
}

}  // namespace latewood::operations
