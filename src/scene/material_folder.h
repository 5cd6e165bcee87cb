// The user's own materials: files in a folder of theirs, named after their titles.
#pragma once

#include "ooze/methods/method.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace ooze {

/// All that a material file says.
struct MaterialDocument {
  MaterialDefinition material;
  std::string title, description, method;
};

/// @throws InputError as loadMaterial()
MaterialDocument readMaterialDocument(const std::filesystem::path& file);

/// The name of a file, and of the material in commands, that a title gives: small letters, digits and dashes.
std::string nameFromTitle(std::string_view title);

/// Every function throws InputError for what may not be done, and RunError for what the disk refuses. Either
/// leaves the folder as it was.
class MaterialFolder {
 public:
  /// @param folder  made when something is first written to it
  explicit MaterialFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Refuses the name of a shipped material: by name, that one is found first.
  /// @param replace  overwrites a material of this title that is there already
  /// @return the file
  std::filesystem::path save(const MaterialDocument& document, bool replace) const;
  /// A copy that is the user's own, called "TITLE copy".
  [[nodiscard]] std::filesystem::path duplicate(const std::filesystem::path& file) const;
  [[nodiscard]] std::filesystem::path rename(const std::filesystem::path& file,
                                             const std::string& title) const;
  void remove(const std::filesystem::path& file) const;
  /// Copies a material from elsewhere, under a name that is free.
  [[nodiscard]] std::filesystem::path import(const std::filesystem::path& file) const;
  [[nodiscard]] bool owns(const std::filesystem::path& file) const { return file.parent_path() == folder_; }

 private:
  void write(const std::filesystem::path& file, std::string_view text) const;
  void requireOwn(const std::filesystem::path& file) const;

  std::filesystem::path folder_;
};

/// Copies a material to any place. @throws as MaterialFolder
void exportMaterial(const std::filesystem::path& file, const std::filesystem::path& to);

}  // namespace ooze
