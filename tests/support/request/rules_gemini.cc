#include <set>

#include "support/request/rules.h"

namespace latewood::test {
namespace {

using Calls = std::multiset<std::pair<std::string, std::string>>;

class GeminiRules {
 public:
  Faults check(const JsonValue& body) {
    const JsonValue::Array& contents = array_at(body, "contents");
    if (contents.empty()) fault("no contents");
    if (const JsonValue* system = body.find("systemInstruction")) {
      if (array_at(*system, "parts").empty()) fault("an empty system instruction");
    }
    std::string previous;
    for (const JsonValue& content : contents) {
      check_content(content, previous);
      previous = text_at(content, "role");
    }
    if (!open_.empty()) fault("a last call without response");
    return faults_;
  }

 private:
  void fault(std::string what) { faults_.push_back(std::move(what)); }

  void check_content(const JsonValue& content, const std::string& previous) {
    const std::string role = text_at(content, "role");
    if (role != "user" && role != "model") fault("role " + role);
    if (previous.empty() && role != "user") fault("the model speaks first");
    if (previous == "model" && role == "model") fault("two contents of the model");
    Calls calls;
    Calls responses;
    const JsonValue::Array& parts = array_at(content, "parts");
    if (parts.empty()) fault("a content without parts");
    bool lacks_signature = false;
    for (const JsonValue& part : parts) {
      if (const JsonValue* call = part.find("functionCall")) {
        lacks_signature = lacks_signature || (calls.empty() && text_at(part, "thoughtSignature").empty());
        calls.insert({text_at(*call, "id"), text_at(*call, "name")});
        if (!is_object(call->find("args"))) fault("args are no object");
        if (!is_name(text_at(*call, "name"), 64)) fault("a call of no function");
      } else if (const JsonValue* response = part.find("functionResponse")) {
        responses.insert({text_at(*response, "id"), text_at(*response, "name")});
        if (!is_object(response->find("response"))) fault("a response that is no object");
      } else {
        check_part(part);
      }
    }
    if (lacks_signature) fault("a first call without signature");
    if (!responses.empty() && responses.size() != parts.size()) fault("responses among other parts");
    if (responses != open_) fault("responses that are not those of the calls");
    if (!calls.empty() && role != "model") fault("a call of the user");
    open_ = calls;
  }

  void check_part(const JsonValue& part) {
    const bool is_media = is_object(part.find("inlineData")) || is_object(part.find("fileData"));
    const bool is_signed = !text_at(part, "thoughtSignature").empty();
    if (is_object(part.find("executableCode")) || is_object(part.find("codeExecutionResult"))) return;
    if (!is_media && !is_signed && is_blank_text(text_at(part, "text"))) fault("a part without text");
  }

  Faults faults_;
  Calls open_;
};

}  // namespace

Faults gemini_faults(const JsonValue& body) { return GeminiRules().check(body); }

}  // namespace latewood::test
