#include "store/check_records.h"

#include <limits>
#include <set>

#include "base/try.h"

namespace latewood::store {
namespace {

constexpr std::size_t kPiece = 256;

class Check {
 public:
  explicit Check(Store& store) : store_(store) {}

  Result<std::vector<std::string>> run() {
    LW_TRY(contexts());
    LW_TRY(commits());
    LW_TRY(payloads());
    LW_TRY(pages());
    return std::move(problems_);
  }

 private:
  // Notes damage; passes other errors on.
  template <class T>
  Result<bool> is_sound(const Result<T>& result) {
    if (result) return true;
    if (result.error().code != Code::Corruption) return result.error();
    // One damaged page may be needed by many records.
    if (told_.insert(result.error().message).second) problems_.push_back(result.error().message);
    return false;
  }

  template <class T>
  Result<void> look(const Result<T>& result) {
    LW_TRY(is_sound(result));
    return {};
  }

  Result<void> contexts() {
    for (ContextKey after{};;) {
      const auto piece = store_.list_contexts(after, kPiece);
      LW_TRY_ASSIGN(const bool sound, is_sound(piece));
      if (!sound || piece->empty()) return {};
      for (const ContextRecord& record : *piece) LW_TRY(context(record.key));
      after = piece->back().key;
    }
  }

  Result<void> context(ContextKey key) {
    LW_TRY(look(store_.list_refs(key)));
    const auto journals = store_.list_journals(key);
    LW_TRY_ASSIGN(const bool sound, is_sound(journals));
    if (sound) {
      for (const std::string& branch : *journals) LW_TRY(look(store_.list_edits(key, branch)));
    }
    LW_TRY(look(store_.list_tags(key)));
    LW_TRY(look(store_.list_states(key)));
    LW_TRY(log(key, Log::Attempts));
    return log(key, Log::Events);
  }

  Result<void> log(ContextKey key, Log log) {
    for (std::uint64_t after = 0;;) {
      const auto piece = store_.list_log(key, log, after, kPiece);
      LW_TRY_ASSIGN(const bool sound, is_sound(piece));
      if (!sound || piece->empty()) return {};
      after = piece->back().number;
    }
  }

  Result<void> commits() {
    for (std::uint64_t after = 0;;) {
      const auto piece = store_.list_all_commits(after, kPiece);
      LW_TRY_ASSIGN(const bool sound, is_sound(piece));
      if (!sound || piece->empty()) return {};
      for (const StoredCommit& commit : *piece) {
        LW_TRY(look(store_.find_patch(commit)));
        LW_TRY(look(store_.find_receipt(commit)));
        LW_TRY(look(store_.find_admission(commit)));
      }
      after = piece->back().sequence;
    }
  }

  Result<void> payloads() {
    const PayloadSink drop = [](std::string_view) -> Result<void> { return {}; };
    for (std::uint64_t after = 0;;) {
      const auto piece = store_.list_payloads(after, kPiece);
      LW_TRY_ASSIGN(const bool sound, is_sound(piece));
      if (!sound || piece->empty()) return {};
      for (const PayloadInfo& info : *piece) {
        if (info.state != PayloadState::Present) continue;
        const auto read = store_.read_payload(info.digest, drop);
        // Somebody may have collected or purged it since it was listed.
        const bool is_gone = !read && (read.error().code == Code::NotFound || read.error().code == Code::Conflict);
        if (!is_gone) LW_TRY(look(read));
      }
      after = piece->back().sequence;
    }
  }

  Result<void> pages() {
    for (std::uint64_t after = 0;;) {
      const auto piece = store_.list_pages(after, kPiece);
      LW_TRY_ASSIGN(const bool sound, is_sound(piece));
      if (!sound || piece->empty()) return {};
      for (const PageInfo& info : *piece) LW_TRY(look(store_.find_page(info.digest)));
      after = piece->back().sequence;
    }
  }

  Store& store_;
  std::vector<std::string> problems_;
  std::set<std::string> told_;
};

}  // namespace

Result<std::vector<std::string>> check_records(Store& store) { return Check(store).run(); }

}  // namespace latewood::store
