// The prefix report: how many leading bytes of a request the next request repeats, and which commit changed the first
// byte after them.
#include "latewood/prefix.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/branch/commit.h"
#include "engine/query/next_prefix.h"
#include "engine/query/prefix_cause.h"
#include "engine/query/prompt_product.h"
#include "engine/query/prompt_tokens.h"
#include "history/past.h"
#include "history/snapshot_data.h"
#include "latewood/context.h"
#include "latewood/tokens.h"
#include "render/cache/divergence.h"
#include "render/cache/token_totals.h"
#include "render/profile.h"

namespace latewood {
namespace {

using engine::Access;
using engine::CommitStep;
using history::SnapshotData;
using render::Divergence;
using render::Outline;
using render::PieceCache;
using render::Relation;

using Product = engine::PromptProduct;

struct Products {
  Product older;
  Product newer;
};

Result<Products> find_products(const PrefixOptions& options, PieceCache& cache) {
  LW_TRY_ASSIGN(const render::Profile* newer, engine::find_prompt_profile(options.profile));
  LW_TRY_ASSIGN(const render::Profile* older,
                engine::find_prompt_profile(options.older_profile.value_or(options.profile)));
  return Products{{older, options.render, cache}, {newer, options.render, cache}};
}

PrefixTokens count_tokens(const Outline& outline, const std::optional<PrefixUnit>& first_changed,
                          const Product& product, TokenCounter& counter) {
  const render::TokenTotals totals = render::count_tokens(outline, product.name(), counter, product.cache);
  const std::uint64_t unchanged =
      first_changed ? render::tokens_before(totals, outline, first_changed->index, counter) : totals.all();
  return {unchanged, totals.all(), std::string(counter.name())};
}

PrefixReport report_of(const Divergence& divergence, const Outline& newer, const Products& products,
                       TokenCounter* counter) {
  PrefixReport report;
  if (products.newer.profile != nullptr) report.profile = render::name_of(*products.newer.profile);
  report.unchanged_bytes = divergence.unchanged;
  report.older_bytes = divergence.older_bytes;
  report.total_bytes = divergence.newer_bytes;
  report.offset = divergence.offset;
  report.newer_unit = divergence.newer_unit;
  report.older_unit = divergence.older_unit;
  if (counter != nullptr) report.tokens = count_tokens(newer, divergence.newer_unit, products.newer, *counter);
  report.cause = divergence.relation == Relation::Appended ? PrefixCause::AppendedOnly : PrefixCause::Identical;
  return report;
}

// Whether `snapshot` is one of the snapshots kept from before the collected commits of `line`.
bool is_kept_before(const SnapshotData& snapshot, const SnapshotData& line) {
  history::KeptPast* const kept = history::find_kept_before(line);
  if (kept == nullptr) return false;
  const auto& marks = kept->marks();
  const auto mark =
      std::find_if(marks.begin(), marks.end(), [&](const auto& each) { return each.position == snapshot.position; });
  if (mark == marks.end()) return false;
  const auto found = kept->load(*mark);
  return found && (*found)->commit_id() == snapshot.commit_id();
}

// Compares commit ids: the same snapshot, found by its name, may be another object than the one on the line.
bool is_ancestor(const SnapshotData& older, const SnapshotData& newer) {
  if (older.position > newer.position) return false;
  const SnapshotData& there = history::ancestor(newer, newer.position - older.position);
  if (there.is_collected()) return is_kept_before(older, newer);
  return &there == &older || there.commit_id() == older.commit_id();
}

// The oldest snapshot after `older`, up to `newer`, whose thread diverges from the older thread at or before byte
// `unchanged`. Snapshots that were collected or cannot be rendered are left out: the latter were never sent.
const SnapshotData& first_to_differ(const SnapshotData& older, const SnapshotData& newer, const Outline& thread,
                                    std::uint64_t unchanged, const Product& product) {
  const SnapshotData* const collected = history::find_collected(newer);
  const std::uint64_t first = std::max(older.position, collected == nullptr ? 0U : collected->position) + 1;
  for (std::uint64_t left = newer.position - first; left > 0; --left) {
    const SnapshotData& snapshot = history::ancestor(newer, left);
    if (snapshot.is_collected()) continue;
    const auto outline = product.outline(snapshot.tree, *snapshot.ids);
    if (!outline) continue;
    const Divergence divergence = find_divergence(thread, *outline);
    if (divergence.relation == Relation::Diverged && divergence.unchanged <= unchanged) return snapshot;
  }
  return newer;
}

// The cause of the divergence in the commit of `snapshot`. `older` and `thread` replace the snapshot before it if that
// was collected or cannot be rendered.
Result<PrefixCause> cause_in(const SnapshotData& snapshot, const SnapshotData& older, const Outline& thread,
                             const Product& product) {
  const CommitReport report = snapshot.report();
  const bool is_oldest = snapshot.before().is_collected();
  const CommitStep step{is_oldest ? older.tree : snapshot.before().tree, snapshot.tree, report};
  const auto outline_of = [&](const tree::Tree& tree) { return product.outline(tree, *snapshot.ids); };
  const auto before = outline_of(step.older);
  LW_TRY_ASSIGN(const Outline after, outline_of(step.newer));
  return cause_of(step, {before ? *before : thread, after, outline_of});
}

// The first snapshot after the collected ones that is on the line of `newer` but not on that of `older`; null if there
// is none.
const SnapshotData* first_apart(const SnapshotData& older, const SnapshotData& newer) {
  const SnapshotData* const collected = history::find_collected(newer);
  std::uint64_t low = collected == nullptr ? 0 : collected->position + 1;
  std::uint64_t high = newer.position + 1;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const SnapshotData& candidate = history::ancestor(newer, newer.position - middle);
    if (is_ancestor(candidate, older)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low > newer.position ? nullptr : &history::ancestor(newer, newer.position - low);
}

PrefixCommit commit_of(const SnapshotData& snapshot) { return {snapshot.cycle(), snapshot.commit_id()}; }

Result<void> blame(PrefixReport& report, const SnapshotData& older, const SnapshotData& newer, const Outline& thread,
                   const Divergence& divergence, const Products& products) {
  if (products.older.profile != products.newer.profile) {
    report.cause = PrefixCause::Profile;
  } else if (!is_ancestor(older, newer)) {
    report.cause = PrefixCause::Branch;
    if (const SnapshotData* apart = first_apart(older, newer)) report.commit = commit_of(*apart);
  } else {
    const SnapshotData& first = first_to_differ(older, newer, thread, divergence.unchanged, products.newer);
    LW_TRY_ASSIGN(report.cause, cause_in(first, older, thread, products.newer));
    report.commit = commit_of(first);
  }
  return {};
}

// What the vendor serves of the newer request. Two profiles share nothing in a cache.
Result<void> add_served(engine::NextPrefix& compared, const PrefixOptions& options, const Products& products,
                        TokenCounter* counter) {
  if (!options.prices || products.older.profile != products.newer.profile) return {};
  std::shared_ptr<TokenCounter> estimate;
  if (counter == nullptr) {
    LW_TRY_ASSIGN(estimate, make_token_counter(kEstimateCounter));
    counter = estimate.get();
  }
  PrefixServed served;
  served.prices = options.prices->name;
  served.rule = options.prices->cache;
  served.counter = counter->name();
  served.tokens =
      engine::compare_tokens(compared.before, compared.after, compared.divergence, products.newer, *counter).tokens;
  served.served = served_tokens(served.rule, served.tokens);
  served.reason = served_by(served.rule, served.tokens);
  compared.report.served = std::move(served);
  return {};
}

}  // namespace

Result<engine::NextPrefix> engine::compare_snapshots(const Snapshot& a, const Snapshot& b,
                                                     const PrefixOptions& options) {
  const bool first_is_newer =
      Access::data(a).position > Access::data(b).position && is_ancestor(Access::data(b), Access::data(a));
  const SnapshotData& older = Access::data(first_is_newer ? b : a);
  const SnapshotData& newer = Access::data(first_is_newer ? a : b);
  LW_TRY_ASSIGN(const Products products, find_products(options, Access::renders(first_is_newer ? a : b)));
  LW_TRY_ASSIGN(Outline before, products.older.outline(older.tree, *older.ids));
  LW_TRY_ASSIGN(Outline after, products.newer.outline(newer.tree, *newer.ids));
  const Divergence divergence = find_divergence(before, after);
  PrefixReport report = report_of(divergence, after, products, options.tokens);
  report.older_cycle = older.cycle();
  report.newer_cycle = newer.cycle();
  if (divergence.relation == Relation::Diverged) LW_TRY(blame(report, older, newer, before, divergence, products));
  LW_TRY(Access::check_read(a));
  LW_TRY(Access::check_read(b));
  NextPrefix compared{std::move(report), std::move(before), std::move(after), divergence};
  LW_TRY(add_served(compared, options, products, options.tokens));
  return compared;
}

Result<PrefixReport> prefix_report(const Snapshot& a, const Snapshot& b, const PrefixOptions& options) {
  LW_TRY_ASSIGN(engine::NextPrefix compared, engine::compare_snapshots(a, b, options));
  return std::move(compared.report);
}

Result<engine::NextPrefix> engine::compare_next(const Context& context, const Preview& next,
                                                const PrefixOptions& options, TokenCounter* counter) {
  engine::Branch& branch = Access::branch(context);
  const SnapshotData* head = branch.head();
  LW_TRY_ASSIGN(const Products products, find_products(options, branch.renders()));
  LW_TRY_ASSIGN(Outline before, products.older.outline(head->tree, *head->ids));
  LW_TRY_ASSIGN(Outline after, products.newer.outline(next.tree, *head->ids));
  const Divergence divergence = find_divergence(before, after);
  LW_TRY(branch.check_read());
  PrefixReport report = report_of(divergence, after, products, counter);
  report.older_cycle = head->cycle();
  report.newer_cycle = next.report.cycle;
  report.is_preview = true;
  if (divergence.relation == Relation::Diverged && products.older.profile != products.newer.profile) {
    report.cause = PrefixCause::Profile;
  } else if (divergence.relation == Relation::Diverged) {
    const auto outline_of = [&](const tree::Tree& tree) { return products.newer.outline(tree, *head->ids); };
    report.cause = engine::cause_of({head->tree, next.tree, next.report}, {before, after, outline_of});
    report.commit = PrefixCommit{next.report.cycle, std::nullopt};
  }
  engine::NextPrefix compared{std::move(report), std::move(before), std::move(after), divergence};
  LW_TRY(add_served(compared, options, products, counter));
  return compared;
}

Result<PrefixReport> prefix_of_next_commit(const Context& context, const PrefixOptions& options) {
  engine::Branch& branch = Access::branch(context);
  if (branch.head() == nullptr) return broken(kSnapshotNotFound, "there is no commit yet", Code::NotFound);
  LW_TRY_ASSIGN(const engine::Preview next, branch.preview());
  TokenCounter* const counter = options.tokens != nullptr ? options.tokens : Access::token_counter(context);
  LW_TRY_ASSIGN(engine::NextPrefix compared, engine::compare_next(context, next, options, counter));
  return std::move(compared.report);
}

}  // namespace latewood
