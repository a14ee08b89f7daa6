// A whole snapshot as pages of a store, so that history can be opened from there without the
// patches that led to it. Layout: docs/format/state_page.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/digest.h"
#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "tree/tree.h"
#include "warp/mapping/subtree_replay.h"

namespace latewood::engine {

// A snapshot, and what a branch needs to go on from it.
struct StateRecord {
  tree::Tree tree;
  std::uint64_t position = 0;  // commits before it on its line
  std::int64_t nodes = 0;      // blocks in the tree
  std::int64_t bytes = 0;      // of their content
  std::string extras;          // of its commit: engine/record/commit_extras.h. They hold the last stamp
  // Ids that earlier snapshots of the line had and this tree has not: they are never used again.
  std::vector<std::string> past_ids = {};  // sorted, each once
};

// Pages by their digest. Turns are in pages of their own, so that two states of one line share
// those that did not change.
struct StatePages {
  store::Blob state;
  std::vector<store::Blob> turns;  // a page may be there twice
};

// The same state gives the same pages.
StatePages encode_state(const StateRecord& record);

// The page of that digest.
using PageLookup = std::function<Result<std::string>(const Blake3Digest& digest)>;

// Reads exactly what `encode_state` writes; the bytes of each page are checked against its digest.
// Corruption, with page and node, for anything else. Whether the tree is that of a commit is told
// by `whole_root`, and whether two of its nodes have one id by `Branch::find_twin`.
Result<StateRecord> decode_state(const Blake3Digest& page, const PageLookup& find_page,
                                 const warp::ReplaySource& source);

// The digests of the turn pages of a state, for finding out who needs a page.
Result<std::vector<Blake3Digest>> turn_pages_of(std::string_view state_page);
// Every content that the nodes of a state say, some more than once.
Result<void> scan_state(const Blake3Digest& page, const PageLookup& find_page,
                        const std::function<void(const tree::PayloadDigest& digest)>& visit);

// The state root of a tree, hashed from its first byte.
StateRoot whole_root(const tree::Tree& tree);

}  // namespace latewood::engine
