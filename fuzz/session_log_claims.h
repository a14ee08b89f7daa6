// Claims about a session log of any format: the report counts every line, the imported contexts are sound, and a second
// import adds nothing.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "latewood/session_log.h"

namespace latewood::fuzz {

// A file in memory, under a name by which it can be opened.
class FileInMemory {
 public:
  explicit FileInMemory(std::string_view bytes) : descriptor_(::memfd_create("log", MFD_CLOEXEC)) {
    require(descriptor_ >= 0, "there is memory for a file");
    const auto written = ::write(descriptor_, bytes.data(), bytes.size());
    require(written == static_cast<ssize_t>(bytes.size()), "it takes all bytes");
  }
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;
  ~FileInMemory() { ::close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

inline void check_session_log(std::string_view text, SessionFormat format) {
  const FileInMemory file(text);
  Repository repository = Repository::open("memory:").value();
  SessionImporter importer(repository, {.format = format});
  const auto done = importer.import_file(file.path());
  if (!done) {
    require(done.error().code == Code::InvalidArgument, "a document that cannot be read is the input's fault");
    return;
  }
  require(done->lines == done->imported + done->noted + done->unknown.size(), "every line is accounted for");
  require(repository.verify().value().is_sound(), "what was imported is sound");
  SessionImporter again(repository, {.format = format});
  const auto twice = again.import_file(file.path());
  require(twice.has_value(), "it can be imported again");
  for (const SessionContext& context : twice->contexts) {
    require(context.commits == 0, "importing it again adds no commit");
    require(context.attempts == 0, "and no answer");
  }
}

}  // namespace latewood::fuzz
