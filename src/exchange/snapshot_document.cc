#include "exchange/snapshot_document.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/try.h"
#include "canon/json_reader.h"
#include "canon/json_string.h"
#include "exchange/tree_reader.h"
#include "tree/edit/pins.h"
#include "tree/placement.h"

namespace latewood::exchange {
namespace {

using Take = std::function<Result<void>(SnapshotDocument)>;

// The highest accepted cycle: the sum of a cycle and a ttl stays far below the limit of 64 bits.
constexpr std::int64_t kLastCycle = std::int64_t{1} << 62;

constexpr std::size_t kByteOrderMark = 3;  // the length of the mark in bytes

// An envelope that is being read.
struct Envelope {
  SnapshotDocument snapshot;
  std::set<std::string> pins = {};                            // ids
  std::map<std::string, std::set<std::string>> holders = {};  // for pins with named holders
  std::set<std::string> keys;
  bool is_bare = false;
  bool has(const char* key) const { return keys.contains(key); }
};

class DocumentReader {
 public:
  DocumentReader(DocumentWindow& window, const ImportNotes& notes, const KeepContent& keep, const Take& take)
      : window_(window), cursor_(window.cursor()), notes_(notes), keep_(keep), take_(take) {}

  Result<DocumentEnd> read();

 private:
  enum class Level { Document, InHistory };

  Result<Envelope> envelope(Level level);
  Result<void> member(Envelope& envelope, Level level);
  Result<void> need_member(std::string_view key);
  Result<void> known_member(Envelope& envelope, const std::string& key, const Place& place, Level level);
  Result<void> version(SnapshotDocument& snapshot);
  Result<void> cycle(SnapshotDocument& snapshot);
  Result<void> pins(Envelope& envelope);
  Result<void> pin_holders(Envelope& envelope);
  static Result<void> settle_pins(Envelope& envelope);
  Result<void> snapshots();
  Result<void> bare_root(Envelope& envelope);
  Result<void> check_envelope(const Envelope& envelope) const;
  Result<void> check_version(const Envelope& envelope) const;
  Result<void> check_end();

