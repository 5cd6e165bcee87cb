// Tests of scene files. A file with a mistake is refused with the line number, and with a suggestion if
// possible.
#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "fixtures/places.h"
#include "fixtures/temporary_folder.h"
#include "geometry_fixtures.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::scene_file_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kScene = R"({
  "version": 1,
  "title": "A test",
  "method": "clavet",
  "h": {"coarse": 0.04, "medium": 0.02, "fine": 0.01},
  "gravity": [0, -5, 1],
  "fps": 30,
  "substeps": 4, "sleep": false,
  "seed": 7,
  "duration": 2,
  "particle_limit": 50000,
  "domain": {"lower": [-1, -1, -1], "upper": [1, 1, 1]},
  "compression": {"limit": 0.1, "depth": 0.2},
  "materials": [
    {"name": "goo", "file": "honey", "colour": "#010203",
     "parameters": {"friction": 0.25}},
    {"name": "thin", "h_ref": 0.02, "density": 900}
  ],
  "liquids": [
    {"name": "drop", "material": "thin", "sampling": "lattice",
     "shape": {"sphere": {"radius": 0.05}},
     "position": [0, 0.5, 0],
     "scale": [1, 2, 1], "velocity": [0, -1, 0]}
  ],
  "emitters": [
    {"name": "spout", "material": "goo", "shape": "square", "radius": 0.02, "speed": 0.5,
     "position": [0, 1, 0], "direction": [0, -2, 0],
     "start": 0.5, "stop": 1.5, "particle_limit": 100}
  ],
  "bodies": [
    {"name": "floor", "shape": {"plane": {}}, "friction": 0.5},
    {"name": "stirrer", "motion": "kinematic", "shape": {"box": {"half_extents": [0.1, 0.2, 0.3]}},
     "keys": [
       {"time": 0, "position": [0, 0, 0]},
       {"time": 1, "position": [1, 0, 0], "rotation": {"axis": [0, 1, 0], "degrees": 90}}
     ], "stickiness": 10, "stick_distance": 0.01, "visible": false},
    {"name": "float", "motion": "dynamic", "shape": {"cup": {"radius": 0.1, "height": 0.2, "wall": 0.01}},
     "position": [0, 0.5, 0], "density": 300, "velocity": [3, 2, 1],
     "angular_velocity": [0, 4, 0], "body_friction": 0.75, "restitution": 0.25, "present": false}
  ],
  "timeline": [
    {"time": 1, "set": "clavet.friction", "to": 0.75},
    {"time": 1.5, "set": "emitter.spout.position", "to": [0, 2, 0]},
    {"time": 2, "do": "springs.add"},
    {"time": 3, "set": "bodies.add_box", "to": [0, 1, 0, 0.05, 400]}
  ],
  "camera": {"eye": [0, 1, 2], "target": [0, 0, 0], "field_of_view": 50},
  "look": {"view": "spheres", "colour": "pressure", "background": "dark", "spray": 0.25,
           "light": {"turn": 30, "height": -5, "brightness": 1.5, "colour": "#ff8000", "exposure": 0.5}}
})";

Scene parse(const std::string& text, Detail detail = Detail::Medium) {
  return parseScene(text, "folder/test.json", detail);
}

int lineOf(const std::string& text, const std::string& part) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(text.find(part));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

