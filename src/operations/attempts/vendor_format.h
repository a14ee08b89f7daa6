// The argument that names a vendor's form of messages.
#pragma once

#include <optional>

#include "latewood/chat_log.h"
#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// "format".
Member format_member();
// nullopt: the shape of the input decides.
Result<std::optional<ChatFormat>> find_format(const Arguments& arguments);

}  // namespace latewood::operations
