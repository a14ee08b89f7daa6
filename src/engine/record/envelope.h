// The envelope: members of an imported document that are not part of a snapshot.
#pragma once

#include <memory>
#include <vector>

#include "latewood/json_value.h"

namespace latewood::engine {

// Null: no envelope.
using Envelope = std::shared_ptr<const std::vector<JsonMember>>;

}  // namespace latewood::engine