TEST(SceneFile, SaysWhatItMeans) {
  const Scene scene = parse(kScene);
  const WorldSpec& w = scene.world;
  EXPECT_EQ(scene.name, "test");
  EXPECT_EQ(scene.title, "A test");
  EXPECT_EQ(scene.source, kScene);
  EXPECT_FLOAT_EQ(w.methodSettings.interactionRadius, 0.02f);
  EXPECT_FLOAT_EQ(w.methodSettings.compressionLimit, 0.1f);
  EXPECT_FLOAT_EQ(w.settings.gravityY, -5.f);
  EXPECT_FLOAT_EQ(w.settings.gravityZ, 1.f);
  EXPECT_FLOAT_EQ(w.settings.substeps, 4.f);
  EXPECT_EQ(w.settings.sleep, 0.f);
  EXPECT_EQ(w.framesPerSecond, 30.0);
  EXPECT_EQ(w.seed, 7u);
  EXPECT_EQ(w.particleLimit, 50000u);
  EXPECT_FLOAT_EQ(w.domain->upper.x, 1.f);

  ASSERT_EQ(w.materials.size(), 2u);
  EXPECT_EQ(w.materials[0].name, "goo");
  EXPECT_EQ(w.materials[0].colour, 0xff030201u);
  EXPECT_EQ(w.materials[0].look, "honey");
  const auto& rows = findMethod("clavet").parameters();
  EXPECT_FLOAT_EQ(w.materials[0].values[findParameter(rows, "friction")], 0.25f);
  EXPECT_EQ(w.materials[0].values[findParameter(rows, "viscosity_linear")],
            loadMaterial("honey", "clavet").values[findParameter(rows, "viscosity_linear")]);
  EXPECT_FLOAT_EQ(w.materials[1].referenceRadius, 0.02f);
  EXPECT_FLOAT_EQ(w.materials[1].density, 900.f);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(w.materials[1].values[i], rows[i].defaultValue);

  ASSERT_EQ(w.liquids.size(), 1u);
  EXPECT_EQ(w.liquids[0].material, 1);
  EXPECT_EQ(w.liquids[0].sampling, Sampling::Lattice);
  EXPECT_FLOAT_EQ(w.liquids[0].scale.y, 2.f);
  EXPECT_FLOAT_EQ(w.liquids[0].shape->distance(Vec3(0.f)), -0.05f);

  ASSERT_EQ(w.emitters.size(), 1u);
  EXPECT_EQ(w.emitters[0].shape, NozzleShape::Square);
  EXPECT_FLOAT_EQ(w.emitters[0].direction.y, -1.f);
  EXPECT_EQ(w.emitters[0].stop, 1.5);

  ASSERT_EQ(w.bodies.size(), 3u);
  EXPECT_EQ(w.bodies[0].solid.kind, SolidShape::SolidKind::Plane);
  EXPECT_EQ(w.bodies[0].friction, 0.5f);
  EXPECT_FALSE(w.bodies[0].stickiness);
  EXPECT_EQ(w.bodies[1].motion, Motion::Kinematic);
  ASSERT_EQ(w.bodies[1].keys.size(), 2u);
  EXPECT_NEAR((w.bodies[1].keys[1].pose.orientation * Vec3(1, 0, 0)).z, -1.f,
              1e-6f);  // rounding of a few floats
  EXPECT_FALSE(w.bodies[1].look.visible);
  EXPECT_TRUE(w.bodies[1].present);
  const Body& cup = w.bodies[2];
  EXPECT_EQ(cup.motion, Motion::Dynamic);
  EXPECT_EQ(cup.pose.position, Vec3(0.f, 0.5f, 0.f));
  EXPECT_EQ(cup.previousPose.position, cup.pose.position);
  EXPECT_NEAR(cup.mass(), 300 * massProperties({SolidShape::SolidKind::Cup, {0.1f, 0.1f, 0.01f}}).volume,
              1e-9);
  EXPECT_EQ(cup.velocity, Vec3(3.f, 2.f, 1.f));
  EXPECT_EQ(cup.angularVelocity, Vec3(0.f, 4.f, 0.f));
  EXPECT_EQ(cup.bodyFriction, 0.75f);
  EXPECT_EQ(cup.restitution, 0.25f);
  EXPECT_FALSE(cup.present);

  ASSERT_EQ(w.timeline.size(), 4u);
  EXPECT_EQ(textOf(w.timeline[1].command).values.size(), 3u);
  EXPECT_EQ(targetOf(w.timeline[2].command), "springs.add");
  EXPECT_TRUE(textOf(w.timeline[2].command).values.empty());
  EXPECT_EQ(textOf(w.timeline[3].command).values, (std::vector<float>{0.f, 1.f, 0.f, 0.05f, 400.f}));
  EXPECT_FLOAT_EQ(scene.camera.fieldOfView, 50.f);
  EXPECT_EQ(scene.look.colour, "pressure");
  EXPECT_EQ(scene.look.background, "dark");
  EXPECT_EQ(scene.look.spray, 0.25f);
  EXPECT_EQ(scene.look.light, (LightSpec{30.f, -5.f, 1.5f, 0xff0080ffu, 0.5f}));
}

