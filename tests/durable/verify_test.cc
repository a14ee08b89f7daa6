// Everything recomputed: what is right passes, what is wrong is named.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "canon/blake3.h"
#include "engine/stored/commit_batch.h"
#include "support/context_probe.h"
#include "support/store/copy.h"
#include "support/store/history.h"
#include "warp/commit_header.h"
#include "warp/graph/tick_patch.h"

namespace latewood::test {
namespace {

class Verify : public testing::Test {
 protected:
  // Two branches, a tag, a branch that went and left its commits, and an attempt.
  void SetUp() override {
    history_.grow(6);
    Repository& repository = history_.repository();
    ASSERT_TRUE(repository.create_branch("main", "side", "@c3"));
    history_.grow(2, "side", "main", "side");
    ASSERT_TRUE(repository.create_tag("main", "v1", "@c2"));
    ASSERT_TRUE(repository.create_branch("main", "lost", "@c5"));
    history_.grow(1, "lost", "main", "lost");
    ASSERT_TRUE(repository.delete_branch("main", "lost"));
    attempt();
  }

  void attempt() {
    Context context = history_.open();
    ASSERT_TRUE(context.insert(says("user", "asked")));
    const auto ticket = context.begin_attempt(request());
    ASSERT_TRUE(ticket);
    AttemptOutcome outcome;
    outcome.reply = {says("assistant", "the reply")};
    ASSERT_TRUE(context.end_attempt(ticket->attempt_id, outcome));
    ASSERT_TRUE(context.commit());
  }

  // What is wrong with the store after the change.
  WrongObject first_wrong(const Changes& changes) {
    StoredHistory changed(copied(history_.store(), changes));
    const VerifyReport report = changed.verified();
    EXPECT_EQ(report.wrong.size(), 1U);
    return report.wrong.empty() ? WrongObject() : report.wrong.front();
  }

