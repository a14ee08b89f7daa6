#include "engine/care/journal_eraser.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/reapply.h"
#include "engine/branch/replay_edits.h"
#include "engine/branch/timeline.h"
#include "engine/record/edit_text.h"
#include "engine/record/stamp_clocks.h"
#include "engine/stored/open_line.h"
#include "tree/node.h"
#include "warp/mapping/tree_change.h"

namespace latewood::engine {
namespace {

// The content member of an edit; null if this kind of edit has none.
std::optional<JsonValue>* content_of(tree::Edit& edit) {
  if (auto* insert = std::get_if<tree::InsertEdit>(&edit)) return &insert->component.content;
  if (auto* under = std::get_if<tree::InsertUnderEdit>(&edit)) return &under->component.content;
  if (auto* replace = std::get_if<tree::ReplaceEdit>(&edit)) return &replace->replacement.content;
  return nullptr;
}

// Makes an id that was derived from the content explicit, so that the edit gives the same id without the content.
void keep_id(tree::MadeEdit& made) {
  if (made.ids.size() != 1) return;
  if (auto* insert = std::get_if<tree::InsertEdit>(&made.edit)) insert->component.id = made.ids.front();
  if (auto* under = std::get_if<tree::InsertUnderEdit>(&made.edit)) under->component.id = made.ids.front();
}

// Replays the recorded stamps of several calls on the same head. Stamps ascend from call to call, so one table can hold
// those of all calls.
class JournalClock : public Clock {
 public:
  void add(const Stamps& stamps) { stamps_.insert(stamps.begin(), stamps.end()); }
  std::int64_t stamp_after(std::int64_t previous) override { return ReplayClock(stamps_).stamp_after(previous); }

 private:
  Stamps stamps_;
};

struct Entry {
  std::string text;                     // the journal entry as stored
  std::optional<JournalEntry> decoded;  // without the content; nullopt if the text cannot be decoded
};

bool is_made(const Entry& entry) { return entry.decoded && !entry.decoded->offered && !entry.decoded->is_reset; }

// Removes all entries up to the last reset: they have no effect.
void drop_reset(std::vector<Entry>& entries) {
  for (std::size_t i = entries.size(); i > 0; --i) {
    if (!entries[i - 1].decoded || !entries[i - 1].decoded->is_reset) continue;
    entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

// The nodes that may have other ids than in the head's tree, in document order.
std::vector<std::string> ids_in_work(const Branch& branch) {
  std::vector<std::string> ids;
  const auto add = [&ids](const tree::Subtree& subtree) {
    for (const tree::Subtree::Entry& entry : subtree.entries()) ids.emplace_back(entry.node->id());
  };
  const tree::Tree& tree = branch.working();
  add(*tree.sys);
  for (const warp::ChangedRing& change : warp::changed_rings(branch.timeline().base(), tree)) {
    if (change.newer) add(*tree.rings[*change.newer]);
  }
  add(*tree.ah);
  return ids;
}

// Makes the calls again on their head without the content, and stores the new ids in the entries. Also replays the
// original calls in a second branch: the comparison of both shows the old and new id of every node, also of nodes whose
// ids no call lists, such as those that a key demotes. On an error the entries are unchanged.
Result<void> make_again(const std::shared_ptr<store::Store>& store, store::ContextKey context,
                        const std::optional<store::Head>& head, std::vector<Entry>& entries) {
  const auto clock = std::make_shared<JournalClock>();
  for (const Entry& entry : entries) {
    if (is_made(entry)) clock->add(entry.decoded->call.stamps);
  }
  LW_TRY_ASSIGN(const OpenedBranch before, open_line(store, context, head, {clock}));
  LW_TRY_ASSIGN(const OpenedBranch now, open_line(store, context, head, {clock}));
  Renames renames;
  std::vector<EditCall> again;
  for (const Entry& entry : entries) {
    if (!is_made(entry)) continue;
    LW_TRY_ASSIGN(const JournalEntry original, decode_entry(entry.text));
    LW_TRY(replay_edits(original.call, before.branch->working_state()));
    LW_TRY_ASSIGN(EditCall made, reapply(entry.decoded->call, renames, *now.branch));
    again.push_back(std::move(made));
    renames.note(ids_in_work(*before.branch), ids_in_work(*now.branch));
  }
  LW_TRY(before.branch->check_read());
  LW_TRY(now.branch->check_read());
  std::size_t number = 0;
  for (Entry& entry : entries) {
    if (is_made(entry)) entry.decoded->call = std::move(again[number++]);
  }
  return {};
}

}  // namespace

JsonValue purged_text() {
  const std::string_view json = tree::kPurgedJson;
  return JsonValue(std::string(json.substr(1, json.size() - 2)));
}

Result<ErasedJournal> JournalEraser::erase(const store::BranchRecord& branch) const {
  ErasedJournal erased;
  std::vector<Entry> entries;
  bool is_readable = true;
  for (const store::Edit& edit : branch.edits) {
    auto decoded = decode_entry(edit.value);
    if (!decoded) {
      is_readable = false;
      const bool has_it = content_.is_within(edit.value);
      if (has_it) ++erased.edits;
      if (!has_it) entries.push_back({edit.value, std::nullopt});
      continue;
    }
    for (tree::MadeEdit& made : decoded->call.edits) {
      std::optional<JsonValue>* content = content_of(made.edit);
      if (content == nullptr || !*content || !content_.is_it(**content)) continue;
      *content = purged_text();
      keep_id(made);
      ++erased.edits;
    }
    entries.push_back({edit.value, *std::move(decoded)});
  }
  if (erased.edits == 0) return erased;
  drop_reset(entries);
  const auto head = branch.head ? std::optional(branch.head->id) : std::nullopt;
  const bool is_current = !entries.empty() && entries.front().decoded && entries.front().decoded->base == head;
  // Edits based on another head get their new ids when they are rebased.
  if (is_readable && is_current) {
    const auto made = make_again(store_, context_, branch.head, entries);
    if (!made && made.error().code == Code::Unavailable) return made.error();
    ignore(made, "the edits keep their ids");
  }
  // The new journal has at least one entry more than the old one, so that every process that has the branch open
  // notices the change (`reset_entries`).
  const std::uint64_t length = branch.edits.back().number + 1;
  const std::uint64_t resets = length > entries.size() ? length - entries.size() : 1;
  erased.entries = reset_entries(resets - 1);
  for (const Entry& entry : entries) {
    erased.entries.push_back(entry.decoded ? encode_entry(*entry.decoded) : entry.text);
  }
  return erased;
}

}  // namespace latewood::engine
