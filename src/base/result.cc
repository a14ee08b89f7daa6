#include "latewood/result.h"

namespace latewood {

std::string_view to_string(Code code) {
  switch (code) {
    case Code::InvalidArgument: return "InvalidArgument";
    case Code::NotFound: return "NotFound";
    case Code::Conflict: return "Conflict";
    case Code::Corruption: return "Corruption";
    case Code::Unsupported: return "Unsupported";
    case Code::Unavailable: return "Unavailable";
  }
  return "InvalidArgument";
}

std::string_view name_of(const Error& error) {
  return error.rule.empty() ? to_string(error.code) : std::string_view(error.rule);
}

BadResultAccess::BadResultAccess(Error error)
    : error_(std::move(error)), text_("error[" + std::string(name_of(error_)) + "]: " + error_.message) {}

void throw_bad_result(const Error& error) { throw BadResultAccess(error); }

}  // namespace latewood
