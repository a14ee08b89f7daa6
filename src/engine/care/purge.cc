// Erases content for good: its payload, and its copies in journals and logs, which are found by the payload digest.
//
// If the process dies, run the purge again; the order of the steps makes the next run complete:
// 1. The payload. Its digest stays, so the next run still finds the content.
// 2. Journals and attempts.
// 3. Events. They are cleared last, because the caller may have named the content by the digest that an event has.
// 4. The freed bytes in the files of the store. A run that finds nothing left to clear still does this step.
//
// Other processes may write meanwhile. After step 1 no new commit can contain the payload, and a second search finds
// the copies that were written before.
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
#include "engine/record/record_source.h"
#include "engine/stored/catalog.h"
#include "intake/event_text.h"
#include "latewood/repository.h"
#include "store/listing.h"
#include "store/retry.h"
#include "tree/edit/refusal.h"
#include "tree/node.h"

namespace latewood {
namespace {

using store::ContextRecord;

// ---- recognising the content ----

// Recognises the content by its digest; the payload itself may already be gone.
class Content {
 public:
  explicit Content(const Blake3Digest& digest) : digest_(digest) {}

  // Bytes of its canonical JSON; nullopt until a copy was found.
  std::optional<std::uint64_t> size() const { return size_; }

  bool is(const JsonValue& value) {
    const std::string json = canonical_json(value);
    const bool same = tree::payload_digest(json).bytes == digest_.bytes;
    if (same) size_ = json.size();
    return same;
  }

  bool is_in(const std::optional<JsonValue>& content) { return content && is(*content); }

  // Replaces the content by the text "[purged]". Returns whether a part had it.
  bool erase_from(std::vector<Component>& reply) {
    bool is_found = false;
    for (Component& part : reply) {
      if (!is_in(part.content)) continue;
      part.content = engine::purged_text();
      is_found = true;
    }
    return is_found;
  }

  // Returns true if `value` or a value inside it is the content.
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

  // Like `is_within`, for the text of a record that cannot be decoded.
  bool is_within_text(std::string_view text) {
    const auto value = parse_json(text, kAroundValues);
    return value && is_within(*value);
  }

  // Looks only at the payload of an event of a stream: commits and receipts refer to its other members.
  bool is_within_event(std::string_view event) {
    const auto value = parse_json(event, kAroundValues);
    if (!value) return false;
    const JsonValue* payload = value->find("payload");
    const bool is_purged = payload != nullptr && value->find("purged") != nullptr && *payload == JsonValue();
    return !is_purged && is_within(payload != nullptr ? *payload : *value);
  }

 private:
  Blake3Digest digest_;
  std::optional<std::uint64_t> size_;
};

Blake3Digest node_digest(const JsonValue& content) { return {tree::payload_digest(canonical_json(content)).bytes}; }

// The event without its payload. Keeps its number and digests, and adds the digest that nodes have for the payload.
// Nullopt if the text is not an event of a stream.
std::optional<std::string> without_payload(std::string_view event) {
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

// A copy of the content besides the payload, and the writes that clear it.
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
  // `context` is the name of the context that the caller may erase from.
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
  // The copies that were cleared, and those that were found but are not cleared yet.
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
  Result<void> clear_attempt(const store::LogEntry& entry, Trace& trace);
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

// The size of the payload on record; nullopt without one, 0 for a damaged one, which can be erased too.
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
  // Last, since an edit that was found may have been committed meanwhile.
  LW_TRY_ASSIGN(const auto size, known_size(store_, payload_));
  if (!size && !content_.size()) return Error{Code::NotFound, "there is no payload " + payload_.hex(), {}, {}};
  // A purged payload that was never committed has no size on record.
  report_.size = content_.size() ? *content_.size() : *size;
  return {};
}

PurgeReport Eraser::report() const {
  PurgeReport report = report_;
  for (const Trace& trace : traces_) add(report, trace.cleared);
  return report;
}

// Sets the names of the contexts that use the payload, in the order in which the contexts were created.
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
  const auto clear_and_look = [&]() -> Result<void> {
    const auto cleared = clear();
    if (!cleared && !store::is_any_conflict(cleared.error())) return cleared;
    LW_TRY(look_for_traces());
    LW_TRY(check_others(options));
    if (traces_.empty()) return {};
    return broken(kConflict, "other processes keep writing payload " + payload_.hex(), Code::Conflict);
  };
  // Copies that another process wrote meanwhile are cleared by the next try.
  LW_TRY(store::retry_on_conflict(
      clear_and_look, [this](const Error& error) { return store::is_refused_write(error) && !traces_.empty(); }));
  return store_.scrub();
}

// Purges the payload. Writes a tombstone also if the content was never committed: a process with such an uncommitted
// edit could still commit it. Payloads belong to no context, so the batch may name any. A tombstone has no effect on a
// payload that the store has: if the process dies before the removal, the payload is whole, and commits may still use
// it.
Result<void> Eraser::erase_payload(const PurgeOptions& options) {
  store::WriteBatch batch;
  LW_TRY_ASSIGN(batch.context, engine::find_context(store_, context_));
  batch.tombstones.push_back(payload_);
  LW_TRY(store_.write(batch));
  store::Removal removal;
  removal.purges.push_back(payload_);
  const auto remove = [&] {
    users_.expect(removal);
    return store_.remove(removal);
  };
  // Other processes have committed. Search the new commits: they may belong to another context.
  const auto has_new_commits = [&](const Error& error) -> Result<bool> {
    if (!store::is_any_conflict(error)) return false;
    LW_TRY(users_.look_at_new());
    LW_TRY(check_others(options));
    return true;
  };
  LW_TRY_ASSIGN(const store::Removed removed, store::retry_on_conflict(remove, has_new_commits));
  // A collection may have removed the payload and its tombstone in between.
  return removed.records == 0 ? store_.write(batch) : Result<void>();
}

Result<void> Eraser::clear() {
  for (const Trace& trace : traces_) {
    LW_TRY(store_.write(trace.batch));
    if (!trace.removal.logs.empty()) LW_TRY(store_.remove(trace.removal));
    add(report_, trace.cleared);
  }
  return {};
}

// Finds the copies in journals, attempts and events, in the order in which they are cleared.
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

// Adds a copy. A context with a copy counts as a user of the payload even if no commit contains it.
void Eraser::note(store::ContextKey context, Trace trace) {
  trace.batch.context = context;
  traces_.push_back(std::move(trace));
  users_.add(context);
}

// A journal keeps all its edits; those with the content get the text "[purged]" instead.
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

// Replaces the entries of a journal. Expects the head as well: a journal begins at 1 again after a commit.
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
  LW_TRY(store::for_each_log_entry(store_, record.key, store::Log::Attempts, 0,
                                   [&](const store::LogEntry& entry) { return clear_attempt(entry, trace); }));
  if (trace.cleared.attempts > 0) note(record.key, std::move(trace));
  return {};
}

