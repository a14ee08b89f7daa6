// Contexts that are opened at a checkpoint answer everything as the context that made the history.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/branch/access.h"
#include "engine/stored/checkpoint_writer.h"
#include "engine/stored/commit_batch.h"
#include "latewood/bundle.h"
#include "latewood/exchange.h"
#include "latewood/repository.h"
#include "latewood/trace.h"
#include "latewood/why.h"
#include "support/document/bundle_bytes.h"
#include "support/random/edits.h"
#include "tree/edit/permissions.h"

namespace latewood::test {
namespace {

using engine::Access;
using engine::Branch;
using engine::kCheckpointEvery;

OpenOptions logical_without_edits(std::string branch = {}) {
  OpenOptions options;
  options.branch = std::move(branch);
  options.keep_edits = false;
  options.context = logical_context();
  // As contexts in memory, which these are compared with: bundles have receipts.
  options.context.receipts = false;
  return options;
}

Context opened(Repository& repository, const std::string& branch = {}) {
  auto context = repository.open_context("main", logical_without_edits(branch));
  EXPECT_TRUE(context) << context.error().message;
  return *std::move(context);
}

// The same edits on contexts that are the same, then a commit.
void edit_and_commit(Context& context, std::uint64_t seed) {
  Random random(seed);
  Branch& branch = Access::branch(context);
  const tree::Permissions permissions{random.chance(80), random.chance(30), random.chance(50) ? "tester" : ""};
  for (std::size_t i = random.below(6); i > 0; --i) random_edit(random, branch, permissions);
  const auto report = context.commit({.message = std::to_string(seed)}, random_commit_options(random));
  ASSERT_TRUE(report) << report.error().message;
}

template <class T>
Result<void> outcome(const Result<T>& answer) {
  return answer ? Result<void>() : Result<void>(answer.error());
}

void turn(Context& context, const std::string& text) {
  ASSERT_TRUE(context.insert({.role = "user", .content = "ask " + text}));
  ASSERT_TRUE(context.insert({.role = "assistant", .content = "say " + text}));
  ASSERT_TRUE(context.commit());
}

void expect_same(const Snapshot& a, const Snapshot& b) {
  ASSERT_EQ(a.commit_id(), b.commit_id());
  ASSERT_EQ(a.state_root(), b.state_root());
  ASSERT_EQ(a.parent(), b.parent());
  ASSERT_EQ(a.patch_bytes().value(), b.patch_bytes().value());
  ASSERT_EQ(a.nodes().value(), b.nodes().value());
  ASSERT_EQ(a.turns().value(), b.turns().value());
  ASSERT_EQ(a.pins(), b.pins());
  ASSERT_EQ(a.note().message, b.note().message);
  ASSERT_EQ(a.provider_thread().value(), b.provider_thread().value());
  ASSERT_EQ(export_snapshot(a).value(), export_snapshot(b).value());
  const CommitReport left = a.report();
  const CommitReport right = b.report();
  ASSERT_EQ(left.departures, right.departures);
  ASSERT_EQ(left.deferred, right.deferred);
  ASSERT_EQ(left.kept, right.kept);
  ASSERT_EQ(left.nodes_after, right.nodes_after);
  ASSERT_EQ(left.bytes_after, right.bytes_after);
  ASSERT_EQ(left.nodes_before, right.nodes_before);
}

std::string answer(const Context& context, const std::string& selector) {
  const auto selection = context.select(selector, {.include_content = true});
  return selection ? to_json(*selection) : selection.error().message;
}

std::string diff_of(const Context& context, const std::string& a, const std::string& b) {
  const auto diff = context.diff(a, b);
  return diff ? to_json(*diff) : diff.error().message;
}

std::string some_moment(Random& random, std::uint64_t cycle) {
  const std::uint64_t number = random.below(cycle + 3);
  return (random.chance(50) ? "@c" : "@t-") + std::to_string(number);
}

void expect_same_answers(const Context& whole, const Context& lazy, Random& random) {
  ASSERT_EQ(whole.cycle(), lazy.cycle());
  ASSERT_EQ(answer(whole, "@t0 ^seq .mt:depth(1)"), answer(lazy, "@t0 ^seq .mt:depth(1)"));
  for (int i = 0; i < 3; ++i) {
    const std::string a = some_moment(random, whole.cycle());
    const std::string b = some_moment(random, whole.cycle());
    ASSERT_EQ(answer(whole, a + " .cb"), answer(lazy, a + " .cb")) << a;
    ASSERT_EQ(diff_of(whole, a, b), diff_of(lazy, a, b)) << a << " " << b;
  }
  const std::string first = std::to_string(random.below(whole.cycle() + 2));
  const std::string second = std::to_string(random.below(whole.cycle() + 2));
  ASSERT_EQ(answer(whole, "@c" + first + "..@c" + second + " .cb"),
            answer(lazy, "@c" + first + "..@c" + second + " .cb"));
  ASSERT_EQ(answer(whole, "@t-" + first + "..@t-" + second + " .mt"),
            answer(lazy, "@t-" + first + "..@t-" + second + " .mt"));
  const auto nodes = whole.latest()->nodes().value();
  const std::string id = nodes[random.below(nodes.size())].id;
  const auto selector = Selector::parse("#" + id);
  if (selector) {
    ASSERT_EQ(*whole.latest()->select(*selector), *lazy.latest()->select(*selector));
  }
}

void expect_same_history(const Context& whole, const Context& lazy) {
  for (std::uint64_t back = 0; back < whole.cycle(); ++back) {
    ASSERT_TRUE(lazy.back(back));
    ASSERT_NO_FATAL_FAILURE(expect_same(*whole.back(back), *lazy.back(back))) << back;
  }
  EXPECT_FALSE(lazy.back(whole.cycle()));
  EXPECT_EQ(export_history(whole).value(), export_history(lazy).value());
  EXPECT_EQ(bundle_of(whole), bundle_of(lazy));
  EXPECT_EQ(answer(whole, "@* .cb"), answer(lazy, "@* .cb"));
}

class LazyOpening : public testing::Test {
 protected:
  std::shared_ptr<store::Store> store_ = *store::open_store("memory:");
  Repository repository_{store_};

