// Bundles: a whole history as one file, and every way in which such a file can be wrong.
#include "latewood/bundle.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "canon/binary_writer.h"
#include "canon/hex.h"
#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/branch/restore.h"
#include "engine/record/commit_extras.h"
#include "exchange/bundle_records.h"
#include "latewood/intake.h"
#include "support/document/bundle_bytes.h"
#include "support/document/format.h"
#include "support/test_files.h"
#include "tree/node_pool.h"

namespace latewood {
namespace {

using engine::Access;
using exchange::Record;
using exchange::RecordKind;
using test::bundle_of;
using test::import_bytes;

// Three cycles with content that is said twice, expiry, a pin and a late attachment.
Context small_context() {
  Context context(test::logical_context());
  Component system;
  system.role = "system";
  system.content = JsonValue("Be brief.");
  EXPECT_TRUE(context.insert(system, -1));
  for (const char* text : {"hello", "hello", "bye"}) {
    Component block;
    block.role = "user";
    block.content = JsonValue(text);
    block.ttl = 1;
    EXPECT_TRUE(context.insert(block));
    EXPECT_TRUE(context.commit());
  }
  return context;
}

using Records = std::vector<std::pair<RecordKind, std::string>>;

Records records_of(std::string_view bytes) {
  const ByteSource source = [&bytes]() -> Result<std::string_view> { return std::exchange(bytes, {}); };
  exchange::RecordReader reader(source);
  EXPECT_TRUE(reader.start());
  Records records;
  while (records.empty() || records.back().first != RecordKind::End) {
    const Record record = *reader.next();
    records.emplace_back(record.kind, std::string(record.body));
  }
  return records;
}

std::string with_records(const Records& records) {
  std::string bytes;
  const ByteSink sink = [&bytes](std::string_view piece) {
    bytes.append(piece);
    return Result<void>();
  };
  exchange::RecordWriter writer(sink);
  EXPECT_TRUE(writer.start());
  for (const auto& [kind, body] : records) EXPECT_TRUE(writer.write(kind, body));
  return bytes;
}

// A record that is framed well and says something wrong.
Error refused(const std::function<void(Records&)>& change) {
  Records records = records_of(bundle_of(small_context()));
  change(records);
  const auto context = import_bytes(with_records(records));
  EXPECT_FALSE(context.has_value());
  return context ? Error() : context.error();
}

TEST(Bundle, ComesBackInPiecesOfAnySize) {
  const Context context = small_context();
  const std::string bytes = bundle_of(context);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
    const auto again = import_bytes(bytes, piece);
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(again->latest()->commit_id(), context.latest()->commit_id());
    EXPECT_EQ(bundle_of(*again), bytes);
  }
}

TEST(Bundle, AContextWithoutCommitsComesBack) {
  const auto again = import_bytes(bundle_of(Context(test::logical_context())));
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->cycle(), 0U);
  EXPECT_FALSE(again->latest().has_value());
}

TEST(Bundle, ContentIsWrittenOnce) {
  std::size_t payloads = 0;
  for (const auto& [kind, body] : records_of(bundle_of(small_context())))
    payloads += kind == RecordKind::Payload ? 1 : 0;
  EXPECT_EQ(payloads, 3U);
}

TEST(Bundle, GrowsWithWhatChangesAndNotWithHistory) {
  Context context(test::logical_context());
  std::vector<std::size_t> sizes;
  for (int cycle = 0; cycle < 60; ++cycle) {
    Component block;
    block.content = JsonValue("text " + std::to_string(cycle));
    ASSERT_TRUE(context.insert(block));
    ASSERT_TRUE(context.commit());
    if (cycle % 20 == 19) sizes.push_back(bundle_of(context).size());
  }
  const auto first = static_cast<double>(sizes[1] - sizes[0]);
  EXPECT_NEAR(static_cast<double>(sizes[2] - sizes[1]), first, first / 20);
}

// Imported documents with other regions, odd headers and members of their own.
TEST(Bundle, ImportedHistoriesComeBack) {
  for (const char* name : {"history.json", "other_frame.json", "odd_headers.json", "complete.json", "bare_root.json"}) {
    ImportOptions options;
    options.context = test::logical_context();
    const auto path = test::source_root() / "fuzz" / "corpus" / "import" / name;
    const auto context = import_document(test::read_file(path), options);
    ASSERT_TRUE(context.has_value()) << name;
    const auto again = import_bytes(bundle_of(*context));
    ASSERT_TRUE(again.has_value()) << name << ": " << again.error().message;
    EXPECT_EQ(export_history(*again).value(), export_history(*context).value()) << name;
    EXPECT_EQ(again->latest()->commit_id(), context->latest()->commit_id()) << name;
  }
}

