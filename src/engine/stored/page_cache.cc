#include "engine/stored/page_cache.h"

#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "canon/blake3.h"
#include "engine/branch/restore.h"
#include "engine/stored/line.h"
#include "engine/stored/load_history.h"

namespace latewood::engine {

using tree::RingPage;
using tree::Subtree;

Result<std::string> PageCache::load_bytes(const Blake3Digest& digest) const {
  auto found = store_->find_page(digest);
  if (!found && found.error().code == Code::Corruption) found.error().rule = kPageDamaged;
  LW_TRY_ASSIGN(auto bytes, std::move(found));
  const auto damaged = [](const std::string& what) { return broken(kPageDamaged, what, Code::Corruption); };
  if (!bytes && was_collected_()) {
    return broken(kSnapshotCollected, "another process collected this snapshot meanwhile: read it again",
                  Code::Conflict);
  }
  if (!bytes) return damaged("page " + digest.hex() + " is missing");
  if (blake3_of(*bytes) != digest) return damaged("page " + digest.hex() + " has another digest");
  return *std::move(bytes);
}

namespace {

// Most turns have a question and an answer.
constexpr std::size_t kContentsOfTurn = 2;

Error in_page(const Blake3Digest& digest, Error error) {
  error.message = "page " + digest.hex() + ": " + error.message;
  return error;
}

}  // namespace

Result<RootPage> PageCache::load_root(const Blake3Digest& digest) {
  LW_TRY_ASSIGN(const std::string bytes, load_bytes(digest));
  const std::lock_guard lock(mutex_);
  auto page = decode_root(bytes, nodes());
  if (!page) return in_page(digest, std::move(page).error());
  return page;
}

Result<std::shared_ptr<const tree::Tree>> PageCache::frame(const std::array<std::string, 4>& headers) {
  const std::lock_guard lock(mutex_);
  return frame_from(headers, pool_);
}

Result<std::shared_ptr<const IndexPage>> PageCache::load_index(const Blake3Digest& digest) {
  const std::lock_guard lock(mutex_);
  if (const auto known = indexes_.find(digest); known != indexes_.end()) return known->second;
  LW_TRY_ASSIGN(const std::string bytes, load_bytes(digest));
  auto decoded = decode_index(bytes);
  if (!decoded) return in_page(digest, std::move(decoded).error());
  return indexes_.emplace(digest, std::make_shared<const IndexPage>(*std::move(decoded))).first->second;
}

Result<void> PageCache::find_hints(const RunRef& run, const HintKey& key, std::vector<std::uint64_t>& turns) {
  const std::lock_guard lock(mutex_);
  LW_TRY_ASSIGN(const std::vector<RunPart>* parts, load_parts(run.digest));
  for (const RunPart& part : parts_with(key, *parts)) {
    LW_TRY_ASSIGN(const HintRun* hints, load_hints(part.page));
    hints->find(key, turns);
  }
  return {};
}

// A run of one page has one part: itself.
Result<const std::vector<RunPart>*> PageCache::load_parts(const Blake3Digest& head) {
  if (const auto known = parts_.find(head); known != parts_.end()) return &known->second;
  LW_TRY_ASSIGN(std::string bytes, load_bytes(head));
  std::vector<RunPart> parts{RunPart{{}, head}};
  if (names_parts(bytes)) {
    auto decoded = decode_parts(bytes);
    if (!decoded) return in_page(head, std::move(decoded).error());
    parts = *std::move(decoded);
  } else {
    LW_TRY(cache_hints(head, std::move(bytes)));
  }
  return &parts_.emplace(head, std::move(parts)).first->second;
}

Result<const HintRun*> PageCache::load_hints(const Blake3Digest& page) {
  if (const auto known = hints_.find(page); known != hints_.end()) return &known->second;
  LW_TRY_ASSIGN(std::string bytes, load_bytes(page));
  return cache_hints(page, std::move(bytes));
}

Result<const HintRun*> PageCache::cache_hints(const Blake3Digest& page, std::string bytes) {
  auto decoded = HintRun::decode(std::move(bytes));
  if (!decoded) return in_page(page, std::move(decoded).error());
  return &hints_.emplace(page, *std::move(decoded)).first->second;
}

const RingPage& PageCache::page(const tree::PageFacts& facts) {
  const std::lock_guard lock(mutex_);
  const RingPage*& known = by_digest_[facts.digest];
  // Two places of a history may have equal turns with different facts.
  if (known == nullptr || known->facts() != facts) known = &pages_.emplace_back(*this, facts);
  return *known;
}

std::shared_ptr<const PageCache::PagedRings> PageCache::longest() const {
  const std::lock_guard lock(mutex_);
  return longest_;
}

void PageCache::note_rings(const std::vector<tree::PageFacts>& pages, const tree::PersistentVector<tree::Ring>& rings) {
  const std::lock_guard lock(mutex_);
  if (longest_ != nullptr && longest_->rings.size() >= rings.size()) return;
  longest_ = std::make_shared<const PagedRings>(PagedRings{pages, rings});
}

std::vector<Subtree> PageCache::load_page(const RingPage& page) {
  const std::lock_guard lock(mutex_);
  auto turns = read_turns(page);
  if (turns) return *std::move(turns);
  fail(in_page(page.facts().digest, std::move(turns).error()));
  return make_placeholders(page.facts());
}

Result<std::vector<Subtree>> PageCache::read_turns(const RingPage& page) {
  LW_TRY_ASSIGN(const std::string bytes, load_bytes(page.facts().digest));
  // The payloads of a page were written one after the other, so a run reads them together. The run is dropped
  // afterwards, because its payloads may be purged before the next read.
  contents_.emplace(*store_, nullptr, kContentsOfTurn * page.facts().size);
  auto decoded = decode_turns(bytes, nodes());
  contents_.reset();
  LW_TRY_ASSIGN(std::vector<Subtree> turns, std::move(decoded));
  if (turns.size() != page.facts().size)
    return corrupt("the page has " + std::to_string(turns.size()) + " turns, its index " +
                   std::to_string(page.facts().size));
  return turns;
}

// Empty turns in place of a page that cannot be read: in the same order, with unique ids, so that searches still work.
// `status` has the error.
std::vector<Subtree> PageCache::make_placeholders(const tree::PageFacts& facts) {
  std::vector<Subtree> turns;
  for (std::uint32_t i = 0; i < facts.size; ++i) {
    const tree::TurnOrder& order = i + 1 < facts.size ? facts.first : facts.last;
    tree::NodeFields fields;
    fields.id = "mt:unread:" + facts.digest.hex() + ":" + std::to_string(100 + i);
    fields.type = "mt";
    fields.offset = order.offset;
    fields.created_at_ns = order.created_at_ns;
    fields.creation_index = order.creation_index;
    turns.emplace_back(pool_.add(std::move(fields), nullptr));
  }
  return turns;
}

Result<const tree::Payload*> PageCache::payload(const tree::PayloadDigest& digest) {
  if (const tree::Payload* known = pool_.find_payload(digest)) return known;
  const Contents contents = contents_of(*store_);
  return add_content(digest, contents_ ? contents_->load(digest) : contents(digest), contents, pool_);
}

Result<void> PageCache::status() const {
  if (!has_failed_.load(std::memory_order_acquire)) return {};
  const std::lock_guard lock(error_mutex_);
  return *error_;
}

void PageCache::fail(Error error) {
  const std::lock_guard lock(error_mutex_);
  if (!error_) error_ = std::move(error);
  has_failed_.store(true, std::memory_order_release);
}

}  // namespace latewood::engine
