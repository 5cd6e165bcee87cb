#include "ui/mesh_desk.h"

#include "ooze/geometry/mesh.h"

#include "ui/panels/panel.h"

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

FileRequest meshRequest(InterfaceState& state, MeshDesk& desk) {
  FileRequest request{FileRequest::Kind::Open, "Add a mesh", state.meshFolder, {}, {}, {}};
  if (const char* home = std::getenv("HOME"); request.folder.empty() && home) request.folder = home;
  for (const std::string_view extension : meshExtensions()) request.extensions.emplace_back(extension);
  request.chosen = [&state, &desk](const std::filesystem::path& file) {
    state.meshFolder = file.parent_path();
    desk.offer(file, std::nullopt);
  };
  return request;
}

}  // namespace ooze::ui
