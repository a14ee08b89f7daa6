// A call that runs on a thread of the pool of Node.js, and the promise of its result.
#pragma once

#include <node_api.h>

#include <memory>
#include <string>

#include "node/native/environment.h"
#include "node/native/owned_session.h"

namespace latewood::node {

// Progress that fails with E_INTERRUPTED once `stop` is set.
Progress progress_until(const Stop& stop);

// Starts the call and gives its promise: the JSON of the result, or a rejection with the JSON of the error. Never
// throws C++ exceptions: what a call throws, such as a lack of memory, rejects the promise.
napi_value start_call(napi_env env, std::shared_ptr<OwnedSession> session, std::string operation, std::string arguments,
                      Stop stop);

// Where nodes are read, as `Session::snapshot` takes it, and which of them.
struct NodeQuestion {
  std::string moment;
  std::string context;
  std::string branch;
  std::string selector;
};

// Starts reading the nodes and gives the promise of their columns (node_columns.h).
napi_value start_nodes(napi_env env, std::shared_ptr<OwnedSession> session, NodeQuestion question, Stop stop);

// Closes the session on a thread of the pool, once no call uses it: closing a store may write. The promise of null.
napi_value start_close(napi_env env, std::shared_ptr<OwnedSession> session);

// Runs the call on the thread of the environment, which waits for it.
Result<std::string> call_on_this_thread(OwnedSession& session, const std::string& operation,
                                        const std::string& arguments);

}  // namespace latewood::node
