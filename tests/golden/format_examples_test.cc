// The worked examples of the byte formats. Every `bytes` and `digest` block of a
// document is built here from objects and compared, so that no byte of a
// document can go stale, and no block can stand there unread.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "canon/blake3.h"
#include "canon/hex.h"
#include "support/document/format.h"
#include "support/filled_id.h"
#include "warp/admission.h"
#include "warp/commit_header.h"
#include "warp/graph/apply.h"
#include "warp/graph/portal_rules.h"
#include "warp/graph/state_encoding.h"
#include "warp/graph/tick_patch.h"
#include "warp/receipt_digests.h"

namespace latewood::warp {
namespace {

using test::filled;

using test::FormatDocument;

struct Example {
  std::string bytes;
  std::optional<std::string> digest = {};  // none if the bytes are not hashed
};

// `examples` by the name of their blocks: exactly those of the document.
void expect_examples(const char* file, const std::map<std::string, Example>& examples) {
  const FormatDocument document(file);
  std::set<std::string> with_bytes;
  std::set<std::string> with_digest;
  for (const auto& [name, example] : examples) {
    SCOPED_TRACE(name);
    with_bytes.insert(name);
    EXPECT_EQ(hex_of(document.bytes(name)), hex_of(example.bytes));
    if (!example.digest) continue;
    with_digest.insert(name);
    EXPECT_EQ(document.digest(name), *example.digest);
    EXPECT_EQ(blake3_of(example.bytes).hex(), *example.digest);
  }
  EXPECT_EQ(document.names_of("bytes"), with_bytes);
  EXPECT_EQ(document.names_of("digest"), with_digest);
}

// The example of the state before its patch: an outer instance a1 with two
// reachable nodes, an edge between them, and a node nobody reaches.
State older_state() {
  State state;
  Instance& outer = state.put(filled<WarpId>(0xa1), Instance(filled<NodeId>(0xb1), {}));
  outer.put_node(filled<NodeId>(0xb1), {filled<TypeId>(0xd1), {}});
  outer.put_node(filled<NodeId>(0xb0), {filled<TypeId>(0xd1), {}});
  outer.put_node(filled<NodeId>(0xb9), {filled<TypeId>(0xd1), {}});
  outer.put_edge(filled<EdgeId>(0xc1), {filled<NodeId>(0xb1), filled<NodeId>(0xb0), filled<TypeId>(0xd3), {}});
  return state;
}

NodeKey example_root() { return {filled<WarpId>(0xa1), filled<NodeId>(0xb1)}; }

AttachmentKey portal_slot() { return beta_of(filled<WarpId>(0xa1), filled<EdgeId>(0xc1)); }

// The same after it: the edge descends into an inner instance a0.
State example_state() {
  State state = older_state();
  Instance& outer = *state.find(filled<WarpId>(0xa1));
  outer.put_edge(filled<EdgeId>(0xc1),
                 {filled<NodeId>(0xb1), filled<NodeId>(0xb0), filled<TypeId>(0xd3), Descend{filled<WarpId>(0xa0)}});
  Instance& inner = state.put(filled<WarpId>(0xa0), Instance(filled<NodeId>(0xb5), portal_slot()));
  inner.put_node(filled<NodeId>(0xb5), {filled<TypeId>(0xd2), Atom{filled<TypeId>(0xd9), "hi"}});
  return state;
}

RulePackId example_rule_pack() {
  return rule_pack_id({filled<RuleId>(0xe2), filled<RuleId>(0xe1), filled<RuleId>(0xe2)});
}

// Given out of order and with a target named twice, as a caller may.
PatchParts example_parts() {
  const AttachmentKey inner_alpha = alpha_of(filled<WarpId>(0xa0), filled<NodeId>(0xb5));
  PatchParts parts;
  parts.rule_pack_id = example_rule_pack();
  parts.in_slots = {EdgeSlot{filled<WarpId>(0xa1), filled<EdgeId>(0xc1)}};
  parts.out_slots = {AttachmentSlot{portal_slot()}, AttachmentSlot{inner_alpha},
                     NodeSlot{filled<WarpId>(0xa0), filled<NodeId>(0xb5)}, AttachmentSlot{portal_slot()}};
  parts.ops = {SetAttachment{inner_alpha, Atom{filled<TypeId>(0xd9), "not this one"}},
               SetAttachment{inner_alpha, Atom{filled<TypeId>(0xd9), "hi"}},
               OpenPortal{portal_slot(), filled<WarpId>(0xa0), filled<NodeId>(0xb5), filled<TypeId>(0xd2)}};
  return parts;
}

TickPatch example_patch() { return TickPatch(example_parts()); }

CommitHeader example_header() {
  const TickPatch patch = example_patch();
  return {
      {filled<CommitId>(0x0f)}, state_root(example_state(), example_root()), patch_digest(patch), patch.policy_id()};
}

TEST(FormatExamples, StateEncoding) {
  const State state = example_state();
  EXPECT_TRUE(check_portals(state));
  expect_examples("state_encoding.md",
                  {{"state_root", {encode_state(state, example_root()), state_root(state, example_root()).hex()}}});
}

TEST(FormatExamples, WhatTheRootDoesNotReachChangesNothing) {
  State state = example_state();
  state.find(filled<WarpId>(0xa1))->remove_node(filled<NodeId>(0xb9));
  state.put(filled<WarpId>(0xaf), Instance(filled<NodeId>(0xb5), {}));
  EXPECT_EQ(encode_state(state, example_root()), encode_state(example_state(), example_root()));
}

template <class Order>
std::string keys_by(Order order) {
  std::vector<AttachmentKey> keys = {alpha_of(filled<WarpId>(0x02), filled<NodeId>(0x07)),
                                     beta_of(filled<WarpId>(0x01), filled<EdgeId>(0x08)),
                                     alpha_of(filled<WarpId>(0x01), filled<NodeId>(0x09))};
  std::sort(keys.begin(), keys.end(), [order](const auto& a, const auto& b) { return order(a, b) < 0; });
  BinaryWriter out;
  for (const AttachmentKey& key : keys) encode(out, key);
  return out.take();
}

TEST(FormatExamples, TickPatch) {
  const TickPatch patch = example_patch();
  expect_examples("tick_patch.md", {{"patch_digest", {encode_patch(patch), patch_digest(patch).hex()}},
                                    {"slot_order", {keys_by(slot_order)}},
                                    {"operation_order", {keys_by(operation_order)}}});
}

TEST(FormatExamples, ThePatchMakesTheStateOfTheStateExample) {
  State state = older_state();
  ASSERT_TRUE(apply(state, example_patch()));
  EXPECT_EQ(state, example_state());
}

TEST(FormatExamples, CommitHeader) {
  const CommitHeader header = example_header();
  expect_examples("commit_header.md", {{"commit_id", {encode_commit_header(header), commit_id(header).hex()}}});
}

std::string bytes_of(std::initializer_list<std::uint8_t> repeated) {
  std::string bytes;
  for (const std::uint8_t byte : repeated) bytes.append(32, static_cast<char>(byte));
  return bytes;
}

std::string list_of(std::uint64_t count, const std::string& entries) {
  BinaryWriter out;
  out.u64(count);
  out.raw(entries);
  return out.take();
}

std::string versioned(const std::string& bytes) { return std::string("\x01\0", 2) + bytes; }

std::map<std::string, Example> receipt_examples() {
  const RuleId rule = filled<RuleId>(0xe1);
  const NodeKey scope = {filled<WarpId>(0xa1), filled<NodeId>(0xb1)};
  const ScopeHash hash = scope_hash(rule, scope);
  const std::string hash_bytes(hash.bytes.begin(), hash.bytes.end());
  const std::vector<PlanEntry> plan = {{hash, rule}, {filled<ScopeHash>(0x52), filled<RuleId>(0xe2)}};
  const std::vector<DecisionEntry> decisions = {
      {rule, hash, scope.node, Disposition::Applied},
      {filled<RuleId>(0xe2), filled<ScopeHash>(0x52), filled<NodeId>(0xb0), Disposition::RejectedFootprintConflict}};
  const std::vector<RewriteEntry> rewrites = {{rule, hash, scope}};
  return {
      {"empty_list", {std::string(8, '\0'), empty_list_digest().hex()}},
      {"scope_hash", {bytes_of({0xe1, 0xa1, 0xb1}), hash.hex()}},
      {"rule_pack_id", {versioned(list_of(2, bytes_of({0xe1, 0xe2}))), example_rule_pack().hex()}},
      {"plan_digest", {list_of(2, hash_bytes + bytes_of({0xe1, 0x52, 0xe2})), plan_digest(plan).hex()}},
      {"decision_digest",
       {versioned(list_of(
            2, bytes_of({0xe1}) + hash_bytes + bytes_of({0xb1}) + "\x01" + bytes_of({0xe2, 0x52, 0xb0}) + "\x02")),
        decision_digest(decisions).hex()}},
      {"rewrites_digest",
       {list_of(1, bytes_of({0xe1}) + hash_bytes + bytes_of({0xa1, 0xb1})), rewrites_digest(rewrites).hex()}},
  };
}

AdmissionRecord range_record() {
  AdmissionRecord record;
  record.view_id = "chat";
  record.stream_id = "user";
  record.admit_at_tick = 7;
  record.policy_hash = filled<PolicyHash>(0x70);
  record.budget_max_events = 256;
  record.admitted = SeqRange{3, 5};
  record.admitted_digest = filled<AdmittedDigest>(0x71);
  return record;
}

AdmissionRecord list_record() {
  AdmissionRecord record = range_record();
  record.stream_id = "tool";
  record.budget_max_events.reset();
  record.fairness_order_digest = filled<FairnessDigest>(0x72);
  record.admitted = SeqList{{2, 9}};
  return record;
}

TEST(FormatExamples, Digests) {
  std::map<std::string, Example> examples = receipt_examples();
  const std::string range = encode_admission_record(range_record());
  const std::string list = encode_admission_record(list_record());
  examples["range_record"] = {range};
  examples["list_record"] = {list};
  examples["decision_id"] = {std::string("echo:stream_admission_decision_id:v1") + '\0' + range,
                             decision_id(range_record()).hex()};
  examples["admission_digest"] = {versioned(list_of(2, list + range)),
                                  admission_digest({range_record(), list_record()}).hex()};
  NodeId node;
  for (std::size_t i = 0; i < node.bytes.size(); ++i) node.bytes[i] = static_cast<std::uint8_t>(i + 1);
  BinaryWriter port;
  encode(port, SlotId(PortSlot{pack_port_key(node, 5, PortDirection::In)}));
  examples["port_slot"] = {port.take()};
  expect_examples("digests.md", examples);
}

TEST(FormatExamples, LabelIds) {
  const std::map<std::string, std::string> ids = {{"node", make_node_id("^root").hex()},
                                                  {"edge", make_edge_id("^root").hex()},
                                                  {"type", make_type_id("^root").hex()},
                                                  {"warp", make_warp_id("^root").hex()},
                                                  {"rule", make_rule_id("^root").hex()}};
  std::map<std::string, std::string> written;
  for (const auto& row : FormatDocument("digests.md").rows("Domain")) {
    ASSERT_EQ(row.size(), 3U);
    EXPECT_EQ(row[1], "^root");
    written[row[0]] = row[2];
  }
  EXPECT_EQ(written, ids);
}

// With any bit of `bytes` flipped: refused, or the encoding of something else.
template <class Decode, class Encode>
void expect_no_second_encoding(const std::string& bytes, Decode decode, Encode encode_again) {
  for (std::size_t i = 0; i < 8 * bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i / 8] = static_cast<char>(changed[i / 8] ^ (1 << i % 8));
    const auto decoded = decode(changed);
    if (!decoded) continue;
    EXPECT_EQ(encode_again(*decoded), changed) << "bit " << i;
  }
}

// For every length of `bytes` but the right one.
template <class Decode>
void expect_exact_length(const std::string& bytes, Decode decode) {
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode(bytes.substr(0, length)).has_value()) << length << " bytes";
  }
  EXPECT_FALSE(decode(bytes + '\0').has_value());
  EXPECT_TRUE(decode(bytes).has_value());
}

