// A PostgreSQL server that is killed, restarted, or drops its connections.
#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <thread>

#include "latewood/intake.h"
#include "latewood/repository.h"
#include "store/sql/schema.h"
#include "store/suite.h"
#include "support/store/postgres_server.h"

namespace latewood::test {
namespace {

class Postgres : public ::testing::Test {
 protected:
  void SetUp() override {
    server_ = PostgresServer::shared();
    ASSERT_NE(server_, nullptr);
    url_ = server_->new_schema();
  }

  PostgresServer* server_ = nullptr;
  std::string url_;
};

TEST_F(Postgres, AStoreIsMadeOnceAndFoundAgain) {
  EXPECT_EQ(outcome_of(open_store(url_, {.missing = Missing::Refuse})), "NotFound");
  EXPECT_EQ(outcome_of(open_store(url_, {.access = Access::ReadOnly})), "NotFound");
  { ASSERT_TRUE((*open_store(url_))->create_context("demo", "")); }
  const auto again = open_store(url_, {.access = Access::ReadOnly});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE((*again)->find_context("demo")->has_value());
  EXPECT_EQ(*(*again)->last_commit(), 0U);
  EXPECT_EQ(outcome_of((*again)->create_context("other", "")), "Unavailable");
}

// AUD-16, as ContextUpkeep.AUD_16_AContextIsRenamedWithAllItHas does it in memory and on SQLite.
TEST_F(Postgres, AUD_16_AContextIsRenamedWithAllItHas) {
  Repository repository(*open_store(url_));
  Context context = *repository.open_context("main");
  ASSERT_TRUE(context.insert({.content = "text", .id = "a"}));
  ASSERT_TRUE(context.commit());
  ASSERT_TRUE(context.insert({.content = "text", .id = "waits"}));
  ASSERT_TRUE(repository.create_context("other"));
  EXPECT_EQ(repository.rename_context("main", "other").error().rule, "E_CONFLICT");
  ASSERT_TRUE(repository.rename_context("main", "renamed"));
  EXPECT_EQ(repository.open_context("main", {.create = false}).error().rule, "E_CONTEXT_NOT_FOUND");
  const Context again = *repository.open_context("renamed", {.create = false});
  EXPECT_EQ(again.working()->back().id, "waits");
  ASSERT_TRUE(context.commit());
  EXPECT_EQ(repository.find_commit("renamed", "@t0")->cycle, 2U);
  EXPECT_TRUE(repository.fsck()->empty());
  EXPECT_TRUE(repository.verify()->is_sound());
}

// A history with something in every table but `chunks`.
void fill_every_table(Repository& repository) {
  Context context = *repository.open_context("main");
  for (int i = 0; i < 70; ++i) {
    ASSERT_TRUE(context.insert({.content = "text " + std::to_string(i)}));
    ASSERT_TRUE(context.commit());
  }
  ASSERT_TRUE(repository.create_tag("main", "first", "@t-69"));
  ASSERT_TRUE(repository.create_tag("main", "last", "@t0"));
  ASSERT_TRUE(repository.create_branch("main", "other", "@t0"));
  ASSERT_TRUE(context.set_policy(PrunePolicy()));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(append_event(context, {.stream = "s", .payload = "event " + std::to_string(i)}));
    const auto ticket = context.begin_attempt({});
    ASSERT_TRUE(ticket);
    ASSERT_TRUE(context.end_attempt(ticket->attempt_id, {.status = AttemptStatus::Canceled}));
    ASSERT_TRUE(context.insert({.content = "waits " + std::to_string(i)}));
  }
}

// AUD-21: of which tables `fsck` or `verify` notice a row that SQL deleted, the oldest (ASC) or the newest (DESC).
// docs/durability.md has this in words.
TEST_F(Postgres, AUD_21_DeletedRowsAreNoticedIfOtherRowsNameThem) {
  const std::vector<std::string> noticed = {"commits ASC", "commits DESC", "payloads ASC", "payloads DESC", "pages ASC",
                                            "pages DESC",  "contexts ASC", "edits ASC",    "events ASC"};
  for (const std::string& row : noticed) {
    const std::string table = row.substr(0, row.find(' '));
    const std::string order = row.substr(row.find(' ') + 1);
    const std::string url = server_->new_schema();
    const std::string name = url.substr(url.rfind("%3D") + 3) + "." + table;
    Repository repository(*open_store(url));
    fill_every_table(repository);
    ASSERT_TRUE(server_->run("DELETE FROM " + name + " WHERE ctid IN (SELECT ctid FROM " + name + " ORDER BY ctid " +
                             order + " LIMIT 1)"));
    Repository again(*open_store(url));
    const auto findings = again.fsck();
    const auto verified = again.verify();
    EXPECT_TRUE(!findings || !findings->empty() || !verified || !verified->is_sound()) << row;
  }
}

// A row of any table that another program changes or removes would make a list shorter without an error, so the server
// refuses it.
TEST_F(Postgres, AUD_21_RowsAreChangedAndRemovedByLatewoodAlone) {
  const std::string schema = url_.substr(url_.rfind("%3D") + 3);
  Repository repository(*open_store(url_));
  fill_every_table(repository);
  // The sessions of the test server may change rows, as those of Latewood may.
  const auto as_another_program = [&](const std::string& statement) {
    return server_->run("DO $$ BEGIN PERFORM set_config('latewood.writer', '', true); " + statement + "; END $$");
  };
  for (const std::string_view table : table_names()) {
    const std::string name = schema + "." + std::string(table);
    EXPECT_TRUE(as_another_program("PERFORM count(*) FROM " + name)) << table;
    EXPECT_FALSE(as_another_program("DELETE FROM " + name)) << table;
    EXPECT_FALSE(as_another_program("UPDATE " + name + " SET value = value")) << table;
    EXPECT_FALSE(as_another_program("TRUNCATE " + name)) << table;
  }
  Context context = *repository.open_context("main");
  ASSERT_TRUE(context.commit());
  EXPECT_TRUE(repository.delete_tag("main", "first"));
  EXPECT_TRUE(repository.fsck()->empty());
  ASSERT_TRUE(server_->run("ALTER TABLE " + schema + ".tags DISABLE TRIGGER guard_tags"));
  const auto findings = repository.fsck();
  ASSERT_TRUE(findings);
  ASSERT_EQ(findings->size(), 1U);
  EXPECT_EQ(findings->front(), "the trigger guard_tags is missing");
}

// The guards came with version 4: a store of version 3 is read as it is, and gets them when it is opened for writing.
TEST_F(Postgres, AUD_21_AnOlderStoreGetsItsGuards) {
  const std::string schema = url_.substr(url_.rfind("%3D") + 3);
  {
    Repository repository(*open_store(url_));
    fill_every_table(repository);
  }
  ASSERT_TRUE(server_->run("DROP FUNCTION " + schema + ".latewood_guard CASCADE"));
  ASSERT_TRUE(server_->run("UPDATE " + schema + ".latewood SET value = 3"));
  {
    Repository reader(*open_store(url_, {.access = Access::ReadOnly}));
    EXPECT_EQ(reader.find_commit("main", "@t0")->cycle, 70U);
  }
  Repository writer(*open_store(url_));
  EXPECT_TRUE(writer.fsck()->empty());
  EXPECT_FALSE(server_->run("DO $$ BEGIN PERFORM set_config('latewood.writer', '', true); DELETE FROM " + schema +
                            ".tags; END $$"));
}

TEST_F(Postgres, ASchemaOfAnotherProgramIsRefused) {
  const std::string schema = url_.substr(url_.rfind("%3D") + 3);
  ASSERT_TRUE(server_->run("CREATE TABLE " + schema + ".commits (x INT)"));
  const auto refused = open_store(url_);
  EXPECT_EQ(outcome_of(refused), "Unsupported");
  EXPECT_EQ(refused.error().message, "postgres: the schema has a table commits that is not Latewood's");
}

TEST_F(Postgres, ANewerVersionIsRefused) {
  ASSERT_TRUE(open_store(url_));
  const std::string schema = url_.substr(url_.rfind("%3D") + 3);
  ASSERT_TRUE(server_->run("UPDATE " + schema + ".latewood SET value = 99"));
  const auto refused = open_store(url_);
  EXPECT_EQ(outcome_of(refused), "Unsupported");
  EXPECT_EQ(refused.error().message, "postgres: the store has schema version 99; this build reads up to 4");
}

// Whoever waits for them finds it and leaves its version alone.
TEST_F(Postgres, ANewerVersionThatOthersMakeMeanwhileIsRefused) {
  const std::string table = url_.substr(url_.rfind("%3D") + 3) + ".latewood";
  std::thread newer([&] {
    EXPECT_TRUE(server_->run("DO $$ BEGIN PERFORM pg_advisory_xact_lock(" + std::to_string(kApplicationId) +
                             "); CREATE TABLE " + table +
                             " (name TEXT PRIMARY KEY, value BIGINT NOT NULL); INSERT INTO " + table +
                             " VALUES ('schema_version', 99); PERFORM pg_sleep(1); END $$"));
  });
  const auto has_begun = [&] {
    return server_->run("SELECT 1 / count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted");
  };
  for (int waited = 0; waited < 500 && !has_begun(); ++waited) ::poll(nullptr, 0, 10);
  for (int tries = 0; tries < 2; ++tries) {
    const auto refused = open_store(url_);
    EXPECT_EQ(outcome_of(refused), "Unsupported");
    if (refused) continue;
    EXPECT_EQ(refused.error().message, "postgres: the store has schema version 99; this build reads up to 4");
  }
  newer.join();
}

TEST_F(Postgres, AVersionThatWasLostIsDamage) {
  ASSERT_TRUE(open_store(url_));
  const std::string schema = url_.substr(url_.rfind("%3D") + 3);
  ASSERT_TRUE(server_->run("DELETE FROM " + schema + ".latewood"));
  for (const Missing missing : {Missing::Create, Missing::Refuse}) {
    const auto refused = open_store(url_, {.missing = missing});
    EXPECT_EQ(outcome_of(refused), "Corruption");
    EXPECT_EQ(refused.error().message, "postgres: the schema version of the store is missing");
  }
}

// Without them two writers could store one thing twice.
TEST_F(Postgres, ConstraintsThatWereDroppedAreFound) {
  const auto store = open_store(url_);
  ASSERT_TRUE((*store)->check()->empty());
  const std::string schema = url_.substr(url_.rfind("%3D") + 3);
  ASSERT_TRUE(server_->run("ALTER TABLE " + schema + ".payloads DROP CONSTRAINT payloads_digest_key"));
  ASSERT_TRUE(server_->run("ALTER TABLE " + schema + ".refs DROP CONSTRAINT refs_pkey"));
  EXPECT_EQ(*(*store)->check(), (std::vector<std::string>{"the constraint refs_pkey is missing",
                                                          "the constraint payloads_digest_key is missing"}));
}

TEST_F(Postgres, AServerThatIsNotThereIsAClearError) {
  const auto refused = open_store("postgres:///nowhere?host=/no/such/folder", {.reconnect_timeout_ms = 0});
  EXPECT_EQ(outcome_of(refused), "Unavailable");
  EXPECT_EQ(refused.error().message.find('\n'), std::string::npos);
  EXPECT_EQ(outcome_of(open_store("postgres://%%%")), "Unavailable");
}

TEST_F(Postgres, DamagedRecordsAreFound) {
  const auto store = open_store(url_);
  const ContextKey context = *(*store)->create_context("demo", "");
  expect_ok((*store)->write(turn_batch(context, "main", std::nullopt, 1)));
  const std::string schema = url_.substr(url_.rfind("%3D") + 3);
  for (const char* table : {"refs", "commits", "payloads", "states"}) {
    const std::string name = schema + "." + table;
    ASSERT_TRUE(server_->run("UPDATE " + name + " SET value = set_byte(value, 0, get_byte(value, 0) # 1)"));
    const auto read = try_dump(**store);
    ASSERT_FALSE(read) << table;
    EXPECT_EQ(read.error().code, Code::Corruption);
    EXPECT_TRUE(read.error().message.starts_with(table)) << read.error().message;
    ASSERT_TRUE(server_->run("UPDATE " + name + " SET value = set_byte(value, 0, get_byte(value, 0) # 1)"));
  }
  EXPECT_TRUE(try_dump(**store));
}

// Rows that a transaction may still see would be copied to the table that is written anew.
TEST_F(Postgres, ScrubbingWaitsForWhoMaySeeWhatWasRemoved) {
  const auto store = open_store(url_, {.busy_timeout_ms = 100});
  WriteBatch write;
  write.context = *(*store)->create_context("demo", "");
  write.payloads.push_back(blob_of("a secret"));
  expect_ok((*store)->write(write));
  auto reader = server_->hold_snapshot();
  ASSERT_NE(reader, nullptr);
  Removal removal;
  removal.purges.push_back(digest_of("a secret"));
  ASSERT_EQ((*store)->remove(removal)->records, 1U);
  const auto refused = (*store)->scrub();
  EXPECT_EQ(outcome_of(refused), "Unavailable");
  EXPECT_EQ(refused.error().message, "postgres: an older transaction keeps removed rows from being erased");
  reader.reset();
  expect_ok((*open_store(url_))->scrub());
}

// Writers on contexts of their own, which note how far they got.
class Load {
 public:
  Load(const std::string& url, int threads) {
    auto opened = open_store(url, {.reconnect_timeout_ms = 60000});
    EXPECT_TRUE(opened) << opened.error().message;
    store_ = *std::move(opened);
    for (int i = 0; i < threads; ++i) {
      contexts_.push_back(*store_->create_context("c" + std::to_string(i), ""));
      acknowledged_.push_back(0);
    }
    for (std::size_t i = 0; i < contexts_.size(); ++i) threads_.emplace_back([this, i] { write(i); });
  }
  ~Load() { stop(); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  void stop() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  // Everything that was acknowledged is there, and at most one turn more.
  void expect_nothing_lost(const std::string& url) {
    stop();
    const auto fresh = open_store(url);
    ASSERT_TRUE(fresh) << fresh.error().message;
    for (std::size_t i = 0; i < contexts_.size(); ++i) {
      EXPECT_EQ(errors_, 0) << "a lost connection is nothing the caller sees";
      const auto head = (*fresh)->find_ref(contexts_[i], "main");
      ASSERT_TRUE(head && *head);
      EXPECT_EQ((*head)->cycle, acknowledged_[i]);
      EXPECT_EQ((*fresh)->list_commits(contexts_[i], {}, ~std::uint64_t{0}, 1 << 20)->size(), (*head)->cycle);
    }
    EXPECT_TRUE((*fresh)->check()->empty());
  }

  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t cycle : acknowledged_) sum += cycle;
    return sum;
  }

