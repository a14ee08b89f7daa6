// Writes several jobs as one transaction. If the transaction breaks, finds the result of each job.
#pragma once

#include <optional>
#include <vector>

#include "latewood/result.h"
#include "store/sql/commit_queue.h"
#include "store/sql/session.h"

namespace latewood::store {

struct GroupMember {
  const WriteJob* job = nullptr;
  std::optional<Error> error = {};  // nullopt: the job is durable
  bool in_doubt = false;            // the commit was sent and not answered
};

// Settles every member: durable, or failed without any effect.
void write_group(SqlSession& session, std::vector<GroupMember>& members);

}  // namespace latewood::store
