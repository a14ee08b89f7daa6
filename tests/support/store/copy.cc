#include "support/store/copy.h"

#include <gtest/gtest.h>

#include <utility>

#include "store/payload_writer.h"

namespace latewood::test {
namespace {

using store::Store;

constexpr std::size_t kAll = 1 << 20;

class Copier {
 public:
  Copier(Store& from, Store& to, const Changes& changes) : from_(from), to_(to), changes_(changes) {}

  void run() {
    for (const store::ContextRecord& record : *from_.list_contexts({}, kAll)) {
      key_ = record.key;
      batch_ = {};
      batch_.context = *to_.create_context(record.name, record.settings);
      if (is_first_) add_contents();
      is_first_ = false;
      add_commits();
      add_names();
      add_logs();
      const auto written = to_.write(batch_);
      EXPECT_TRUE(written) << written.error().message;
    }
    store::Removal removal;
    for (const auto& [context, commit] : collected_) {
      removal.patches.push_back((*to_.find_commit(context, commit))->sequence);
    }
    EXPECT_TRUE(to_.remove(removal));
  }

 private:
  void add_contents() {
    store::Removal removal;
    for (const store::PayloadInfo& info : *from_.list_payloads(0, kAll)) {
      const bool is_purged = info.state == store::PayloadState::Purged;
      store::Blob blob{info.digest, is_purged ? "" : *store::load_payload(from_, info.digest)};
      if (changes_.payload) changes_.payload(blob);
      if (is_purged) removal.purges.push_back(info.digest);
      batch_.payloads.push_back(std::move(blob));
    }
    for (const store::PageInfo& info : *from_.list_pages(0, kAll)) {
      store::Blob blob{info.digest, **from_.find_page(info.digest)};
      if (changes_.page) changes_.page(blob);
      batch_.pages.push_back(std::move(blob));
    }
    if (removal.purges.empty()) return;
    store::WriteBatch rest;
    rest.context = batch_.context;
    EXPECT_TRUE(to_.write(std::exchange(batch_, std::move(rest))));
    EXPECT_TRUE(to_.remove(removal));
  }

  void add_commits() {
    for (const store::StoredCommit& stored : *from_.list_commits(key_, {}, INT64_MAX, kAll)) {
      const auto patch = *from_.find_patch(stored);
      store::NewCommit commit;
      commit.id = stored.id;
      commit.cycle = stored.cycle;
      commit.header = stored.header;
      commit.note = stored.note;
      if (patch) commit.patch = patch->bytes;
      commit.receipt = *from_.find_receipt(stored);
      commit.admission = *from_.find_admission(stored);
      if (changes_.commit) changes_.commit(commit);
      if (!patch) collected_.emplace_back(batch_.context, commit.id);
      batch_.commits.push_back(std::move(commit));
    }
  }

  void add_names() {
    for (const store::Ref& ref : *from_.list_refs(key_)) {
      batch_.refs.push_back({ref.branch, std::nullopt, changed(ref.head)});
    }
    for (const store::Tag& tag : *from_.list_tags(key_)) batch_.tags.push_back({tag.name, changed(tag.head)});
    for (const std::string& name : *from_.list_states(key_)) {
      store::StateChange state{name, *from_.find_state(key_, name)};
      if (changes_.state) changes_.state(state);
      batch_.states.push_back(std::move(state));
    }
    for (const store::Ref& ref : *from_.list_refs(key_)) {
      store::EditAppend append{ref.branch, 0, {}};
      for (const store::Edit& edit : *from_.list_edits(key_, ref.branch)) append.values.push_back(edit.value);
      if (!append.values.empty()) batch_.edits.push_back(std::move(append));
    }
  }

  store::Head changed(store::Head head) const {
    if (changes_.head) changes_.head(head);
    return head;
  }

  void add_logs() {
    for (const store::LogEntry& entry : *from_.list_log(key_, store::Log::Attempts, 0, kAll)) {
      batch_.logs.push_back({store::Log::Attempts, entry});
    }
    for (store::LogEntry entry : *from_.list_log(key_, store::Log::Events, 0, kAll)) {
      if (changes_.event) changes_.event(entry);
      batch_.logs.push_back({store::Log::Events, std::move(entry)});
    }
  }

  Store& from_;
  Store& to_;
  const Changes& changes_;
  store::ContextKey key_{};
  store::WriteBatch batch_;
  std::vector<std::pair<store::ContextKey, CommitId>> collected_;  // without their patches
  bool is_first_ = true;
};

}  // namespace

std::shared_ptr<Store> copied(Store& from, const Changes& changes) {
  std::shared_ptr<Store> to = *store::open_store("memory:");
  Copier(from, *to, changes).run();
  return to;
}

}  // namespace latewood::test
