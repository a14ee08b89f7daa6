// Erasing a content for good. Its digest tells where else it stands, in journals and logs.
//
// The order lets a run that was cut short be repeated. The payload goes first and leaves its digest, by which the next
// run knows that there is something to erase, then journals and attempts. Events go last: somebody may have named the
// content by the digest that one of them has for it.
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
#include "intake/event_text.h"
#include "latewood/repository.h"
#include "tree/node.h"

namespace latewood {
namespace {

using engine::Needs;
using store::ContextRecord;

constexpr std::size_t kPiece = 1024;

// ---- who says it ----

// Tells the content by its digest, since nobody but those who say it may have it any more.
class Content {
 public:
  explicit Content(const Blake3Digest& digest) : digest_(digest) {}

  // How many bytes it has, if somebody said it.
  std::optional<std::uint64_t> size() const { return size_; }

  bool is(const JsonValue& value) {
    const std::string json = canonical_json(value);
    const bool same = tree::payload_digest(json).bytes == digest_.bytes;
    if (same) size_ = json.size();
    return same;
  }

  bool is_in(const std::optional<JsonValue>& content) { return content && is(*content); }

  bool is_in(const tree::MadeEdit& made) {
    if (const auto* insert = std::get_if<tree::InsertEdit>(&made.edit)) return is_in(insert->component.content);
    if (const auto* insert = std::get_if<tree::InsertUnderEdit>(&made.edit)) return is_in(insert->component.content);
    if (const auto* replace = std::get_if<tree::ReplaceEdit>(&made.edit)) return is_in(replace->content);
    return false;
  }

  bool is_in(const engine::JournalEntry& entry) {
    const auto& edits = entry.call.edits;
    return std::any_of(edits.begin(), edits.end(), [this](const tree::MadeEdit& made) { return is_in(made); });
  }

  bool is_in(const std::vector<Component>& reply) {
    return std::any_of(reply.begin(), reply.end(), [this](const Component& part) { return is_in(part.content); });
  }

  // Whether some value in it is the content.
  bool is_within(const JsonValue& value) {
    if (is(value)) return true;
    if (const auto* items = value.as_array()) {
      return std::any_of(items->begin(), items->end(), [this](const JsonValue& item) { return is_within(item); });
    }
    if (const auto* members = value.as_object()) {
      return std::any_of(members->begin(), members->end(),
                         [this](const JsonMember& member) { return is_within(member.value); });
    }
    return false;
  }

  // Of an event of a stream only its payload: what else it has, such as its number and its kind, is what others know it
  // by.
  bool is_within_event(std::string_view event) {
    const auto value = parse_json(event);
    if (!value) return false;
    const JsonValue* payload = value->find("payload");
    const bool is_emptied = payload != nullptr && value->find("purged") != nullptr && *payload == JsonValue();
    return !is_emptied && is_within(payload != nullptr ? *payload : *value);
  }

 private:
  Blake3Digest digest_;
  std::optional<std::uint64_t> size_;
};

Blake3Digest node_digest(const JsonValue& content) { return {tree::payload_digest(canonical_json(content)).bytes}; }

// The event without what it says; its number and digests stay, and the digest that nodes have for the same. Nothing if
// it is no event of a stream.
std::optional<std::string> emptied(std::string_view event) {
  auto value = parse_json(event);
  const JsonValue::Object* object = value ? value->as_object() : nullptr;
  const JsonValue* payload = value ? value->find("payload") : nullptr;
  if (payload == nullptr) return std::nullopt;
  std::vector<JsonMember> members;
  for (const JsonMember& member : *object) {
    if (member.key != "payload" && member.key != "purged") members.push_back(member);
  }
  members.push_back({"payload", JsonValue()});
  members.push_back({"purged", node_digest(*payload).hex()});
  return canonical_json(make_object(std::move(members)));
}

// ---- finding and clearing ----

class Eraser {
 public:
  Eraser(store::Store& store, const Blake3Digest& payload, const Progress& progress)
      : store_(store), payload_(payload), content_(payload), progress_(progress) {
    report_.payload = payload;
  }

  Result<void> find();
  Result<void> erase(store::ContextKey context);
  const PurgeReport& report() const { return report_; }

 private:
  Result<void> erase_payload(store::ContextKey context);
  Result<bool> uses(store::ContextKey context);
  Result<void> find_users();
  Result<void> look_into_journals(const ContextRecord& record);
  static store::WriteBatch without_edits(store::ContextKey context, const std::string& branch,
                                         const store::BranchRecord& found);
  void note_user(const std::string& context);
  Result<void> look_into_attempts(const ContextRecord& record);
  Result<void> look_into_events(const ContextRecord& record);

