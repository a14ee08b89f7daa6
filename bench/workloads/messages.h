// The messages of the workloads: texts that are all different, and contexts whose stamps are the same
// everywhere.
#pragma once

#include <cstdint>
#include <string>

#include "latewood/context.h"

namespace latewood::bench {

// Under the logical clock.
ContextOptions same_everywhere();

// `size` bytes of words that `number` chooses.
std::string words(std::uint64_t number, std::size_t size);

// Whatever fails in a workload is a fault of the bench.
template <class T>
T must(Result<T> result);
void must(const Result<void>& result);

void say(Context& context, const char* role, const std::string& text);

// Two messages of 200 bytes and a commit.
void chat_turn(Context& context, std::uint64_t number);

// The commit id of the head.
std::string head_of(const Context& context);

[[noreturn]] void fail(const Error& error);

template <class T>
T must(Result<T> result) {
  if (!result) fail(result.error());
  return *std::move(result);
}

}  // namespace latewood::bench
