#include "store/check_records.h"

#include <set>

#include "base/try.h"
#include "latewood/ext/store_names.h"
#include "store/listing.h"

namespace latewood::store {
namespace {

class Check {
 public:
  explicit Check(Store& store) : store_(store) {}

  Result<std::vector<std::string>> run() {
    LW_TRY(look(store_.list_states(kWholeStore)));
    LW_TRY(contexts());
    LW_TRY(commits());
    LW_TRY(payloads());
    LW_TRY(pages());
    return std::move(problems_);
  }

 private:
  // Adds damage to the findings and returns false; returns other errors.
  template <class T>
  Result<bool> is_sound(const Result<T>& result) {
    if (result) return true;
    if (result.error().code != Code::Corruption) return result.error();
    // Report an error once, even if many records need the same damaged page.
    if (told_.insert(result.error().message).second) problems_.push_back(result.error().message);
    return false;
  }

  template <class T>
  Result<void> look(const Result<T>& result) {
    LW_TRY(is_sound(result));
    return {};
  }

  // A damaged record ends its list: the records after it cannot be read.
  Result<void> contexts() {
    return look(for_each_context(store_, [this](const ContextRecord& record) { return context(record.key); }));
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
    return look(for_each_log_entry(store_, key, log, 0, [](const LogEntry&) -> Result<void> { return {}; }));
  }

  Result<void> commits() {
    return look(for_each_commit_of_all(store_, 0, INT64_MAX, [this](const StoredCommit& commit) -> Result<void> {
      LW_TRY(look(store_.find_patch(commit)));
      LW_TRY(look(store_.find_receipt(commit)));
      return look(store_.find_admission(commit));
    }));
  }

  Result<void> payloads() {
    const PayloadSink drop = [](std::string_view) -> Result<void> { return {}; };
    return look(for_each_payload(store_, [&](const PayloadInfo& info) -> Result<void> {
      if (info.state != PayloadState::Present) return {};
      const auto read = store_.read_payload(info.digest, drop);
      // Another process may have collected or purged the record after it was listed.
      const bool is_gone = !read && (read.error().code == Code::NotFound || read.error().code == Code::Conflict);
      return is_gone ? Result<void>() : look(read);
    }));
  }

  Result<void> pages() {
    return look(for_each_page(store_, [this](const PageInfo& info) { return look(store_.find_page(info.digest)); }));
  }

  Store& store_;
  std::vector<std::string> problems_;
  std::set<std::string> told_;
};

}  // namespace

Result<std::vector<std::string>> check_records(Store& store) { return Check(store).run(); }

}  // namespace latewood::store
