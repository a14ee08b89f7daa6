// The modules of the page as one script, for a file that has nothing beside it.
//
//   const std::string script = module_script("main.js");
#pragma once

#include <string>
#include <string_view>

namespace latewood::web {

// The asset `main` and all that it imports, each in a function of its own, in the order in which they need each other.
// It relies on how the page is written, which a test checks: imports are whole statements of the form
// `import { a, b as c } from "./x.js";` at the start of a line, exports stand before a declaration at the start of a
// line, exported names never change, and no two modules import each other. Libraries end with `export{a,b as c};`.
std::string module_script(std::string_view main);

}  // namespace latewood::web
