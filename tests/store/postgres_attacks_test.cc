// AUD-23: clients, backends and servers that are killed, roles without rights, and what a purge leaves behind.
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "store/suite.h"
#include "support/store/history.h"
#include "support/store/postgres_server.h"
#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

class PostgresAttacks : public ::testing::Test {
 protected:
  void SetUp() override {
    server_ = PostgresServer::shared();
    ASSERT_NE(server_, nullptr);
    url_ = server_->new_schema();
    schema_ = url_.substr(url_.rfind("%3D") + 3);
  }

  // A store with records of every kind; what it shows.
  std::string fill() {
    const auto store = open_store(url_);
    EXPECT_TRUE(store) << store.error().message;
    const ContextKey context = *(*store)->create_context("demo", "settings");
    std::optional<CommitId> parent;
    for (std::uint64_t cycle = 1; cycle <= 5; ++cycle) {
      WriteBatch turn = turn_batch(context, "main", parent, cycle);
      turn.tags.push_back({"tag " + std::to_string(cycle), Head{turn.commits.front().id, cycle}});
      turn.logs = {{Log::Attempts, {cycle, "an attempt"}}, {Log::Events, {cycle, "an event"}}};
      turn.pages.push_back(blob_of("page " + std::to_string(cycle)));
      if (cycle == 5) turn.edits.push_back({"main", 0, {"an edit"}});
      parent = turn.commits.front().id;
      expect_ok((*store)->write(turn));
    }
    return dump(**store);
  }

  void run(const std::string& sql) { ASSERT_TRUE(server_->run(sql)) << sql; }

  // A role that may do nothing yet, and its address.
  std::string new_role(const std::string& name) {
    const std::string role = name + "_" + schema_;
    EXPECT_TRUE(server_->run("CREATE ROLE " + role + " LOGIN"));
    std::string url = url_;
    const std::string owner = "user=latewood";
    return url.replace(url.find(owner), owner.size(), "user=" + role);
  }
  std::string role_of(const std::string& url) const {
    const std::size_t at = url.find("user=") + 5;
    return url.substr(at, url.find('&', at) - at);
  }

  std::string data_folder() const {
    const std::size_t at = url_.find("host=") + 5;
    return url_.substr(at, url_.find('&', at) - at) + "/data";
  }

  std::vector<std::string> files_with(const std::string& text) const {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(data_folder())) {
      if (entry.is_regular_file() && read_file(entry.path()).find(text) != std::string::npos) {
        found.push_back(entry.path().string());
      }
    }
    return found;
  }

  // Dumps while `attack` runs again and again; each is `right` or an error.
  template <class Attack>
  void expect_right_or_refused(const std::string& right, int reads, Attack attack) {
    const auto store = open_store(url_, {.access = Access::ReadOnly, .reconnect_timeout_ms = 20000});
    ASSERT_TRUE(store) << store.error().message;
    int answered = 0;
    std::atomic<bool> done = false;
    std::thread reader([&] {
      for (int i = 0; i < reads; ++i) {
        const auto text = try_dump(**store);
        if (text) {
          EXPECT_EQ(*text, right);
          ++answered;
        } else {
          EXPECT_EQ(text.error().code, Code::Unavailable) << text.error().message;
        }
      }
      done = true;
    });
    // From this thread: the server ends with the thread that started it.
    while (!done) attack();
    reader.join();
    EXPECT_EQ(dump(**open_store(url_)), right);
    EXPECT_GT(answered, 0);
  }

  PostgresServer* server_ = nullptr;
  std::string url_;
  std::string schema_;
};

