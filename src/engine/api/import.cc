// Imports documents: exchange/ makes trees of them, and adopt.cc makes the trees snapshots of a context.
#include <optional>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "engine/branch/adopt.h"
#include "engine/branch/timeline.h"
#include "engine/branch/warnings.h"
#include "exchange/snapshot_document.h"
#include "exchange/tree_builder.h"
#include "history/snapshot_data.h"
#include "latewood/exchange.h"
#include "warp/mapping/tree_change.h"

namespace latewood {
namespace {

using engine::Branch;
using exchange::DocumentKind;
using exchange::SnapshotDocument;

engine::Envelope kept(std::vector<JsonMember> members) {
  if (members.empty()) return nullptr;
  return std::make_shared<const std::vector<JsonMember>>(std::move(members));
}

class Importer {
 public:
  explicit Importer(const ImportOptions& options)
      : options_(options),
        notes_(options.strict ? exchange::Completeness::Strict : exchange::Completeness::Complete, placed(options.note),
               counted(options.context.warn)) {
    if (!options_.context.clock) options_.context.clock = make_host_clock();
    branch_ = std::make_unique<Branch>(engine::memory_setup(options_.context));
  }

  // Imports a document. Warns the host once: of the completed and corrected members, or of a collision of digests.
  Result<Context> import(exchange::DocumentWindow& document, std::optional<DocumentKind> wanted) {
    const WarningSink warn = options_.context.warn;
    Result<Context> imported = read(document, wanted);
    if (!imported) engine::warn_of_collision(imported.error(), warn);
    if (imported) engine::warn_of_completions(completed_, corrected_, warn);
    return imported;
  }

 private:
  Result<Context> read(exchange::DocumentWindow& document, std::optional<DocumentKind> wanted) {
    window_ = &document;
    // Each snapshot is added to the branch before the next one is read, since reading looks up earlier nodes.
    LW_TRY_ASSIGN(
        exchange::DocumentEnd end,
        exchange::read_document(
            document, notes_, [this](std::string_view content) { return branch_->pool().add_late_payload(content); },
            [this](SnapshotDocument each) { return add(std::move(each)); }));
    if (wanted && end.kind != *wanted) return wrong_kind(*wanted);
    branch_->set_envelope(kept(std::move(end.others)));
    return engine::Access::context(std::move(options_.context), std::move(branch_));
  }

  // Adds the offset of the current part to the place of each note.
  exchange::ImportNotes::Take placed(const exchange::ImportNotes::Take& take) {
    if (!take) return {};
    return [this, &take](ImportNote note) {
      note.place.offset += window_->begin();
      take(note);
    };
  }

  // Counts the notes for the warning; does nothing without a warning function.
  exchange::ImportNotes::Count counted(const WarningSink& warn) {
    if (!warn) return {};
    return [this](ImportNoteKind kind) {
      completed_ += kind == ImportNoteKind::Completed ? 1 : 0;
      corrected_ += kind == ImportNoteKind::Warning ? 1 : 0;
    };
  }

  Result<void> add(SnapshotDocument document);
  Result<std::uint64_t> cycle_of(const SnapshotDocument& document) const;

  static Error wrong_kind(DocumentKind wanted) {
    const bool history = wanted == DocumentKind::History;
    return {Code::InvalidArgument,
            history ? "the document is one snapshot; expected a history"
                    : "the document is a history; expected one snapshot",
            {},
            Place{0, 0}};
  }

  ImportOptions options_;
  const exchange::DocumentWindow* window_ = nullptr;  // the window of the current document
  const exchange::ImportNotes notes_;
  std::uint64_t completed_ = 0;  // members and regions that were missing
  std::uint64_t corrected_ = 0;  // members that contradicted another member
  std::unique_ptr<Branch> branch_;
};

// The cycle of a snapshot. Default: one after the snapshot before it; 0 for the first (D-03).
Result<std::uint64_t> Importer::cycle_of(const SnapshotDocument& document) const {
  const history::SnapshotData* before = branch_->head();
  if (!document.cycle) return before == nullptr ? 0 : before->cycle() + 1;
  if (before == nullptr || before->cycle() < *document.cycle) return *document.cycle;
  return Error{Code::InvalidArgument,
               "cycle " + std::to_string(*document.cycle) + " comes after cycle " + std::to_string(before->cycle()),
               {},
               document.place};
}

Result<void> Importer::add(SnapshotDocument document) {
  LW_TRY_ASSIGN(const std::uint64_t cycle, cycle_of(document));
  if (!document.cycle) LW_TRY(notes_.completed_envelope("cycle", std::to_string(cycle), document.place, cycle));
  const history::SnapshotData* before = branch_->head();
  const exchange::PriorTree prior = before == nullptr ? exchange::PriorTree() : exchange::PriorTree(before->tree);
  LW_TRY_ASSIGN(tree::Tree tree,
                exchange::build_tree(std::move(document.nodes), cycle, notes_, prior, branch_->pool()));
  tree.set_pins(std::move(document.pins));
  const engine::BranchTimeline& timeline = branch_->timeline();
  const bool has_moved =
      before != nullptr && engine::has_moved_nodes(timeline, tree, warp::changed_rings(timeline.base(), tree));
  if (has_moved) branch_ = branch_->fork(*before, branch_->setup().receipts);
  branch_->adopt(tree, kept(std::move(document.others)));
  return {};
}

}  // namespace

Result<Context> import_snapshot(std::string_view document, const ImportOptions& options) {
  exchange::DocumentWindow window(document);
  return Importer(options).import(window, DocumentKind::Snapshot);
}

Result<Context> import_history(std::string_view document, const ImportOptions& options) {
  exchange::DocumentWindow window(document);
  return Importer(options).import(window, DocumentKind::History);
}

Result<Context> import_document(std::string_view document, const ImportOptions& options) {
  exchange::DocumentWindow window(document);
  return Importer(options).import(window, std::nullopt);
}

Result<Context> import_document(const ByteSource& source, const ImportOptions& options) {
  exchange::DocumentWindow window(source);
  return Importer(options).import(window, std::nullopt);
}

// Inserts the blocks of a flat log. A block whose id is taken in the context gets a new id.
Result<void> insert_flat_log(Context& context, std::string_view document) {
  LW_TRY_ASSIGN(std::vector<LogEntry> entries, parse_flat_log(document));
  const auto insert_all = [&entries](tree::Editor& editor) -> Result<void> {
    for (LogEntry& entry : entries) {
      const auto inserted = editor.insert(entry.component, entry.depth);
      if (inserted) continue;
      if (inserted.error().rule != kDuplicateId) return inserted.error();
      entry.component.id.reset();
      LW_TRY(editor.insert(entry.component, entry.depth));
    }
    return {};
  };
  return engine::Access::impl(context).edit(insert_all);
}

}  // namespace latewood
