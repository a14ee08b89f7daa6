#include "engine/stored/checkpoint_format.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/corrupt.h"
#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "engine/record/commit_extras.h"
#include "engine/record/subtree_bytes.h"
#include "tree/edit/pins.h"
#include "tree/node_header.h"

namespace latewood::engine {
namespace {

using tree::Node;
using tree::PageFacts;
using tree::Subtree;
using tree::TurnOrder;

// The first byte of a page is its kind, the second its version.
enum class PageKind : std::uint8_t { Turns = 1, TurnIndex = 2, Index = 3, Root = 4 };
constexpr std::uint8_t kPageVersion = 1;

void begin(BinaryWriter& out, PageKind kind) {
  out.u8(static_cast<std::uint8_t>(kind));
  out.u8(kPageVersion);
}

Result<PageKind> read_kind(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint8_t kind, in.u8());
  LW_TRY_ASSIGN(const std::uint8_t version, in.u8());
  if (version != kPageVersion) {
    return Error{Code::Unsupported, "a page of version " + std::to_string(version), {}, {}};
  }
  return static_cast<PageKind>(kind);
}

Result<void> expect(BinaryReader& in, PageKind kind) {
  LW_TRY_ASSIGN(const PageKind found, read_kind(in));
  if (found == kind) return {};
  return corrupt("a page of kind " + std::to_string(static_cast<int>(found)) + " where one of kind " +
                 std::to_string(static_cast<int>(kind)) + " should be");
}

// Turns InvalidArgument into Corruption: the bytes come from a store, not from a caller.
template <class T>
Result<T> as_corruption(Result<T> result) {
  if (result || result.error().code != Code::InvalidArgument) return result;
  Error error = std::move(result).error();
  error.code = Code::Corruption;
  return error;
}

// ---- nodes ----

Result<const Node*> decode_node(BinaryReader& in, const NodeSource& source) {
  LW_TRY_ASSIGN(tree::DecodedHeader header, tree::decode_header(in));
  const tree::Payload* payload = nullptr;
  if (header.has_content) {
    LW_TRY_ASSIGN(payload, source.payload(header.payload));
  }
  const Node* node = tree::add_node(source.pool, std::move(header), payload);
  if (node->content_hash() == header.content_hash) return node;
  return corrupt("node '" + std::string(node->id()) + "': the content does not match its content_hash");
}

// Like `engine::encode_subtree`, but with a count of 32 bits.
void encode_turn_bytes(BinaryWriter& out, const Subtree& subtree) {
  out.u32(static_cast<std::uint32_t>(subtree.entries().size()));
  for (const Subtree::Entry& entry : subtree.entries()) {
    out.u32(entry.parent);
    encode_node(out, *entry.node);
  }
}

// The bytes hold the parent of each entry, in document order. The end of each entry is computed from that.
Result<Subtree> decode_subtree(BinaryReader& in, const NodeSource& source) {
  LW_TRY_ASSIGN(const std::uint32_t count, in.u32());
  if (count == 0 || count > in.left()) return corrupt("a subtree of " + std::to_string(count) + " nodes");
  std::vector<Subtree::Entry> entries(count);
  for (std::uint32_t at = 0; at < count; ++at) {
    LW_TRY_ASSIGN(const std::uint32_t parent, in.u32());
    const bool is_placed = at == 0 ? parent == 0 : parent < at && entries[parent].end == at;
    if (!is_placed) return corrupt("node " + std::to_string(at) + " of a subtree is below " + std::to_string(parent));
    LW_TRY_ASSIGN(const Node* node, decode_node(in, source));
    entries[at] = {node, parent, at + 1};
    for (std::uint32_t above = at; above != 0;) {
      above = entries[above].parent;
      entries[above].end = at + 1;
    }
  }
  return Subtree(entries);
}

// ---- facts ----

void encode_order(BinaryWriter& out, const TurnOrder& order) {
  out.u64(static_cast<std::uint64_t>(order.offset));
  out.u64(static_cast<std::uint64_t>(order.created_at_ns));
  out.u64(order.creation_index);
}

Result<TurnOrder> decode_order(BinaryReader& in) {
  TurnOrder order;
  LW_TRY_ASSIGN(const std::uint64_t offset, in.u64());
  LW_TRY_ASSIGN(const std::uint64_t created, in.u64());
  LW_TRY_ASSIGN(order.creation_index, in.u64());
  order.offset = static_cast<std::int64_t>(offset);
  order.created_at_ns = static_cast<std::int64_t>(created);
  return order;
}

Result<PageFacts> decode_facts(BinaryReader& in) {
  PageFacts facts;
  LW_TRY_ASSIGN(facts.digest, in.id<Blake3Digest>());
  LW_TRY_ASSIGN(facts.group, in.u64());
  LW_TRY_ASSIGN(facts.size, in.u32());
  LW_TRY_ASSIGN(facts.marks, in.u64());
  LW_TRY_ASSIGN(facts.first, decode_order(in));
  LW_TRY_ASSIGN(facts.last, decode_order(in));
  LW_TRY_ASSIGN(const std::uint64_t expiry, in.u64());
  facts.next_expiry = static_cast<std::int64_t>(expiry);
  if (facts.size > 0 && facts.size <= tree::RingPage::kMost) return facts;
  return corrupt("a page of " + std::to_string(facts.size) + " turns");
}

constexpr std::uint64_t kFactsBytes = 32 + 8 + 4 + 8 + 2 * 24 + 8;
constexpr std::uint64_t kEntryBytes = 32 + 8;
constexpr std::uint64_t kRunBytes = 32 + 8;

// ---- links ----

void encode_link(BinaryWriter& out, const std::optional<CheckpointRef>& link) {
  out.u8(link ? 1 : 0);
  if (!link) return;
  out.id(link->page);
  out.id(link->commit);
  out.u64(link->cycle);
  out.u64(link->position);
  out.u64(link->number);
}

Result<std::optional<CheckpointRef>> decode_link(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint8_t is_there, in.u8());
  if (is_there > 1) return corrupt("a link that is neither there nor absent");
  if (is_there == 0) return std::optional<CheckpointRef>();
  CheckpointRef link;
  LW_TRY_ASSIGN(link.page, in.id<Blake3Digest>());
  LW_TRY_ASSIGN(link.commit, in.id<CommitId>());
  LW_TRY_ASSIGN(link.cycle, in.u64());
  LW_TRY_ASSIGN(link.position, in.u64());
  LW_TRY_ASSIGN(link.number, in.u64());
  return std::optional(link);
}