TEST_F(PostgresAttacks, AUD_23_AClientThatIsKilledLosesNothing) {
  { ASSERT_TRUE((*open_store(url_))->create_context("demo", "")); }
  std::uint64_t acknowledged = 0;
  for (int round = 0; round < 8; ++round) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const auto store = open_store(url_);
      const ContextKey context = (*store)->find_context("demo").value()->key;
      for (;;) {
        const auto head = *(*store)->find_ref(context, "main");
        const std::uint64_t cycle = head ? head->cycle + 1 : 1;
        const auto parent = head ? std::optional(head->id) : std::nullopt;
        if (!(*store)->write(turn_batch(context, "main", parent, cycle))) ::_exit(1);
        if (::write(pipe[1], &cycle, sizeof cycle) != sizeof cycle) ::_exit(2);
      }
    }
    ::close(pipe[1]);
    ::poll(nullptr, 0, 120 + 37 * round);
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    for (std::uint64_t cycle = 0; ::read(pipe[0], &cycle, sizeof cycle) == sizeof cycle;) acknowledged = cycle;
    ::close(pipe[0]);
    const auto store = open_store(url_);
    const ContextKey context = (*store)->find_context("demo").value()->key;
    // The server may still be at the last commit, which nobody was told of.
    const auto head = (*store)->find_ref(context, "main").value();
    const std::uint64_t cycle = head ? head->cycle : 0;
    EXPECT_TRUE(cycle == acknowledged || cycle == acknowledged + 1) << cycle << " after " << acknowledged;
    EXPECT_TRUE((*store)->check()->empty());
  }
  EXPECT_GT(acknowledged, 8U);
  const auto store = open_store(url_);
  const ContextKey context = (*store)->find_context("demo").value()->key;
  const std::uint64_t last = (*store)->find_ref(context, "main").value()->cycle;
  EXPECT_EQ((*store)->list_commits(context, {}, ~std::uint64_t{0}, 1 << 20)->size(), last);
}

TEST_F(PostgresAttacks, AUD_23_ReadersWhoseBackendsAreTerminatedAreRightOrRefused) {
  const std::string right = fill();
  expect_right_or_refused(right, 30, [this] {
    server_->cut_connections();
    ::poll(nullptr, 0, 15);
  });
}

TEST_F(PostgresAttacks, AUD_23_ReadersOfAServerThatIsKilledAreRightOrRefused) {
  const std::string right = fill();
  expect_right_or_refused(right, 12, [this] {
    ::poll(nullptr, 0, 150);
    server_->kill();
    EXPECT_TRUE(server_->restart());
    ::poll(nullptr, 0, 300);
  });
}

TEST_F(PostgresAttacks, AUD_23_ARoleThatMayOnlyReadReads) {
  const std::string right = fill();
  const std::string url = new_role("reader");
  run("GRANT USAGE ON SCHEMA " + schema_ + " TO " + role_of(url));
  run("GRANT SELECT ON ALL TABLES IN SCHEMA " + schema_ + " TO " + role_of(url));
  const auto store = open_store(url, {.access = Access::ReadOnly});
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ(dump(**store), right);
  const auto writer = open_store(url);
  ASSERT_TRUE(writer) << writer.error().message;
  const ContextKey context = (*writer)->find_context("demo").value()->key;
  const auto refused = (*writer)->write(turn_batch(context, "side", std::nullopt, 1));
  EXPECT_EQ(outcome_of(refused), "Unavailable");
  EXPECT_NE(refused.error().message.find("permission denied"), std::string::npos) << refused.error().message;
  EXPECT_EQ(outcome_of((*writer)->create_context("other", "")), "Unavailable");
  EXPECT_EQ(dump(**open_store(url_)), right);
}

