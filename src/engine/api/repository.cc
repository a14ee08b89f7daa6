#include "latewood/repository.h"

#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_check.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "engine/branch/warnings.h"
#include "engine/session/settings_text.h"
#include "engine/stored/catalog.h"
#include "engine/stored/load_history.h"
#include "engine/stored/open_line.h"
#include "latewood/settings.h"
#include "latewood/tokens.h"
#include "store/listing.h"

namespace latewood {
namespace {

using engine::Access;
using store::ContextKey;

ContextOptions with_clock(ContextOptions options) {
  if (!options.clock) options.clock = make_host_clock();
  return options;
}

// With the token counter of the settings, unless the caller gives one. A counter that cannot be made is left out: a
// history can be read without it, and a budget in tokens then says what it needs.
ContextOptions completed(ContextOptions options, store::Store& store, ContextKey key) {
  options = with_clock(std::move(options));
  if (options.tokens) return options;
  const Settings settings = engine::settings_for(store, key);
  if (!settings.counter) return options;
  if (auto counter = make_token_counter(*settings.counter)) options.tokens = *std::move(counter);
  return options;
}

// A context in memory that reads records and events of the context in the store.
Context in_memory(const engine::StreamOrigin& origin, ContextOptions options, std::unique_ptr<engine::Branch> branch) {
  Context context = Access::context(std::move(options), std::move(branch));
  Access::impl(context).stream_origin = origin;
  return context;
}

Result<std::string> branch_of(store::Store& store, ContextKey context, const std::string& wanted) {
  if (!wanted.empty()) {
    LW_TRY_ASSIGN(const auto head, store.find_ref(context, wanted));
    if (head) return wanted;
  }
  LW_TRY_ASSIGN(const std::string current, engine::current_branch(store, context));
  if (wanted.empty() || wanted == current) return engine::usable_branch(store, context);
  return broken(kBranchNotFound, "there is no branch '" + wanted + "'", Code::NotFound);
}

}  // namespace

Repository::Repository(std::shared_ptr<store::Store> store) : store_(std::move(store)) {}

Result<Repository> Repository::open(std::string_view url, const store::StoreOptions& options) {
  LW_TRY_ASSIGN(std::unique_ptr<store::Store> opened, store::open_store(url, options));
  return Repository(std::move(opened));
}

// ---- contexts ----

Result<std::vector<std::string>> Repository::contexts() const {
  std::vector<std::string> names;
  LW_TRY(store::for_each_context(*store_, [&names](store::ContextRecord& record) -> Result<void> {
    if (record.name != kHiddenContext) names.push_back(std::move(record.name));
    return {};
  }));
  return names;
}

Result<void> Repository::create_context(std::string_view name) {
  LW_TRY(store_->create_context(name, {}));
  return {};
}

namespace {

Result<Context> open_once(const std::shared_ptr<store::Store>& store, std::string_view name,
                          const OpenOptions& options) {
  if (auto checked = check_text(options.context.actor); !checked) {
    Error error = std::move(checked).error();
    error.message = "the actor: " + error.message;
    return error;
  }
  const bool is_new = options.create && options.context.demote_overlaps && !engine::find_context(*store, name);
  LW_TRY_ASSIGN(const ContextKey key, engine::context_of(*store, name, options.create));
  LW_TRY_ASSIGN(std::string branch, branch_of(*store, key, options.branch));
  const auto edits = options.keep_edits ? engine::StoredBranch::Edits::Written : engine::StoredBranch::Edits::InMemory;
  const auto receipts = options.context.receipts.value_or(true) ? engine::Receipts::Yes : engine::Receipts::No;
  auto stored =
      std::make_unique<engine::StoredBranch>(engine::BranchPlace{store, key, std::move(branch)}, edits, receipts);
  if (options.restore_purged) stored->set_purged(store::Purged::Restore);
  LW_TRY_ASSIGN(Context context, Access::open(completed(options.context, *store, key), std::move(stored)));
  if (is_new) LW_TRY(context.set_overlaps(Overlaps::Demote));
  return context;
}

}  // namespace

// Opens again if another process renames or replaces the branch in use between finding its name and opening it.
Result<Context> Repository::open_context(std::string_view name, const OpenOptions& options) {
  auto opened = open_once(store_, name, options);
  const bool has_moved = !opened && opened.error().rule == kBranchNotFound && options.branch.empty();
  return has_moved ? open_once(store_, name, options) : std::move(opened);
}

Result<Context> Repository::load(std::string_view context, std::string_view reference, const ContextOptions& options) {
  LW_TRY_ASSIGN(const ContextKey key, engine::find_context(*store_, context));
  ContextOptions own = completed(options, *store_, key);
  store::Head head;
  auto line = engine::open_despite_collecting([&]() -> Result<engine::OpenedBranch> {
    LW_TRY_ASSIGN(const store::StoredCommit commit, engine::resolve(*store_, key, reference));
    head = {commit.id, commit.cycle};
    return engine::open_line(store_, key, head, engine::memory_setup(own, engine::records_in(store_, key)));
  });
  if (!line) return engine::explain_lost_head(*store_, key, head.id, std::move(line).error());
  if (line->damage && own.warn) own.warn(engine::damage_warning(*line->damage));
  return in_memory({store_, key}, std::move(own), std::move(line->branch));
}

// ---- the store ----

Result<void> Repository::backup(const std::string& path) { return store_->backup(path); }
Result<void> Repository::compact() { return store_->compact(); }
Result<std::vector<store::TableSize>> Repository::table_sizes() const { return store_->table_sizes(); }

Result<Context> Repository::replay(std::string_view context, std::string_view reference, const ContextOptions& options,
                                   const Progress& progress) {
  LW_TRY_ASSIGN(const ContextKey key, engine::find_context(*store_, context));
  ContextOptions completed = with_clock(options);
  store::Head head;
  auto branch = engine::open_despite_collecting([&]() -> Result<std::unique_ptr<engine::Branch>> {
    LW_TRY_ASSIGN(const store::StoredCommit commit, engine::resolve(*store_, key, reference));
    head = {commit.id, commit.cycle};
    return engine::load_history(store_, key, head, engine::memory_setup(completed, engine::records_in(store_, key)),
                                progress);
  });
  if (!branch) return engine::explain_lost_head(*store_, key, head.id, std::move(branch).error());
  return in_memory({store_, key}, std::move(completed), *std::move(branch));
}

}  // namespace latewood
