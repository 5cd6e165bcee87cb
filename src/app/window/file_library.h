// The library as the window has it: files of the assets and of the user's folder, and their small pictures.
#pragma once

#include "app/pictures/thumbnail_thread.h"
#include "ui/library.h"

#include <map>
#include <memory>

namespace ooze {

class FileLibrary final : public ui::Library {
 public:
  /// What pictures need of OpenGL. `upload` and `forget` are called on the thread that uses the library.
  struct Pictures {
    std::function<ImTextureID(const Image&)> upload;
    std::function<void(ImTextureID)> forget;
    /// As WindowPainter::open(): called once, when the first picture has to be made.
    std::function<std::function<PictureLine::Draw()>()> painter;
  };

  /// @param wake  called on any thread when there is a new picture
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

  /// Takes over the pictures that are done. @return true if there were any
  bool settle();

 private:
  struct Entry {
    ui::Thumbnail thumbnail;
    std::filesystem::path cache;  ///< where a picture that was made is kept
  };

  template <class F>
  std::string change(F&& f);
  Entry load(const Listing& listing);
  void order(const Listing& listing);
  void forgetPictures();

  const Pictures pictures_;
  const std::function<void()> wake_;
  ui::Catalog catalog_;
  std::map<std::filesystem::path, Entry> entries_;  ///< by the listing's file
  int loadedNow_ = 0;                               ///< pictures read from disk since the last settle()
  std::unique_ptr<ThumbnailThread> thread_;         ///< made when it is needed first
};

/// Where the picture of a file with these bytes is kept.
std::filesystem::path cachedThumbnail(const Listing& listing);

}  // namespace ooze