TEST(SceneFile, DetailChoosesTheInteractionRadius) {
  EXPECT_FLOAT_EQ(parse(kScene, Detail::Coarse).world.methodSettings.interactionRadius, 0.04f);
  EXPECT_FLOAT_EQ(parse(kScene, Detail::Fine).world.methodSettings.interactionRadius, 0.01f);
}

TEST(SceneFile, DraftIsOneAndAHalfTimesCoarseOrAsTheFileSays) {
  const auto draftOf = [](const std::string& h) {
    std::string text = kScene;
    const std::string own = R"({"coarse": 0.04, "medium": 0.02, "fine": 0.01})";
    text.replace(text.find(own), own.size(), h);
    return parse(text, Detail::Draft).world.methodSettings.interactionRadius;
  };
  EXPECT_FLOAT_EQ(draftOf(R"({"coarse": 0.03, "medium": 0.02, "fine": 0.01})"), 0.045f);
  EXPECT_FLOAT_EQ(draftOf(R"({"coarse": 0.03, "medium": 0.03, "fine": 0.01})"), 0.03f);
  EXPECT_FLOAT_EQ(draftOf(R"({"draft": 0.05, "coarse": 0.03, "medium": 0.02, "fine": 0.01})"), 0.05f);
  EXPECT_FLOAT_EQ(draftOf("0.02"), 0.02f) << "one radius for all details";
  EXPECT_THROW(draftOf(R"({"draft": 0, "coarse": 0.03, "medium": 0.02, "fine": 0.01})"), InputError);
  EXPECT_EQ(parseDetail("draft"), Detail::Draft);
  EXPECT_EQ(detailWord(Detail::Draft), "draft");
}

TEST(SceneFile, SaysWhenItsFixedSubstepsAreTooFew) {
  const auto notesWith = [](const std::string& substeps) {
    std::string text = kScene;
    const std::string four = "\"substeps\": 4";
    return parse(text.replace(text.find(four), four.size(), "\"substeps\": " + substeps)).notes;
  };
  EXPECT_THAT(notesWith("1"),
              testing::ElementsAre(testing::AllOf(StartsWith("folder/test.json:8: \"substeps\" is 1, but"),
                                                  HasSubstr("auto"))));
  EXPECT_THAT(notesWith("200"), testing::IsEmpty());
  EXPECT_THAT(notesWith("\"auto\""), testing::IsEmpty());
}

struct Mistake {
  const char* from;     ///< part of the valid scene
  const char* to;       ///< replacement for `from`
  const char* at;       ///< text on the line of the error, after the replacement
  const char* message;  ///< text of the error message
};

class SceneMistake : public testing::TestWithParam<Mistake> {};

