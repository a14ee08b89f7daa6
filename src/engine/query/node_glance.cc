#include "latewood/node_glance.h"

#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/query/one_tree.h"
#include "engine/query/scope.h"
#include "selector/selector_data.h"
#include "tree/shown_ttl.h"

namespace latewood {
namespace {

std::optional<std::string_view> glance_at(tree::Symbol symbol) {
  return symbol == nullptr ? std::nullopt : std::optional<std::string_view>(*symbol);
}

std::string_view content_of(const tree::Node& node) {
  const tree::Payload* payload = node.payload();
  return payload == nullptr || payload->is_purged() ? std::string_view() : payload->json();
}

}  // namespace

Result<void> for_each_glance(const Snapshot& snapshot, const Selector& selector,
                             const std::function<bool(const NodeGlance& node)>& visit) {
  LW_TRY(engine::check_no_snapshot(selector, "for one snapshot"));
  const selector::Scope scope = engine::scope_of(engine::Access::data(snapshot));
  const tree::SeenAt seen{scope.cycle, scope.tree.cycle};
  selector.data().plan.for_each(scope, [&](const tree::Place& place) {
    const tree::Node& node = node_at(scope.tree, place);
    return visit({.id = node.id(),
                  .node_type = node.type(),
                  .role = glance_at(node.role()),
                  .kind = glance_at(node.kind()),
                  .content_json = content_of(node),
                  .ttl = tree::shown_ttl(node, seen)});
  });
  return engine::Access::check_read(snapshot);
}

}  // namespace latewood
