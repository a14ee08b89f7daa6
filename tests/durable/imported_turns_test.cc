// Turns of a document that names no cycle are of cycle 0, and answer like others however the history is opened.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/branch/access.h"
#include "engine/branch/branch.h"
#include "engine/stored/checkpoint_writer.h"
#include "support/document/documents.h"
#include "support/store/history.h"

namespace latewood::test {
namespace {

TEST(ImportedTurns, OfCycleZeroAreFoundBehindACheckpoint) {
  StoredHistory history;
  const Context document = must_import(with_turns(R"({"id":"t1","nodeType":"mt","children":[{"id":"a"},{"id":"b"}]},)"
                                                  R"({"id":"t2","nodeType":"mt","children":[{"id":"c"}]})"));
  ASSERT_EQ(document.cycle(), 0U);
  const auto put = history.repository().put_history("main", "main", document);
  ASSERT_TRUE(put) << put.error().message;
  history.grow(engine::kCheckpointEvery);
  Context context = history.open();
  ASSERT_TRUE(engine::Access::branch(context).starts_late());
  for (const std::string id : {"t1", "a", "b", "t2", "c"}) {
    const auto found = context.select("@t0 #" + id);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(std::get<Ids>(*found), Ids{id});
  }
  const auto replaced = context.replace("a", {.content = "another text"});
  EXPECT_TRUE(replaced) << replaced.error().message;
}

}  // namespace
}  // namespace latewood::test