// ---- damage ----

TEST(Bundle, EveryFlippedByteIsFound) {
  const std::string bytes = bundle_of(small_context());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      const auto context = import_bytes(flipped);
      ASSERT_FALSE(context.has_value()) << "byte " << at;
      ASSERT_TRUE(context.error().place.has_value()) << "byte " << at;
      const Place place = *context.error().place;
      ASSERT_LE(place.offset, at);
      ASSERT_LE(place.offset + place.length, bytes.size());
      const bool is_in_record = at >= kBundleMagicBytes + 2;
      ASSERT_TRUE(!is_in_record || context.error().code == Code::Corruption) << "byte " << at;
    }
  }
}

TEST(Bundle, EveryTruncationIsFound) {
  const std::string bytes = bundle_of(small_context());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto context = import_bytes(bytes.substr(0, length));
    ASSERT_FALSE(context.has_value()) << length;
    ASSERT_TRUE(context.error().place.has_value()) << length;
  }
}

TEST(Bundle, BytesBehindTheEndAreRefused) {
  const auto context = import_bytes(bundle_of(small_context()) + "x");
  ASSERT_FALSE(context.has_value());
  EXPECT_EQ(context.error().code, Code::Corruption);
}

TEST(Bundle, AnotherFileIsNoBundle) {
  const auto context = import_bytes("{\"root\":{}}");
  ASSERT_FALSE(context.has_value());
  EXPECT_EQ(context.error().code, Code::InvalidArgument);
  EXPECT_FALSE(is_bundle("{\"root\":{}}"));
  EXPECT_TRUE(is_bundle(bundle_of(small_context())));
}

TEST(Bundle, ALaterVersionIsUnsupported) {
  std::string bytes = bundle_of(small_context());
  bytes[kBundleMagicBytes] = 3;
  EXPECT_EQ(import_bytes(bytes).error().code, Code::Unsupported);
}

TEST(Bundle, ASourceThatFailsIsNotCorruption) {
  const auto context = import_bundle([]() -> Result<std::string_view> {
    return Error{Code::Unavailable, "the disk is gone", {}, {}};
  });
  ASSERT_FALSE(context.has_value());
  EXPECT_EQ(context.error().code, Code::Unavailable);
}

// ---- records that are whole and say something wrong ----

struct Wrong {
  const char* message;
  std::function<void(Records&)> change;
};

std::size_t last_commit(const Records& records) {
  std::size_t at = records.size() - 1;
  while (records[at].first != RecordKind::Commit) --at;
  return at;
}

// The parts of a commit record: header, patch, extras, note, receipt, admission.
std::vector<std::string> parts_of(const std::string& body) {
  BinaryReader in(body);
  std::vector<std::string> parts;
  for (int i = 0; i < 6; ++i) parts.emplace_back(*in.sized());
  return parts;
}

std::string body_of(const std::vector<std::string>& parts) {
  BinaryWriter out;
  for (const std::string& part : parts) out.sized(part);
  return out.take();
}

void change_extras(Records& records, const std::function<void(engine::CommitExtras&)>& change) {
  std::string& body = records[last_commit(records)].second;
  std::vector<std::string> parts = parts_of(body);
  engine::CommitExtras extras = *engine::decode_extras(parts[2]);
  change(extras);
  parts[2] = engine::encode_extras(extras);
  body = body_of(parts);
}

