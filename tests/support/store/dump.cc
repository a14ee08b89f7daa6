#include "support/store/dump.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/try.h"
#include "canon/blake3.h"
#include "store/payload_writer.h"

namespace latewood::test {
namespace {

using namespace store;

constexpr std::size_t kPiece = 3;  // small, so that lists are read in several pieces

std::string brief(std::string_view bytes) {
  return std::to_string(bytes.size()) + ":" + blake3_of(bytes).hex().substr(0, 12);
}

std::string head_text(const Head& head) { return head.id.hex().substr(0, 12) + "@" + std::to_string(head.cycle); }

class Dump {
 public:
  explicit Dump(Store& store) : store_(store) {}

  Result<std::string> run() {
    for (ContextKey after{};;) {
      LW_TRY_ASSIGN(const auto piece, store_.list_contexts(after, kPiece));
      if (piece.empty()) break;
      for (const ContextRecord& record : piece) LW_TRY(context(record));
      after = piece.back().key;
    }
    LW_TRY(payloads());
    LW_TRY(pages());
    std::sort(lines_.begin(), lines_.end());
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

 private:
  void add(std::string line) { lines_.push_back(std::move(line)); }

  Result<void> context(const ContextRecord& record) {
    const std::string at = record.name + " ";
    add(at + "settings " + brief(record.settings));
    LW_TRY_ASSIGN(const auto refs, store_.list_refs(record.key));
    for (const Ref& ref : refs) {
      add(at + "ref " + ref.branch + " " + head_text(ref.head));
      LW_TRY_ASSIGN(const auto found, store_.find_ref(record.key, ref.branch));
      EXPECT_EQ(found, ref.head);
    }
    LW_TRY_ASSIGN(const auto tags, store_.list_tags(record.key));
    for (const Tag& tag : tags) add(at + "tag " + tag.name + " " + head_text(tag.head));
    LW_TRY_ASSIGN(const auto states, store_.list_states(record.key));
    for (const std::string& name : states) {
      LW_TRY_ASSIGN(const auto value, store_.find_state(record.key, name));
      add(at + "state " + name + " " + brief(value.value_or("gone")));
    }
    for (const char* branch : {"main", "side"}) LW_TRY(edits(record, branch));
    LW_TRY(log(record, Log::Attempts));
    LW_TRY(log(record, Log::Events));
    return commits(record);
  }

  Result<void> edits(const ContextRecord& record, const std::string& branch) {
    LW_TRY_ASSIGN(const auto edits, store_.list_edits(record.key, branch));
    for (const Edit& edit : edits) {
      add(record.name + " edit " + branch + " " + std::to_string(edit.number) + " " + brief(edit.value));
    }
    return {};
  }

  Result<void> log(const ContextRecord& record, Log log) {
    std::uint64_t after = 0;
    for (;;) {
      LW_TRY_ASSIGN(const auto piece, store_.list_log(record.key, log, after, kPiece));
      if (piece.empty()) break;
      for (const LogEntry& entry : piece) {
        add(record.name + (log == Log::Attempts ? " attempt " : " event ") + std::to_string(entry.number) + " " +
            brief(entry.value));
      }
      after = piece.back().number;
    }
    LW_TRY_ASSIGN(const std::uint64_t last, store_.last_in_log(record.key, log));
    EXPECT_EQ(last, after);
    return {};
  }

  Result<void> commits(const ContextRecord& record) {
    CommitCursor after;
    for (;;) {
      LW_TRY_ASSIGN(const auto piece, store_.list_commits(record.key, after, ~std::uint64_t{0}, kPiece));
      if (piece.empty()) return {};
      for (const StoredCommit& commit : piece) LW_TRY(this->commit(record, commit));
      after = {piece.back().cycle, piece.back().sequence};
    }
  }

  Result<void> commit(const ContextRecord& record, const StoredCommit& commit) {
    LW_TRY_ASSIGN(const auto found, store_.find_commit(record.key, commit.id));
    EXPECT_TRUE(found && found->sequence == commit.sequence);
    LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
    LW_TRY_ASSIGN(const auto receipt, store_.find_receipt(commit));
    LW_TRY_ASSIGN(const auto admission, store_.find_admission(commit));
    add(record.name + " commit " + head_text({commit.id, commit.cycle}) + " " + brief(commit.header) + " " +
        commit.note.actor + "/" + commit.note.message + "/" + std::to_string(commit.note.host_time) + " " +
        (patch ? brief(patch->bytes) : "-") + " " + (receipt ? brief(*receipt) : "-") + " " +
        (admission ? brief(*admission) : "-"));
    return {};
  }

  Result<void> payloads() {
    for (std::uint64_t after = 0;;) {
      LW_TRY_ASSIGN(const auto piece, store_.list_payloads(after, kPiece));
      if (piece.empty()) return {};
      for (const PayloadInfo& info : piece) {
        std::string content = "purged";
        if (info.state == PayloadState::Present) {
          LW_TRY_ASSIGN(content, load_payload(store_, info.digest));
          EXPECT_EQ(content.size(), info.size);
          content = brief(content);
        }
        add("payload " + info.digest.hex().substr(0, 12) + " " + std::to_string(info.size) + " " + content);
      }
      after = piece.back().sequence;
    }
  }

  Result<void> pages() {
    for (std::uint64_t after = 0;;) {
      LW_TRY_ASSIGN(const auto piece, store_.list_pages(after, kPiece));
      if (piece.empty()) return {};
      for (const PageInfo& info : piece) {
        LW_TRY_ASSIGN(const auto page, store_.find_page(info.digest));
        add("page " + info.digest.hex().substr(0, 12) + " " + brief(page.value_or("gone")));
      }
      after = piece.back().sequence;
    }
  }

  Store& store_;
  std::vector<std::string> lines_;
};

}  // namespace

Result<std::string> try_dump(Store& store) { return Dump(store).run(); }

std::string dump(Store& store) {
  const auto text = try_dump(store);
  if (!text) ADD_FAILURE() << text.error().message;
  return text ? *text : std::string();
}

}  // namespace latewood::test
