#include "store/sql/commit_queue.h"

#include <algorithm>

#include "store/sql/write_group.h"

namespace latewood::store {

Result<void> CommitQueue::run(WriteJob job) {
  Waiting self{std::move(job)};
  std::unique_lock lock(mutex_);
  waiting_.push_back(&self);
  // A leader takes all waiting jobs. So a job that is not taken arrived later, and waits for the next free lane.
  changed_.wait(lock, [&] { return self.done || (!self.taken && busy_ < lanes_); });
  if (!self.done) lead(lock);
  if (self.error) return *std::move(self.error);
  return {};
}

void CommitQueue::lead(std::unique_lock<std::mutex>& lock) {
  Group group;
  group.swap(waiting_);
  for (Waiting* member : group) member->taken = true;
  ++busy_;
  ++counts_.transactions;
  counts_.jobs += group.size();
  lock.unlock();
  write(group);
  lock.lock();
  for (Waiting* member : group) member->done = true;
  --busy_;
  changed_.notify_all();
}

void CommitQueue::write(const Group& group) {
  std::unique_ptr<SqlSession> session;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      session = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!session) {
    auto opened = open_();
    if (!opened) {
      for (Waiting* member : group) member->error = opened.error();
      return;
    }
    session = *std::move(opened);
  }
  std::vector<GroupMember> members;
  for (const Waiting* member : group) members.push_back({&member->job});
  write_group(*session, members);
  for (std::size_t i = 0; i < group.size(); ++i) group[i]->error = std::move(members[i].error);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(session));
}

CommitQueue::Counts CommitQueue::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace latewood::store
