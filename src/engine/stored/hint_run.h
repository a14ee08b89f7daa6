// Hints on pages: for a hashed name, in which turns to look. They tell of every id that was ever
// committed, and of nodes that refer to others, hold a key or mark others, like a ledger
// (engine/record/ledger.h) that is too long to be in memory. Layout: docs/format/page.md.
//
// A checkpoint adds a run of what came since the last one. Runs of about one size are merged
// into larger ones, so that there are few of them and each hint is written a few times. A large run is
// cut into pages by its keys, and a page that names them: a search reads two of them.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "latewood/digest.h"
#include "latewood/ext/store_records.h"
#include "latewood/result.h"
#include "tree/node.h"
#include "tree/subtree.h"

namespace latewood::engine {

enum class HintKind : std::uint8_t { Id, Referrer, Holder, Marker };

// Sixty-four bits of a hash. Two names that share them make a search look at a turn too many; where
// the node has gone since, an id that shares them counts as used.
using HintKey = std::array<std::uint8_t, 8>;
HintKey hint_key(HintKind kind, std::string_view name);

struct Hint {
  HintKey key{};
  std::uint64_t turn = 0;  // its cycle; 0: the system region
  friend auto operator<=>(const Hint&, const Hint&) = default;
};

// Everything that is to be found of a node in that turn.
void add_hints(std::vector<Hint>& hints, const tree::Node& node, std::uint64_t turn);

// A page of hints, which are sorted, each once.
std::string encode_hints(const std::vector<Hint>& hints);

// A run as pages. The first one is its head: the only page, or the one that names the others.
std::vector<store::Blob> encode_run(std::vector<Hint> hints);

// A page of a large run.
struct RunPart {
  HintKey first{};  // the least key on it
  Blake3Digest page;
  friend bool operator==(const RunPart&, const RunPart&) = default;
};
// Whether a head names other pages, and which. Corruption if the bytes are no such page.
bool names_parts(std::string_view head);
Result<std::vector<RunPart>> decode_parts(std::string_view head);
// The parts that may have the key; `parts` ascend.
std::vector<RunPart> parts_with(const HintKey& key, const std::vector<RunPart>& parts);

// A page of hints as it is searched.
class HintRun {
 public:
  // Corruption if the bytes are no page of hints.
  static Result<HintRun> decode(std::string bytes);

  std::size_t size() const { return size_; }
  Hint operator[](std::size_t at) const;
  // Adds the turns of a key.
  void find(const HintKey& key, std::vector<std::uint64_t>& turns) const;

 private:
  HintRun(std::string bytes, std::size_t size) : bytes_(std::move(bytes)), size_(size) {}
  const char* key_at(std::size_t at) const;

  std::string bytes_;
  std::size_t size_;
};

// How many trailing runs of these sizes are to be one, with a new one of `added` hints: 0 if none.
std::size_t runs_to_merge(const std::vector<std::uint64_t>& sizes, std::uint64_t added);

}  // namespace latewood::engine
