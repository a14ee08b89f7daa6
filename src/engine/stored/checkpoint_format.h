// The pages of a checkpoint as bytes: docs/format/page.md. A checkpoint is a tree as it is after
// a commit, cut into pages that are named by their digests, so that those that did not change since the last
// one are not written again.
//
//   root page     the trunk, totals, the state of the hash, the ways to earlier checkpoints
//   index pages   digests and facts of the pages below, some 32 each
//   turn pages    up to 64 turns, node by node
//
// Decoders refuse what the encoders would not have written: Corruption with the place.
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
#include "tree/node_pool.h"
#include "tree/ring_page.h"
#include "tree/tree.h"

namespace latewood::engine {

// ---- nodes ----

// Where nodes that are read get their records and content from.
struct NodeSource {
  tree::NodePool& pool;
  std::function<Result<const tree::Payload*>(const tree::PayloadDigest& digest)> payload;
};

// ---- turn pages ----

std::string encode_turns(const std::vector<const tree::Subtree*>& turns);
Result<std::vector<tree::Subtree>> decode_turns(std::string_view bytes, const NodeSource& source);

// What an index page says of a page with these turns.
tree::PageFacts facts_of(const std::vector<const tree::Subtree*>& turns, std::uint64_t group,
                         const Blake3Digest& digest);

// ---- index pages ----

// Turns are kept together by their cycle, 64 cycles a group, so that a turn that comes or goes does
// not move all later ones to other pages; groups are kept together by 32.
inline constexpr unsigned kGroupBits = 6;
inline constexpr unsigned kIndexBits = 5;

// Deeper than any index of 2^64 groups.
inline constexpr int kMostIndexLevels = 16;

// A page that an index page names.
struct IndexEntry {
  Blake3Digest digest;
  std::uint64_t group = 0;  // shifted by kIndexBits for each level above the turns
};

// The lowest index pages tell of turn pages what trees need to know.
std::string encode_index(const std::vector<tree::PageFacts>& turns);
std::string encode_index(const std::vector<IndexEntry>& pages);

// What an index page holds; one of the two is empty.
struct IndexPage {
  std::vector<tree::PageFacts> turns;
  std::vector<IndexEntry> pages;
};
Result<IndexPage> decode_index(std::string_view bytes);

// ---- the root page ----

// A checkpoint as others name it.
struct CheckpointRef {
  Blake3Digest page;
  CommitId commit;
  std::uint64_t cycle = 0;
  std::uint64_t position = 0;  // how many commits came before the commit
  std::uint64_t number = 0;    // how many checkpoints came before it on the line
  friend bool operator==(const CheckpointRef&, const CheckpointRef&) = default;
};

// A page of hints (hint_run.h).
struct RunRef {
  Blake3Digest digest;
  std::uint64_t size = 0;
  friend bool operator==(const RunRef&, const RunRef&) = default;
};

// What a root page names: other checkpoints, and the pages of its own.
struct RootLinks {
  std::optional<CheckpointRef> previous;
  std::optional<CheckpointRef> jump;   // one farther back: skips halve the way like those of snapshots
  std::optional<Blake3Digest> turns;   // the topmost index page; nothing if there are no turns
  std::optional<Blake3Digest> sample;  // what the patches that follow are compressed against
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
// The links alone, without looking at the rest.
Result<RootLinks> decode_links(std::string_view bytes);
// Whether a page calls itself the root of a checkpoint.
bool is_root_page(std::string_view bytes);

}  // namespace latewood::engine