Result<void> Eraser::clear_attempt(const store::LogEntry& entry, Trace& trace) {
  auto logged = engine::decode_attempt(entry.value);
  // An attempt that cannot be decoded cannot be cleared; that is an error only if it has the content.
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

// Events stay, since commits count them and refer to them, and lose their payload.
Result<void> Eraser::look_into_events(const ContextRecord& record) {
  Trace trace;
  const auto look_at = [&](const store::LogEntry& entry) -> Result<void> {
    if (!content_.is_within_event(entry.value)) return {};
    ++trace.cleared.events;
    if (auto rest = without_payload(entry.value)) {
      trace.batch.logs.push_back({store::Log::Events, {entry.number, *std::move(rest)}, entry.value});
    } else {
      trace.removal.logs.push_back({record.key, store::Log::Events, entry.number, entry.number});
    }
    return {};
  };
  LW_TRY(store::for_each_log_entry(store_, record.key, store::Log::Events, 0, look_at));
  if (trace.cleared.events > 0) note(record.key, std::move(trace));
  return {};
}

// The digest that nodes have for the payload of an event. Nullopt if the event's own digest of it is not `given`.
std::optional<Blake3Digest> node_digest_of_event(const std::string& text, const Blake3Digest& given) {
  const auto logged = intake::decode_event(text);
  if (!logged || logged->event.payload_digest != given) return std::nullopt;
  if (!logged->event.purged) return node_digest(logged->event.payload);
  const auto value = parse_json(text, kAroundValues);
  const JsonValue* noted = value ? value->find("purged") : nullptr;
  const std::string* digest = noted != nullptr ? noted->as_string() : nullptr;
  return digest != nullptr ? Blake3Digest::from_hex(*digest) : std::nullopt;
}

// The digest that nodes have for the content. `given` is that digest, or the one by which an event names its payload.
Result<Blake3Digest> find_node_digest(store::Store& store, const Blake3Digest& given) {
  LW_TRY_ASSIGN(const auto known, known_size(store, given));
  if (known) return given;
  LW_TRY_ASSIGN(const std::vector<ContextRecord> records, engine::context_records(store, {}));
  std::optional<Blake3Digest> found;
  const auto look_at = [&](const store::LogEntry& entry) -> Result<store::Next> {
    found = node_digest_of_event(entry.value, given);
    return found ? store::Next::Stop : store::Next::Continue;
  };
  for (const ContextRecord& record : records) {
    LW_TRY(store::for_each_log_entry(store, record.key, store::Log::Events, 0, look_at));
    if (found) return *found;
  }
  return given;
}

}  // namespace

Result<PurgeReport> Repository::purge(std::string_view context, const Blake3Digest& given, const PurgeOptions& options,
                                      const Progress& progress) {
  LW_TRY(engine::find_context(*store_, context));
  LW_TRY_ASSIGN(const Blake3Digest payload, find_node_digest(*store_, given));
  if (payload == node_digest(engine::purged_text())) {
    return broken(kOptionInvalid, "the text \"[purged]\" stands for purged content and cannot be purged");
  }
  Eraser eraser(store_, payload, context, progress);
  LW_TRY(eraser.find());
  if (options.dry_run == DryRun::Yes) return eraser.report();
  if (!options.system) {
    LW_TRY_ASSIGN(const bool is_system, engine::is_system_text(*this, eraser.report().contexts, payload));
    if (is_system) return tree::needs_system("erasing system text");
  }
  LW_TRY(eraser.erase(options));
  return eraser.report();
}

}  // namespace latewood
