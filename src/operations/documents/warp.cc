// Digests of test cases, recomputed from documents.
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "latewood/json_text.h"
#include "latewood/warp.h"
#include "operations/json/members.h"
#include "operations/session/session_state.h"
#include "operations/table/common.h"
#include "operations/table/rows.h"

namespace latewood::operations {
namespace {

struct Product {
  std::string_view name;
  WarpProduct product;
};

constexpr std::string_view kReplayed = "replay";
constexpr std::array kProducts = {
    Product{"state-root", WarpProduct::State},   Product{"patch-digest", WarpProduct::Patch},
    Product{"commit-id", WarpProduct::Commit},   Product{"decision", WarpProduct::Decision},
    Product{"plan", WarpProduct::Plan},          Product{"rewrites", WarpProduct::Rewrites},
    Product{"rule-pack", WarpProduct::RulePack}, Product{"admission", WarpProduct::Admission},
};

const Schema& warp_arguments() {
  static const Schema kSchema = [] {
    std::vector<std::string> names;
    for (const Product& product : kProducts) names.emplace_back(product.name);
    names.emplace_back(kReplayed);
    return object(
        {required("product", word(std::move(names), "what to compute; replay: the root after each tick")),
         required("cases", any_of({list(anything()), map_of(anything())}, "docs/format/cases.md has their form"))});
  }();
  return kSchema;
}

const Schema& warp_result() {
  static const Schema kSchema = object({required(
      "cases", list(object({required("name", text()), optional("tick", count("of a replay, from 0")),
                            optional("digest", digest()), optional("error", text("why the tick was refused"))})))});
  return kSchema;
}

Result<JsonValue::Array> replayed(std::string_view document) {
  LW_TRY_ASSIGN(const std::vector<WarpTick> ticks, warp_replay(document));
  JsonValue::Array cases;
  for (const WarpTick& tick : ticks) {
    const JsonMember outcome =
        tick.error.empty() ? JsonMember{"digest", tick.root.hex()} : JsonMember{"error", tick.error};
    cases.push_back(make_object({{"name", tick.name}, {"tick", json_of(std::uint64_t{tick.tick})}, outcome}));
  }
  return cases;
}

Result<JsonValue::Array> digested(std::string_view name, std::string_view document) {
  JsonValue::Array cases;
  for (const Product& product : kProducts) {
    if (product.name != name) continue;
    LW_TRY_ASSIGN(const std::vector<WarpCase> found, warp_digests(product.product, document));
    for (const WarpCase& one : found) {
      cases.push_back(make_object({{"name", one.name}, {"digest", one.digest.hex()}}));
    }
  }
  return cases;
}

Result<std::string> warp(SessionState&, const Arguments& arguments) {
  const std::string product = arguments.text("product");
  LW_TRY_ASSIGN(const JsonField given, arguments.field("cases"));
  LW_TRY_ASSIGN(JsonValue::Array cases,
                product == kReplayed ? replayed(given.source()) : digested(product, given.source()));
  return json_text_of(make_object({{"cases", std::move(cases)}}));
}

}  // namespace

const Row kWarp = {
    .name = "warp",
    .scope = Scope::Read,
    .summary = "Computes the digests of test cases, or replays patches.",
    .arguments = warp_arguments,
    .result = warp_result,
    .example = R"({"product":"rule-pack","cases":[{"name":"none","rule_ids":[]}]})",
    .errors = {},
    .lines = "cases",
    .run = warp,
};

}  // namespace latewood::operations
