// The library: its windows, and the files and pictures behind it.
#include "ooze/base/error.h"
#include "ooze/base/file.h"

#include "app/file_library.h"
#include "panel_driver.h"
#include "small_scene.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <gmock/gmock.h>
#include <thread>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Listing listing(const std::string& name, bool own, const std::string& error = "") {
  Listing l;
  l.kind = Listing::Kind::Material;
  l.name = l.title = name;
  l.description = "A sentence about " + name;
  l.file = "/materials/" + name + ".json";
  l.own = own;
  l.error = error;
  l.method = "clavet";
  return l;
}

class LibraryDialogTest : public ui::PanelDriver {
 protected:
  LibraryDialogTest() {
    screen(1000.f, 700.f);
    library_.shelf.materials = {listing("honey", false), listing("water", false), listing("mine", true),
                                listing("broken", true, "broken.json:3: unknown key \"colur\"")};
    dialogs_ = {ui::drawLibraryDialog, ui::drawSaveMaterialDialog};
    state_.library.open = true;
    for (int i = 0; i < 4; ++i) frame();
  }
  /// Clicks along the row of buttons below the cards until something came of it. What closes the window is no
  /// obstacle: it is opened again.
  bool clickFooter(std::size_t chosen, const std::function<bool()>& done) {
    choose(chosen);
    for (float y = 560.f; y < 650.f; y += 12.f)
      for (float x = 120.f; x < 900.f; x += 20.f) {
        if (done()) return true;
        state_.fileRequest.reset();
        if (!state_.library.open) {
          state_.library.open = true;
          for (int i = 0; i < 3; ++i) frame();
        }
        click(x, y);
      }
    return done();
  }
  void choose(std::size_t index) { state_.library.chosen = library_.shelf.materials[index].file; }
};

TEST_F(LibraryDialogTest, ACardThatIsClickedIsChosenAndTwiceTakesIt) {
  ASSERT_TRUE(clickDown(150.f, [this] { return !state_.library.chosen.empty(); }));
  EXPECT_EQ(state_.library.chosen, "/materials/honey.json");
  EXPECT_THAT(session_.materialsLoaded, IsEmpty());
  for (int i = 0; i < 2; ++i) {
    press(true);
    press(false);
  }
  ASSERT_EQ(session_.materialsLoaded.size(), 1u);
  EXPECT_EQ(session_.materialsLoaded[0].second, "/materials/honey.json");
  EXPECT_FALSE(state_.library.open);
}

TEST_F(LibraryDialogTest, AnotherLiquidIsAddedUnderANameOfItsOwn) {
  ASSERT_TRUE(clickFooter(0, [this] { return !session_.commands.empty(); }));
  EXPECT_EQ(session_.commands[0].target, "material.honey 2.add") << "the world has a honey";
  EXPECT_EQ(decodeMaterial(session_.commands[0].text, "clavet").values,
            loadMaterial("honey", "clavet").values);
  EXPECT_EQ(session_.editsEnded, 1);
}

TEST_F(LibraryDialogTest, ABrokenFileIsShownAndCanOnlyBeDeletedAfterAQuestion) {
  ASSERT_TRUE(clickFooter(3, [this] { return state_.library.deleting; }));
  EXPECT_THAT(library_.done, IsEmpty());
  EXPECT_THAT(session_.commands, IsEmpty());
  EXPECT_THAT(session_.materialsLoaded, IsEmpty());
  ASSERT_TRUE(clickFooter(3, [this] { return !library_.done.empty(); }));
  EXPECT_THAT(library_.done, ElementsAre("remove broken"));
}

TEST_F(LibraryDialogTest, WhatShipsIsNeitherRenamedNorDeleted) {
  const auto asked = [this] { return state_.library.deleting || state_.library.renaming; };
  EXPECT_FALSE(clickFooter(1, asked));
  EXPECT_FALSE(library_.done.empty()) << "but duplicated";
  EXPECT_TRUE(clickFooter(2, asked)) << "one's own is";
}