TEST_P(SceneMistake, IsRefusedAtItsLine) {
  const Mistake& m = GetParam();
  std::string text = kScene;
  const auto place = text.find(m.from);
  ASSERT_NE(place, std::string::npos) << m.from;
  text.replace(place, std::string(m.from).size(), m.to);
  try {
    parse(text);
    FAIL() << "accepted " << m.to;
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), StartsWith("folder/test.json:" + std::to_string(lineOf(text, m.at)) + ": "));
    EXPECT_THAT(e.what(), HasSubstr(m.message));
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    UnknownNames, SceneMistake,
    testing::Values(
        Mistake{"\"duration\"", "\"durration\"", "durration", "did you mean \"duration\"?"},
        Mistake{"\"material\": \"thin\"", "\"materal\": \"thin\"", "materal", "did you mean \"material\"?"},
        Mistake{"\"material\": \"goo\"", "\"material\": \"gooo\"", "gooo", "did you mean \"goo\"?"},
        Mistake{"\"clavet\",", "\"clavett\",", "clavett", "did you mean \"clavet\"?"},
        Mistake{"\"file\": \"honey\"", "\"file\": \"hony\"", "hony", "did you mean \"honey\"?"},
        Mistake{"\"friction\": 0.25", "\"fricton\": 0.25", "fricton", "did you mean \"friction\"?"},
        Mistake{"{\"sphere\"", "{\"spere\"", "spere", "did you mean \"sphere\"?"},
        Mistake{"{\"sphere\": {\"radius\": 0.05}}", "{\"plane\": {}}",
                "{\"plane\": {}},\n     \"position\": [0, 0.5", "unknown key \"plane\""},
        Mistake{"\"kinematic\"", "\"kinetic\"", "kinetic", "did you mean \"kinematic\"?"},
        Mistake{"\"square\"", "\"sqare\"", "sqare", "did you mean \"square\"?"},
        Mistake{"\"lattice\"", "\"latice\"", "latice", "did you mean \"lattice\"?"},
        Mistake{"\"spheres\"", "\"sphere\"", "\"view\"", "did you mean \"spheres\"?"},
        Mistake{"clavet.friction", "clavet.fricton", "fricton", "did you mean \"friction\"?"},
        Mistake{"emitter.spout", "emitter.spot", "spot", "did you mean \"spout\"?"},
        Mistake{"springs.add", "springs.ad", "springs.ad", "did you mean \"add\"?"},
        Mistake{"\"set\": \"clavet.friction\"", "\"set\": \"body.flor.friction\"", "flor",
                "did you mean \"floor\"?"},
        Mistake{"\"degrees\"", "\"degree\"", "\"degree\"", "did you mean \"degrees\"?"}));

INSTANTIATE_TEST_SUITE_P(
    WrongTypes, SceneMistake,
    testing::Values(
        Mistake{"\"A test\"", "3", "\"title\": 3", "\"title\" must be a string, not a number"},
        Mistake{"\"fps\": 30", "\"fps\": \"30\"", "fps", "\"fps\" must be a number, not a string"},
        Mistake{"[0, -5, 1]", "[0, -5]", "gravity", "must have 3 numbers, not 2"},
        Mistake{"[0, -5, 1]", "-5", "gravity", "must be a list of 3 numbers"},
        Mistake{"\"visible\": false", "\"visible\": 0", "visible", "must be true or false, not a number"},
        Mistake{"\"substeps\": 4", "\"substeps\": \"many\"", "substeps", "whole number or \"auto\""},
        Mistake{"\"substeps\": 4", "\"substeps\": 2.5", "substeps", "must be a whole number"},
        Mistake{"\"substeps\": 4", "\"substeps\": null", "substeps", "whole number or \"auto\""},
        Mistake{"{\"plane\": {}}", "[]", "[], \"friction\"", "a shape must be an object, not a list"},
        Mistake{"\"friction\": 0.25", "\"friction\": \"0.25\"", "0.25", "must be a number, not a string"},
        Mistake{"\"to\": 0.75", "\"to\": [1, 2, 3]", "[1, 2, 3]", "takes 1 number, not 3"},
        Mistake{"\"do\": \"springs.add\"", "\"set\": \"springs.add\", \"to\": 1", "springs.add",
                "springs.add is an action and takes no numbers: \"do\": \"springs.add\""},
        Mistake{"\"do\": \"springs.add\"", "\"do\": \"body.floor.present\"", "floor.present",
                "body.floor.present takes numbers: \"set\""},
        Mistake{"\"do\": \"springs.add\"", "\"do\": \"springs.add\", \"to\": 1", "springs.add",
                "needs either \"do\", or \"set\" and \"to\""},
        Mistake{"\"to\": 0.75", "\"to\": [[1]]", "[[1]]", "must be a number"},
        Mistake{"\"to\": 0.75", "\"to\": []", "[]}", "takes 1 number, not 0"},
        Mistake{"\"set\": \"clavet.friction\"", "\"set\": \"body.floor.velocity\"", "floor.velocity",
                "\"floor\" is not a dynamic body"},
        Mistake{"\"to\": 0.75", "\"to\": true", "\"to\": true", "must be a number"},
        Mistake{"\"#010203\"", "\"red\"", "\"red\"", "must be a colour"}));

