// A file that is part of the program; `latewood_embed` (cmake/embed.cmake) makes tables of them.
#pragma once

#include <span>
#include <string_view>

namespace latewood {

// The views live as long as the process.
struct EmbeddedFile {
  std::string_view path;    // relative, such as "views/tree.js"
  std::string_view bytes;   // exactly those of the file
  std::string_view digest;  // SHA-256 of the bytes, in hexadecimal digits
};

}  // namespace latewood
