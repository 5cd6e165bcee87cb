// `ooze export --usd`: the stage as three.js (npm: three) and TinyUSDZ (npm: tinyusdz) read it. Tests are
// skipped where these packages are not installed; third_party/setup.sh installs them.
#include "base/file.h"
#include "program/program_fixture.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <sstream>

namespace ooze::usd_export_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using ::testing::HasSubstr;

/// Returns all numbers of the text between `from` and the next `to`.
std::vector<double> numbersBetween(const std::string& text, const std::string& from, const std::string& to) {
  std::vector<double> numbers;
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return numbers;
  std::string part =
      text.substr(begin + from.size(), text.find(to, begin + from.size()) - begin - from.size());
  std::replace_if(
      part.begin(), part.end(),
      [](char c) { return c == ',' || c == '(' || c == ')' || c == '[' || c == ']'; }, ' ');
  std::istringstream in(part);
  for (double value; in >> value;) numbers.push_back(value);
  return numbers;
}

class UsdStage : public Program {
 protected:
  void SetUp() override {
    if (!fs::exists(modules() / "tinyusdz" / "tinyusdz.wasm") || !fs::exists(modules() / "three"))
      GTEST_SKIP() << "the npm packages three and tinyusdz are not installed";
    writeFile(folder_ / "swing.json", std::string_view(kSwing));
    const Outcome o = run("export swing.json --usd stage --frames 0:6:3 --size 320x200");
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_THAT(o.out, HasSubstr("stage/scene.usda"));
  }
  void TearDown() override { fs::remove_all(folder_ / "stage"); }

  static fs::path modules() { return fs::path(sourceFolder()) / "third_party" / "node_modules"; }

  /// Runs a script of tests/readers with Node. @return the JSON that the script prints
  [[nodiscard]] Json read(const std::string& script, const std::string& arguments) const {
    const std::string command =
        fmt::format("cd '{}' && node '{}/tests/readers/{}' {} >.out 2>.err </dev/null", folder_.string(),
                    sourceFolder(), script, arguments);
    const int status = std::system(command.c_str());
    const std::string text = readText(folder_ / ".out"), complaint = readText(folder_ / ".err");
    for (const char* name : {".out", ".err"}) fs::remove_all(folder_ / name);
    if (status != 0) {
      ADD_FAILURE() << complaint;
      return {};
    }
    return Json::parse(text);
  }
  [[nodiscard]] Json composed() const {
    return read("usd_stage_reader.mjs", fmt::format("'{}' stage/scene.usda", modules().string()));
  }
  /// Returns what TinyUSDZ reads in files of the stage, one entry each.
  [[nodiscard]] Json parsed(const std::string& files) const {
    return read("usda_reader.mjs", fmt::format("'{}/tinyusdz' {}", modules().string(), files));
  }

  // Two drops, one of each liquid, that touch, and a body that moves and turns.
  static constexpr const char* kSwing = R"({
  "version": 1, "h": {"coarse": 0.03, "medium": 0.03, "fine": 0.03},
  "duration": 0.1,
  "materials": [{"name": "golden honey", "file": "honey"}, {"name": "metal", "file": "honey", "look": "metal"}],
  "liquids": [{"name": "a", "material": "golden honey", "shape": {"sphere": {"radius": 0.06}}, "position": [-0.05, 0.3, 0]},
              {"name": "b", "material": "metal", "shape": {"sphere": {"radius": 0.06}}, "position": [0.06, 0.3, 0]}],
  "bodies": [{"name": "floor", "shape": {"plane": {}}},
             {"name": "paddle 1", "motion": "kinematic", "shape": {"box": {"half_extents": [0.1, 0.01, 0.02]}},
              "keys": [{"time": 0, "position": [0.2, 0.1, 0.05]},
                       {"time": 0.1, "position": [0.3, 0.2, 0.05], "rotation": {"axis": [0, 1, 0], "degrees": 90}}]}],
  "camera": {"eye": [0.1, 0.4, 0.9], "target": [0, 0.1, 0], "field_of_view": 35}
})";
};

