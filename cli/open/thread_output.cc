#include "cli/open/thread_output.h"

#include <iostream>

#include "cli/open/where.h"
#include "cli/terminal/guarded_output.h"
#include "cli/terminal/result_members.h"
#include "cli/terminal/terminal.h"

namespace latewood::cli {

void print_request(const JsonValue& result) {
  const JsonValue* profile = result.find("profile");
  if (profile == nullptr || profile->is_null()) note_thread({});
  write_exact(text_of(result, "request"));
  if (is_terminal(Stream::Output)) std::cout << '\n';
}

}  // namespace latewood::cli
