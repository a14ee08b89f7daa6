// A whole snapshot as pages of a store. A line whose older commits were collected opens from such a snapshot.
// Layout: docs/format/state_page.md.
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

// A snapshot with all values that a branch needs to continue from it.
struct StateRecord {
  tree::Tree tree;
  std::uint64_t position = 0;  // number of earlier commits on the line
  std::int64_t nodes = 0;      // blocks in the tree
  std::int64_t bytes = 0;      // bytes of their content
  std::string extras;          // the commit's extras (engine/record/commit_extras.h), with the last stamp
  // Ids of earlier snapshots of the line that are not in this tree. No new node may use them.
  std::vector<std::string> past_ids = {};  // sorted, each once
};

// Pages are stored under their digest. Turns have their own pages, so that two states of a line share the pages of
// unchanged turns.
struct StatePages {
  store::Blob state;
  std::vector<store::Blob> turns;  // may contain a page twice
};

// Deterministic: equal states give equal pages.
StatePages encode_state(const StateRecord& record);

// Loads the page with this digest.
using PageLookup = std::function<Result<std::string>(const Blake3Digest& digest)>;

// Accepts exactly the output of `encode_state`; checks each page against its digest. Corruption, with page and node,
// for other bytes. Does not compare the tree with a commit (use `whole_root`) and does not search for duplicate ids
// (use `engine::find_duplicate_id`).
Result<StateRecord> decode_state(const Blake3Digest& page, const PageLookup& find_page,
                                 const warp::ReplaySource& source);

// The digests of the turn pages of a state, without decoding the turns. Collection uses it to find the needed pages.
Result<std::vector<Blake3Digest>> turn_pages_of(std::string_view state_page);
// Visits the payload digest of every node of a state; a digest may be visited more than once.
Result<void> scan_state(const Blake3Digest& page, const PageLookup& find_page,
                        const std::function<void(const tree::PayloadDigest& digest)>& visit);

// Computes the state root of a tree from its first byte, without a resumable root.
StateRoot whole_root(const tree::Tree& tree);

}  // namespace latewood::engine
