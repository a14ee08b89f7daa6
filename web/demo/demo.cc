#include "web/demo/demo.h"

#include <span>

#include "web/embedded_file.h"

namespace latewood::web {

std::span<const EmbeddedFile> demo_files();

std::string_view demo_calls() { return demo_files().front().bytes; }

}  // namespace latewood::web
