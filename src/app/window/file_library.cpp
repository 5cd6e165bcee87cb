#include "app/window/file_library.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "base/file.h"
#include "scene/assets.h"
#include "scene/material_folder.h"

#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace fs = std::filesystem;
namespace {

constexpr int kReadsPerFrame = 4;                     // thumbnails read per frame, to keep the window
                                                      // responsive
constexpr std::uintmax_t kMostPictures = 100u << 20;  // size limit of the thumbnail cache [bytes]
constexpr int kPictureVersion = 1;  // increase when the same file would give a different thumbnail

/// Returns cachedThumbnail(), or "" if the file cannot be read any more.
fs::path cacheOf(const Listing& listing) {
  try {
    return cachedThumbnail(listing);
  } catch (const InputError&) {
    return {};
  }
}

MaterialFolder ownMaterials() { return MaterialFolder(userAssetFolder("materials")); }

}  // namespace

fs::path cachedThumbnail(const Listing& listing) {
  const std::vector<std::byte> bytes = readBytes(listing.file);
  return userCacheFolder() / "thumbnails" /
         fmt::format("{}-{:016x}-{}.jpg", listing.kind == Listing::ListingKind::Scene ? "scene" : "material",
                     hashBytes(bytes), kPictureVersion);
}

FileLibrary::FileLibrary(Pictures pictures, std::function<void()> wake)
    : pictures_(std::move(pictures)), wake_(std::move(wake)) {
  refresh();
}

FileLibrary::~FileLibrary() {
  thread_.reset();
  deleteTextures();
}

void FileLibrary::deleteTextures() {
  for (const auto& [file, entry] : entries_)
    if (entry.thumbnail.texture) pictures_.forget(entry.thumbnail.texture);
  entries_.clear();
}

void FileLibrary::refresh() {
  catalog_ = {listScenes(), listMaterials()};
  // Drop thumbnails of files whose content has changed. Shipped files never change and keep their thumbnails.
  for (const std::vector<Listing>* list : {&catalog_.scenes, &catalog_.materials})
    for (const Listing& listing : *list) {
      const auto known = entries_.find(listing.file);
      if (known == entries_.end() || known->second.cache.empty()) continue;
      if (listing.error.empty() && cacheOf(listing) == known->second.cache) continue;
      if (known->second.thumbnail.texture) pictures_.forget(known->second.thumbnail.texture);
      entries_.erase(known);
    }
}

ui::Thumbnail FileLibrary::thumbnail(const Listing& listing) {
  if (!listing.error.empty()) return {};
  const auto known = entries_.find(listing.file);
  if (known != entries_.end()) return known->second.thumbnail;
  if (loadedNow_ >= kReadsPerFrame) {
    wake_();  // the remaining thumbnails are read in later frames
    return {nullptr, true};
  }
  ++loadedNow_;
  return (entries_[listing.file] = load(listing)).thumbnail;
}

FileLibrary::LibraryEntry FileLibrary::load(const Listing& listing) {
  LibraryEntry entry;
  try {
    fs::path file = shippedThumbnail(listing);
    if (file.empty()) file = entry.cache = cachedThumbnail(listing);
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
      entry.thumbnail.texture = pictures_.upload(readImage(file));
      return entry;
    }
  } catch (const InputError&) {
    // An unreadable thumbnail is rendered again.
  }
  order(listing);
  entry.thumbnail.coming = true;
  return entry;
}

void FileLibrary::order(const Listing& listing) {
  if (!thread_) thread_ = std::make_unique<ThumbnailThread>(pictures_.painter(), wake_);
  thread_->request(listing);
}

bool FileLibrary::settle() {
  loadedNow_ = 0;
  if (!thread_) return false;
  const std::vector<ThumbnailThread::Done> finished = thread_->takeDone();
  for (const ThumbnailThread::Done& done : finished) {
    const auto entry = entries_.find(done.file);
    if (entry == entries_.end()) continue;  // the file was deleted meanwhile
    entry->second.thumbnail.coming = false;
    if (!done.image) continue;
    entry->second.thumbnail.texture = pictures_.upload(*done.image);
    if (entry->second.cache.empty()) continue;
    try {
      std::error_code failed;
      fs::create_directories(entry->second.cache.parent_path(), failed);
      writeJpeg(entry->second.cache, *done.image, kThumbnailQuality);
      pruneFolder(entry->second.cache.parent_path(), kMostPictures);
    } catch (const RunError&) {
      // The next session renders the thumbnail again.
    }
  }
  return !finished.empty();
}

template <class F>
std::string FileLibrary::change(F&& f) {
  std::string error;
  try {
    f();
  } catch (const std::exception& e) {
    error = e.what();
  }
  refresh();
  return error;
}

std::string FileLibrary::saveMaterial(const ui::MaterialEntry& entry, bool replace) {
  return change([&] {
    (void)ownMaterials().save({entry.material, entry.title, entry.description, entry.method}, replace);
  });
}

std::string FileLibrary::duplicate(const Listing& listing) {
  return change([&] { (void)ownMaterials().duplicate(listing.file); });
}

std::string FileLibrary::rename(const Listing& listing, const std::string& title) {
  return change([&] { (void)ownMaterials().rename(listing.file, title); });
}

std::string FileLibrary::remove(const Listing& listing) {
  return change([&] { ownMaterials().remove(listing.file); });
}

std::string FileLibrary::importMaterial(const fs::path& file) {
  return change([&] { (void)ownMaterials().import(file); });
}

std::string FileLibrary::exportMaterial(const Listing& listing, const fs::path& file) {
  return change([&] { ooze::exportMaterial(listing.file, file); });
}

ui::MaterialEntry FileLibrary::read(const Listing& listing, std::string* error) {
  try {
    MaterialDocument document = readMaterialDocument(listing.file);
    return {std::move(document.material), std::move(document.title), std::move(document.description),
            std::move(document.method)};
  } catch (const InputError& e) {
    if (error) *error = e.what();
    return {};
  }
}

}  // namespace ooze
