// Tests of stepping through the scenes by keys.
#include "ui/state/scene_search.h"

#include <gtest/gtest.h>
#include <string>

namespace ooze::ui {
namespace {

Catalog fourScenes() {
  Catalog catalog;
  for (const char* name : {"coil", "drip", "broken", "splash"}) {
    Listing& listing = catalog.scenes.emplace_back();
    listing.name = name;
    listing.file = std::string("/scenes/") + name + ".json";
  }
  catalog.scenes[2].error = "line 3";
  return catalog;
}

TEST(SceneOrder, GoesRoundAndLeavesOutWhatDoesNotLoad) {
  const Catalog catalog = fourScenes();
  EXPECT_EQ(neighbourScene(catalog, "coil", "", 1)->name, "drip");
  EXPECT_EQ(neighbourScene(catalog, "drip", "", 1)->name, "splash");
  EXPECT_EQ(neighbourScene(catalog, "splash", "", 1)->name, "coil");
  EXPECT_EQ(neighbourScene(catalog, "coil", "", -1)->name, "splash");
  EXPECT_EQ(neighbourScene(catalog, "a session", "", 1)->name, "coil") << "it is in no list";
  EXPECT_EQ(neighbourScene({}, "coil", "", 1), nullptr);
}

TEST(SceneOrder, AKeyThatIsPressedWhileASceneLoadsGoesOnFromThere) {
  const Catalog catalog = fourScenes();
  EXPECT_EQ(neighbourScene(catalog, "coil", "drip", 1)->name, "splash");
  EXPECT_EQ(neighbourScene(catalog, "coil", "drip", -1)->name, "coil");
  EXPECT_EQ(neighbourScene(catalog, "coil", "the autosaved session", 1)->name, "drip");
}

}  // namespace
}  // namespace ooze::ui
