// The names of refusals: people match on them, so each is given where it is promised.
#include <gtest/gtest.h>

#include "latewood/selector.h"
#include "support/context_probe.h"

namespace latewood {
namespace {

using test::block;
using test::block_with_key;
using test::block_with_ttl;
using test::must;
using test::Nodes;
using test::open_context;
using test::open_system_context;
using test::verdict;

// One turn with `a`, and `x` with `below` under it in the head.
Context open_with_pending_edits() {
  Context context = open_context();
  must(context.insert(block_with_key("a", "k")));
  must(context.commit());
  must(context.insert(block("x")));
  must(context.insert_under(block("below"), "x"));
  return context;
}

Component with_attribute(const char* name) {
  Component component;
  component.attributes = {{name, "value"}};
  return component;
}

// Many turns at one place use up the stamps between two others.
std::string splice_until_refused() {
  Context context = open_context();
  must(context.commit());
  must(context.commit());
  std::string last = "done";
  // First the stamps run out, then the indexes between two turns of one stamp.
  for (int i = 0; i < 200 && last == "done"; ++i) {
    last = verdict(context.insert(block(std::to_string(i)), i < 40 ? 2 : 3));
  }
  return last;
}

// What was sent is not what the commit would say.
std::string edit_after_sending() {
  Context context = open_with_pending_edits();
  const AttemptTicket ticket = must(context.begin_attempt({}));
  AttemptOutcome outcome;
  outcome.status = AttemptStatus::Completed;
  must(context.end_attempt(ticket.attempt_id, outcome));
  must(context.insert(block("late")));
  return verdict(context.commit());
}

// ERR-06.
TEST(Errors, EveryRefusalHasItsName) {
  Context context = open_with_pending_edits();
  const Nodes before = context.working().value();
  EXPECT_EQ(verdict(context.at(7)), "E_SNAPSHOT_NOT_FOUND");
  EXPECT_EQ(verdict(context.delete_nodes(must(Selector::parse("@t0 .cb")))), "E_SNAPSHOT_READONLY");
  EXPECT_EQ(verdict(context.delete_nodes({"nobody"})), "E_NODE_NOT_FOUND");
  EXPECT_EQ(verdict(context.insert_under(block("y"), "a")), "E_SEALED_IMMUTABLE");
  EXPECT_EQ(verdict(context.insert_under(block("y"), "seq")), "E_PLACEMENT_INVALID");
  EXPECT_EQ(verdict(context.insert(block("y"), -1)), "E_UNAUTHORIZED");
  EXPECT_EQ(verdict(context.insert(block("a"))), "E_DUPLICATE_ID");
  EXPECT_EQ(verdict(context.insert(block("mt:9"))), "E_ID_RESERVED");
  EXPECT_EQ(verdict(context.reparent("x", "below")), "E_TREE_CYCLE");
  EXPECT_EQ(verdict(context.insert(with_attribute("plain"))), "E_ATTR_NAME");
  EXPECT_EQ(verdict(context.replace("x", {"y", {{"lw:message", std::int64_t{1}}}})), "E_ATTR_VALUE");
  EXPECT_EQ(verdict(context.insert(block_with_ttl("y", -1))), "E_TTL_INVALID");
  EXPECT_EQ(verdict(context.insert(block("y"), 3)), "E_DEPTH_RANGE");
  EXPECT_EQ(splice_until_refused(), "E_DEPTH_NO_GAP");
  EXPECT_EQ(edit_after_sending(), "E_BOUNDARY_MISMATCH");
  EXPECT_EQ(verdict(context.select("@t-1..@t0 .cb", {.context_lines = -1})), "E_OPTION_INVALID");
  EXPECT_EQ(context.working().value(), before);
}

// ERR-05: of insertions and of moves.
TEST(Errors, AnOverlapHasTheNameOfTheSpecification) {
  Context context = open_with_pending_edits();
  must(context.insert(block_with_key("post", "k", 1)));
  EXPECT_EQ(verdict(context.insert(block_with_key("y", "k"), 1)), "OverlapWouldViolateODI");
  EXPECT_EQ(verdict(context.move({"post"}, 2)), "OverlapWouldViolateODI");
}

}  // namespace
}  // namespace latewood
