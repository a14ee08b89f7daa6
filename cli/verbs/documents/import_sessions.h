// Imports the logs of coding agents and chat programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/open/where.h"
#include "latewood/session_log.h"

namespace latewood::cli {

struct SessionsRequest {
  Where where;
  std::vector<std::string> paths;            // files and folders
  std::optional<SessionFormat> format = {};  // nullopt: told by each file
  bool names_context = false;                // --context was given
  bool follow = false;
  bool json = false;
};

// The format "auto", or one of `SessionFormat`.
bool is_session_format(std::string_view name);

// Imports every file, and with `follow` goes on with what is added until Ctrl-C. Of a folder takes the files in it and
// below it that are logs. Prints what became of the lines of each file. Returns the exit code: 1 if a file cannot be
// read.
int import_sessions(SessionsRequest request);

}  // namespace latewood::cli
