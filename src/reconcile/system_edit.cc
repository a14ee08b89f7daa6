#include "reconcile/system_edit.h"

#include <algorithm>
#include <string>

#include "base/try.h"

namespace latewood::reconcile {
namespace {

// Whether the blocks differ in their content at most.
bool differs_in_content(const NodeView& held, const Component& given) {
  return held.role == given.role && held.kind == given.kind && held.node_type == given.node_type &&
         held.attributes.empty() && given.attributes.empty() && given.content.has_value();
}

Result<bool> replaced(Context& context, const HeldUnit& held, const Component& given) {
  LW_TRY_ASSIGN(const NodeView node, context.working_node(held.id));
  if (!differs_in_content(node, given)) return false;
  LW_TRY(context.replace(held.id, {.content = given.content}));
  return true;
}

}  // namespace

Result<SystemEdit> edit_blocks_of_system(Context& context, const std::vector<HeldUnit>& held,
                                         const std::vector<GivenBlock>& given) {
  SystemEdit edit;
  std::size_t at = 0;
  const std::size_t both = std::min(held.size(), given.size());
  for (; at < both; ++at) {
    if (held[at].unit == given[at].unit) continue;
    // With another number of blocks, a place says little about which block became which.
    if (held.size() != given.size()) break;
    LW_TRY_ASSIGN(const bool is_done, replaced(context, held[at], given[at].block));
    if (!is_done) break;
    ++edit.added;
  }
  std::vector<std::string> gone;
  for (std::size_t i = at; i < held.size(); ++i) gone.push_back(held[i].id);
  if (!gone.empty()) LW_TRY(context.delete_nodes(gone));
  edit.removed = gone.size();
  for (; at < given.size(); ++at) {
    LW_TRY(context.insert_system(given[at].block));
    ++edit.added;
  }
  return edit;
}

}  // namespace latewood::reconcile
