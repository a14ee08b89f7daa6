#include "latewood/prices.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "base/rules.h"
#include "base/try.h"
#include "canon/json_field.h"
#include "canon/json_reader.h"
#include "canon/json_writer.h"
#include "prices/shipped.h"

namespace latewood {
namespace {

// Prices and counts below this keep every product exact.
constexpr std::uint64_t kMost = 1'000'000'000;

Result<void> check_members(const JsonField& object, std::initializer_list<std::string_view> known) {
  const JsonValue::Object* members = object.value().as_object();
  if (members == nullptr) return object.error("an object expected");
  for (const JsonMember& member : *members) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) {
      return broken(kOptionInvalid, "no member of prices is called '" + member.key + "'");
    }
  }
  return {};
}

Result<void> read_number(const JsonField& object, std::string_view name, std::uint64_t& value) {
  LW_TRY_ASSIGN(const auto found, find_u64(object, name));
  value = found.value_or(value);
  if (value <= kMost) return {};
  return broken(kOptionInvalid, std::string(name) + " " + std::to_string(value) + " is above " + std::to_string(kMost));
}

Result<void> read_word(const JsonField& object, std::string_view name, std::string& value) {
  LW_TRY_ASSIGN(auto found, find_text(object, name));
  if (found) value = *std::move(found);
  return {};
}

Result<CacheRule> read_rule(const JsonField& object) {
  CacheRule rule;
  const auto field = object.find("cache");
  if (!field) return rule;
  LW_TRY(check_members(*field, {"breakpoints", "lifetime", "look_back", "smallest", "step"}));
  LW_TRY(read_number(*field, "smallest", rule.smallest));
  LW_TRY(read_number(*field, "step", rule.step));
  LW_TRY(read_number(*field, "breakpoints", rule.breakpoints));
  LW_TRY(read_number(*field, "look_back", rule.look_back));
  LW_TRY(read_number(*field, "lifetime", rule.lifetime));
  if (rule.step == 0) return broken(kOptionInvalid, "step 0: the smallest step is one token");
  return rule;
}

Result<Prices> read_row(const JsonField& object) {
  LW_TRY(check_members(object, {"cache", "cached", "date", "input", "model", "name", "output", "source", "written"}));
  Prices prices;
  prices.name = "custom";
  LW_TRY(read_word(object, "name", prices.name));
  LW_TRY(read_word(object, "model", prices.model));
  LW_TRY(read_word(object, "date", prices.date));
  LW_TRY(read_word(object, "source", prices.source));
  LW_TRY(object.member("input"));
  LW_TRY(read_number(object, "input", prices.input));
  prices.cached = prices.written = prices.input;
  LW_TRY(read_number(object, "cached", prices.cached));
  LW_TRY(read_number(object, "written", prices.written));
  LW_TRY(read_number(object, "output", prices.output));
  LW_TRY_ASSIGN(prices.cache, read_rule(object));
  if (prices.cached <= prices.input && prices.input <= prices.written) return prices;
  return broken(kOptionInvalid, "prices of '" + prices.name + "': cached " + std::to_string(prices.cached) +
                                    ", input " + std::to_string(prices.input) + " and written " +
                                    std::to_string(prices.written) + " do not ascend");
}

JsonValue json_number(std::uint64_t value) { return JsonValue(static_cast<std::int64_t>(value)); }

// "openai-responses@1" without the version and the format.
std::string_view vendor_of(std::string_view name) {
  name = name.substr(0, name.find('@'));
  return name == "openai-responses" ? std::string_view("openai") : name;
}

}  // namespace

const std::vector<Prices>& shipped_prices() {
  static const std::vector<Prices> kTable = [] {
    std::vector<Prices> table;
    const JsonValue value = parse_json(prices::shipped_json()).value();
    for (const JsonValue& row : *value.as_array()) table.push_back(read_row(JsonField(row)).value());
    return table;
  }();
  return kTable;
}

Result<Prices> find_prices(std::string_view name) {
  const std::string_view vendor = vendor_of(name);
  std::string known;
  for (const Prices& prices : shipped_prices()) {
    if (prices.name == vendor) return prices;
    known += (known.empty() ? "" : ", ") + prices.name;
  }
  return broken(kOptionInvalid, "there are no prices called '" + std::string(name) + "': " + known + " are known");
}

Result<Prices> parse_prices(std::string_view json) {
  LW_TRY_ASSIGN(const JsonValue value, parse_json(json));
  return read_row(JsonField(value));
}

Result<Prices> read_prices(std::string_view text) {
  return text.starts_with('{') ? parse_prices(text) : find_prices(text);
}

std::string prices_json(const Prices& prices) {
  return canonical_json(make_object({{"cache", make_object({{"breakpoints", json_number(prices.cache.breakpoints)},
                                                            {"lifetime", json_number(prices.cache.lifetime)},
                                                            {"look_back", json_number(prices.cache.look_back)},
                                                            {"smallest", json_number(prices.cache.smallest)},
                                                            {"step", json_number(prices.cache.step)}})},
                                     {"cached", json_number(prices.cached)},
                                     {"date", prices.date},
                                     {"input", json_number(prices.input)},
                                     {"model", prices.model},
                                     {"name", prices.name},
                                     {"output", json_number(prices.output)},
                                     {"source", prices.source},
                                     {"written", json_number(prices.written)}}));
}

std::uint64_t served_tokens(const CacheRule& rule, const PromptTokens& tokens) {
  const auto large_enough = [&rule](std::uint64_t start) { return start >= rule.smallest ? start : 0; };
  if (rule.breakpoints == 0) {
    const std::uint64_t start = large_enough(tokens.unchanged);
    return start == 0 ? 0 : start - (start - rule.smallest) % rule.step;
  }
  const bool is_found = rule.look_back == 0 || tokens.blocks_behind <= rule.look_back;
  const std::uint64_t turns = is_found ? large_enough(tokens.whole_turns) : 0;
  return std::max(turns, tokens.system <= tokens.unchanged ? large_enough(tokens.system) : 0);
}

RequestPrice price_request(const Prices& prices, const PromptTokens& tokens) {
  RequestPrice price;
  price.served = served_tokens(prices.cache, tokens);
  price.fresh = tokens.fresh;
  price.rebilled = tokens.total - price.served - price.fresh;
  const std::uint64_t anew = tokens.total - price.served;
  // A prompt that is too short for the cache is not written to it.
  const bool is_written = tokens.total >= prices.cache.smallest;
  price.cost = price.served * prices.cached + anew * (is_written ? prices.written : prices.input);
  price.uncached_cost = tokens.total * prices.input;
  return price;
}

std::string dollars(std::uint64_t cost) {
  constexpr std::uint64_t kMillion = 1'000'000;
  std::string digits = std::to_string(cost / kMillion % kMillion);
  digits.insert(0, 6 - digits.size(), '0');
  return std::to_string(cost / kMillion / kMillion) + "." + digits;
}

}  // namespace latewood
