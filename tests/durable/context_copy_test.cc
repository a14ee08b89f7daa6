// A copy of a context answers every question like the original.
#include "latewood/context_copy.h"

#include <gtest/gtest.h>

#include <string>

#include "latewood/errors.h"
#include "latewood/operation.h"
#include "latewood/session.h"
#include "support/operations/story.h"
#include "support/store/place.h"

namespace latewood::test {
namespace {

std::string copy_of(Repository& repository, std::string_view context) {
  std::string bytes;
  const auto keep = [&bytes](std::string_view piece) -> Result<void> {
    bytes.append(piece);
    return {};
  };
  EXPECT_TRUE(write_context_copy(repository, context, keep).has_value());
  return bytes;
}

class ContextCopy : public testing::Test {
 protected:
  ContextCopy() { const Session story = story_session(file()); }
  std::string file() const { return (folder_.path() / "story.db").string(); }
  Repository original() const { return Repository::open(file()).value(); }

 private:
  TempFolder folder_;
};

TEST_F(ContextCopy, AnswersLikeTheOriginal) {
  Repository from = original();
  Repository to = Repository::open("memory:").value();
  ASSERT_TRUE(read_context_copy(to, copy_of(from, "main")).has_value());
  Session here(from, {.clock = make_logical_clock()});
  Session there(to, {.clock = make_logical_clock()});
  std::size_t compared = 0;
  for (const Operation& row : list_operations()) {
    // Facts about the file, and about other contexts.
    const bool is_of_store = row.name == "doctor" || row.name == "fsck" || row.name == "contexts" || row.name == "init";
    if (row.scope != Scope::Read || is_of_store) continue;
    const auto expected = here.call(row.name, row.example);
    const auto answer = there.call(row.name, row.example);
    ASSERT_EQ(answer.has_value(), expected.has_value()) << row.name;
    EXPECT_EQ(answer ? *answer : error_json(answer.error()), expected ? *expected : error_json(expected.error()))
        << row.name;
    ++compared;
  }
  EXPECT_GT(compared, 25U);
}

// Reading writes the name of the current branch, which a store may leave out; then nothing is added any more.
TEST_F(ContextCopy, OfACopyIsTheSameBytes) {
  Repository from = original();
  Repository first = Repository::open("memory:").value();
  Repository second = Repository::open("memory:").value();
  ASSERT_TRUE(read_context_copy(first, copy_of(from, "main")).has_value());
  const std::string bytes = copy_of(first, "main");
  ASSERT_TRUE(read_context_copy(second, bytes).has_value());
  EXPECT_TRUE(copy_of(second, "main") == bytes);
}

TEST_F(ContextCopy, OfAContextWithoutCommitsHasItsEdits) {
  Repository from = Repository::open("memory:").value();
  Context context = from.open_context("new").value();
  ASSERT_TRUE(context.insert({.role = "user", .content = "Hello"}).has_value());
  Repository to = Repository::open("memory:").value();
  ASSERT_TRUE(read_context_copy(to, copy_of(from, "new")).has_value());
  EXPECT_EQ(to.open_context("new").value().working().value().size(), context.working().value().size());
}

TEST_F(ContextCopy, RefusesWhatIsNoCopy) {
  Repository from = original();
  const std::string bytes = copy_of(from, "main");
  for (const std::string& wrong : {std::string(), std::string("{}"), bytes.substr(0, bytes.size() - 1), bytes + "x"}) {
    Repository to = Repository::open("memory:").value();
    EXPECT_FALSE(read_context_copy(to, wrong).has_value());
    EXPECT_TRUE(to.contexts().value().empty());
  }
}

TEST_F(ContextCopy, OfAnUnknownContextIsRefused) {
  Repository from = original();
  const auto refused = write_context_copy(from, "absent", [](std::string_view) -> Result<void> { return {}; });
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().rule, errors::kContextNotFound);
}

}  // namespace
}  // namespace latewood::test
