// Files of frames out of the real window, and a picture into it.
#include "render/hdr_fixtures.h"
#include "window_fixture.h"
#include "x_drop.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace ooze {
namespace {

class WindowExportTest : public WindowTest {
 protected:
  [[nodiscard]] bool waitFor(const std::string& name) const {
    for (int i = 0; i < 150 && !std::filesystem::exists(folder_.path() / name); ++i) wait(0.1);
    return std::filesystem::exists(folder_.path() / name);
  }
  [[nodiscard]] std::string rememberedPanorama() const {
    return Json::parse(readText(settings_)).at("look").value("panorama", "none");
  }
};

TEST_F(WindowExportTest, WritesTheSurfaceOfWhatWasSimulatedWhileTheWorldGoesOn) {
  start();
  server_.key("space");
  server_.key("ctrl+e");
  wait(0.5);
  server_.key("Return");
  EXPECT_TRUE(waitFor("small_surface_0001.ply"));
  keepPicture("window_export_test", server_.screenshot());
  server_.key("Escape");
  wait(0.5);
  server_.key("space");
  wait(0.5);
  const Json report = close();
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "small_surface_0002.ply"));
  EXPECT_GT(report["frame"].get<int>(), 2);
  EXPECT_THAT(readText(folder_.path() / "small_surface_0001.ply"), testing::StartsWith("ply\n"));
}

TEST_F(WindowExportTest, TakesADroppedPictureAsSurroundingsAndKeepsItWhenAnotherIsDamaged) {
  const std::string bytes = hdrBytes(sunnyPicture(glm::normalize(Vec3(0.6f, 0.7f, -0.4f))));
  const std::filesystem::path good = folder_.write("sun.hdr", bytes),
                              bad = folder_.write("bad.hdr", bytes.substr(0, bytes.size() / 3));
  start();
  server_.key("space");
  wait(1.0);
  const auto drop = [&](const std::filesystem::path& file) {
    dropFiles(server_.display(), std::stoul(window_), kWidth / 2, kHeight / 2, {file});
  };
  const auto corner = [&] { return static_cast<int>(server_.screenshot().at(300, 60)[0]); };  // of the view
  const int studio = corner();
  drop(good);
  for (int i = 0; i < 60 && corner() < studio + 30; ++i) wait(0.25);
  const int sky = corner();
  EXPECT_GT(sky, studio + 30) << "what is behind everything is brighter than the studio";
  drop(bad);
  wait(2.0);
  keepPicture("window_panorama_test", server_.screenshot());
  EXPECT_NEAR(corner(), sky, 3);
  close();
  EXPECT_EQ(rememberedPanorama(), good.string());
}

}  // namespace
}  // namespace ooze
