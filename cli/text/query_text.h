// Answers to questions as people read them: for terminals, and no promise to programs.
#pragma once

#include <string>

#include "latewood/query.h"
#include "latewood/trace.h"

namespace latewood::cli {

// What changed in a field: "ttl 3 -> 2", "content_hash 34ed558456c1 -> f8a17de16b24", "pinned".
std::string field_text(const FieldChange& field);

// A changed node with what changed, from the older to the newer value.
std::string change_line(const NodeChange& change);

std::string readable(const Selection& selection);
std::string readable(const Diff& diff);
std::string readable(const DiffDetail& detail);
std::string readable(const ThreadDiff& diff);
std::string readable(const Explanation& explanation);

}  // namespace latewood::cli
