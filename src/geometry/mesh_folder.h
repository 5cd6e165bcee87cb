// The files that the importer of meshes may read: a mesh, and regular files in its folder.
#pragma once

#include <assimp/IOSystem.hpp>
#include <filesystem>
#include <string>

namespace ooze {

/// What a mesh names beside itself (buffers, materials) lies in its folder or below. A way out of it, by a
/// path, by ".." or by a link, is as if there were nothing, and so is all that is no regular file: a pipe or
/// a device would keep who opens it waiting. Nothing is ever written.
class MeshFolder final : public Assimp::IOSystem {
 public:
  /// @param mesh  absolute; it may be a link to anywhere, because it is the one that was chosen
  explicit MeshFolder(std::filesystem::path mesh);

  [[nodiscard]] bool Exists(const char* path) const override;
  [[nodiscard]] char getOsSeparator() const override;
  Assimp::IOStream* Open(const char* path, const char* mode = "rb") override;
  void Close(Assimp::IOStream* file) override;
  bool CreateDirectory(const std::string& path) override;
  bool ChangeDirectory(const std::string& path) override;
  bool DeleteFile(const std::string& path) override;

  /// A file that was asked for and lies outside, or is none; "" if there was none.
  [[nodiscard]] const std::string& refused() const { return refused_; }

 private:
  /// Where that is, past links; empty if it is not to be read.
  [[nodiscard]] std::filesystem::path allowed(const char* path) const;

  std::filesystem::path mesh_, folder_;  ///< folder_: past links
  std::string refused_;
};

}  // namespace ooze
