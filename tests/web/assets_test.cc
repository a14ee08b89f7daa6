// The page as it is embedded in the program.
#include "web/assets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "support/test_files.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

TEST(Assets, EveryFileOfThePageIsEmbeddedByteForByte) {
  const fs::path folder = source_root() / "web/page";
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = fs::relative(entry.path(), folder).generic_string();
    const web::Asset* asset = web::find_asset("/" + path);
    ASSERT_NE(asset, nullptr) << path;
    EXPECT_EQ(asset->bytes, read_file(entry.path())) << path;
    EXPECT_EQ(asset->digest.size(), 64U) << path;
    EXPECT_NE(asset->media_type, "application/octet-stream") << path;
    ++files;
  }
  EXPECT_EQ(web::assets().size(), files);
  EXPECT_GT(files, 3U);
}

TEST(Assets, TheRootIsThePage) {
  ASSERT_NE(web::find_asset("/"), nullptr);
  EXPECT_EQ(web::find_asset("/"), web::find_asset("/index.html"));
  EXPECT_EQ(web::find_asset("/")->media_type, "text/html; charset=utf-8");
}

TEST(Assets, NothingElseIsThere) {
  for (const char* path : {"", "index.html", "//", "/../web/assets.h", "/vendor", "/vendor/", "/index.html/", "/%2e"}) {
    EXPECT_EQ(web::find_asset(path), nullptr) << path;
  }
}

}  // namespace
}  // namespace latewood::test
