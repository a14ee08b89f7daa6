// A store that fails when it is told to: the n-th call, before or after it has taken effect.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "latewood/ext/store.h"

namespace latewood::test {

enum class Fault {
  Before,  // the call does nothing
  After,   // the call takes effect, and its answer is lost
};

class FaultyStore final : public store::Store {
 public:
  // Fails the call with this number, counted from 1; 0 never fails.
  FaultyStore(std::shared_ptr<store::Store> inner, std::uint64_t failing, Fault fault)
      : inner_(std::move(inner)), failing_(failing), fault_(fault) {}

  // Told the number of every call before it is made: for calls of other processes in between.
  std::function<void(std::uint64_t number)> before_call;
  std::uint64_t calls() const { return calls_; }

  // Fails the call with this number, counted from now on.
  void fail_from_now(std::uint64_t number) { failing_ = number == 0 ? 0 : calls_ + number; }

  // Whether the call that had to fail came.
  bool has_failed() const { return failing_ != 0 && calls_ >= failing_; }

  Result<store::ContextKey> create_context(std::string_view name, std::string_view settings) override {
    return call([&] { return inner_->create_context(name, settings); });
  }
  Result<std::optional<store::ContextRecord>> find_context(std::string_view name) override {
    return call([&] { return inner_->find_context(name); });
  }
  Result<std::vector<store::ContextRecord>> list_contexts(store::ContextKey after, std::size_t limit) override {
    return call([&] { return inner_->list_contexts(after, limit); });
  }
  Result<void> write(const store::WriteBatch& batch) override {
    return call([&] { return inner_->write(batch); });
  }
  Result<std::optional<store::Head>> find_ref(store::ContextKey context, std::string_view branch) override {
    return call([&] { return inner_->find_ref(context, branch); });
  }
  Result<std::vector<store::Ref>> list_refs(store::ContextKey context) override {
    return call([&] { return inner_->list_refs(context); });
  }
  Result<std::optional<store::Head>> find_tag(store::ContextKey context, std::string_view name) override {
    return call([&] { return inner_->find_tag(context, name); });
  }
  Result<std::vector<store::Tag>> list_tags(store::ContextKey context) override {
    return call([&] { return inner_->list_tags(context); });
  }
  Result<std::optional<std::string>> find_state(store::ContextKey context, std::string_view name) override {
    return call([&] { return inner_->find_state(context, name); });
  }
  Result<std::vector<std::string>> list_states(store::ContextKey context) override {
    return call([&] { return inner_->list_states(context); });
  }
  Result<store::StateList> find_states(std::string_view prefix) override {
    return call([&] { return inner_->find_states(prefix); });
  }
  Result<std::vector<store::Edit>> list_edits(store::ContextKey context, std::string_view branch) override {
    return call([&] { return inner_->list_edits(context, branch); });
  }
  Result<std::vector<std::string>> list_journals(store::ContextKey context) override {
    return call([&] { return inner_->list_journals(context); });
  }
  Result<store::BranchRecord> find_branch(store::ContextKey context, std::string_view branch,
                                          const std::vector<std::string>& states) override {
    return call([&] { return inner_->find_branch(context, branch, states); });
  }
  Result<std::vector<store::LogEntry>> list_log(store::ContextKey context, store::Log log, std::uint64_t after,
                                                std::size_t limit) override {
    return call([&] { return inner_->list_log(context, log, after, limit); });
  }
  Result<std::uint64_t> last_in_log(store::ContextKey context, store::Log log) override {
    return call([&] { return inner_->last_in_log(context, log); });
  }
  Result<std::optional<store::StoredCommit>> find_commit(store::ContextKey context, const CommitId& id) override {
    return call([&] { return inner_->find_commit(context, id); });
  }
  Result<std::vector<store::StoredCommit>> find_commits(const CommitId& id) override {
    return call([&] { return inner_->find_commits(id); });
  }
  Result<std::vector<store::StoredCommit>> list_commits(store::ContextKey context, store::CommitCursor after,
                                                        std::uint64_t last_cycle, std::size_t limit) override {
    return call([&] { return inner_->list_commits(context, after, last_cycle, limit); });
  }
  Result<std::vector<store::StoredCommit>> list_all_commits(std::uint64_t after, std::size_t limit) override {
    return call([&] { return inner_->list_all_commits(after, limit); });
  }
  Result<std::uint64_t> last_commit() override {
    return call([&] { return inner_->last_commit(); });
  }
  Result<std::optional<store::StoredPatch>> find_patch(const store::StoredCommit& commit) override {
    return call([&] { return inner_->find_patch(commit); });
  }
  Result<std::optional<std::string>> find_receipt(const store::StoredCommit& commit) override {
    return call([&] { return inner_->find_receipt(commit); });
  }
  Result<std::optional<std::string>> find_admission(const store::StoredCommit& commit) override {
    return call([&] { return inner_->find_admission(commit); });
  }
  Result<std::vector<store::CommitRecords>> list_records(store::ContextKey context, store::CommitCursor after,
                                                         std::uint64_t last_cycle, std::size_t limit) override {
    return call([&] { return inner_->list_records(context, after, last_cycle, limit); });
  }
  Result<std::optional<std::string>> find_page(const Blake3Digest& digest) override {
    return call([&] { return inner_->find_page(digest); });
  }
  Result<std::vector<store::PageInfo>> list_pages(std::uint64_t after, std::size_t limit) override {
    return call([&] { return inner_->list_pages(after, limit); });
  }
  Result<std::optional<store::PayloadInfo>> find_payload(const Blake3Digest& digest) override {
    return call([&] { return inner_->find_payload(digest); });
  }
  Result<std::vector<store::PayloadInfo>> list_payloads(std::uint64_t after, std::size_t limit) override {
    return call([&] { return inner_->list_payloads(after, limit); });
  }
  Result<std::vector<store::StoredPayload>> list_contents(const Blake3Digest& from, std::size_t limit) override {
    return call([&] { return inner_->list_contents(from, limit); });
  }
  Result<void> read_payload(const Blake3Digest& digest, const store::PayloadSink& sink) override {
    return call([&] { return inner_->read_payload(digest, sink); });
  }
  Result<std::uint64_t> begin_upload() override {
    return call([&] { return inner_->begin_upload(); });
  }
  Result<void> write_chunk(std::uint64_t upload, std::uint64_t number, std::string_view bytes) override {
    return call([&] { return inner_->write_chunk(upload, number, bytes); });
  }
  Result<void> finish_upload(std::uint64_t upload, const Blake3Digest& digest, std::uint64_t size,
                             store::Purged purged) override {
    return call([&] { return inner_->finish_upload(upload, digest, size, purged); });
  }
  Result<std::vector<std::uint64_t>> list_uploads() override {
    return call([&] { return inner_->list_uploads(); });
  }
  Result<store::Removed> remove(const store::Removal& removal) override {
    return call([&] { return inner_->remove(removal); });
  }
  Result<void> compact() override {
    return call([&] { return inner_->compact(); });
  }
  Result<void> scrub() override {
    return call([&] { return inner_->scrub(); });
  }
  Result<void> backup(const std::string& path) override {
    return call([&] { return inner_->backup(path); });
  }
  Result<std::vector<std::string>> check() override {
    return call([&] { return inner_->check(); });
  }
  Result<std::vector<store::TableSize>> table_sizes() override {
    return call([&] { return inner_->table_sizes(); });
  }

 private:
  template <class Call>
  auto call(Call function) -> decltype(function()) {
    const std::uint64_t number = ++calls_;
    const bool fails = number == failing_;
    if (before_call) before_call(number);
    if (fails && fault_ == Fault::Before) return injected();
    auto result = function();
    if (fails && fault_ == Fault::After) return injected();
    return result;
  }

  static Error injected() { return {Code::Unavailable, "injected fault", {}, {}}; }

  std::shared_ptr<store::Store> inner_;
  std::uint64_t failing_;
  Fault fault_;
  std::atomic<std::uint64_t> calls_ = 0;
};

}  // namespace latewood::test
