// Tests of converting a scene to another method: kept values, converted materials, and notes about lost
// features.
#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"
#include "ooze/scene/scene.h"

#include "fixtures/small_scene.h"
#include "fixtures/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace ooze::scene_method_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTimedScene = R"({
  "version": 1,
  "title": "Timed",
  "method": "clavet",
  "h": {"coarse": 0.03, "medium": 0.02, "fine": 0.01},
  "compression": {"limit": 0.02, "depth": 0.1},
  "materials": [
    {"name": "thin", "file": "honey", "density": 700, "colour": "#204060", "roughness": 0.5,
     "parameters": {"stickiness": 12}},
    {"name": "jelly", "file": "gel"}
  ],
  "liquids": [{"name": "drop", "material": "thin", "shape": {"sphere": {"radius": 0.04}}, "position": [0, 0.05, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}, "friction": 0.4}],
  "timeline": [
    {"time": 0.1, "do": "springs.add"},
    {"time": 0.2, "set": "material.thin.viscosity_linear", "to": 3},
    {"time": 0.2, "set": "material.jelly.friction", "to": 0.5},
    {"time": 0.3, "set": "clavet.stiffness", "to": 0.1},
    {"time": 0.4, "set": "clavet.stiffness", "to": 0.2},
    {"time": 0.5, "set": "material.thin.colour", "to": [0.1, 0.2, 0.3]},
    {"time": 0.6, "set": "world.gravity_x", "to": 1}
  ],
  "look": {"colour": "strain"}
})";

class SceneMethod : public testing::Test {
 protected:
  static float spacing(const Scene& scene, std::size_t material = 0) {
    return findMethod(scene.world.method)
        .restSpacing(scene.world.methodSettings, scene.world.materials[material]);
  }

  TemporaryFolder folder_;
  std::string small_ = folder_.write("small.json", kSmallScene).string();
  std::string timed_ = folder_.write("timed.json", kTimedScene).string();
};

TEST_F(SceneMethod, ParticlesAreAsLargeAtEveryDetail) {
  for (const Detail detail : kDetails) {
    const Scene own = loadSceneWithoutShapes(timed_, detail),
                converted = loadSceneWithoutShapes(timed_, detail, "steele");
    EXPECT_EQ(converted.world.method, "steele");
    EXPECT_NE(converted.world.methodSettings.interactionRadius, own.world.methodSettings.interactionRadius);
    EXPECT_NEAR(spacing(converted) / spacing(own), 1.0, 1e-3);
  }
  EXPECT_NEAR(spacing(loadScene(small_, Detail::Medium, "steele")) / spacing(loadScene(small_)), 1.0, 1e-3)
      << "one radius for all details";
}

TEST_F(SceneMethod, MaterialsAreTheMethodsOfTheSameLooksAndKeepWhatIsOfNoMethod) {
  const Scene own = loadScene(timed_), converted = loadScene(timed_, Detail::Medium, "steele");
  ASSERT_EQ(converted.world.materials.size(), 2u);
  const MaterialDefinition &thin = converted.world.materials[0],
                           honey = loadMaterial("steele_honey", "steele");
  EXPECT_EQ(thin.name, "thin");
  EXPECT_EQ(thin.values, honey.values) << "the scene's stickiness is of the other method";
  EXPECT_EQ(thin.density, 700.f);
  EXPECT_EQ(thin.colour, own.world.materials[0].colour);
  EXPECT_EQ(thin.lookOverrides, own.world.materials[0].lookOverrides);
  EXPECT_EQ(converted.world.materials[1].values, loadMaterial("steele_gel", "steele").values)
      << "soap looks so too, but gel is called so";
  EXPECT_EQ(converted.world.liquids.size(), own.world.liquids.size());
  EXPECT_EQ(converted.world.bodies[0].friction, own.world.bodies[0].friction);
}

TEST_F(SceneMethod, ValuesThatTheMethodLacksAreDroppedAndReported) {
  const Scene converted = loadScene(timed_, Detail::Medium, "steele");
  ASSERT_EQ(converted.world.timeline.size(), 2u);
  EXPECT_EQ(targetOf(converted.world.timeline[0].command), "material.thin.colour");
  EXPECT_EQ(targetOf(converted.world.timeline[1].command), "world.gravity_x");
  EXPECT_EQ(converted.look.colour, "");
  EXPECT_EQ(converted.world.methodSettings.compressionLimit, 0.f);
  ASSERT_EQ(converted.notes.size(), 1u);
  for (const char* words :
       {"own values of thin", "the limit of compression", "Viscosity of thin", "Friction of jelly", "strain"})
    EXPECT_THAT(converted.notes[0], HasSubstr(words));
  const std::size_t first = converted.notes[0].find("Cohesion");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(converted.notes[0].find("Cohesion", first + 1), std::string::npos)
      << "once, though it was set twice";
  EXPECT_THAT(loadScene(small_, Detail::Medium, "steele").notes, IsEmpty());
}

