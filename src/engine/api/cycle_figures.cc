// Reads the kept figures of a line, and computes the others.
#include "latewood/cycle_figures.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/try.h"
#include "engine/api/context_impl.h"
#include "engine/api/kept_figures.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "history/snapshot_data.h"
#include "latewood/tokens.h"

namespace latewood {
namespace {

using engine::FiguresChunk;
using history::SnapshotData;

// The positions from `first` to `end` of the line that ends with `head`.
struct Stretch {
  const SnapshotData* head = nullptr;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

Stretch stretch_of(const SnapshotData* head, const FiguresOptions& options) {
  if (head == nullptr || options.start > head->position) return {};
  const SnapshotData* const collected = history::find_collected(*head);
  const std::uint64_t oldest = collected == nullptr ? 0 : collected->position + 1;
  const std::uint64_t end = head->position + 1 - options.start;
  if (end <= oldest) return {};
  return {head, end - std::min(options.limit, end - oldest), end};
}

// Figures that are there already, in the place of their position; nullopt: to be computed.
using Found = std::vector<std::optional<CycleFigures>>;

void take_entries(FiguresChunk& chunk, const Stretch& stretch, const FiguresOptions& options, Found& found) {
  if (chunk.profile != options.profile || chunk.counter != options.counter) return;
  const std::uint64_t begin = std::max(chunk.first, stretch.first);
  for (std::uint64_t at = begin; at < std::min(chunk.end(), stretch.end); ++at) {
    found[at - stretch.first] = std::move(chunk.entries[at - chunk.first]);
  }
}

void take_kept(const Context& context, const Stretch& stretch, const FiguresOptions& options, Found& found) {
  const auto& impl = engine::Access::impl(context);
  const bool is_stored = impl.stored != nullptr;
  const auto& store = is_stored ? impl.stored->place().store : impl.stream_origin.store;
  if (store == nullptr) return;
  const store::ContextKey key = is_stored ? impl.stored->place().context : impl.stream_origin.context;
  auto chunk = engine::find_figures(*store, key, is_stored ? impl.stored->name() : std::string(), *stretch.head);
  while (chunk) {
    const bool goes_on = chunk->first > stretch.first;
    take_entries(*chunk, stretch, options, found);
    if (!goes_on) return;
    chunk = engine::find_page_before(*store, *chunk);
  }
}

}  // namespace

std::optional<std::uint32_t> CycleFigures::kept_per_mille() const {
  if (!cause) return std::nullopt;
  PrefixReport report;
  report.cause = *cause;
  report.unchanged_bytes = unchanged_bytes;
  report.older_bytes = older_bytes;
  return latewood::kept_per_mille(report);
}

Result<std::vector<CycleFigures>> cycle_figures(const Context& context, const FiguresOptions& options) {
  FiguresOptions asked = options;
  if (!asked.profile.empty()) {
    LW_TRY_ASSIGN(const ProfileName name, find_profile(asked.profile));
    asked.profile = to_string(name);
  }
  engine::Branch& branch = engine::Access::branch(context);
  const Stretch stretch = stretch_of(branch.head(), asked);
  LW_TRY(branch.check_read());
  std::vector<CycleFigures> all;
  if (stretch.head == nullptr) return all;
  Found found(static_cast<std::size_t>(stretch.end - stretch.first));
  if (!asked.computes_all) take_kept(context, stretch, asked, found);
  // What was kept before a collection compares the oldest snapshot with one that is not there any more.
  const SnapshotData* const head = stretch.head;
  if (stretch.first > 0 && engine::before_on_line(*head, stretch.first) == nullptr) found.front().reset();
  std::shared_ptr<TokenCounter> counter;
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (!found[at]) {
      if (!counter) {
        LW_TRY_ASSIGN(counter, make_token_counter(asked.counter));
      }
      const std::uint64_t position = stretch.first + at;
      LW_TRY_ASSIGN(found[at], engine::compute_figures(branch, engine::before_on_line(*head, position),
                                                       history::ancestor(*head, head->position - position),
                                                       asked.profile, *counter));
    }
    all.push_back(*std::move(found[at]));
  }
  LW_TRY(branch.check_read());
  return all;
}

void Context::Impl::note_figures() {
  if (!figures) figures = std::make_unique<engine::FiguresKeeper>(*stored);
  figures->note_commit(*branch);
}

Result<std::uint64_t> keep_figures(Context& context) {
  auto& impl = engine::Access::impl(context);
  if (!impl.stored || impl.branch->head() == nullptr) return std::uint64_t{0};
  if (!impl.figures) impl.figures = std::make_unique<engine::FiguresKeeper>(*impl.stored);
  return impl.figures->catch_up(*impl.branch);
}

}  // namespace latewood
