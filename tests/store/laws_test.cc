// Laws on generated batches, on every backend.
#include "store/suite.h"

#include "store/memory/memory_store.h"
#include "support/random/random.h"

namespace latewood::test {
namespace {

// The store in memory is the plain statement of what the others do.
TEST_P(StoreSuite, RandomBatchesDoTheSameAsInMemory) {
  const std::uint64_t seed = 20240611;
  SCOPED_TRACE(seed);
  Random random(seed);
  const auto model = make_memory_store();
  ContextKey in_model = *model->create_context("demo", "settings of demo");
  int accepted = 0;
  for (int round = 0; round < 400; ++round) {
    WriteBatch written = random_batch(random, context_);
    const auto real = store().write(written);
    written.context = in_model;
    const auto plain = model->write(written);
    ASSERT_EQ(outcome_of(real), outcome_of(plain)) << "round " << round;
    if (!real) {
      ASSERT_EQ(real.error().message, plain.error().message) << "round " << round;
    }
    accepted += real ? 1 : 0;
    if (random.chance(10)) {
      Removal removal = random_removal(random, context_);
      const auto removed = store().remove(removal);
      for (LogRange& range : removal.logs) range.context = in_model;
      ASSERT_TRUE(removed) << removed.error().message;
      ASSERT_EQ(removed->records, model->remove(removal)->records) << "round " << round;
    }
    if (round % 40 == 0) {
      ASSERT_EQ(dump(store()), dump(*model)) << "round " << round;
    }
  }
  EXPECT_EQ(dump(store()), dump(*model));
  EXPECT_GT(accepted, 40) << "the batches are too strange to test anything";
  EXPECT_TRUE(store().check()->empty());
}

}  // namespace
}  // namespace latewood::test
