// Addresses of stores on the command line: the password of one is shown to nobody.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "cli/command_output.h"
#include "support/store/postgres_server.h"

namespace latewood::test {
namespace {

// What the command writes, on either stream.
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
