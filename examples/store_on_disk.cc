// A store on disk: what one process commits is durable, and another process opens it, continues, asks and verifies.
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "example.h"
#include "latewood/repository.h"

using namespace latewood;

namespace {

// A file in a new folder, removed at the end.
class TemporaryStore {
 public:
  TemporaryStore()
      : folder_(std::filesystem::temp_directory_path() / ("latewood-example-" + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~TemporaryStore() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryStore(const TemporaryStore&) = delete;
  TemporaryStore& operator=(const TemporaryStore&) = delete;

  std::string path() const { return (folder_ / "agent.db").string(); }

 private:
  std::filesystem::path folder_;
};

OpenOptions as(const std::string& actor) { return {.context = {.clock = make_logical_clock(), .actor = actor}}; }

// Creates the store and its context, commits once, and stops with an edit that is not committed.
void first_process(const std::string& path) {
  Repository repository = must(Repository::open(path));
  Context context = must(repository.open_context("main", as("ann")));
  must(context.insert({.role = "user", .content = "When do I prune apple trees?", .id = "cb:question"}));
  must(context.commit({.message = "the question"}));
  must(repository.create_tag("main", "asked", "@t0"));
  must(context.insert({.role = "assistant", .content = "In late winter.", .id = "cb:answer"}));
}

// Opens the same file, finds commit and edit, and continues.
void second_process(const std::string& path) {
  Repository repository = must(Repository::open(path));
  Context context = must(repository.open_context("main", as("bob")));
  expect(context.cycle() == 1, "the commit is there");
  expect(must(context.working_node("cb:answer")).provenance == "ann", "and so is the edit, with its author");
  must(context.commit({.message = "the answer"}));

  const Snapshot asked = must(context.at(must(repository.find_commit("main", "asked")).cycle));
  expect(!asked.node("cb:answer"), "the tagged snapshot has no answer");
  for (const CommitInfo& commit : must(repository.log("main", "@t0", 10))) {
    std::cout << commit.id.hex().substr(0, 12) << "  cycle " << commit.cycle << "  " << commit.note.actor << "  "
              << commit.note.message << '\n';
  }

  const VerifyReport verified = must(repository.verify());
  expect(verified.is_sound() && verified.commits == 2, "every digest of both commits matches");
  std::cout << "verified " << verified.commits << " commits, " << must(repository.fsck()).size() << " faults\n";
}

}  // namespace

int main() {
  const TemporaryStore store;
  first_process(store.path());
  second_process(store.path());
}
