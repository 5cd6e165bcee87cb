// Tests of the built program's command line: the arguments that it accepts, and its messages about invalid
// ones.
#include "app/commands/command_line.h"

#include "ooze/base/error.h"
#include "ooze/scene/save_file.h"

#include "fixtures/commands.h"
#include "program_fixture.h"
#include "scene/golden_file.h"
#include "world/commands/command_scope.h"

#include <fmt/format.h>

namespace ooze {
namespace {

using testing::HasSubstr;

TEST_F(Program, RefusesBadUsageInOneLine) {
  expectRefused("run clavet_pour_buny", "did you mean \"clavet_pour_bunny\"?");
  expectRefused("clavet_pour_buny", "did you mean \"clavet_pour_bunny\"?");
  expectRefused("rnder", "did you mean \"render\"?");
  expectRefused("run no/such/scene.json", "no/such/scene.json");
  expectRefused("run", "name a scene");
  expectRefused("run little.json --framse 3", "did you mean \"--frames\"?");
  expectRefused("run little.json --frames -1", "--frames");
  expectRefused("run little.json --frames many", "--frames");
  expectRefused("run little.json --threads 1.5", "--threads");
  expectRefused("run little.json --detail fien", "did you mean \"fine\"?");
  expectRefused("run little.json --set fricton=0.5", "did you mean \"friction\"?");
  expectRefused("run little.json --set friction=nan", "finite");
  expectRefused("run little.json --set friction=7", "out of range");
  expectRefused("run little.json --set friction", "KEY=VALUE");
  expectRefused("run little.json --set world.gravity=0", "did you mean \"gravity_x\"?");
  expectRefused("run --restore a.ooze --replay b.ooze", "exclude");
  expectRefused("list", "name a list");
  expectRefused("list scense", "did you mean \"scenes\"?");
  expectRefused("render little.json --out x.png", "--frames");
  expectRefused("render little.json --frames 4:2 --out x.png", "before the first");
  expectRefused("render little.json --frames 1 --out x.png --size big", "WIDTHxHEIGHT");
  expectRefused("render little.json --frames 1 --out x.png --spray 2", "--spray");
}

TEST_F(Program, TakesTheNamesOfScenesThatWereRenamed) {
  const std::string old = "spsm_moai", now = "shape_matching_moai";
  const std::string few = " --detail coarse --frames 1";
  ASSERT_EQ(run("run " + now + few + " --save now.ooze --golden now.golden").code, 0);
  SaveFile save = readSave(folder_ / "now.ooze");
  save.sceneName = old;
  save.sceneFile = "/nowhere/" + old + ".json";
  writeSave(folder_ / "old.ooze", save);
  GoldenFile golden = readGolden(folder_ / "now.golden");
  golden.scene = old;
  writeGolden(folder_ / "old.golden", golden);

  EXPECT_EQ(report("run " + old + few)["summary"]["hash"], report("run " + now + few)["summary"]["hash"]);
  const std::string path = sourceFolder() + "/assets/scenes/" + old + ".json";
  EXPECT_EQ(report("run " + path + few)["scene"], now);
  for (const std::string& scene : {old, now}) {
    EXPECT_EQ(report("run " + scene + " --restore old.ooze --frames 1")["scene"], now);
    EXPECT_EQ(run("run " + scene + few + " --golden old.golden").code, 0);
  }
  EXPECT_EQ(run("diff old.ooze now.ooze").code, 0);
  EXPECT_EQ(run("diff old.golden now.golden").code, 0);
  // An old scene name is accepted, so that the message is about the misspelt parameter.
  const Outcome window = run(old + " --set fricton=1", "env -u DISPLAY -u WAYLAND_DISPLAY ");
  EXPECT_EQ(window.code, 2);
  EXPECT_THAT(window.err, HasSubstr("unknown target \"shape_matching.fricton\""));
  expectRefused("render " + old + " --frames 4:2 --out x.png", "before the first");
  expectRefused("thumbnails " + old + " nonesuch --out small", "\"nonesuch\"");
  expectRefused("run spsm_moia", "unknown scene");
}

TEST_F(Program, ListsTitlesWithTheKindOfTheMethod) {
  EXPECT_THAT(run("list scenes").out, HasSubstr("Honey on the bunny (springs). "));
  EXPECT_THAT(run("list materials").out, HasSubstr("Honey (level set). "));
}

TEST_F(Program, RefusesBadScenesInOneLine) {
  const auto refuse = [&](const std::string& from, const std::string& to, const std::string& message) {
    std::string text = kLittle;
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, from.size(), to);
    writeFile(folder_ / "bad.json", text);
    expectRefused("run bad.json", message);
  };
  refuse("\"duration\": 0.1,", "\"duration\": 0.1", "bad.json:4: not JSON");
  refuse("\"liquids\"", "\"liquid\"",
         "bad.json:5: unknown key \"liquid\" in a scene; did you mean \"liquids\"?");
  refuse("0.06", "-1", "bad.json:5: \"radius\" = -1 is out of range");
  refuse("0.06", "NaN", "bad.json:5: not JSON");
  refuse("0.06", "99", "would hold about");
  refuse("{\"plane\": {}}", "{\"mesh\": {\"file\": \"none.obj\"}}", "there is no mesh file none.obj");
  refuse("{\"plane\": {}}", "{\"mesh\": {\"file\": \"bad.json\"}}", "bad.json:7: ");
  refuse("\"to\": 0", "\"to\": 2", "bad.json:8: emitter.spout.enabled = 2 is out of range");
}

TEST_F(Program, RefusesOutputsThatItCannotWriteBeforeItRuns) {
  expectRefused("run little.json --report missing/r.json", "cannot write missing/r.json");
  expectRefused("run little.json --particles missing/p_%04d.ply", "cannot write missing/p_0000.ply");
  expectRefused("run little.json --particles p.plyy", "did you mean \".ply\"?");
  expectRefused("run little.json --surface s.stl", "must end in .ply, .obj, .usda, .vtk or .vdb");
  expectRefused("run little.json --surface missing/s.obj", "cannot write missing/s.obj");
  expectRefused("run little.json --surface s.obj --surface-cell 2", "--surface-cell");
  expectRefused("run little.json --surface-level 0.5", "--surface");
  expectRefused("run little.json --surface s.obj --surface-method traked", "did you mean \"tracked\"?");
  expectRefused("run little.json --particles p.ply --every 2", "%04d");
  expectRefused("run little.json --every 2", "--particles or --surface");
  expectRefused("run little.json --particles same.ply --surface same.ply", "same.ply");
  expectRefused("run little.json --save .", "is a directory");
  expectRefused("run little.json --save little.json/x.ooze", "cannot write");
}

TEST_F(Program, RefusesForeignAndDamagedSaves) {
  expectRefused("run --restore little.json", "little.json: not a save of Ooze");
  expectRefused("run --restore none.ooze", "none.ooze");
  ASSERT_EQ(run("run little.json --frames 2 --save a.ooze").code, 0);
  std::string bytes = readText(folder_ / "a.ooze");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  writeFile(folder_ / "damaged.ooze", bytes);
  expectRefused("run --restore damaged.ooze", "damaged.ooze: the save is damaged");
  expectRefused("run --restore a.ooze --frames 1", "is already at frame 2");
  expectRefused("run clavet_fast_splash --restore a.ooze", "is a save of the scene \"little\"");
}

TEST_F(Program, ListsWhatThereIs) {
  EXPECT_THAT(run("list scenes").out, HasSubstr("clavet_pour_bunny"));
  EXPECT_THAT(run("list materials").out, HasSubstr("honey"));
  EXPECT_THAT(run("list methods").out, HasSubstr("clavet"));
  EXPECT_THAT(run("list parameters").out, HasSubstr("clavet.yield_ratio_stretch"));
  EXPECT_THAT(run("list commands").out,
              HasSubstr("a (3 numbers) [-10000, 10000] m, b (3 numbers) [-10000, 10000] m"));
  EXPECT_THAT(run("list commands").out, HasSubstr("body.NAME.friction"));
  for (const char* what : {"scenes", "materials", "methods", "parameters", "commands"}) {
    const auto list = nlohmann::json::parse(run(std::string("list --json ") + what).out);
    ASSERT_FALSE(list.empty());
    for (const auto& item : list) EXPECT_FALSE(item.at("description").get<std::string>().empty()) << item;
  }
  EXPECT_THAT(run("--version").out, testing::StartsWith("ooze 0."));
  EXPECT_EQ(run("--help").code, 0);
}

/// Every listed pair function can be set by its listed target. A scene's names replace A, B and BODY in the
/// target.
TEST_F(Program, ListsEveryFunctionOfPairsAsItIsSet) {
  const MethodRow& steele = findMethod("steele");
  MaterialDefinition liquid;
  for (const ParameterInfo& row : steele.parameters()) liquid.values.push_back(row.defaultValue);
  std::vector<MaterialDefinition> materials(2, liquid);
  materials[0].name = "A", materials[1].name = "B";
  CommandScope scope{steele, materials};
  scope.bodies.push_back({"BODY", Motion::Static, SolidShape::SolidKind::Box});
  std::size_t listed = 0;
  for (const auto& item : nlohmann::json::parse(run("list --json parameters").out)) {
    std::string target = item["name"];
    if (!target.starts_with("pair")) continue;
    ++listed;
    EXPECT_EQ(item.at("method"), "steele");
    if (item.contains("points")) {
      EXPECT_NO_THROW(requireValid(command(target, {0.f, -1.f, 2.f, 0.f}), scope)) << target;
      EXPECT_NO_THROW(requireValid(command(target), scope)) << target;
      EXPECT_GE(item["points"][1], item["points"][0]);
      continue;
    }
    if (const std::size_t n = target.find(".N."); n != std::string::npos) target[n + 1] = '1';
    const float lower = item.at("lower");
    EXPECT_NO_THROW(requireValid(command(target, {lower}), scope)) << target;
    EXPECT_THROW(requireValid(command(target, {lower - 1.f}), scope), InputError) << target;
    EXPECT_GT(item["upper"], lower);
    EXPECT_FALSE(item["unit"].get<std::string>().empty());
  }
  const PairFunction& adhesion = steele.pairFunctions()[0];
  EXPECT_EQ(listed, 3 * (3 + adhesion.families.size()));
  EXPECT_THAT(run("list parameters").out,
              HasSubstr(fmt::format("{} to {} points", adhesion.fewestPoints, adhesion.mostPoints)));
}

TEST(FrameRangeArgument, IsOneFrameARangeOrARangeWithAStep) {
  EXPECT_EQ(parseFrameRange("7").last, 7u);
  EXPECT_EQ(parseFrameRange("7:90").last, 90u);
  EXPECT_EQ(parseFrameRange("7:90:4").step, 4u);
  for (const char* bad : {"", "a", "1:", ":2", "2:1", "1:2:0", "1:2:3:4", "-1", "1.5", "999999999999"})
    EXPECT_THROW((void)parseFrameRange(bad), InputError) << bad;
}

TEST(CameraArgument, IsAnEyeATargetAndPerhapsAnAngle) {
  const CameraSpec camera = parseCamera("-0.5,0.25,1e-1:0,.5,-2:35");
  EXPECT_EQ(camera.eye, Vec3(-0.5f, 0.25f, 0.1f));
  EXPECT_EQ(camera.target, Vec3(0.f, 0.5f, -2.f));
  EXPECT_EQ(camera.fieldOfView, 35.f);
  EXPECT_EQ(parseCamera("1,2,3:4,5,6").fieldOfView, CameraSpec().fieldOfView);
  for (const char* bad : {"", "1,2,3", "1,2:3:4,5,6", "1,2,3:4,5,6:", ",2,3:4,5,6", "1,2,3:4,x,6",
                          "1,2,3:4,5,6:4:5", "1,2,3:1,2,3", "1,2,3:4,5,6:1", "nan,2,3:4,5,6", "1,2,3:4,5,6 "})
    EXPECT_THROW((void)parseCamera(bad), InputError) << bad;
}

TEST(LightArgument, ChangesWhatItNames) {
  EXPECT_EQ(parseLight("turn=40,height=-10,brightness=1.5,colour=#ff8000,exposure=0.5"),
            (LightSpec{40.f, -10.f, 1.5f, 0xff0080ffu, 0.5f}));
  EXPECT_EQ(parseLight("exposure=-1"), (LightSpec{.exposure = -1.f}));
  for (const char* bad : {"", "turn", "turn=", "turn=x", "turn=181", "turn=nan", "brightness=-1",
                          "colour=red", "colour=#ff80", "shade=1", "turn=1,,height=2", "exposure=1 "})
    EXPECT_THROW((void)parseLight(bad), InputError) << bad;
}

TEST_F(Program, TakesANumberOfATurntableButNeverTheSceneForIt) {
  expectRefused("render --turntable little.json --frames 3 --out a.png", "--turntable=120");
  expectRefused("render --turntable=x little.json --frames 3 --out a.png",
                "\"x\" is not a number of pictures");
  expectRefused("render little.json --frames 3 --camera 1,2,3 --out a.png", "--camera: \"1,2,3\" is not");
}

}  // namespace
}  // namespace ooze