  StoredHistory history_;
};

TEST_F(Verify, CoversEveryCommitOfEveryBranchTagAndNone) {
  const VerifyReport report = history_.verified();
  EXPECT_TRUE(report.is_sound());
  EXPECT_EQ(report.contexts, 1U);
  EXPECT_EQ(report.commits, 6U + 2 + 1 + 1);
  EXPECT_EQ(report.attempts, 1U);
  EXPECT_EQ(report.collected, 0U);
  EXPECT_TRUE(report.starts.empty() && report.purged.empty());
  history_.expect_sound();
}

TEST_F(Verify, ACopyIsAsSoundAsTheOriginal) {
  StoredHistory copy(copied(history_.store(), {}));
  copy.expect_sound();
  EXPECT_EQ(copy.verified().commits, 10U);
  EXPECT_EQ(copy.open().latest()->commit_id(), history_.open().latest()->commit_id());
}

TEST_F(Verify, NamesAWrongContentAndTheNodeThatSaysIt) {
  Blake3Digest changed;
  const WrongObject wrong = first_wrong({.payload = [&changed](store::Blob& blob) {
    if (blob.bytes != "\"question t4\"") return;
    changed = blob.digest;
    blob.bytes = "\"question t5\"";
  }});
  EXPECT_EQ(wrong.context, "main");
  EXPECT_EQ(wrong.object, "payload " + changed.hex());
  EXPECT_NE(wrong.message.find("'cb:"), std::string::npos) << wrong.message;
  EXPECT_NE(wrong.message.find("(cycle 4)"), std::string::npos) << wrong.message;
}

TEST_F(Verify, NamesTheFirstCommitWithAWrongPatch) {
  CommitId changed;
  const WrongObject wrong = first_wrong({.commit = [&changed](store::NewCommit& commit) {
    if (commit.cycle < 4 || commit.patch.empty()) return;
    if (commit.cycle == 4 && changed == CommitId()) changed = commit.id;
    commit.patch[commit.patch.size() / 3] ^= 1;
  }});
  EXPECT_EQ(wrong.object, "commit " + changed.hex());
  EXPECT_EQ(wrong.message.find(changed.hex()), std::string::npos) << "named twice: " << wrong.message;
}

TEST_F(Verify, NamesACommitWithAWrongHeader) {
  const WrongObject wrong = first_wrong({.commit = [](store::NewCommit& commit) {
    if (commit.cycle == 3) commit.header[40] ^= 1;
  }});
  EXPECT_EQ(wrong.object, "context main") << "without its header a commit has no place in the line";
  EXPECT_NE(wrong.message.find("another digest"), std::string::npos) << wrong.message;
}

TEST_F(Verify, NamesAnAttemptThatSentSomethingElse) {
  store::WriteBatch batch;
  batch.context = history_.store().find_context("main")->value().key;
  const auto log = *history_.store().list_log(batch.context, store::Log::Attempts, 0, 10);
  std::string value = log.front().value;
  const std::size_t at = value.find("\"bytes_digest\":\"") + 16;
  value[at] = value[at] == '0' ? '1' : '0';
  batch.logs.push_back({store::Log::Attempts, {log.front().number, value}, log.front().value});
  ASSERT_TRUE(history_.store().write(batch));
  const VerifyReport report = history_.verified();
  ASSERT_EQ(report.wrong.size(), 1U);
  EXPECT_EQ(report.wrong.front().object, "attempt 1");
}

TEST_F(Verify, OneContextCanBeAskedForAlone) {
  history_.grow(3, "o", "other");
  EXPECT_EQ(history_.verified({.context = "other"}).commits, 3U);
  EXPECT_EQ(history_.repository().verify({.context = "nobody"}).error().rule, "E_CONTEXT_NOT_FOUND");
}

TEST_F(Verify, ManyThreadsFindTheSame) {
  for (int i = 0; i < 12; ++i) history_.grow(5 + i, "c", "context " + std::to_string(i));
  const VerifyReport one = history_.verified({.threads = 1});
  const VerifyReport many = history_.verified({.threads = 5});
  EXPECT_EQ(one.commits, many.commits);
  EXPECT_EQ(one.contexts, 13U);
  EXPECT_EQ(many.contexts, 13U);
  StoredHistory wrong(copied(history_.store(), {.payload = [](store::Blob& blob) {
                               if (blob.bytes == "\"question c5\"") blob.bytes = "\"question c6\"";
                             }}));
  const VerifyReport first = wrong.verified({.threads = 1});
  const VerifyReport second = wrong.verified({.threads = 5});
  ASSERT_EQ(first.wrong.size(), 12U) << "they share the content";
  for (std::size_t i = 0; i < first.wrong.size(); ++i) {
    EXPECT_EQ(first.wrong[i].context, second.wrong[i].context);
    EXPECT_EQ(first.wrong[i].message, second.wrong[i].message);
  }
}

// One context and two threads: several runs, of which one has a wrong record at its start, within, or at its end.
TEST_F(Verify, ReadingAheadFindsTheSame) {
  history_.grow(200, "more");
  EXPECT_EQ(history_.verified({.threads = 2}).commits, history_.verified({.threads = 1}).commits);
  for (const int turn : {57, 64, 65, 128, 199}) {
    const std::string said = "\"question more" + std::to_string(turn) + "\"";
    StoredHistory wrong(copied(history_.store(), {.payload = [&said](store::Blob& blob) {
                                 if (blob.bytes == said) blob.bytes = "\"another\"";
                               }}));
    const VerifyReport one = wrong.verified({.threads = 1});
    const VerifyReport two = wrong.verified({.threads = 2});
    ASSERT_EQ(one.wrong.size(), 1U) << said;
    ASSERT_EQ(two.wrong.size(), 1U) << said;
    EXPECT_TRUE(one.wrong.front().object.starts_with("payload ")) << one.wrong.front().object;
    EXPECT_EQ(one.wrong.front().object, two.wrong.front().object);
    EXPECT_EQ(one.wrong.front().message, two.wrong.front().message);
    EXPECT_EQ(one.commits, two.commits);
  }
}

// A history in which some commits have a patch that no commit would have written, and all that follows from it is
// right: digests, headers, ids and names.
class ForgedPatches {
 public:
  ForgedPatches(store::Store& store, std::set<std::uint64_t> cycles)
      : cycles_(std::move(cycles)),
        history_(copied(store, {.commit = [this](store::NewCommit& commit) { forge(commit); },
                                .head = [this](store::Head& head) { head.id = ids_.at(head.id); }})) {}

