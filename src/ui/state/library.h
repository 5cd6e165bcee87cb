// Library of scenes and materials on disk, as the interface sees the library: lists, thumbnails, and
// operations on the user's own files. All calls return at once.
#pragma once

#include "ooze/scene/scene.h"

#include <filesystem>
#include <imgui.h>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

/// The scenes and materials found on disk.
struct Catalog {
  std::vector<Listing> scenes, materials;
};

/// A thumbnail with an aspect ratio of 16 to 10.
struct Thumbnail {
  ImTextureID texture = nullptr;  ///< the picture; null: no thumbnail, or not rendered yet
  bool coming = false;            ///< the thumbnail is being rendered
};

/// A material in the user's library.
struct MaterialEntry {
  MaterialDefinition material;
  std::string title, description;
  std::string method{kDefaultMethod};  ///< key of the method that the parameter values belong to
};

class Library {
 public:
  virtual ~Library() = default;

  [[nodiscard]] virtual const Catalog& catalog() const = 0;
  /// Reads the folders again.
  virtual void refresh() = 0;
  /// Returns the thumbnail of a listing. A missing thumbnail is requested and becomes available later.
  virtual Thumbnail thumbnail(const Listing& listing) = 0;

  // The following calls change files in the user's folder and the catalog. Each returns why the operation
  // failed, or "".

  /// Writes a material to a file named after its title.
  /// @param replace  overwrites the user's own material of the same title
  virtual std::string saveMaterial(const MaterialEntry& entry, bool replace) = 0;
  virtual std::string duplicate(const Listing& listing) = 0;
  /// Renames one of the user's own files. The file name follows the new title.
  virtual std::string rename(const Listing& listing, const std::string& title) = 0;
  virtual std::string remove(const Listing& listing) = 0;
  /// Copies a material file from elsewhere into the library.
  virtual std::string importMaterial(const std::filesystem::path& file) = 0;
  virtual std::string exportMaterial(const Listing& listing, const std::filesystem::path& file) = 0;
  /// Reads a whole material file, to show or edit the material. `error`, if given, receives the reason for an
  /// empty result.
  virtual MaterialEntry read(const Listing& listing, std::string* error) = 0;
};

/// A material that is about to be saved.
struct MaterialDraft {
  MaterialEntry entry;
  std::string error;
  bool replace = false;  ///< the user has agreed to overwrite the material of this title
};

struct LibraryState {
  bool open = false;
  std::string search;
  std::filesystem::path chosen;         ///< file of the chosen card
  std::optional<std::string> renaming;  ///< the new title while the user types
  bool deleting = false;                ///< the user is asked to confirm the deletion
  std::string said;                     ///< why the last operation failed, or ""
  std::optional<MaterialDraft> draft;
};

}  // namespace ooze::ui
