#include "latewood/warp.h"

#include <array>

#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "warp/graph/apply.h"
#include "warp/graph/portal_rules.h"
#include "warp/graph/state_encoding.h"
#include "warp/patch_case.h"
#include "warp/receipt_case.h"
#include "warp/state_case.h"

namespace latewood {
namespace {

using namespace warp;

Result<Blake3Digest> digest_of_state(const JsonField& field) {
  LW_TRY_ASSIGN(const JsonField root_field, field.member("root"));
  LW_TRY_ASSIGN(const NodeKey root, read_node_key(root_field));
  LW_TRY_ASSIGN(const JsonField warps, field.member("warps"));
  LW_TRY_ASSIGN(const State state, read_state(warps));
  return Blake3Digest{state_root(state, root).bytes};
}

Result<Blake3Digest> digest_of_patch(const JsonField& field) {
  LW_TRY_ASSIGN(const TickPatch patch, read_patch(field));
  return Blake3Digest{patch_digest(patch).bytes};
}

Result<Blake3Digest> digest_of_commit(const JsonField& field) {
  LW_TRY_ASSIGN(const CommitHeader header, read_commit_header(field));
  return Blake3Digest{commit_id(header).bytes};
}

Result<Blake3Digest> digest_of_decisions(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<DecisionEntry> entries, read_decisions(field));
  return Blake3Digest{decision_digest(entries).bytes};
}

Result<Blake3Digest> digest_of_plan(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<PlanEntry> entries, read_plan(field));
  return Blake3Digest{plan_digest(entries).bytes};
}

Result<Blake3Digest> digest_of_rewrites(const JsonField& field) {
  LW_TRY_ASSIGN(const std::vector<RewriteEntry> entries, read_rewrites(field));
  return Blake3Digest{rewrites_digest(entries).bytes};
}

Result<Blake3Digest> digest_of_rule_pack(const JsonField& field) {
  LW_TRY_ASSIGN(std::vector<RuleId> rules, read_rule_ids(field));
  return Blake3Digest{rule_pack_id(std::move(rules)).bytes};
}

Result<Blake3Digest> digest_of_admission(const JsonField& field) {
  const auto list = field.find("records");
  LW_TRY_ASSIGN(const std::vector<JsonField> items, list ? list->items() : field.items());
  std::vector<AdmissionRecord> records;
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(AdmissionRecord record, read_admission_record(item));
    records.push_back(std::move(record));
  }
  return Blake3Digest{admission_digest(std::move(records)).bytes};
}

struct ProductReader {
  std::string_view member;  // the member with the cases, if the document is an object
  Result<Blake3Digest> (*digest_of)(const JsonField& field);
};

// Indexed by `WarpProduct`.
constexpr std::array<ProductReader, 8> kProducts = {{
    {"state_root", digest_of_state},
    {"patch_digest", digest_of_patch},
    {"commit_id", digest_of_commit},
    {"decision_digest", digest_of_decisions},
    {"plan_digest", digest_of_plan},
    {"rewrites_digest", digest_of_rewrites},
    {"rule_pack_id", digest_of_rule_pack},
    {"admission_digest", digest_of_admission},
}};

Result<JsonField> cases_of(const JsonField& document, std::string_view member) {
  if (document.value().as_array() != nullptr) return document;
  return document.member(member);
}

std::string name_of_case(const JsonField& field, std::size_t index) {
  const auto name = field.find("name");
  const std::string* text = name ? name->value().as_string() : nullptr;
  return text == nullptr ? std::to_string(index) : *text;
}

// A flat array of admission records is one case, since records have no digest of
// their own among the products.
bool is_one_admission_case(WarpProduct product, const std::vector<JsonField>& cases) {
  return product == WarpProduct::Admission && !cases.empty() && cases.front().find("view_id");
}

Result<void> replay_patch(State& state, const NodeKey& root, const JsonField& patch_field, WarpTick& tick) {
  LW_TRY_ASSIGN(const TickPatch patch, read_patch(patch_field));
  if (const Result<void> applied = apply(state, patch); !applied) tick.error = name_of(applied.error());
  tick.root = state_root(state, root);
  return {};
}

Result<std::vector<JsonField>> patches_of(const JsonField& field) {
  std::vector<JsonField> patches;
  if (const auto patch = field.find("patch")) {
    patches.push_back(*patch);
    return patches;
  }
  LW_TRY_ASSIGN(const JsonField ticks, field.member("ticks"));
  LW_TRY_ASSIGN(const std::vector<JsonField> items, ticks.items());
  for (const JsonField& item : items) {
    LW_TRY_ASSIGN(JsonField patch, item.member("patch"));
    patches.push_back(std::move(patch));
  }
  return patches;
}

Result<void> replay_case(const JsonField& field, std::size_t index, std::vector<WarpTick>& ticks) {
  LW_TRY_ASSIGN(const JsonField root_field, field.member("root"));
  LW_TRY_ASSIGN(const NodeKey root, read_node_key(root_field));
  LW_TRY_ASSIGN(const JsonField warps, field.member("warps"));
  LW_TRY_ASSIGN(State state, read_state(warps));
  if (const auto checked = check_portals(state); !checked) {
    Error error = warps.error(checked.error().message);
    error.rule = checked.error().rule;
    return error;
  }
  LW_TRY_ASSIGN(const std::vector<JsonField> patches, patches_of(field));
  for (std::size_t i = 0; i < patches.size(); ++i) {
    WarpTick tick{name_of_case(field, index), i, {}, {}};
    LW_TRY(replay_patch(state, root, patches[i], tick));
    ticks.push_back(std::move(tick));
    if (!ticks.back().error.empty()) break;
  }
  return {};
}

Result<void> replay_cases(const JsonField& list, std::vector<WarpTick>& ticks) {
  LW_TRY_ASSIGN(const std::vector<JsonField> cases, list.items());
  for (std::size_t i = 0; i < cases.size(); ++i) LW_TRY(replay_case(cases[i], i, ticks));
  return {};
}

}  // namespace

Result<std::vector<WarpCase>> warp_digests(WarpProduct product, std::string_view text) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(text));
  const JsonField document(value);
  const ProductReader& reader = kProducts[static_cast<std::size_t>(product)];
  LW_TRY_ASSIGN(const JsonField list, cases_of(document, reader.member));
  LW_TRY_ASSIGN(std::vector<JsonField> cases, list.items());
  if (is_one_admission_case(product, cases)) cases = {list};
  std::vector<WarpCase> digests;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    LW_TRY_ASSIGN(const Blake3Digest digest, reader.digest_of(cases[i]));
    digests.push_back({name_of_case(cases[i], i), digest});
  }
  return digests;
}

Result<std::vector<WarpTick>> warp_replay(std::string_view text) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(text));
  const JsonField document(value);
  std::vector<WarpTick> ticks;
  if (document.value().as_array() != nullptr) {
    LW_TRY(replay_cases(document, ticks));
    return ticks;
  }
  const auto sequences = document.find("sequences");
  const auto errors = document.find("errors");
  if (!sequences && !errors) return document.error("an array, 'sequences' or 'errors' expected");
  if (sequences) LW_TRY(replay_cases(*sequences, ticks));
  if (errors) LW_TRY(replay_cases(*errors, ticks));
  return ticks;
}

}  // namespace latewood