  StoredHistory& history() { return history_; }
  // The first of them.
  const CommitId& first() const { return *first_; }

 private:
  void forge(store::NewCommit& commit) {
    warp::CommitHeader header = must(warp::decode_commit_header(commit.header));
    for (CommitId& parent : header.parents) parent = ids_.at(parent);
    if (cycles_.contains(commit.cycle)) {
      const std::string whole = commit.patch;
      engine::PatchAndExtras both = must(engine::split_patch(whole));
      const std::string patch = with_one_more_slot(must(warp::decode_patch(both.patch)));
      both.patch = patch;
      commit.patch = engine::join_patch(both);
      header.patch_digest = {blake3_of(patch).bytes};
    }
    commit.header = warp::encode_commit_header(header);
    const CommitId id = std::exchange(commit.id, warp::commit_id(header));
    ids_.emplace(id, commit.id);
    if (cycles_.contains(commit.cycle) && !first_) first_ = commit.id;
  }

  // What it says was read is more than what a commit reads.
  static std::string with_one_more_slot(const warp::TickPatch& patch) {
    warp::PatchParts parts{patch.policy_id(), patch.rule_pack_id(), patch.status(),
                           patch.in_slots(),  patch.out_slots(),    patch.ops()};
    parts.in_slots.emplace_back(warp::PortSlot{99});
    return warp::encode_patch(warp::TickPatch(std::move(parts)));
  }

