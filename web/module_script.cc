#include "web/module_script.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "web/assets.h"

namespace latewood::web {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

// The first name at or after `at`.
std::string_view name_at(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_name_character(text[at])) ++at;
  std::size_t end = at;
  while (end < text.size() && is_name_character(text[end])) ++end;
  return text.substr(at, end - at);
}

// "panels/../data/x.js" without the step back.
std::string joined_path(std::string_view from, std::string_view relative) {
  std::vector<std::string_view> parts;
  const auto add_parts = [&parts](std::string_view path) {
    while (!path.empty()) {
      const std::size_t slash = path.find('/');
      const std::string_view part = path.substr(0, slash);
      if (part == "..") {
        parts.pop_back();
      } else if (part != "." && !part.empty()) {
        parts.push_back(part);
      }
      path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    }
  };
  add_parts(from);
  parts.pop_back();  // the file itself
  add_parts(relative);
  std::string path;
  for (const std::string_view part : parts) path.append(path.empty() ? "" : "/").append(part);
  return path;
}

// A name and the name that it has on the other side: of "a as b" both, of "a" twice the same.
struct Pair {
  std::string_view inner;
  std::string_view outer;
};

std::vector<Pair> pairs_of(std::string_view list) {
  std::vector<Pair> pairs;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view part = list.substr(0, comma);
    const std::string_view first = name_at(part, 0);
    const std::size_t as = part.find(" as ");
    if (!first.empty()) pairs.push_back({first, as == std::string_view::npos ? first : name_at(part, as + 4)});
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return pairs;
}

class Script {
 public:
  // Adds the module after all that it imports. Returns the name of its exports in the script.
  std::string add(const std::string& path) {
    const auto [place, is_new] = names_.emplace(path, std::string());
    if (!is_new) return place->second;
    const Asset* asset = find_asset("/" + path);
    const std::string body = asset == nullptr ? std::string() : body_of(path, asset->bytes);
    const std::string name = "module" + std::to_string(++count_);
    names_[path] = name;
    text_.append("const ").append(name).append(" = (() => {\n").append(body).append("})();\n");
    return name;
  }
  const std::string& text() const { return text_; }

 private:
  std::string body_of(const std::string& path, std::string_view source) {
    std::string body;
    std::vector<Pair> exports;
    while (!source.empty()) {
      if (source.starts_with("import ")) {
        body += import_of(path, source.substr(0, source.find(';')));
        source.remove_prefix(source.find(';') + 1);
        continue;
      }
      if (source.starts_with("export ")) {
        source.remove_prefix(std::string_view("export ").size());
        if (const std::string_view name = declared_name(source); !name.empty()) exports.push_back({name, name});
      }
      const std::size_t end = source.find('\n');
      const std::string_view line = source.substr(0, end);
      const std::size_t list = line.rfind("export{");
      if (list != std::string_view::npos) {
        exports = pairs_of(line.substr(list + 7, line.find('}', list) - list - 7));
      }
      body.append(line.substr(0, list)).append("\n");
      source = end == std::string_view::npos ? std::string_view() : source.substr(end + 1);
    }
    return body + returned(exports);
  }

  // The name that "function name(..", "async function* name(..", "const name = .." or "class name .." declares; empty
  // for "{};".
  static std::string_view declared_name(std::string_view declaration) {
    const std::string_view line = declaration.substr(0, declaration.find('\n'));
    std::size_t at = 0;
    for (const std::string_view word : {"async ", "function", "const ", "class ", "*", " "}) {
      if (line.substr(at).starts_with(word)) at += word.size();
    }
    return at == 0 ? std::string_view() : name_at(line, at);
  }

  // `const { a, b: c } = module1;`
  std::string import_of(const std::string& path, std::string_view statement) {
    const std::size_t quote = statement.find('"');
    const std::string_view from = statement.substr(quote + 1, statement.rfind('"') - quote - 1);
    const std::size_t open = statement.find('{');
    std::string text;
    for (const Pair& pair : pairs_of(statement.substr(open + 1, statement.find('}') - open - 1))) {
      text.append(text.empty() ? "" : ", ").append(pair.inner);
      if (pair.outer != pair.inner) text.append(": ").append(pair.outer);
    }
    return "const { " + text + " } = " + add(joined_path(path, from)) + ";";
  }

  static std::string returned(const std::vector<Pair>& exports) {
    std::string text;
    for (const Pair& pair : exports) {
      text.append(text.empty() ? "" : ", ").append(pair.outer);
      if (pair.outer != pair.inner) text.append(": ").append(pair.inner);
    }
    return "return { " + text + " };\n";
  }

  std::map<std::string, std::string> names_;
  std::size_t count_ = 0;
  std::string text_;
};

}  // namespace

std::string module_script(std::string_view main) {
  Script script;
  script.add(std::string(main));
  return script.text();
}

}  // namespace latewood::web
