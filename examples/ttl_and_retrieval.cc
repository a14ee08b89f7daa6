// Retrieved documents that leave by themselves: a TTL counts cycles, not seconds.
#include "example.h"

using namespace latewood;

int main() {
  Context context = open_context();
  must(context.insert(text_block("user", "What is the boiling point of ethanol?")));

  // Seen by the model in this cycle and the next, then gone.
  Component document = text_block("tool", "Ethanol boils at 78.37 degrees Celsius.");
  document.id = "doc:ethanol";
  document.offset = 1;
  document.ttl = 2;
  must(context.insert(document));

  for (int cycle = 1; cycle <= 3; ++cycle) {
    const CommitReport report = must(context.commit());
    const std::string thread = must(must(context.latest()).provider_thread());
    const bool seen = thread.find("doc:ethanol") != std::string::npos;
    std::cout << "cycle " << report.cycle << ": the document is " << (seen ? "seen" : "not seen") << '\n';
    for (const Departure& left : report.departures) {
      std::cout << "  left: " << left.id << " (" << to_string(left.cause) << ", " << left.bytes << " bytes)\n";
    }
    expect(seen == (cycle < 3), "ttl 2 means two snapshots");
  }

  // A pin holds on to a node beyond its time, and the commit says so.
  Component pinned = text_block("tool", "Keep me a little longer.");
  pinned.id = "doc:pinned";
  pinned.ttl = 1;
  must(context.insert(pinned));
  must(context.pin("doc:pinned"));
  must(context.commit());
  const CommitReport deferred = must(context.commit());
  expect(deferred.deferred.size() == 1, "the pinned document is deferred");
  must(context.unpin("doc:pinned"));
  expect(must(context.commit()).departures.size() == 1, "and goes when the pin does");
  std::cout << "pinned: deferred in cycle " << deferred.cycle << ", gone in cycle " << context.cycle() << '\n';
}
