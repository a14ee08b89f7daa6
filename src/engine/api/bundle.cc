// Writes and reads bundles: histories as files of records (exchange/bundle_records.h).
#include "latewood/bundle.h"

#include <map>
#include <string>
#include <utility>

#include "base/corrupt.h"
#include "base/rules.h"
#include "base/try.h"
#include "canon/binary_reader.h"
#include "canon/binary_writer.h"
#include "engine/api/bundle_parts.h"
#include "engine/api/context_impl.h"
#include "engine/branch/access.h"
#include "engine/branch/outgoing_records.h"
#include "engine/branch/restore.h"
#include "engine/branch/timeline.h"
#include "engine/branch/warnings.h"
#include "engine/record/commit_extras.h"
#include "engine/why/trail_check.h"
#include "exchange/bundle_records.h"
#include "tree/payload_table.h"
#include "warp/commit_header.h"
#include "warp/mapping/tree_change.h"

namespace latewood {
namespace {

using engine::Branch;
using engine::packed;
using engine::unpacked;
using exchange::Record;
using exchange::RecordKind;
using history::SnapshotData;
using tree::PayloadDigest;

// The totals in the last record of a bundle.
struct Totals {
  std::uint64_t commits = 0;
  std::uint64_t payloads = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t events = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};

// ---- writing ----

Error collected() {
  return broken(kSnapshotCollected,
                "a bundle needs the whole history, and the first commits of this one were collected", Code::NotFound);
}

class BundleWriter {
 public:
  explicit BundleWriter(const ByteSink& sink) : records_(sink) {}

  Result<void> write(const Branch& branch, const engine::Streams& streams);

 private:
  Result<void> write_event(const std::string& logged);
  Result<void> write_commit(const Branch& branch, const SnapshotData& snapshot);
  Result<void> write_payloads(const SnapshotData& snapshot);
  Result<void> write_payloads(const tree::Subtree& subtree);
  Result<void> write_payload(const tree::Node& node);

  exchange::RecordWriter records_;
  engine::OutgoingRecords outgoing_;
  std::map<PayloadDigest, const tree::Payload*> written_;
  Totals totals_;
};

Result<void> BundleWriter::write(const Branch& branch, const engine::Streams& streams) {
  LW_TRY(records_.start());
  const SnapshotData* head = branch.head();
  if (head != nullptr && history::has_collected(*head)) return collected();
  LW_TRY(streams.visit_log([this](const std::string& logged) { return write_event(logged); }));
  for (std::uint64_t left = head == nullptr ? 0 : head->position + 1; left > 0; --left) {
    const SnapshotData& snapshot = history::ancestor(*head, left - 1);
    if (snapshot.is_collected()) return collected();  // collected after the history was opened
    LW_TRY(write_commit(branch, snapshot));
    LW_TRY(branch.check_read());
  }
  BinaryWriter end;
  end.u64(totals_.commits);
  end.u64(totals_.payloads);
  end.u64(totals_.payload_bytes);
  end.sized(engine::encode_members(branch.envelope()));
  end.u64(totals_.events);
  return records_.write(RecordKind::End, end.view());
}

Result<void> BundleWriter::write_event(const std::string& logged) {
  ++totals_.events;
  return records_.write(RecordKind::Event, packed(logged));
}

Result<void> BundleWriter::write_commit(const Branch& branch, const SnapshotData& snapshot) {
  LW_TRY(write_payloads(snapshot));
  warp::CommitHeader header{{}, snapshot.state_root(), snapshot.patch_digest(), snapshot.policy_id};
  if (!snapshot.is_genesis()) header.parents.push_back(snapshot.before().commit_id());
  LW_TRY_ASSIGN(const std::string patch, engine::Access::snapshot(branch, snapshot).patch_bytes());
  BinaryWriter body;
  body.sized(warp::encode_commit_header(header));
  body.sized(packed(patch));
  LW_TRY_ASSIGN(const engine::OutgoingRecords::Records records, outgoing_.next(branch, snapshot));
  engine::CommitExtras extras = engine::extras_of(snapshot);
  extras.trail = records.trail;
  body.sized(engine::encode_extras(extras));
  body.sized(engine::encode_note(snapshot.note()));
  body.sized(records.receipt ? packed(*records.receipt) : std::string());
  body.sized(records.admission ? packed(*records.admission) : std::string());
  ++totals_.commits;
  return records_.write(RecordKind::Commit, body.view());
}

// Writes the new payloads of the commit. Only changed rings and regions can have some.
Result<void> BundleWriter::write_payloads(const SnapshotData& snapshot) {
  const tree::Tree& older = snapshot.older();
  const tree::Tree& tree = snapshot.tree;
  LW_TRY(write_payload(*tree.root()));
  LW_TRY(write_payload(*tree.seq()));
  if (tree.sys != older.sys) LW_TRY(write_payloads(*tree.sys));
  if (tree.ah != older.ah) LW_TRY(write_payloads(*tree.ah));
  for (const warp::ChangedRing& change : warp::changed_rings(older, tree)) {
    if (change.newer) LW_TRY(write_payloads(*tree.rings[*change.newer]));
  }
  return {};
}

Result<void> BundleWriter::write_payloads(const tree::Subtree& subtree) {
  for (const tree::Subtree::Entry& entry : subtree.entries()) LW_TRY(write_payload(*entry.node));
  return {};
}

// E_HASH_COLLISION if two payloads have one digest. A purged payload has no text to compare.
Result<void> check_same(const tree::Payload& written, const tree::Payload& payload) {
  if (written.is_purged() || payload.is_purged()) return {};
  return tree::check_collision(written, payload.json());
}

Result<void> BundleWriter::write_payload(const tree::Node& node) {
  const tree::Payload* payload = node.payload();
  if (payload == nullptr) return {};
  const auto [written, is_new] = written_.emplace(payload->digest(), payload);
  // Each branch has its own table of payloads, so two branches may have different payloads with one digest.
  if (!is_new) return check_same(*written->second, *payload);
  ++totals_.payloads;
  if (payload->is_purged()) {
    BinaryWriter body;
    body.id(payload->digest());
    return records_.write(RecordKind::Purged, body.view());
  }
  totals_.payload_bytes += payload->json().size();
  return records_.write(RecordKind::Payload, packed(payload->json()));
}

// ---- reading ----

class BundleReader {
 public:
  BundleReader(const ByteSource& source, ContextOptions options)
      : records_(source),
        options_(std::move(options)),
        restorer_(engine::memory_setup(options_), [this](const PayloadDigest& digest) { return take(digest); }) {}

