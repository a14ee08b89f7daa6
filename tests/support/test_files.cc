#include "support/test_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "canon/json_reader.h"

namespace latewood::test {

std::filesystem::path source_root() { return LATEWOOD_SOURCE_DIR; }

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot read " << path;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::string read_data(std::string_view name) {
  return read_file(std::filesystem::path(LATEWOOD_TEST_DATA) / std::string(name));
}

JsonValue read_json_data(std::string_view name) {
  auto value = parse_json(read_data(name));
  EXPECT_TRUE(value.has_value()) << name << ": " << (value ? "" : value.error().message);
  return value ? *std::move(value) : JsonValue();
}

}  // namespace latewood::test
