// The transcripts of this folder. With LATEWOOD_RECORD=1 in the environment the
// documents are rewritten with what the commands give now; `make record` does that.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "support/test_files.h"
#include "support/transcript.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;
using Environment = std::map<std::string, std::string>;

const std::string kPath = std::string(LATEWOOD_CLI_FOLDER) + ":/usr/bin:/bin";
const Environment kPlain = {{"PATH", kPath}, {"LC_ALL", "C.UTF-8"}, {"TZ", "UTC"}, {"LATEWOOD_CLOCK", "logical"}};
// Turkish has other capitals and another decimal point. A machine that lacks it sees a
// locale of an unknown name, which must not matter either.
const Environment kElsewhere = {
    {"PATH", kPath}, {"LC_ALL", "tr_TR.UTF-8"}, {"TZ", "Asia/Kathmandu"}, {"LATEWOOD_CLOCK", "logical"}};

// A new folder that goes with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "latewood-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr) << name;
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Transcript run_in_new_folder(const Transcript& transcript, const Environment& environment) {
  const TemporaryFolder folder;
  return transcript.run(folder.path(), environment);
}

std::vector<fs::path> documents() {
  // What users read is a transcript like those of this folder.
  std::vector<fs::path> files = {source_root() / "README.md"};
  for (const char* name : {"guide.md", "recipes.md", "selectors.md"}) files.push_back(source_root() / "docs" / name);
  for (const auto& entry : fs::directory_iterator(source_root() / "tests" / "cli")) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  EXPECT_FALSE(files.empty());
  return files;
}

bool records() { return std::getenv("LATEWOOD_RECORD") != nullptr; }

void record(const fs::path& file, const std::string& before, const std::string& now) {
  if (now == before) return;
  std::ofstream(file, std::ios::binary) << now;
  std::cout << "recorded " << file.filename().string() << '\n';
}

TEST(Transcripts, GiveTheirRecordedOutput) {
  for (const fs::path& file : documents()) {
    SCOPED_TRACE(file.filename().string());
    const std::string recorded = read_file(file);
    const Transcript now = run_in_new_folder(Transcript(recorded), kPlain);
    EXPECT_EQ(Transcript(now.markdown()).parts(), now.parts()) << "an output looks like a command or a fence";
    if (records()) {
      record(file, recorded, now.markdown());
    } else {
      EXPECT_EQ(now.markdown(), recorded) << "`make record` rewrites it";
    }
  }
}

TEST(Transcripts, GiveTheSameBytesInAnotherLocaleAndTimeZone) {
  for (const fs::path& file : documents()) {
    SCOPED_TRACE(file.filename().string());
    const Transcript transcript(read_file(file));
    EXPECT_EQ(run_in_new_folder(transcript, kElsewhere).markdown(), run_in_new_folder(transcript, kPlain).markdown());
  }
}

TEST(TranscriptText, ReadsBackAsItWasWritten) {
  const std::string text =
      "# Title\n\n```file a.txt\n$ no command\n```\n\n```console\n$ cat a.txt\n$ no command\n```\nend";
  EXPECT_EQ(Transcript(text).markdown(), text);
}

// The test of the transcripts can itself fail.
TEST(TranscriptText, RunningShowsWhatDiffers) {
  const Transcript wrong("```file a.txt\nfirst\n```\n```console\n$ cat a.txt; printf x >&2; exit 3\nsecond\n```\n");
  EXPECT_EQ(run_in_new_folder(wrong, kPlain).markdown(),
            "```file a.txt\nfirst\n```\n"
            "```console\n$ cat a.txt; printf x >&2; exit 3\nfirst\nx\n[no line feed]\n[exit 3]\n```\n");
}

TEST(TranscriptText, CommandsSeeOnlyTheVariablesTheyAreGiven) {
  const TemporaryFolder folder;
  ASSERT_EQ(setenv("LATEWOOD_PROBE", "outside", 1), 0);
  EXPECT_EQ(run_command("echo \"$TZ, $LATEWOOD_PROBE\"", folder.path(), {{"TZ", "UTC"}}).output, "UTC, \n");
}

}  // namespace
}  // namespace latewood::test
