// Scenes that were renamed are found by both of their names, wherever a name is read.
#include "ooze/base/error.h"
#include "ooze/scene/band_file.h"
#include "ooze/scene/save_file.h"

#include "base/file.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "scene/assets.h"
#include "scene/golden_file.h"
#include "session/session_requests.h"

#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ooze::scene_names_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

std::set<std::string> shippedNames(const std::vector<Listing>& listings) {
  std::set<std::string> names;
  for (const Listing& listing : listings)
    if (!listing.own) names.insert(listing.name);
  return names;
}

fs::path shippedScene(std::string_view name) {
  return fs::path(sourceFolder()) / "assets/scenes" / fmt::format("{}.json", name);
}

std::string failureOf(const fs::path& file) {
  try {
    (void)loadSceneWithoutShapes(file.string(), Detail::Coarse);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

class RenamedScenes : public testing::TestWithParam<RenamedScene> {
 protected:
  const std::string before_{GetParam().before}, now_{GetParam().now};
};

TEST(RenamedSceneTable, HasNewNamesThatShipAndOldOnesThatDoNot) {
  EXPECT_GE(renamedScenes().size(), 10u) << "rows are never removed: a save may contain the old name";
  const std::set<std::string> names = shippedNames(listScenes());
  std::set<std::string> seen;
  for (const RenamedScene& scene : renamedScenes()) {
    EXPECT_TRUE(names.contains(std::string(scene.now))) << scene.now;
    EXPECT_FALSE(names.contains(std::string(scene.before))) << scene.before;
    EXPECT_TRUE(seen.insert(std::string(scene.now)).second) << scene.now << " stands for two";
    EXPECT_TRUE(seen.insert(std::string(scene.before)).second) << scene.before << " stands for two";
    EXPECT_EQ(currentSceneName(scene.now), scene.now);
  }
}

// The key of the method is the one prefix of a method's scenes; materials without a prefix are the default
// method's.
TEST(ShippedNames, BeginWithTheKeyOfTheirMethod) {
  for (const Listing& scene : listScenes()) {
    if (scene.own || scene.name == "empty") continue;
    EXPECT_THAT(scene.name, StartsWith(scene.method + "_"));
  }
  for (const Listing& material : listMaterials()) {
    if (material.own || material.method == kDefaultMethod) continue;
    EXPECT_THAT(material.name, StartsWith(material.method + "_"));
  }
}

TEST_P(RenamedScenes, AreLoadedByTheirOldNameAndPath) {
  const Scene now = loadSceneWithoutShapes(now_, Detail::Coarse);
  for (const std::string& given : {before_, shippedScene(before_).string()}) {
    const Scene scene = loadSceneWithoutShapes(given, Detail::Coarse);
    EXPECT_EQ(scene.name, now_);
    EXPECT_EQ(scene.source, now.source);
    EXPECT_EQ(scene.file.filename(), now.file.filename());
  }
}

TEST_P(RenamedScenes, AreWhatASessionOpensByTheirOldName) {
  SessionRequests requests;
  SessionView view;
  requests.open(before_, std::nullopt, {}, true, view);
  EXPECT_EQ(view.status.loading, now_) << "the name in the catalogue";
}

TEST_P(RenamedScenes, AreFoundByTheSavesOfTheirOldName) {
  const TemporaryFolder folder;
  SaveFile save;
  save.sceneName = before_;
  save.source = readText(shippedScene(now_));
  // A save may lie beside the scene file, elsewhere on the same machine, or come from another machine. Its
  // path to the scene differs in each case.
  for (const fs::path& file : {fs::path(before_ + ".json"), fs::path("../scenes") / (before_ + ".json"),
                               fs::path("/nowhere") / (before_ + ".json")}) {
    save.sceneFile = file;
    const SaveFile read = decodeSave(encodeSave(save), folder.path() / "a.ooze");
    EXPECT_EQ(read.sceneName, now_);
    EXPECT_TRUE(fs::equivalent(read.sceneFile, loadSceneWithoutShapes(now_, Detail::Coarse).file)) << file;
  }
}

TEST_P(RenamedScenes, AreComparedWithGoldenRunsOfTheirOldName) {
  GoldenFile recorded = readGolden(fs::path(sourceFolder()) / "tests/scenes/golden/slime_drop.golden");
  recorded.scene = before_;
  const GoldenFile read = decodeGolden(encodeGolden(recorded), "a.golden");
  EXPECT_EQ(read.scene, now_);
  GoldenFile actual = read;
  actual.scene = now_;
  EXPECT_NO_THROW(requireComparable(read, actual, "a.golden"));
}

TEST_P(RenamedScenes, LeaveBandsThatAreReadByEitherName) {
  const TemporaryFolder folder;
  BandFrame frame{before_, "neck", 7, 0, 60.0, {0.02f, {0, 0, 0}, {1, 1, 1}}, {}};
  BandState moment;
  moment.phi.assign(frame.cells.size(), 0.01f);
  moment.viscosity = moment.phi;
  moment.velocity.fill(moment.phi);
  frame.moments.push_back(moment);
  writeBandFrame(folder.path(), frame);
  EXPECT_NO_THROW((void)openBandFolder(folder.path(), before_, "neck")->read(0));
  EXPECT_NO_THROW((void)openBandFolder(folder.path(), now_, "neck")->read(0));
}

TEST_P(RenamedScenes, AreFollowedUpstreamByTheirOldName) {
  const TemporaryFolder folder;
  const auto sceneFrom = [](const std::string& name) {
    return R"({"version": 1, "method": "rasmussen", "h": 0.1, "materials": [{"name": "goo"}],
      "sources": [{"scene": ")" +
           name + R"(", "band": "b", "folder": "f"}]})";
  };
  const fs::path downstream = folder.write("downstream.json", sceneFrom(before_));
  (void)folder.write(now_ + ".json", sceneFrom("downstream"));
  EXPECT_THAT(failureOf(downstream), HasSubstr("the sources form a circle"));
}

INSTANTIATE_TEST_SUITE_P(All, RenamedScenes,
                         testing::ValuesIn(renamedScenes().begin(), renamedScenes().end()),
                         [](const auto& scene) { return std::string(scene.param.before); });

}  // namespace
}  // namespace ooze::scene_names_test