INSTANTIATE_TEST_SUITE_P(
    OutOfRange, SceneMistake,
    testing::Values(Mistake{"\"medium\": 0.02", "\"medium\": 0", "medium", "out of range"},
                    Mistake{"\"fps\": 30", "\"fps\": 0", "fps", "out of range [1, 1000]"},
                    Mistake{"[0, -5, 1]", "[0, -500, 1]", "gravity", "gravity_y = -500 is out of range"},
                    Mistake{"\"substeps\": 4", "\"substeps\": 100000", "substeps", "out of range"},
                    Mistake{"\"friction\": 0.25", "\"friction\": 1.25", "1.25",
                            "friction = 1.25 is out of range [0, 1]"},
                    Mistake{"\"friction\": 0.25", "\"friction\": NaN", "NaN", "not JSON"},
                    Mistake{"\"friction\": 0.25", "\"friction\": 1e999", "1e999", "1e999"},
                    Mistake{"\"to\": 0.75", "\"to\": 7", "\"to\": 7", "out of range"},
                    Mistake{"\"seed\": 7", "\"seed\": -7", "seed", "out of range"},
                    Mistake{"50000", "5000000000", "5000000000", "out of range"},
                    Mistake{"\"upper\": [1, 1, 1]", "\"upper\": [1, -2, 1]", "upper", "must be below"},
                    Mistake{"[0, -2, 0]", "[0, 0, 0]", "direction", "must not be zero"},
                    Mistake{"\"stop\": 1.5", "\"stop\": 0.25", "stop", "comes before"},
                    Mistake{"{\"time\": 0, \"position\"", "{\"time\": 2, \"position\"",
                            "{\"time\": 1, \"position\": [1", "ascend"},
                    Mistake{"{\"time\": 1, \"position\"",
                            "{\"time\": 0, \"position\": [2, 0, 0]}, {\"time\": 0, \"position\"",
                            "{\"time\": 0, \"position\": [2", "two keys at one time are a jump"},
                    Mistake{"{\"time\": 1.5, ", "{\"time\": 0.5, ", "0.5, \"set\"", "ascend"},
                    Mistake{"\"version\": 1", "\"version\": 2", "version", "reads version 1"}));

TEST(SceneFile, TwoKeysOfABodyAtOneTimeAreAJump) {
  const Scene scene =
      parseScene(R"({"version": 1, "h": 0.02, "duration": 1, "materials": [{"name": "goo"}], "bodies": [
      {"name": "foot", "motion": "kinematic", "shape": {"sphere": {"radius": 0.1}},
       "keys": [{"time": 0, "position": [0, 0, 0]}, {"time": 0, "position": [0, 1, 0]},
                {"time": 2, "position": [0, 2, 0]}, {"time": 2, "position": [0, 5, 0]}]}]})",
                 "jump.json", Detail::Medium);
  const std::vector<PoseKey>& keys = scene.world.bodies[0].keys;
  ASSERT_EQ(keys.size(), 4u);
  EXPECT_EQ(interpolate(keys, 0.0).position.y, 1.f);
  EXPECT_NEAR(interpolate(keys, 1.0).position.y, 1.5f, 1e-6f);
  EXPECT_EQ(interpolate(keys, 2.0).position.y, 5.f);
}

