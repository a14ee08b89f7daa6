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
// Sets prices and counter of the options. E_OPTION_INVALID for prices that are not known.
Result<void> read_price_arguments(const Arguments& arguments, PlanOptions& options);

// "tokens", "price" and "prices".
std::vector<Member> price_members();
std::vector<JsonMember> price_json(const PromptTokens& tokens, const RequestPrice& price, const Prices& prices,
                                   const std::string& counter);
// The row of prices as an object.
Schema prices_schema();
JsonValue json_of(const Prices& prices);
// The tokens of a request, and what they are: "kind".
JsonValue json_of(const PromptTokens& tokens, const std::string& counter);
JsonValue json_of(const RequestPrice& price);

}  // namespace latewood::operations
