// The pages of a checkpoint as bytes: docs/format/page.md. A checkpoint is the tree after a commit, cut into pages that
// are stored under their digests, so that pages without changes are not written again.
//
//   root page     the trunk, totals, the resumable hash, links to earlier checkpoints
//   index pages   digests and facts of the pages below, up to 32 groups each
//   turn pages    up to 64 turns, node by node
//
// Decoders accept only what the encoders write, and return Corruption otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/result.h"
#include "tree/ring_page.h"
#include "tree/tree.h"

namespace latewood::tree {
class NodePool;
}

namespace latewood::engine {

// ---- nodes ----

// The pool that decoded nodes are added to, and the function that loads their payloads.
struct NodeSource {
  tree::NodePool& pool;
  std::function<Result<const tree::Payload*>(const tree::PayloadDigest& digest)> payload;
};

// ---- turn pages ----

std::string encode_turns(const std::vector<const tree::Subtree*>& turns);
Result<std::vector<tree::Subtree>> decode_turns(std::string_view bytes, const NodeSource& source);

// Computes the facts that an index page stores for a page with these turns.
tree::PageFacts facts_of(const std::vector<const tree::Subtree*>& turns, std::uint64_t group,
                         const Blake3Digest& digest);

// ---- index pages ----

// A group holds the turns of 64 cycles, and a page holds turns of one group only, so that an added or removed turn does
// not shift all later turns to other pages. An index page holds 32 groups.
inline constexpr unsigned kGroupBits = 6;
inline constexpr unsigned kIndexBits = 5;

// More levels than an index of 2^64 groups can have.
inline constexpr int kMostIndexLevels = 16;

// The entry of an index page for another index page.
struct IndexEntry {
  Blake3Digest digest;
  std::uint64_t group = 0;  // number of the first group, shifted right by kIndexBits for each level above the facts
};

// The lowest index pages hold the facts of turn pages; higher ones hold entries of index pages.
std::string encode_index(const std::vector<tree::PageFacts>& turns);
std::string encode_index(const std::vector<IndexEntry>& pages);

// A decoded index page. One of the two lists is empty.
struct IndexPage {
  std::vector<tree::PageFacts> turns;
  std::vector<IndexEntry> pages;
};
Result<IndexPage> decode_index(std::string_view bytes);

// ---- the root page ----

// A reference from one checkpoint to another.
struct CheckpointRef {
  Blake3Digest page;
  CommitId commit;
  std::uint64_t cycle = 0;
  std::uint64_t position = 0;  // number of earlier commits on the line
  std::uint64_t number = 0;    // number of earlier checkpoints on the line
  friend bool operator==(const CheckpointRef&, const CheckpointRef&) = default;
};

// A run of hints (hint_run.h): the digest of its head page and the number of hints.
struct RunRef {
  Blake3Digest digest;
  std::uint64_t size = 0;
  friend bool operator==(const RunRef&, const RunRef&) = default;
};

// The references in a root page: to earlier checkpoints and to its own pages.
struct RootLinks {
  std::optional<CheckpointRef> previous;
  std::optional<CheckpointRef> jump;   // farther back than `previous`: makes walks back logarithmic
  std::optional<Blake3Digest> turns;   // the top index page; nullopt if there are no turns
  std::optional<Blake3Digest> sample;  // the sample page that later patches are compressed against
  std::vector<RunRef> runs;            // oldest first
};

struct RootPage {
  RootLinks links;
  std::uint64_t position = 0;
  std::uint64_t number = 0;
  std::int64_t nodes = 0;
  std::int64_t bytes = 0;
  std::int64_t last_stamp = 0;
  tree::Tree tree;  // without turns
  std::uint64_t turn_count = 0;
  std::array<std::string, 4> genesis;  // node headers: see CommitExtras::frame
  std::string root;                    // ResumableRoot::encoded
};

std::string encode_root(const RootPage& page);
Result<RootPage> decode_root(std::string_view bytes, const NodeSource& source);
// Decodes only the links at the start of the page.
Result<RootLinks> decode_links(std::string_view bytes);
// Returns true if the first bytes of the page are those of a root page.
bool is_root_page(std::string_view bytes);

}  // namespace latewood::engine