TEST(SceneFile, AKeyWithALineBreakIsStillOneLine) {
  try {
    parseScene("{\"ver\\nsion\": 1}", "folder/test.json", Detail::Coarse);
    FAIL() << "was accepted";
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Absurd, SceneMistake,
    testing::Values(Mistake{"\"radius\": 0.05", "\"radius\": 50", "\"drop\"", "would hold about"},
                    Mistake{"[1, 2, 1]", "[100, 100, 100]", "\"drop\"", "its limit is 50000"},
                    Mistake{"{\"plane\": {}}", "{\"mesh\": {\"file\": \"none.obj\"}}", "none.obj",
                            "there is no mesh file folder/none.obj"},
                    Mistake{"\"radius\": 0.02", "\"radius\": 0.95", "\"radius\": 0.95,",
                            "one layer of \"spout\""},
                    Mistake{"{\"plane\": {}}", "{\"plane\": {}, \"box\": {}}", "\"floor\"", "exactly one of"},
                    Mistake{"\"stirrer\"", "\"floor\"", "\"motion\"", "is taken already"},
                    Mistake{"\"name\": \"goo\"", "\"name\": \"\"", "honey", "must not be empty"}));

INSTANTIATE_TEST_SUITE_P(
    Showers, SceneMistake,
    testing::Values(Mistake{"\"start\": 0.5", "\"coverage\": 0.02", "coverage", "only a shower has the key"},
                    Mistake{"\"shape\": \"square\"", "\"shape\": \"shower\", \"coverage\": 0.5", "coverage",
                            "out of range [1e-05, 0.1]"},
                    Mistake{"\"shape\": \"square\"", "\"shape\": \"shower\", \"drop_radius\": 0.03",
                            "drop_radius", "out of range [0, 0.02]"}));

INSTANTIATE_TEST_SUITE_P(
    Missing, SceneMistake,
    testing::Values(Mistake{"\"version\": 1,", "", "{", "needs the key \"version\""},
                    Mistake{"\"coarse\": 0.04, ", "", "\"h\"", "needs the key \"coarse\""},
                    Mistake{"\"radius\": 0.02, ", "", "\"spout\"", "needs the key \"radius\""},
                    Mistake{"\"motion\": \"kinematic\", ", "", "stirrer",
                            "a static body must not have \"keys\""},
                    Mistake{"\"material\": \"goo\", ", "", "\"spout\"", "needs the key \"material\""}));

constexpr const char* kCup = "{\"cup\": {\"radius\": 0.1, \"height\": 0.2, \"wall\": 0.01}}";

INSTANTIATE_TEST_SUITE_P(
    Bodies, SceneMistake,
    testing::Values(
        Mistake{"\"density\": 300", "\"density\": 0", "\"density\": 0", "out of range [1, 100000]"},
        Mistake{"\"density\": 300", "\"density\": -300", "\"density\": -300", "out of range"},
        Mistake{"\"density\": 300", "\"densty\": 300", "densty", "did you mean \"density\"?"},
        Mistake{"\"restitution\": 0.25", "\"restitution\": 2", "restitution", "out of range [0, 1]"},
        Mistake{"\"present\": false", "\"present\": 0", "present", "must be true or false"},
        Mistake{"\"dynamic\"", "\"dinamic\"", "dinamic", "did you mean \"dynamic\"?"},
        Mistake{"\"dynamic\"", "\"static\"", "\"density\": 300",
                "only a dynamic body has the key \"density\""},
        Mistake{"[0, 0.5, 0], \"density\": 300",
                "[0, 0.5, 0], \"keys\": [{\"time\": 0, \"position\": [0, 0, 0]}]", "\"float\"",
                "a dynamic body must not have \"keys\""},
        Mistake{kCup, "{\"tank\": {\"half_extents\": [1, 1, 1]}}", "\"tank\"",
                "this body cannot be dynamic: a tank is infinite"},
        Mistake{kCup, "{\"plane\": {}}", "\"float\"", "this body cannot be dynamic: a plane is infinite"},
        Mistake{kCup, "{\"mould\": {\"file\": \"bunny\", \"cell\": 0.02}}", "\"float\"",
                "this body cannot be dynamic: a mould is infinite"},
        Mistake{"\"wall\": 0.01", "\"wall\": 0.5", "\"wall\"", "thinner than its radius"},
        Mistake{"\"wall\": 0.01", "\"walls\": 0.01", "walls", "did you mean \"wall\"?"},
        Mistake{kCup, "{\"capsle\": {}}", "capsle", "did you mean \"capsule\"?"},
        Mistake{kCup, "{\"ellipsoid\": {\"semi_axes\": [1, 0, 1]}}", "semi_axes", "out of range"}));

struct FileShape {
  const char* text;
  SolidShape::SolidKind kind;
  Vec3 size;
};

class ShapeOfABody : public testing::TestWithParam<FileShape> {};

TEST_P(ShapeOfABody, IsReadIntoItsParameters) {
  const FileShape& s = GetParam();
  std::string text = kScene;
  text.replace(text.find(kCup), std::string(kCup).size(), s.text);
  const Body body = parse(text).world.bodies[2];
  EXPECT_EQ(body.solid.kind, s.kind);
  EXPECT_LT(glm::distance(body.solid.size, s.size), 1e-6f);
  const Vec3 p(0.03f, -0.02f, 0.05f);
  EXPECT_EQ(body.shape->distance(p), makeDistance(body.solid)->distance(p));
}

INSTANTIATE_TEST_SUITE_P(All, ShapeOfABody,
                         testing::Values(FileShape{"{\"sphere\": {\"radius\": 0.1}}",
                                                   SolidShape::SolidKind::Sphere, Vec3(0.1f)},
                                         FileShape{"{\"box\": {\"half_extents\": [0.1, 0.2, 0.3]}}",
                                                   SolidShape::SolidKind::Box,
                                                   {0.1f, 0.2f, 0.3f}},
                                         FileShape{"{\"capsule\": {\"radius\": 0.1, \"length\": 0.4}}",
                                                   SolidShape::SolidKind::Capsule,
                                                   {0.1f, 0.2f, 1.f}},
                                         FileShape{"{\"cylinder\": {\"radius\": 0.1, \"height\": 0.4}}",
                                                   SolidShape::SolidKind::Cylinder,
                                                   {0.1f, 0.2f, 1.f}},
                                         FileShape{"{\"ellipsoid\": {\"semi_axes\": [0.1, 0.2, 0.3]}}",
                                                   SolidShape::SolidKind::Ellipsoid,
                                                   {0.1f, 0.2f, 0.3f}},
                                         FileShape{kCup, SolidShape::SolidKind::Cup, {0.1f, 0.1f, 0.01f}}));

TEST(SceneFile, FillsRoundShapesWithLiquidOfTheirVolume) {
  for (const char* shape : {"{\"capsule\": {\"radius\": 0.1, \"length\": 0.2}}",
                            "{\"cylinder\": {\"radius\": 0.1, \"height\": 0.2}}",
                            "{\"ellipsoid\": {\"semi_axes\": [0.1, 0.1, 0.2]}}"}) {
    std::string text = kScene;
    const std::string sphere = "{\"sphere\": {\"radius\": 0.05}}";
    text.replace(text.find(sphere), sphere.size(), shape);
    EXPECT_LT(parse(text).world.liquids[0].shape->distance(Vec3(0.f)), 0.f) << shape;
    // A shape a hundred times as long holds too many particles. The volume of the shape shows
    // this before any filling.
    const std::string scale = "[1, 2, 1]";
    text.replace(text.find(scale), scale.size(), "[1, 100, 100]");
    EXPECT_THROW(parse(text), InputError) << shape;
  }
}

/// Returns the scene text with one dynamic body from this mesh file.
std::string sceneOfMesh(const std::string& file) {
  std::string text = kScene;
  return text.replace(text.find(kCup), std::string(kCup).size(),
                      "{\"mesh\": {\"file\": \"" + file + "\", \"cell\": 0.1}}");
}

TEST(SceneFile, MakesADynamicBodyOfAClosedMeshAndRefusesAnOpenOne) {
  const testing_support::TemporaryFolder folder;
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", three = "f 1 3 2\nf 1 2 4\nf 1 4 3\n";
  writeFile(folder.path() / "closed.obj", corners + three + "f 2 3 4\n");
  writeFile(folder.path() / "open.obj", corners + three);
  const Body body = parse(sceneOfMesh((folder.path() / "closed.obj").string())).world.bodies[2];
  EXPECT_NEAR(body.mass(), 300.0 / 6.0, 1e-4);
  EXPECT_LT(glm::distance(body.centre(), Vec3(0.25f, 0.75f, 0.25f)), 1e-5f);
  const std::string text = sceneOfMesh((folder.path() / "open.obj").string());
  try {
    parse(text);
    FAIL() << "accepted";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), StartsWith("folder/test.json:" + std::to_string(lineOf(text, "\"float\"")) + ": "));
    EXPECT_THAT(e.what(), HasSubstr("this body cannot be dynamic: the mesh is open: 3 of its edges"));
  }
}

