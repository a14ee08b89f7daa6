#include "server/routes/line_pieces.h"

#include <optional>
#include <utility>

#include "latewood/json_text.h"
#include "latewood/json_value.h"
#include "server/http/problem.h"

namespace latewood::server {
namespace {

constexpr std::string_view kPageSize = "500";

struct LinePage {
  std::string text;
  std::string next;  // empty: it is the last page
};

class LinePieces : public BodyPieces {
 public:
  LinePieces(Session session, Operation operation, std::string arguments)
      : session_(std::move(session)), operation_(std::move(operation)), arguments_(std::move(arguments)) {}

  Result<LinePage> load(const std::string& start) {
    std::string arguments = arguments_.substr(0, arguments_.size() - 1);
    const std::string separator = arguments.size() > 1 ? "," : "";
    if (is_paged()) arguments.append(separator).append("\"limit\":").append(kPageSize);
    if (!start.empty()) arguments += ",\"start\":" + json_text(start);
    const auto result = session_.call(operation_.name, arguments + "}");
    if (!result) return result.error();
    const auto value = parse_json_text(*result);
    if (!value) return value.error();
    LinePage page;
    const JsonValue* list = value->find(operation_.lines);
    if (list == nullptr || list->as_array() == nullptr) return page;
    for (const JsonValue& element : *list->as_array()) page.text += json_text_of(element) + "\n";
    const JsonValue* next = value->find("next");
    if (next != nullptr && next->as_string() != nullptr) page.next = *next->as_string();
    return page;
  }

  void begin(LinePage page) { ready_ = std::move(page); }

  std::string next() override {
    if (!ready_) return {};
    LinePage page = *std::move(ready_);
    ready_.reset();
    if (page.next.empty()) return page.text;
    auto following = load(page.next);
    if (following) {
      ready_ = *std::move(following);
    } else {
      page.text += error_json(following.error()) + "\n";
    }
    return page.text;
  }

 private:
  bool is_paged() const { return operation_.arguments.find("\"start\"") != std::string::npos; }

  Session session_;
  Operation operation_;
  std::string arguments_;
  std::optional<LinePage> ready_ = {};  // read and not sent yet; nullopt: the end
};

}  // namespace

bool has_lines(const Operation& operation) { return !operation.lines.empty(); }

Response lines_answer(Session session, const Operation& operation, const std::string& arguments) {
  const auto pieces = std::make_shared<LinePieces>(std::move(session), operation, arguments);
  auto first = pieces->load({});
  if (!first) return problem(first.error());
  pieces->begin(*std::move(first));
  Response response;
  response.media_type = "application/x-ndjson";
  response.pieces = pieces;
  return response;
}

}  // namespace latewood::server
