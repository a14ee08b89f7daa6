// What the command line prints.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace latewood::test {

// Standard output and standard error together.
inline std::string output_of(const std::string& arguments) {
  const std::string command = std::string(LATEWOOD_CLI_FOLDER) + "/latewood " + arguments + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string text;
  std::array<char, 256> piece;
  while (std::fgets(piece.data(), static_cast<int>(piece.size()), pipe) != nullptr) text += piece.data();
  ::pclose(pipe);
  return text;
}

}  // namespace latewood::test
