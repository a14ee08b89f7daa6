// Two writers on one branch of a store. One is first; the other learns which commit it did not know, rebases on
// top of it, and goes on there.
#include "example.h"
#include "latewood/repository.h"

using namespace latewood;

namespace {

Context open_as(Repository& repository, const std::string& actor) {
  OpenOptions options;
  options.context.clock = make_logical_clock();
  options.context.actor = actor;
  return must(repository.open_context("main", options));
}

}  // namespace

int main() {
  Repository repository = must(Repository::open("memory:"));
  Context ann = open_as(repository, "ann");
  must(ann.insert(text_block("user", "the question")));
  must(ann.commit());

  Context bob = open_as(repository, "bob");
  must(ann.insert(text_block("assistant", "Ann's answer")));
  must(ann.commit());

  // Bob still stands on cycle 1. What he adds is refused, because the branch has moved on.
  const auto refused = bob.insert(text_block("assistant", "Bob's answer"));
  expect(!refused && refused.error().rule == "E_CONFLICT", "the second writer is told");
  std::cout << "error[" << name_of(refused.error()) << "]: " << refused.error().message << '\n';

  must(bob.rebase());
  must(bob.insert(text_block("assistant", "Bob's answer")));
  must(bob.commit());
  std::cout << must(must(bob.latest()).provider_thread()) << '\n';
  expect(must(bob.latest()).cycle() == 3, "both answers are in the history, one after the other");
}
