// Values of the library as JSON: the parts that results of several operations have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "latewood/commit.h"
#include "latewood/json_value.h"
#include "latewood/node.h"
#include "operations/table/schema.h"

namespace latewood::operations {

JsonValue json_of(std::uint64_t number);
JsonValue json_of(const std::vector<std::string>& texts);
// null for nullopt.
JsonValue json_of(const std::optional<std::string>& text);
// A text of digits: see `nanoseconds` in common.h.
JsonValue json_of_nanoseconds(std::int64_t time);

// [{"bytes","cause","id","with"?}..]
JsonValue json_of(const std::vector<Departure>& departures);
Schema departures_schema();

// The report of a commit.
JsonValue json_of(const CommitReport& report);
std::vector<Member> commit_report_members();
// The same and the branch that the commit was made on.
std::vector<Member> committed_members();

// A node with all headers, named as the specification names them; absent ones are null.
JsonValue json_of(const NodeView& node);
std::vector<Member> node_members();

// The object with more members.
JsonValue with_members(const JsonValue& object, std::vector<JsonMember> members);

}  // namespace latewood::operations
