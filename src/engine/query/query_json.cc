// Results of queries as JSON: compact, ASCII, members in a fixed order (D-53).
#include <string>
#include <variant>

#include "canon/json_writer.h"
#include "latewood/query.h"

namespace latewood {
namespace {

std::string json_of(const std::vector<std::string>& ids) {
  std::string out = "[";
  for (const std::string& id : ids) {
    if (&id != ids.data()) out.push_back(',');
    append_json_string(out, id);
  }
  return out.append("]");
}

std::string json_of(const RangeDiffLatestResult& range) { return to_json(range); }

void append_step(std::string& out, const ExplainedStep& step) {
  append_json_string(out.append(R"({"step":)"), step.step);
  append_json_string(out.append(R"(,"index":)"), step.index);
  out.append(R"(,"visited":)").append(std::to_string(step.visited));
  out.append(R"(,"kept":)").append(std::to_string(step.kept)).append("}");
}

}  // namespace

std::string to_json(const Selection& selection) {
  return std::visit([](const auto& held) { return json_of(held); }, selection);
}

std::string to_json(const Explanation& explanation) {
  std::string out;
  append_json_string(out.append(R"({"selector":)"), explanation.selector);
  append_json_string(out.append(R"(,"moment":)"), explanation.moment);
  out.append(R"(,"cycle":)").append(std::to_string(explanation.cycle));
  out.append(R"(,"steps":[)");
  for (const ExplainedStep& step : explanation.steps) {
    if (&step != explanation.steps.data()) out.push_back(',');
    append_step(out, step);
  }
  return out.append("]}");
}

}  // namespace latewood
