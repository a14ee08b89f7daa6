#include "mcp/tools.h"

#include <utility>

#include "latewood/mcp.h"
#include "mcp/pages.h"
#include "operations/table/schema.h"
#include "operations/table/table.h"

namespace latewood {
namespace mcp {
namespace {

using operations::Schema;

struct Offer {
  std::string_view name;
  std::string_view title;
  bool is_destructive = false;
  bool is_idempotent = true;
};

// Reading tools first. The order is part of what clients cache.
constexpr Offer kOffers[] = {
    {"contexts", "List contexts"},
    {"log", "List commits"},
    {"tree", "Show the tree of a snapshot"},
    {"select", "Select nodes"},
    {"show", "Show one node"},
    {"diff", "Compare two moments"},
    {"render", "Give the provider's request"},
    {"prefix", "Measure the kept prefix"},
    {"why", "Explain a node"},
    {"verify", "Verify the store"},
    {"insert", "Insert a block", false, false},
    {"replace", "Replace nodes", true, false},
    {"delete", "Delete nodes", true, false},
    {"pin", "Pin nodes", false, true},
    {"commit", "Commit the cycle", false, false},
    {"fork", "Fork a branch", false, false},
};

JsonValue input_schema(const Tool& tool) {
  std::vector<operations::Member> members;
  for (const operations::Member& member : tool.row->arguments().members) {
    // Whether system text may change is decided when the server starts, not by a call.
    if (member.name != "system") members.push_back(member);
  }
  if (tool.only_reads()) members = operations::joined({std::move(members), page_arguments()});
  return schema_json(operations::object(std::move(members)));
}

JsonValue required_names(const std::vector<operations::Member>& members) {
  JsonValue::Array names;
  for (const operations::Member& member : members) {
    if (member.is_required) names.emplace_back(member.name);
  }
  return names;
}

// A page may lack what the whole result always has.
JsonValue output_schema(const Tool& tool) {
  const Schema& result = tool.row->result();
  std::vector<operations::Member> members =
      tool.gives_object() ? result.members : std::vector<operations::Member>{operations::required("result", result)};
  JsonValue needed = required_names(members);
  for (operations::Member& member : members) member.is_required = false;
  if (tool.only_reads()) members.push_back(operations::optional("page", page_schema()));
  JsonValue schema = schema_json(operations::object(std::move(members)));
  if (needed.as_array()->empty()) return schema;
  JsonValue::Object parts = *schema.as_object();
  JsonValue::Array whole_or_page = {make_object({{"required", std::move(needed)}})};
  if (tool.only_reads()) whole_or_page.push_back(make_object({{"required", JsonValue::Array{JsonValue("page")}}}));
  parts.push_back({"anyOf", std::move(whole_or_page)});
  return make_object(std::move(parts));
}

}  // namespace

bool Tool::gives_object() const {
  const Schema& result = row->result();
  return result.kind == Schema::Kind::Object && !result.items;
}

std::vector<Tool> tools(Scope scope) {
  std::vector<Tool> all;
  for (const Offer& offer : kOffers) {
    const operations::Row* row = operations::find_row(offer.name);
    if (row == nullptr || row->scope > scope) continue;
    all.push_back({row, offer.title, offer.is_destructive, offer.is_idempotent});
  }
  return all;
}

JsonValue tool_json(const Tool& tool) {
  const JsonValue annotations = make_object({{"title", std::string(tool.title)},
                                             {"readOnlyHint", JsonValue(tool.only_reads())},
                                             {"destructiveHint", JsonValue(tool.is_destructive)},
                                             {"idempotentHint", JsonValue(tool.is_idempotent)},
                                             {"openWorldHint", JsonValue(false)}});
  return make_object({{"name", std::string(tool.row->name)},
                      {"title", std::string(tool.title)},
                      {"description", std::string(tool.row->summary)},
                      {"inputSchema", input_schema(tool)},
                      {"outputSchema", output_schema(tool)},
                      {"annotations", annotations}});
}

}  // namespace mcp

const std::vector<std::string>& mcp_tool_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const mcp::Offer& offer : mcp::kOffers) names.emplace_back(offer.name);
    return names;
  }();
  return kNames;
}

}  // namespace latewood
