#include "reconcile/placement.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "engine/api/past_attempts.h"
#include "reconcile/write_request.h"

namespace latewood::reconcile {
namespace {

// The masked texts that the system region has with another text.
std::vector<MaskedText> changed_masks(const HeldLine& line, const Context& context,
                                      const std::vector<MaskedText>& masked) {
  std::vector<MaskedText> changed;
  for (const MaskedText& each : masked) {
    if (each.index < line.tools.size() || each.index - line.tools.size() >= line.system.size()) continue;
    const auto held = context.working_node(line.system[each.index - line.tools.size()].id);
    const bool is_same = held && held->content && *held->content == JsonValue(each.text);
    if (!is_same) changed.push_back(each);
  }
  return changed;
}

class Placement {
 public:
  Placement(ContextLines& lines, const UnitReader& reader, const Request& request, const Choice& choice)
      : lines_(lines), reader_(reader), request_(request), choice_(choice) {}

  Result<Reconciled> retry() {
    LW_TRY_ASSIGN(OpenLine* const opened, lines_.open(choice_.branch));
    LW_TRY_ASSIGN(const Snapshot snapshot, opened->context.at(choice_.base->cycle));
    Reconciled done = described();
    done.branch = choice_.branch;
    done.cycle = snapshot.cycle();
    done.commit_id = snapshot.commit_id();
    done.base = snapshot.parent();
    return done;
  }

  Result<Reconciled> write(const std::string& branch, const CommitNote& note, const std::vector<MaskedText>& masked) {
    LW_TRY_ASSIGN(OpenLine* const opened, lines_.open(branch));
    Context& context = opened->context;
    engine::set_commit_flush(context, lines_.commit_flush());
    Reconciled done = described();
    done.branch = branch;
    if (const auto latest = context.latest()) done.base = latest->commit_id();
    const std::vector<MaskedText> changed = changed_masks(opened->line, context, masked);
    WriteOptions options;
    options.note = note;
    options.masked = &changed;
    const bool is_compaction = choice_.kind == ReconcileKind::Compaction;
    if (options.note->message.empty())
      options.note->message = first_words_of(request_, is_compaction ? 0 : choice_.kept);
    LW_TRY_ASSIGN(const WriteCounts counts,
                  is_compaction ? compact(*opened, options)
                                : write_appended(context, opened->line, request_, choice_.kept, options));
    const std::size_t first = choice_.kept;
    if (!is_compaction) {
      for (std::size_t at = first; at < request_.blocks.size(); ++at) opened->line.push(request_.blocks[at].unit);
    }
    LW_TRY(lines_.note_commit(branch, !is_compaction));
    LW_TRY_ASSIGN(const Snapshot made, context.latest());
    done.cycle = made.cycle();
    done.commit_id = made.commit_id();
    done.added = counts.added;
    done.taken = counts.taken;
    done.covered = counts.covered;
    done.system_added = counts.system_added;
    done.system_removed = counts.system_removed;
    return done;
  }

 private:
  Reconciled described() const {
    Reconciled done;
    done.kind = choice_.kind;
    done.context = lines_.name();
    done.blocks = request_.size();
    done.kept = request_.before + choice_.kept;
    done.reason = choice_.reason;
    return done;
  }

  Result<WriteCounts> compact(OpenLine& opened, const WriteOptions& options) {
    std::vector<std::string> ids;
    LW_TRY_ASSIGN(const HeldLine line, working_line(opened.context, reader_, &ids));
    const std::vector<Unit> given = request_.units();
    const std::vector<Hunk> hunks = hunks_of(line.units, given, compare(line.units, given));
    return write_compacted(opened.context, line, ids, request_, hunks, reader_, options);
  }

  ContextLines& lines_;
  const UnitReader& reader_;
  const Request& request_;
  const Choice& choice_;
};

}  // namespace

// Named by the request that begins it, so that the same requests make the same branches.
std::string fork_name(const Request& request) {
  std::string text;
  text += request.prefixes().back().hex();
  for (const GivenBlock& tool : request.tools) text += tool.unit.hex();
  for (const GivenBlock& block : request.system) text += block.unit.hex();
  return "fork-" + blake3_of(text).hex().substr(0, 12);
}

Result<std::uint64_t> hold(ContextLines& lines, const std::string& branch, const Request& request) {
  LW_TRY_ASSIGN(OpenLine* const opened, lines.open(branch));
  LW_TRY(write_appended(opened->context, opened->line, request, 0, {}));
  LW_TRY(lines.refresh(branch));
  return opened->line.head.size();
}

Result<bool> make_context(Repository& repository, std::string_view name) {
  const auto contents = repository.context_contents(name);
  if (contents) return false;
  if (contents.error().rule != kContextNotFound) return contents.error();
  const auto made = repository.create_context(name);
  // Another process made it meanwhile.
  if (!made && made.error().rule != kConflict) return made.error();
  return made.has_value();
}

Result<Reconciled> place(ContextLines& lines, const UnitReader& reader, const Request& request, const Choice& choice,
                         const CommitNote& note, const std::vector<MaskedText>& masked) {
  Placement placement(lines, reader, request, choice);
  if (choice.kind == ReconcileKind::Retry) return placement.retry();
  if (choice.kind != ReconcileKind::Fork) return placement.write(choice.branch, note, masked);
  LW_TRY_ASSIGN(const std::string branch, lines.fork(*choice.base, fork_name(request)));
  auto done = placement.write(branch, note, masked);
  if (!done) ignore(lines.drop_branch(branch), "the error of the request counts");
  return done;
}

}  // namespace latewood::reconcile
