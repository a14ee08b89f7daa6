// A store written again into another one, with what a test changes on the way: for bytes that are
// wrong although every checksum is right, as if another program had changed them on purpose.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "latewood/ext/store.h"

namespace latewood::test {

// Each may change what it is given.
struct Changes {
  std::function<void(store::NewCommit& commit)> commit = {};
  std::function<void(store::Head& head)> head = {};  // of branches and tags, after the commits
  std::function<void(store::Blob& payload)> payload = {};
  std::function<void(store::Blob& page)> page = {};
  std::function<void(store::StateChange& state)> state = {};
  std::function<void(store::LogEntry& event)> event = {};
};

// A store in memory with the contexts, commits, contents, names, states, journals, attempts and events of
// another; what was collected or purged there is here too. Fails the test if `from` cannot be read.
std::shared_ptr<store::Store> copied(store::Store& from, const Changes& changes);

}  // namespace latewood::test
