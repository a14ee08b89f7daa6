// Erasing a content for good. The content itself tells where else it stands, in journals and logs, so it
// goes last: a run that was cut short can be repeated.
#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/admission_text.h"
#include "engine/durable/attempt_text.h"
#include "engine/durable/catalog.h"
#include "engine/durable/line.h"
#include "engine/durable/needs.h"
#include "engine/edit_text.h"
#include "latewood/repository.h"
#include "store/payload_writer.h"

namespace latewood {
namespace {

using engine::Needs;
using store::ContextRecord;

constexpr std::size_t kPiece = 1024;

// ---- who says it ----

bool says(const std::optional<JsonValue>& content, const std::string& json) {
  return content && canonical_json(*content) == json;
}

bool says(const tree::MadeEdit& made, const std::string& json) {
  if (const auto* insert = std::get_if<tree::InsertEdit>(&made.edit)) return says(insert->component.content, json);
  if (const auto* insert = std::get_if<tree::InsertUnderEdit>(&made.edit)) {
    return says(insert->component.content, json);
  }
  if (const auto* replace = std::get_if<tree::ReplaceEdit>(&made.edit)) return says(replace->content, json);
  return false;
}

bool says(const engine::JournalEntry& entry, const std::string& json) {
  const auto& edits = entry.call.edits;
  return std::any_of(edits.begin(), edits.end(), [&json](const tree::MadeEdit& made) { return says(made, json); });
}

bool says(const std::vector<Component>& reply, const std::string& json) {
  return std::any_of(reply.begin(), reply.end(), [&json](const Component& part) { return says(part.content, json); });
}

// Whether some value in it is the content.
bool holds(const JsonValue& value, const std::string& json) {
  if (canonical_json(value) == json) return true;
  if (const auto* items = value.as_array()) {
    return std::any_of(items->begin(), items->end(), [&json](const JsonValue& item) { return holds(item, json); });
  }
  if (const auto* members = value.as_object()) {
    return std::any_of(members->begin(), members->end(),
                       [&json](const JsonMember& member) { return holds(member.value, json); });
  }
  return false;
}

bool event_holds(std::string_view event, const std::string& json) {
  const auto value = parse_json(event);
  return value ? holds(*value, json) : event.find(json) != std::string_view::npos;
}

// The event without what it says; its number and digests stay. Nothing if it is no event of a stream.
std::optional<std::string> emptied(std::string_view event) {
  auto value = parse_json(event);
  const JsonValue::Object* object = value ? value->as_object() : nullptr;
  if (object == nullptr || value->find("payload") == nullptr) return std::nullopt;
  std::vector<JsonMember> members;
  for (const JsonMember& member : *object) {
    if (member.key != "payload" && member.key != "purged") members.push_back(member);
  }
  members.push_back({"payload", JsonValue()});
  members.push_back({"purged", JsonValue(true)});
  return canonical_json(make_object(std::move(members)));
}

// ---- finding and clearing ----

class Eraser {
 public:
  Eraser(store::Store& store, const Blake3Digest& payload, const Progress& progress)
      : store_(store), payload_(payload), progress_(progress) {
    report_.payload = payload;
  }

  Result<void> find();
  Result<void> erase();
  const PurgeReport& report() const { return report_; }

 private:
  Result<bool> uses(store::ContextKey context);
  Result<void> find_users();
  Result<void> look_into_journals(const ContextRecord& record);
  static store::WriteBatch without_edits(store::ContextKey context, const std::string& branch,
                                         const std::vector<store::Edit>& edits);
  void note_user(const std::string& context);
  Result<void> look_into_attempts(const ContextRecord& record);
  Result<void> look_into_events(const ContextRecord& record);

  store::Store& store_;
  const Blake3Digest payload_;
  const Progress& progress_;
  PurgeReport report_;
  std::string json_;  // empty if it was purged before
  std::vector<store::WriteBatch> batches_;
  store::Removal removal_;
  std::uint64_t done_ = 0;
};

Result<void> Eraser::find() {
  LW_TRY_ASSIGN(const auto info, store_.find_payload(payload_));
  if (!info) return Error{Code::NotFound, "there is no payload " + payload_.hex(), {}, {}};
  report_.size = info->size;
  LW_TRY(find_users());
  // A run that was cut short may have erased it and not yet scrubbed the store.
  if (info->state == store::PayloadState::Purged) return {};
  LW_TRY_ASSIGN(json_, store::load_payload(store_, payload_));
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store_, {}));
  for (const ContextRecord& record : records) {
    LW_TRY(look_into_journals(record));
    LW_TRY(look_into_attempts(record));
    LW_TRY(look_into_events(record));
  }
  return {};
}

Result<void> Eraser::find_users() {
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store_, {}));
  for (const ContextRecord& record : records) {
    LW_TRY_ASSIGN(const bool is_used, uses(record.key));
    if (is_used) report_.contexts.push_back(record.name);
  }
  return {};
}

