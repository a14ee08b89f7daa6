// Contexts on a store that fails: the old head or the new one, and nothing between.
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "support/law.h"
#include "support/random/call.h"
#include "support/store/faulty_store.h"
#include "support/store/history.h"
#include "support/store/place.h"
#include "support/store/postgres_server.h"

namespace latewood::test {
namespace {

// Opens, edits, attempts and commits; stops at the first failure.
Result<void> work_on(Repository& repository) {
  auto context = repository.open_context("main", logical());
  if (!context) return context.error();
  const auto asked = context->insert(says("user", "again"));
  if (!asked) return asked.error();
  const auto ticket = context->begin_attempt(request());
  if (!ticket) return ticket.error();
  AttemptOutcome outcome;
  outcome.reply = {says("assistant", "reply")};
  if (const auto ended = context->end_attempt(ticket->attempt_id, outcome); !ended) return ended;
  const auto report = context->commit({.message = "worked"});
  if (!report) return report.error();
  return {};
}

TEST(ContextFaults, EveryFailedCallLeavesTheOldHeadOrTheNewOne) {
  for (const Fault fault : {Fault::Before, Fault::After}) {
    bool was_old = false;
    bool was_new = false;
    for (std::uint64_t failing = 1;; ++failing) {
      StoredHistory history;
      history.grow(3);
      const Context before = history.open();
      const std::shared_ptr<store::Store> inner(&history.store(), [](store::Store*) {});
      const auto faulty = std::make_shared<FaultyStore>(inner, failing, fault);
      Repository repository(faulty);
      const auto worked = work_on(repository);
      if (!faulty->has_failed()) {
        EXPECT_TRUE(worked);
        break;
      }
      history.expect_sound();
      Context after = history.open();
      ASSERT_TRUE(after.cycle() == 3 || after.cycle() == 4) << failing;
      // Figures of commits are derived: a failure to keep them fails no call.
      if (worked) {
        EXPECT_EQ(after.cycle(), 4U) << failing;
      } else {
        (after.cycle() == 3 ? was_old : was_new) = true;
      }
      for (std::uint64_t cycle = 1; cycle <= 3; ++cycle) {
        EXPECT_EQ(after.at(cycle)->commit_id(), before.at(cycle)->commit_id());
      }
      // Whatever the working state is, it can be committed.
      ASSERT_TRUE(after.reset());
      ASSERT_TRUE(after.insert(says("user", "goes on")));
      history.expect_sound();
    }
    EXPECT_TRUE(was_old);
    EXPECT_EQ(was_new, fault == Fault::After) << "only a lost answer hides a commit";
  }
}

// ---- processes that die ----

// Commits in a loop and tells each cycle that was acknowledged.
int commit_forever(const std::string& path, int acknowledged) {
  auto repository = Repository::open(path);
  if (!repository) return 1;
  auto context = repository->open_context("main", logical());
  if (!context) return 2;
  // The process before may have died between an edit and its commit.
  if (!context->reset()) return 3;
  for (;;) {
    if (!context->insert(says("user", "message " + std::to_string(context->cycle())))) return 4;
    const auto report = context->commit();
    if (!report) return 5;
    if (::write(acknowledged, &report->cycle, sizeof(report->cycle)) != sizeof(report->cycle)) return 6;
  }
}

std::uint64_t last_number(int from) {
  std::uint64_t last = 0;
  std::uint64_t number = 0;
  while (::read(from, &number, sizeof(number)) == sizeof(number)) last = number;
  return last;
}

TEST(ContextFaults, AKilledProcessLosesNothingThatWasAcknowledged) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  { ASSERT_TRUE(Repository::open(path)->create_context("main")); }
  Random random(11);
  std::uint64_t acknowledged = 0;
  for (int round = 0; round < 200; ++round) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(pipe[0]);
      ::_exit(commit_forever(path, pipe[1]));
    }
    ::close(pipe[1]);
    // On a busy machine a process may take long to start; some rounds wait for its first commit.
    pollfd first{pipe[0], POLLIN, 0};
    if (round % 4 == 0) ::poll(&first, 1, 5000);
    ::poll(nullptr, 0, static_cast<int>(2 + random.below(30)));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it ended by itself with " << WEXITSTATUS(status);
    acknowledged = std::max(acknowledged, last_number(pipe[0]));
    ::close(pipe[0]);
    auto repository = Repository::open(path);
    ASSERT_TRUE(repository) << repository.error().message;
    const auto head = repository->branches("main");
    ASSERT_TRUE(head) << head.error().message;
    const std::uint64_t cycle = head->empty() ? 0 : head->front().cycle;
    ASSERT_TRUE(cycle == acknowledged || cycle == acknowledged + 1) << cycle << " after " << acknowledged;
    acknowledged = cycle;
    if (round % 40 != 0) continue;
    const auto context = repository->open_context("main", logical());
    ASSERT_TRUE(context) << context.error().message;
    EXPECT_EQ(context->cycle(), cycle);
  }
  EXPECT_GT(acknowledged, 20U);
  StoredHistory history(*store::open_store(path));
  history.expect_sound();
}

// ---- a disk that is full ----

