// A small history that examples of operations run on.
#pragma once

#include <string>

#include "latewood/session.h"

namespace latewood::test {

// A session in memory with a context `main`: two commits, a branch, a tag, an attempt's reply, uncommitted edits.
Session story_session();

// Runs the call and fails the test if it fails.
std::string called(Session& session, std::string_view operation, std::string_view arguments);

}  // namespace latewood::test
