// The head of a request, its first line and its headers, checked before a parser interprets it.
//
// Two programs that read one head in two ways can be made to disagree on where a request ends (request smuggling). So
// every form that parsers are known to read differently is refused here.
#pragma once

#include <cstddef>
#include <string_view>

#include "latewood/result.h"

namespace latewood::server {

inline constexpr std::size_t kMostHeaders = 100;

// `head` ends with the empty line. E_REQUEST_INVALID with the reason:
//   a line that does not end in CR LF, a bare CR, or a control character
//   a header that goes on in the next line (obsolete folding), a blank before a colon, or a name that is no token
//   Content-Length given twice, not as digits, or together with Transfer-Encoding
//   a Transfer-Encoding other than "chunked"
//   no Host or two of them, more than `kMostHeaders` headers, or a version other than HTTP/1.1 and HTTP/1.0
Result<void> check_head(std::string_view head);

}  // namespace latewood::server
