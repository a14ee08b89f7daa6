// The hottest paths, each on its own, for counting their instructions: tools/instructions.sh runs
// this under callgrind, which counts between the two marks only. The counts are the same on every
// run of one binary, so they show a regression that no timing on a shared machine could.
//
//   latewood_paths NAME
#include <valgrind/callgrind.h>

#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "driver/scratch_folder.h"
#include "latewood/exchange.h"
#include "latewood/query.h"
#include "workloads/fast_store.h"
#include "workloads/messages.h"

namespace {

using namespace latewood;
using namespace latewood::bench;

void counted(const std::function<void()>& work) {
  CALLGRIND_START_INSTRUMENTATION;
  CALLGRIND_TOGGLE_COLLECT;
  work();
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_STOP_INSTRUMENTATION;
}

Context chat_of(std::uint64_t turns) {
  Context context(same_everywhere());
  for (std::uint64_t i = 0; i < turns; ++i) chat_turn(context, i);
  return context;
}

// Two messages and a commit, all digests included.
void commit_path() {
  Context context = chat_of(300);
  counted([&] {
    for (std::uint64_t i = 300; i < 400; ++i) chat_turn(context, i);
  });
}

// From the text of a selector to ids.
void select_path() {
  const Context context = chat_of(300);
  const std::string id = must(must(context.latest()).select(must(Selector::parse("^seq .mt:depth(2) .cb")))).at(0);
  counted([&] {
    for (int i = 0; i < 100; ++i) {
      must(context.select("#" + id));
      must(context.select("^seq .mt:depth(1-3) .cb[role='assistant']"));
    }
  });
}

// A request whose turns were rendered before.
void render_path() {
  const Context context = chat_of(300);
  const Snapshot snapshot = must(context.latest());
  must(snapshot.render("openai"));
  counted([&] {
    for (int i = 0; i < 20; ++i) must(snapshot.render("openai"));
  });
}

void import_path() {
  const Context context = chat_of(300);
  std::string document;
  must(export_snapshot(must(context.latest()), [&document](std::string_view piece) -> Result<void> {
    document += piece;
    return {};
  }));
  counted([&] { must(import_snapshot(document)); });
}

// The same as the first, in a store with receipts.
void durable_path() {
  const ScratchFolder folder;
  Repository repository = open_fast(folder.file("store.db"));
  Context context = must(repository.open_context("chat", open_same_everywhere()));
  for (std::uint64_t i = 0; i < 100; ++i) chat_turn(context, i);
  counted([&] {
    for (std::uint64_t i = 100; i < 150; ++i) chat_turn(context, i);
  });
}

struct Path {
  std::string_view name;
  void (*run)();
};

constexpr std::array<Path, 5> kPaths = {{
    {"commit", commit_path},
    {"select", select_path},
    {"render", render_path},
    {"import", import_path},
    {"durable", durable_path},
}};

}  // namespace

int main(int argc, char** argv) {
  for (const Path& path : kPaths) {
    if (argc != 2 || path.name != argv[1]) continue;
    path.run();
    return 0;
  }
  std::fprintf(stderr, "usage: latewood_paths");
  for (const Path& path : kPaths)
    std::fprintf(stderr, " %s%s", path.name.data(), &path == &kPaths.back() ? "\n" : " |");
  return 2;
}
