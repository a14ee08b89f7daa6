// Erasing a content for good. Its digest tells where else it stands, in journals and logs.
//
// The order lets a run that was cut short be repeated. The payload goes first and leaves its digest, by which the next
// run knows that there is something to erase, then journals and attempts. Events go last: somebody may have named the
// content by the digest that one of them has for it.
//
// Others go on meanwhile. Once the payload is gone nobody can commit the content, and whatever was said before that is
// found by one more look.
#include <algorithm>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "engine/care/journal_eraser.h"
#include "engine/care/payload_users.h"
#include "engine/care/system_users.h"
#include "engine/record/attempt_text.h"
#include "engine/record/stored_records.h"
#include "engine/stored/catalog.h"
#include "intake/event_text.h"
#include "latewood/repository.h"
#include "store/listing.h"
#include "tree/edit/refusal.h"
#include "tree/node.h"

namespace latewood {
namespace {

using store::ContextRecord;

constexpr int kTries = 20;
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

  // Puts the text "[purged]" in the place of the content. Returns whether one of the parts had it.
  bool erase_from(std::vector<Component>& reply) {
    bool is_found = false;
    for (Component& part : reply) {
      if (!is_in(part.content)) continue;
      part.content = engine::purged_text();
      is_found = true;
    }
    return is_found;
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

  // Of what cannot be read in another way.
  bool is_within_text(std::string_view text) {
    const auto value = parse_json(text, kAroundValues);
    return value && is_within(*value);
  }

  // Of an event of a stream only its payload: what else it has, such as its number and its kind, is what others know it
  // by.
  bool is_within_event(std::string_view event) {
    const auto value = parse_json(event, kAroundValues);
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
  auto value = parse_json(event, kAroundValues);
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

// A place that says it besides the payload, and what clears it.
struct Trace {
  store::WriteBatch batch = {};
  store::Removal removal = {};
  PurgeReport cleared = {};
};

void add(PurgeReport& total, const PurgeReport& more) {
  for (const std::string& journal : more.journals) {
    const bool is_known = std::find(total.journals.begin(), total.journals.end(), journal) != total.journals.end();
    if (!is_known) total.journals.push_back(journal);
  }
  total.edits += more.edits;
  total.attempts += more.attempts;
  total.events += more.events;
}

class Eraser {
 public:
  // On behalf of the context of that name.
  Eraser(const std::shared_ptr<store::Store>& store, const Blake3Digest& payload, std::string_view context,
         const Progress& progress)
      : shared_store_(store),
        store_(*store),
        payload_(payload),
        context_(context),
        content_(payload),
        users_(*store, payload, progress) {
    report_.payload = payload;
  }

  Result<void> find();
  Result<void> erase(const PurgeOptions& options);
  // What was cleared, and what was found and is there still.
  PurgeReport report() const;

 private:
  Result<void> name_users();
  Result<void> check_others(const PurgeOptions& options);
  Result<void> erase_payload(const PurgeOptions& options);
  Result<void> clear();

  Result<void> look_for_traces();
  Result<void> look_into_journals(const ContextRecord& record);
  static store::WriteBatch with_entries(const std::string& branch, const store::BranchRecord& found,
                                        std::vector<std::string> entries);
  Result<void> look_into_attempts(const ContextRecord& record);
  Result<void> empty_attempt(const store::LogEntry& entry, Trace& trace);
  Result<void> look_into_events(const ContextRecord& record);
  void note(store::ContextKey context, Trace trace);

  const std::shared_ptr<store::Store> shared_store_;
  store::Store& store_;
  const Blake3Digest payload_;
  const std::string_view context_;
  Content content_;
  engine::PayloadUsers users_;
  PurgeReport report_;
  std::vector<Trace> traces_;
};

// Its size on record; nothing if there is none of it. Damaged content can be erased too.
Result<std::optional<std::uint64_t>> known_size(store::Store& store, const Blake3Digest& payload) {
  const auto info = store.find_payload(payload);
  if (!info && info.error().code == Code::Corruption) return std::optional<std::uint64_t>(0);
  LW_TRY(info);
  return *info ? std::optional<std::uint64_t>((*info)->size) : std::nullopt;
}

Result<void> Eraser::find() {
  LW_TRY(users_.look());
  LW_TRY(look_for_traces());
  LW_TRY(name_users());
  // Comes last: what was an edit when the look began may be committed by now.
  LW_TRY_ASSIGN(const auto size, known_size(store_, payload_));
  if (!size && !content_.size()) return Error{Code::NotFound, "there is no payload " + payload_.hex(), {}, {}};
  // A purged one that was never committed has no size on record.
  report_.size = content_.size() ? *content_.size() : *size;
  return {};
}

PurgeReport Eraser::report() const {
  PurgeReport report = report_;
  for (const Trace& trace : traces_) add(report, trace.cleared);
  return report;
}

// In the order in which they were made.
Result<void> Eraser::name_users() {
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store_, {}));
  report_.contexts.clear();
  for (const ContextRecord& record : records) {
    if (users_.contains(record.key)) report_.contexts.push_back(record.name);
  }
  return {};
}

Result<void> Eraser::check_others(const PurgeOptions& options) {
  LW_TRY(name_users());
  std::string others;
  for (const std::string& user : report_.contexts) {
    if (user != context_) others += (others.empty() ? "" : ", ") + user;
  }
  if (others.empty() || options.everywhere) return {};
  return broken(kPayloadShared, "payload " + payload_.hex() + " is also used by " + others, Code::Conflict);
}

Result<void> Eraser::erase(const PurgeOptions& options) {
  LW_TRY(check_others(options));
  LW_TRY(erase_payload(options));
  for (int tries = 1; tries <= kTries; ++tries) {
    const auto cleared = clear();
    if (!cleared && cleared.error().code != Code::Conflict) return cleared;
    LW_TRY(look_for_traces());
    LW_TRY(check_others(options));
    if (traces_.empty()) return store_.scrub();
  }
  return broken(kConflict, "others go on saying payload " + payload_.hex(), Code::Conflict);
}

// What nobody has committed leaves its digest too, or who has it open could still commit it. Payloads belong to no
// context, so any of them will do.
Result<void> Eraser::erase_payload(const PurgeOptions& options) {
  store::WriteBatch batch;
  LW_TRY_ASSIGN(batch.context, engine::find_context(store_, context_));
  batch.tombstones.push_back(payload_);
  LW_TRY(store_.write(batch));
  store::Removal removal;
  removal.purges.push_back(payload_);
  for (int tries = 1;; ++tries) {
    users_.expect(removal);
    const auto removed = store_.remove(removal);
    const bool again = !removed && removed.error().code == Code::Conflict && tries < kTries;
    // Others may have collected it in between.
    if (removed && removed->records == 0) return store_.write(batch);
    if (!again) return removed ? Result<void>() : Result<void>(removed.error());
    LW_TRY(users_.look_at_new());
    LW_TRY(check_others(options));
  }
}

Result<void> Eraser::clear() {
  for (const Trace& trace : traces_) {
    LW_TRY(store_.write(trace.batch));
    if (!trace.removal.logs.empty()) LW_TRY(store_.remove(trace.removal));
    add(report_, trace.cleared);
  }
  return {};
}

// Events last, which is the order in which they are cleared.
Result<void> Eraser::look_for_traces() {
  traces_.clear();
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store_, {}));
  for (const ContextRecord& record : records) {
    LW_TRY(look_into_journals(record));
    LW_TRY(look_into_attempts(record));
  }
  for (const ContextRecord& record : records) LW_TRY(look_into_events(record));
  return {};
}

