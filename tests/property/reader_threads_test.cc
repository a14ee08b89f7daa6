// CONC-01 to CONC-04: one thread edits and commits, others read snapshots meanwhile. What they
// see is whole. Run it under ThreadSanitizer as well: preset tsan.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "latewood/context.h"
#include "support/plain/context.h"
#include "support/random/call.h"
#include "support/random/random.h"

namespace latewood::test {
namespace {

constexpr std::uint64_t kReadCycles = 200;
constexpr std::size_t kReaderThreads = 3;

// What one reader knows about the past, to be compared with what the others know.
using Seen = std::map<std::uint64_t, CommitId>;

// Every commit seals one turn and the writer neither adds nor removes turns, so a snapshot has
// as many as its cycle says.
std::string flaw_in(const Snapshot& snapshot) {
  const std::vector<NodeView> nodes = snapshot.nodes().value();
  std::uint64_t turns = 0;
  for (const NodeView& node : nodes) turns += node.node_type == "mt" ? 1 : 0;
  if (turns != snapshot.cycle() || snapshot.turns().value().size() != turns) return "turns do not match the cycle";
  if (snapshot.report().cycle != snapshot.cycle()) return "another commit's report";
  if (nodes.back().id != "ah") return "the head is not empty";
  if (snapshot.turns().value().back() != snapshot.report().turn_id) return "the newest turn is not the commit's";
  return "";
}

// A random call that leaves the number of turns alone.
bool keeps_turns(const Call& call) {
  const bool moves = call.kind == Call::Kind::Move;
  if ((moves || call.kind == Call::Kind::Insert) && call.depth > 0) return false;
  const auto is_turn = [](const std::string& id) { return id.starts_with("mt:"); };
  return !moves || std::none_of(call.ids.begin(), call.ids.end(), is_turn);
}

class Readers {
 public:
  explicit Readers(const Context& context) : context_(context), seen_(kReaderThreads), flaws_(kReaderThreads) {
    for (std::size_t i = 0; i < kReaderThreads; ++i) threads_.emplace_back([this, i] { read(i); });
  }

  void stop() {
    done_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  // However busy the machine is, the readers keep up.
  void wait_for(std::uint64_t reads) const {
    while (reads_ < reads) std::this_thread::yield();
  }

  const std::vector<Seen>& seen() const { return seen_; }
  const std::vector<std::string>& flaws() const { return flaws_; }

 private:
  void read(std::size_t reader) {
    Random random(reader);
    std::uint64_t newest = 0;
    while (!done_) {
      const auto latest = context_.latest();
      if (!latest) continue;  // before the first commit
      if (latest->cycle() < newest) flaws_[reader] = "the latest snapshot went back";
      newest = latest->cycle();
      note(reader, *latest);
      note(reader, *context_.at(1 + random.below(static_cast<std::size_t>(newest))));
    }
  }

  void note(std::size_t reader, const Snapshot& snapshot) {
    ++reads_;
    const std::string flaw = flaw_in(snapshot);
    if (!flaw.empty()) flaws_[reader] = flaw + " in cycle " + std::to_string(snapshot.cycle());
    const auto [known, is_new] = seen_[reader].emplace(snapshot.cycle(), snapshot.commit_id());
    if (!is_new && known->second != snapshot.commit_id()) flaws_[reader] = "a commit id changed";
  }

  const Context& context_;
  std::atomic<bool> done_{false};
  std::atomic<std::size_t> reads_{0};
  std::vector<Seen> seen_;
  std::vector<std::string> flaws_;
  std::vector<std::thread> threads_;
};

ContextOptions logical_system() {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  return options;
}

// The model only says which calls make sense.
void call_both(Context& context, PlainContext& model, Random& random) {
  for (std::size_t i = random.below(6); i > 0; --i) {
    const Call call = random_call(random, model);
    if (!keeps_turns(call)) continue;
    ASSERT_EQ(make_call(call, context), make_call(call, model));
  }
}

TEST(ReaderThreads, EverySnapshotThatIsReadDuringCommitsIsWhole) {
  Random random(7);
  Context context(logical_system());
  PlainContext model(logical_system());
  Readers readers(context);
  Seen committed;
  for (std::uint64_t cycle = 1; cycle <= kReadCycles; ++cycle) {
    call_both(context, model, random);
    const auto report = context.commit();
    ASSERT_TRUE(report.has_value());
    committed[cycle] = report->commit_id;
    model.commit(report->commit_id);
    readers.wait_for(cycle);
  }
  readers.stop();
  for (const std::string& flaw : readers.flaws()) EXPECT_EQ(flaw, "");
  for (const Seen& seen : readers.seen()) {
    for (const auto& [cycle, id] : seen) EXPECT_EQ(id, committed.at(cycle)) << "cycle " << cycle;
  }
}

// CONC-02: branches of one history commit on threads of their own and share what came before.
TEST(ReaderThreads, ForksCommitBesideEachOther) {
  Random random(8);
  Context trunk(logical_system());
  PlainContext model(logical_system());
  for (int cycle = 0; cycle < 20; ++cycle) {
    call_both(trunk, model, random);
    model.commit(trunk.commit()->commit_id);
  }
  std::vector<std::thread> threads;
  std::vector<std::string> flaws(kReaderThreads);
  for (std::size_t i = 0; i < kReaderThreads; ++i) {
    threads.emplace_back(
        [&flaws, i, fork = std::make_shared<Context>(*trunk.fork(10 + i)), mine = model.fork(10 + i)]() mutable {
          Random own(i);
          for (int cycle = 0; cycle < 30; ++cycle) {
            call_both(*fork, mine, own);
            const PlainSnapshot& expected = mine.commit(fork->commit()->commit_id);
            if (fork->latest()->nodes().value() != expected.nodes)
              flaws[i] = "cycle " + std::to_string(expected.report.cycle);
          }
        });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& flaw : flaws) EXPECT_EQ(flaw, "");
}

}  // namespace
}  // namespace latewood::test
