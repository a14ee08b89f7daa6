// Several processes on one file, processes that are killed, and a disk that is full.
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include <fstream>

#include "store/suite.h"
#include "support/random/random.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

// Runs `work` in a process of its own, which ends with the number it returns.
template <class Work>
pid_t in_process(Work work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  return child;
}

int exit_code(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(SqliteProcesses, ShareOneFile) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    children.push_back(in_process([&, i] {
      // All of them find no file and make it at the same moment.
      const auto store = open_store(path);
      if (!store) return 1;
      const auto context = (*store)->create_context("own " + std::to_string(i), "");
      if (!context) return 2;
      for (std::uint64_t cycle = 1; cycle <= 25; ++cycle) {
        const auto parent = cycle == 1 ? std::nullopt : std::optional(turn_id(*context, "main", cycle - 1));
        if (!(*store)->write(turn_batch(*context, "main", parent, cycle))) return 3;
      }
      return 0;
    }));
  }
  for (const pid_t child : children) EXPECT_EQ(exit_code(child), 0);
  const auto store = open_store(path);
  EXPECT_EQ((*store)->list_all_commits(0, 1000)->size(), 100U);
  EXPECT_TRUE((*store)->check()->empty());
}

// A file is empty before it is a store.
TEST(SqliteProcesses, WaitForAStoreThatIsBeingMade) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  std::ofstream(path) << "";
  const pid_t maker = in_process([&] {
    ::poll(nullptr, 0, 300);
    return open_store(path) ? 0 : 1;
  });
  const pid_t reader = in_process([&] {
    StoreOptions options;
    options.access = Access::ReadOnly;
    return open_store(path, options) ? 0 : 1;
  });
  const pid_t writer = in_process([&] {
    StoreOptions options;
    options.missing = Missing::Refuse;
    return open_store(path, options) ? 0 : 1;
  });
  for (const pid_t child : {maker, reader, writer}) EXPECT_EQ(exit_code(child), 0);
}

// Commits in a loop and tells each cycle that was acknowledged.
int commit_forever(const std::string& path, int acknowledged) {
  const auto store = open_store(path);
  if (!store) return 1;
  const auto context = (*store)->find_context("demo");
  if (!context || !*context) return 2;
  const auto head = (*store)->find_ref((*context)->key, "main");
  if (!head) return 3;
  std::optional<CommitId> parent = *head ? std::optional((*head)->id) : std::nullopt;
  for (std::uint64_t cycle = *head ? (*head)->cycle + 1 : 1;; ++cycle) {
    if (!(*store)->write(turn_batch((*context)->key, "main", parent, cycle))) return 4;
    parent = turn_id((*context)->key, "main", cycle);
    if (::write(acknowledged, &cycle, sizeof(cycle)) != sizeof(cycle)) return 5;
  }
}

std::uint64_t last_number(int from) {
  std::uint64_t last = 0;
  std::uint64_t number = 0;
  while (::read(from, &number, sizeof(number)) == sizeof(number)) last = number;
  return last;
}

TEST(SqliteProcesses, AKilledWriterLosesNothingThatWasAcknowledged) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  ContextKey context{};
  { context = *(*open_store(path))->create_context("demo", ""); }
  Random random(7);
  std::uint64_t acknowledged = 0;
  for (int round = 0; round < 120; ++round) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = in_process([&] {
      ::close(pipe[0]);
      return commit_forever(path, pipe[1]);
    });
    ::close(pipe[1]);
    ::poll(nullptr, 0, static_cast<int>(2 + random.below(40)));
    ::kill(child, SIGKILL);
    EXPECT_EQ(exit_code(child), -1) << "it ended by itself";
    acknowledged = std::max(acknowledged, last_number(pipe[0]));
    ::close(pipe[0]);
    const auto store = open_store(path);
    ASSERT_TRUE(store) << store.error().message;
    const auto head = (*store)->find_ref(context, "main");
    ASSERT_TRUE(head) << head.error().message;
    const std::uint64_t cycle = *head ? (*head)->cycle : 0;
    ASSERT_TRUE(cycle == acknowledged || cycle == acknowledged + 1) << cycle << " after " << acknowledged;
    ASSERT_EQ((*store)->list_commits(context, {}, ~std::uint64_t{0}, 1 << 20)->size(), cycle);
    if (round % 20 == 0) {
      EXPECT_TRUE((*store)->check()->empty());
    }
    acknowledged = cycle;
  }
  EXPECT_GT(acknowledged, 100U);
  EXPECT_TRUE((*open_store(path))->check()->empty());
}

