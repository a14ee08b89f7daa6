// Files of the test data and of the source tree, for tests that read them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "latewood/json_value.h"

namespace latewood::test {

// The folder with the project's files.
std::filesystem::path source_root();

// The whole file; fails the test if it cannot be read.
std::string read_file(const std::filesystem::path& path);

// A file below tests/data, whole and as JSON.
std::string read_data(std::string_view name);
JsonValue read_json_data(std::string_view name);

}  // namespace latewood::test
