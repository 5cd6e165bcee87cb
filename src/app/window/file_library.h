// The window's library of scenes and materials: shipped files, the user's files, and their thumbnails.
#pragma once

#include "app/pictures/thumbnails.h"
#include "ui/state/library.h"

#include <map>
#include <memory>

namespace ooze {

class FileLibrary final : public ui::Library {
 public:
  /// OpenGL functions for thumbnails. `upload` and `forget` are called on the thread that uses the library.
  struct Pictures {
    std::function<ImTextureID(const Image&)> upload;
    std::function<void(ImTextureID)> forget;
    /// Called once, when the first thumbnail has to be rendered, as BackgroundPainter::open().
    std::function<std::function<RenderQueue::Draw()>()> painter;
  };

  /// @param wake  called on any thread when a new thumbnail is available
  FileLibrary(Pictures pictures, std::function<void()> wake);
  ~FileLibrary() override;
  FileLibrary(const FileLibrary&) = delete;
  FileLibrary& operator=(const FileLibrary&) = delete;

  [[nodiscard]] const ui::Catalog& catalog() const override { return catalog_; }
  void refresh() override;
  ui::Thumbnail thumbnail(const Listing& listing) override;
  std::string saveMaterial(const ui::MaterialEntry& entry, bool replace) override;
  std::string duplicate(const Listing& listing) override;
  std::string rename(const Listing& listing, const std::string& title) override;
  std::string remove(const Listing& listing) override;
  std::string importMaterial(const std::filesystem::path& file) override;
  std::string exportMaterial(const Listing& listing, const std::filesystem::path& file) override;
  ui::MaterialEntry read(const Listing& listing, std::string* error) override;

  /// Collects finished thumbnails. @return true if any were finished
  bool settle();

 private:
  struct LibraryEntry {
    ui::Thumbnail thumbnail;
    std::filesystem::path cache;  ///< cache file of the thumbnail, if this program rendered the thumbnail
  };

  template <class F>
  std::string change(F&& f);
  LibraryEntry load(const Listing& listing);
  void order(const Listing& listing);
  void deleteTextures();

  const Pictures pictures_;
  const std::function<void()> wake_;
  ui::Catalog catalog_;
  /// Thumbnails, keyed by the file of the scene or material.
  std::map<std::filesystem::path, LibraryEntry> entries_;
  int loadedNow_ = 0;                        ///< thumbnails read from disk since the last settle()
  std::unique_ptr<ThumbnailThread> thread_;  ///< renders missing thumbnails; null until first needed
};

/// Returns the cache file for a thumbnail of a file with this content.
/// @throws InputError if the file cannot be read
std::filesystem::path cachedThumbnail(const Listing& listing);

}  // namespace ooze
