// Tests of "window", "bands" and "sources" in a scene file, of errors with line numbers, and of band files.
#include "ooze/base/error.h"
#include "ooze/scene/band_file.h"
#include "ooze/scene/scene.h"
#include "ooze/scene/scene_writing.h"

#include "fixtures/temporary_folder.h"
#include "scene/packed_file.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ooze::scene_window_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns the JSON text of a scene.
/// @param more  further keys of the scene, each followed by a comma
std::string sceneWith(const std::string& more, std::string_view method = "rasmussen") {
  return fmt::format(R"({{
  "version": 1, "method": "{}",
  "h": {{"coarse": 0.04, "medium": 0.02, "fine": 0.01}},
  {}
  "materials": [{{"name": "goo"}}],
  "bodies": [{{"name": "engine", "shape": {{"sphere": {{"radius": 0.1}}}}, "position": [1, 0, 0]}}]
}})",
                     method, more);
}

Scene parse(const std::string& text) { return parseScene(text, "folder/test.json", Detail::Coarse); }

std::string errorMessageOf(const std::string& text, const std::filesystem::path& file = "folder/test.json") {
  try {
    (void)parseScene(text, file, Detail::Coarse);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

constexpr const char* kBox = R"("lower": [-1, -2, -3], "upper": [1, 2, 3])";

TEST(SceneWindow, SaysWhatItMeans) {
  const Scene scene = parse(sceneWith(fmt::format(R"("window": {{{}, "body": "engine"}},)", kBox)));
  EXPECT_THAT(scene.notes, IsEmpty());
  ASSERT_TRUE(scene.world.window);
  EXPECT_EQ(scene.world.window->box.lower, Vec3(-1.f, -2.f, -3.f));
  EXPECT_EQ(scene.world.window->body, "engine");
  const Scene keyed = parse(
      sceneWith(fmt::format(R"("window": {{"keys": [{{"time": 0, {0}}}, {{"time": 2, {0}}}]}},)", kBox)));
  ASSERT_EQ(keyed.world.window->keys.size(), 2u);
  EXPECT_EQ(keyed.world.window->keys[1].time, 2.0);
}

TEST(SceneWindow, IsRefusedAtItsLine) {
  const auto refused = [](const std::string& inside) {
    return errorMessageOf(sceneWith("\"window\": {" + inside + "},"));
  };
  EXPECT_EQ(refused(fmt::format(R"({}, "body": "engin")", kBox)),
            "folder/test.json:4: the scene has no body \"engin\"; did you mean \"engine\"?");
  EXPECT_THAT(refused(R"("lower": [0, 0, 0], "upper": [0, 1, 1])"),
              HasSubstr(":4: \"lower\" must be below \"upper\" on every axis"));
  EXPECT_THAT(refused(R"("lower": [-900, -900, -900], "upper": [900, 900, 900])"),
              HasSubstr(":4: the window has 90000 x 90000 x 90000 cells"));
  EXPECT_THAT(refused(R"("lower": [0, 0, 0])"), HasSubstr("upper"));
  EXPECT_THAT(refused(fmt::format(R"({0}, "keys": [{{"time": 0, {0}}}])", kBox)), HasSubstr("from them"));
  EXPECT_THAT(refused(fmt::format(R"("keys": [{{"time": 1, {0}}}, {{"time": 1, {0}}}])", kBox)),
              HasSubstr("ascend in time"));
}

TEST(SceneWindow, DoesNothingWhereTheMethodHasNoCells) {
  EXPECT_THAT(parse(sceneWith(fmt::format(R"("window": {{{}}},)", kBox), "clavet")).notes,
              ElementsAre("folder/test.json:4: the method \"Viscoelastic springs\" is not on a grid, so "
                          "\"window\" does nothing"));
}

TEST(SceneBands, AreRefusedAtTheirLine) {
  const auto refused = [](const std::string& inside) {
    return errorMessageOf(sceneWith("\"bands\": [" + inside + "],"));
  };
  EXPECT_EQ(refused(R"({"name": "neck", "lower": [0, 0, 0], "upper": [1, 1, 0.1]})"), "");
  EXPECT_THAT(refused(R"({"name": "a/b", "lower": [0, 0, 0], "upper": [1, 1, 0.1]})"),
              HasSubstr("must not contain \"/\""));
  EXPECT_THAT(refused(R"({"name": "neck", "lower": [0.001, 0, 0], "upper": [0.002, 1, 0.1]})"),
              HasSubstr(":4: a band needs at least one cell"));
}

BandFrame someFrame() {
  BandFrame frame{"up", "neck", 7, 3, 60.0, {0.02f, {-1, 2, 3}, {2, 3, 1}}, {}};
  for (const double time : {0.05, 0.1}) {
    BandState m;
    m.time = time;
    m.phi.assign(frame.cells.size(), -0.01f);
    m.viscosity.assign(frame.cells.size(), 0.002f);
    for (auto& axis : m.velocity) axis.assign(frame.cells.size(), -1.5f);
    m.phi[5] = 0.03f;
    frame.moments.push_back(m);
  }
  return frame;
}

TEST(BandFile, ComesBackToTheBit) {
  const TemporaryFolder folder;
  writeBandFrame(folder.path(), someFrame());
  EXPECT_EQ(bandFilePath(folder.path(), "neck", 3).filename(), "neck_000003.band");
  const BandFrame back = readBandFrame(bandFilePath(folder.path(), "neck", 3));
  const BandFrame given = someFrame();
  EXPECT_EQ(back.scene, given.scene);
  EXPECT_EQ(back.run, given.run);
  EXPECT_EQ(back.cells, given.cells);
  ASSERT_EQ(back.moments.size(), 2u);
  EXPECT_EQ(back.moments[1].time, 0.1);
  EXPECT_EQ(back.moments[1].phi, given.moments[1].phi);
  EXPECT_EQ(back.moments[1].velocity, given.moments[1].velocity);
}

TEST(BandFile, IsRefusedInOneLineIfItIsDamagedOrMissing) {
  const TemporaryFolder folder;
  writeBandFrame(folder.path(), someFrame());
  const std::filesystem::path file = bandFilePath(folder.path(), "neck", 3);
  const std::string whole = [&] {
    const auto bytes = readBytes(file);
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }();
  const auto refused = [&] {
    try {
      (void)readBandFrame(file);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  for (const std::size_t cut : {0u, 7u, 20u, 40u}) {
    writeFile(file, std::string_view(whole).substr(0, cut));
    EXPECT_THAT(refused(), testing::StartsWith(file.string() + ": ")) << cut;
  }
  std::string flipped = whole;
  flipped[flipped.size() / 2] ^= 1;
  writeFile(file, flipped);
  EXPECT_EQ(refused(), file.string() + ": the band is damaged");
  // A forger changes numbers and corrects the checksum.
  const PackedKind kind{{'O', 'O', 'Z', 'E', 'B', 'A', 'N', 'D'}, 1, "band", 1 << 20};
  const std::vector<std::byte> payload = unpack(kind, std::as_bytes(std::span(whole)));
  const auto forge = [&](float before, float after) {
    std::vector<std::byte> forged = payload;
    const auto old = std::as_bytes(std::span(&before, 1));
    const auto at = std::search(forged.begin(), forged.end(), old.begin(), old.end());
    ASSERT_NE(at, forged.end());
    std::memcpy(&*at, &after, sizeof after);
    writeFile(file, pack(kind, forged));
  };
  for (const float speed : {std::numeric_limits<float>::quiet_NaN(), 1e10f, -1e10f, 101.f,
                            std::numeric_limits<float>::infinity()}) {
    forge(-1.5f, speed);
    EXPECT_EQ(refused(), file.string() + ": the band is damaged") << speed;
  }
  forge(-1.5f, -99.f);
  EXPECT_EQ(refused(), "");
  for (const float value : {-1.f, 1e9f, std::numeric_limits<float>::quiet_NaN()}) {
    forge(0.002f, value);
    EXPECT_EQ(refused(), file.string() + ": the band is damaged") << value;
  }
  BandFrame fast = someFrame();
  fast.moments[0].velocity[1][2] = 101.f;
  EXPECT_THROW(writeBandFrame(folder.path(), fast), RunError);
  std::filesystem::remove(file);
  EXPECT_EQ(refused(), "there is no " + file.string());
}

std::string sourceOf(const std::string& scene) {
  return fmt::format(R"("sources": [{{"scene": "{}", "band": "neck", "folder": "left"}}],)", scene);
}

TEST(SceneSources, NeedTheirBands) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "down.json";
  const std::string text = sceneWith(sourceOf("up.json"));
  const std::string missing = errorMessageOf(text, file);
  EXPECT_THAT(missing, HasSubstr("down.json:4: there is no "));
  EXPECT_THAT(missing, HasSubstr("`ooze run up.json --detail coarse --bands left` writes the bands"));
  EXPECT_EQ(missing.find('\n'), std::string::npos);

  std::filesystem::create_directories(folder.path() / "left");
  BandFrame first = someFrame();
  first.frame = 0;
  first.cells.side = 0.01f;
  writeBandFrame(folder.path() / "left", first);
  EXPECT_THAT(errorMessageOf(text, file), HasSubstr("cells of 10 mm, but this scene has 20 mm"));
  first.cells.side = 0.02f;
  writeBandFrame(folder.path() / "left", first);
  EXPECT_EQ(errorMessageOf(text, file), "");
  first.scene = "other";
  writeBandFrame(folder.path() / "left", first);
  EXPECT_THAT(errorMessageOf(text, file), HasSubstr("of the band \"neck\" of the scene \"other\""));
}

TEST(SceneSources, InACircleAreRefused) {
  const TemporaryFolder folder;
  (void)folder.write("up.json", sceneWith(sourceOf("down.json")));
  const std::string down = sceneWith(sourceOf("up.json"));
  (void)folder.write("down.json", down);
  EXPECT_THAT(errorMessageOf(down, folder.path() / "down.json"),
              HasSubstr("down.json:4: the sources form a circle: down, which takes liquid from up, which "
                        "takes liquid from down"));
  const std::string self = sceneWith(sourceOf("self.json"));
  (void)folder.write("self.json", self);
  EXPECT_THAT(errorMessageOf(self, folder.path() / "self.json"), HasSubstr("the sources form a circle"));
}

/// A scene written to another folder still finds its bands, and keeps its window.
TEST(SceneSources, AreFoundFromWhereTheSceneIsWritten) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "left");
  BandFrame first = someFrame();
  first.frame = 0;
  writeBandFrame(folder.path() / "left", first);
  const std::filesystem::path file =
      folder.write("down.json", sceneWith(sourceOf("up.json") + fmt::format("\"window\": {{{}}},", kBox)));
  const Scene scene = parseScene(readText(file), file, Detail::Coarse);
  const World world(scene.world, 1);
  std::filesystem::create_directories(folder.path() / "sub");
  const std::filesystem::path copy = folder.path() / "sub" / "copy.json";
  (void)writeScene(scene, world, {scene.camera, scene.look}, copy);
  const auto json = nlohmann::json::parse(readText(copy));
  EXPECT_EQ(json["sources"][0]["folder"], "../left");
  EXPECT_EQ(json["sources"][0]["scene"], "../up.json");
  const Scene again = parseScene(readText(copy), copy, Detail::Coarse);
  EXPECT_EQ(again.world.window->box.lower, Vec3(-1.f, -2.f, -3.f));
}

}  // namespace
}  // namespace ooze::scene_window_test
