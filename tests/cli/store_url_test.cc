// Addresses of stores on the command line: the password of one is shown to nobody.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "support/postgres_server.h"

namespace latewood::test {
namespace {

// What the command writes, on either stream.
std::string output_of(const std::string& arguments) {
  const std::string command = std::string(LATEWOOD_CLI_FOLDER) + "/latewood " + arguments + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  std::string text;
  std::array<char, 256> piece;
  while (std::fgets(piece.data(), static_cast<int>(piece.size()), pipe) != nullptr) text += piece.data();
  ::pclose(pipe);
  return text;
}

TEST(StoreUrl, ThePasswordIsNotShown) {
  PostgresServer* server = PostgresServer::shared();
  ASSERT_NE(server, nullptr);
  std::string url = server->new_schema();
  url += (url.find('?') == std::string::npos ? "?" : "&") + std::string("password=hush1");
  for (const std::string verb : {"log --store '", "init --store '", "init --json --store '", "log --store '"}) {
    const std::string shown = output_of(verb + url + "'");
    EXPECT_EQ(shown.find("hush"), std::string::npos) << shown;
  }
  EXPECT_NE(output_of("init --store '" + url + "'").find("password=***"), std::string::npos);
  url = server->new_schema();
  url.replace(0, std::string("postgres://").size(), "postgres://latewood:hush3@");
  const std::string made = output_of("init --store '" + url + "'");
  EXPECT_TRUE(made.starts_with("created context main in postgres://latewood@/postgres?")) << made;
  const std::string nowhere = "postgres://ann:hush2@/db?host=/no/such/folder";
  EXPECT_EQ(output_of("init --store '" + nowhere + "'").find("hush"), std::string::npos);
}

}  // namespace
}  // namespace latewood::test