TEST_F(SceneMethod, ThereAndBackIsAsLargeAndOfTheSameLooks) {
  const Scene own = loadScene(small_), there = loadScene(small_, Detail::Medium, "steele");
  const Scene back = loadScene(folder_.write("back.json", there.source).string(), Detail::Medium, "clavet");
  EXPECT_NEAR(back.world.methodSettings.interactionRadius / own.world.methodSettings.interactionRadius, 1.0,
              1e-3);
  EXPECT_EQ(back.world.materials[0].values, own.world.materials[0].values);
}

TEST_F(SceneMethod, ItsOwnMethodChangesNothing) {
  EXPECT_EQ(loadScene(timed_, Detail::Medium, "clavet").source, kTimedScene);
}

TEST_F(SceneMethod, AnUnavailableLookIsReportedInOneLine) {
  std::string text = kSmallScene;
  text.replace(text.find("\"file\": \"honey\""), 15, "\"file\": \"water\"");
  const std::string file = folder_.write("wet.json", text).string();
  try {
    (void)loadScene(file, Detail::Medium, "steele");
    FAIL() << "there is no water";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr(file));
    EXPECT_THAT(e.what(), HasSubstr("with the look water"));
    EXPECT_THAT(e.what(), HasSubstr("gel, honey"));
    EXPECT_THAT(e.what(), testing::Not(HasSubstr("\n")));
  }
  EXPECT_THROW((void)loadScene(small_, Detail::Medium, "stele"), InputError);
}

TEST_F(SceneMethod, ASaveContinuesUnderTheOtherMethod) {
  const Scene converted = loadScene(small_, Detail::Medium, "steele");
  World world(converted.world, 1);
  for (int i = 0; i < 3; ++i) world.advanceFrame();
  const Scene again = parseSavedScene(makeSave(converted, world));
  EXPECT_EQ(again.world.method, "steele");
  World repeated(again.world, 2);
  for (int i = 0; i < 3; ++i) repeated.advanceFrame();
  EXPECT_EQ(repeated.hash(), world.hash());
}

/// Returns a scene with a block on a floor, of a material with values of its own.
/// @param method  key of the method of the scene
std::string blockScene(const std::string& method, const std::string& look, const std::string& values,
                       const std::string& timeline = "[]") {
  return R"({"version": 1, "method": ")" + method +
         R"(", "h": 0.03, "materials": [{"name": "stuff", "h_ref": 0.03, "density": 1000, "look": ")" + look +
         R"(", "parameters": )" + values + R"(}], "liquids": [{"name": "block", "sampling": "settled",
           "shape": {"box": {"half_extents": [0.04, 0.05, 0.04]}}, "position": [0, 0.051, 0]}],
           "bodies": [{"name": "floor", "shape": {"plane": {}}}], "timeline": )" +
         timeline + "}";
}
constexpr const char* kSprings =
    R"({"spring_stiffness": 150, "plasticity_stretch": 0, "plasticity_compress": 0})";
constexpr const char* kSpringTimeline = R"([{"time": 0, "do": "springs.add"}])";

/// Returns the block's height after one second, divided by its height at the start.
float heightAfterASecond(const Scene& scene) {
  World world(scene.world, 1);
  const auto top = [&] {
    float highest = 0.f;
    const Vec3Array& at = world.method().view().particles->position;
    for (std::size_t i = 0; i < at.size(); ++i) highest = std::max(highest, Vec3(at[i]).y);
    return highest;
  };
  world.advanceFrame();
  const float before = top();
  while (world.time() < 1.0) world.advanceFrame();
  return top() / before;
}

TEST_F(SceneMethod, FirmMaterialsStayFirmAndLiquidsFlow) {
  int compared = 0;
  for (const Listing& listing : listScenes()) {
    const Scene own = loadSceneWithoutShapes(listing.name, Detail::Medium);
    for (const MethodRow& to : methodRegistry()) {
      const MethodRow& from = findMethod(own.world.method);
      if (&from == &to || !from.firmness || !to.firmness) continue;
      try {
        const Scene converted = loadSceneWithoutShapes(listing.name, Detail::Medium, to.key);
        for (std::size_t m = 0; m < own.world.materials.size(); ++m) {
          const MaterialDefinition& before = own.world.materials[m];
          const Firmness was = from.firmness(before), is = to.firmness(converted.world.materials[m]);
          EXPECT_EQ(is.shearModulus > 0.0, was.shearModulus > 0.0) << listing.name << ", " << before.name;
          EXPECT_TRUE(was.yields || !is.yields) << listing.name << ", " << before.name << " springs back";
          ++compared;
        }
      } catch (const InputError&) {
        // The other method has no material that looks like water.
      }
    }
  }
  EXPECT_GT(compared, 15);
}

