// Several write jobs as one transaction, and what to do when the transaction breaks.
#pragma once

#include <optional>
#include <vector>

#include "latewood/result.h"
#include "store/sql/commit_queue.h"
#include "store/sql/session.h"

namespace latewood::store {

struct GroupMember {
  const WriteJob* job = nullptr;
  std::optional<Error> error = {};  // nothing once it is durable
  bool in_doubt = false;            // its commit was sent and never answered
};

// Settles every member: durable, or failed without a trace.
void write_group(SqlSession& session, std::vector<GroupMember>& members);

}  // namespace latewood::store