  store::Store& store_;
  const Blake3Digest payload_;
  Content content_;
  const Progress& progress_;
  PurgeReport report_;
  std::vector<store::WriteBatch> batches_;
  std::vector<store::WriteBatch> event_batches_;
  store::Removal foreign_events_;
  std::uint64_t done_ = 0;
};

Result<void> Eraser::find() {
  LW_TRY_ASSIGN(const auto info, store_.find_payload(payload_));
  LW_TRY(find_users());
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store_, {}));
  for (const ContextRecord& record : records) {
    LW_TRY(look_into_journals(record));
    LW_TRY(look_into_attempts(record));
    LW_TRY(look_into_events(record));
  }
  if (!info && !content_.size()) return Error{Code::NotFound, "there is no payload " + payload_.hex(), {}, {}};
  // A purged one that was never committed has no size on record.
  report_.size = content_.size() ? *content_.size() : info->size;
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
  LW_TRY_ASSIGN(const std::vector<std::string> branches, store_.list_journals(record.key));
  for (const std::string& branch : branches) {
    LW_TRY_ASSIGN(const store::BranchRecord found, store_.find_branch(record.key, branch, {}));
    bool is_said = false;
    for (const store::Edit& edit : found.edits) {
      LW_TRY_ASSIGN(const engine::JournalEntry entry, engine::decode_entry(edit.value));
      is_said = is_said || content_.is_in(entry);
    }
    if (!is_said) continue;
    report_.journals.push_back(record.name + "/" + branch);
    note_user(record.name);
    batches_.push_back(without_edits(record.key, branch, found));
  }
  return {};
}

// Journals begin at 1 again after a commit, so the head has to be where it was too.
store::WriteBatch Eraser::without_edits(store::ContextKey context, const std::string& branch,
                                        const store::BranchRecord& found) {
  store::WriteBatch batch;
  batch.context = context;
  const auto head = found.head ? std::optional<CommitId>(found.head->id) : std::nullopt;
  batch.refs.push_back({branch, head, found.head});
  batch.edits_taken.push_back({branch, found.edits.back().number});
  batch.edits.push_back({branch, 0, engine::nothing_instead_of(found.edits.size())});
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
      const auto& error = logged.attempt.error;
      const bool is_reply = content_.is_in(logged.reply);
      const bool is_error = error && content_.is(JsonValue(*error));
      if (!is_reply && !is_error) continue;
      ++report_.attempts;
      note_user(record.name);
      if (is_reply) logged.reply.clear();
      if (is_error) logged.attempt.error.reset();
      batch.logs.push_back({store::Log::Attempts, {entry.number, encode_attempt(logged)}, entry.value});
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
      if (!content_.is_within_event(entry.value)) continue;
      ++report_.events;
      note_user(record.name);
      if (auto rest = emptied(entry.value)) {
        batch.logs.push_back({store::Log::Events, {entry.number, *std::move(rest)}, entry.value});
      } else {
        foreign_events_.logs.push_back({record.key, store::Log::Events, entry.number, entry.number});
      }
    }
  }
  if (!batch.logs.empty()) event_batches_.push_back(std::move(batch));
  return {};
}

// What nobody has committed leaves its digest too, or who has it open could still commit it. Payloads belong to no
// context, so any of them will do.
Result<void> Eraser::erase_payload(store::ContextKey context) {
  store::WriteBatch batch;
  batch.context = context;
  batch.tombstones.push_back(payload_);
  LW_TRY(store_.write(batch));
  store::Removal removal;
  removal.purges.push_back(payload_);
  LW_TRY(store_.remove(removal));
  return {};
}

Result<void> Eraser::erase(store::ContextKey context) {
  LW_TRY(erase_payload(context));
  for (const store::WriteBatch& batch : batches_) LW_TRY(store_.write(batch));
  for (const store::WriteBatch& batch : event_batches_) LW_TRY(store_.write(batch));
  if (!foreign_events_.logs.empty()) LW_TRY(store_.remove(foreign_events_));
  return store_.scrub();
}

// What nodes call that which the event calls `given`. Nothing if it speaks of something else, or does not tell.
std::optional<Blake3Digest> digest_meant_by(const std::string& text, const Blake3Digest& given) {
  const auto logged = intake::decode_event(text);
  if (!logged || logged->event.payload_digest != given) return std::nullopt;
  if (!logged->event.purged) return node_digest(logged->event.payload);
  const auto value = parse_json(text);
  const JsonValue* noted = value ? value->find("purged") : nullptr;
  const std::string* digest = noted != nullptr ? noted->as_string() : nullptr;
  return digest != nullptr ? Blake3Digest::from_hex(*digest) : std::nullopt;
}

// Events name what they say by another digest than nodes do. Gives the one of nodes.
Result<Blake3Digest> digest_meant(store::Store& store, const Blake3Digest& given) {
  LW_TRY_ASSIGN(const auto known, store.find_payload(given));
  if (known) return given;
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store, {}));
  for (const ContextRecord& record : records) {
    for (std::uint64_t after = 0;;) {
      LW_TRY_ASSIGN(const auto piece, store.list_log(record.key, store::Log::Events, after, kPiece));
      if (piece.empty()) break;
      after = piece.back().number;
      for (const store::LogEntry& entry : piece) {
        if (const auto meant = digest_meant_by(entry.value, given)) return *meant;
      }
    }
  }
  return given;
}

}  // namespace

Result<PurgeReport> Repository::purge(std::string_view context, const Blake3Digest& given, const PurgeOptions& options,
                                      const Progress& progress) {
  LW_TRY_ASSIGN(const store::ContextKey key, engine::find_context(*store_, context));
  LW_TRY_ASSIGN(const Blake3Digest payload, digest_meant(*store_, given));
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
  if (options.dry_run == DryRun::No) LW_TRY(eraser.erase(key));
  return eraser.report();
}

}  // namespace latewood