  store::ContextKey key() { return store_->find_context("main")->value().key; }
  std::vector<store::PageInfo> pages() { return *store_->list_pages(0, 100000); }
  // Root pages of the checkpoints of the branch, newest first.
  std::vector<Blake3Digest> checkpoints() {
    std::vector<Blake3Digest> digests;
    for (const store::StoredCommit& commit : *store_->list_commits(key(), {}, 1 << 30, 100000)) {
      const auto record = store_->find_patch(commit);
      const auto both = engine::split_patch((*record)->bytes);
      if (both->checkpoint) digests.insert(digests.begin(), *both->checkpoint);
    }
    return digests;
  }
  void remove_page(const Blake3Digest& digest) {
    store::Removal removal;
    removal.pages.push_back(digest);
    ASSERT_TRUE(store_->remove(removal));
  }
};

// IMPORT-02, COMMIT-08, SNAP-05: random histories, opened again at random moments.
TEST_F(LazyOpening, ARandomHistoryIsTheSameHoweverOftenItWasReopened) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    store_ = *store::open_store("memory:");
    repository_ = Repository(store_);
    Random random(seed);
    Context whole(logical_context());
    auto stored = std::make_unique<Context>(opened(repository_));
    const std::uint64_t length = kCheckpointEvery + random.below(2 * kCheckpointEvery);
    for (std::uint64_t step = 0; step < length; ++step) {
      const std::uint64_t edits = random.number();
      ASSERT_NO_FATAL_FAILURE(edit_and_commit(whole, edits));
      ASSERT_NO_FATAL_FAILURE(edit_and_commit(*stored, edits));
      ASSERT_EQ(whole.latest()->commit_id(), stored->latest()->commit_id()) << "cycle " << whole.cycle();
      if (!random.chance(10)) continue;
      stored = std::make_unique<Context>(opened(repository_));
      if (random.chance(30)) {
        ASSERT_NO_FATAL_FAILURE(expect_same_answers(whole, *stored, random));
      }
    }
    const Context lazy = opened(repository_);
    EXPECT_TRUE(Access::branch(lazy).starts_late());
    ASSERT_NO_FATAL_FAILURE(expect_same_answers(whole, lazy, random));
    ASSERT_NO_FATAL_FAILURE(expect_same_history(whole, lazy));
  }
}

TEST_F(LazyOpening, ForksOfOldMomentsGoOnLikeTheOriginal) {
  Context whole(logical_context());
  {
    Context stored = opened(repository_);
    for (std::uint64_t step = 0; step < 3 * kCheckpointEvery; ++step) {
      edit_and_commit(whole, step);
      edit_and_commit(stored, step);
    }
  }
  for (const std::uint64_t cycle : {3U, 64U, 65U, 100U, 128U, 129U, 191U, 192U}) {
    const Context lazy = opened(repository_);
    Context from_whole = *whole.fork(cycle);
    Context from_lazy = *lazy.fork(cycle);
    for (std::uint64_t step = 0; step < 5; ++step) {
      edit_and_commit(from_whole, 1000 + step);
      edit_and_commit(from_lazy, 1000 + step);
    }
    Random random(cycle);
    ASSERT_NO_FATAL_FAILURE(expect_same(*from_whole.latest(), *from_lazy.latest())) << cycle;
    ASSERT_NO_FATAL_FAILURE(expect_same_answers(from_whole, from_lazy, random)) << cycle;
  }
}