void encode_page(BinaryWriter& out, const std::optional<Blake3Digest>& page) {
  out.u8(page ? 1 : 0);
  if (page) out.id(*page);
}

Result<std::optional<Blake3Digest>> decode_page(BinaryReader& in) {
  LW_TRY_ASSIGN(const std::uint8_t is_there, in.u8());
  if (is_there > 1) return corrupt("a page that is neither there nor absent");
  if (is_there == 0) return std::optional<Blake3Digest>();
  LW_TRY_ASSIGN(const Blake3Digest page, in.id<Blake3Digest>());
  return std::optional(page);
}

void encode_links(BinaryWriter& out, const RootLinks& links) {
  encode_link(out, links.previous);
  encode_link(out, links.jump);
  encode_page(out, links.turns);
  encode_page(out, links.sample);
  out.u64(links.runs.size());
  for (const RunRef& run : links.runs) {
    out.id(run.digest);
    out.u64(run.size);
  }
}

Result<RootLinks> read_links(BinaryReader& in) {
  RootLinks links;
  LW_TRY(expect(in, PageKind::Root));
  LW_TRY_ASSIGN(links.previous, decode_link(in));
  LW_TRY_ASSIGN(links.jump, decode_link(in));
  LW_TRY_ASSIGN(links.turns, decode_page(in));
  LW_TRY_ASSIGN(links.sample, decode_page(in));
  LW_TRY_ASSIGN(const std::uint64_t runs, in.count(kRunBytes));
  for (std::uint64_t i = 0; i < runs; ++i) {
    RunRef run;
    LW_TRY_ASSIGN(run.digest, in.id<Blake3Digest>());
    LW_TRY_ASSIGN(run.size, in.u64());
    links.runs.push_back(run);
  }
  return links;
}

