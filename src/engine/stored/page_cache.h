// Reads and caches the checkpoint pages of a context: the `PageSource` of its trees. Snapshots share pages, so a turn
// that is the same in two snapshots is in memory once. Every function may be called from any thread.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/stored/checkpoint_format.h"
#include "engine/stored/hint_run.h"
#include "engine/stored/record_run.h"
#include "latewood/ext/store.h"
#include "tree/memory/persistent_vector.h"
#include "tree/node_pool.h"
#include "tree/ring_page.h"

namespace latewood::engine {

class PageCache : public tree::PageSource {
 public:
  // `was_collected` returns whether another process has collected since the branch was opened. A missing page is then
  // not damage.
  using WasCollected = std::function<bool()>;
  PageCache(std::shared_ptr<store::Store> store, WasCollected was_collected)
      : store_(std::move(store)), was_collected_(std::move(was_collected)) {}

  store::Store& store() const { return *store_; }
  const std::shared_ptr<store::Store>& shared_store() const { return store_; }

  // Loads the bytes of a page. Corruption (E_PAGE_DAMAGED) if it is missing or does not match its digest; Conflict
  // (E_SNAPSHOT_COLLECTED) if it was collected since the branch was opened.
  Result<std::string> load_bytes(const Blake3Digest& digest) const;
  Result<RootPage> load_root(const Blake3Digest& digest);
  // Builds the empty tree whose nodes have these headers: see CommitExtras::frame.
  Result<std::shared_ptr<const tree::Tree>> frame(const std::array<std::string, 4>& headers);
  // Cached, because checkpoints share most of their index pages.
  Result<std::shared_ptr<const IndexPage>> load_index(const Blake3Digest& digest);
  // Appends the turns that a run has for a key.
  Result<void> find_hints(const RunRef& run, const HintKey& key, std::vector<std::uint64_t>& turns);

  // The page with these facts. Does not load its turns.
  const tree::RingPage& page(const tree::PageFacts& facts);

  // The turns and pages of the loaded checkpoint with the most turns; null if none is loaded. Other checkpoints of the
  // line begin with the same pages and share its turns.
  struct PagedRings {
    std::vector<tree::PageFacts> pages;
    tree::PersistentVector<tree::Ring> rings;
  };
  std::shared_ptr<const PagedRings> longest() const;
  void note_rings(const std::vector<tree::PageFacts>& pages, const tree::PersistentVector<tree::Ring>& rings);

  std::vector<tree::Subtree> load_page(const tree::RingPage& page) override;

  // The first error noted by `fail`, or success. `fail` is for reads inside functions that cannot return an error;
  // callers check `status` before they trust an answer. The error stays.
  Result<void> status() const;
  void fail(Error error);

 private:
  // Callers must hold the lock.
  Result<const std::vector<RunPart>*> load_parts(const Blake3Digest& head);
  Result<const HintRun*> load_hints(const Blake3Digest& page);
  Result<const HintRun*> cache_hints(const Blake3Digest& page, std::string bytes);
  Result<std::vector<tree::Subtree>> read_turns(const tree::RingPage& page);
  std::vector<tree::Subtree> make_placeholders(const tree::PageFacts& facts);
  // Callers must hold the lock.
  Result<const tree::Payload*> payload(const tree::PayloadDigest& digest);
  NodeSource nodes() {
    return {pool_, [this](const tree::PayloadDigest& digest) { return payload(digest); }};
  }

  std::shared_ptr<store::Store> store_;
  const WasCollected was_collected_;
  mutable std::mutex mutex_;
  tree::NodePool pool_;
  std::deque<tree::RingPage> pages_;
  std::map<Blake3Digest, const tree::RingPage*> by_digest_;
  std::map<Blake3Digest, std::shared_ptr<const IndexPage>> indexes_;
  std::shared_ptr<const PagedRings> longest_;
  std::optional<ContentRun> contents_;  // set only while turns are being read
  std::map<Blake3Digest, HintRun> hints_;
  std::map<Blake3Digest, std::vector<RunPart>> parts_;  // head page -> pages of the run
  std::atomic<bool> has_failed_{false};
  mutable std::mutex error_mutex_;
  std::optional<Error> error_;
};

}  // namespace latewood::engine
