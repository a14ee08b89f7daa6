// AUD-08: the proposals of a commit are shown by the command line, from a store that another process wrote.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "canon/json_reader.h"
#include "cli/command_output.h"
#include "latewood/intake.h"
#include "latewood/repository.h"
#include "support/context_probe.h"

namespace latewood::test {
namespace {

Proposal replaces(const std::string& proposer, const std::string& id, const std::string& text) {
  Proposal proposal;
  proposal.proposer = proposer;
  proposal.edits = {ReplaceEdit{id, {JsonValue(text), {}}}};
  return proposal;
}

// Two proposals about one block, of which the second is rejected, and one about another block.
void write_history(const std::string& path) {
  Repository repository = must(Repository::open(path));
  OpenOptions options;
  options.context.clock = make_logical_clock();
  options.context.system = true;
  Context context = must(repository.open_context("main", options));
  for (const char* id : {"x", "y"}) must(context.insert({.content = JsonValue("old"), .id = id}, -1));
  must(context.commit());
  must(propose(context, replaces("ann", "x", "from ann")));
  must(propose(context, replaces("bob", "x", "from bob")));
  must(propose(context, replaces("cid", "y", "from cid")));
  must(context.commit());
  must(context.insert({.content = JsonValue("later")}));
  must(context.commit());
}

std::string member_text(const JsonValue& object, const char* name) { return *object.find(name)->as_string(); }

// AUD-08
TEST(ProposalsShown, AUD_08_EachWithItsFateAndWhatWasInItsWay) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "proposals_shown";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string store = (folder / "s.db").string();
  write_history(store);
  for (const bool is_collected : {false, true}) {
    if (is_collected) output_of("gc --keep 2 --store " + store);
    const JsonValue shown = must(parse_json(output_of("show --proposals @t-1 --json --store " + store)));
    const JsonValue::Array& proposals = *shown.find("proposals")->as_array();
    ASSERT_EQ(proposals.size(), 3U);
    int rejected = 0;
    for (const JsonValue& proposal : proposals) {
      const JsonValue::Array& blockers = *proposal.find("blockers")->as_array();
      if (member_text(proposal, "disposition") == "applied") {
        EXPECT_TRUE(blockers.empty());
        continue;
      }
      ++rejected;
      EXPECT_EQ(member_text(proposal, "scope"), "x");
      ASSERT_EQ(blockers.size(), 1U);
      const auto& blocker = proposals[static_cast<std::size_t>(*blockers.front().as_integer())];
      EXPECT_EQ(member_text(blocker, "scope"), "x");
      EXPECT_EQ(member_text(blocker, "disposition"), "applied");
    }
    EXPECT_EQ(rejected, 1);
    const std::string text = output_of("show --proposals @t-1 --store " + store);
    EXPECT_NE(text.find("cycle 2, 3 proposals"), std::string::npos) << text;
    EXPECT_NE(text.find("blocked by: "), std::string::npos) << text;
    EXPECT_NE(output_of("show --proposals --store " + store).find("cycle 3, 0 proposals"), std::string::npos);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace latewood::test
