#include "cli/verbs/doors/request_lines.h"

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "cli/terminal/guarded_output.h"
#include "cli/terminal/report.h"
#include "cli/verbs/doors/line_reader.h"
#include "latewood/errors.h"
#include "latewood/json_text.h"
#include "latewood/operation.h"
#include "latewood/result.h"

namespace latewood::cli {
namespace {

constexpr std::size_t kLongestLine = std::size_t{64} * 1024 * 1024;

std::string answer(Caller& caller, const LineReader::Line& line) {
  if (line.is_too_long) {
    return error_json({Code::InvalidArgument, "the line is longer than " + std::to_string(kLongestLine) + " bytes",
                       std::string(errors::kArgumentInvalid)});
  }
  const auto result = caller.call_line(line.text);
  return result ? "{\"result\":" + *result + "}" : error_json(result.error());
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

int answer_lines(Caller& caller) {
  LineReader reader(kLongestLine);
  while (const auto line = reader.next()) {
    if (!line->is_too_long && is_blank(line->text)) continue;
    write_exact(answer(caller, *line) + "\n");
    if (const int code = finish_output("the requests up to here were carried out"); code != kSuccess) return code;
  }
  return finish_output();
}

}  // namespace latewood::cli