TEST_F(LazyOpening, BranchesOfAStoreShareTheirCheckpoints) {
  Context stored = opened(repository_);
  for (std::uint64_t step = 0; step < 100; ++step) turn(stored, std::to_string(step));
  ASSERT_TRUE(repository_.create_branch("main", "side", "@c90"));
  Context side = opened(repository_, "side");
  EXPECT_TRUE(Access::branch(side).starts_late());
  Context whole = *stored.fork(90);
  for (std::uint64_t step = 0; step < 60; ++step) {
    turn(whole, "side " + std::to_string(step));
    turn(side, "side " + std::to_string(step));
  }
  side = opened(repository_, "side");
  EXPECT_TRUE(Access::branch(side).starts_late());
  ASSERT_NO_FATAL_FAILURE(expect_same_history(whole, side));
}

TEST_F(LazyOpening, AnIdOfLongAgoIsStillTaken) {
  Context stored = opened(repository_);
  Component named{.role = "user", .content = "mine"};
  named.id = "cb:mine";
  ASSERT_TRUE(stored.insert(named));
  Component brief{.role = "user", .content = "brief"};
  brief.id = "cb:brief";
  brief.ttl = 2;
  ASSERT_TRUE(stored.insert(brief));
  for (int i = 0; i < 200; ++i) turn(stored, std::to_string(i));
  Context lazy = opened(repository_);
  for (const Component& again : {named, brief}) {
    const auto refused = lazy.insert(again);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().rule, stored.insert(again).error().rule);
  }
  EXPECT_EQ(lazy.latest()->select(*Selector::parse("#cb:mine"))->size(), 1U);
  EXPECT_TRUE(lazy.latest()->select(*Selector::parse("#cb:brief"))->empty());
}

TEST_F(LazyOpening, NodesExpireOnTimeAfterOpening) {
  Context whole(logical_context());
  Context stored = opened(repository_);
  for (Context* context : {&whole, &stored}) {
    for (int i = 0; i < 64; ++i) {
      Component passing{.role = "user", .content = "passing " + std::to_string(i)};
      passing.ttl = 60 + i;
      ASSERT_TRUE(context->insert(passing));
      turn(*context, std::to_string(i));
    }
    turn(*context, "later");
  }
  Context lazy = opened(repository_);
  ASSERT_TRUE(Access::branch(lazy).starts_late());
  for (int i = 0; i < 100; ++i) {
    turn(whole, "more " + std::to_string(i));
    turn(lazy, "more " + std::to_string(i));
    ASSERT_EQ(whole.latest()->report().departures, lazy.latest()->report().departures);
    ASSERT_EQ(whole.latest()->commit_id(), lazy.latest()->commit_id());
  }
}

TEST_F(LazyOpening, ACheckpointWritesWhatChanged) {
  Context stored = opened(repository_);
  std::vector<std::size_t> counts;
  for (std::uint64_t step = 0; step < 6 * kCheckpointEvery; ++step) {
    turn(stored, std::to_string(step));
    if ((step + 1) % kCheckpointEvery == 0) counts.push_back(pages().size());
  }
  // A page of turns, an index page, a page of hints, a sample and the root page each time; and a page of figures, which
  // is no part of the checkpoint.
  EXPECT_EQ(counts, (std::vector<std::size_t>{6, 12, 18, 24, 30, 36}));
}

// The checkpoint says in which turn an id was, and nothing else of one that left before it.
TEST_F(LazyOpening, WhyIsAnsweredForNodesThatLeftBeforeTheCheckpoint) {
  OpenOptions options = logical_without_edits();
  options.context.receipts = true;
  options.context.system = true;
  Context stored = *repository_.open_context("main", options);
  ASSERT_TRUE(stored.insert({.content = "short", .id = "gone", .ttl = 1}));
  ASSERT_TRUE(stored.insert({.content = "short", .id = "gone:system", .ttl = 2}, -1));
  for (int i = 0; i < 3; ++i) turn(stored, std::to_string(i));
  ASSERT_TRUE(stored.insert_under({.content = "short", .id = "gone:late", .ttl = 1, .offset = 1}, "mt:1"));
  for (int i = 0; i < 100; ++i) turn(stored, "more " + std::to_string(i));
  const Context again = *repository_.open_context("main", options);
  ASSERT_TRUE(Access::branch(again).starts_late());
  for (const char* id : {"gone", "gone:system", "gone:late"}) {
    const auto answer = why(again, id);
    ASSERT_TRUE(answer) << id << ": " << answer.error().message;
    EXPECT_EQ(to_json(*answer), to_json(*why(stored, id))) << id;
  }
}

