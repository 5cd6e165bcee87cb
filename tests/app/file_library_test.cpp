// Tests of the library's files and thumbnails.
#include "app/window/file_library.h"

#include "base/file.h"
#include "fixtures/small_scene.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <gmock/gmock.h>
#include <thread>

namespace ooze {
namespace {

using testing::HasSubstr;

/// A library over real files, with thumbnails that are drawn without OpenGL.
class FileLibraryTest : public testing::Test {
 protected:
  FileLibraryTest() {
    ::setenv("XDG_DATA_HOME", (folder_.path() / "data").c_str(), 1);
    ::setenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str(), 1);
  }
  ~FileLibraryTest() override {
    ::unsetenv("XDG_DATA_HOME");
    ::unsetenv("XDG_CACHE_HOME");
  }
  std::unique_ptr<FileLibrary> open() {
    const auto upload = [this](const Image& image) {
      EXPECT_EQ(image.width, kThumbnailSize.x);
      return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(++uploaded_));
    };
    const auto painter = [this]() -> std::function<RenderQueue::Draw()> {
      return [this] {
        return RenderQueue::Draw([this](const FrameJob& shot) {
          ++drawn_;
          EXPECT_GT(shot.snapshot->positions.size(), 100u);
          return Image(shot.settings.size.x, shot.settings.size.y, 3);
        });
      };
    };
    return std::make_unique<FileLibrary>(
        FileLibrary::Pictures{upload, [this](ImTextureID) { --uploaded_; }, painter}, [] {});
  }
  static Listing find(const FileLibrary& library, const std::string& name) {
    for (const Listing& l : library.catalog().materials)
      if (l.name == name) return l;
    ADD_FAILURE() << name << " is not listed";
    return {};
  }
  static ui::MaterialEntry makeHoney(const std::string& title) {
    return {loadMaterial("honey", "clavet"), title, "", "clavet"};
  }

  TemporaryFolder folder_;
  int uploaded_ = 0;
  std::atomic<int> drawn_ = 0;
};

TEST_F(FileLibraryTest, ShippedEntriesHaveTheirPictureAtOnceInOneSize) {
  const auto library = open();
  std::uintmax_t bytes = 0;
  for (const auto* list : {&library->catalog().scenes, &library->catalog().materials})
    for (const Listing& l : *list) {
      library->settle();
      EXPECT_NE(library->thumbnail(l).texture, nullptr) << l.name << ": run `ooze thumbnails`";
      bytes += std::filesystem::file_size(shippedThumbnail(l));
    }
  EXPECT_EQ(drawn_, 0);
  EXPECT_LT(bytes, 1'000'000u);
}

TEST_F(FileLibraryTest, AnOwnMaterialIsDrawnOnceInTheBackgroundAndCached) {
  auto library = open();
  ASSERT_EQ(library->saveMaterial(makeHoney("Mine"), false), "");
  const Listing mine = find(*library, "mine");
  EXPECT_TRUE(library->thumbnail(mine).coming);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!library->settle() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_NE(library->thumbnail(mine).texture, nullptr);
  EXPECT_EQ(drawn_, 1);
  library = open();
  EXPECT_NE(library->thumbnail(mine).texture, nullptr) << "from the cache";
  EXPECT_EQ(drawn_, 1);
  library.reset();
  EXPECT_EQ(uploaded_, 0) << "every texture was given back";
}

TEST_F(FileLibraryTest, LeavingWhileAPictureIsMadeDoesNotWaitForIt) {
  auto library = open();
  ASSERT_EQ(library->saveMaterial(makeHoney("Mine"), false), "");
  library->thumbnail(find(*library, "mine"));
  const auto begin = std::chrono::steady_clock::now();
  library.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(FileLibraryTest, AFolderThatCannotBeWrittenIsOneLineAndWorkGoesOn) {
  writeFile(folder_.path() / "data", std::string_view("a file in the way"));
  const auto library = open();
  const std::size_t shipped = library->catalog().materials.size();
  ASSERT_GT(shipped, 0u);
  EXPECT_THAT(library->saveMaterial(makeHoney("Mine"), false), HasSubstr("cannot make the folder"));
  EXPECT_THAT(library->duplicate(find(*library, "honey")), HasSubstr("cannot make the folder"));
  EXPECT_EQ(library->catalog().materials.size(), shipped);
}

TEST_F(FileLibraryTest, ADamagedPictureIsDrawnAgain) {
  auto library = open();
  ASSERT_EQ(library->saveMaterial(makeHoney("Mine"), false), "");
  const Listing mine = find(*library, "mine");
  std::filesystem::create_directories(cachedThumbnail(mine).parent_path());
  writeFile(cachedThumbnail(mine), std::string_view("not a picture"));
  EXPECT_TRUE(library->thumbnail(mine).coming);
}

}  // namespace
}  // namespace ooze
