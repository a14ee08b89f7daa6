// Redaction: sealed text is never changed. A redaction adds a marker that names the original. Both stay in the
// structural thread, so the record of what the model saw is complete; profiles render the effective view, which hides
// the original.
#include "example.h"

using namespace latewood;

int main() {
  Context context = open_context();
  must(context.insert({.role = "user", .content = "My card number is 4111 1111 1111 1111.", .id = "cb:card"}));
  must(context.commit());

  // A node of this cycle would be removed; a sealed one gets a marker.
  const std::vector<std::string> markers = must(context.delete_nodes({"cb:card"}));
  const std::string correction = must(context.replace("cb:card", {.content = "My card number is on file."}));
  must(context.commit());

  const Snapshot now = must(context.latest());
  for (const NodeView& node : must(now.nodes())) {
    for (const JsonMember& attribute : node.attributes) {
      std::cout << node.node_type << ' ' << node.id << ": " << attribute.key << " = " << *attribute.value.as_string()
                << '\n';
    }
  }
  expect(markers.size() == 1 && !correction.empty(), "one redaction marker and one replacement were added");
  expect(must(now.provider_thread()).find("4111") != std::string::npos,
         "the original still stands in the structural thread");
  expect(must(must(context.at(1)).nodes()).size() + 4 == must(now.nodes()).size(),
         "two markers and one turn with its core were added");
  std::cout << "roots of cycle 1 and cycle 2: " << must(context.at(1)).state_root().hex().substr(0, 12) << ", "
            << now.state_root().hex().substr(0, 12) << '\n';
}