TEST_F(SceneMethod, AMaterialIsAsFirmAsTheSceneHasMadeIt) {
  const auto firmness = [](const Scene& scene) {
    return findMethod(scene.world.method).firmness(scene.world.materials[0]).shearModulus;
  };
  for (const auto& [name, other] :
       {std::pair("clavet_bunny_mold_elastic", "shape_matching"),
        std::pair("clavet_bunny_footprint", "shape_matching"), std::pair("shape_matching_moai", "clavet"),
        std::pair("shape_matching_pressing_cube", "clavet")}) {
    const Scene own = loadSceneWithoutShapes(name, Detail::Medium),
                converted = loadSceneWithoutShapes(name, Detail::Medium, other);
    EXPECT_NEAR(firmness(converted) / firmness(own), 1.0, 0.01) << name;
    EXPECT_THAT(converted.notes, ElementsAre(HasSubstr("own values, apart from firmness and contact, of")))
        << name;
  }
}

TEST_F(SceneMethod, AFirmBlockStandsByTheOtherMethodAndAPuddleIsOne) {
  const auto write = [&](const std::string& text) { return folder_.write("block.json", text).string(); };
  const std::string springs = write(blockScene("clavet", "gel", kSprings, kSpringTimeline));
  EXPECT_GT(heightAfterASecond(loadScene(springs)), 0.85f);
  EXPECT_GT(heightAfterASecond(loadScene(springs, Detail::Medium, "shape_matching")), 0.85f);
  const std::string shape =
      write(blockScene("shape_matching", "honey", R"({"alpha": 0, "region_radius": 1.5})"));
  EXPECT_GT(heightAfterASecond(loadScene(shape, Detail::Medium, "clavet")), 0.85f)
      << "springs are added at the start";
  const std::string thin = write(blockScene("clavet", "gel", R"({"spring_stiffness": 0})"));
  EXPECT_LT(heightAfterASecond(loadScene(thin, Detail::Medium, "shape_matching")), 0.5f);
  const std::string liquid = write(blockScene("shape_matching", "gel", R"({"alpha": 1})"));
  EXPECT_LT(heightAfterASecond(loadScene(liquid, Detail::Medium, "clavet")), 0.5f);
}

TEST_F(SceneMethod, ContactWithSolidsIsAsTheSceneHasIt) {
  const std::string file =
      folder_
          .write("smooth.json",
                 blockScene("shape_matching", "gel", R"({"alpha": 1, "friction": 0.2, "stickiness": 0})"))
          .string();
  const MaterialDefinition there = loadScene(file, Detail::Medium, "clavet").world.materials[0];
  const auto value = [&](std::string_view key) {
    return there.values[findParameter(findMethod("clavet").parameters(), key)];
  };
  EXPECT_EQ(value("stickiness"), 0.f) << "nothing is nothing in any unit";
  EXPECT_NEAR(value("friction"), 1.0 - std::pow(0.8, 3.0), 1e-4) << "at a third of the reference radius";
  const MaterialDefinition steele = loadScene(file, Detail::Medium, "steele").world.materials[0];
  EXPECT_EQ(steele.values, loadMaterial("steele_gel", "steele").values) << "friction means slip there";
}

TEST_F(SceneMethod, WhereFirmnessIsAllThatTheSceneSetsNothingIsLeft) {
  std::string text = kSmallScene;
  text.replace(text.find("\"file\": \"honey\""), 15,
               R"("file": "gel", "parameters": {"spring_stiffness": 160})");
  text.insert(text.rfind('}'), R"(, "timeline": [{"time": 0, "do": "springs.add"}])");
  const std::string file = folder_.write("firm.json", text).string();
  const Scene converted = loadScene(file, Detail::Medium, "shape_matching");
  EXPECT_THAT(converted.notes, IsEmpty()) << "shape matching keeps a shape without an action";
  EXPECT_THAT(converted.world.timeline, IsEmpty());
  EXPECT_THAT(loadScene(file, Detail::Medium, "steele").notes,
              ElementsAre(testing::AllOf(HasSubstr("own values of goo"), HasSubstr("Add springs"))))
      << "nothing springs back there";
}

}  // namespace
}  // namespace ooze::scene_method_test