TEST_F(UsdStage, HasCameraLightMaterialsAndMovingBodiesForThreeJs) {
  const Json found = composed();
  ASSERT_FALSE(found.empty());
  const Json& objects = found["objects"];
  const Json& camera = objects["World/camera"];
  EXPECT_NEAR(camera["fieldOfView"].get<double>(), 35.0, 1e-3);
  EXPECT_NEAR(camera["aspect"].get<double>(), 1.6, 1e-4);
  const auto matrix = camera["matrix"].get<std::vector<double>>();
  EXPECT_NEAR(matrix[12], 0.1, 1e-5);
  EXPECT_NEAR(matrix[13], 0.4, 1e-5);
  EXPECT_NEAR(matrix[14], 0.9, 1e-5);
  // A camera looks along its own -z: towards the target.
  const double length = std::sqrt(0.1 * 0.1 + 0.3 * 0.3 + 0.9 * 0.9);
  EXPECT_NEAR(-matrix[8], -0.1 / length, 1e-5);
  EXPECT_NEAR(-matrix[9], -0.3 / length, 1e-5);
  EXPECT_NEAR(-matrix[10], -0.9 / length, 1e-5);
  const auto light = objects["World/key"]["matrix"].get<std::vector<double>>();
  EXPECT_GT(light[9], 0.3) << "the key light shines downwards, along its own -z";
  EXPECT_GT(objects["World/key"]["intensity"].get<double>(), 0.5);

  const Json& tracks = found["tracks"];
  const auto positions = tracks["paddle_1.position"]["values"].get<std::vector<double>>();
  const auto times = tracks["paddle_1.position"]["times"].get<std::vector<double>>();
  ASSERT_EQ(times.size(), 3u);
  EXPECT_NEAR(times[1], 0.05, 1e-6);
  const std::vector<double> wanted{0.2, 0.1, 0.05, 0.25, 0.15, 0.05, 0.3, 0.2, 0.05};
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(positions[i], wanted[i], 1e-5) << i;
  const auto turns = tracks["paddle_1.quaternion"]["values"].get<std::vector<double>>();
  EXPECT_NEAR(turns[9], std::sqrt(0.5), 1e-5);  // x, y, z, w of the last frame: a quarter about y
  EXPECT_NEAR(turns[11], std::sqrt(0.5), 1e-5);

  const Json& box = objects["paddle_1/mesh"];
  double farthest = 0.0;
  for (const double x : box["positions"].get<std::vector<double>>())
    farthest = std::max(farthest, std::abs(x));
  EXPECT_NEAR(farthest, 0.1, 1e-6);
  const Json& honey = objects["World/liquid"]["materials"][0];
  EXPECT_NEAR(honey["roughness"].get<double>(), 0.03, 1e-6);
  EXPECT_NEAR(honey["ior"].get<double>(), 1.5, 1e-3);
  EXPECT_EQ(honey["metalness"].get<double>(), 0.0);
}

TEST_F(UsdStage, IsWholeForTinyUsdz) {
  const Json root = parsed("stage/scene.usda")[0];
  ASSERT_TRUE(root["read"].get<bool>()) << root["error"];
  const std::string layer = root["layer"];
  for (const char* part :
       {"timeCodesPerSecond = 60", "startTimeCode = 0", "endTimeCode = 6", "def Camera \"camera\"",
        "def DistantLight \"key\"", "def DomeLight \"surroundings\"", "def Points \"particles\"",
        "rel material:binding = </World/looks/golden_honey>", "custom float ooze:absorption = 60",
        "\"UsdPreviewSurface\"", "string primPath = \"/liquid\""})
    EXPECT_THAT(layer, HasSubstr(part));
  // Every file that the stage names is there.
  std::set<std::string> named;
  const std::regex asset("@\\./([^@]+)@");
  for (auto i = std::sregex_iterator(layer.begin(), layer.end(), asset); i != std::sregex_iterator(); ++i)
    named.insert((*i)[1]);
  EXPECT_EQ(named.size(), 9u);  // three frames of two sequences, two manifests, the surroundings
  for (const std::string& name : named) EXPECT_TRUE(fs::exists(folder_ / "stage" / name)) << name;
  for (const std::string& name : named) {
    const bool isManifest = name.ends_with("manifest.usda");
    if (!name.ends_with("_00003.usda") && !isManifest) continue;
    const Json found = parsed("stage/" + name)[0];
    EXPECT_THAT(found["layer"].get<std::string>(), HasSubstr("\"liquid\"")) << name;
    EXPECT_TRUE(isManifest || found["read"].get<bool>()) << name;  // a manifest declares, and has no values
  }
}

