// A command that a message advises is safe to copy into a shell, whatever the name in it: names come from imported
// logs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/store/place.h"
#include "support/transcript.h"

namespace latewood::test {
namespace {

namespace fs = std::filesystem;

class Advice : public ::testing::Test {
 protected:
  CommandResult run(const std::string& command) const {
    return run_command(
        command, folder_.path(),
        {{"PATH", std::string(LATEWOOD_CLI_FOLDER) + ":/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"}, {"NAME", name_}});
  }

  TempFolder folder_;
  std::string name_;
};

// AUD-18.
TEST_F(Advice, AUD_18_IsSafeToRunWhateverTheName) {
  for (const char* name : {"$(touch owned)", "`touch owned`", "x; touch owned", "it's", "two\nlines", "a\\b 'c'",
                           "plain", "\x1b[31mred", "turned \xe2\x80\xae round", "-", "!!", "*", "\"quoted\""}) {
    name_ = name;
    ASSERT_EQ(run("rm -f *; latewood init --context \"$NAME\"").exit_code, 0) << name_;
    ASSERT_EQ(run("latewood insert --context \"$NAME\" --role user text").exit_code, 0) << name_;
    ASSERT_EQ(run("latewood commit --context \"$NAME\"").exit_code, 0) << name_;
    const std::string refusal = run("latewood context delete \"$NAME\" 2>&1").output;
    const std::size_t begin = refusal.find("`latewood") + 1;
    const std::size_t end = refusal.rfind('`');
    ASSERT_LT(begin, end) << refusal;
    std::ofstream(folder_.path() / "advised.sh") << refusal.substr(begin, end - begin) << '\n';
    const CommandResult done = run("bash advised.sh 2>&1");
    EXPECT_EQ(done.exit_code, 0) << refusal << done.output;
    EXPECT_TRUE(fs::exists(folder_.path() / "FILE")) << "the bundle is not of this context: " << refusal;
    EXPECT_FALSE(fs::exists(folder_.path() / "owned")) << refusal;
  }
}

}  // namespace
}  // namespace latewood::test
