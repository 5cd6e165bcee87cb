#include "ui/mesh_desk.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ooze::ui {

std::span<const std::string_view> meshExtensions() {
  static constexpr std::array<std::string_view, 7> kExtensions{".obj", ".ply", ".stl", ".gltf",
                                                               ".glb", ".3ds", ".off"};
  return kExtensions;
}

bool isMeshFile(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::span<const std::string_view> known = meshExtensions();
  return std::find(known.begin(), known.end(), extension) != known.end();
}

}  // namespace ooze::ui