// Whoever only says it in what is not committed uses it too.
void Eraser::note(store::ContextKey context, Trace trace) {
  trace.batch.context = context;
  traces_.push_back(std::move(trace));
  users_.add(context);
}

// A journal keeps all its edits; those that say it say "[purged]" instead.
Result<void> Eraser::look_into_journals(const ContextRecord& record) {
  const engine::JournalEraser eraser(shared_store_, record.key,
                                     {[this](const JsonValue& value) { return content_.is(value); },
                                      [this](std::string_view text) { return content_.is_within_text(text); }});
  LW_TRY_ASSIGN(const std::vector<std::string> branches, store_.list_journals(record.key));
  for (const std::string& branch : branches) {
    LW_TRY_ASSIGN(const store::BranchRecord found, store_.find_branch(record.key, branch, {}));
    LW_TRY_ASSIGN(engine::ErasedJournal erased, eraser.erase(found));
    if (erased.edits == 0) continue;
    Trace trace{.batch = with_entries(branch, found, std::move(erased.entries))};
    trace.cleared.journals.push_back(record.name + "/" + branch);
    trace.cleared.edits = erased.edits;
    note(record.key, std::move(trace));
  }
  return {};
}

// Journals begin at 1 again after a commit, so the head has to be where it was too.
store::WriteBatch Eraser::with_entries(const std::string& branch, const store::BranchRecord& found,
                                       std::vector<std::string> entries) {
  store::WriteBatch batch;
  const auto head = found.head ? std::optional<CommitId>(found.head->id) : std::nullopt;
  batch.refs.push_back({branch, head, found.head});
  batch.edits_taken.push_back({branch, found.edits.back().number});
  batch.edits.push_back({branch, 0, std::move(entries)});
  return batch;
}

