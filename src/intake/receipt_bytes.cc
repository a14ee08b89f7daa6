#include "intake/receipt_bytes.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"

namespace latewood::intake {
namespace {

// A new version needs a new row in docs/format/receipt.md, section 8.
constexpr std::uint16_t kReceiptVersion = 1;

// The least bytes of one entry of each kind.
constexpr std::uint64_t kLeastInstance = 16;
constexpr std::uint64_t kLeastCandidate = 63;
constexpr std::uint64_t kLeastRead = 12;
constexpr std::uint64_t kLeastRewrite = 33;

// The rings of a receipt, ascending. The trunk is number 0 and not in the list.
using Rings = std::vector<Instance>;

template <class Visit>
void for_each_instance(const Receipt& receipt, Visit visit) {
  for (const Candidate& candidate : receipt.candidates) {
    visit(candidate.scope.instance);
    for (const NodeRef& read : candidate.reads) visit(read.instance);
    for (const Rewrite& rewrite : candidate.rewrites) {
      visit(rewrite.from);
      visit(rewrite.to);
    }
  }
}

Rings rings_of(const Receipt& receipt) {
  Rings rings;
  for_each_instance(receipt, [&rings](const Instance& instance) {
    if (instance == Instance()) return;
    const auto at = std::lower_bound(rings.begin(), rings.end(), instance);
    if (at == rings.end() || *at != instance) rings.insert(at, instance);
  });
  return rings;
}

// ---- writing ----

class Writer {
 public:
  explicit Writer(const Receipt& receipt) : receipt_(receipt), rings_(rings_of(receipt)) {}

  std::string run() {
    out_.u16(kReceiptVersion);
    out_.u64(receipt_.cycle);
    out_.id(receipt_.plan_digest);
    out_.id(receipt_.decision_digest);
    out_.id(receipt_.rewrites_digest);
    out_.id(receipt_.admission_digest);
    out_.sized(receipt_.policy);
    out_.u64(rings_.size());
    for (const Instance& ring : rings_) {
      out_.sized(ring.turn);
      out_.u64(ring.cycle);
    }
    out_.u64(receipt_.candidates.size());
    for (const Candidate& candidate : receipt_.candidates) write(candidate);
    return out_.take();
  }

 private:
  void write(const Candidate& candidate) {
    out_.u8(static_cast<std::uint8_t>(candidate.kind));
    out_.u8(static_cast<std::uint8_t>(candidate.disposition));
    out_.sized(candidate.rule);
    write(candidate.scope);
    out_.sized(candidate.actor);
    out_.u8(candidate.event ? 1 : 0);
    if (candidate.event) {
      out_.sized(candidate.event->stream);
      out_.u64(candidate.event->seq);
    }
    out_.u64(candidate.blockers.size());
    for (const std::uint64_t blocker : candidate.blockers) out_.u64(blocker);
    out_.u64(candidate.reads.size());
    for (const NodeRef& read : candidate.reads) write(read);
    out_.u64(candidate.keys.size());
    for (const std::string& key : candidate.keys) out_.sized(key);
    out_.u64(candidate.rewrites.size());
    for (const Rewrite& rewrite : candidate.rewrites) write(rewrite);
  }

  void write(const NodeRef& ref) {
    write(ref.instance);
    out_.sized(ref.id);
  }

  void write(const Rewrite& rewrite) {
    out_.u8(static_cast<std::uint8_t>(rewrite.kind));
    out_.sized(rewrite.id);
    write(rewrite.from);
    write(rewrite.to);
    out_.sized(rewrite.parent);
    out_.sized(rewrite.header);
  }

  void write(const Instance& instance) {
    const bool is_trunk = instance == Instance();
    const auto at = std::lower_bound(rings_.begin(), rings_.end(), instance) - rings_.begin();
    out_.u32(is_trunk ? 0 : static_cast<std::uint32_t>(at + 1));
  }

  const Receipt& receipt_;
  const Rings rings_;
  BinaryWriter out_;
};

// ---- reading ----

class Reader {
 public:
  explicit Reader(std::string_view bytes) : in_(bytes) {}

  Result<Receipt> run() {
    LW_TRY_ASSIGN(const std::uint16_t version, in_.u16());
    if (version != kReceiptVersion) return BinaryReader::invalid(0, 2, "version " + std::to_string(version));
    Receipt receipt;
    LW_TRY_ASSIGN(receipt.cycle, in_.u64());
    LW_TRY_ASSIGN(receipt.plan_digest, in_.id<Blake3Digest>());
    LW_TRY_ASSIGN(receipt.decision_digest, in_.id<Blake3Digest>());
    LW_TRY_ASSIGN(receipt.rewrites_digest, in_.id<Blake3Digest>());
    LW_TRY_ASSIGN(receipt.admission_digest, in_.id<Blake3Digest>());
    LW_TRY_ASSIGN(receipt.policy, read_text());
    LW_TRY(read_rings());
    LW_TRY_ASSIGN(const std::uint64_t count, in_.count(kLeastCandidate));
    for (std::uint64_t i = 0; i < count; ++i) {
      LW_TRY_ASSIGN(Candidate candidate, read_candidate());
      receipt.candidates.push_back(std::move(candidate));
    }
    LW_TRY(in_.expect_end());
    return receipt;
  }

