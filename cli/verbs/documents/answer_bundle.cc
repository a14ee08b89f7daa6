#include "cli/verbs/documents/answer_bundle.h"

#include "latewood/json_text.h"

namespace latewood::cli {

std::uint32_t AnswerBundle::number_of(std::string_view piece) {
  if (const auto known = numbers_.find(piece); known != numbers_.end()) return known->second;
  const auto added = numbers_.emplace(std::string(piece), static_cast<std::uint32_t>(pieces_.size())).first;
  pieces_.push_back(added->first);
  return added->second;
}

void AnswerBundle::add(std::string_view operation, const JsonValue& arguments, std::string_view answer) {
  std::vector<std::uint32_t>& runs = answers_[std::string(operation) + " " + json_text_of(arguments)];
  runs.clear();
  while (!answer.empty()) {
    const std::size_t end = answer.find("},");
    const std::string_view piece = answer.substr(0, end == std::string_view::npos ? end : end + 2);
    answer.remove_prefix(piece.size());
    const std::uint32_t number = number_of(piece);
    const bool extends = !runs.empty() && runs[runs.size() - 2] + runs.back() == number;
    if (extends) {
      ++runs.back();
    } else {
      runs.insert(runs.end(), {number, 1});
    }
  }
}

std::string AnswerBundle::json(const JsonValue& facts) const {
  std::string text = "{\"facts\":" + json_text_of(facts) + ",\"pieces\":[";
  for (const std::string_view piece : pieces_) {
    if (text.back() != '[') text += ",\n";
    text += json_text(piece);
  }
  text += "],\n\"answers\":{";
  for (const auto& [question, runs] : answers_) {
    if (text.back() != '{') text += ",\n";
    text.append(json_text(question)).append(":[");
    for (const std::uint32_t number : runs) {
      if (text.back() != '[') text += ',';
      text += std::to_string(number);
    }
    text += ']';
  }
  return text + "}}";
}

}  // namespace latewood::cli
