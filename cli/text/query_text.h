// Query results as text for terminals. The format may change; programs use JSON.
#pragma once

#include <string>

#include "latewood/query.h"
#include "latewood/trace.h"

namespace latewood::cli {

// The change of a field: "ttl 3 -> 2", "content_hash 34ed558456c1 -> f8a17de16b24", "pinned".
std::string field_text(const FieldChange& field);

// The id of a changed node and its changed fields, from the older to the newer value.
std::string change_line(const NodeChange& change);

std::string readable(const Selection& selection);
std::string readable(const Diff& diff);
std::string readable(const DiffDetail& detail);
std::string readable(const ThreadDiff& diff);
std::string readable(const Explanation& explanation);

}  // namespace latewood::cli
