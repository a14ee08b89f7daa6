#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "baselines/plain_chat.h"

namespace latewood::bench {
namespace {

// Beside the old file, flushed, then renamed over it: so that a crash leaves one of the two.
class JsonFile : public PlainChat {
 public:
  explicit JsonFile(const std::string& path) : path_(path) { document_.SetArray(); }

  void turn(const std::string& question, const std::string& answer) override {
    add("user", question);
    add("assistant", answer);
    rapidjson::StringBuffer text;
    rapidjson::Writer<rapidjson::StringBuffer> writer(text);
    document_.Accept(writer);
    const std::string beside = path_ + ".new";
    const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) std::abort();
    const bool is_written = ::write(file, text.GetString(), text.GetSize()) == static_cast<ssize_t>(text.GetSize());
    if (!is_written || ::fdatasync(file) != 0 || ::close(file) != 0) std::abort();
    if (std::rename(beside.c_str(), path_.c_str()) != 0) std::abort();
  }

  std::uint64_t messages() override {
    std::ifstream file(path_);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    rapidjson::Document read;
    read.Parse(text.data(), text.size());
    return read.IsArray() ? read.Size() : 0;
  }

 private:
  void add(const char* role, const std::string& text) {
    auto& memory = document_.GetAllocator();
    rapidjson::Value message(rapidjson::kObjectType);
    message.AddMember("role", rapidjson::Value(role, memory), memory);
    message.AddMember("content", rapidjson::Value(text.c_str(), memory), memory);
    document_.PushBack(message, memory);
  }

  std::string path_;
  rapidjson::Document document_;
};

}  // namespace

std::unique_ptr<PlainChat> make_json_file(const std::string& path) { return std::make_unique<JsonFile>(path); }

}  // namespace latewood::bench