 private:
  Result<void> read_rings() {
    LW_TRY_ASSIGN(const std::uint64_t count, in_.count(kLeastInstance));
    for (std::uint64_t i = 0; i < count; ++i) {
      Instance ring;
      LW_TRY_ASSIGN(ring.turn, read_text());
      LW_TRY_ASSIGN(ring.cycle, in_.u64());
      rings_.push_back(std::move(ring));
    }
    return {};
  }

  Result<Candidate> read_candidate() {
    Candidate candidate;
    LW_TRY_ASSIGN(candidate.kind, read_tag<CandidateKind>(3, "a kind of candidate"));
    LW_TRY_ASSIGN(candidate.disposition, read_tag<Disposition>(2, "a disposition"));
    LW_TRY_ASSIGN(candidate.rule, read_text());
    LW_TRY_ASSIGN(candidate.scope, read_ref());
    LW_TRY_ASSIGN(candidate.actor, read_text());
    LW_TRY_ASSIGN(candidate.event, read_event());
    LW_TRY(read_list(candidate.blockers, 8, [this] { return in_.u64(); }));
    LW_TRY(read_list(candidate.reads, kLeastRead, [this] { return read_ref(); }));
    LW_TRY(read_list(candidate.keys, 8, [this] { return read_text(); }));
    LW_TRY(read_list(candidate.rewrites, kLeastRewrite, [this] { return read_rewrite(); }));
    return candidate;
  }

  template <class Items, class ReadOne>
  Result<void> read_list(Items& items, std::uint64_t least, ReadOne read_one) {
    LW_TRY_ASSIGN(const std::uint64_t count, in_.count(least));
    for (std::uint64_t i = 0; i < count; ++i) {
      LW_TRY_ASSIGN(auto item, read_one());
      items.push_back(std::move(item));
    }
    return {};
  }

  template <class Enum>
  Result<Enum> read_tag(std::uint8_t most, std::string_view what) {
    const std::uint64_t start = in_.offset();
    LW_TRY_ASSIGN(const std::uint8_t tag, in_.u8());
    if (tag >= 1 && tag <= most) return static_cast<Enum>(tag);
    return BinaryReader::invalid(start, 1, std::string(what) + " cannot be " + std::to_string(tag));
  }

  Result<std::string> read_text() {
    LW_TRY_ASSIGN(const std::string_view text, in_.sized());
    return std::string(text);
  }

  Result<std::optional<EventRef>> read_event() {
    const std::uint64_t start = in_.offset();
    LW_TRY_ASSIGN(const std::uint8_t is_there, in_.u8());
    if (is_there == 0) return std::optional<EventRef>();
    if (is_there != 1) return BinaryReader::invalid(start, 1, "a presence cannot be " + std::to_string(is_there));
    EventRef event;
    LW_TRY_ASSIGN(event.stream, read_text());
    LW_TRY_ASSIGN(event.seq, in_.u64());
    return std::optional(std::move(event));
  }

  Result<NodeRef> read_ref() {
    NodeRef ref;
    LW_TRY_ASSIGN(ref.instance, read_instance());
    LW_TRY_ASSIGN(ref.id, read_text());
    return ref;
  }

  Result<Instance> read_instance() {
    const std::uint64_t start = in_.offset();
    LW_TRY_ASSIGN(const std::uint32_t number, in_.u32());
    if (number == 0) return Instance();
    if (number <= rings_.size()) return rings_[number - 1];
    return BinaryReader::invalid(start, 4, "there is no instance " + std::to_string(number));
  }

  Result<Rewrite> read_rewrite() {
    Rewrite rewrite;
    LW_TRY_ASSIGN(rewrite.kind, read_tag<RewriteKind>(6, "a kind of rewrite"));
    LW_TRY_ASSIGN(rewrite.id, read_text());
    LW_TRY_ASSIGN(rewrite.from, read_instance());
    LW_TRY_ASSIGN(rewrite.to, read_instance());
    LW_TRY_ASSIGN(rewrite.parent, read_text());
    LW_TRY_ASSIGN(rewrite.header, read_text());
    return rewrite;
  }

  BinaryReader in_;
  Rings rings_;
};

}  // namespace

std::string encode_receipt(const Receipt& receipt) { return Writer(receipt).run(); }

Result<Receipt> decode_receipt(std::string_view bytes) {
  LW_TRY_ASSIGN(Receipt receipt, Reader(bytes).run());
  // Refuses other encodings of the same receipt, such as rings in another order or without use.
  if (encode_receipt(receipt) == bytes) return receipt;
  return BinaryReader::invalid(0, bytes.size(), "the receipt is not in its canonical form");
}

}  // namespace latewood::intake
