#include "ui/state/mesh_import_queue.h"

#include "ooze/geometry/mesh.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace ooze::ui {

bool isMeshFile(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::span<const std::string_view> known = meshExtensions();
  return std::find(known.begin(), known.end(), extension) != known.end();
}

FileRequest meshRequest(MeshImportQueue& desk) {
  FileRequest request;
  request.title = "Add a mesh";
  request.about = "mesh";
  if (const char* home = std::getenv("HOME")) request.usual = home;
  for (const std::string_view extension : meshExtensions()) request.extensions.emplace_back(extension);
  request.chosen = [&desk](const std::filesystem::path& file) { desk.offer(file, std::nullopt); };
  return request;
}

}  // namespace ooze::ui
