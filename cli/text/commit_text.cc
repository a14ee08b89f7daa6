#include "cli/text/commit_text.h"

#include <iostream>

#include "cli/terminal/printable.h"
#include "cli/terminal/result_members.h"
#include "cli/text/departure_text.h"
#include "cli/text/first_line.h"

namespace latewood::cli {

void print_commit_report(const JsonValue& report, const std::string& message) {
  std::cout << '[' << printable(text_of(report, "branch")) << ' ' << text_of(report, "commit_id").substr(0, 12)
            << "] cycle " << number_of(report, "cycle");
  if (!message.empty()) std::cout << ": " << printable(first_line(message));
  const std::int64_t blocks = number_of(report, "nodes_after");
  std::cout << "\n  " << blocks << (blocks == 1 ? " block, " : " blocks, ") << number_of(report, "bytes_after")
            << " bytes; sealed " << printable(text_of(report, "turn_id")) << '\n';
  for (const JsonValue& departure : list_of(report, "left")) {
    std::cout << "  left: " << departure_text(departure) << '\n';
  }
  if (const std::string& summary = text_of(report, "summary_id"); !summary.empty()) {
    std::cout << "  summed up by: " << printable(summary) << '\n';
  }
  if (const std::string& fault = text_of(report, "summary_fault"); !fault.empty()) {
    std::cout << "  without the summary: " << printable(fault) << '\n';
  }
  for (const JsonValue& id : list_of(report, "kept")) {
    std::cout << "  over budget, but pinned or referenced: " << printable(*id.as_string()) << '\n';
  }
}

}  // namespace latewood::cli
