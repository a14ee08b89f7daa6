#include "figures/chat_bench.h"

#include <memory>
#include <optional>
#include <string>

#include "baselines/plain_chat.h"
#include "driver/scratch_folder.h"
#include "latewood/repository.h"
#include "workloads/messages.h"

namespace latewood::bench {
namespace {

constexpr std::size_t kChatMessage = 200;

// The chat workload on a store, every commit durable.
class DurableChat {
 public:
  explicit DurableChat(const std::string& path) : repository_(must(Repository::open(path))) {
    OpenOptions options;
    options.context = same_everywhere();
    context_.emplace(must(repository_.open_context("chat", options)));
  }

  void turns(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) chat_turn(*context_, said_++);
  }

  bool is_correct() {
    const VerifyReport report = must(repository_.verify());
    return report.is_sound() && report.commits == said_;
  }

 private:
  Repository repository_;
  std::optional<Context> context_;
  std::size_t said_ = 0;
};

struct Baseline {
  const char* name;
  std::unique_ptr<PlainChat> (*make)(const std::string& path);
};

Report against(const Baseline& baseline, std::size_t history, const Run& run) {
  const ScratchFolder ours;
  const ScratchFolder theirs;
  std::optional<DurableChat> chat(ours.file("store.db"));
  auto plain = baseline.make(theirs.file("chat"));
  std::uint64_t said = 0;
  const auto plain_turns = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, ++said)
      plain->turn(words(2 * said, kChatMessage), words(2 * said + 1, kChatMessage));
  };
  chat->turns(history);
  plain_turns(history);
  const std::size_t batch = run.pick(20, 2);
  const Pair pair = time_pair([&] { chat->turns(batch); }, [&] { plain_turns(batch); }, static_cast<double>(batch),
                              run.is_quick ? 1 : 7);
  const bool is_correct = chat->is_correct() && plain->messages() == 2 * said;
  // Closed, both have emptied their logs.
  chat.reset();
  plain.reset();
  Report report;
  const std::string at = " at " + std::to_string(history) + " turns";
  report.figures.push_back({"durable chat turn" + at + ", over " + baseline.name, pair, "a turn in a context",
                            baseline.name, kReportedOnly, is_correct});
  const auto per_turn = [&](const ScratchFolder& folder) {
    return static_cast<double>(folder.bytes()) / static_cast<double>(said);
  };
  report.figures.push_back({"bytes on disk a turn" + at + ", over " + baseline.name,
                            counted_pair(per_turn(ours), per_turn(theirs)), "a turn in a context", baseline.name,
                            kReportedOnly, is_correct, "bytes"});
  return report;
}

}  // namespace

Report chat_figures(const Run& run) {
  Report report;
  for (const Baseline& baseline :
       {Baseline{"SQLite row per message", make_sqlite_rows}, Baseline{"JSON file rewritten", make_json_file},
        Baseline{"libgit2 commit per turn", make_git_commits}}) {
    append(report, against(baseline, run.pick(1000, 20), run));
  }
  return report;
}

}  // namespace latewood::bench
