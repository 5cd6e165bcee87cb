// Tests of exporting frames from the real window, and of dropping an environment map on the window.
#include "render/hdr_fixtures.h"
#include "window_fixture.h"
#include "x_drop.h"

#include <filesystem>
#include <gmock/gmock.h>

namespace ooze {
namespace {

class WindowExportTest : public WindowTest {
 protected:
  [[nodiscard]] std::string rememberedPanorama() const {
    return Json::parse(readText(settings_)).at("look").value("panorama", "none");
  }
};

TEST_F(WindowExportTest, WritesTheSurfaceOfWhatWasSimulatedWhileTheWorldGoesOn) {
  start();
  waitFor("there are frames to write", [](const Json& r) { return r["frame"].get<int>() >= 2; });
  pause();
  key("ctrl+e");
  key("Return");
  waitUntil("a surface is written",
            [&] { return std::filesystem::exists(folder_.path() / "small_surface_0001.ply"); });
  keepPicture("window_export_test", server_.screenshot());
  key("Escape");
  play();
  waitFor("the world goes on", [](const Json& r) { return r["frame"].get<int>() > 2; });
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
  pause();
  const auto drop = [&](const std::filesystem::path& file) {
    dropFiles(server_.display(), windowId(), kWidth / 2, kHeight / 2, {file});
  };
  const auto corner = [](const Image& screen) {  // brightness at the corner of the view
    return static_cast<int>(screen.at(300, 60)[0]);
  };
  const int studio = corner(server_.screenshot());
  drop(good);
  const int sky = corner(waitForScreen("what is behind everything is brighter than the studio",
                                       [&](const Image& screen) { return corner(screen) > studio + 30; }));
  const auto pictures = [](const Json& r) { return r["window"]["pictures"].get<int>(); };
  drop(bad);
  Json now = waitFor("the damaged picture is refused", [](const Json& r) {
    return r["window"]["messages"].dump().find("bad.hdr") != std::string::npos;
  });
  // Pictures of two more moments are needed, because the first may have been in progress.
  for (int k = 0; k < 2; ++k) {
    key("period");
    now = waitFor("another picture is drawn", [&](const Json& r) { return pictures(r) > pictures(now); });
  }
  waitForFrames(2);
  keepPicture("window_panorama_test", server_.screenshot());
  EXPECT_NEAR(corner(server_.screenshot()), sky, 3);
  close();
  EXPECT_EQ(rememberedPanorama(), good.string());
}

}  // namespace
}  // namespace ooze