// ---- damage ----

TEST_F(LazyOpening, WithoutItsRootPageAHistoryIsReplayed) {
  Context stored = opened(repository_);
  for (int i = 0; i < 150; ++i) turn(stored, std::to_string(i));
  remove_page(checkpoints().front());
  const Context again = opened(repository_);
  EXPECT_FALSE(Access::branch(again).starts_late());
  ASSERT_NO_FATAL_FAILURE(expect_same_history(stored, again));
}

// A part that cannot be read makes no call give an answer that lacks it.
void expect_refused(const Context& context, const Snapshot& head) {
  const std::vector<Result<void>> answers = {
      outcome(head.nodes()),
      outcome(head.for_each_node(*Selector::parse("*"), [](const NodeView&) { return true; })),
      outcome(head.turns()),
      outcome(head.provider_thread()),
      outcome(head.patch_bytes()),
      outcome(export_snapshot(head)),
      outcome(serialize_snapshot(head)),
      outcome(thread_units(head)),
      outcome(thread_diff(head, head)),
      outcome(attributed_changes(head)),
      outcome(head.render("openai")),
      outcome(context.working()),
      outcome(context.for_each_working_node(*Selector::parse("*"), [](const NodeView&) { return true; })),
      outcome(context.latest()),
      outcome(context.at(1)),
      outcome(context.preview()),
      outcome(export_history(context)),
      outcome(context.diff("@t-1", "@t0")),
      outcome(context.snapshot("@t0"))};
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ASSERT_FALSE(answers[i]) << "answer " << i;
    EXPECT_EQ(answers[i].error().code, Code::Corruption) << "answer " << i;
  }
}

// Every page taken away in turn: the right answer or Corruption, and never anything else.
TEST_F(LazyOpening, AMissingPageIsCorruptionOrMakesNoDifference) {
  Context stored = opened(repository_);
  for (std::uint64_t step = 0; step < 220; ++step) {
    // An edit of an old turn after the last checkpoint would make opening hash, and so read, everything.
    const bool is_edit = step % 20 == 7 && step < 3 * kCheckpointEvery;
    is_edit ? edit_and_commit(stored, step) : turn(stored, std::to_string(step));
  }
  const std::string right = answer(stored, "@t0 .cb");
  const std::string range = answer(stored, "@t-120..@t0 .cb");
  const std::string blamed = to_json(*blame(opened(repository_), "@t0"));
  int refused = 0;
  for (const store::PageInfo& page : pages()) {
    const std::string bytes = **store_->find_page(page.digest);
    remove_page(page.digest);
    const Context lazy = opened(repository_);
    const Snapshot head = *lazy.latest();
    const auto now = lazy.select("@t0 .cb", {.include_content = true});
    if (now) {
      EXPECT_EQ(to_json(*now), right);
    } else {
      EXPECT_EQ(now.error().code, Code::Corruption);
      EXPECT_NE(now.error().message.find(page.digest.hex()), std::string::npos) << now.error().message;
      EXPECT_NO_FATAL_FAILURE(expect_refused(lazy, head));
      ++refused;
    }
    const auto then = lazy.select("@t-120..@t0 .cb", {.include_content = true});
    if (then) {
      EXPECT_EQ(to_json(*then), range);
    }
    const auto lines = blame(opened(repository_), "@t0");
    if (lines) {
      EXPECT_EQ(to_json(*lines), blamed);
    } else {
      EXPECT_EQ(lines.error().code, Code::Corruption);
    }
    store::WriteBatch batch;
    batch.context = key();
    batch.pages.push_back({page.digest, bytes});
    ASSERT_TRUE(store_->write(batch));
  }
  EXPECT_GT(refused, 0);
}