 private:
  void write(std::size_t i) {
    for (std::uint64_t cycle = 1; !stop_; ++cycle) {
      const auto parent = cycle == 1 ? std::nullopt : std::optional(turn_id(contexts_[i], "main", cycle - 1));
      const auto written = store_->write(turn_batch(contexts_[i], "main", parent, cycle));
      if (!written) {
        ++errors_;
        ADD_FAILURE() << written.error().message;
        return;
      }
      acknowledged_[i] = cycle;
    }
  }

  std::unique_ptr<Store> store_;
  std::vector<ContextKey> contexts_;
  std::vector<std::uint64_t> acknowledged_;
  std::vector<std::thread> threads_;
  std::atomic<bool> stop_ = false;
  std::atomic<int> errors_ = 0;
};

TEST_F(Postgres, ConnectionsThatAreCutUnderLoadLoseNothing) {
  Load load(url_, 4);
  for (int i = 0; i < 10; ++i) {
    ::poll(nullptr, 0, 150);
    server_->cut_connections();
  }
  load.expect_nothing_lost(url_);
  EXPECT_GT(load.total(), 20U);
}

TEST_F(Postgres, AServerThatIsKilledUnderLoadLosesNothing) {
  Load load(url_, 4);
  for (int i = 0; i < 3; ++i) {
    ::poll(nullptr, 0, 200);
    server_->kill();
    ASSERT_TRUE(server_->restart());
  }
  ::poll(nullptr, 0, 200);
  load.expect_nothing_lost(url_);
  EXPECT_GT(load.total(), 20U);
}

}  // namespace
}  // namespace latewood::test
