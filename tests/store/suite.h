// The suite that every backend must pass. A test gets a store of its own and says nothing about
// where it lives.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "latewood/ext/store.h"
#include "support/store/batches.h"
#include "support/store/dump.h"
#include "support/store/place.h"

namespace latewood::test {

using namespace store;

class StoreSuite : public ::testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    store_ = place_.open();
    ASSERT_NE(store_, nullptr);
    context_ = new_context("demo");
  }

  Store& store() { return *store_; }
  std::shared_ptr<Store> open() { return place_.open(); }
  // Closes the store and opens it again, as the next process would.
  void reopen() {
    store_.reset();
    store_ = place_.open();
    ASSERT_NE(store_, nullptr);
  }

  ContextKey new_context(const std::string& name) {
    const auto key = store().create_context(name, "settings of " + name);
    EXPECT_TRUE(key) << key.error().message;
    return key ? *key : ContextKey{};
  }

  // Writes `count` turns on `branch`, after those it has.
  void write_turns(std::uint64_t count, const std::string& branch = "main") {
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto head = store().find_ref(context_, branch);
      ASSERT_TRUE(head) << head.error().message;
      const auto parent = *head ? std::optional<CommitId>((*head)->id) : std::nullopt;
      const auto written = store().write(turn_batch(context_, branch, parent, *head ? (*head)->cycle + 1 : 1));
      ASSERT_TRUE(written) << written.error().message;
    }
  }

  // A batch for the context, to be filled in.
  WriteBatch batch() const {
    WriteBatch batch;
    batch.context = context_;
    return batch;
  }

  StorePlace place_{GetParam()};
  std::shared_ptr<Store> store_;
  ContextKey context_{};
};

inline void expect_ok(const Result<void>& result) { EXPECT_TRUE(result) << result.error().message; }

// The name of the error: the rule's or the code's; "ok" without one.
template <class T>
std::string outcome_of(const Result<T>& result) {
  return result ? "ok" : std::string(name_of(result.error()));
}

}  // namespace latewood::test