TEST(Bundle, WholeRecordsThatAreWrongAreRefusedByNumber) {
  const std::string plain(1, '\0');
  const std::vector<Wrong> wrongs = {
      {"stands twice", [](Records& r) { r.insert(r.begin(), r.front()); }},
      {"is missing", [](Records& r) { r.erase(r.begin()); }},
      {"is not used",
       [&](Records& r) {
         r.insert(r.begin(), {RecordKind::Payload, plain + "\"nobody\""});
       }},
      {"totals",
       [&](Records& r) {
         r.insert(r.end() - 1, {RecordKind::Payload, plain + "\"nobody\""});
       }},
      {"totals", [](Records& r) { r.erase(r.begin() + static_cast<std::ptrdiff_t>(last_commit(r))); }},
      {"has the parent", [](Records& r) { std::swap(r[2], r[last_commit(r)]); }},
      {"unknown form", [](Records& r) { r.front().second[0] = 9; }},
      {"claims to hold 1073741824",
       [](Records& r) {
         // A frame that announces a gigabyte.
         r.front().second = std::string("\x01\x28\xb5\x2f\xfd\xa0\x00\x00\x00\x40\x01\x00\x00", 13);
       }},
      {"the digest",
       [&](Records& r) {
         std::vector<std::string> parts = parts_of(r[last_commit(r)].second);
         parts[1] = plain + "no patch";
         r[last_commit(r)].second = body_of(parts);
       }},
      {"the commit header",
       [](Records& r) {
         std::vector<std::string> parts = parts_of(r[last_commit(r)].second);
         parts[0].push_back('x');
         r[last_commit(r)].second = body_of(parts);
       }},
      {"last stamp", [](Records& r) { change_extras(r, [](auto& extras) { extras.last_stamp = 5; }); }},
      {"first state",
       [](Records& r) {
         std::size_t first = 0;
         while (r[first].first != RecordKind::Commit) ++first;
         const auto frame = engine::decode_extras(parts_of(r[first].second)[2])->frame;
         change_extras(r, [&frame](auto& extras) { extras.frame = frame; });
       }},
      {"bytes after the end", [](Records& r) { r[last_commit(r)].second.push_back('x'); }},
  };
  for (const Wrong& wrong : wrongs) {
    const Error error = refused(wrong.change);
    const bool names_it = error.message.find(wrong.message) != std::string::npos ||
                          (wrong.message == std::string("content stands twice") &&
                           error.message.find("stands twice") != std::string::npos);
    EXPECT_TRUE(names_it) << wrong.message << " but: " << error.message;
    EXPECT_EQ(error.code, Code::Corruption) << error.message;
    EXPECT_TRUE(error.message.starts_with("record ")) << error.message;
    EXPECT_TRUE(error.place.has_value());
  }
}

// Whoever can compute checksums can write any content; it is refused where nobody looks again.
TEST(Bundle, ContentThatIsNotCanonicalIsRefused) {
  for (const std::string json : {"\"\\u0041\"", "{\"b\":1,\"a\":2}", "\xff", ""}) {
    Context context(test::logical_context());
    engine::Branch& branch = Access::branch(context);
    ASSERT_TRUE(context.commit());
    // A branch believes the trees it is given; a bundle must not.
    tree::NodeFields fields;
    fields.id = "odd";
    fields.offset = -1;
    fields.content_json = json;
    const tree::Tree& before = branch.head()->tree;
    tree::Tree tree = tree::with_subtree(before, {tree::Region::Seq, 0, 0},
                                         before.rings[0]->with_child(0, tree::Subtree(*branch.pool().add(fields))));
    tree.cycle = 2;
    branch.adopt(tree, nullptr);
    const auto again = import_bytes(bundle_of(context));
    ASSERT_FALSE(again.has_value()) << json;
    EXPECT_EQ(again.error().code, Code::Corruption);
  }
}

// Trees that no commit makes, in bundles whose digests are all right.
TEST(Bundle, TreesThatNoCommitMakesAreRefused) {
  struct Case {
    const char* message;
    const char* type;
    const char* id;
    std::int64_t offset;
  };
  for (const Case& wrong : {Case{"two nodes 'mc:1'", "cb", "mc:1", -1}, Case{"two nodes 'root'", "cb", "root", -1},
                            Case{"2 cores", "mc", "another", 0}, Case{"cannot stand under", "mt", "mt:9", 1}}) {
    Context context(test::logical_context());
    engine::Branch& branch = Access::branch(context);
    ASSERT_TRUE(context.commit());
    ASSERT_TRUE(context.commit());
    tree::NodeFields fields;
    fields.id = wrong.id;
    fields.type = wrong.type;
    fields.offset = wrong.offset;
    const tree::Tree& before = branch.head()->tree;
    tree::Tree tree = tree::with_subtree(before, {tree::Region::Seq, 1, 0},
                                         before.rings[1]->with_child(0, tree::Subtree(*branch.pool().add(fields))));
    tree.cycle = 3;
    branch.adopt(tree, nullptr);
    const auto again = import_bytes(bundle_of(context));
    ASSERT_FALSE(again.has_value()) << wrong.message;
    EXPECT_EQ(again.error().code, Code::Corruption);
    EXPECT_NE(again.error().message.find(wrong.message), std::string::npos) << again.error().message;
  }
}

// ---- what lies beside commits ----

// Two cycles with receipts; the first let an event in, and another one waits.
Context audited_context() {
  ContextOptions options = test::logical_context();
  options.receipts = true;
  Context context(std::move(options));
  EXPECT_TRUE(append_event(context, {.stream = "mail", .payload = JsonValue("hello")}));
  EXPECT_TRUE(admit(context, "main"));
  set_cause(context, EventRef{"mail", 1});
  EXPECT_TRUE(context.insert({.content = JsonValue("hello"), .id = "m"}));
  EXPECT_TRUE(context.commit({.actor = "ann", .message = "mail came", .host_time = 77}));
  EXPECT_TRUE(append_event(context, {.stream = "mail", .payload = JsonValue("bye")}));
  EXPECT_TRUE(context.commit());
  return context;
}