TEST_F(UsdStage, OfAnEarlierRunLeavesNothingBehind) {
  const Outcome o = run("export swing.json --usd stage --frames 0:1 --size 320x200");
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_FALSE(fs::exists(folder_ / "stage" / "liquid" / "surface_00006.usda"));
  EXPECT_TRUE(fs::exists(folder_ / "stage" / "liquid" / "surface_00001.usda"));
}

TEST_F(UsdStage, BindsEachFaceOfTheLiquidToOneMaterial) {
  const std::string text = readText(folder_ / "stage" / "liquid" / "surface_00003.usda");
  const std::size_t faces = numbersBetween(text, "faceVertexCounts.timeSamples = { 3: [", "] }").size();
  ASSERT_GT(faces, 100u);
  const std::vector<double> corners = numbersBetween(text, "faceVertexIndices.timeSamples = { 3: [", "] }");
  const std::vector<double> points = numbersBetween(text, "points.timeSamples = { 3: [", "] }");
  std::vector<int> uses(faces, 0);
  for (const int material : {0, 1}) {
    const std::size_t at = text.find(fmt::format("def GeomSubset \"material_{}\"", material));
    ASSERT_NE(at, std::string::npos);
    const std::vector<double> set = numbersBetween(text.substr(at), "indices.timeSamples = { 3: [", "] }");
    EXPECT_GT(set.size(), faces / 4);
    for (const double face : set) {
      const auto i = static_cast<std::size_t>(face);
      ++uses.at(i);
      // Honey is on the left, metal on the right of the plane where the drops touch.
      const double x = points[3 * static_cast<std::size_t>(corners[3 * i])];
      EXPECT_TRUE(material == 0 ? x < 0.03 : x > -0.02) << x;
    }
  }
  for (const int count : uses) EXPECT_EQ(count, 1);
}

TEST_F(UsdStage, HasParticlesWithVelocitiesAndIds) {
  const std::string text = readText(folder_ / "stage" / "liquid" / "particles_00006.usda");
  const std::vector<double> points = numbersBetween(text, "points.timeSamples = { 6: [", "] }");
  const std::vector<double> velocities = numbersBetween(text, "velocities.timeSamples = { 6: [", "] }");
  const std::vector<double> ids = numbersBetween(text, "ids.timeSamples = { 6: [", "] }");
  ASSERT_GT(ids.size(), 50u);
  EXPECT_EQ(points.size(), 3 * ids.size());
  ASSERT_EQ(velocities.size(), 3 * ids.size());
  double fallen = 0.0;
  for (std::size_t i = 0; i < ids.size(); ++i)
    fallen += velocities[3 * i + 1] / static_cast<double>(ids.size());
  EXPECT_NEAR(fallen, -9.81 * 5.5 / 60.0, 0.05);  // mean velocity over the sixth frame of a free fall
}

TEST_F(Program, RefusesWrongUsesOfUsd) {
  expectRefused("export little.json --usd stage --blend p.blend", "not together with");
  fs::create_directory(folder_ / "mine");
  writeFile(folder_ / "mine" / "thesis.txt", std::string_view("words"));
  expectRefused("export little.json --usd mine --frames 0:1", "other files, such as thesis.txt");
  EXPECT_EQ(readText(folder_ / "mine" / "thesis.txt"), "words");
  EXPECT_FALSE(fs::exists(folder_ / "mine" / "liquid")) << "nothing is made in a refused folder";
  expectRefused("export little.json --usd stage --background fog --frames 0:1", "unknown background");
  EXPECT_FALSE(fs::exists(folder_ / "stage"));
}

}  // namespace
}  // namespace ooze::usd_export_test
