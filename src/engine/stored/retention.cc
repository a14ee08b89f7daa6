#include "engine/stored/retention.h"

#include <algorithm>

#include "base/try.h"
#include "warp/mapping/tree_replay.h"

namespace latewood::engine {
namespace {

// Marks the newest `count` snapshots of the line that ends there.
Result<void> keep_line(const ContextReader& reader, const CommitId& head, std::uint64_t count,
                       std::vector<bool>& kept) {
  auto at = reader.find(head);
  if (!at) return warp::corrupt("commit " + head.hex() + " is missing");
  for (; at && count > 0; --count, at = reader.before(*at)) kept[*at] = true;
  return {};
}

}  // namespace

Result<KeptNames> read_kept_names(store::Store& store, store::ContextKey context) {
  KeptNames names;
  // What arrives becomes a branch, so the marks come first: no history is in neither list.
  LW_TRY_ASSIGN(names.arriving, list_arriving(store, context));
  LW_TRY_ASSIGN(names.refs, store.list_refs(context));
  LW_TRY_ASSIGN(names.tags, store.list_tags(context));
  return names;
}

std::set<CommitId> named_commits(const KeptNames& names) {
  std::set<CommitId> named;
  for (const store::Ref& ref : names.refs) named.insert(ref.head.id);
  for (const store::Tag& tag : names.tags) named.insert(tag.head.id);
  return named;
}

Result<std::vector<Fate>> fates_of(const ContextReader& reader, const KeptNames& names, const Retention& retention) {
  const std::uint64_t last = std::max<std::uint64_t>(1, retention.last.value_or(UINT64_MAX));
  std::vector<bool> kept(reader.commits().size());
  for (const store::Ref& ref : names.refs) LW_TRY(keep_line(reader, ref.head.id, last, kept));
  // With nothing to shorten, the way to a tagged commit stays too.
  for (const store::Tag& tag : names.tags) LW_TRY(keep_line(reader, tag.head.id, retention.last ? 1 : last, kept));
  for (const Arriving& mark : names.arriving) {
    if (mark.newest) LW_TRY(keep_line(reader, *mark.newest, UINT64_MAX, kept));
  }

  std::vector<Fate> fates(kept.size(), Fate::Collected);
  for (std::size_t at = 0; at < kept.size(); ++at) {
    if (!kept[at]) continue;
    const auto before = reader.before(at);
    fates[at] = !before || kept[*before] ? Fate::Patch : Fate::State;
  }
  return fates;
}

}  // namespace latewood::engine
