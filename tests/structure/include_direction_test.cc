// Includes point one way only.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "structure/source_files.h"

namespace latewood::test {
namespace {

// All folders but the rooms of the engine and those above them.
const std::string kLibrary = "library";
const std::set<std::string> kAboveTheEngine = {"reconcile", "sessions"};

// What a folder of src/ may include from src/, besides itself. A new folder needs a row here. A name with a star means
// the folder and everything below it.
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"base", {}},
    {"canon", {"base"}},
    {"tree/memory", {"base", "canon"}},
    {"tree", {"base", "canon", "tree/memory"}},
    {"tree/edit", {"base", "canon", "tree/memory", "tree"}},
    {"text", {"base", "canon"}},
    {"tokens", {"base", "canon"}},
    {"prices", {"base", "canon"}},
    {"store", {"base", "canon"}},
    {"store/memory", {"base", "canon", "store"}},
    {"store/sql", {"base", "canon", "store"}},
    {"store/sqlite", {"base", "canon", "store", "store/sql"}},
    {"store/postgres", {"base", "canon", "store", "store/sql"}},
    {"store/open", {"base", "canon", "store*"}},
    {"lifecycle", {"base", "canon", "tree*"}},
    {"history", {"base", "canon", "tree*"}},
    {"selector/language", {"base", "canon", "tree*", "history"}},
    {"selector", {"base", "canon", "tree*", "history", "selector/language"}},
    {"diff", {"base", "canon", "tree*", "history"}},
    {"render/parts", {"base", "canon", "tree*", "history"}},
    {"render/cache", {"base", "canon", "tree*", "history", "render/parts"}},
    {"render", {"base", "canon", "tree*", "history", "render/parts", "render/cache"}},
    {"warp/graph", {"base", "canon", "tree*", "history"}},
    {"warp", {"base", "canon", "tree*", "history", "warp/graph"}},
    {"warp/mapping", {"base", "canon", "tree*", "history", "warp/graph", "warp"}},
    {"intake", {"base", "canon", "tree*", "history"}},
    {"exchange/chat", {"base", "canon", "tree*", "history"}},
    {"exchange/reply", {"base", "canon", "tree*", "history", "exchange/chat"}},
    {"exchange", {"base", "canon", "tree*", "history", "exchange/chat"}},
    {"engine/record", {kLibrary}},
    {"engine/branch", {kLibrary, "engine/record"}},
    {"engine/stored", {kLibrary, "engine/record", "engine/branch"}},
    {"engine/session", {kLibrary, "engine/record", "engine/branch", "engine/stored"}},
    {"engine/query", {kLibrary, "engine/record", "engine/branch"}},
    {"engine/why", {kLibrary, "engine/record", "engine/branch", "engine/session"}},
    {"engine/care", {kLibrary, "engine/record", "engine/branch", "engine/stored", "engine/session", "engine/why"}},
    {"engine/api", {kLibrary, "engine*"}},
    {"reconcile", {"base", "canon", "tree*", "history", "render/parts", "store", "engine/branch", "engine/api"}},
    {"sessions", {"base", "canon", "tree*", "exchange/chat", "reconcile", "engine/branch", "engine/api", "store"}},
    {"operations/table", {"base", "canon"}},
    {"operations/json", {"base", "canon", "operations/table"}},
    {"operations/session", {"base", "canon", "operations/table"}},
    {"operations/edits", {"base", "canon", "operations/table", "operations/json", "operations/session"}},
    {"operations/intake",
     {"base", "canon", "operations/table", "operations/json", "operations/session", "operations/edits",
      "operations/attempts"}},
    {"operations/attempts",
     {"base", "canon", "operations/table", "operations/json", "operations/session", "operations/edits"}},
    {"operations/telemetry", {"base", "canon", "operations/table", "operations/json", "operations/session"}},
    {"operations/doctor", {"base", "canon", "operations/table", "operations/json", "operations/session"}},
    {"operations/documents", {"base", "canon", "operations/table", "operations/json", "operations/session"}},
    {"operations/history",
     {"base", "canon", "operations/table", "operations/json", "operations/session", "operations/edits"}},
    {"operations/store",
     {"base", "canon", "operations/table", "operations/json", "operations/session", "operations/edits"}},
    {"mcp", {"base", "canon", "operations/table"}},
};

// A reader can know this many files of one folder; more are two ideas. A test beside the source it tests does not
// count.
constexpr std::size_t kMostFiles = 45;

bool is_folder(const std::string& folder) { return kMayInclude.contains(folder); }

bool is_named_by(const std::string& entry, const std::string& folder) {
  if (entry == kLibrary) return !folder.starts_with("engine/") && !kAboveTheEngine.contains(folder);
  if (!entry.ends_with('*')) return entry == folder;
  const std::string top = entry.substr(0, entry.size() - 1);
  return folder == top || folder.starts_with(top + "/");
}

