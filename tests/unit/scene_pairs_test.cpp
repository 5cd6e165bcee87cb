// Tests of the key "pairs" of a scene file.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "methods/steele/adhesion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::scene_pairs_test {
namespace {

using testing::HasSubstr;

std::string sceneWith(const std::string& pairs, const std::string& method = "steele") {
  return R"({
"version": 1, "method": ")" +
         method + R"(", "h": 0.01,
"materials": [{"name": "oil"}, {"name": "water"}],
"bodies": [{"name": "ball", "shape": {"sphere": {"radius": 0.05}}}, {"name": "wall", "shape": {"plane": {}}}],
"pairs": [
)" + pairs +
         "]}";
}

Scene read(const std::string& pairs) { return parseScene(sceneWith(pairs), "scene.json", Detail::Coarse); }

std::string errorMessageOf(const std::string& pairs, const std::string& method = "steele") {
  try {
    (void)parseScene(sceneWith(pairs, method), "scene.json", Detail::Coarse);
  } catch (const InputError& e) {
    return e.what();
  }
  return "was read";
}

TEST(ScenePairs, ReadsPointsAndFamilies) {
  const Scene scene = read(R"({"materials": ["water", "oil"], "adhesion": {"repels": 40}},
{"materials": ["oil", "oil"], "adhesion": [[0, -200], [2, 0], [3.5, 20.5], [4, 0]]},
{"material": "oil", "solid": "ball", "adhesion": [[0, 5], [3, 0]]},
{"material": "oil", "adhesion": {"clings": 0}})");
  const PairTable& pairs = scene.world.methodSettings.pairs;
  ASSERT_EQ(pairs.size(), 4u);
  EXPECT_EQ(pairs[0], (PairEntry{"adhesion", 1, std::uint16_t{0}, "", steele::repels(40.f)}));
  EXPECT_EQ(pairs[1].curve, (std::vector<CurvePoint>{{0, -200}, {2, 0}, {3.5, 20.5}, {4, 0}}));
  EXPECT_EQ(pairs[2], (PairEntry{"adhesion", 0, std::nullopt, "ball", {{0, 5}, {3, 0}}}));
  EXPECT_EQ(pairs[3].solid, "");
  EXPECT_NO_THROW(World{scene.world});
}

TEST(ScenePairs, RefusesWhatMakesNoFunctionWithItsLine) {
  const std::string of = R"({"materials": ["water", "oil"], "adhesion": )";
  EXPECT_THAT(errorMessageOf(of + "[[0, 1], [2, 1], [2, 0]]}"),
              HasSubstr("scene.json:6: the points of \"adhesion\""));
  EXPECT_THAT(errorMessageOf(of + "[[0, 1]]}"), HasSubstr("takes 2 to 16 points, not 1"));
  EXPECT_THAT(errorMessageOf(of + "[[0, 1], [9, 0]]}"), HasSubstr("at 0 to 6 radii, not 9"));
  EXPECT_THAT(errorMessageOf(of + "[[0, 1e9], [2, 0]]}"), HasSubstr("m/s², not 1e+09"));
  EXPECT_THAT(errorMessageOf(of + "[[0, 1], [2]]}"), HasSubstr("list of two numbers"));
  EXPECT_THAT(errorMessageOf(of + "7}"), HasSubstr("a list of points or a family"));
  EXPECT_THAT(errorMessageOf(of + R"({"repel": 4}})"), HasSubstr("did you mean \"repels\"?"));
  EXPECT_THAT(errorMessageOf(of + R"({"repels": 4, "clings": 1}})"), HasSubstr("one name and one amplitude"));
  std::string many = "[0, 0]";
  for (int k = 1; k < 17; ++k) many += ", [" + std::to_string(0.25 * k) + ", 1]";
  EXPECT_THAT(errorMessageOf(of + "[" + many + "]}"), HasSubstr("2 to 16 points, not 17"));
}

// A solid thinner than a particle gets a note, because object particles of its two faces overlap.
TEST(ScenePairs, SaysWhenASolidIsThinnerThanAParticle) {
  const auto notesOf = [](const std::string& shape, const std::string& method) {
    std::string text = sceneWith("", method);
    text.replace(text.find("\"pairs\""), std::string::npos, "\"seed\": 1}");
    const std::string ball = R"({"sphere": {"radius": 0.05}})";
    return parseScene(text.replace(text.find(ball), ball.size(), shape), "scene.json", Detail::Coarse).notes;
  };
  const std::string thin = R"({"box": {"half_extents": [0.1, 0.0015, 0.1]}})";
  EXPECT_THAT(notesOf(thin, "steele"),
              testing::ElementsAre(testing::StartsWith(
                  "scene.json:4: body \"ball\" is 3 mm thick, less than the 4 mm of a particle")));
  EXPECT_THAT(notesOf(R"({"cup": {"radius": 0.05, "height": 0.1, "wall": 0.0039}})", "steele"),
              testing::SizeIs(1));
  EXPECT_THAT(notesOf(R"({"box": {"half_extents": [0.1, 0.0021, 0.1]}})", "steele"), testing::IsEmpty());
  EXPECT_THAT(notesOf(R"({"tank": {"half_extents": [0.1, 0.001, 0.1]}})", "steele"), testing::IsEmpty());
  // Solids of the clavet method attract by distance and have no object particles.
  EXPECT_THAT(notesOf(thin, "clavet"), testing::IsEmpty());
}

TEST(ScenePairs, RefusesWhomItDoesNotKnow) {
  EXPECT_THAT(errorMessageOf(R"({"materials": ["wather", "oil"], "adhesion": {"repels": 1}})"),
              HasSubstr("scene.json:6: there is no material \"wather\"; did you mean \"water\"?"));
  EXPECT_THAT(errorMessageOf(R"({"material": "oil", "solid": "bal", "adhesion": {"clings": 1}})"),
              HasSubstr("there is no solid \"bal\"; did you mean \"ball\"?"));
  EXPECT_THAT(errorMessageOf(R"({"materials": ["oil"], "adhesion": {"clings": 1}})"), HasSubstr("two names"));
  EXPECT_THAT(errorMessageOf(R"({"adhesion": {"clings": 1}})"), HasSubstr("a pair needs two \"materials\""));
  EXPECT_THAT(errorMessageOf(R"({"material": "oil"})"), HasSubstr("a pair needs a function: \"adhesion\""));
  EXPECT_THAT(errorMessageOf(R"({"materials": ["oil", "oil"], "solid": "ball", "adhesion": {"clings": 1}})"),
              HasSubstr("a pair with \"materials\" must not have \"solid\""));
}

// A pair has a single function for both directions. Two functions would break conservation of momentum.
TEST(ScenePairs, RefusesASecondFunctionOfOnePair) {
  EXPECT_THAT(errorMessageOf(R"({"materials": ["water", "oil"], "adhesion": {"repels": 1}},
{"materials": ["oil", "water"], "adhesion": {"repels": 2}})"),
              HasSubstr("scene.json:7: this pair has \"adhesion\" already"));
}

TEST(ScenePairs, RefusesThemForAMethodWithoutFunctions) {
  EXPECT_THAT(errorMessageOf(R"({"materials": ["water", "oil"], "adhesion": {"repels": 1}})", "clavet"),
              HasSubstr("scene.json:5: the method \"clavet\" has no functions of pairs"));
}

}  // namespace
}  // namespace ooze::scene_pairs_test
