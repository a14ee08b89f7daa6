// Includes point one way only.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// What a folder of src/ may include from src/, besides itself. The table of the
// house style; a new folder needs a row here.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"base", {}},
    {"canon", {"base"}},
    {"tree", {"base", "canon"}},
    {"text", {"base", "canon"}},
    {"store", {"base", "canon"}},
    {"lifecycle", {"base", "canon", "tree"}},
    {"history", {"base", "canon", "tree"}},
    {"selector", {"base", "canon", "tree", "history"}},
    {"diff", {"base", "canon", "tree", "history"}},
    {"render", {"base", "canon", "tree", "history"}},
    {"warp", {"base", "canon", "tree", "history"}},
    {"intake", {"base", "canon", "tree", "history"}},
    {"exchange", {"base", "canon", "tree", "history"}},
    {"engine",
     {"base", "canon", "tree", "store", "lifecycle", "history", "selector", "diff", "render", "warp", "intake",
      "exchange", "text"}},
};

std::string first_folder(const std::string& path) { return path.substr(0, path.find('/')); }

TEST(IncludeDirection, FoldersOfTheLibraryIncludeOnlyWhatTheTableAllows) {
  const auto files = source_files({"src"});
  ASSERT_GT(files.size(), 30U);
  for (const SourceFile& file : files) {
    ASSERT_TRUE(kMayInclude.contains(file.folder)) << file.path << ": its folder has no row in the table";
    for (const std::string& line : file.lines) {
      const std::string folder = first_folder(included_by(line));
      if (folder.empty() || folder == "latewood" || folder == file.folder) continue;
      if (file.is_test() && folder == "support") continue;
      EXPECT_TRUE(kMayInclude.at(file.folder).contains(folder)) << file.path << ": " << line;
    }
  }
}

TEST(IncludeDirection, PublicHeadersIncludeOnlyEachOther) {
  const auto files = source_files({"include"});
  ASSERT_FALSE(files.empty());
  for (const SourceFile& file : files) {
    for (const std::string& line : file.lines) {
      const std::string target = included_by(line);
      EXPECT_TRUE(target.empty() || target.starts_with("latewood/")) << file.path << ": " << line;
    }
  }
}

// The same for the rooms of cli/, whose headers are included as "cli/ROOM/NAME.h". `main.cc` stands above all rooms.
const std::map<std::string, std::set<std::string>> kRoomMayInclude = {
    {"terminal", {}},
    {"usage", {"terminal"}},
    {"text", {"terminal", "usage"}},
    {"open", {"terminal", "usage"}},
    {"verbs", {"terminal", "usage", "text", "open"}},
};

// "text" of "cli/text/node_line.h"; empty for "cli/main.cc".
std::string room_of(const std::string& path) {
  const std::size_t begin = std::string("cli/").size();
  const std::size_t end = path.find('/', begin);
  return end == std::string::npos ? std::string() : path.substr(begin, end - begin);
}

TEST(IncludeDirection, RoomsOfTheCommandLineIncludeOnlyWhatTheTableAllows) {
  const auto files = source_files({"cli"});
  ASSERT_GT(files.size(), 30U);
  for (const SourceFile& file : files) {
    const std::string room = room_of(file.path);
    if (room.empty()) continue;
    ASSERT_TRUE(kRoomMayInclude.contains(room)) << file.path << ": its room has no row in the table";
    for (const std::string& line : file.lines) {
      const std::string target = included_by(line);
      if (!target.starts_with("cli/") || room_of(target) == room) continue;
      EXPECT_TRUE(kRoomMayInclude.at(room).contains(room_of(target))) << file.path << ": " << line;
    }
  }
}

// A path like "text/json.h" would find a folder of src/, so the public headers and the rooms are all there is.
TEST(IncludeDirection, TheCommandLineUsesNothingFromTheSources) {
  const auto files = source_files({"cli"});
  ASSERT_FALSE(files.empty());
  for (const SourceFile& file : files) {
    for (const std::string& line : file.lines) {
      const std::string target = included_by(line);
      const bool is_room = target.starts_with("cli/") && kRoomMayInclude.contains(room_of(target));
      EXPECT_TRUE(target.empty() || is_room || target.starts_with("latewood/")) << file.path << ": " << line;
    }
  }
}

// So each header is proved to stand alone.
TEST(IncludeDirection, AFileIncludesItsOwnHeaderFirst) {
  for (const SourceFile& file : source_files({"src", "cli"})) {
    if (!file.path.ends_with(".cc") || file.is_test()) continue;
    const std::filesystem::path header = std::filesystem::path(file.path).replace_extension(".h");
    const bool has_own = std::filesystem::exists(source_root() / header);
    if (!has_own) continue;
    std::string first;
    for (const std::string& line : file.lines) {
      if (first.empty() && line.starts_with("#include")) first = line;
    }
    EXPECT_EQ(included_by(first).substr(included_by(first).rfind('/') + 1), header.filename().string()) << file.path;
  }
}

}  // namespace
}  // namespace latewood::test