// A file system of a megabyte, as long as the object lives.
class SmallDisk {
 public:
  explicit SmallDisk(fs::path folder) : folder_(std::move(folder)) {
    mounted_ = ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=1m") == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted_) ::umount(folder_.c_str());
  }
  bool is_mounted() const { return mounted_; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

// Not even the memory that processes share finds room.
TEST(SqliteProcesses, ADiskWithoutAByteLeftIsCalledFull) {
  const TempFolder folder;
  const SmallDisk disk(folder.path());
  if (!disk.is_mounted()) GTEST_SKIP() << "a small file system can be mounted by root only";
  const std::string path = (folder.path() / "store.db").string();
  {
    const auto store = open_store(path);
    ASSERT_TRUE(store && (*store)->create_context("demo", ""));
  }
  std::ofstream filler(folder.path() / "filler", std::ios::binary);
  while (filler << std::string(4096, 'x') << std::flush) {
  }
  const auto store = open_store(path);
  const auto made = store ? (*store)->create_context("more", "") : Result<ContextKey>(store.error());
  ASSERT_FALSE(made);
  EXPECT_EQ(outcome_of(made), "Unavailable");
  EXPECT_EQ(made.error().message, path + ": the disk is full");
}

TEST(SqliteProcesses, AFullDiskIsAClearErrorAndLosesNothing) {
  const TempFolder folder;
  const SmallDisk disk(folder.path());
  if (!disk.is_mounted()) GTEST_SKIP() << "a small file system can be mounted by root only";
  const std::string path = (folder.path() / "store.db").string();
  const auto store = open_store(path);
  ASSERT_TRUE(store) << store.error().message;
  const ContextKey context = *(*store)->create_context("demo", "");
  std::uint64_t cycle = 0;
  const auto next = [&] {
    const auto parent = cycle == 0 ? std::nullopt : std::optional(turn_id(context, "main", cycle));
    return (*store)->write(turn_batch(context, "main", parent, cycle + 1));
  };
  Result<void> written;
  while ((written = next())) ++cycle;
  EXPECT_EQ(outcome_of(written), "Unavailable");
  EXPECT_EQ(written.error().message, path + ": the disk is full");
  EXPECT_GT(cycle, 5U);
  EXPECT_EQ((*(*store)->find_ref(context, "main"))->cycle, cycle) << "nothing lost";
  EXPECT_EQ(outcome_of(next()), "Unavailable");
  ASSERT_EQ(::mount("tmpfs", folder.path().c_str(), "tmpfs", MS_REMOUNT, "size=8m"), 0);
  expect_ok(next());
  EXPECT_EQ((*(*store)->find_ref(context, "main"))->cycle, cycle + 1) << "works again";
  EXPECT_TRUE((*store)->check()->empty());
}

TEST(SqliteProcesses, ALockedFileIsAnErrorAfterTheTimeout) {
  const TempFolder folder;
  const std::string path = (folder.path() / "store.db").string();
  const auto store = open_store(path, {.busy_timeout_ms = 50});
  const ContextKey context = *(*store)->create_context("demo", "");
  int pipe[2];
  int release[2];
  ASSERT_EQ(::pipe(pipe) + ::pipe(release), 0);
  const pid_t child = in_process([&] {
    sqlite3* database = nullptr;
    sqlite3_open(path.c_str(), &database);
    sqlite3_exec(database, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
    char byte = 'x';
    if (::write(pipe[1], &byte, 1) != 1) return 1;
    return ::read(release[0], &byte, 1) == 1 ? 0 : 1;
  });
  char byte = 0;
  ASSERT_EQ(::read(pipe[0], &byte, 1), 1);
  const auto refused = (*store)->write(turn_batch(context, "main", std::nullopt, 1));
  EXPECT_EQ(outcome_of(refused), "Unavailable");
  EXPECT_EQ(refused.error().message, path + ": another process keeps the store locked");
  EXPECT_TRUE((*store)->find_context("demo")->has_value()) << "readers do not wait";
  ASSERT_EQ(::write(release[1], &byte, 1), 1);
  EXPECT_EQ(exit_code(child), 0);
  expect_ok((*store)->write(turn_batch(context, "main", std::nullopt, 1)));
}

}  // namespace
}  // namespace latewood::test
