// A context with everything that a reader of it may ask for: a bundle, and what bundles leave out.
#include "latewood/context_copy.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "engine/record/record_source.h"
#include "engine/session/settings_text.h"
#include "engine/stored/catalog.h"
#include "latewood/context_bundle.h"
#include "latewood/ext/store_names.h"
#include "store/listing.h"

namespace latewood {
namespace {

constexpr std::string_view kMagic = "LWCOPY01";
constexpr int kMostTries = 20;
constexpr std::string_view kLifePrefix = "life/";

// Other states name pages of checkpoints, which a copy does not have.
bool is_copied(std::string_view name) {
  const bool is_of_context =
      name == engine::kCurrentBranch || name == engine::kOverlapsName || name == engine::kSettingsName;
  return is_of_context || name.starts_with(kLifePrefix) || name.starts_with(engine::kPolicyPrefix) ||
         name.starts_with(engine::kPendingAdmissionPrefix);
}

// ---- writing ----

Result<void> write_states(store::Store& store, store::ContextKey context, BinaryWriter& out) {
  LW_TRY_ASSIGN(std::vector<std::string> names, store.list_states(context));
  std::erase_if(names, [](const std::string& name) { return !is_copied(name); });
  std::vector<std::pair<std::string, std::string>> states;
  for (std::string& name : names) {
    LW_TRY_ASSIGN(auto value, store.find_state(context, name));
    if (value) states.emplace_back(std::move(name), *std::move(value));
  }
  out.u64(states.size());
  for (const auto& [name, value] : states) {
    out.sized(name);
    out.sized(value);
  }
  return {};
}

Result<void> write_journals(store::Store& store, store::ContextKey context, BinaryWriter& out) {
  LW_TRY_ASSIGN(const std::vector<std::string> branches, store.list_journals(context));
  out.u64(branches.size());
  for (const std::string& branch : branches) {
    LW_TRY_ASSIGN(const std::vector<store::Edit> edits, store.list_edits(context, branch));
    out.sized(branch);
    out.u64(edits.size());
    for (const store::Edit& edit : edits) out.sized(edit.value);
  }
  return {};
}

Result<void> write_attempts(store::Store& store, store::ContextKey context, BinaryWriter& out) {
  std::vector<store::LogEntry> entries;
  LW_TRY(store::for_each_log_entry(store, context, store::Log::Attempts, 0,
                                   [&entries](store::LogEntry& entry) -> Result<void> {
                                     entries.push_back(std::move(entry));
                                     return {};
                                   }));
  out.u64(entries.size());
  for (const store::LogEntry& entry : entries) {
    out.u64(entry.number);
    out.sized(entry.value);
  }
  return {};
}

Result<std::string> copy_text(Repository& repository, std::string_view context, store::ContextKey key) {
  store::Store& store = repository.store();
  std::string bundle;
  const auto keep = [&bundle](std::string_view piece) -> Result<void> {
    bundle.append(piece);
    return {};
  };
  LW_TRY(export_context(repository, context, {}, keep));
  BinaryWriter out;
  out.raw(kMagic);
  out.sized(context);
  LW_TRY(write_states(store, store::kWholeStore, out));
  LW_TRY(write_states(store, key, out));
  LW_TRY(write_journals(store, key, out));
  LW_TRY(write_attempts(store, key, out));
  out.sized(bundle);
  return std::string(out.view());
}

// ---- reading ----

Result<void> read_states(BinaryReader& in, store::WriteBatch& batch) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(16));
  for (std::uint64_t at = 0; at < count; ++at) {
    LW_TRY_ASSIGN(const std::string_view name, in.sized());
    LW_TRY_ASSIGN(const std::string_view value, in.sized());
    if (!is_copied(name)) return corrupt("a state with a name that copies do not have");
    batch.states.push_back({std::string(name), std::string(value)});
  }
  return {};
}

Result<void> read_journals(BinaryReader& in, store::WriteBatch& batch) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(16));
  for (std::uint64_t at = 0; at < count; ++at) {
    store::EditAppend edits;
    LW_TRY_ASSIGN(edits.branch, in.sized());
    LW_TRY_ASSIGN(const std::uint64_t values, in.count(8));
    for (std::uint64_t edit = 0; edit < values; ++edit) {
      LW_TRY_ASSIGN(const std::string_view value, in.sized());
      edits.values.emplace_back(value);
    }
    if (!edits.values.empty()) batch.edits.push_back(std::move(edits));
  }
  return {};
}

Result<void> read_attempts(BinaryReader& in, store::WriteBatch& batch) {
  LW_TRY_ASSIGN(const std::uint64_t count, in.count(16));
  for (std::uint64_t at = 0; at < count; ++at) {
    store::LogWrite entry;
    LW_TRY_ASSIGN(entry.entry.number, in.u64());
    LW_TRY_ASSIGN(entry.entry.value, in.sized());
    batch.logs.push_back(std::move(entry));
  }
  return {};
}

struct CopyParts {
  std::string context;
  store::WriteBatch shared;   // settings of the store
  store::WriteBatch working;  // what bundles leave out
  std::string_view bundle;
};

Result<CopyParts> parts_of(std::string_view bytes) {
  BinaryReader in(bytes);
  LW_TRY_ASSIGN(const std::string_view magic, in.raw(kMagic.size()));
  if (magic != kMagic) {
    return Error{Code::Unsupported, "this is no copy of a context, or one of another version", {}, Place{0, 8}};
  }
  CopyParts parts;
  LW_TRY_ASSIGN(parts.context, in.sized());
  LW_TRY(read_states(in, parts.shared));
  LW_TRY(read_states(in, parts.working));
  LW_TRY(read_journals(in, parts.working));
  LW_TRY(read_attempts(in, parts.working));
  LW_TRY_ASSIGN(parts.bundle, in.sized());
  LW_TRY(in.expect_end());
  return parts;
}

}  // namespace

// A commit takes the edits of its branch, so a branch that moved was read in two halves.
Result<void> write_context_copy(Repository& repository, std::string_view context, const ByteSink& sink) {
  store::Store& store = repository.store();
  LW_TRY_ASSIGN(const store::ContextKey key, engine::find_context(store, context));
  for (int tries = 0; tries < kMostTries; ++tries) {
    LW_TRY_ASSIGN(const std::vector<store::Ref> before, store.list_refs(key));
    LW_TRY_ASSIGN(const std::string text, copy_text(repository, context, key));
    LW_TRY_ASSIGN(const std::vector<store::Ref> after, store.list_refs(key));
    if (before == after) return sink(text);
  }
  return broken(kConflict, "the branches of " + std::string(context) + " move too often to be copied", Code::Conflict);
}

Result<void> read_context_copy(Repository& repository, std::string_view bytes) {
  LW_TRY_ASSIGN(CopyParts parts, parts_of(bytes));
  bool is_read = false;
  const ByteSource source = [&]() -> Result<std::string_view> {
    return std::exchange(is_read, true) ? std::string_view() : parts.bundle;
  };
  LW_TRY(import_context(repository, source, {.context = parts.context}));
  store::Store& store = repository.store();
  LW_TRY_ASSIGN(parts.working.context, engine::find_context(store, parts.context));
  LW_TRY(store.write(parts.working));
  return parts.shared.states.empty() ? Result<void>() : store.write(parts.shared);
}

}  // namespace latewood
