// Answers of operations in little space, for a page that holds them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"

namespace latewood::cli {

// Successive moments have nearly everything in common, and so do the answers about them. So an answer is cut into
// pieces after each "},", which ends an element of a list, and each different piece is kept once. An answer that
// extends an earlier one is a few runs of pieces. web/page/data/bundle.js puts the text together again.
class AnswerBundle {
 public:
  // The answer of `operation` with these arguments; the context is not among them.
  void add(std::string_view operation, const JsonValue& arguments, std::string_view answer);

  // {"facts":..,"pieces":[..],"answers":{"OPERATION ARGUMENTS":[first, count, first, count ..]}}
  std::string json(const JsonValue& facts) const;

 private:
  std::uint32_t number_of(std::string_view piece);

  std::map<std::string, std::uint32_t, std::less<>> numbers_;
  std::vector<std::string_view> pieces_;  // keys of `numbers_`, in their order
  std::map<std::string, std::vector<std::uint32_t>> answers_;
};

}  // namespace latewood::cli
