// Tests of MaterialFolder, the folder with the user's own materials. Invalid files are refused on import and
// listed with their error.
#include "scene/material_folder.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "fixtures/places.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace ooze::material_folder_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class MaterialFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ooze-materials-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    home_ = name;
    if (const char* before = std::getenv("XDG_DATA_HOME")) before_ = before;
    ::setenv("XDG_DATA_HOME", home_.c_str(), 1);
  }
  void TearDown() override {
    if (before_)
      ::setenv("XDG_DATA_HOME", before_->c_str(), 1);
    else
      ::unsetenv("XDG_DATA_HOME");
    fs::remove_all(home_);
  }

  static MaterialDocument makeHoney(const std::string& title) {
    MaterialDocument document{loadMaterial("honey", "clavet"), title, "Coils.", "clavet"};
    document.material.values[0] = 12.5f;
    document.material.colour = 0xff336699;
    return document;
  }
  [[nodiscard]] std::optional<Listing> listed(const std::string& name) const {
    for (const Listing& listing : listMaterials())
      if (listing.own && listing.name == name) return listing;
    return std::nullopt;
  }
  static std::string errorMessageOf(const std::function<void()>& f) {
    try {
      f();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no failure";
  }

  fs::path home_;
  std::optional<std::string> before_;
  MaterialFolder folder() const { return MaterialFolder(home_ / "ooze" / "materials"); }
};

TEST_F(MaterialFolderTest, ASavedMaterialIsListedAndLoadsByNameAndByPath) {
  const MaterialDocument honey = makeHoney("My honey, coiling");
  const fs::path file = folder().save(honey, false);
  EXPECT_EQ(file.filename(), "my-honey-coiling.json");
  const std::optional<Listing> listing = listed("my-honey-coiling");
  ASSERT_TRUE(listing);
  EXPECT_EQ(listing->title, "My honey, coiling");
  EXPECT_EQ(listing->description, "Coils.");
  EXPECT_EQ(listing->colour, 0xff336699u);
  EXPECT_EQ(listing->error, "");
  EXPECT_EQ(loadMaterial("my-honey-coiling", "clavet").values, honey.material.values);
  EXPECT_EQ(loadMaterial(file.string(), "clavet").values, honey.material.values);
}

TEST_F(MaterialFolderTest, ATitleIsTakenOnceUnlessItIsToBeReplaced) {
  (void)folder().save(makeHoney("Mine"), false);
  MaterialDocument other = makeHoney("Mine");
  other.material.values[0] = 7.f;
  EXPECT_THAT(errorMessageOf([&] { (void)folder().save(other, false); }), HasSubstr("\"Mine\" already"));
  EXPECT_EQ(loadMaterial("mine", "clavet").values[0], 12.5f);
  (void)folder().save(other, true);
  EXPECT_EQ(loadMaterial("mine", "clavet").values[0], 7.f);
}

TEST_F(MaterialFolderTest, ShippedNamesStayWhatTheyAre) {
  EXPECT_THAT(errorMessageOf([&] { (void)folder().save(makeHoney("Honey"), true); }),
              HasSubstr("ships with"));
  // A file put into the folder by hand does not replace the shipped material either: scenes look the same to
  // everyone.
  const std::vector<float> shipped = loadMaterial("honey", "clavet").values;
  fs::create_directories(home_ / "ooze" / "materials");
  writeFile(home_ / "ooze" / "materials" / "honey.json", materialToJson(makeHoney("x").material, "clavet"));
  EXPECT_EQ(loadMaterial("honey", "clavet").values, shipped);
  EXPECT_TRUE(listed("honey")) << "it is listed beside the shipped one, and can be opened by its path";
}

TEST_F(MaterialFolderTest, CopiesAreNumberedAndHaveTheSameValues) {
  const fs::path first = folder().duplicate(sourceFolder() + "/assets/materials/slime.json");
  const fs::path second = folder().duplicate(sourceFolder() + "/assets/materials/slime.json");
  EXPECT_EQ(first.filename(), "slime-copy.json");
  EXPECT_EQ(second.filename(), "slime-copy-2.json");
  EXPECT_EQ(readMaterialDocument(second).title, "Slime copy 2");
  EXPECT_EQ(readMaterialDocument(second).material.values, loadMaterial("slime", "clavet").values);
}

TEST_F(MaterialFolderTest, RenamingMovesTheFileAndKeepsAllElse) {
  const fs::path old = folder().save(makeHoney("Old"), false);
  const fs::path renamed = folder().rename(old, "New");
  EXPECT_FALSE(fs::exists(old));
  EXPECT_EQ(readMaterialDocument(renamed).title, "New");
  EXPECT_EQ(readMaterialDocument(renamed).description, "Coils.");
  EXPECT_EQ(readMaterialDocument(renamed).material.values[0], 12.5f);
  // The same file name with other capitals is the same file.
  EXPECT_EQ(folder().rename(renamed, "NEW"), renamed);
  EXPECT_EQ(readMaterialDocument(renamed).title, "NEW");
}

