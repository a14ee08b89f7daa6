// Why a vendor's cache serves less than what is unchanged.
#include <algorithm>
#include <string>

#include "latewood/prices.h"

namespace latewood {
namespace {

// The largest end of the unchanged start at which a vendor with breakpoints looks for an entry.
std::uint64_t last_entry(const PromptTokens& tokens) {
  return std::max(tokens.whole_turns, tokens.system <= tokens.unchanged ? tokens.system : 0);
}

ServedBy by_breakpoints(const CacheRule& rule, const PromptTokens& tokens, std::uint64_t served) {
  const bool is_too_far = rule.look_back > 0 && tokens.blocks_behind > rule.look_back;
  if (is_too_far && tokens.whole_turns >= rule.smallest && tokens.whole_turns > served) return ServedBy::LookBack;
  return served == 0 && last_entry(tokens) > 0 ? ServedBy::Smallest : ServedBy::Breakpoint;
}

std::string digits(std::uint64_t value) { return std::to_string(value); }

}  // namespace

std::string_view to_string(ServedBy reason) {
  switch (reason) {
    case ServedBy::Everything: return "everything";
    case ServedBy::Nothing: return "nothing";
    case ServedBy::Smallest: return "smallest";
    case ServedBy::Step: return "step";
    case ServedBy::Breakpoint: return "breakpoint";
    case ServedBy::LookBack: return "look_back";
  }
  return "everything";
}

ServedBy served_by(const CacheRule& rule, const PromptTokens& tokens) {
  if (tokens.unchanged == 0) return ServedBy::Nothing;
  const std::uint64_t served = served_tokens(rule, tokens);
  if (served == tokens.unchanged) return ServedBy::Everything;
  if (rule.breakpoints > 0) return by_breakpoints(rule, tokens, served);
  return served == 0 ? ServedBy::Smallest : ServedBy::Step;
}

std::string served_text(const CacheRule& rule, const PromptTokens& tokens) {
  switch (served_by(rule, tokens)) {
    case ServedBy::Everything: return "all that is unchanged";
    case ServedBy::Nothing: return "nothing is unchanged";
    case ServedBy::Smallest: return "a start below " + digits(rule.smallest) + " tokens is not cached";
    case ServedBy::Step: return "whole steps of " + digits(rule.step) + " tokens";
    case ServedBy::Breakpoint: return "up to the last breakpoint in the unchanged part";
    case ServedBy::LookBack:
      return "the entry is " + digits(tokens.blocks_behind) + " blocks before the breakpoint, and " +
             digits(rule.look_back) + " are looked back";
  }
  return {};
}

}  // namespace latewood
