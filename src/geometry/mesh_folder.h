// Restricted file access of the mesh importer: a mesh file, and regular files in its folder.
#pragma once

#include <assimp/IOSystem.hpp>
#include <filesystem>
#include <string>

namespace ooze {

/// An Assimp file system that allows a mesh file to refer only to regular files in its own folder or below.
/// Paths that leave the folder, by a path, by ".." or by a link, count as missing. Anything but a regular
/// file counts as missing too, because a pipe or a device would block the reader. Nothing is ever written.
class MeshFolder final : public Assimp::IOSystem {
 public:
  /// @param mesh  absolute path; may be a link to anywhere, because the user chose this file
  explicit MeshFolder(std::filesystem::path mesh);

  [[nodiscard]] bool Exists(const char* path) const override;
  [[nodiscard]] char getOsSeparator() const override;
  Assimp::IOStream* Open(const char* path, const char* mode = "rb") override;
  void Close(Assimp::IOStream* file) override;
  bool CreateDirectory(const std::string& path) override;
  bool ChangeDirectory(const std::string& path) override;
  bool DeleteFile(const std::string& path) override;

  /// Returns the last path that was requested and refused; "" if there was none.
  [[nodiscard]] const std::string& refused() const { return refused_; }

 private:
  /// Returns the canonical path of a request; empty if the file must not be read.
  [[nodiscard]] std::filesystem::path allowed(const char* path) const;

  std::filesystem::path mesh_, folder_;  ///< the mesh file, and its folder with symbolic links resolved
  std::string refused_;
};

}  // namespace ooze