TEST_F(MaterialFolderTest, RenamingToATitleThatIsTakenLosesNothing) {
  const fs::path a = folder().save(makeHoney("A"), false);
  const fs::path b = folder().save(makeHoney("B"), false);
  EXPECT_THAT(errorMessageOf([&] { (void)folder().rename(a, "B"); }), HasSubstr("already"));
  EXPECT_THAT(errorMessageOf([&] { (void)folder().rename(a, "  "); }), HasSubstr("needs a name"));
  EXPECT_EQ(readMaterialDocument(a).title, "A");
  EXPECT_EQ(readMaterialDocument(b).title, "B");
}

TEST_F(MaterialFolderTest, OnlyOwnFilesAreDeletedOrRenamed) {
  const fs::path shipped = sourceFolder() + "/assets/materials/clay.json";
  EXPECT_THAT(errorMessageOf([&] { folder().remove(shipped); }), HasSubstr("not one of your own"));
  EXPECT_THAT(errorMessageOf([&] { (void)folder().rename(shipped, "Mine"); }),
              HasSubstr("not one of your own"));
  EXPECT_TRUE(fs::exists(shipped));
  const fs::path own = folder().save(makeHoney("Own"), false);
  folder().remove(own);
  EXPECT_FALSE(fs::exists(own));
  EXPECT_THAT(errorMessageOf([&] { folder().remove(own); }), HasSubstr("no such file"));
}

TEST_F(MaterialFolderTest, OnlyMaterialsAreImportedAndWhatIsExportedComesBack) {
  const fs::path elsewhere = home_ / "Elsewhere.json";
  exportMaterial(sourceFolder() + "/assets/materials/gel.json", elsewhere);
  EXPECT_EQ(folder().import(elsewhere).filename(), "elsewhere.json");
  EXPECT_EQ(folder().import(elsewhere).filename(), "elsewhere-2.json");
  EXPECT_EQ(loadMaterial("elsewhere-2", "clavet").values, loadMaterial("gel", "clavet").values);
  writeFile(home_ / "not.json", std::string_view("{\"version\": 1,\n\"yield\": 2}"));
  EXPECT_THAT(errorMessageOf([&] { (void)folder().import(home_ / "not.json"); }), HasSubstr("not.json:2"));
  EXPECT_FALSE(listed("not"));
  EXPECT_THAT(errorMessageOf([&] { (void)folder().import(home_); }), HasSubstr("directory"));
}

TEST_F(MaterialFolderTest, ABrokenFileIsListedWithItsMistake) {
  fs::create_directories(home_ / "ooze" / "materials");
  writeFile(home_ / "ooze" / "materials" / "broken.json",
            std::string_view("{\"version\": 1,\n \"colour\": 3}"));
  const std::optional<Listing> listing = listed("broken");
  ASSERT_TRUE(listing);
  EXPECT_THAT(listing->error, HasSubstr("broken.json:2"));
}

TEST_F(MaterialFolderTest, AFolderThatCannotBeMadeIsOneClearLine) {
  writeFile(home_ / "ooze", std::string_view("a file where the folder should be"));
  const std::string failure = errorMessageOf([&] { (void)folder().save(makeHoney("Mine"), false); });
  EXPECT_THAT(failure, HasSubstr("cannot make the folder"));
  EXPECT_EQ(failure.find('\n'), std::string::npos);
  EXPECT_GE(listMaterials().size(), 8u) << "shipped materials are still listed";
}

TEST_F(MaterialFolderTest, OwnScenesAreListedToo) {
  fs::create_directories(home_ / "ooze" / "scenes");
  fs::copy(sourceFolder() + "/assets/scenes/clavet_fountain.json", home_ / "ooze" / "scenes" / "mine.json");
  const std::vector<Listing> scenes = listScenes();
  const auto mine =
      std::find_if(scenes.begin(), scenes.end(), [](const Listing& l) { return l.name == "mine"; });
  ASSERT_NE(mine, scenes.end());
  EXPECT_TRUE(mine->own);
  EXPECT_EQ(mine->figure, "Clavet 2005, figure 1");
  EXPECT_EQ(loadSceneWithoutShapes("mine", Detail::Coarse).title, mine->title);
}

TEST(NameFromTitle, KeepsCharactersThatFilesAndCommandsAllow) {
  EXPECT_EQ(nameFromTitle("Dark  Honey (2)"), "dark-honey-2");
  EXPECT_EQ(nameFromTitle("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(nameFromTitle("a.b=c"), "a-b-c");
  EXPECT_EQ(nameFromTitle("Grüße"), "grüße");
  EXPECT_EQ(nameFromTitle("..."), "material");
}

}  // namespace
}  // namespace ooze::material_folder_test
