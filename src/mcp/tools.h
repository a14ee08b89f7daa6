// The tools: operations of the table under their names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/operation.h"
#include "operations/table/row.h"

namespace latewood::mcp {

struct Tool {
  const operations::Row* row = nullptr;
  std::string_view title;
  bool is_destructive = false;  // removes or hides content of the next request
  bool is_idempotent = false;   // a second call with the same arguments changes nothing

  bool only_reads() const { return row->scope == Scope::Read; }
  // Whether the result of the operation is an object with named members. Any other result stands in a member `result`,
  // because structured content is an object.
  bool gives_object() const;
};

// The tools of which the table has the operation, in their fixed order.
std::vector<Tool> tools(Scope scope);

// {"annotations","description","inputSchema","name","outputSchema","title"}
JsonValue tool_json(const Tool& tool);

}  // namespace latewood::mcp
