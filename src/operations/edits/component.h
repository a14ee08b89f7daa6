// The block that an operation adds, from its arguments.
#pragma once

#include <vector>

#include "latewood/node.h"
#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// "content", "role", "kind", "ttl" and the other members of a block that its maker decides.
std::vector<Member> component_members();

// Keeps the order of JSON members that a model reads in order.
Result<Component> component_of(const Arguments& arguments);

// The error with the header that was meant by an attribute, such as `role` for "rol".
Error with_header_hint(Error error, const Component& component);

}  // namespace latewood::operations