bool may_include(const std::string& from, const std::string& to) {
  const std::set<std::string>& entries = kMayInclude.at(from);
  return from == to || std::any_of(entries.begin(), entries.end(),
                                   [&to](const std::string& entry) { return is_named_by(entry, to); });
}

TEST(IncludeDirection, FoldersOfTheLibraryIncludeOnlyWhatTheTableAllows) {
  const auto files = source_files({"src"});
  ASSERT_GT(files.size(), 30U);
  for (const SourceFile& file : files) {
    ASSERT_TRUE(is_folder(file.folder)) << file.path << ": its folder has no row in the table";
    for (const std::string& line : file.lines) {
      const std::string folder = folder_of(included_by(line));
      if (folder.empty() || folder.starts_with("latewood")) continue;
      if (file.is_test() && (folder == "support" || folder.starts_with("support/"))) continue;
      EXPECT_TRUE(may_include(file.folder, folder)) << file.path << ": " << line;
    }
  }
}

// The tables themselves: a folder that may include another is never included by it, directly or by a third.
TEST(IncludeDirection, NoTwoFoldersIncludeEachOther) {
  std::map<std::string, std::set<std::string>> reach;
  for (const auto& [from, entries] : kMayInclude) {
    for (const auto& [to, others] : kMayInclude) {
      if (from != to && may_include(from, to)) reach[from].insert(to);
    }
  }
  for (std::size_t round = 0; round < kMayInclude.size(); ++round) {
    for (auto& [folder, reached] : reach) {
      const std::set<std::string> before = reached;
      for (const std::string& other : before) reached.insert(reach[other].begin(), reach[other].end());
    }
  }
  for (const auto& [folder, reached] : reach) EXPECT_FALSE(reached.contains(folder)) << folder;
}

TEST(IncludeDirection, AFolderHasNoMoreFilesThanOneCanKnow) {
  std::map<std::string, std::size_t> files;
  for (const SourceFile& file : source_files(
           {"include", "src", "cli", "web", "server", "python", "node", "tests", "bench", "fuzz", "examples"})) {
    if (file.path.starts_with("src/") && file.is_test()) continue;
    ++files[folder_of(file.path)];
  }
  EXPECT_GT(files.size(), 60U);
  for (const auto& [folder, count] : files) {
    // The public headers are one folder for their users; latewood.h lists them by subject.
    if (folder == "include/latewood") continue;
    EXPECT_LE(count, kMostFiles) << folder;
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
      EXPECT_TRUE(target.empty() || is_room || target.starts_with("latewood/") || target.starts_with("web/") ||
                  target.starts_with("server/"))
          << file.path << ": " << line;
    }
  }
}

// Headers of the modules are included as "python/native/NAME.h".
TEST(IncludeDirection, ThePackagesUseNothingFromTheSources) {
  const auto files = source_files({"python", "node"});
  ASSERT_FALSE(files.empty());
  for (const SourceFile& file : files) {
    for (const std::string& line : file.lines) {
      const std::string target = included_by(line);
      EXPECT_TRUE(target.empty() || target.starts_with("latewood/") || target.starts_with("python/native/") ||
                  target.starts_with("node/native/"))
          << file.path << ": " << line;
    }
  }
}

TEST(IncludeDirection, TheInspectorUsesNothingFromTheSourcesOrTheCommandLine) {
  const auto files = source_files({"web"});
  ASSERT_FALSE(files.empty());
  for (const SourceFile& file : files) {
    for (const std::string& line : file.lines) {
      const std::string target = included_by(line);
      EXPECT_TRUE(target.empty() || target.starts_with("web/") || target.starts_with("latewood/"))
          << file.path << ": " << line;
    }
  }
}

// The sockets know nothing of the routes.
TEST(IncludeDirection, TheServerUsesPublicHeadersAndTheInspector) {
  const auto files = source_files({"server"});
  ASSERT_FALSE(files.empty());
  for (const SourceFile& file : files) {
    for (const std::string& line : file.lines) {
      const std::string target = included_by(line);
      const bool is_upward = (!file.path.starts_with("server/routes/") && !file.path.starts_with("server/server.") &&
                              target.starts_with("server/routes/")) ||
                             (file.path.starts_with("server/access/") && target.starts_with("server/http/"));
      const bool is_known = target.empty() || target.starts_with("server/") || target.starts_with("latewood/");
      EXPECT_TRUE((is_known || target.starts_with("web/")) && !is_upward) << file.path << ": " << line;
    }
  }
}

// So each header is proved to stand alone.
TEST(IncludeDirection, AFileIncludesItsOwnHeaderFirst) {
  for (const SourceFile& file : source_files({"src", "cli", "web", "server", "python"})) {
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