TEST_F(PostgresAttacks, AUD_23_WhatARoleMayNotReadIsAnError) {
  const std::string right = fill();
  const std::string url = new_role("partly");
  const std::string role = role_of(url);
  EXPECT_EQ(outcome_of(open_store(url, {.access = Access::ReadOnly})), "Unavailable");
  EXPECT_EQ(outcome_of(open_store(url)), "Unavailable");
  run("GRANT USAGE ON SCHEMA " + schema_ + " TO " + role);
  EXPECT_EQ(outcome_of(open_store(url, {.access = Access::ReadOnly})), "Unavailable");
  for (const std::string table :
       {"contexts", "refs", "tags", "states", "edits", "commits", "pages", "payloads", "attempts", "events"}) {
    SCOPED_TRACE(table);
    run("GRANT SELECT ON ALL TABLES IN SCHEMA " + schema_ + " TO " + role);
    {
      const auto store = open_store(url, {.access = Access::ReadOnly});
      ASSERT_TRUE(store) << store.error().message;
      EXPECT_EQ(dump(**store), right);
    }
    const std::string name = schema_ + "." + table;
    run("REVOKE SELECT ON " + name + " FROM " + role);
    EXPECT_EQ(outcome_of(try_dump(**open_store(url, {.access = Access::ReadOnly}))), "Unavailable");
    run("GRANT SELECT ON " + name + " TO " + role);
    // Row-level security without a policy hides every row.
    run("ALTER TABLE " + name + " ENABLE ROW LEVEL SECURITY");
    EXPECT_EQ(outcome_of(try_dump(**open_store(url, {.access = Access::ReadOnly}))), "Unavailable");
    run("ALTER TABLE " + name + " DISABLE ROW LEVEL SECURITY");
  }
}

// The server would only warn, and the purge would say that it was done.
TEST_F(PostgresAttacks, AUD_23_ErasingNeedsTheOwner) {
  fill();
  const std::string url = new_role("writer");
  run("GRANT USAGE ON SCHEMA " + schema_ + " TO " + role_of(url));
  run("GRANT ALL ON ALL TABLES IN SCHEMA " + schema_ + " TO " + role_of(url));
  run("GRANT ALL ON ALL SEQUENCES IN SCHEMA " + schema_ + " TO " + role_of(url));
  const auto store = open_store(url);
  ASSERT_TRUE(store) << store.error().message;
  const auto refused = (*store)->scrub();
  EXPECT_EQ(outcome_of(refused), "Unavailable");
  EXPECT_EQ(refused.error().message,
            "postgres: table payloads was not rewritten, and what was removed is still in it: only its owner may do "
            "that");
  EXPECT_EQ(outcome_of((*store)->compact()), "Unavailable");
  expect_ok((*open_store(url_))->scrub());
}

// With the step that docs/durability.md gives to the administrator.
TEST_F(PostgresAttacks, AUD_23_APurgedTextIsInNoFileOfTheServer) {
  run("ALTER SYSTEM SET wal_recycle = off");
  run("SELECT pg_reload_conf()");
  const std::string text = "Zeitgeist-7c41 hidden under the old oak";
  std::shared_ptr<Store> store = *open_store(url_);
  StoredHistory history(store);
  history.grow(3);
  Blake3Digest digest;
  {
    Context context = history.open();
    ASSERT_TRUE(context.insert(says("user", text)));
    const auto committed = context.commit();
    ASSERT_TRUE(committed) << committed.error().message;
    // It is said again, in an edit that nobody commits.
    ASSERT_TRUE(context.insert(says("user", text)));
  }
  EXPECT_FALSE(files_with(text).empty());
  const std::string json = "\"" + text + "\"";
  for (const PayloadInfo& info : *store->list_payloads(0, 100)) {
    if (info.size == json.size()) digest = info.digest;
  }
  const auto purged = history.repository().purge("main", digest);
  ASSERT_TRUE(purged) << purged.error().message;
  run("SELECT pg_switch_wal()");
  run("CHECKPOINT");
  std::vector<std::string> found = files_with(text);
  // Files that go with a checkpoint may take the server a moment.
  for (int waited = 0; waited < 50 && !found.empty(); ++waited) {
    ::poll(nullptr, 0, 100);
    found = files_with(text);
  }
  EXPECT_EQ(found, std::vector<std::string>());
  history.expect_sound();
}

}  // namespace
}  // namespace latewood::test