TEST(SceneFile, UnknownSceneSuggestsTheNearest) {
  try {
    loadScene("clavet_pour_buny");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("did you mean \"clavet_pour_bunny\"?"));
    EXPECT_THAT(e.what(), HasSubstr("in \"" + assetFolders().front().string() + "\""));
  }
  EXPECT_THROW(loadScene("no/such/file.json"), InputError);
  EXPECT_THROW(loadScene(sourceFolder() + "/assets"), InputError);
}

TEST(SceneList, HoldsEveryShippedSceneAndNoneIsBroken) {
  std::vector<std::string> names;
  for (const Listing& l : listScenes()) {
    if (l.own) continue;
    EXPECT_EQ(l.error, "");
    EXPECT_NE(l.description, "") << l.name;
    names.push_back(l.name);
  }
  EXPECT_THAT(names,
              testing::IsSupersetOf({"clavet_fast_splash", "clavet_oscillating_drop", "clavet_pour_bunny"}));
}

TEST(SceneFile, PartsOfOneMeshFileShareTheMeshAndItsDistances) {
  const TemporaryFolder folder;
  (void)folder.write("stone.obj",
                     "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const auto body = [](const char* name, const char* kind, const char* more) {
    return std::string(R"({"name": ")") + name + R"(", "shape": {")" + kind +
           R"(": {"file": "stone.obj", "cell": 0.01)" + more + "}}}";
  };
  const auto file =
      folder.write("stones.json", R"({"version": 1, "h": 0.04, "materials": [{"name": "goo"}], "bodies": [)" +
                                      body("one", "mesh", "") + "," + body("other", "mesh", "") + "," +
                                      body("tall", "mesh", R"(, "height": 0.2)") + "," +
                                      body("mould", "mould", R"(, "height": 0.2)") + "]}");
  const std::vector<Body> bodies = loadScene(file.string()).world.bodies;
  ASSERT_EQ(bodies.size(), 4u);
  EXPECT_EQ(bodies[0].solid.mesh, bodies[1].solid.mesh);
  EXPECT_EQ(bodies[0].shape, bodies[1].shape);
  EXPECT_FLOAT_EQ(bodies[0].solid.mesh->bounds().size().y, 0.1f);
  EXPECT_FLOAT_EQ(bodies[2].solid.mesh->bounds().size().y, 0.2f);
  const Vec3 inside(-0.07f, 0.03f, -0.07f);
  EXPECT_LT(bodies[2].shape->distance(inside), 0.f);
  EXPECT_GT(bodies[3].shape->distance(inside), 0.f) << "a mould is solid outside of its mesh";
}

}  // namespace
}  // namespace ooze::scene_file_test