// Whichever checkpoints lie between a node and the head.
TEST_F(LazyOpening, WhyIsAnsweredTheSame) {
  OpenOptions options = logical_without_edits();
  options.context.receipts = true;
  Context stored = *repository_.open_context("main", options);
  for (int i = 0; i < 200; ++i) {
    if (i == 90) {
      ASSERT_TRUE(stored.delete_nodes({"mt:30"}));
    }
    const std::string name = "u" + std::to_string(i);
    ASSERT_TRUE(stored.insert({.role = "user", .content = "ask " + name, .id = name}));
    ASSERT_TRUE(stored.commit());
  }
  const Context lazy = *repository_.open_context("main", options);
  ASSERT_TRUE(Access::branch(lazy).starts_late());
  for (const std::string id : {"u0", "u29", "u62", "u64", "u65", "u90", "u127", "u130", "u199", "mt:30", "mt:2"}) {
    const auto expected = why(stored, id);
    ASSERT_TRUE(expected) << id << ": " << expected.error().message;
    ASSERT_FALSE(expected->steps.empty()) << id;
    const auto answer = why(lazy, id);
    ASSERT_TRUE(answer) << id << ": " << answer.error().message;
    EXPECT_EQ(to_json(*answer), to_json(*expected)) << id;
  }
}

TEST_F(LazyOpening, NothingIsKeptOnTopOfWhatCannotBeRead) {
  Context stored = opened(repository_);
  for (int i = 0; i < 150; ++i) turn(stored, std::to_string(i));
  const CommitId head = stored.latest()->commit_id();
  Context lazy = opened(repository_);
  ASSERT_TRUE(Access::branch(lazy).starts_late());
  for (const store::PageInfo& page : pages()) remove_page(page.digest);
  // Nor can it be read from the patches.
  store::Removal removal;
  removal.patches.push_back(store_->list_all_commits(0, 1)->front().sequence);
  ASSERT_TRUE(store_->remove(removal));
  const auto inserted = lazy.insert({.role = "user", .content = "on top"});
  ASSERT_FALSE(inserted);
  EXPECT_EQ(inserted.error().code, Code::Corruption);
  EXPECT_FALSE(lazy.commit());
  EXPECT_EQ(store_->find_ref(key(), "main")->value().id, head);
}

// Commits that were collected are no damage: such a history begins where it was kept whole.
TEST_F(LazyOpening, WhatWasCollectedIsToldAsSuch) {
  Context stored = opened(repository_);
  for (int i = 0; i < 200; ++i) turn(stored, std::to_string(i));
  CollectOptions options;
  options.retention.last = 5;
  ASSERT_TRUE(repository_.collect(options));
  const Context again = opened(repository_);
  EXPECT_EQ(again.latest()->commit_id(), stored.latest()->commit_id());
  EXPECT_EQ(again.latest()->nodes().value(), stored.latest()->nodes().value());
  EXPECT_EQ(again.back(100).error().rule, "E_SNAPSHOT_COLLECTED");
  EXPECT_EQ(again.back(4)->nodes().value(), stored.back(4)->nodes().value());
}

// ---- threads ----

TEST_F(LazyOpening, ReadersLoadPagesAndWindowsTogether) {
  Context stored = opened(repository_);
  for (int i = 0; i < 200; ++i) turn(stored, std::to_string(i));
  const Context lazy = opened(repository_);
  const std::string right = answer(stored, "@t0 .cb");
  std::vector<std::thread> readers;
  for (unsigned reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&, reader] {
      EXPECT_EQ(answer(lazy, "@t0 .cb"), right);
      for (std::uint64_t back = reader; back < 200; back += 17) {
        EXPECT_EQ(lazy.back(back)->commit_id(), stored.back(back)->commit_id());
        EXPECT_EQ(lazy.back(back)->turns().value(), stored.back(back)->turns().value());
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
}

// Pages, windows and hints are loaded by readers while the one writer commits over a checkpoint.
TEST_F(LazyOpening, ReadersLoadWhileAWriterGoesOn) {
  Context stored = opened(repository_);
  for (int i = 0; i < 200; ++i) turn(stored, std::to_string(i));
  const std::string id = stored.at(3)->turns()->front();
  Context lazy = opened(repository_);
  std::vector<std::thread> readers;
  for (unsigned reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&, reader] {
      for (std::uint64_t cycle = 1 + reader; cycle <= 200; cycle += 13) {
        EXPECT_EQ(lazy.at(cycle)->commit_id(), stored.at(cycle)->commit_id());
        EXPECT_EQ(lazy.latest()->select(*Selector::parse("#" + id))->size(), 1U);
        EXPECT_TRUE(lazy.select("@t0 ^seq .mt:depth(1-20) .cb"));
      }
    });
  }
  for (int i = 0; i < 80; ++i) turn(lazy, "meanwhile " + std::to_string(i));
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(opened(repository_).latest()->commit_id(), lazy.latest()->commit_id());
}

}  // namespace
}  // namespace latewood::test
