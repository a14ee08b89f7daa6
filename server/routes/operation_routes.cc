// The table of operations: every operation by its name.
#include <string>
#include <vector>

#include "latewood/operation.h"
#include "server/http/problem.h"
#include "server/routes/operation_answer.h"
#include "server/routes/routes.h"

namespace latewood::server {
namespace {

Response list(const Request&, const Captures&) {
  Response response;
  response.body = operations_json();
  return response;
}

Response describe(const Request&, const Captures& captures) {
  const auto operation = find_operation(captures.front());
  if (!operation) return problem(operation.error());
  Response response;
  response.body = operation_json(*operation);
  return response;
}

}  // namespace

std::vector<Route> operation_routes(const Services& services) {
  const auto call = [&services](const Request& request, const Captures& captures) {
    const auto arguments = json_body(request);
    if (!arguments) return problem(arguments.error(), 415);
    return operation_answer(services, request, captures.front(), *arguments);
  };
  return {
      {"GET", "/v1/operations", Access::Read, list, {"Lists the operations with their schemas."}},
      {"GET", "/v1/operations/{name}", Access::Read, describe, {"Describes one operation."}},
      {"POST", "/v1/operations/{name}", Access::Read, call, {"Runs an operation; the body has its arguments."}},
  };
}

}  // namespace latewood::server