// Node headers hold the digest of their content as it is, so the bytes of patches and pages tell.
Result<bool> Eraser::uses(store::ContextKey context) {
  const std::string_view digest(reinterpret_cast<const char*>(payload_.bytes.data()), payload_.bytes.size());
  const auto holds_digest = [digest](std::string_view bytes) { return bytes.find(digest) != std::string_view::npos; };
  store::CommitCursor after;
  for (;;) {
    LW_TRY_ASSIGN(const auto piece, store_.list_commits(context, after, INT64_MAX, kPiece));
    if (piece.empty()) break;
    after = {piece.back().cycle, piece.back().sequence};
    for (const store::StoredCommit& commit : piece) {
      LW_TRY_ASSIGN(const auto patch, store_.find_patch(commit));
      if (patch && holds_digest(patch->bytes)) return true;
      if (progress_ && ++done_ % 64 == 0) LW_TRY(progress_(done_, done_));
    }
  }
  LW_TRY_ASSIGN(const std::vector<std::string> states, store_.list_states(context));
  for (const std::string& name : states) {
    if (!name.starts_with("state/")) continue;
    LW_TRY_ASSIGN(const auto value, store_.find_state(context, name));
    const auto page = value ? Blake3Digest::from_hex(*value) : std::nullopt;
    if (!page) continue;
    Needs needs;
    LW_TRY(engine::add_needs(store_, *page, needs));
    if (needs.payloads.contains(payload_)) return true;
  }
  return false;
}

// Edits build on each other, so all that a branch has not committed goes together.
Result<void> Eraser::look_into_journals(const ContextRecord& record) {
  LW_TRY_ASSIGN(const std::vector<store::Ref> refs, store_.list_refs(record.key));
  LW_TRY_ASSIGN(const std::string current, engine::current_branch(store_, record.key));
  std::vector<std::string> branches = {current};
  for (const store::Ref& ref : refs) {
    if (ref.branch != current) branches.push_back(ref.branch);
  }
  for (const std::string& branch : branches) {
    LW_TRY_ASSIGN(const std::vector<store::Edit> edits, store_.list_edits(record.key, branch));
    bool is_said = false;
    for (const store::Edit& edit : edits) {
      LW_TRY_ASSIGN(const engine::JournalEntry entry, engine::decode_entry(edit.value));
      is_said = is_said || says(entry, json_);
    }
    if (!is_said) continue;
    report_.journals.push_back(record.name + "/" + branch);
    note_user(record.name);
    batches_.push_back(without_edits(record.key, branch, edits));
  }
  return {};
}

// A journal is never emptied while its head stays, or who had seen as many edits would take those of others for
// its own. So as many entries that take all back stand in their place, and one more, which everybody notices.
store::WriteBatch Eraser::without_edits(store::ContextKey context, const std::string& branch,
                                        const std::vector<store::Edit>& edits) {
  store::WriteBatch batch;
  batch.context = context;
  batch.edits_taken.push_back({branch, edits.back().number});
  const std::string nothing = engine::encode_entry({{}, {}, {}, true});
  batch.edits.push_back({branch, 0, std::vector<std::string>(edits.size() + 1, nothing)});
  // What was let in for these edits waits again.
  batch.states.push_back({engine::pending_admission_name(branch), std::nullopt});
  return batch;
}

// Whoever only says it in what is not committed uses it too.
void Eraser::note_user(const std::string& context) {
  if (std::find(report_.contexts.begin(), report_.contexts.end(), context) == report_.contexts.end()) {
    report_.contexts.push_back(context);
  }
}

Result<void> Eraser::look_into_attempts(const ContextRecord& record) {
  store::WriteBatch batch;
  batch.context = record.key;
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const auto piece, store_.list_log(record.key, store::Log::Attempts, after, kPiece));
    if (piece.empty()) break;
    after = piece.back().number;
    for (const store::LogEntry& entry : piece) {
      LW_TRY_ASSIGN(engine::LoggedAttempt logged, engine::decode_attempt(entry.value));
      if (!says(logged.reply, json_)) continue;
      ++report_.attempts;
      note_user(record.name);
      logged.reply.clear();
      batch.logs.push_back({store::Log::Attempts, {entry.number, encode_attempt(logged)}, store::LogMode::Replace});
    }
  }
  if (!batch.logs.empty()) batches_.push_back(std::move(batch));
  return {};
}

// Others count events and refer to them, so they stay and lose what they say.
Result<void> Eraser::look_into_events(const ContextRecord& record) {
  store::WriteBatch batch;
  batch.context = record.key;
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const auto piece, store_.list_log(record.key, store::Log::Events, after, kPiece));
    if (piece.empty()) break;
    after = piece.back().number;
    for (const store::LogEntry& entry : piece) {
      if (!event_holds(entry.value, json_)) continue;
      ++report_.events;
      note_user(record.name);
      if (auto rest = emptied(entry.value)) {
        batch.logs.push_back({store::Log::Events, {entry.number, *std::move(rest)}, store::LogMode::Replace});
      } else {
        removal_.logs.push_back({record.key, store::Log::Events, entry.number, entry.number});
      }
    }
  }
  if (!batch.logs.empty()) batches_.push_back(std::move(batch));
  return {};
}

Result<void> Eraser::erase() {
  for (const store::WriteBatch& batch : batches_) LW_TRY(store_.write(batch));
  removal_.purges.push_back(payload_);
  LW_TRY(store_.remove(removal_));
  return store_.scrub();
}

}  // namespace

Result<PurgeReport> Repository::purge(std::string_view context, const Blake3Digest& payload,
                                      const PurgeOptions& options, const Progress& progress) {
  LW_TRY(engine::find_context(*store_, context));
  Eraser eraser(*store_, payload, progress);
  LW_TRY(eraser.find());
  const std::vector<std::string>& users = eraser.report().contexts;
  std::string others;
  for (const std::string& user : users) {
    if (user != context) others += (others.empty() ? "" : ", ") + user;
  }
  if (!others.empty() && !options.everywhere && options.dry_run == DryRun::No) {
    return broken(kPayloadShared, "payload " + payload.hex() + " is also used by " + others, Code::Conflict);
  }
  if (options.dry_run == DryRun::No) LW_TRY(eraser.erase());
  return eraser.report();
}

}  // namespace latewood
