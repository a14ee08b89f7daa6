// Counts of tokens: exact ones by the byte-pair encodings of OpenAI's models, and an estimate.
//
//   const std::shared_ptr<TokenCounter> counter = make_token_counter("o200k_base").value();
//   Context context({.tokens = counter});
//   PrunePolicy policy;
//   policy.tokens = Budget{.trigger = 120000, .target = 90000};
//   context.set_policy(policy).value();
//
// An exact counter needs the file of its ranks, NAME.ranks. It is looked for in the folder that `set_token_folder`
// gave, then in `share/latewood` beside the program or library that has this code and in each of the six folders above
// it. Everything here may be called from any thread; a counter belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/policy.h"
#include "latewood/result.h"

namespace latewood {

// The name of the counter that needs no file: one token for each four bytes of UTF-8, rounded up.
inline constexpr std::string_view kEstimateCounter = "estimate";

// "o200k_base", "cl100k_base", "estimate".
std::span<const std::string_view> token_counter_names();

// InvalidArgument for an unknown name, Unavailable if the file of the ranks is missing, Corruption if it is damaged.
// The ranks are read once for each process; a counter keeps the counts of the pieces that it has seen most recently.
Result<std::shared_ptr<TokenCounter>> make_token_counter(std::string_view name);

// How counts of that counter are written: "~" before an estimate, nothing before exact counts.
std::string_view count_sign(std::string_view counter);
// What the counts are: "exact, o200k_base", "estimated, one for each 4 bytes".
std::string count_kind(std::string_view counter);

// The tokens of a text by an encoding, as js-tiktoken gives them without special tokens. Bytes that are not UTF-8 count
// as U+FFFD, one for each broken sequence. Fails like `make_token_counter`.
Result<std::vector<std::uint32_t>> encode_tokens(std::string_view encoding, std::string_view text);
// The text of tokens. InvalidArgument for a number without a token.
Result<std::string> decode_tokens(std::string_view encoding, std::span<const std::uint32_t> tokens);

// The text whose tokens are counted for a content. Content that is one JSON string gives the string; other JSON is
// unchanged except that the escapes of its strings are resolved, so that a letter and its escape count the same.
std::string counted_text(std::string_view content_json);

// Sets the folder in which files of ranks are searched first; empty: only the usual folders. Encodings that are loaded
// already do not change.
void set_token_folder(std::string folder);

}  // namespace latewood
