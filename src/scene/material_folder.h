// The user's own materials: files in the user's folder, named after their titles.
#pragma once

#include "ooze/methods/method.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace ooze {

/// The full content of a material file.
struct MaterialDocument {
  MaterialDefinition material;
  std::string title, description, method;
};

/// Reads a material file of any method.
/// @throws InputError if the file is not a valid material, as for loadMaterial()
MaterialDocument readMaterialDocument(const std::filesystem::path& file);

/// Derives the file name, which is also the material's name in commands, from a title: small letters, digits
/// and dashes.
std::string nameFromTitle(std::string_view title);

/// Manages the material files in the user's folder.
/// Every function throws InputError for a forbidden operation, and RunError for a file system error. Both
/// leave the folder unchanged.
class MaterialFolder {
 public:
  /// Manages this folder.
  /// @param folder  folder of the material files, created by the first write
  explicit MaterialFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes a material file. The name of a shipped material is refused, because name lookup finds the shipped
  /// material first.
  /// @param replace  overwrites an existing material of this title
  /// @return the written file
  std::filesystem::path save(const MaterialDocument& document, bool replace) const;
  /// Copies a material into the user's folder under the title "TITLE copy".
  [[nodiscard]] std::filesystem::path duplicate(const std::filesystem::path& file) const;
  [[nodiscard]] std::filesystem::path rename(const std::filesystem::path& file,
                                             const std::string& title) const;
  void remove(const std::filesystem::path& file) const;
  /// Copies a material file from another folder under an unused name.
  [[nodiscard]] std::filesystem::path import(const std::filesystem::path& file) const;
  [[nodiscard]] bool owns(const std::filesystem::path& file) const { return file.parent_path() == folder_; }

 private:
  void write(const std::filesystem::path& file, std::string_view text) const;
  void requireOwn(const std::filesystem::path& file) const;

  std::filesystem::path folder_;
};

/// Copies a material file to any path.
/// @throws InputError or RunError as the functions of MaterialFolder
void exportMaterial(const std::filesystem::path& file, const std::filesystem::path& to);

}  // namespace ooze
