// Loads a checkpoint: the tree of its commit, with turns that are loaded at first use, and the values that a branch
// needs to continue from it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/branch/line_base.h"
#include "engine/stored/checkpoint_format.h"
#include "latewood/result.h"
#include "tree/id_index.h"
#include "tree/ring_page.h"
#include "tree/tree.h"

namespace latewood::engine {

class PageCache;
enum class HintKind : std::uint8_t;

struct Checkpoint {
  CheckpointRef ref;
  RootPage root;                       // its tree includes the turns
  std::vector<tree::PageFacts> pages;  // facts of the turn pages, oldest turns first
  std::set<Blake3Digest> index_pages;  // digests of the index pages
};

// Reads the root page and the index pages. Loads no turn pages.
Result<Checkpoint> load_checkpoint(PageCache& cache, const CheckpointRef& ref);

// Answers questions about ids, expiry, references, keys and marks for all commits up to a checkpoint. Reads hint pages
// at the first question that needs them.
class CheckpointBase final : public LineBase {
 public:
  CheckpointBase(std::shared_ptr<PageCache> cache, const Checkpoint& checkpoint);

  std::optional<tree::IdIndex::Entry> find_id(std::string_view id) override;
  void add_due(std::uint64_t cycle, std::vector<std::string>& ids) override;
  void add_due_between(std::uint64_t after, std::uint64_t last, std::vector<std::string>& ids) override;
  void add_referrers(std::string_view id, std::vector<std::string>& ids) override;
  void add_holders(std::string_view key, std::vector<std::string>& ids) override;
  void add_markers(std::string_view id, std::vector<std::string>& ids) override;

 private:
  using Entry = tree::IdIndex::Entry;

  enum class Enough : bool { No, Yes };

  // Callers must hold the lock.
  std::vector<std::uint64_t> turns_of(HintKind kind, std::string_view name) const;
  template <class Fn>
  void for_each_subtree(std::uint64_t turn, Fn fn) const;
  template <class Test>
  void add_hinted(HintKind kind, std::string_view name, Test test, std::vector<std::string>& ids);

  struct PagePlace {
    const tree::RingPage* page;
    std::size_t first;  // index of its first turn in the tree
  };

  std::shared_ptr<PageCache> cache_;
  tree::Tree tree_;
  std::vector<RunRef> runs_;
  std::vector<PagePlace> pages_;                 // ascending by group
  std::vector<const tree::RingPage*> expiring_;  // ascending by the next expiry
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> found_;
};

}  // namespace latewood::engine
