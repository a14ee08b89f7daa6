// Pages of a context's checkpoints as they are read from its store: the `PageSource` of its trees.
// Moments of one history share their pages, so turns that did not change between two of them
// are one piece of memory, however far apart they were opened.
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
  // Told by `was_collected` whether others have collected since the history was opened: then a page that is missing is
  // no damage.
  using WasCollected = std::function<bool()>;
  PageCache(std::shared_ptr<store::Store> store, WasCollected was_collected)
      : store_(std::move(store)), was_collected_(std::move(was_collected)) {}

  store::Store& store() const { return *store_; }
  const std::shared_ptr<store::Store>& shared_store() const { return store_; }

  // The bytes of a page. Corruption (E_PAGE_DAMAGED) if it is missing or has another digest, and Conflict
  // (E_SNAPSHOT_COLLECTED) if it was collected since the history was opened.
  Result<std::string> load_bytes(const Blake3Digest& digest) const;
  Result<RootPage> load_root(const Blake3Digest& digest);
  // The empty tree whose nodes have these headers: see CommitExtras::frame.
  Result<std::shared_ptr<const tree::Tree>> frame(const std::array<std::string, 4>& headers);
  // Moments share most of their index, so it is read once.
  Result<std::shared_ptr<const IndexPage>> load_index(const Blake3Digest& digest);
  // Adds the turns that a run has for a key.
  Result<void> find_hints(const RunRef& run, const HintKey& key, std::vector<std::uint64_t>& turns);

  // The page with these facts, not loaded yet unless somebody has.
  const tree::RingPage& page(const tree::PageFacts& facts);

  // The turns of a checkpoint that was loaded and the pages they are on: those of the one that has most. Others
  // of the same line begin with the same pages.
  struct PagedRings {
    std::vector<tree::PageFacts> pages;
    tree::PersistentVector<tree::Ring> rings;
  };
  std::shared_ptr<const PagedRings> longest() const;
  void note_rings(const std::vector<tree::PageFacts>& pages, const tree::PersistentVector<tree::Ring>& rings);

  std::vector<tree::Subtree> load_page(const tree::RingPage& page) override;

  // What could not be read where nobody could be told at once. The first one stays.
  Result<void> status() const;
  void fail(Error error);

 private:
  // Call these with the lock.
  Result<const std::vector<RunPart>*> load_parts(const Blake3Digest& head);
  Result<const HintRun*> load_hints(const Blake3Digest& page);
  Result<const HintRun*> keep_hints(const Blake3Digest& page, std::string bytes);
  Result<std::vector<tree::Subtree>> read_turns(const tree::RingPage& page);
  std::vector<tree::Subtree> stand_ins(const tree::PageFacts& facts);
  // Call with the lock.
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
  std::optional<ContentRun> contents_;  // while turns are read
  std::map<Blake3Digest, HintRun> hints_;
  std::map<Blake3Digest, std::vector<RunPart>> parts_;  // of large runs
  std::atomic<bool> has_failed_{false};
  mutable std::mutex error_mutex_;
  std::optional<Error> error_;
};

}  // namespace latewood::engine
