// Retrieved documents that leave by themselves: a ttl counts cycles, not seconds.
#include "example.h"

using namespace latewood;

int main() {
  Context context = open_context();
  must(context.insert(text_block("user", "What is the boiling point of ethanol?")));

  // In two snapshots, then it leaves.
  must(context.insert({.role = "tool",
                       .content = "Ethanol boils at 78.37 degrees Celsius.",
                       .id = "doc:ethanol",
                       .ttl = 2,
                       .offset = 1}));

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

  // A pinned node stays beyond its ttl, and the commit reports it as deferred.
  must(context.insert({.role = "tool", .content = "Keep me a little longer.", .id = "doc:pinned", .ttl = 1}));
  must(context.pin("doc:pinned"));
  must(context.commit());
  const CommitReport deferred = must(context.commit());
  expect(deferred.deferred.size() == 1, "the pinned document is deferred");
  must(context.unpin("doc:pinned"));
  expect(must(context.commit()).departures.size() == 1, "and goes when the pin does");
  std::cout << "pinned: deferred in cycle " << deferred.cycle << ", gone in cycle " << context.cycle() << '\n';
}
