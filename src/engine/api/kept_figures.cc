#include "engine/api/kept_figures.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "canon/blake3.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/query/next_prefix.h"
#include "engine/query/prompt_product.h"
#include "engine/query/prompt_tokens.h"
#include "engine/session/settings_text.h"
#include "engine/session/stored_branch.h"
#include "engine/stored/catalog.h"
#include "history/snapshot_data.h"
#include "latewood/tokens.h"
#include "lifecycle/measure.h"

namespace latewood::engine {
namespace {

using history::SnapshotData;

// Entries that one commit computes at most.
constexpr std::uint64_t kStep = 64;
// Entries that are written together.
constexpr std::uint64_t kGroup = 16;
// Threads of so many commits are rendered by any process that commits. Longer ones cost a process that has made n
// commits at most n times this.
constexpr std::uint64_t kShort = 256;

// A request that the profile refuses has no bytes to compare.
bool is_refusal(const Error& error) { return error.code == Code::InvalidArgument || error.code == Code::Unsupported; }

std::uint64_t bytes_in(const tree::Ring& region) {
  return static_cast<std::uint64_t>(lifecycle::measure(*region, nullptr).bytes);
}

CycleFigures sizes_of(const SnapshotData& snapshot) {
  CycleFigures figures;
  figures.cycle = snapshot.cycle();
  figures.commit_id = snapshot.commit_id();
  figures.sys = bytes_in(snapshot.tree.sys);
  figures.ah = bytes_in(snapshot.tree.ah);
  figures.seq = static_cast<std::uint64_t>(snapshot.bytes) - figures.sys - figures.ah;
  figures.left = snapshot.report().departures;
  return figures;
}

// The request by itself.
Result<void> add_alone(CycleFigures& figures, const SnapshotData& snapshot, const PromptProduct& product,
                       TokenCounter& counter) {
  const auto outline = product.outline(snapshot.tree, *snapshot.ids);
  if (!outline) return is_refusal(outline.error()) ? Result<void>() : Result<void>(outline.error());
  figures.total_bytes = find_divergence(*outline, *outline).newer_bytes;
  figures.tokens = tokens_of_first(*outline, product, counter);
  return {};
}

bool is_on_line(const FiguresChunk& chunk, std::uint64_t position, const SnapshotData& head) {
  if (position > head.position) return false;
  const SnapshotData& there = history::ancestor(head, head.position - position);
  return !there.is_collected() && there.commit_id() == chunk.entries[position - chunk.first].commit_id;
}

// Cuts off entries that are not on the line. The entries before one that is on the line are too. Whether any is left.
bool cut_to_line(FiguresChunk& chunk, const SnapshotData& head) {
  while (!chunk.entries.empty() && !is_on_line(chunk, chunk.end() - 1, head)) chunk.entries.pop_back();
  return !chunk.entries.empty();
}

}  // namespace

const SnapshotData* before_on_line(const SnapshotData& head, std::uint64_t position) {
  if (position == 0) return nullptr;
  const SnapshotData& older = history::ancestor(head, head.position - position + 1);
  return older.is_collected() ? nullptr : &older;
}

namespace {

std::optional<FiguresChunk> read_state(store::Store& store, store::ContextKey context, const std::string& branch) {
  const auto value = store.find_state(context, figures_name(branch));
  if (!value || !*value) return std::nullopt;
  auto chunk = decode_figures(**value);
  return chunk ? std::optional(*std::move(chunk)) : std::nullopt;
}

std::optional<FiguresChunk> find_on_line(store::Store& store, store::ContextKey context, const std::string& branch,
                                         const SnapshotData& head) {
  std::optional<FiguresChunk> chunk = read_state(store, context, branch);
  while (chunk && !cut_to_line(*chunk, head)) chunk = find_page_before(store, *chunk);
  return chunk;
}

}  // namespace

Result<CycleFigures> compute_figures(const Branch& branch, const SnapshotData* older, const SnapshotData& newer,
                                     const std::string& profile, TokenCounter& counter) {
  CycleFigures figures = sizes_of(newer);
  LW_TRY_ASSIGN(const render::Profile* found, find_prompt_profile(profile));
  const PromptProduct product{found, {}, branch.renders()};
  if (older == nullptr) {
    LW_TRY(add_alone(figures, newer, product, counter));
    return figures;
  }
  PrefixOptions options;
  options.profile = profile;
  const auto compared = compare_snapshots(Access::snapshot(branch, *older), Access::snapshot(branch, newer), options);
  if (!compared) {
    if (!is_refusal(compared.error())) return compared.error();
    LW_TRY(add_alone(figures, newer, product, counter));
    return figures;
  }
  figures.cause = compared->report.cause;
  figures.unchanged_bytes = compared->report.unchanged_bytes;
  figures.older_bytes = compared->report.older_bytes;
  figures.total_bytes = compared->report.total_bytes;
  figures.tokens = compare_tokens(compared->before, compared->after, compared->divergence, product, counter).tokens;
  return figures;
}

std::optional<FiguresChunk> find_page_before(store::Store& store, const FiguresChunk& chunk) {
  if (!chunk.before) return std::nullopt;
  const auto bytes = store.find_page(*chunk.before);
  if (!bytes || !*bytes) return std::nullopt;
  auto page = decode_figures(**bytes);
  const bool fits = page && page->end() == chunk.first && page->first < chunk.first;
  return fits ? std::optional(*std::move(page)) : std::nullopt;
}

std::optional<FiguresChunk> find_figures(store::Store& store, store::ContextKey context, const std::string& branch,
                                         const SnapshotData& head) {
  if (auto own = find_on_line(store, context, branch, head)) return own;
  const auto refs = store.list_refs(context);
  if (!refs) return std::nullopt;
  std::optional<FiguresChunk> longest;
  for (const store::Ref& ref : *refs) {
    if (ref.branch == branch) continue;
    auto other = find_on_line(store, context, ref.branch, head);
    if (other && (!longest || longest->end() < other->end())) longest = std::move(other);
  }
  return longest;
}

void FiguresKeeper::note_commit(const Branch& branch) {
  ++commits_;
  if (gives_up_ || branch.head() == nullptr) return;
  const std::uint64_t length = std::uint64_t{branch.head()->position} + 1;
  if (length > kShort && length > commits_ * kShort) return;
  gives_up_ = !advance(branch, kStep);
  if (unwritten_ >= kGroup) ignore(write(), "figures can be computed again");
}

FiguresKeeper::~FiguresKeeper() { ignore(write(), "figures can be computed again"); }

Result<std::uint64_t> FiguresKeeper::catch_up(const Branch& branch) {
  gives_up_ = false;
  is_loaded_ = false;
  LW_TRY(advance(branch, std::uint64_t{branch.head()->position} + 1));
  LW_TRY(write());
  return chunk_.end();
}

// Settings are those of the context, else those of the store. What they name may be unknown to this build.
void FiguresKeeper::take_settings() {
  const Settings settings = settings_for(*stored_.place().store, stored_.place().context);
  std::string profile = settings.profile.value_or("");
  if (!profile.empty()) {
    const auto named = find_profile(profile);
    profile = named ? to_string(*named) : std::string();
  }
  auto counter = make_token_counter(settings.counter.value_or(std::string(kEstimateCounter)));
  if (!counter) counter = make_token_counter(kEstimateCounter);
  counter_ = *counter;
  if (chunk_.profile == profile && chunk_.counter == counter_->name()) return;
  if (!chunk_.entries.empty()) begin_chunk();
  chunk_.profile = std::move(profile);
  chunk_.counter = counter_->name();
}

// The chunk becomes a page, and the next one names it.
void FiguresKeeper::begin_chunk() {
  std::string bytes = encode_figures(chunk_);
  const Blake3Digest digest = blake3_of(bytes);
  pages_.push_back({digest, std::move(bytes)});
  chunk_ = {chunk_.profile, chunk_.counter, chunk_.end(), digest, {}};
}

// Whether the entries so far are of the line that ends with `head`.
bool FiguresKeeper::follows(const SnapshotData& head) const {
  if (!is_loaded_ || chunk_.end() > std::uint64_t{head.position} + 1) return false;
  if (!last_) return true;
  const SnapshotData& there = history::ancestor(head, head.position + 1 - chunk_.end());
  return !there.is_collected() && there.commit_id() == *last_;
}

void FiguresKeeper::load(const Branch& branch) {
  is_loaded_ = true;
  pages_.clear();
  unwritten_ = 0;
  const SnapshotData& head = *branch.head();
  const SnapshotData* const collected = history::find_collected(head);
  const std::uint64_t oldest = collected == nullptr ? 0 : collected->position + 1;
  auto kept = find_figures(*stored_.place().store, stored_.place().context, stored_.name(), head);
  chunk_ = kept && kept->end() > oldest ? *std::move(kept) : FiguresChunk{{}, {}, oldest, {}, {}};
  last_ = chunk_.entries.empty() ? std::nullopt : std::optional(chunk_.entries.back().commit_id);
  take_settings();
}

Result<void> FiguresKeeper::advance(const Branch& branch, std::uint64_t most) {
  const SnapshotData& head = *branch.head();
  if (!follows(head)) load(branch);
  for (; most > 0 && chunk_.end() <= head.position; --most) {
    const SnapshotData& newer = history::ancestor(head, head.position - chunk_.end());
    const SnapshotData* const older = before_on_line(head, chunk_.end());
    LW_TRY_ASSIGN(CycleFigures figures, compute_figures(branch, older, newer, chunk_.profile, *counter_));
    LW_TRY(branch.check_read());
    chunk_.entries.push_back(std::move(figures));
    ++unwritten_;
    last_ = newer.commit_id();
    if (chunk_.entries.size() == kFullChunk) begin_chunk();
  }
  return {};
}

Result<void> FiguresKeeper::write() {
  if (unwritten_ == 0 || gives_up_) return {};
  const auto written = stored_.write_figures(encode_figures(chunk_), std::exchange(pages_, {}));
  unwritten_ = 0;
  // A refusal means that the branch was moved or deleted: what is kept there is read again.
  is_loaded_ = written.has_value();
  if (is_loaded_) take_settings();
  return written;
}

}  // namespace latewood::engine
