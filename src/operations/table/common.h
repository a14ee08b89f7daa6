// Arguments and results that many operations share: one name for one thing.
#pragma once

#include <string_view>
#include <vector>

#include "latewood/render.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// ---- arguments ----

// "context", "branch": where an operation works.
std::vector<Member> place_members();
// The same and "at": which commit to treat as the newest. For operations that read a history.
std::vector<Member> history_members();
// The same as `place_members`, and "actor", "system", "expected_parent": for operations that edit or commit.
std::vector<Member> edit_members();
// "moment": the snapshot to read.
Member moment_member(std::string fallback = "@t0");
// Selectors start with one of `. # ^ @ * : [`. An id that starts with one of these is written `[id='.odd']`.
bool is_selector(std::string_view name);
// "profile" and "view".
std::vector<Member> render_members();
RenderOptions render_options(const Arguments& arguments);

// ---- results ----

Schema commit_id(std::string description = "64 hexadecimal digits");
Schema digest(std::string description = "64 hexadecimal digits");
// Nanoseconds as a text of digits: more than JavaScript's numbers hold.
Schema nanoseconds(std::string description = "nanoseconds since 1970, in digits");
Schema count(std::string description = {});

}  // namespace latewood::operations