  // The window has the bytes that are read next: `member` ensures this for the document itself, `snapshots` for a whole
  // snapshot.
  DocumentWindow& window_;
  JsonCursor& cursor_;
  const ImportNotes& notes_;
  const KeepContent& keep_;
  const Take& take_;
};

Error missing(const Envelope& envelope, std::string_view member) {
  return {Code::InvalidArgument, "the member '" + std::string(member) + "' is missing", {}, envelope.snapshot.place};
}

Result<DocumentEnd> DocumentReader::read() {
  LW_TRY(window_.need_bytes(kByteOrderMark));
  LW_TRY(check_no_byte_order_mark(cursor_.text));
  LW_TRY_ASSIGN(Envelope whole, envelope(Level::Document));
  LW_TRY(check_end());
  const bool is_history = whole.has("snapshots");
  if (is_history) LW_TRY(check_version(whole));
  if (is_history) return DocumentEnd{DocumentKind::History, std::move(whole.snapshot.others)};
  LW_TRY(check_envelope(whole));
  LW_TRY(take_(std::move(whole.snapshot)));
  return DocumentEnd{};
}

Result<void> DocumentReader::check_end() {
  LW_TRY(window_.need_token());
  cursor_.skip_space();
  if (!cursor_.at_end()) return cursor_.unexpected("the end of the text");
  if (cursor_.lone_surrogate) return *std::move(cursor_.lone_surrogate);
  return {};
}

Result<void> DocumentReader::check_envelope(const Envelope& envelope) const {
  if (envelope.snapshot.nodes.list.empty()) return missing(envelope, "root");
  if (notes_.is_strict()) {
    for (const char* key : {"root", "cycle"}) {
      if (!envelope.has(key)) return missing(envelope, key);
    }
  }
  const SnapshotDocument& snapshot = envelope.snapshot;
  if (snapshot.has_empty_pins) notes_.dropped_envelope("pins", "pins names no node", snapshot.place, snapshot.cycle);
  return check_version(envelope);
}

// Notes a document of another version with major 0: it is read, and exports write this version (D-51).
Result<void> DocumentReader::check_version(const Envelope& envelope) const {
  const SnapshotDocument& snapshot = envelope.snapshot;
  if (!envelope.has("spec_version")) {
    return notes_.completed_envelope("spec_version", kSpecVersion, snapshot.place, snapshot.cycle);
  }
  if (snapshot.version == kSpecVersion) return {};
  notes_.dropped_envelope("spec_version",
                          "spec_version '" + excerpt(snapshot.version) + "' is written as " + std::string(kSpecVersion),
                          snapshot.place, snapshot.cycle);
  return {};
}

Result<Envelope> DocumentReader::envelope(Level level) {
  Envelope envelope;
  LW_TRY(window_.need_token());
  cursor_.skip_space();
  const std::size_t start = cursor_.at;
  const std::uint64_t begin = window_.begin();
  if (!cursor_.take('{')) return cursor_.unexpected("an object");
  LW_TRY(window_.need_token());
  if (!cursor_.take_next('}')) {
    do {
      LW_TRY(member(envelope, level));
      if (envelope.is_bare) {
        cursor_.at = start;
        LW_TRY(bare_root(envelope));
        break;
      }
      LW_TRY(window_.need_token());
    } while (cursor_.take_next(','));
    if (!envelope.is_bare && !cursor_.take_next('}')) return cursor_.unexpected("',' or '}'");
  }
  std::vector<JsonMember>& others = envelope.snapshot.others;
  std::sort(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  // Relative to the window's current begin like all places, modulo 2^64: the window may have moved past the start.
  const std::uint64_t passed = window_.begin() - begin;
  envelope.snapshot.place = {start - passed, cursor_.at + passed - start};
  LW_TRY(settle_pins(envelope));
  return envelope;
}

Result<void> DocumentReader::member(Envelope& envelope, Level level) {
  if (level == Level::Document) LW_TRY(window_.need_value());
  cursor_.skip_space();
  if (!cursor_.next_is('"')) return cursor_.unexpected("a key");
  const std::size_t start = cursor_.at;
  LW_TRY_ASSIGN(const std::string key, read_json_string(cursor_));
  const Place place{start, cursor_.at - start};
  if (!cursor_.take_next(':')) return cursor_.unexpected("':'");
  if (!envelope.keys.insert(key).second) {
    return Error{Code::InvalidArgument, "key '" + excerpt(key) + "' stands twice in one object", {}, place};
  }
  if (level == Level::Document) LW_TRY(need_member(key));
  return known_member(envelope, key, place, level);
}

// Loads the next member into the window; of a history, only the start of its list. Nodes refer to the text, so reading
// the members after a root must not move it.
Result<void> DocumentReader::need_member(std::string_view key) {
  if (key == "snapshots") return window_.need_token();
  return key == "root" ? window_.need_all() : window_.need_value();
}

Result<void> DocumentReader::known_member(Envelope& envelope, const std::string& key, const Place& place, Level level) {
  SnapshotDocument& snapshot = envelope.snapshot;
  if (key == "spec_version") return version(snapshot);
  if (key == "cycle") return cycle(snapshot);
  if (key == "pins") return pins(envelope);
  if (key == "pin_holders") return pin_holders(envelope);
  const bool is_root = key == "root";
  const bool is_history = key == "snapshots" && level == Level::Document;
  if (is_root ? envelope.has("snapshots") && level == Level::Document : is_history && envelope.has("root")) {
    return Error{Code::InvalidArgument, "a document has a root or snapshots, not both", {}, place};
  }
  if (is_history) return snapshots();
  if (is_root) {
    LW_TRY_ASSIGN(snapshot.nodes, read_nodes(cursor_, keep_));
    return {};
  }
  if (key == "children" && level == Level::Document && !envelope.has("root") && !envelope.has("snapshots")) {
    envelope.is_bare = true;
    return {};
  }
  LW_TRY_ASSIGN(JsonValue value, read_json_value(cursor_));
  snapshot.others.push_back({key, std::move(value)});
  return {};
}

// Accepts any version with major 0 (D-51).
Result<void> DocumentReader::version(SnapshotDocument& snapshot) {
  cursor_.skip_space();
  const std::size_t start = cursor_.at;
  LW_TRY_ASSIGN(snapshot.version, read_text(cursor_, "spec_version"));
  if (snapshot.version.starts_with("PACT/0.")) return {};
  Error error = cursor_.fault_since(start, "spec_version '" + excerpt(snapshot.version) + "' is not one of PACT/0.x");
  error.code = Code::Unsupported;
  return error;
}

Result<void> DocumentReader::cycle(SnapshotDocument& snapshot) {
  cursor_.skip_space();
  const std::size_t start = cursor_.at;
  LW_TRY_ASSIGN(const std::int64_t cycle, read_integer(cursor_, "cycle", 0));
  if (cycle > kLastCycle) return cursor_.fault_since(start, "cycle " + std::to_string(cycle) + " is too large");
  snapshot.cycle = static_cast<std::uint64_t>(cycle);
  return {};
}

Result<void> DocumentReader::pins(Envelope& envelope) {
  if (!cursor_.take_next('[')) return cursor_.unexpected("an array of ids");
  if (cursor_.take_next(']')) return {};
  do {
    cursor_.skip_space();
    const std::size_t start = cursor_.at;
    LW_TRY_ASSIGN(std::string id, read_text(cursor_, "pin"));
    if (!tree::check_id(id))
      return cursor_.fault_since(start, "a pin must be an id: not empty, not over 1 MiB, without NUL");
    envelope.pins.insert(std::move(id));
  } while (cursor_.take_next(','));
  if (!cursor_.take_next(']')) return cursor_.unexpected("',' or ']'");
  return {};
}

// {"id":["","ann"],...}: the holders of all pins with a holder that is not empty.
Result<void> DocumentReader::pin_holders(Envelope& envelope) {
  cursor_.skip_space();
  const std::size_t start = cursor_.at;
  LW_TRY_ASSIGN(const JsonValue value, read_json_value(cursor_));
  const auto fault = [&](const std::string& message) { return cursor_.fault_since(start, message); };
  if (value.as_object() == nullptr) return fault("'pin_holders' must be an object of lists of names");
  for (const JsonMember& member : *value.as_object()) {
    const JsonValue::Array* names = member.value.as_array();
    if (names == nullptr || names->empty()) return fault("the holders of '" + member.key + "' must be a list of names");
    for (const JsonValue& name : *names) {
      const std::string* holder = name.as_string();
      if (holder == nullptr) return fault("the holders of '" + member.key + "' must be a list of names");
      if (const auto checked = tree::check_holder(*holder); !checked) return fault(checked.error().message);
      envelope.holders[member.key].insert(*holder);
    }
  }
  return {};
}

// Called at the end of the envelope, because members may be in any order.
Result<void> DocumentReader::settle_pins(Envelope& envelope) {
  for (const auto& [id, holders] : envelope.holders) {
    if (envelope.pins.contains(id)) continue;
    return Error{
        Code::InvalidArgument, "'" + id + "' has holders and is not among the pins", {}, envelope.snapshot.place};
  }
  for (const std::string& id : envelope.pins) {
    const auto found = envelope.holders.find(id);
    if (found == envelope.holders.end()) {
      envelope.snapshot.pins.push_back({id});
    } else {
      for (const std::string& holder : found->second) envelope.snapshot.pins.push_back({id, holder});
    }
  }
  envelope.snapshot.has_empty_pins = envelope.has("pins") && envelope.pins.empty();
  return {};
}

Result<void> DocumentReader::snapshots() {
  if (!cursor_.take_next('[')) return cursor_.unexpected("an array of snapshots");
  LW_TRY(window_.need_token());
  if (cursor_.take_next(']')) return {};
  do {
    window_.drop_read();
    LW_TRY(window_.need_value());
    LW_TRY_ASSIGN(Envelope each, envelope(Level::InHistory));
    LW_TRY(check_envelope(each));
    LW_TRY(take_(std::move(each.snapshot)));
  } while (cursor_.take_next(','));
  if (!cursor_.take_next(']')) return cursor_.unexpected("',' or ']'");
  return {};
}

// The document is a node without an envelope, so it is read again as a node.
Result<void> DocumentReader::bare_root(Envelope& envelope) {
  LW_TRY(window_.need_all());
  Envelope bare;
  bare.is_bare = true;
  LW_TRY_ASSIGN(bare.snapshot.nodes, read_nodes(cursor_, keep_));
  envelope = std::move(bare);
  return {};
}

}  // namespace

Result<DocumentEnd> read_document(DocumentWindow& window, const ImportNotes& notes, const KeepContent& keep,
                                  const Take& take) {
  auto end = DocumentReader(window, notes, keep, take).read();
  if (end) return end;
  Error error = std::move(end).error();
  if (error.place) error.place->offset += window.begin();
  return error;
}

Result<DocumentEnd> read_document(std::string_view text, const ImportNotes& notes, const KeepContent& keep,
                                  const Take& take) {
  DocumentWindow window(text);
  return read_document(window, notes, keep, take);
}

}  // namespace latewood::exchange
