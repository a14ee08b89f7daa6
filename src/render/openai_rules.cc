#include "render/openai_rules.h"

#include <vector>

#include "canon/json_writer.h"

namespace latewood::render {

std::string openai_parameters(const JsonValue& schema) {
  if (schema.find("properties") != nullptr) return canonical_json(schema);
  std::vector<JsonMember> members = *schema.as_object();
  members.push_back({"properties", make_object({})});
  return canonical_json(make_object(std::move(members)));
}

}  // namespace latewood::render
