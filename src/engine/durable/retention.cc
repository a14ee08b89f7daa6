#include "engine/durable/retention.h"

#include <limits>

#include "base/try.h"
#include "warp/tree_replay.h"

namespace latewood::engine {
namespace {

// Marks the newest `count` snapshots of the line that ends there.
Result<void> keep_line(const ContextReader& reader, const store::Head& head, std::uint64_t count,
                       std::vector<bool>& kept) {
  auto at = reader.find(head.id);
  if (!at) return warp::corrupt("commit " + head.id.hex() + " is missing");
  for (; at && count > 0; --count, at = reader.before(*at)) kept[*at] = true;
  return {};
}

}  // namespace

Result<std::vector<Fate>> fates_of(const ContextReader& reader, store::Store& store, store::ContextKey context,
                                   const Retention& retention) {
  const std::uint64_t last = std::max<std::uint64_t>(1, retention.last.value_or(UINT64_MAX));
  std::vector<bool> kept(reader.commits().size());
  LW_TRY_ASSIGN(const std::vector<store::Ref> refs, store.list_refs(context));
  for (const store::Ref& ref : refs) LW_TRY(keep_line(reader, ref.head, last, kept));
  LW_TRY_ASSIGN(const std::vector<store::Tag> tags, store.list_tags(context));
  // With nothing to shorten, the way to a tagged commit stays too.
  for (const store::Tag& tag : tags) LW_TRY(keep_line(reader, tag.head, retention.last ? 1 : last, kept));

  std::vector<Fate> fates(kept.size(), Fate::Collected);
  for (std::size_t at = 0; at < kept.size(); ++at) {
    if (!kept[at]) continue;
    const auto before = reader.before(at);
    fates[at] = !before || kept[*before] ? Fate::Patch : Fate::State;
  }
  return fates;
}

}  // namespace latewood::engine
