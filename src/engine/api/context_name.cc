#include "latewood/repository.h"
#include "store/batch_rules.h"

namespace latewood {

Result<void> check_context_name(std::string_view name) { return store::check_name("context", name); }

}  // namespace latewood
