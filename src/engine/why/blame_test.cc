#include <gtest/gtest.h>

#include "latewood/context.h"
#include "latewood/intake.h"
#include "latewood/why.h"

namespace latewood {
namespace {

Component said(const std::string& id, const std::string& role, const std::string& content) {
  Component component;
  component.id = id;
  component.role = role;
  component.kind = "text";
  component.content = JsonValue(content);
  return component;
}

ContextOptions options_of(const std::string& actor) {
  ContextOptions options;
  options.clock = make_logical_clock();
  options.system = true;
  options.actor = actor;
  options.receipts = true;
  return options;
}

EventRef mail(Context& context, const std::string& payload) {
  return append_event(context, {.stream = "mail", .kind = EventKind::Tool, .payload = payload}).value();
}

// Three commits: a system text and a question by hand, an answer on an event, and a proposal.
struct Story {
  Context context{options_of("ann")};
  std::vector<CommitId> commits;
  EventRef event;

  Story() {
    context.insert(said("rules", "system", "Be brief."), -1).value();
    context.insert(said("ask", "user", "Any mail?")).value();
    commit("first");
    event = mail(context, "You have mail");
    admit(context, "main").value();
    set_cause(context, event);
    context.insert(said("told", "assistant", "You have mail")).value();
    set_cause(context, std::nullopt);
    context.insert(said("more", "user", "And?")).value();
    commit("second");
    propose(context, {.proposer = "bob", .edits = {InsertEdit{said("late", "assistant", "Nothing."), 0}}}).value();
    commit("third");
  }

  void commit(const std::string& message) { commits.push_back(context.commit({.message = message})->commit_id); }
};

const BlameLine& line_of(const std::vector<BlameLine>& lines, const std::string& id) {
  for (const BlameLine& line : lines) {
    if (line.unit.id == id) return line;
  }
  static const BlameLine none;
  ADD_FAILURE() << "no unit of " << id;
  return none;
}

TEST(Blame, EveryUnitNamesTheCommitAndTheEventThatBroughtIt) {
  const Story story;
  const auto lines = blame(story.context).value();
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(line_of(lines, "rules").commit_id, story.commits[0]);
  EXPECT_EQ(line_of(lines, "ask").commit_id, story.commits[0]);
  EXPECT_EQ(line_of(lines, "ask").message, "first");
  EXPECT_EQ(line_of(lines, "ask").rule, "insert");
  EXPECT_EQ(line_of(lines, "ask").actor, "ann");
  EXPECT_EQ(line_of(lines, "ask").event, std::nullopt);
  EXPECT_EQ(line_of(lines, "told").commit_id, story.commits[1]);
  EXPECT_EQ(line_of(lines, "told").cycle, 2U);
  EXPECT_EQ(line_of(lines, "told").event, story.event);
  EXPECT_EQ(line_of(lines, "more").commit_id, story.commits[1]);
  EXPECT_EQ(line_of(lines, "more").event, std::nullopt);
  EXPECT_EQ(line_of(lines, "late").commit_id, story.commits[2]);
  EXPECT_EQ(line_of(lines, "late").actor, "bob");
}

TEST(Blame, UnitsAreThoseOfTheThreadInItsOrder) {
  const Story story;
  const std::string thread = story.context.latest()->provider_thread().value();
  std::uint64_t end = 0;
  for (const BlameLine& line : blame(story.context).value()) {
    EXPECT_GE(line.unit.bytes.begin, end);
    end = line.unit.bytes.end;
    const std::string bytes = thread.substr(line.unit.bytes.begin, end - line.unit.bytes.begin);
    EXPECT_NE(bytes.find("\"id\":\"" + line.unit.id + "\""), std::string::npos) << bytes;
  }
  EXPECT_EQ(end + 1, thread.size());
}

TEST(Blame, AnEarlierSnapshotKnowsNothingOfWhatCameLater) {
  const Story story;
  const auto lines = blame(story.context, "@c1").value();
  ASSERT_EQ(lines.size(), 2U);
  for (const BlameLine& line : lines) EXPECT_EQ(line.commit_id, story.commits[0]) << line.unit.id;
}

TEST(Blame, TheRequestOfAProfileHasTheSameAnswers) {
  const Story story;
  const auto thread = blame(story.context).value();
  for (const ProfileName& profile : profiles()) {
    const Rendered rendered = story.context.latest()->render(to_string(profile)).value();
    const auto lines = blame(story.context, "@t0", to_string(profile)).value();
    ASSERT_EQ(lines.size(), rendered.units.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(lines[i].unit, rendered.units[i]);
      const BlameLine& same = line_of(thread, lines[i].unit.id);
      EXPECT_EQ(lines[i].commit_id, same.commit_id) << to_string(profile) << ' ' << same.unit.id;
      EXPECT_EQ(lines[i].event, same.event) << to_string(profile) << ' ' << same.unit.id;
    }
  }
  EXPECT_EQ(blame(story.context, "@t0", "nobody").error().rule, "E_PROFILE_UNKNOWN");
}

// The reply of an attempt enters with the commit after it.
TEST(Blame, AReplyWasBroughtByTheCommitThatHasIt) {
  Story story;
  const AttemptTicket ticket = story.context.begin_attempt({.provider = "p", .model = "m", .params = {}}).value();
  story.context.end_attempt(ticket.attempt_id, {.error = {}, .reply = {said("reply", "assistant", "Bye.")}}).value();
  story.commit("fourth");
  story.commit("fifth");
  EXPECT_EQ(line_of(blame(story.context).value(), "reply").commit_id, story.commits[4]);
}

// Without receipts only the commit is known.
TEST(Blame, WithoutReceiptsOnlyTheCommitIsNamed) {
  ContextOptions options = options_of("ann");
  options.receipts = false;
  Context context(std::move(options));
  context.insert(said("ask", "user", "Any mail?")).value();
  const CommitId id = context.commit()->commit_id;
  const auto lines = blame(context).value();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].commit_id, id);
  EXPECT_EQ(lines[0].rule, "");
}

}  // namespace
}  // namespace latewood
