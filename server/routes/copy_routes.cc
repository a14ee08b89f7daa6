// A whole context for clients that read it by themselves: the command line prints its texts from one.
#include <string>
#include <vector>

#include "latewood/context_copy.h"
#include "latewood/errors.h"
#include "server/http/problem.h"
#include "server/routes/routes.h"

namespace latewood::server {
namespace {

bool may_read(const Request& request, const std::string& context) {
  return context.starts_with(request.caller.context_prefix) && context != kHiddenContext;
}

Response copy_answer(const Services& services, const Request& request, const std::string& context) {
  if (!may_read(request, context)) {
    return problem({Code::InvalidArgument, "the token does not permit the context '" + context + "'",
                    std::string(errors::kScope)});
  }
  Response response;
  response.media_type = "application/octet-stream";
  Repository repository = services.repository;
  const ByteSink sink = [&response](std::string_view piece) -> Result<void> {
    response.body.append(piece);
    return {};
  };
  const auto written = write_context_copy(repository, context, sink);
  return written ? response : problem(written.error());
}

}  // namespace

std::vector<Route> copy_routes(const Services& services) {
  const auto answer = [&services](const Request& request, const Captures& captures) {
    return copy_answer(services, request, captures.front());
  };
  return {{"GET",
           "/v1/contexts/{context}/copy",
           Access::Read,
           answer,
           {"Gives a context whole, with its working states, in the form that `latewood --store` reads.",
            {},
            {},
            "application/octet-stream"}}};
}

}  // namespace latewood::server
