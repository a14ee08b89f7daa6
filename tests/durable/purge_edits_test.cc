// AUD-04: purging the content of an uncommitted block takes that content and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "latewood/hash.h"
#include "latewood/intake.h"
#include "latewood/json_text.h"
#include "support/context_probe.h"
#include "support/law.h"
#include "support/random/call.h"
#include "support/store/dump.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

const JsonValue kPurgedText("[purged]");

Component user_block_named(const std::string& id, const std::string& text) {
  return {.role = "user", .content = JsonValue(text), .id = id};
}

const NodeView* find(const std::vector<NodeView>& nodes, const std::string& id) {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [&id](const NodeView& node) { return node.id == id; });
  return found == nodes.end() ? nullptr : &*found;
}

OpenOptions granted(const std::string& branch) {
  OpenOptions options = logical(branch);
  options.context.system = true;
  return options;
}

// AUD-04
TEST(PurgeEdits, AUD_04_OtherEditsOfEveryBranchStay) {
  StoredHistory history;
  history.grow(2);
  ASSERT_TRUE(history.repository().create_branch("main", "side", "@t0"));
  std::map<std::string, std::vector<NodeView>> before;
  for (const std::string branch : {"main", "side"}) {
    Context context = history.open("main", logical(branch));
    must(context.insert(user_block_named("a", "kept of " + branch)));
    const std::string derived = must(context.insert(says("user", "secret")));
    must(context.insert_under(says("tool", "below it"), derived));
    must(context.insert({.id = "r", .attributes = {{"data_refs", JsonValue(JsonValue::Array{derived})}}}));
    ASSERT_TRUE(context.pin(derived));
    must(context.insert(user_block_named("z", "also kept")));
    before[branch] = must(context.working());
  }
  const auto report = history.repository().purge("main", payload_digest(JsonValue("secret")));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->journals, (std::vector<std::string>{"main/main", "main/side"}));
  EXPECT_EQ(report->edits, 2U);
  EXPECT_EQ(dump(history.store()).find("secret"), std::string::npos);
  for (const std::string branch : {"main", "side"}) {
    Context context = history.open("main", logical(branch));
    EXPECT_EQ(context.working_pins().size(), 1U);
    const auto after = must(context.working());
    ASSERT_EQ(after.size(), before[branch].size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      NodeView expected = before[branch][i];
      if (expected.content == JsonValue("secret")) {
        expected.content = kPurgedText;
        expected.content_hash = after[i].content_hash;
      }
      EXPECT_EQ(after[i], expected) << expected.id;
    }
    const auto committed = context.commit();
    ASSERT_TRUE(committed) << committed.error().message;
  }
  history.expect_sound();
}

// AUD-04: what was let in and what was proposed waits as before.
TEST(PurgeEdits, AUD_04_ProposalsAdmissionsAndTheRestOfAReplyStay) {
  StoredHistory history;
  history.grow(1);
  {
    Context context = history.open();
    must(append_event(context, {.stream = "chat", .payload = "an event"}));
    ASSERT_TRUE(admit(context, "main"));
    must(context.insert(says("user", "secret")));
    Proposal proposal;
    proposal.proposer = "planner";
    proposal.edits = {InsertEdit{user_block_named("p", "proposed"), 0}, InsertEdit{user_block_named("q", "secret"), 0}};
    ASSERT_TRUE(propose(context, proposal));
    const auto ticket = context.begin_attempt(request());
    AttemptOutcome outcome;
    outcome.reply = {says("assistant", "secret"), says("assistant", "harmless")};
    ASSERT_TRUE(context.end_attempt(must(ticket).attempt_id, outcome));
  }
  const auto report = history.repository().purge("main", payload_digest(JsonValue("secret")));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->edits, 2U);
  EXPECT_EQ(report->attempts, 1U);
  EXPECT_EQ(dump(history.store()).find("secret"), std::string::npos);
  Context context = history.open();
  EXPECT_EQ(list_proposals(context).size(), 1U);
  EXPECT_EQ(must(list_streams(context, "main")).front().cursor, 1U);
  // The attempt saw other bytes than those that are left, so it is taken back before the commit.
  ASSERT_TRUE(context.end_attempt(1, {.status = AttemptStatus::Canceled}));
  must(context.commit());
  const auto nodes = must(must(context.latest()).nodes());
  ASSERT_NE(find(nodes, "q"), nullptr);
  EXPECT_EQ(find(nodes, "q")->content, kPurgedText);
  EXPECT_EQ(find(nodes, "p")->content, JsonValue("proposed"));
  history.expect_sound();
}

