// Two writers on one branch of a store. One is first; the other gets E_CONFLICT, rebases on the new commit, and
// continues there.
#include "example.h"
#include "latewood/errors.h"
#include "latewood/repository.h"

using namespace latewood;

namespace {

Context open_as(Repository& repository, const std::string& actor) {
  return must(repository.open_context("main", {.context = {.clock = make_logical_clock(), .actor = actor}}));
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

  // Bob's context is still at cycle 1. Its edits are refused, because the branch has moved.
  const auto refused = bob.insert(text_block("assistant", "Bob's answer"));
  expect(!refused && refused.error().rule == errors::kConflict, "the second writer gets E_CONFLICT");
  std::cout << "error[" << name_of(refused.error()) << "]: " << refused.error().message << '\n';

  must(bob.rebase());
  must(bob.insert(text_block("assistant", "Bob's answer")));
  must(bob.commit());
  std::cout << must(must(bob.latest()).provider_thread()) << '\n';
  expect(must(bob.latest()).cycle() == 3, "both answers are in the history, one after the other");
}