TEST(ContextFaults, AFullDiskIsAClearErrorAndLosesNothing) {
  const TempFolder folder;
  if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=1m") != 0) {
    GTEST_SKIP() << "a small file system can be mounted by root only";
  }
  {
    StoredHistory history(*store::open_store((folder.path() / "store.db").string()));
    Context context = history.open();
    Random random(3);
    Error error;
    for (;;) {
      std::string text(2000, ' ');
      for (char& c : text) c = static_cast<char>('a' + random.below(26));
      const auto inserted = context.insert(says("user", text));
      const auto report = inserted ? context.commit() : Result<CommitReport>(inserted.error());
      if (report) continue;
      error = report.error();
      break;
    }
    EXPECT_EQ(error.code, Code::Unavailable);
    EXPECT_NE(error.message.find("the disk is full"), std::string::npos) << error.message;
    const std::uint64_t cycle = context.cycle();
    EXPECT_GT(cycle, 5U);
    ASSERT_EQ(::mount("tmpfs", folder.path().c_str(), "tmpfs", MS_REMOUNT, "size=16m"), 0);
    EXPECT_EQ(history.open().cycle(), cycle);
    ASSERT_TRUE(context.reset());
    ASSERT_TRUE(context.insert(says("user", "there is room again")));
    ASSERT_TRUE(context.commit());
    history.expect_sound();
  }
  ::umount(folder.path().c_str());
}

// ---- a server that dies ----

// Commits to a context of its own until it is told to stop.
class Writer {
 public:
  Writer(const std::string& url, const std::string& name) : thread_([this, url, name] { run(url, name); }) {}
  void stop() {
    is_over_ = true;
    thread_.join();
  }
  std::uint64_t acknowledged() const { return acknowledged_; }
  const std::string& problem() const { return problem_; }

 private:
  void run(const std::string& url, const std::string& name) {
    auto repository = Repository::open(url);
    while (!is_over_) {
      auto context = repository ? repository->open_context(name, logical()) : Result<Context>(repository.error());
      // An answer that was lost leaves the working state as it is written: read again.
      while (context && !is_over_) {
        if (!context->insert(says("user", "message"))) break;
        const auto report = context->commit();
        if (!report) break;
        if (report->cycle <= acknowledged_) problem_ = "cycle " + std::to_string(report->cycle) + " came twice";
        acknowledged_ = report->cycle;
      }
    }
  }

  std::atomic<bool> is_over_ = false;
  std::atomic<std::uint64_t> acknowledged_ = 0;
  std::string problem_;
  std::thread thread_;
};

TEST(ContextFaults, AServerThatIsKilledUnderLoadLosesNothing) {
  PostgresServer* server = PostgresServer::shared();
  ASSERT_NE(server, nullptr);
  const std::string url = server->new_schema();
  { ASSERT_TRUE(store::open_store(url)); }
  std::vector<std::unique_ptr<Writer>> writers;
  for (int i = 0; i < 3; ++i) writers.push_back(std::make_unique<Writer>(url, "context " + std::to_string(i)));
  for (int i = 0; i < 3; ++i) {
    ::poll(nullptr, 0, 400);
    server->kill();
    ASSERT_TRUE(server->restart());
  }
  ::poll(nullptr, 0, 400);
  StoredHistory history(*store::open_store(url));
  for (std::size_t i = 0; i < writers.size(); ++i) {
    writers[i]->stop();
    EXPECT_EQ(writers[i]->problem(), "");
    EXPECT_GT(writers[i]->acknowledged(), 0U);
    const std::uint64_t cycle = history.open("context " + std::to_string(i)).cycle();
    EXPECT_GE(cycle, writers[i]->acknowledged());
    EXPECT_LE(cycle, writers[i]->acknowledged() + 4) << "one lost answer for each kill, and one at the end";
  }
  history.expect_sound();
}

// ---- processes that come and go ----

// Whenever a context is closed and opened again, it is the one that never was.
TEST(ContextFaults, ReopeningAtAnyMomentChangesNothing) {
  expect_law("a stored context is the same as one in memory", [](Random& random) {
    ContextOptions options;
    options.clock = make_logical_clock();
    options.system = true;
    OpenOptions stored = logical();
    stored.context.system = true;
    StoredHistory history;
    PlainContext model(options);
    Context memory(options);
    std::optional<Context> context = history.open("main", stored);
    for (int i = 0; i < 25; ++i) {
      if (random.chance(25)) context = history.open("main", stored);
      RC_ASSERT(context->working().value() == memory.working().value());
      if (random.chance(25)) {
        const CommitId id = memory.commit()->commit_id;
        model.commit(id);
        const auto report = context->commit();
        RC_ASSERT(report.has_value() && report->commit_id == id);
        continue;
      }
      const Call call = random_call(random, model);
      if (call.kind == Call::Kind::SetSystem) continue;  // granted to a process, not to a history
      make_call(call, model);
      const Ending ending = make_call(call, memory);
      RC_ASSERT(make_call(call, *context) == ending);
    }
    RC_ASSERT(history.verified().is_sound());
  });
}

}  // namespace
}  // namespace latewood::test