// AUD-04: the marker gets another id, and what was done with it is done with the new one.
TEST(PurgeEdits, AUD_04_AReplacementLosesItsTextAndItsIdIsFollowed) {
  StoredHistory history;
  {
    Context context = history.open();
    must(context.insert(user_block_named("x", "first")));
    must(context.commit());
    const std::string marker = must(context.replace("x", {JsonValue("secret"), {}}));
    ASSERT_TRUE(context.pin(marker));
    must(context.insert({.id = "r", .attributes = {{"data_refs", JsonValue(JsonValue::Array{marker})}}}));
    must(context.insert(user_block_named("later", "kept")));
  }
  ASSERT_TRUE(history.repository().purge("main", payload_digest(JsonValue("secret"))));
  Context context = history.open();
  const auto nodes = must(context.working());
  const auto marker =
      std::find_if(nodes.begin(), nodes.end(), [](const NodeView& node) { return node.node_type == "cb:replacement"; });
  ASSERT_NE(marker, nodes.end());
  EXPECT_EQ(marker->content, kPurgedText);
  EXPECT_EQ(context.working_pins(), std::vector<std::string>{marker->id});
  EXPECT_NE(find(nodes, "later"), nullptr);
  EXPECT_EQ(find(nodes, "r")->attributes.front().value, JsonValue(JsonValue::Array{marker->id}));
  must(context.commit());
  history.expect_sound();
}

// AUD-04: edits that wait for a rebase stay too.
TEST(PurgeEdits, AUD_04_EditsOnAnOlderHeadStay) {
  StoredHistory history;
  history.grow(1);
  OpenOptions in_memory = logical();
  in_memory.keep_edits = false;
  Context other = history.open("main", in_memory);
  {
    Context context = history.open();
    must(context.insert(user_block_named("a", "kept")));
    must(context.insert(user_block_named("s", "secret")));
  }
  must(other.insert(says("user", "of another process")));
  must(other.commit());
  ASSERT_TRUE(history.repository().purge("main", payload_digest(JsonValue("secret"))));
  Context context = history.open();
  EXPECT_EQ(context.stale_edits(), 2U);
  const auto rebased = context.rebase();
  ASSERT_TRUE(rebased) << rebased.error().message;
  const auto nodes = must(context.working());
  EXPECT_EQ(find(nodes, "a")->content, JsonValue("kept"));
  EXPECT_EQ(find(nodes, "s")->content, kPurgedText);
}

TEST(PurgeEdits, TheTextThatStandsForPurgedContentStays) {
  StoredHistory history;
  must(history.open().insert(user_block_named("p", "[purged]")));
  const auto refused = history.repository().purge("main", payload_digest(kPurgedText));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().rule, "E_OPTION_INVALID");
}

// A journal does not grow with every purge of it.
TEST(PurgeEdits, TenPurgesMakeAJournalTenLonger) {
  StoredHistory history;
  Context context = history.open();
  for (int i = 0; i < 10; ++i) must(context.insert(says("user", "secret " + std::to_string(i))));
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(history.repository().purge("main", payload_digest(JsonValue("secret " + std::to_string(i)))));
  }
  const auto key = history.store().find_context("main")->value().key;
  EXPECT_EQ(history.store().list_edits(key, "main")->size(), 20U);
  EXPECT_EQ(must(history.open().working()).size(), must(context.working()).size());
}

// ---- the law ----

struct StoredLine {
  std::string branch;
  Context context;
  PlainContext model;
};

void edit(Random& random, StoredLine& line, std::size_t calls) {
  for (std::size_t i = 0; i < calls; ++i) {
    const Call call = random_call(random, line.model);
    make_call(call, line.model);
    make_call(call, line.context);
  }
}

// Contents of nodes that no snapshot has.
std::vector<JsonValue> uncommitted_contents(const Context& context) {
  std::vector<JsonValue> contents;
  const auto latest = context.latest();
  const std::vector<NodeView> committed = latest ? latest->nodes().value() : std::vector<NodeView>();
  for (const NodeView& node : context.working().value()) {
    if (node.content && find(committed, node.id) == nullptr) contents.push_back(*node.content);
  }
  return contents;
}

