// Arguments and results of operations that count tokens and know prices: one name for one thing.
#pragma once

#include <string>
#include <vector>

#include "latewood/json_value.h"
#include "latewood/plan.h"
#include "latewood/prices.h"
#include "latewood/result.h"
#include "operations/table/arguments.h"
#include "operations/table/schema.h"

namespace latewood::operations {

// "prices" and "counter".
std::vector<Member> price_arguments();

// "tokens", "price" and "prices".
std::vector<Member> price_members();
std::vector<JsonMember> price_json(const PromptTokens& tokens, const RequestPrice& price, const Prices& prices,
                                   const std::string& counter);
// A member of these each.
Schema tokens_schema();
Schema request_price_schema();
// The row of prices as an object.
Schema prices_schema();
JsonValue json_of(const Prices& prices);
// The tokens of a request, and what they are: "kind".
JsonValue json_of(const PromptTokens& tokens, const std::string& counter);
JsonValue json_of(const RequestPrice& price);

// The plan of the next commit in short: "served", "rebilled", "fresh", "cost", "cause", "counter", "kind", "prices" (a
// name) and "text". Null without a profile, since a vendor never gets the canonical thread, and if the request
// cannot be rendered.
Schema short_plan_schema();
JsonValue short_plan_json(const Context& context, const PlanOptions& options);

}  // namespace latewood::operations
