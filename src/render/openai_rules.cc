#include "render/openai_rules.h"

#include <vector>

#include "canon/json_writer.h"

namespace latewood::render {

std::string openai_parameters(const ToolDefinition& tool) {
  if (!tool.parameters) return R"({"properties":{},"type":"object"})";
  if (tool.parameters->find("properties") != nullptr) return tool.schema;
  if (!tool.in_order) {
    std::vector<JsonMember> members = *tool.parameters->as_object();
    members.push_back({"properties", make_object({})});
    return canonical_json(make_object(std::move(members)));
  }
  std::string schema = tool.schema;
  schema.pop_back();
  return schema.append(schema.size() > 1 ? "," : "").append("\"properties\":{}}");
}

}  // namespace latewood::render
