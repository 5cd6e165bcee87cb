// What the interface sees of scenes and materials on disk: lists, small pictures, and what the user may do
// with files of their own. Calls return at once.
#pragma once

#include "ooze/scene/scene.h"

#include <filesystem>
#include <imgui.h>
#include <optional>
#include <string>
#include <vector>

namespace ooze::ui {

/// Scenes and materials on disk.
struct Catalog {
  std::vector<Listing> scenes, materials;
};

/// A small picture, 16 by 10.
struct Thumbnail {
  ImTextureID texture = nullptr;  ///< null: there is none, or not yet
  bool coming = false;            ///< it is being made
};

/// A material that the user keeps.
struct MaterialEntry {
  MaterialDefinition material;
  std::string title, description;
  std::string method{kDefaultMethod};  ///< that the values are for
};

class Library {
 public:
  virtual ~Library() = default;

  [[nodiscard]] virtual const Catalog& catalog() const = 0;
  /// Looks at the folders again.
  virtual void refresh() = 0;
  /// The picture that belongs to a listing. One that is not there yet is asked for, and comes later.
  virtual Thumbnail thumbnail(const Listing& listing) = 0;

  // Each of these changes files in the user's folder, and the catalog with them. They return why it could not
  // be done, or "".

  /// Writes a material under a name made from its title. @param replace  one of the user's own with that
  /// title
  virtual std::string saveMaterial(const MaterialEntry& entry, bool replace) = 0;
  virtual std::string duplicate(const Listing& listing) = 0;
  /// Only the user's own. The file's name follows the title.
  virtual std::string rename(const Listing& listing, const std::string& title) = 0;
  virtual std::string remove(const Listing& listing) = 0;
  /// A copy of a file from elsewhere, if it is a material.
  virtual std::string importMaterial(const std::filesystem::path& file) = 0;
  virtual std::string exportMaterial(const Listing& listing, const std::filesystem::path& file) = 0;
  /// Everything of a material file, to look at or to change it. `error`, if given, says why it is empty.
  virtual MaterialEntry read(const Listing& listing, std::string* error) = 0;
};

/// A material that is about to be saved.
struct MaterialDraft {
  MaterialEntry entry;
  std::string error;
  bool replace = false;  ///< there is one of this title, and the user was asked
};

struct LibraryState {
  bool open = false;
  std::string search;
  std::filesystem::path chosen;         ///< the file of the card that is chosen
  std::optional<std::string> renaming;  ///< its new title, while it is typed
  bool deleting = false;                ///< the user is asked whether it should go
  std::string said;                     ///< what came of the last thing that was done, if it failed
  std::optional<MaterialDraft> draft;
};

}  // namespace ooze::ui
