// A call to a vendor that is over, beside the commit that stands for its request.
#pragma once

#include <string>

#include "latewood/attempt.h"
#include "latewood/reconcile.h"
#include "latewood/result.h"
#include "reconcile/context_lines.h"
#include "reconcile/unit.h"

namespace latewood::reconcile {

// See `Reconciler::record_call`.
Result<std::string> record_call(ContextLines& lines, const UnitReader& reader, const Reconciled& done,
                                const AttemptRequest& sent, const AttemptOutcome& outcome);

}  // namespace latewood::reconcile
