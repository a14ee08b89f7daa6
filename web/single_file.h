// The inspector as one HTML file that holds what it shows: no server, no network.
//
//   save("history.html", single_file(answers));
#pragma once

#include <string>
#include <string_view>

namespace latewood::web {

// `answers` is JSON of the form that web/page/data/bundle.js reads. The policy of the file lets only its own script and
// style work, by their digests, and no request at all. The same answers give the same bytes.
std::string single_file(std::string_view answers);

}  // namespace latewood::web