// ---- the trunk ----

void encode_trunk(BinaryWriter& out, const tree::Tree& tree) {
  out.u64(tree.cycle);
  encode_node(out, *tree.root());
  encode_node(out, *tree.seq());
  encode_turn_bytes(out, *tree.sys);
  encode_turn_bytes(out, *tree.ah);
  out.u64(tree.pins().size());
  for (const Pin& pin : tree.pins()) out.sized(tree::pin_text(pin));
  out.u64(tree.displaced().size());
  for (const Node* turn : tree.displaced()) encode_node(out, *turn);
}

Result<tree::Tree> decode_trunk(BinaryReader& in, const NodeSource& source) {
  tree::Tree tree;
  LW_TRY_ASSIGN(tree.cycle, in.u64());
  LW_TRY_ASSIGN(const Node* root, decode_node(in, source));
  LW_TRY_ASSIGN(const Node* seq, decode_node(in, source));
  tree.set_root(root);
  tree.set_seq(seq);
  LW_TRY_ASSIGN(Subtree sys, decode_subtree(in, source));
  tree.sys = tree::Ring(std::move(sys));
  LW_TRY_ASSIGN(Subtree ah, decode_subtree(in, source));
  tree.ah = tree::Ring(std::move(ah));
  LW_TRY_ASSIGN(const std::uint64_t pin_count, in.count(8));
  tree::Pins pins;
  for (std::uint64_t i = 0; i < pin_count; ++i) {
    LW_TRY_ASSIGN(const std::string_view pin, in.sized());
    LW_TRY(tree::add_read_pin(pins, pin));
  }
  if (!pins.empty()) tree.set_pins(std::move(pins));
  LW_TRY_ASSIGN(const std::uint64_t displaced_count, in.count(1));
  tree::Turns displaced;
  for (std::uint64_t i = 0; i < displaced_count; ++i) {
    LW_TRY_ASSIGN(const Node* turn, decode_node(in, source));
    displaced.push_back(turn);
  }
  if (!displaced.empty()) tree.set_displaced(std::move(displaced));
  return tree;
}

Result<RootPage> read_root(std::string_view bytes, const NodeSource& source) {
  BinaryReader in(bytes);
  RootPage page;
  LW_TRY_ASSIGN(page.links, read_links(in));
  LW_TRY_ASSIGN(page.position, in.u64());
  LW_TRY_ASSIGN(page.number, in.u64());
  if (page.position > std::numeric_limits<std::uint32_t>::max()) return corrupt("a position beyond 2^32");
  for (std::int64_t* number : {&page.nodes, &page.bytes, &page.last_stamp}) {
    LW_TRY_ASSIGN(const std::uint64_t read, in.u64());
    *number = static_cast<std::int64_t>(read);
  }
  LW_TRY_ASSIGN(page.turn_count, in.u64());
  LW_TRY_ASSIGN(page.tree, decode_trunk(in, source));
  for (std::string& header : page.genesis) {
    LW_TRY_ASSIGN(header, in.sized());
  }
  LW_TRY_ASSIGN(page.root, in.sized());
  LW_TRY(in.expect_end());
  return page;
}

Result<std::vector<Subtree>> read_turns(std::string_view bytes, const NodeSource& source) {
  BinaryReader in(bytes);
  LW_TRY(expect(in, PageKind::Turns));
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(4));
  std::vector<Subtree> turns;
  for (std::uint64_t i = 0; i < count; ++i) {
    LW_TRY_ASSIGN(Subtree turn, decode_subtree(in, source));
    turns.push_back(std::move(turn));
  }
  LW_TRY(in.expect_end());
  return turns;
}

