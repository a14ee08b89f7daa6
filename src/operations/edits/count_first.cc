#include "operations/edits/count_first.h"

#include "base/try.h"

namespace latewood::operations {

Result<void> count_first(const EditCallPlace& place) {
  if (!place.options.before_commit) return {};
  LW_TRY(place.context.preview_report());
  return place.options.before_commit();
}

}  // namespace latewood::operations
