#include "web/assets.h"

#include <algorithm>
#include <map>

#include "web/embedded_file.h"

namespace latewood::web {

std::span<const EmbeddedFile> page_files();

namespace {

std::string_view media_type_of(std::string_view path) {
  static const std::map<std::string_view, std::string_view> kTypes = {
      {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},   {".svg", "image/svg+xml; charset=utf-8"},
      {".txt", "text/plain; charset=utf-8"},
  };
  const std::size_t dot = path.rfind('.');
  const auto found = dot == std::string_view::npos ? kTypes.end() : kTypes.find(path.substr(dot));
  return found == kTypes.end() ? std::string_view("application/octet-stream") : found->second;
}

bool comes_before(const Asset& asset, std::string_view path) { return asset.path < path; }

}  // namespace

const std::vector<Asset>& assets() {
  static const std::vector<Asset> kAssets = [] {
    std::vector<Asset> found;
    for (const EmbeddedFile& file : page_files()) {
      found.push_back({file.path, file.bytes, media_type_of(file.path), file.digest});
    }
    std::sort(found.begin(), found.end(), [](const Asset& a, const Asset& b) { return a.path < b.path; });
    return found;
  }();
  return kAssets;
}

const Asset* find_asset(std::string_view url_path) {
  if (!url_path.starts_with('/')) return nullptr;
  const std::string_view path = url_path == "/" ? "index.html" : url_path.substr(1);
  const std::vector<Asset>& all = assets();
  const auto found = std::lower_bound(all.begin(), all.end(), path, comes_before);
  return found != all.end() && found->path == path ? &*found : nullptr;
}

}  // namespace latewood::web