TEST(Bundle, ReceiptsAdmissionsEventsAndNotesComeBack) {
  const Context context = audited_context();
  const auto again = import_bytes(bundle_of(context));
  ASSERT_TRUE(again) << again.error().message;
  for (const char* reference : {"@t0", "@t-1"}) {
    EXPECT_EQ(*receipt_of(*again, reference), *receipt_of(context, reference));
    EXPECT_EQ(*admission_of(*again, reference), *admission_of(context, reference));
    EXPECT_EQ(again->snapshot(reference)->note(), context.snapshot(reference)->note());
    EXPECT_TRUE(check_receipt(*again, reference));
    EXPECT_TRUE(check_admission(*again, reference));
  }
  EXPECT_EQ(*list_events(*again, "mail", 0, 9), *list_events(context, "mail", 0, 9));
  EXPECT_EQ(*list_streams(*again, "main"), *list_streams(context, "main"));
  EXPECT_EQ(bundle_of(*again), bundle_of(context));
}

TEST(Bundle, RecordsThatAreNotThoseOfTheTrailAreRefused) {
  const Records records = records_of(bundle_of(audited_context()));
  ASSERT_EQ(records[0].first, RecordKind::Event);
  const auto message_with = [&](const std::function<void(Records&)>& change) {
    Records changed = records;
    change(changed);
    const auto context = import_bytes(with_records(changed));
    return context ? std::string("taken") : context.error().message;
  };
  const auto change_part = [](std::size_t part, const std::string& instead) {
    return [=](Records& changed) {
      std::string& body = changed[last_commit(changed)].second;
      std::vector<std::string> parts = parts_of(body);
      parts[part] = instead;
      body = body_of(parts);
    };
  };
  std::string note(24, '\0');
  note[16] = 1;  // another time
  EXPECT_NE(message_with(change_part(3, note)).find("its note"), std::string::npos);
  EXPECT_NE(message_with(change_part(4, "")).find("its receipt is missing"), std::string::npos);
  EXPECT_NE(message_with(change_part(4, std::string(1, '\0') + "x")).find("its receipt was changed"),
            std::string::npos);
  EXPECT_NE(message_with(change_part(5, std::string(1, '\0') + "x")).find("its admission was added"),
            std::string::npos);
  EXPECT_NE(message_with([](Records& r) { r.erase(r.begin()); }).find("event 1 of the log"), std::string::npos);
  EXPECT_NE(message_with([](Records& r) { std::swap(r[0], r[1]); }).find("event 1 of the log"), std::string::npos);
}

TEST(Bundle, AFileOfVersionOneIsRead) {
  const Context context = small_context();
  Records records = records_of(bundle_of(context));
  for (auto& [kind, body] : records) {
    std::vector<std::string> parts = kind == RecordKind::Commit ? parts_of(body) : std::vector<std::string>();
    parts.resize(std::min<std::size_t>(parts.size(), 3));
    if (kind == RecordKind::Commit) body = body_of(parts);
    if (kind == RecordKind::End) body.resize(body.size() - 8);
  }
  std::string bytes = with_records(records);
  bytes[kBundleMagicBytes] = 1;
  const auto again = import_bytes(bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->latest()->commit_id(), context.latest()->commit_id());
}

// ---- the format ----

TEST(Bundle, TheExamplesOfTheFormatDocument) {
  const test::FormatDocument document("bundle.md");
  EXPECT_EQ(hex_of(bundle_of(Context(test::logical_context()))), hex_of(document.bytes("empty_bundle")));
  const std::string payload = with_records({{RecordKind::Payload, std::string(1, '\0') + "\"hi\""}});
  EXPECT_EQ(hex_of(payload.substr(kBundleMagicBytes + 2)), hex_of(document.bytes("payload_record")));
  engine::CommitExtras extras;
  extras.last_stamp = 4194304;
  extras.nodes_before = 2;
  extras.bytes_before = 14;
  extras.departures = {{"cb:u1", Cause::Ttl, 7}};
  extras.deferred = {"cb:u2"};
  EXPECT_EQ(hex_of(engine::encode_extras(extras)), hex_of(document.bytes("extras")));
}

TEST(Bundle, ExtrasHaveOneEncoding) {
  const test::FormatDocument document("bundle.md");
  const std::string bytes = document.bytes("extras");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(engine::decode_extras(bytes.substr(0, length)).has_value()) << length;
  }
  EXPECT_FALSE(engine::decode_extras(bytes + "x").has_value());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    const auto extras = engine::decode_extras(changed);
    EXPECT_TRUE(!extras || engine::encode_extras(*extras) == changed) << "byte " << at;
  }
}

}  // namespace
}  // namespace latewood
