// The input of the fuzz target of meshes: a mesh file, and for a .gltf after the first byte of 0xff the
// content of the file "buffer.bin" beside it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace ooze::fuzz {

/// Returns the file extension for the content. The window determines the format by the name, the fuzz
/// target by the first bytes.
inline std::string_view meshExtensionOf(std::string_view content) {
  if (content.starts_with("ply")) return ".ply";
  if (content.starts_with("glTF")) return ".glb";
  if (content.starts_with("{")) return ".gltf";
  if (content.starts_with("OFF")) return ".off";
  if (content.starts_with("#") || content.starts_with("v ")) return ".obj";
  if (content.starts_with("MM")) return ".3ds";
  return ".stl";
}

/// Writes an input's files into a folder.
/// @return the mesh file
inline std::filesystem::path writeMeshInput(std::string_view content, const std::filesystem::path& folder) {
  const std::string_view extension = meshExtensionOf(content);
  const std::filesystem::path file = folder / std::string("mesh").append(extension);
  const std::size_t end = extension == ".gltf" ? content.find('\xff') : std::string_view::npos;
  std::ofstream(file, std::ios::binary) << content.substr(0, end);
  std::ofstream(folder / "buffer.bin", std::ios::binary)
      << (end == std::string_view::npos ? std::string_view() : content.substr(end + 1));
  return file;
}

}  // namespace ooze::fuzz