Result<IndexPage> read_index(std::string_view bytes) {
  BinaryReader in(bytes);
  LW_TRY_ASSIGN(const PageKind kind, read_kind(in));
  if (kind != PageKind::TurnIndex) {
    BinaryReader again(bytes);
    LW_TRY(expect(again, PageKind::Index));
  }
  IndexPage page;
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(kind == PageKind::TurnIndex ? kFactsBytes : kEntryBytes));
  for (std::uint64_t i = 0; i < count; ++i) {
    if (kind == PageKind::TurnIndex) {
      LW_TRY_ASSIGN(const PageFacts facts, decode_facts(in));
      page.turns.push_back(facts);
    } else {
      IndexEntry entry;
      LW_TRY_ASSIGN(entry.digest, in.id<Blake3Digest>());
      LW_TRY_ASSIGN(entry.group, in.u64());
      page.pages.push_back(entry);
    }
  }
  LW_TRY(in.expect_end());
  return page;
}

}  // namespace

// ---- turn pages ----

std::string encode_turns(const std::vector<const Subtree*>& turns) {
  BinaryWriter out;
  begin(out, PageKind::Turns);
  out.u64(turns.size());
  for (const Subtree* turn : turns) encode_turn_bytes(out, *turn);
  return out.take();
}

Result<std::vector<Subtree>> decode_turns(std::string_view bytes, const NodeSource& source) {
  return as_corruption(read_turns(bytes, source));
}

PageFacts facts_of(const std::vector<const Subtree*>& turns, std::uint64_t group, const Blake3Digest& digest) {
  PageFacts facts;
  facts.digest = digest;
  facts.group = group;
  facts.size = static_cast<std::uint32_t>(turns.size());
  facts.first = tree::order_of(turns.front()->container());
  facts.last = tree::order_of(turns.back()->container());
  for (std::size_t at = 0; at < turns.size(); ++at) {
    for (const Subtree::Entry& entry : turns[at]->entries()) {
      if (entry.node->expiry() == tree::kNever) continue;
      facts.marks |= std::uint64_t{1} << at;
      facts.next_expiry = std::min(facts.next_expiry, entry.node->expiry());
    }
  }
  return facts;
}

// ---- index pages ----

std::string encode_index(const std::vector<PageFacts>& turns) {
  BinaryWriter out;
  begin(out, PageKind::TurnIndex);
  out.u64(turns.size());
  for (const PageFacts& facts : turns) {
    out.id(facts.digest);
    out.u64(facts.group);
    out.u32(facts.size);
    out.u64(facts.marks);
    encode_order(out, facts.first);
    encode_order(out, facts.last);
    out.u64(static_cast<std::uint64_t>(facts.next_expiry));
  }
  return out.take();
}

std::string encode_index(const std::vector<IndexEntry>& pages) {
  BinaryWriter out;
  begin(out, PageKind::Index);
  out.u64(pages.size());
  for (const IndexEntry& entry : pages) {
    out.id(entry.digest);
    out.u64(entry.group);
  }
  return out.take();
}

Result<IndexPage> decode_index(std::string_view bytes) { return as_corruption(read_index(bytes)); }

// ---- the root page ----

std::string encode_root(const RootPage& page) {
  BinaryWriter out;
  begin(out, PageKind::Root);
  encode_links(out, page.links);
  out.u64(page.position);
  out.u64(page.number);
  for (const std::int64_t number : {page.nodes, page.bytes, page.last_stamp}) {
    out.u64(static_cast<std::uint64_t>(number));
  }
  out.u64(page.turn_count);
  encode_trunk(out, page.tree);
  for (const std::string& header : page.genesis) out.sized(header);
  out.sized(page.root);
  return out.take();
}

Result<RootPage> decode_root(std::string_view bytes, const NodeSource& source) {
  return as_corruption(read_root(bytes, source));
}

bool is_root_page(std::string_view bytes) {
  BinaryReader in(bytes);
  return expect(in, PageKind::Root).has_value();
}

Result<RootLinks> decode_links(std::string_view bytes) {
  BinaryReader in(bytes);
  return as_corruption(read_links(in));
}

}  // namespace latewood::engine
