// A first context: add, commit, look back.
#include "example.h"

using namespace latewood;

int main() {
  Context context = open_context();

  // System text needs the capability; everything else goes into the active head.
  context.set_system(true);
  must(context.insert_system(text_block("system", "You are a patient gardener.")));
  context.set_system(false);
  must(context.insert(text_block("user", "When do I prune apple trees?")));

  // One commit per provider cycle: what the model is about to see becomes one snapshot.
  const CommitReport first = must(context.commit());
  std::cout << "cycle " << first.cycle << ", commit " << first.commit_id.hex().substr(0, 12) << '\n';
  std::cout << must(must(context.latest()).provider_thread()) << "\n\n";

  must(context.insert(text_block("assistant", "In late winter, before the buds open.")));
  must(context.insert(text_block("user", "And cherries?")));
  must(context.commit());

  // Every moment stays what it was.
  const Snapshot before = must(context.at(1));
  const Snapshot now = must(context.latest());
  std::cout << "cycle 1 had " << must(before.turns()).size() << " turn, cycle 2 has " << must(now.turns()).size()
            << '\n';
  for (const NodeView& node : must(now.nodes())) {
    std::cout << node.node_type << '\t' << node.id << '\t' << node.role.value_or("-") << '\n';
  }
  expect(before.commit_id() == first.commit_id, "the first snapshot is unchanged");
  expect(now.parent() == first.commit_id, "the second commit names the first as its parent");
}
