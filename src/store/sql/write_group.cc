#include "store/sql/write_group.h"

#include <algorithm>

#include "base/rules.h"
#include "base/try.h"

namespace latewood::store {
namespace {

// The number of tries of a transaction that conflicts with other transactions, or that loses its connection before its
// commit.
constexpr int kMostTries = 10;

using Members = std::vector<GroupMember>;

bool is_broken(SessionState state) { return state != SessionState::Ready; }

void fail_all(Members& members, const Error& error) {
  for (GroupMember& member : members) member.error = error;
}

// Applies one job under a savepoint. An error of this function breaks the transaction; an error of the job does not.
Result<void> apply_under_savepoint(SqlSession& session, GroupMember& member) {
  LW_TRY(session.run("SAVEPOINT job"));
  const Result<void> applied = member.job->apply(session);
  member.error.reset();
  if (!applied) {
    member.error = applied.error();
    if (is_broken(session.state())) return applied.error();
    LW_TRY(session.run("ROLLBACK TO SAVEPOINT job"));
  }
  LW_TRY(session.run("RELEASE SAVEPOINT job"));
  return {};
}

// Applies all jobs within the transaction. An error means that the transaction is broken.
Result<void> apply_all(SqlSession& session, Members& members) {
  if (members.size() == 1) {
    const Result<void> applied = members.front().job->apply(session);
    members.front().error.reset();
    if (!applied) members.front().error = applied.error();
    return applied;
  }
  for (GroupMember& member : members) LW_TRY(apply_under_savepoint(session, member));
  return {};
}

bool any_applied(const Members& members) {
  for (const GroupMember& member : members) {
    if (!member.error) return true;
  }
  return false;
}

enum class Outcome : std::uint8_t {
  Settled,  // every member has its result
  Broken,   // nothing was written; every member has the cause
  InDoubt,  // the connection was lost while committing
};

// The outcome of a failed commit. If the connection was lost, it is not known yet whether the commit took effect.
Outcome commit_failed(SqlSession& session, Members& members, const Error& error) {
  const bool lost = session.state() == SessionState::Lost;
  if (!lost) session.rollback();
  for (GroupMember& member : members) {
    if (member.error) continue;
    member.error = error;
    member.in_doubt = lost;
  }
  return lost ? Outcome::InDoubt : Outcome::Broken;
}

// The group waits for the disk if one of its jobs must.
Transaction kind_of(const Members& members) {
  const auto may_wait = [](const GroupMember& member) { return member.job->flush == Flush::Later; };
  return std::all_of(members.begin(), members.end(), may_wait) ? Transaction::WriteLater : Transaction::Write;
}

Outcome try_once(SqlSession& session, Members& members) {
  if (auto begun = session.begin(kind_of(members)); !begun) {
    fail_all(members, begun.error());
    return is_broken(session.state()) ? Outcome::Broken : Outcome::Settled;
  }
  if (auto applied = apply_all(session, members); !applied) {
    const bool refused = members.size() == 1 && !is_broken(session.state());
    if (session.state() != SessionState::Lost) session.rollback();
    if (refused) return Outcome::Settled;
    fail_all(members, applied.error());
    return Outcome::Broken;
  }
  if (!any_applied(members)) {
    session.rollback();
    return Outcome::Settled;
  }
  const auto committed = session.commit();
  return committed ? Outcome::Settled : commit_failed(session, members, committed.error());
}

bool may_try_again(const SqlSession& session) {
  return session.state() == SessionState::Lost || session.state() == SessionState::Contended;
}

Result<void> reconnect_if_lost(SqlSession& session) {
  if (session.state() != SessionState::Lost) return {};
  return session.reconnect();
}

Error unknown_outcome(const Error& cause) {
  return broken(kOutcomeUnknown, "the connection was lost while committing: " + cause.message, Code::Unavailable);
}

// Returns true if the member's job took effect before the connection was lost; an error if that cannot be found out.
Result<bool> took_effect(SqlSession& session, const GroupMember& member) {
  if (!member.job->was_applied) return *member.error;
  return member.job->was_applied(session);
}

// Writes a job again that seems not to have taken effect. The server may still have been committing it at the time of
// the check: then the repeated job is refused, and a second check shows the truth.
Outcome repeat(SqlSession& session, GroupMember& member) {
  Members alone = {{member.job}};
  const Outcome outcome = try_once(session, alone);
  member.error = alone.front().error;
  if (outcome == Outcome::Settled && member.error && member.error->code == Code::Conflict) {
    const auto applied = member.job->was_applied(session);
    if (applied && *applied) member.error.reset();
  }
  return outcome;
}

// Finds out whether a job took effect whose commit was not answered, and writes it if it did not.
void settle_doubt(SqlSession& session, GroupMember& member) {
  const Error cause = unknown_outcome(*member.error);
  for (int tries = 0; tries < kMostTries; ++tries) {
    member.error = cause;
    if (!reconnect_if_lost(session)) return;
    const auto applied = took_effect(session, member);
    if (!applied && session.state() == SessionState::Lost) continue;
    member.error.reset();
    if (!applied) member.error = applied.error();
    if (!applied || *applied) return;
    const Outcome outcome = repeat(session, member);
    if (outcome == Outcome::Settled) return;
    if (outcome == Outcome::Broken && !may_try_again(session)) return;
  }
}

// Writes each job in its own transaction. A single job may have broken the shared one, for example because it is too
// large for the disk.
void write_one_by_one(SqlSession& session, Members& members) {
  for (GroupMember& member : members) {
    Members alone = {{member.job}};
    write_group(session, alone);
    member.error = alone.front().error;
  }
}

}  // namespace

void write_group(SqlSession& session, Members& members) {
  Outcome outcome = Outcome::Broken;
  for (int tries = 0; tries < kMostTries && outcome == Outcome::Broken; ++tries) {
    if (auto connected = reconnect_if_lost(session); !connected) return fail_all(members, connected.error());
    outcome = try_once(session, members);
    if (outcome == Outcome::Broken && !may_try_again(session)) break;
  }
  if (outcome == Outcome::Broken && members.size() > 1) return write_one_by_one(session, members);
  if (outcome != Outcome::InDoubt) return;
  for (GroupMember& member : members) {
    if (member.in_doubt) settle_doubt(session, member);
  }
}

}  // namespace latewood::store
