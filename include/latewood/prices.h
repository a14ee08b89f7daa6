// Prices of tokens, and what a vendor's prompt cache serves, as data.
//
//   const Prices prices = find_prices("anthropic").value();
//   const std::uint64_t served = served_tokens(prices.cache, {.unchanged = 5000, .total = 6000});
//
// The shipped table has the date at which its rows were read, and where. Prices change: give `parse_prices` a row of
// your own. All numbers are integers, so that equal requests have equal prices everywhere. All structs are plain
// values; any thread may call everything here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/result.h"

namespace latewood {

// The tokens that a cache serves of a prompt whose start was sent before.
struct CacheRule {
  std::uint64_t smallest = 0;     // tokens; a shorter start is not cached; default: 0
  std::uint64_t step = 1;         // tokens; the served part is `smallest` and a multiple of this; default: 1
  std::uint64_t breakpoints = 0;  // the largest number in a request; default: 0, the vendor finds the start itself
  std::uint64_t look_back = 0;    // blocks before a breakpoint in which an older entry is found; default: 0, any number
  std::uint64_t lifetime = 0;     // seconds after the last use; default: 0, not known
  friend bool operator==(const CacheRule&, const CacheRule&) = default;
};

// One row of prices, in millionths of a dollar for a million tokens: 2500000 is 2.50 dollars.
struct Prices {
  std::string name;           // name of the row: "openai", "anthropic", "anthropic-1h", "gemini", ...
  std::string model;          // the model with these prices
  std::string date;           // the day on which the prices were read, such as "2026-11-19"
  std::string source;         // the page from which they were read
  std::uint64_t input = 0;    // for tokens that the cache neither serves nor stores
  std::uint64_t cached = 0;   // for tokens that the cache serves
  std::uint64_t written = 0;  // for tokens that the cache stores; equal to `input` if storing is free
  std::uint64_t output = 0;   // for tokens of the reply
  CacheRule cache;
  friend bool operator==(const Prices&, const Prices&) = default;
};

// The shipped table.
const std::vector<Prices>& shipped_prices();

// A row of the shipped table. A profile names the row of its vendor: "openai-responses" and "openai@1" are "openai".
// InvalidArgument with the known names.
Result<Prices> find_prices(std::string_view name);

// A row as JSON: an object with the members of `Prices`; absent ones have their defaults, but `input` must be there.
// E_OPTION_INVALID for an unknown member, and for prices in another order than cached, input, written.
Result<Prices> parse_prices(std::string_view json);
std::string prices_json(const Prices& prices);
// A row as JSON, or the name of a shipped one.
Result<Prices> read_prices(std::string_view text);

// The tokens of a request, compared with the request before it.
struct PromptTokens {
  std::uint64_t unchanged = 0;  // tokens of units before the first difference
  std::uint64_t again = 0;      // tokens of units behind the first difference that the older request has too
  std::uint64_t fresh = 0;      // tokens of units that only this request has
  std::uint64_t left = 0;       // tokens of units that only the older request has
  std::uint64_t total = 0;      // the sum of `unchanged`, `again` and `fresh`

  // ---- for caches with breakpoints ----
  // Tokens of the longest start without a difference that ends with `^sys` or with a turn.
  std::uint64_t whole_turns = 0;
  // Blocks between the end of that start and the breakpoint from which the cache looks back.
  std::uint64_t blocks_behind = 0;
  std::uint64_t system = 0;  // tokens of `^sys`
  friend bool operator==(const PromptTokens&, const PromptTokens&) = default;
};

// Tokens from the vendor's cache, if its lifetime has not ended.
std::uint64_t served_tokens(const CacheRule& rule, const PromptTokens& tokens);

// The member of the rule that decides how much of the unchanged start is served.
enum class ServedBy : std::uint8_t {
  Everything,  // all of it
  Nothing,     // no token is unchanged
  Smallest,    // it is shorter than `smallest`
  Step,        // the last incomplete step is not served
  Breakpoint,  // it is served up to the last breakpoint before its end
  LookBack,    // the entry is more blocks away than `look_back`: only `^sys` is served, if it is large enough
};
// "everything", "nothing", "smallest", "step", "breakpoint", "look_back".
std::string_view to_string(ServedBy reason);
ServedBy served_by(const CacheRule& rule, const PromptTokens& tokens);
// The same for people: "in whole steps of 128 tokens".
std::string served_text(const CacheRule& rule, const PromptTokens& tokens);

// The price of a request, in millionths of a millionth of a dollar.
struct RequestPrice {
  std::uint64_t served = 0;    // tokens that come from the cache
  std::uint64_t rebilled = 0;  // tokens that were sent before and do not
  std::uint64_t fresh = 0;     // new tokens
  std::uint64_t cost = 0;
  std::uint64_t uncached_cost = 0;  // what it would cost without a cache
  friend bool operator==(const RequestPrice&, const RequestPrice&) = default;
};
RequestPrice price_request(const Prices& prices, const PromptTokens& tokens);

// Dollars with six digits after the point, rounded down: "0.012345".
std::string dollars(std::uint64_t cost);

}  // namespace latewood
