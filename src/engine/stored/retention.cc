#include "engine/stored/retention.h"

#include <algorithm>

#include "base/corrupt.h"
#include "base/try.h"
#include "engine/stored/context_reader.h"

namespace latewood::engine {
namespace {

// Marks the newest `count` snapshots of the line that ends at `head`.
Result<void> keep_line(const ContextReader& reader, const CommitId& head, std::uint64_t count,
                       std::vector<bool>& kept) {
  auto at = reader.find(head);
  if (!at) return corrupt("commit " + head.hex() + " is missing");
  for (; at && count > 0; --count, at = reader.before(*at)) kept[*at] = true;
  return {};
}

}  // namespace

Result<KeptNames> read_kept_names(store::Store& store, store::ContextKey context) {
  KeptNames names;
  // Read marks before branches: an import that finishes in between is then in both lists, not in neither.
  LW_TRY_ASSIGN(names.imports, list_import_marks(store, context));
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

Result<std::vector<Fate>> decide_fates(const ContextReader& reader, const KeptNames& names,
                                       const Retention& retention) {
  const std::uint64_t last = std::max<std::uint64_t>(1, retention.last.value_or(UINT64_MAX));
  std::vector<bool> kept(reader.commits().size());
  for (const store::Ref& ref : names.refs) LW_TRY(keep_line(reader, ref.head.id, last, kept));
  // If no history is to be shortened, the ancestors of a tagged commit stay too.
  for (const store::Tag& tag : names.tags) LW_TRY(keep_line(reader, tag.head.id, retention.last ? 1 : last, kept));
  for (const ImportMark& mark : names.imports) {
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
