// A small history that examples of operations run on.
#pragma once

#include <string>

#include "latewood/session.h"

namespace latewood::test {

// A session on a new store with a context `main`: commits, a branch, a tag, a pin, an uncommitted edit.
Session story_session(const std::string& url = "memory:");

// Runs the call and fails the test if it fails.
std::string called(Session& session, std::string_view operation, std::string_view arguments);

}  // namespace latewood::test