TEST(FormatReaders, APatchHasOneEncoding) {
  expect_no_second_encoding(encode_patch(example_patch()), decode_patch, encode_patch);
}

TEST(FormatReaders, ATruncatedOrExtendedPatchIsRefused) {
  expect_exact_length(encode_patch(example_patch()), decode_patch);
}

// The two attachment slots of the example, exchanged.
TEST(FormatReaders, APatchOutOfOrderIsRefused) {
  const std::string bytes = encode_patch(example_patch());
  BinaryWriter first;
  BinaryWriter second;
  encode(first, example_patch().out_slots()[1]);
  encode(second, example_patch().out_slots()[2]);
  std::string changed = bytes;
  const std::size_t at = bytes.find(first.take() + second.take());
  ASSERT_NE(at, bytes.npos);
  changed.replace(at, 2 * first.view().size(), second.take() + first.take());
  const auto decoded = decode_patch(changed);
  ASSERT_FALSE(decoded.has_value());
  EXPECT_EQ(decoded.error().place->offset, at + first.view().size());
}

TEST(FormatReaders, APatchOfAnotherVersionIsUnsupported) {
  std::string bytes = encode_patch(example_patch());
  bytes[0] = 3;
  EXPECT_EQ(decode_patch(bytes).error().code, Code::Unsupported);
}

