#include "engine/care/openable.h"

#include <map>
#include <optional>
#include <utility>

#include "base/try.h"
#include "engine/branch/branch.h"
#include "engine/branch/branch_setup.h"
#include "engine/stored/open_line.h"
#include "latewood/clock.h"

namespace latewood::engine {
namespace {

// Opens the line once; returns the error if that fails.
Result<void> open_once(const std::shared_ptr<store::Store>& store, store::ContextKey context, const store::Head& head) {
  auto opened = open_despite_collecting([&] { return open_line(store, context, head, {make_logical_clock()}); });
  if (!opened) return explain_lost_head(*store, context, head.id, std::move(opened).error());
  return opened->branch->check_read();
}

}  // namespace

Result<std::vector<std::string>> find_unopenable(const std::shared_ptr<store::Store>& store,
                                                 const store::ContextRecord& record) {
  std::vector<std::string> found;
  std::map<CommitId, std::optional<std::string>> looked_at;  // head -> error message; nullopt: it can be opened
  const auto look_at = [&](const std::string& name, const store::Head& head) -> Result<void> {
    const auto known = looked_at.find(head.id);
    if (known == looked_at.end()) {
      const auto opened = open_once(store, record.key, head);
      if (!opened && opened.error().code == Code::Unavailable) return opened;
      looked_at[head.id] = opened ? std::nullopt : std::optional(opened.error().message);
    }
    const std::optional<std::string>& wrong = looked_at[head.id];
    if (wrong) found.push_back("context " + record.name + ", " + name + ": it cannot be opened: " + *wrong);
    return {};
  };
  LW_TRY_ASSIGN(const std::vector<store::Ref> refs, store->list_refs(record.key));
  LW_TRY_ASSIGN(const std::vector<store::Tag> tags, store->list_tags(record.key));
  for (const store::Ref& ref : refs) LW_TRY(look_at("branch " + ref.branch, ref.head));
  for (const store::Tag& tag : tags) LW_TRY(look_at("tag " + tag.name, tag.head));
  return found;
}

}  // namespace latewood::engine
