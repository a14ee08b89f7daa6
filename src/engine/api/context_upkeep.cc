#include "latewood/repository.h"

#include "base/rules.h"
#include "base/try.h"
#include "engine/record/edit_text.h"
#include "engine/session/settings_text.h"
#include "engine/stored/catalog.h"
#include "latewood/ext/store_names.h"
#include "store/listing.h"

namespace latewood {
namespace {

using store::ContextKey;
using store::Store;

Result<std::uint64_t> count_commits(Store& store, ContextKey context) {
  std::uint64_t count = 0;
  LW_TRY(store::for_each_commit(store, context, [&count](const store::StoredCommit&) -> Result<void> {
    ++count;
    return {};
  }));
  return count;
}

// The number of edits that wait for a commit. Entries that cannot be decoded count too.
std::uint64_t count_waiting(const std::vector<store::Edit>& edits) {
  std::uint64_t waiting = 0;
  for (const store::Edit& edit : edits) {
    const auto entry = engine::decode_entry(edit.value);
    waiting = entry && entry->is_reset ? 0 : waiting + 1;
  }
  return waiting;
}

// A batch that removes all branches, tags and named states of the context. The store refuses it if another process
// moves a branch meanwhile.
Result<store::WriteBatch> without_names(Store& store, ContextKey context) {
  store::WriteBatch batch;
  batch.context = context;
  store::Names names;
  LW_TRY_ASSIGN(names.refs, store.list_refs(context));
  LW_TRY_ASSIGN(names.tags, store.list_tags(context));
  for (const store::Ref& ref : names.refs) batch.refs.push_back({ref.branch, ref.head.id, std::nullopt});
  for (const store::Tag& tag : names.tags) batch.tags.push_back({tag.name, std::nullopt});
  batch.expected_names = std::move(names);
  LW_TRY_ASSIGN(const std::vector<std::string> journals, store.list_journals(context));
  for (const std::string& branch : journals) {
    LW_TRY_ASSIGN(const auto edits, store.list_edits(context, branch));
    batch.edits_taken.push_back({branch, edits.empty() ? 0 : edits.back().number});
  }
  LW_TRY_ASSIGN(const std::vector<std::string> states, store.list_states(context));
  for (const std::string& name : states) batch.states.push_back({name, std::nullopt});
  return batch;
}

}  // namespace

Result<ContextContents> Repository::context_contents(std::string_view name) const {
  Store& store = *store_;
  LW_TRY_ASSIGN(const ContextKey context, engine::find_context(store, name));
  ContextContents contents;
  LW_TRY_ASSIGN(contents.commits, count_commits(store, context));
  LW_TRY_ASSIGN(const auto refs, store.list_refs(context));
  LW_TRY_ASSIGN(const auto tags, store.list_tags(context));
  contents.branches = refs.size();
  contents.tags = tags.size();
  LW_TRY_ASSIGN(const std::vector<std::string> journals, store.list_journals(context));
  for (const std::string& branch : journals) {
    LW_TRY_ASSIGN(const auto edits, store.list_edits(context, branch));
    contents.edits += count_waiting(edits);
  }
  LW_TRY_ASSIGN(contents.events, store.last_in_log(context, store::Log::Events));
  LW_TRY_ASSIGN(contents.attempts, store.last_in_log(context, store::Log::Attempts));
  return contents;
}

Result<void> Repository::delete_context(std::string_view name) {
  Store& store = *store_;
  LW_TRY_ASSIGN(const ContextKey context, engine::find_context(store, name));
  LW_TRY_ASSIGN(const store::WriteBatch batch, without_names(store, context));
  LW_TRY(store.write(batch));
  store::Removal removal;
  for (const store::Log log : {store::Log::Attempts, store::Log::Events}) {
    LW_TRY_ASSIGN(const std::uint64_t last, store.last_in_log(context, log));
    if (last > 0) removal.logs.push_back({context, log, 1, last});
  }
  removal.contexts.push_back(context);
  LW_TRY(store.remove(removal));
  return engine::replace_default_context(store, name, std::nullopt);
}

Result<void> Repository::rename_context(std::string_view name, std::string_view other) {
  LW_TRY(check_context_name(other));
  LW_TRY_ASSIGN(const ContextKey context, engine::find_context(*store_, name));
  auto* renaming = dynamic_cast<store::RenamesContexts*>(store_.get());
  if (renaming == nullptr) return Error{Code::Unsupported, "this store cannot rename contexts", {}, {}};
  LW_TRY(renaming->rename_context(context, other));
  return engine::replace_default_context(*store_, name, std::string(other));
}

}  // namespace latewood
