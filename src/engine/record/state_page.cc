#include "engine/record/state_page.h"

#include <algorithm>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "canon/blake3.h"
#include "engine/record/subtree_bytes.h"
#include "exchange/shared_parts.h"
#include "tree/edit/pins.h"
#include "tree/sibling_order.h"
#include "warp/mapping/tree_root.h"
#include "warp/mapping/tree_state.h"

namespace latewood::engine {
namespace {

using tree::NodeClass;
using tree::Ring;
using tree::Tree;

// No commit hashes the versions: docs/format/state_page.md, section 8.
constexpr std::uint8_t kStateVersion = 1;
constexpr std::uint8_t kTurnsVersion = 1;

// Few enough that a change of an old turn rewrites little, enough to compress well.
constexpr std::uint64_t kTurnsPerPage = 64;

store::Blob blob_of(std::string bytes) {
  const Blake3Digest digest = blake3_of(bytes);
  return {digest, std::move(bytes)};
}

// ---- writing ----

void encode_texts(BinaryWriter& out, const std::vector<std::string>& texts) {
  out.u64(texts.size());
  for (const std::string& text : texts) out.sized(text);
}

std::vector<store::Blob> encode_turns(const Tree& tree) {
  std::vector<store::Blob> pages;
  for (std::size_t first = 0; first < tree.rings.size(); first += kTurnsPerPage) {
    const std::size_t last = std::min<std::size_t>(first + kTurnsPerPage, tree.rings.size());
    BinaryWriter out;
    out.u8(kTurnsVersion);
    out.u64(last - first);
    for (std::size_t at = first; at < last; ++at) encode_subtree(out, *tree.rings[at]);
    pages.push_back(blob_of(out.take()));
  }
  return pages;
}

// ---- reading ----

Result<void> check_version(BinaryReader& in, std::uint8_t known) {
  LW_TRY_ASSIGN(const std::uint8_t version, in.u8());
  if (version == known) return {};
  return Error{Code::Unsupported, "page version " + std::to_string(version), {}, latewood::Place{0, 1}};
}

Result<std::vector<std::string>> decode_texts(BinaryReader& in) {
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(8));
  std::vector<std::string> texts;
  texts.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(const std::string_view text, in.sized());
    if (!texts.empty() && text <= texts.back()) {
      return BinaryReader::invalid(start, in.offset() - start, "ids that do not ascend");
    }
    texts.emplace_back(text);
  }
  return texts;
}

struct TurnList {
  std::uint64_t turns = 0;
  std::vector<Blake3Digest> pages;
};

Result<TurnList> decode_turn_list(BinaryReader& in) {
  TurnList list;
  LW_TRY_ASSIGN(list.turns, in.u64());
  const std::uint64_t start = in.offset();
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(32));
  const std::uint64_t needed = list.turns / kTurnsPerPage + (list.turns % kTurnsPerPage == 0 ? 0 : 1);
  if (count != needed) {
    return BinaryReader::invalid(start, 8,
                                 std::to_string(list.turns) + " turns on " + std::to_string(count) + " pages");
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(const Blake3Digest digest, in.id<Blake3Digest>());
    list.pages.push_back(digest);
  }
  return list;
}

Result<void> decode_turns(std::string_view bytes, std::uint64_t wanted, const warp::ReplaySource& source,
                          std::vector<Ring>& rings) {
  BinaryReader in(bytes);
  LW_TRY(check_version(in, kTurnsVersion));
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(8));
  if (count != wanted) return corrupt(std::to_string(count) + " turns where " + std::to_string(wanted) + " belong");
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(tree::Subtree turn, decode_subtree(in, NodeClass::Turn, source));
    rings.emplace_back(std::move(turn));
  }
  return in.expect_end();
}

Result<const tree::Node*> decode_frame_node(BinaryReader& in, NodeClass wanted, const warp::ReplaySource& source) {
  LW_TRY_ASSIGN(const tree::Node* node, decode_node(in, source));
  if (node->node_class() == wanted) return node;
  return corrupt("'" + std::string(node->id()) + "' is no " + std::string(tree::name_of(wanted)));
}

// Decodes the trunk: everything but the turns.
Result<void> decode_trunk(BinaryReader& in, StateRecord& record, const warp::ReplaySource& source) {
  Tree& tree = record.tree;
  LW_TRY_ASSIGN(const tree::Node* root, decode_frame_node(in, NodeClass::Root, source));
  LW_TRY_ASSIGN(const tree::Node* seq, decode_frame_node(in, NodeClass::Seq, source));
  tree.set_root(root);
  tree.set_seq(seq);
  LW_TRY_ASSIGN(tree::Subtree sys, decode_subtree(in, NodeClass::Sys, source));
  LW_TRY_ASSIGN(tree::Subtree ah, decode_subtree(in, NodeClass::Ah, source));
  tree.sys = Ring(std::move(sys));
  tree.ah = Ring(std::move(ah));
  return {};
}

// Reads the fixed members at the start of a state page.
Result<StateRecord> decode_numbers(BinaryReader& in) {
  StateRecord record;
  LW_TRY(check_version(in, kStateVersion));
  LW_TRY_ASSIGN(record.tree.cycle, in.u64());
  LW_TRY_ASSIGN(record.position, in.u64());
  LW_TRY_ASSIGN(const std::uint64_t nodes, in.u64());
  LW_TRY_ASSIGN(const std::uint64_t bytes, in.u64());
  record.nodes = static_cast<std::int64_t>(nodes);
  record.bytes = static_cast<std::int64_t>(bytes);
  return record;
}

