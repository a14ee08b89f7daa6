#include "sessions/session_tree.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/try.h"

namespace latewood::sessions {
namespace {

std::string chain_of(const LogEntry& entry) {
  std::string name = entry.session;
  if (entry.is_side || !entry.agent.empty()) name.append("\n").append(entry.agent);
  return name;
}

// The ids of calls in blocks, and those that results answer.
std::vector<std::string> calls_in(const std::vector<Component>& blocks) {
  std::vector<std::string> ids;
  for (const Component& block : blocks) {
    const JsonValue* id = block.kind == "call" && block.content ? block.content->find("id") : nullptr;
    if (id != nullptr && id->as_string() != nullptr) ids.push_back(*id->as_string());
  }
  return ids;
}

std::vector<std::string> answers_in(const std::vector<Component>& blocks) {
  std::vector<std::string> ids;
  for (const Component& block : blocks) {
    for (const JsonMember& attribute : block.attributes) {
      const std::string* id = attribute.key == "lw:call_id" ? attribute.value.as_string() : nullptr;
      if (id != nullptr) ids.push_back(*id);
    }
  }
  return ids;
}

}  // namespace

EntryIndex SessionTree::find_parent(const LogEntry& entry) const {
  if (!entry.parent.empty()) {
    const auto known = by_id_.find(entry.parent);
    if (known != by_id_.end()) return known->second;
    // A boundary may name an entry that is logged after it. Then it continues from the newest entry.
    if (entry.kind != EntryKind::Boundary) return kNoEntry;
  }
  const auto chain = chains_.find(chain_of(entry));
  if (chain == chains_.end()) return kNoEntry;
  const bool may_follow = entry.kind == EntryKind::Boundary || (entry.follows && !chain->second.has_links);
  return may_follow ? chain->second.last : kNoEntry;
}

std::uint32_t SessionTree::root_for(const LogEntry& entry, EntryIndex index) {
  const EntryIndex parent = entries_[index].parent;
  if (parent != kNoEntry) return entries_[parent].root;
  LogRoot root;
  root.id = entry.id;
  root.session = entry.session;
  root.agent = entry.agent;
  root.is_side = entry.is_side || !entry.agent.empty();
  root.is_orphan = !root.is_side && !entry.parent.empty() && entry.role == "assistant";
  roots_.push_back(std::move(root));
  return static_cast<std::uint32_t>(roots_.size() - 1);
}

SessionTree::Taken SessionTree::add(LogEntry entry, const LogPlace& place, EntryIndex& index) {
  if (entry.id.empty()) return Taken::Nowhere;
  const EntryIndex parent = find_parent(entry);
  const auto known = by_id_.find(entry.id);
  if (known != by_id_.end() && known->second != kNoEntry && entries_[known->second].parent == parent) {
    index = known->second;
    return Taken::Repeated;
  }
  // A note without a parent says nothing about a conversation.
  const bool has_place = parent != kNoEntry || entry.kind == EntryKind::Message || entry.kind == EntryKind::Boundary;
  if (!has_place) return Taken::Nowhere;
  index = static_cast<EntryIndex>(entries_.size());
  entries_.emplace_back();
  PlacedEntry& placed = entries_.back();
  placed.place = place;
  placed.parent = parent;
  placed.kind = entry.kind == EntryKind::Unknown ? EntryKind::Note : entry.kind;
  placed.time = entry.time;
  placed.root = root_for(entry, index);
  placed.is_assistant = entry.role == "assistant";
  if (parent != kNoEntry) entries_[parent].has_children = true;
  if (entry.response) {
    // Without an id of its own each entry is an answer.
    std::uint32_t& number = responses_[entry.response->id.empty() ? "\n" + entry.id : entry.response->id];
    if (number == 0) number = next_response_++;
    placed.response = number;
  }
  note_results(entry, index);
  if (entry.kind == EntryKind::Boundary) keep_after_boundary(entry, index);
  drop_relogged(entry, parent);
  by_id_[entry.id] = index;
  if (const auto kept = anchored_.find(entry.id); kept != anchored_.end()) {
    keep_at(index, std::move(kept->second));
    anchored_.erase(entry.id);
  }
  placed.blocks = std::move(entry.blocks);
  Chain& chain = chains_[chain_of(entry)];
  chain.last = index;
  chain.has_links = chain.has_links || !entry.parent.empty();
  roots_[placed.root].last = index;
  if (entry.is_leaf) roots_[placed.root].leaf = index;
  return Taken::Placed;
}

void SessionTree::note_results(const LogEntry& entry, EntryIndex index) {
  if (entry.kind != EntryKind::Message) return;
  const std::uint32_t root = entries_[index].root;
  if (entry.role == "assistant") {
    std::vector<std::string> calls = calls_in(entry.blocks);
    if (!calls.empty()) calls_[index] = std::move(calls);
    return;
  }
  std::vector<std::string> answers = answers_in(entry.blocks);
  for (const std::string& id : answers) results_.insert_or_assign({root, id}, index);
  if (!answers.empty()) answered_[index] = std::move(answers);
}

// Entries that stay are sent after the boundary, or after the entry that it names.
void SessionTree::keep_after_boundary(const LogEntry& entry, EntryIndex boundary) {
  Kept kept;
  for (const std::string& id : entry.kept) {
    const auto known = by_id_.find(id);
    if (known != by_id_.end()) kept.emplace_back(id, known->second);
  }
  const auto first = entry.kept_from.empty() ? by_id_.end() : by_id_.find(entry.kept_from);
  for (EntryIndex at = entries_[boundary].parent; first != by_id_.end() && at != kNoEntry; at = entries_[at].parent) {
    if (entries_[at].kind == EntryKind::Boundary) break;
    kept.emplace_back(std::string(), at);
    if (at != first->second) continue;
    std::reverse(kept.begin(), kept.end());
    return keep_at(boundary, std::move(kept));
  }
  if (!entry.kept_from.empty()) return;
  if (entry.anchor.empty() || by_id_.contains(entry.anchor)) return keep_at(boundary, std::move(kept));
  anchored_[entry.anchor] = std::move(kept);
}

// Children of an entry that is kept become children of the anchor.
void SessionTree::keep_at(EntryIndex anchor, Kept kept) {
  if (kept.empty()) return;
  entries_[anchor].keeps_others = true;
  for (const auto& [id, index] : kept) {
    entries_[anchor].others.push_back(index);
    if (!id.empty()) by_id_[id] = anchor;
  }
  kept_[anchor] = std::move(kept);
}

// The program may log an entry that stays again, as a child of the anchor.
void SessionTree::drop_relogged(const LogEntry& entry, EntryIndex parent) {
  const auto kept = parent == kNoEntry || entries_[parent].is_settled ? kept_.end() : kept_.find(parent);
  if (kept == kept_.end()) return;
  for (const auto& [id, index] : kept->second) {
    if (id == entry.id) std::erase(entries_[parent].others, index);
  }
}

EntryIndex SessionTree::message_at(EntryIndex index) const {
  while (index != kNoEntry && entries_[index].kind == EntryKind::Note) index = entries_[index].parent;
  if (index == kNoEntry || entries_[index].kind == EntryKind::Boundary) return kNoEntry;
  return index;
}

bool SessionTree::goes_on_answering(EntryIndex index) const {
  const PlacedEntry& entry = entries_[index];
  if (!entry.is_assistant || entry.parent == kNoEntry) return false;
  const EntryIndex before = message_at(entry.parent);
  return before != kNoEntry && entries_[before].is_assistant && entries_[before].response == entry.response;
}

bool SessionTree::begins_answer(EntryIndex index) const {
  return entries_[index].is_assistant && !goes_on_answering(index);
}

// Several calls of one answer are logged one by one, and the result of each goes on from its call. So a path has the
// result of the last call alone; the other results are sent before it.
void SessionTree::find_missing_results(EntryIndex index) {
  PlacedEntry& entry = entries_[index];
  if (entry.is_assistant || entry.kind != EntryKind::Message || entry.parent == kNoEntry) return;
  EntryIndex at = message_at(entry.parent);
  if (at == kNoEntry || !entries_[at].is_assistant) return;
  std::set<std::string> has;
  if (const auto own = answered_.find(index); own != answered_.end())
    has.insert(own->second.begin(), own->second.end());
  std::vector<EntryIndex> missing;
  const std::uint32_t response = entries_[at].response;
  for (; at != kNoEntry && entries_[at].is_assistant && entries_[at].response == response;) {
    if (const auto calls = calls_.find(at); calls != calls_.end()) {
      for (const std::string& id : calls->second) {
        const auto result = has.contains(id) ? results_.end() : results_.find({entry.root, id});
        if (result != results_.end() && result->second < index) missing.push_back(result->second);
      }
    }
    at = entries_[at].parent == kNoEntry ? kNoEntry : message_at(entries_[at].parent);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  entry.others.insert(entry.others.end(), missing.begin(), missing.end());
  shown_elsewhere_.insert(missing.begin(), missing.end());
}

Result<std::vector<Component>> SessionTree::own_blocks(EntryIndex index) {
  const PlacedEntry& entry = entries_[index];
  if (entry.is_read) return entry.blocks;
  return reload_(entry.place);
}

Result<std::vector<reconcile::GivenBlock>> SessionTree::blocks_of(EntryIndex index) {
  std::vector<reconcile::GivenBlock> given;
  const auto add = [&](EntryIndex which) -> Result<void> {
    LW_TRY_ASSIGN(std::vector<Component> blocks, own_blocks(which));
    for (Component& block : blocks) {
      const reconcile::Unit unit = reader_->unit_of(block);
      given.push_back({std::move(block), unit, entries_[which].time});
    }
    return {};
  };
  const bool is_first = entries_[index].keeps_others;
  if (is_first) LW_TRY(add(index));
  for (const EntryIndex other : entries_[index].others) LW_TRY(add(other));
  if (!is_first) LW_TRY(add(index));
  return given;
}

Result<void> SessionTree::settle_one(EntryIndex index) {
  PlacedEntry& entry = entries_[index];
  if (!entry.keeps_others) find_missing_results(index);
  reconcile::Prefix prefix;
  std::uint64_t count = 0;
  if (entry.kind != EntryKind::Boundary && entry.parent != kNoEntry) {
    prefix = entries_[entry.parent].prefix;
    count = entries_[entry.parent].count;
  }
  LW_TRY_ASSIGN(const std::vector<reconcile::GivenBlock> blocks, blocks_of(index));
  for (const reconcile::GivenBlock& block : blocks) prefix = with_unit(prefix, block.unit);
  entry.prefix = prefix;
  entry.count = count + blocks.size();
  entry.is_settled = true;
  return {};
}

Result<void> SessionTree::settle(EntryIndex index) {
  std::vector<EntryIndex> path;
  for (EntryIndex at = index; at != kNoEntry && !entries_[at].is_settled; at = entries_[at].parent) path.push_back(at);
  for (auto at = path.rbegin(); at != path.rend(); ++at) LW_TRY(settle_one(*at));
  return {};
}

void SessionTree::release(EntryIndex index) {
  for (; index != kNoEntry && entries_[index].is_read && entries_[index].is_settled; index = entries_[index].parent) {
    entries_[index].is_read = false;
    std::vector<Component>().swap(entries_[index].blocks);
  }
}

std::vector<EntryIndex> SessionTree::leaves() const {
  std::vector<EntryIndex> leaves;
  for (EntryIndex at = 0; at < entries_.size(); ++at) {
    if (!entries_[at].has_children && !shown_elsewhere_.contains(at)) leaves.push_back(at);
  }
  return leaves;
}

}  // namespace latewood::sessions