TEST_F(LibraryDialogTest, AFailureIsSaidInTheWindowWhichStays) {
  library_.answer = "cannot write there: no space left";
  ASSERT_TRUE(clickFooter(2, [this] { return !library_.done.empty(); }));
  EXPECT_EQ(state_.library.said, library_.answer);
  EXPECT_TRUE(state_.library.open);
}

TEST_F(LibraryDialogTest, EscapeClosesIt) {
  key(ImGuiKey_Escape);
  EXPECT_FALSE(state_.library.open);
}

TEST_F(LibraryDialogTest, ALiquidIsSavedUnderTheTitleThatIsTyped) {
  state_.library.open = false;
  state_.library.draft = ui::MaterialDraft{{snapshot_.materials[0], "My honey", "", "clavet"}, "", false};
  for (int i = 0; i < 4; ++i) frame();
  type("Coils");  // in place of the proposal, which is selected
  key(ImGuiKey_Enter);
  ASSERT_EQ(library_.saved.size(), 1u);
  EXPECT_THAT(library_.saved[0].title, HasSubstr("Coils"));
  EXPECT_EQ(library_.saved[0].material.values, snapshot_.materials[0].values);
  EXPECT_FALSE(library_.replaced[0]);
  EXPECT_FALSE(state_.library.draft);
}

TEST_F(LibraryDialogTest, ATitleThatIsTakenIsReplacedOnlyWhenAskedAgain) {
  state_.library.open = false;
  library_.answer = "you have a material \"mine\" already";
  state_.library.draft = ui::MaterialDraft{{snapshot_.materials[0], "mine", "", "clavet"}, "", false};
  for (int i = 0; i < 4; ++i) frame();
  key(ImGuiKey_Enter);
  ASSERT_TRUE(state_.library.draft);
  EXPECT_TRUE(state_.library.draft->replace);
  EXPECT_EQ(state_.library.draft->error, library_.answer);
}

/// Real files, and pictures without OpenGL.
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
    const auto painter = [this]() -> std::function<PictureLine::Draw()> {
      return [this] {
        return PictureLine::Draw([this](const Shot& shot) {
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
  static ui::MaterialEntry honeyCalled(const std::string& title) {
    return {loadMaterial("honey", "clavet"), title, "", "clavet"};
  }

  TemporaryFolder folder_;
  int uploaded_ = 0;
  std::atomic<int> drawn_ = 0;
};

TEST_F(FileLibraryTest, WhatShipsHasItsPictureAtOnceAndOfOneSize) {
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

TEST_F(FileLibraryTest, AnOwnMaterialIsDrawnOnceInTheBackgroundAndKept) {
  auto library = open();
  ASSERT_EQ(library->saveMaterial(honeyCalled("Mine"), false), "");
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
  ASSERT_EQ(library->saveMaterial(honeyCalled("Mine"), false), "");
  library->thumbnail(find(*library, "mine"));
  const auto begin = std::chrono::steady_clock::now();
  library.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(FileLibraryTest, AFolderThatCannotBeWrittenIsOneLineAndWorkGoesOn) {
  writeFile(folder_.path() / "data", std::string_view("a file in the way"));
  const auto library = open();
  EXPECT_THAT(library->saveMaterial(honeyCalled("Mine"), false), HasSubstr("cannot make the folder"));
  EXPECT_THAT(library->duplicate(find(*library, "honey")), HasSubstr("cannot make the folder"));
  EXPECT_EQ(library->catalog().materials.size(), 8u);
}

TEST_F(FileLibraryTest, ADamagedPictureIsMadeAnew) {
  auto library = open();
  ASSERT_EQ(library->saveMaterial(honeyCalled("Mine"), false), "");
  const Listing mine = find(*library, "mine");
  std::filesystem::create_directories(cachedThumbnail(mine).parent_path());
  writeFile(cachedThumbnail(mine), std::string_view("not a picture"));
  EXPECT_TRUE(library->thumbnail(mine).coming);
}

}  // namespace
}  // namespace ooze