  std::set<std::uint64_t> cycles_;
  std::map<CommitId, CommitId> ids_;
  std::optional<CommitId> first_;
  StoredHistory history_;
};

// Another thread proves the patches, and is late. What is told is the first wrong one all the same.
TEST(VerifyPatches, ProvedByAnotherThreadAreNamedTheSame) {
  StoredHistory sound;
  sound.grow(150);
  ForgedPatches none(sound.store(), {});
  EXPECT_TRUE(none.history().verified({.threads = 2}).is_sound());
  for (const std::set<std::uint64_t>& cycles : {std::set<std::uint64_t>{1}, {64}, {65, 66}, {100, 101, 140}, {150}}) {
    ForgedPatches forged(sound.store(), cycles);
    const VerifyReport one = forged.history().verified({.threads = 1});
    const VerifyReport two = forged.history().verified({.threads = 2});
    ASSERT_EQ(one.wrong.size(), 1U) << *cycles.begin();
    ASSERT_EQ(two.wrong.size(), 1U) << *cycles.begin();
    EXPECT_EQ(one.wrong.front().object, "commit " + forged.first().hex());
    EXPECT_NE(one.wrong.front().message.find("is not what a commit would have written"), std::string::npos)
        << one.wrong.front().message;
    EXPECT_EQ(two.wrong.front().object, one.wrong.front().object);
    EXPECT_EQ(two.wrong.front().message, one.wrong.front().message);
    EXPECT_EQ(two.commits, one.commits);
  }
}

TEST_F(Verify, TellsHowFarItIsAndCanBeEnded) {
  history_.grow(200, "more");
  std::uint64_t calls = 0;
  std::uint64_t last = 0;
  const auto count = [&](std::uint64_t done, std::uint64_t all) -> Result<void> {
    EXPECT_LE(done, all);
    EXPECT_GE(done, last);
    last = done;
    ++calls;
    return {};
  };
  ASSERT_TRUE(history_.repository().verify({}, count));
  EXPECT_EQ(last, 210U);
  EXPECT_GE(calls, 3U);
  const auto ended = history_.repository().verify({}, [](std::uint64_t, std::uint64_t) -> Result<void> {
    return Error{Code::Unavailable, "enough", {}, {}};
  });
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().message, "enough");
}

TEST_F(Verify, ReplayRebuildsAnyCycle) {
  Context context = history_.open();
  for (std::uint64_t cycle = 1; cycle <= context.cycle(); ++cycle) {
    const auto replayed = history_.repository().replay("main", "@c" + std::to_string(cycle));
    ASSERT_TRUE(replayed) << replayed.error().message;
    EXPECT_EQ(replayed->latest()->state_root(), context.at(cycle)->state_root());
    EXPECT_EQ(replayed->latest()->provider_thread().value(), context.at(cycle)->provider_thread().value());
  }
}

// Whatever a byte of a stored commit is changed to, with all checksums made right again: opening and verifying
// say so, or the byte says nothing.
TEST_F(Verify, EveryFlippedByteOfACommitIsFoundOrSaysNothing) {
  const std::string thread = history_.open().latest()->provider_thread().value();
  const CommitId head = history_.open().latest()->commit_id();
  enum class Part { Header, Patch, Payload };
  for (const Part part : {Part::Header, Part::Patch, Part::Payload}) {
    std::size_t size = 1;
    for (std::size_t at = 0; at < size; ++at) {
      const auto flip = [&](std::string& bytes) {
        size = bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ 0x15);
      };
      Changes changes;
      if (part == Part::Payload) {
        changes.payload = [&](store::Blob& blob) {
          if (blob.bytes == "\"answer t5\"") flip(blob.bytes);
        };
      } else {
        changes.commit = [&](store::NewCommit& commit) {
          if (commit.cycle == 5 && commit.note.message == "t5")
            flip(part == Part::Header ? commit.header : commit.patch);
        };
      }
      StoredHistory changed(copied(history_.store(), changes));
      const auto opened = changed.repository().open_context("main", logical());
      const VerifyReport report = changed.verified();
      if (!opened) {
        EXPECT_TRUE(opened.error().code == Code::Corruption || opened.error().code == Code::Unsupported)
            << opened.error().message;
        EXPECT_FALSE(report.is_sound()) << "byte " << at;
      } else {
        // What no digest covers: stamps and reports of a commit, docs/format/bundle.md, section 7.
        EXPECT_EQ(opened->latest()->commit_id(), head) << "byte " << at;
        EXPECT_EQ(opened->latest()->provider_thread().value(), thread) << "byte " << at;
        EXPECT_EQ(part, Part::Patch) << "byte " << at;
      }
    }
    EXPECT_GT(size, 8U);
  }
}

// ---- fsck ----

TEST_F(Verify, FsckFindsWhatNamesNothing) {
  store::WriteBatch batch;
  batch.context = history_.store().find_context("main")->value().key;
  CommitId nobody;
  nobody.bytes.fill(7);
  batch.refs.push_back({"broken", std::nullopt, store::Head{nobody, 3}});
  batch.tags.push_back({"nowhere", store::Head{nobody, 3}});
  batch.states.push_back({"state/" + nobody.hex(), "00"});
  ASSERT_TRUE(history_.store().write(batch));
  const auto found = history_.repository().fsck();
  ASSERT_TRUE(found);
  const std::set<std::string> lines(found->begin(), found->end());
  EXPECT_TRUE(lines.contains("context main, branch broken: " + nobody.hex() + " is missing"));
  EXPECT_TRUE(lines.contains("context main, tag nowhere: " + nobody.hex() + " is missing"));
  EXPECT_TRUE(lines.contains("context main, state state/" + nobody.hex() + ": its commit is missing"));
}

TEST_F(Verify, FsckFindsAMissingContent) {
  const auto payloads = *history_.store().list_payloads(0, 1000);
  store::Removal removal;
  removal.payloads.push_back(payloads.front().digest);
  ASSERT_TRUE(history_.store().remove(removal));
  const auto found = history_.repository().fsck();
  ASSERT_EQ(found->size(), 1U);
  EXPECT_NE(found->front().find(payloads.front().digest.hex() + ", which is missing"), std::string::npos);
  EXPECT_FALSE(history_.verified().is_sound());
}

}  // namespace
}  // namespace latewood::test
