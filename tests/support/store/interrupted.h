// Histories that other processes change while a process is at work on them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "support/store/faulty_store.h"
#include "support/store/history.h"

namespace latewood::test {

using Act = std::function<void(StoredHistory& others)>;

inline void collect_all_but(StoredHistory& others, std::uint64_t last) {
  const auto report = others.repository().collect({.retention = {.last = last}});
  EXPECT_TRUE(report) << report.error().message;
}

// Nine turns. What a note says is in no later snapshot.
inline void grow_with_notes(StoredHistory& history) {
  for (int turn = 1; turn <= 9; ++turn) {
    Context context = history.open();
    const std::string number = std::to_string(turn);
    ASSERT_TRUE(context.insert({.content = "note " + number, .id = "note" + number, .ttl = 1}));
    history.grow(1);
  }
}

// A history of nine turns, the third of them tagged, and a way to it on which `act` comes before the n-th call.
class Interrupted {
 public:
  Interrupted(std::uint64_t call, const Act& act) : call_(call) {
    grow_with_notes(others_);
    EXPECT_TRUE(others_.repository().create_tag("main", "old", "@c3"));
    store_->before_call = [this, act](std::uint64_t number) {
      if (number == call_) act(others_);
    };
  }

  StoredHistory& others() { return others_; }
  Repository& watched() { return watched_; }
  // Whether so many calls were made.
  bool has_come() const { return store_->calls() >= call_; }

 private:
  std::uint64_t call_;
  std::shared_ptr<store::Store> inner_ = *store::open_store("memory:");
  StoredHistory others_{inner_};
  std::shared_ptr<FaultyStore> store_ = std::make_shared<FaultyStore>(inner_, 0, Fault::Before);
  Repository watched_{store_};
};

// Runs `look` with `act` before its n-th call, for every n; ends when `look` makes fewer.
inline void meanwhile(const Act& act, const std::function<void(Repository& repository, std::uint64_t call)>& look) {
  for (std::uint64_t call = 1;; ++call) {
    Interrupted history(call, act);
    look(history.watched(), call);
    if (!history.has_come() || testing::Test::HasFailure()) return;
  }
}

}  // namespace latewood::test