Result<StateRecord> decode_pages(std::string_view state, const PageLookup& find_page,
                                 const warp::ReplaySource& source) {
  BinaryReader in(state);
  LW_TRY_ASSIGN(StateRecord record, decode_numbers(in));
  LW_TRY_ASSIGN(const TurnList turns, decode_turn_list(in));
  LW_TRY_ASSIGN(record.extras, in.sized());
  LW_TRY_ASSIGN(const std::vector<std::string> pin_texts, decode_texts(in));
  tree::Pins pins;
  for (const std::string& text : pin_texts) LW_TRY(tree::add_read_pin(pins, text));
  LW_TRY_ASSIGN(record.past_ids, decode_texts(in));
  LW_TRY(decode_trunk(in, record, source));
  LW_TRY(in.expect_end());
  if (!pins.empty()) record.tree.set_pins(std::move(pins));

  std::vector<Ring> rings;
  for (const Blake3Digest& digest : turns.pages) {
    LW_TRY_ASSIGN(const std::string bytes, find_page(digest));
    if (blake3_of(bytes) != digest) return corrupt("page " + digest.hex() + " has another digest");
    LW_TRY(decode_turns(bytes, std::min(kTurnsPerPage, turns.turns - rings.size()), source, rings));
  }
  const auto is_unordered = [](const Ring& a, const Ring& b) {
    return !tree::sibling_less(a->container(), b->container());
  };
  const auto wrong = std::adjacent_find(rings.begin(), rings.end(), is_unordered);
  if (wrong != rings.end()) return corrupt("turn '" + std::string((*wrong)->container().id()) + "' is out of order");
  record.tree.set_displaced(exchange::displaced_turns(rings, record.tree.cycle));
  for (Ring& ring : rings) record.tree.rings = record.tree.rings.push_back(std::move(ring));
  return record;
}

// ---- scanning ----

Result<void> scan_turns(std::string_view bytes, const PayloadVisit& visit) {
  BinaryReader in(bytes);
  LW_TRY(check_version(in, kTurnsVersion));
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(8));
  for (std::uint64_t i = 0; i < count; ++i) LW_TRY(scan_subtree(in, visit));
  return in.expect_end();
}

Result<void> scan_pages(std::string_view state, const PageLookup& find_page, const PayloadVisit& visit) {
  BinaryReader in(state);
  LW_TRY(decode_numbers(in));
  LW_TRY_ASSIGN(const TurnList turns, decode_turn_list(in));
  LW_TRY(in.sized());
  LW_TRY(decode_texts(in));
  LW_TRY(decode_texts(in));
  for (int region = 0; region < 2; ++region) LW_TRY(scan_node(in, visit));
  for (int region = 0; region < 2; ++region) LW_TRY(scan_subtree(in, visit));
  LW_TRY(in.expect_end());
  for (const Blake3Digest& digest : turns.pages) {
    LW_TRY_ASSIGN(const std::string bytes, find_page(digest));
    LW_TRY(scan_turns(bytes, visit));
  }
  return {};
}

// Names the page in the error. Turns InvalidArgument into Corruption: these bytes come from the store, not from a
// caller.
Error about(const Blake3Digest& page, Error error) {
  if (error.code == Code::InvalidArgument) error.code = Code::Corruption;
  error.message = "state page " + page.hex() + ": " + error.message;
  error.place.reset();
  return error;
}

}  // namespace

StatePages encode_state(const StateRecord& record) {
  const Tree& tree = record.tree;
  StatePages pages;
  pages.turns = encode_turns(tree);
  BinaryWriter out;
  out.u8(kStateVersion);
  out.u64(tree.cycle);
  out.u64(record.position);
  out.u64(static_cast<std::uint64_t>(record.nodes));
  out.u64(static_cast<std::uint64_t>(record.bytes));
  out.u64(tree.rings.size());
  out.u64(pages.turns.size());
  for (const store::Blob& page : pages.turns) out.id(page.digest);
  out.sized(record.extras);
  std::vector<std::string> pins;
  for (const Pin& pin : tree.pins()) pins.push_back(tree::pin_text(pin));
  encode_texts(out, pins);
  encode_texts(out, record.past_ids);
  encode_node(out, *tree.root());
  encode_node(out, *tree.seq());
  encode_subtree(out, *tree.sys);
  encode_subtree(out, *tree.ah);
  pages.state = blob_of(out.take());
  return pages;
}

Result<StateRecord> decode_state(const Blake3Digest& page, const PageLookup& find_page,
                                 const warp::ReplaySource& source) {
  LW_TRY_ASSIGN(const std::string bytes, find_page(page));
  if (blake3_of(bytes) != page) return corrupt("page " + page.hex() + " has another digest");
  auto record = decode_pages(bytes, find_page, source);
  if (!record) return about(page, std::move(record).error());
  return record;
}

Result<std::vector<Blake3Digest>> turn_pages_of(std::string_view state_page) {
  BinaryReader in(state_page);
  auto numbers = decode_numbers(in);
  if (!numbers) return about(blake3_of(state_page), std::move(numbers).error());
  auto list = decode_turn_list(in);
  if (!list) return about(blake3_of(state_page), std::move(list).error());
  return std::move(list->pages);
}

Result<void> scan_state(const Blake3Digest& page, const PageLookup& find_page, const PayloadVisit& visit) {
  LW_TRY_ASSIGN(const std::string bytes, find_page(page));
  auto scanned = scan_pages(bytes, find_page, visit);
  if (!scanned) return about(page, std::move(scanned).error());
  return {};
}

StateRoot whole_root(const Tree& tree) {
  Tree bare = tree;
  bare.rings = {};
  bare.set_displaced({});
  warp::ResumableRoot root(warp::root_key(tree), warp::ResumableRoot::Mark());
  return warp::advance_root(root, tree, warp::changed_rings(bare, tree));
}

}  // namespace latewood::engine
