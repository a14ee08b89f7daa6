// Hints on pages: hashed name -> the turns to search. They cover every id ever committed, and the nodes that refer to a
// node, hold a key or mark a node: a ledger (engine/record/ledger.h) for history that is not in memory.
// Layout: docs/format/page.md.
//
// Each checkpoint adds a run with the hints since the last one. Runs of similar size are merged, so that there are few
// runs and each hint is written only a few times. A large run has several pages, split by key, and a head page that
// lists them; a search reads the head and one page.
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

// The first 64 bits of a hash. If two names collide, a search looks at one turn too many; if a node with such an id was
// removed, the other id counts as used.
using HintKey = std::array<std::uint8_t, 8>;
HintKey hint_key(HintKind kind, std::string_view name);

struct Hint {
  HintKey key{};
  std::uint64_t turn = 0;  // cycle of the turn; 0: the system region
  friend auto operator<=>(const Hint&, const Hint&) = default;
};

// Appends all hints of a node in the turn of cycle `turn`.
void add_hints(std::vector<Hint>& hints, const tree::Node& node, std::uint64_t turn);

// Encodes one page of hints. `hints` must be sorted and without duplicates.
std::string encode_hints(const std::vector<Hint>& hints);

// Encodes a run as pages. The first page is the head: the only page, or the list of all other pages.
std::vector<store::Blob> encode_run(std::vector<Hint> hints);

// A page of a large run.
struct RunPart {
  HintKey first{};  // the lowest key on the page
  Blake3Digest page;
  friend bool operator==(const RunPart&, const RunPart&) = default;
};
// Returns true if a head lists other pages. Looks at the first byte only.
bool names_parts(std::string_view head);
// Corruption if the bytes are not a list of pages.
Result<std::vector<RunPart>> decode_parts(std::string_view head);
// The parts that may contain the key. `parts` must ascend.
std::vector<RunPart> parts_with(const HintKey& key, const std::vector<RunPart>& parts);

// A page of hints in the form that is searched.
class HintRun {
 public:
  // Corruption if the bytes are not a page of hints.
  static Result<HintRun> decode(std::string bytes);

  std::size_t size() const { return size_; }
  Hint operator[](std::size_t at) const;
  // Appends the turns of a key.
  void find(const HintKey& key, std::vector<std::uint64_t>& turns) const;

 private:
  HintRun(std::string bytes, std::size_t size) : bytes_(std::move(bytes)), size_(size) {}
  const char* key_at(std::size_t at) const;

  std::string bytes_;
  std::size_t size_;
};

// The number of trailing runs to merge with a new run of `added` hints; 0: none.
std::size_t runs_to_merge(const std::vector<std::uint64_t>& sizes, std::uint64_t added);

}  // namespace latewood::engine