  Result<Context> read();

 private:
  Result<void> add(const Record& record);
  Result<void> add_payload(const Record& record);
  Result<void> add_purged(const Record& record);
  Result<void> add_event(const Record& record);
  Result<void> wait(const PayloadDigest& digest, std::optional<std::string> json);
  Result<void> add_commit(const Record& record);
  Result<engine::Streams*> open_streams();
  Result<void> read_records(BinaryReader& in, engine::CommitBytes& bytes, engine::FoundRecords& found);
  Result<Context> finish(const Record& end);
  Result<std::string> take(const PayloadDigest& digest);

  exchange::RecordReader records_;
  std::uint16_t version_ = 0;
  ContextOptions options_;
  std::unique_ptr<engine::Streams> streams_;  // null: no events yet
  engine::Restorer restorer_;
  std::map<PayloadDigest, std::optional<std::string>> waiting_;  // payloads of the next commit; nullopt: purged
  Totals totals_;
};

Result<Context> BundleReader::read() {
  LW_TRY_ASSIGN(version_, records_.start());
  if (exchange::is_context_version(version_)) {
    return Error{
        Code::Unsupported, "this bundle has a whole context; import it into a store", {}, Place{kBundleMagicBytes, 2}};
  }
  for (;;) {
    LW_TRY_ASSIGN(const Record record, records_.next());
    if (record.kind == RecordKind::End) {
      auto context = finish(record);
      if (!context) return in_record(record, context.error());
      LW_TRY(records_.expect_end());
      return context;
    }
    const auto added = add(record);
    if (!added) return in_record(record, added.error());
  }
}

Result<void> BundleReader::add(const Record& record) {
  if (record.kind == RecordKind::Payload) return add_payload(record);
  if (record.kind == RecordKind::Event) return add_event(record);
  if (record.kind == RecordKind::Purged) return add_purged(record);
  if (record.kind == RecordKind::Commit) return add_commit(record);
  return corrupt("a record of another kind of bundle");
}

Result<void> BundleReader::add_payload(const Record& record) {
  LW_TRY_ASSIGN(std::string json, unpacked(record.body));
  ++totals_.payloads;
  totals_.payload_bytes += json.size();
  const PayloadDigest digest = tree::payload_digest(json);
  return wait(digest, std::move(json));
}

Result<void> BundleReader::add_purged(const Record& record) {
  BinaryReader in(record.body);
  LW_TRY_ASSIGN(const PayloadDigest digest, in.id<PayloadDigest>());
  LW_TRY(in.expect_end());
  ++totals_.payloads;
  return wait(digest, std::nullopt);
}

// Adds an event. Events come before all commits, since commits refer to them.
Result<void> BundleReader::add_event(const Record& record) {
  if (totals_.commits > 0) return corrupt("an event after a commit");
  LW_TRY_ASSIGN(const std::string logged, unpacked(record.body));
  LW_TRY_ASSIGN(engine::Streams * streams, open_streams());
  ++totals_.events;
  return streams->add_logged(logged);
}

Result<engine::Streams*> BundleReader::open_streams() {
  if (!streams_) {
    LW_TRY_ASSIGN(engine::Streams none, engine::Streams::copy({}));
    streams_ = std::make_unique<engine::Streams>(std::move(none));
  }
  return streams_.get();
}

Result<void> BundleReader::wait(const PayloadDigest& digest, std::optional<std::string> json) {
  const bool is_new =
      restorer_.branch().timeline().find_payload(digest) == nullptr && waiting_.emplace(digest, std::move(json)).second;
  if (is_new) return {};
  return corrupt("content " + digest.hex() + " stands twice");
}

Result<void> BundleReader::add_commit(const Record& record) {
  BinaryReader in(record.body);
  LW_TRY_ASSIGN(const std::string_view header, in.sized());
  LW_TRY_ASSIGN(const std::string_view patch, in.sized());
  LW_TRY_ASSIGN(const std::string_view extras, in.sized());
  engine::CommitBytes bytes{header, {}, extras};
  engine::FoundRecords found;
  if (version_ > 1) LW_TRY(read_records(in, bytes, found));
  LW_TRY(in.expect_end());
  LW_TRY_ASSIGN(const std::string patch_bytes, unpacked(patch));
  bytes.patch = patch_bytes;
  LW_TRY_ASSIGN(const SnapshotData* snapshot, restorer_.add(bytes));
  LW_TRY_ASSIGN(const engine::Streams* streams, open_streams());
  LW_TRY(engine::check_trail(*snapshot, found, *streams));
  ++totals_.commits;
  if (waiting_.empty()) return {};
  return corrupt("content " + waiting_.begin()->first.hex() + " is not used by the commit after it");
}

// Reads the records of a commit, which bundles have since version 2.
Result<void> BundleReader::read_records(BinaryReader& in, engine::CommitBytes& bytes, engine::FoundRecords& found) {
  LW_TRY_ASSIGN(const std::string_view note, in.sized());
  LW_TRY_ASSIGN(bytes.note, engine::decode_note(note));
  LW_TRY_ASSIGN(const std::string_view receipt, in.sized());
  LW_TRY_ASSIGN(const std::string_view admission, in.sized());
  if (!receipt.empty()) {
    LW_TRY_ASSIGN(found.receipt, unpacked(receipt));
    bytes.receipt = *found.receipt;
  }
  if (!admission.empty()) {
    LW_TRY_ASSIGN(found.admission, unpacked(admission));
    bytes.admission = *found.admission;
  }
  return {};
}

Result<std::string> BundleReader::take(const PayloadDigest& digest) {
  const auto found = waiting_.find(digest);
  if (found == waiting_.end()) return corrupt("content " + digest.hex() + " is missing");
  const std::optional<std::string> json = std::move(found->second);
  waiting_.erase(found);
  if (!json) return broken(kPayloadPurged, "content " + digest.hex() + " was purged", Code::Conflict);
  return *json;
}

Result<Context> BundleReader::finish(const Record& end) {
  BinaryReader in(end.body);
  Totals claimed;
  LW_TRY_ASSIGN(claimed.commits, in.u64());
  LW_TRY_ASSIGN(claimed.payloads, in.u64());
  LW_TRY_ASSIGN(claimed.payload_bytes, in.u64());
  LW_TRY_ASSIGN(const std::string_view members, in.sized());
  if (version_ > 1) {
    LW_TRY_ASSIGN(claimed.events, in.u64());
  }
  LW_TRY(in.expect_end());
  if (claimed != totals_ || !waiting_.empty()) return corrupt("its totals are not those of the records");
  std::unique_ptr<Branch> branch = restorer_.take();
  LW_TRY_ASSIGN(engine::Envelope envelope, engine::decode_members(members));
  branch->set_envelope(std::move(envelope));
  Context context = engine::Access::context(std::move(options_), std::move(branch));
  engine::Access::impl(context).streams = std::move(streams_);
  return context;
}

}  // namespace

Result<void> export_bundle(const Context& context, const ByteSink& sink) {
  std::string buffer;
  constexpr std::size_t kPiece = std::size_t{64} * 1024;
  const ByteSink pieces = [&](std::string_view bytes) -> Result<void> {
    buffer.append(bytes);
    if (buffer.size() < kPiece) return {};
    return sink(std::exchange(buffer, {}));
  };
  LW_TRY_ASSIGN(const engine::Streams* streams, engine::Access::impl(context).open_streams());
  LW_TRY(BundleWriter(pieces).write(engine::Access::branch(context), *streams));
  return sink(buffer);
}

Result<Context> import_bundle(const ByteSource& source, ContextOptions options) {
  if (!options.clock) options.clock = make_host_clock();
  const WarningSink warn = options.warn;
  Result<Context> imported = BundleReader(source, std::move(options)).read();
  if (!imported) engine::warn_of_collision(imported.error(), warn);
  return imported;
}

}  // namespace latewood