TEST(FormatReaders, AHeaderHasOneEncoding) {
  expect_no_second_encoding(encode_commit_header(example_header()), decode_commit_header, encode_commit_header);
}

TEST(FormatReaders, ATruncatedOrExtendedHeaderIsRefused) {
  expect_exact_length(encode_commit_header(example_header()), decode_commit_header);
}

// VER-05: a header with other fields has another version, which is not read as this one.
TEST(FormatReaders, AHeaderOfAnotherVersionIsUnsupported) {
  std::string bytes = encode_commit_header(example_header());
  bytes[0] = 3;
  EXPECT_EQ(decode_commit_header(bytes).error().code, Code::Unsupported);
}

// VER-06: as section 8 of the document says it.
TEST(FormatReaders, AnArchivedHeaderGivesItsIdAgain) {
  const std::string archived = FormatDocument("commit_header.md").bytes("commit_id");
  const auto header = decode_commit_header(archived);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(commit_id(*header).hex(), FormatDocument("commit_header.md").digest("commit_id"));
}

TEST(FormatReaders, AdmissionRecordsThatCannotBeAreRefused) {
  AdmissionRecord crossed = range_record();
  crossed.admitted = SeqRange{5, 3};
  EXPECT_FALSE(check_admission_record(crossed));
  AdmissionRecord twice = list_record();
  twice.admitted = SeqList{{2, 2}};
  EXPECT_FALSE(check_admission_record(twice));
  EXPECT_TRUE(check_admission_record(range_record()));
  EXPECT_TRUE(check_admission_record(list_record()));
}

}  // namespace
}  // namespace latewood::warp