// With every id that became another in its place.
std::string with_names(std::string text, const std::map<std::string, std::string>& names) {
  for (const auto& [before, now] : names) {
    for (auto at = text.find("\"" + before + "\""); at != std::string::npos; at = text.find("\"" + before + "\"")) {
      text.replace(at + 1, before.size(), now);
    }
  }
  return text;
}

// The attributes, with "gone" for derived ids of nodes that are not there any more: these may be others too.
std::string text_of(const NodeView& node, const std::vector<NodeView>& nodes) {
  static const std::regex derived("cb:[a-z2-7]{16}");
  const std::string text = json_text_of(make_object(node.attributes));
  std::string out;
  auto rest = text.cbegin();
  for (std::sregex_iterator at(text.begin(), text.end(), derived), end; at != end; ++at) {
    out.append(rest, (*at)[0].first).append(find(nodes, at->str()) == nullptr ? "gone" : at->str());
    rest = (*at)[0].second;
  }
  return out.append(rest, text.cend());
}

// All of a node but its id, its parent and what it says.
NodeView around(NodeView node) {
  node.id.clear();
  node.parent_id.reset();
  node.content.reset();
  node.purged.reset();
  node.content_hash = {};
  node.attributes.clear();
  return node;
}

// Those members in which a difference is likely, so that a failure says what it is.
std::string told(const NodeView& node) {
  return node.node_type + " " + node.role.value_or("-") + " " + node.kind.value_or("-") + " " +
         std::to_string(node.offset) + " " + std::to_string(node.created_at_ns) + " " +
         std::to_string(node.creation_index) + " " + std::to_string(node.ttl.value_or(-1));
}

void expect_only_content_gone(const std::vector<NodeView>& before, const std::vector<NodeView>& after,
                              const JsonValue& content) {
  RC_ASSERT(after.size() == before.size());
  std::map<std::string, std::string> names;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].id != after[i].id) {
      // Only an id that was derived from the content, which may have been replaced since.
      RC_ASSERT(before[i].id.starts_with("cb:") && after[i].id.starts_with("cb:"));
      names[before[i].id] = after[i].id;
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    NodeView expected = around(before[i]);
    // A text without a kind is of kind text, so a block whose content was no text becomes one, and so do
    // the markers that take its kind.
    const bool becomes_text = !expected.kind && content.as_string() == nullptr && after[i].kind == "text";
    if (becomes_text) expected.kind = "text";
    RC_ASSERT(told(around(after[i])) == told(expected));
    RC_ASSERT(around(after[i]) == expected);
    RC_ASSERT(with_names("\"" + before[i].parent_id.value_or("") + "\"", names) ==
              "\"" + after[i].parent_id.value_or("") + "\"");
    RC_ASSERT(with_names(text_of(before[i], before), names) == text_of(after[i], after));
    const bool had_it = before[i].content == content;
    if (!had_it) RC_ASSERT(after[i].content == before[i].content);
    if (had_it) RC_ASSERT(after[i].content == kPurgedText || after[i].purged == payload_digest(content));
  }
}

// AUD-04
TEST(PurgeEdits, AUD_04_OnlyTheContentIsTakenFromAnyListOfEdits) {
  expect_law("a purge leaves all of every branch but the content", [](Random& random) {
    StoredHistory history;
    ContextOptions options = granted("").context;
    StoredLine line{"main", history.open("main", granted("main")), PlainContext(options)};
    for (std::size_t commits = random.below(3); commits > 0; --commits) {
      edit(random, line, 1 + random.below(6));
      line.model.commit(line.context.commit()->commit_id);
    }
    edit(random, line, 1 + random.below(12));
    const std::vector<JsonValue> contents = uncommitted_contents(line.context);
    if (contents.empty()) return;
    const JsonValue content = random.pick(contents);
    const std::vector<NodeView> before = line.context.working().value();
    const std::size_t pins = line.context.working_pins().size();
    PurgeOptions with_system;
    with_system.system = true;
    const auto report = history.repository().purge("main", payload_digest(content), with_system);
    if (!report) RC_LOG() << report.error().message << '\n';
    RC_ASSERT(report.has_value());
    auto opened = history.repository().open_context("main", granted("main"));
    if (!opened) RC_LOG() << opened.error().message << '\n';
    RC_ASSERT(opened.has_value());
    Context& context = *opened;
    expect_only_content_gone(before, context.working().value(), content);
    RC_ASSERT(context.working_pins().size() == pins);
    RC_ASSERT(context.commit().has_value());
    RC_ASSERT(history.repository().verify()->is_sound());
  });
}

}  // namespace
}  // namespace latewood::test