Result<void> Eraser::look_into_attempts(const ContextRecord& record) {
  Trace trace;
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const auto piece, store_.list_log(record.key, store::Log::Attempts, after, store::kListPiece));
    if (piece.empty()) break;
    after = piece.back().number;
    for (const store::LogEntry& entry : piece) LW_TRY(empty_attempt(entry, trace));
  }
  if (trace.cleared.attempts > 0) note(record.key, std::move(trace));
  return {};
}

Result<void> Eraser::empty_attempt(const store::LogEntry& entry, Trace& trace) {
  auto logged = engine::decode_attempt(entry.value);
  // One that cannot be read cannot be emptied either, and is in the way only if it says it.
  if (!logged && !content_.is_within_text(entry.value)) return {};
  LW_TRY(logged);
  auto& error = logged->attempt.error;
  const bool is_reply = content_.erase_from(logged->reply);
  const bool is_error = error && content_.is(JsonValue(*error));
  if (!is_reply && !is_error) return {};
  ++trace.cleared.attempts;
  if (is_error) error.reset();
  trace.batch.logs.push_back({store::Log::Attempts, {entry.number, encode_attempt(*logged)}, entry.value});
  return {};
}

// Others count events and refer to them, so they stay and lose what they say.
Result<void> Eraser::look_into_events(const ContextRecord& record) {
  Trace trace;
  std::uint64_t after = 0;
  for (;;) {
    LW_TRY_ASSIGN(const auto piece, store_.list_log(record.key, store::Log::Events, after, store::kListPiece));
    if (piece.empty()) break;
    after = piece.back().number;
    for (const store::LogEntry& entry : piece) {
      if (!content_.is_within_event(entry.value)) continue;
      ++trace.cleared.events;
      if (auto rest = emptied(entry.value)) {
        trace.batch.logs.push_back({store::Log::Events, {entry.number, *std::move(rest)}, entry.value});
      } else {
        trace.removal.logs.push_back({record.key, store::Log::Events, entry.number, entry.number});
      }
    }
  }
  if (trace.cleared.events > 0) note(record.key, std::move(trace));
  return {};
}

// What nodes call that which the event calls `given`. Nothing if it speaks of something else, or does not tell.
std::optional<Blake3Digest> digest_meant_by(const std::string& text, const Blake3Digest& given) {
  const auto logged = intake::decode_event(text);
  if (!logged || logged->event.payload_digest != given) return std::nullopt;
  if (!logged->event.purged) return node_digest(logged->event.payload);
  const auto value = parse_json(text, kAroundValues);
  const JsonValue* noted = value ? value->find("purged") : nullptr;
  const std::string* digest = noted != nullptr ? noted->as_string() : nullptr;
  return digest != nullptr ? Blake3Digest::from_hex(*digest) : std::nullopt;
}

// Events name what they say by another digest than nodes do. Gives the one of nodes.
Result<Blake3Digest> digest_meant(store::Store& store, const Blake3Digest& given) {
  LW_TRY_ASSIGN(const auto known, known_size(store, given));
  if (known) return given;
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store, {}));
  for (const ContextRecord& record : records) {
    for (std::uint64_t after = 0;;) {
      LW_TRY_ASSIGN(const auto piece, store.list_log(record.key, store::Log::Events, after, store::kListPiece));
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
  LW_TRY(engine::find_context(*store_, context));
  LW_TRY_ASSIGN(const Blake3Digest payload, digest_meant(*store_, given));
  if (payload == node_digest(engine::purged_text())) {
    return broken(kOptionInvalid, "the text \"[purged]\" stands for purged content and cannot be purged");
  }
  Eraser eraser(store_, payload, context, progress);
  LW_TRY(eraser.find());
  if (options.dry_run == DryRun::Yes) return eraser.report();
  if (!options.system) {
    LW_TRY_ASSIGN(const bool is_said, engine::is_said_by_system(*this, eraser.report().contexts, payload));
    if (is_said) return tree::needs_system("erasing what the system says");
  }
  LW_TRY(eraser.erase(options));
  return eraser.report();
}

}  // namespace latewood
