#include "support/random/edits.h"

#include <optional>
#include <vector>

#include "base/try.h"
#include "engine/branch/branch_edit.h"
#include "latewood/node.h"
#include "tree/edit/editor.h"
#include "tree/node.h"
#include "tree/tree.h"

namespace latewood::test {
namespace {

using tree::Editor;

const std::vector<std::string> kEditRoles = {"user", "assistant", "tool", "system"};
const std::vector<std::string> kEditTypes = {"cb", "cb:summary", "custom:note", "cb:a:b"};

std::string outcome(const Error* error) { return error == nullptr ? "ok" : std::string(name_of(*error)); }

template <class T>
std::string outcome_of(const Result<T>& result) {
  return outcome(result ? nullptr : &result.error());
}

}  // namespace

std::string random_id(Random& random, const engine::Branch& branch) {
  if (random.chance(3)) return "nobody";
  std::vector<std::string> ids;
  tree::for_each_node(branch.working(),
                      [&ids](const tree::Node& node, const tree::Node*) { ids.emplace_back(node.id()); });
  return random.pick(ids);
}

Component random_component(Random& random, const engine::Branch& branch) {
  Component component;
  if (random.chance(30)) component.id = "x" + std::to_string(random.below(100000));
  component.node_type = random.pick(kEditTypes);
  component.offset = static_cast<std::int64_t>(random.below(5)) - 2;
  if (random.chance(50)) component.ttl = static_cast<std::int64_t>(random.below(5));
  if (random.chance(1)) component.ttl = -1;
  component.priority = static_cast<std::int64_t>(random.below(3));
  if (random.chance(70)) component.role = random.pick(kEditRoles);
  if (random.chance(50)) component.kind = "text";
  if (random.chance(80)) component.content = JsonValue("text " + std::to_string(random.below(50)));
  if (random.chance(40)) component.removable = random.chance(70);
  if (random.chance(10)) component.key = "key" + std::to_string(random.below(3));
  if (random.chance(20)) {
    component.attributes.push_back({"data_refs", JsonValue(JsonValue::Array{random_id(random, branch)})});
  }
  if (random.chance(10)) component.attributes.push_back({"app:note", JsonValue(std::int64_t{7})});
  return component;
}

std::string random_edit(Random& random, engine::Branch& branch, const tree::Permissions& permissions) {
  const auto run = [&](const std::string& what, auto mutation) {
    return what + ": " + outcome_of(branch.edit(permissions, mutation));
  };
  const Component component = random_component(random, branch);
  const std::string id = random_id(random, branch);
  const std::string other = random_id(random, branch);
  const auto turns = static_cast<std::int64_t>(branch.working().rings.size());
  switch (random.below(12)) {
    case 0: {
      const auto depth = static_cast<std::int64_t>(random.below(static_cast<std::size_t>(turns) + 3));
      return run("splice at " + std::to_string(depth), [&](Editor& e) { return e.insert(component, depth); });
    }
    case 1: return run("insert sys", [&](Editor& e) { return e.insert(component, -1); });
    case 2:
    case 3: return run("insert under " + id, [&](Editor& e) { return e.insert_under(component, id); });
    case 4: return run("replace " + id, [&](Editor& e) { return e.replace(id, {component.content, {}}); });
    case 5: return run("delete " + id, [&](Editor& e) { return e.delete_node(id); });
    case 6: return run("detach " + id, [&](Editor& e) { return e.detach(id); });
    case 7: {
      const auto depth = static_cast<std::int64_t>(random.below(static_cast<std::size_t>(turns) + 3)) - 1;
      return run("move " + id + " to " + std::to_string(depth), [&](Editor& e) { return e.move({id}, depth); });
    }
    case 8: return run("reparent " + id + " under " + other, [&](Editor& e) { return e.reparent(id, other); });
    case 9: return run("pin " + id, [&](Editor& e) { return e.pin(id); });
    case 10: return run("unpin " + id, [&](Editor& e) { return e.unpin(id); });
    default: return run("insert", [&](Editor& e) { return e.insert(component, 0); });
  }
}

}  // namespace latewood::test
