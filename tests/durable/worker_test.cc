#include "engine/stored/worker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace latewood::engine {
namespace {

TEST(Worker, GivesBackWhatItsJobsReturn) {
  Worker worker;
  auto number = worker.submit([] { return 7; });
  auto text = worker.submit([] { return std::string("done"); });
  worker.wait_for(text);
  EXPECT_EQ(text.get(), "done");
  EXPECT_EQ(number.get(), 7);
}

// Each job may wait for the one before it, whoever does them: none begins before those that came earlier.
TEST(Worker, JobsThatWaitForEarlierOnesAllEnd) {
  constexpr int kJobs = 1000;
  Worker worker;
  std::atomic<int> done = 0;
  std::vector<std::shared_future<int>> results;
  for (int i = 0; i < kJobs; ++i) {
    const std::shared_future<int> before = results.empty() ? std::shared_future<int>() : results.back();
    results.push_back(worker.submit([before, &done] {
      ++done;
      return before.valid() ? before.get() + 1 : 1;
    }));
    if (i % 100 == 99) worker.wait_for(results.back());
  }
  worker.wait_for(results.back());
  EXPECT_EQ(results.back().get(), kJobs);
  EXPECT_EQ(done, kJobs) << "a job was done twice";
}

// Jobs that hold the results of earlier ones make long rows.
TEST(Worker, AJobIsGoneWhenItsResultIsThere) {
  Worker worker;
  auto held = std::make_shared<int>(7);
  const std::weak_ptr<int> seen = held;
  const auto result = worker.submit([held = std::move(held)] { return *held; }).share();
  worker.wait_for(result);
  EXPECT_TRUE(seen.expired());
  EXPECT_EQ(result.get(), 7);
}

// While the thread is kept busy, whoever waits for a later job does it.
TEST(Worker, WhoWaitsHelps) {
  Worker worker;
  std::promise<void> begun;
  std::promise<void> may_end;
  auto busy = worker.submit([&begun, end = may_end.get_future().share()] {
    begun.set_value();
    end.wait();
  });
  begun.get_future().wait();
  auto helped = worker.submit([] { return std::this_thread::get_id(); });
  worker.wait_for(helped);
  EXPECT_EQ(helped.get(), std::this_thread::get_id());
  may_end.set_value();
  worker.wait_for(busy);
}

}  // namespace
}  // namespace latewood::engine
