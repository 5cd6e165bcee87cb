// Tests of `ooze sweep`: the values that it varies, the labels of its contact sheet, and pictures equal to
// those of the same runs made one at a time.
#include "app/pictures/sweep.h"

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "app/commands/commands.h"
#include "fixtures/commands.h"
#include "fixtures/small_scene.h"

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SweepValues, AreEvenlySpacedAndTheirEndsExact) {
  EXPECT_THAT(spacedValues(0, 1, 5, false), ElementsAre(0.f, 0.25f, 0.5f, 0.75f, 1.f));
  EXPECT_THAT(spacedValues(8, 1, 4, true), ElementsAre(8.f, 4.f, 2.f, 1.f));
  EXPECT_THAT(spacedValues(0.1234567, 0.7654321, 2, false), ElementsAre(0.1234567f, 0.7654321f));
  EXPECT_THAT(spacedValues(3, 3, 1, false), ElementsAre(3.f));
}

TEST(SweepValues, HaveNoMoreDigitsThanTheyNeed) {
  EXPECT_THAT(spacedValues(0.1, 20, 4, true), ElementsAre(0.1f, 0.58f, 3.4f, 20.f));
  EXPECT_THAT(spacedValues(100, 101, 5, false), ElementsAre(100.f, 100.25f, 100.5f, 100.75f, 101.f))
      << "but as many digits as distinguish the values";
}

TEST(SweepValues, RefuseWhatIsNoRange) {
  EXPECT_THROW(spacedValues(1, 2, 0, false), InputError);
  EXPECT_THROW(spacedValues(1, 2, 1, false), InputError);
  EXPECT_THROW(spacedValues(1, 1, 2, false), InputError);
  EXPECT_THROW(spacedValues(0, 1, 3, true), InputError);
  EXPECT_THROW(spacedValues(-2, -1, 3, true), InputError);
}

TEST(SweepVariation, HasTheSlidersScaleByDefault) {
  const SweepAxis viscosity = parseVariation("viscosity_linear=1:4:3", "clavet");
  EXPECT_EQ(viscosity.setting.text(), "clavet.viscosity_linear");
  EXPECT_TRUE(viscosity.logarithmic);
  EXPECT_THAT(viscosity.values, ElementsAre(1.f, 2.f, 4.f));
  EXPECT_FALSE(parseVariation("viscosity_linear=0:4:3", "clavet").logarithmic) << "0 has no logarithm";
  EXPECT_FALSE(parseVariation("viscosity_linear=1:4:3:linear", "clavet").logarithmic);
  EXPECT_FALSE(parseVariation("friction=0.1:1:3", "clavet").logarithmic);
  EXPECT_TRUE(parseVariation("material.my honey.absorption=1:100:3", "clavet").logarithmic);
  EXPECT_TRUE(parseVariation("emitter.spout.speed=0.1:10:3", "clavet").logarithmic);
  EXPECT_TRUE(parseVariation("material.my honey.friction=0.1:1:3:log", "clavet").logarithmic);
  EXPECT_THAT(parseVariation("world.substeps=1:200:3:log", "clavet").values, ElementsAre(1.f, 14.f, 200.f))
      << "whole";
  EXPECT_EQ(parseVariation("world.gravity_y=-9.81:0:3", "clavet").setting.text(), "world.gravity_y");
}

TEST(SweepVariation, SaysWhatIsWrongWithIt) {
  const auto failure = [](const char* text) -> std::string {
    try {
      parseVariation(text, "clavet");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(failure("friction"), HasSubstr("KEY=A:B:N"));
  EXPECT_THAT(failure("friction=0:1"), HasSubstr("KEY=A:B:N"));
  EXPECT_THAT(failure("friction=0:1:0"), HasSubstr("number of values must be 1 to 400"));
  EXPECT_THAT(failure("friction=0:1:2.5"), HasSubstr("number of values"));
  EXPECT_THAT(failure("friction=0:1:1e9"), HasSubstr("number of values"));
  EXPECT_THAT(failure("friction=0:nan:3"), HasSubstr("\"nan\" is not a number"));
  EXPECT_THAT(failure("friction=0:1x:3"), HasSubstr("\"1x\" is not a number"));
  EXPECT_THAT(failure("friction=0:1:3:lin"), HasSubstr("neither log nor linear"));
  EXPECT_THAT(failure("friction=0:1:3:log"), HasSubstr("above 0"));
  EXPECT_THAT(failure("springs.add=0:1:3"), HasSubstr("is an action"));
}

class SweepTest : public testing::Test {
 protected:
  SweepOptions options(std::vector<std::string> vary, std::uint64_t frame) {
    SweepOptions o;
    o.choice.scene = scene_.string();
    o.vary = std::move(vary);
    o.frame = frame;
    o.out = folder_.path() / "sheet.png";
    o.width = 96, o.height = 64;
    return o;
  }
  /// Runs the command. @return the message that the command throws, or ""
  static std::string errorMessageOf(const SweepOptions& o) {
    try {
      sweepCommand(o);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }
  SweepPlan plan(const std::vector<std::string>& vary, std::uint64_t frame) const {
    SweepPlan p;
    p.scene = std::make_shared<const Scene>(loadScene(scene_.string()));
    for (const std::string& text : vary) p.axes.push_back(parseVariation(text, "clavet"));
    p.frame = frame;
    p.picture.size = {32, 24};
    return p;
  }
  /// Draws a hash of the particle positions as a picture, so that no OpenGL is needed.
  static RenderQueue::Draw drawFlat() {
    return [](const FrameJob& shot) {
      Image image(shot.settings.size.x, shot.settings.size.y, 3);
      const std::uint64_t sum = hashBytes(std::as_bytes(std::span(shot.snapshot->positions)));
      for (std::size_t i = 0; i < image.pixels.size(); ++i)
        image.pixels[i] = static_cast<std::uint8_t>(sum >> (8 * (i % 8)));
      return image;
    };
  }
  static std::vector<SweepCell> finish(Sweep& sweep) {
    while (!sweep.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::vector<SweepCell> cells = sweep.takeCells();
    std::sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    return cells;
  }

  TemporaryFolder folder_;
  std::filesystem::path scene_ = folder_.write("small.json", kSmallScene);
};

TEST_F(SweepTest, EveryCellIsItsOwnRunAtAnyNumberOfThreads) {
  std::vector<std::vector<SweepCell>> runs;
  for (const int threads : {1, 3}) {
    SweepPlan p = plan({"viscosity_linear=0.5:8:2", "world.gravity_y=-9.81:-1:2"}, 8);
    p.threads = threads;
    Sweep sweep(p, drawFlat, false);
    runs.push_back(finish(sweep));
    EXPECT_EQ(sweep.framesDone(), 4u * 8u);
  }
  ASSERT_EQ(runs[0].size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    World alone(loadScene(scene_.string()).world, 2);
    alone.submit(command("clavet.viscosity_linear", {i % 2 == 0 ? 0.5f : 8.f}));
    alone.submit(command("world.gravity_y", {i / 2 == 0 ? -9.81f : -1.f}));
    while (alone.frameIndex() < 8) alone.step();
    FrameJob shot{alone.snapshot(), {}, {}, 0};
    shot.settings.size = {32, 24};
    const Image expected = std::get<Image>(drawFlat()(shot));
    EXPECT_EQ(runs[0][i].picture.pixels, expected.pixels) << i;
    EXPECT_EQ(runs[1][i].picture.pixels, expected.pixels) << i;
  }
  EXPECT_NE(runs[0][0].picture.pixels, runs[0][1].picture.pixels);
  EXPECT_NE(runs[0][0].picture.pixels, runs[0][2].picture.pixels);
}

TEST_F(SweepTest, AWorldThatStopsLeavesWordsInItsCellAndTheOthersGoOn) {
  std::string text = kSmallScene;
  const std::string method = "\"method\"";
  text.replace(text.find(method), method.size(), "\"fps\": 5, " + method);
  scene_ = folder_.write("small.json", text);
  SweepPlan p = plan({"world.substeps=1:200:2"}, 2);
  p.edits = {// A step of a fifth of a second is far too long for springs of this stiffness.
             command("clavet.spring_stiffness", {200.f})};
  Sweep sweep(p, drawFlat, false);
  const std::vector<SweepCell> cells = finish(sweep);
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_THAT(cells[0].failure, HasSubstr("frame 0 is unstable"));
  EXPECT_EQ(cells[0].frame, 0u);
  EXPECT_EQ(cells[1].failure, "");
  EXPECT_FALSE(cells[1].picture.pixels.empty());
  EXPECT_EQ(sweep.framesDone(), 4u) << "a bar comes to its end";
  const Image sheet = drawSweep(sweep.plan(), cells);
  EXPECT_GT(sheet.width, 64);
}

TEST_F(SweepTest, CancellingEndsItSoonAndKeepsWhatIsDone) {
  const auto begin = std::chrono::steady_clock::now();
  SweepPlan p = plan({"viscosity_linear=1:8:4"}, 1'000'000);
  p.threads = 2;
  Sweep sweep(p, drawFlat, false);
  while (sweep.framesDone() < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  sweep.cancel();
  EXPECT_TRUE(finish(sweep).empty());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(SweepTest, ADrawingErrorEndsItWithTheReason) {
  Sweep sweep(
      plan({"viscosity_linear=1:8:4"}, 1),
      []() -> RenderQueue::Draw { throw RunError("no OpenGL 4.1: nothing there"); }, false);
  finish(sweep);
  EXPECT_THROW(sweep.rethrow(), RunError);
}

TEST_F(SweepTest, ColoursMeanTheSameInAllPictures) {
  SweepPlan p = plan({"world.gravity_y=-20:-1:2"}, 10);
  p.picture.quantity = kSpeedField;
  std::vector<QuantityScale> scales;
  const auto note = [&scales]() -> RenderQueue::Draw {
    return [&scales](const FrameJob& shot) {
      scales.push_back(shot.settings.quantityScale.value());
      return drawFlat()(shot);
    };
  };
  Sweep sweep(p, note, false);
  finish(sweep);
  ASSERT_EQ(scales.size(), 2u);
  EXPECT_EQ(scales[0], scales[1]);
  EXPECT_GT(scales[0].high, 0.5f) << "the quick world counts too";
  EXPECT_EQ(sweep.plan().picture.quantityScale, scales[0]);
  EXPECT_TRUE(sheetOf(sweep.plan()).colours);
}

TEST_F(SweepTest, TheSheetSaysWhatWasVariedAndWhen) {
  SweepPlan p = plan({"viscosity_linear=0.5:8:3", "material.goo.friction=0:1:2"}, 30);
  p.edits = {command("world.gravity_y", {-3.f})};
  const SheetFrame frame = sheetOf(p);
  EXPECT_EQ(frame.title, "Small pour (springs)");
  EXPECT_EQ(frame.subtitle, "Frame 30, 0.50 s.  Detail: medium.  With world.gravity_y = -3.");
  EXPECT_EQ(frame.across.title, "Viscosity  σ  [1/frame],  logarithmic");
  EXPECT_THAT(frame.across.values, ElementsAre("0.5", "2", "8"));
  EXPECT_EQ(frame.down.title, "Friction of goo  μ,  linear");
  EXPECT_THAT(frame.down.values, ElementsAre("0", "1"));
}

TEST_F(SweepTest, RefusesBadInputInOneLineAndWritesNothing) {
  const auto failure = [this](std::vector<std::string> vary) {
    return errorMessageOf(options(std::move(vary), 1));
  };
  EXPECT_THAT(failure({"viscosity_liner=1:2:2"}), HasSubstr("did you mean \"viscosity_linear\"?"));
  EXPECT_THAT(failure({"material.gooo.friction=0:1:2"}), HasSubstr("did you mean \"goo\"?"));
  EXPECT_THAT(failure({"friction=0:2:3"}), HasSubstr("friction = 2 is out of range [0, 1]"));
  EXPECT_THAT(failure({"emitter.spout.speed=1:50:3"}), HasSubstr("out of range"));
  EXPECT_THAT(failure({"emitter.spout.position=0:1:3"}), HasSubstr("takes 3 numbers"));
  EXPECT_THAT(failure({"friction=0:1:3", "friction=0:1:3"}), HasSubstr("both axes"));
  EXPECT_THAT(failure({"friction=0:1:3", "material.goo.friction=0:1:3"}), HasSubstr("both axes"));
  EXPECT_THAT(failure({"friction=0:1:30", "viscosity_linear=1:2:30"}), HasSubstr("at most 400"));
  EXPECT_THAT(failure({"friction=0:1:300"}), HasSubstr("make the sheet too large"));
  EXPECT_THAT(failure({"friction=0:1:2", "stiffness=0:1:2", "stickiness=0:1:2"}), HasSubstr("once or twice"));
  SweepOptions o = options({"friction=0:1:2"}, 1);
  o.out = folder_.path() / "sheet.jpg";
  EXPECT_THAT(errorMessageOf(o), HasSubstr("must be a .png file"));
  o.out = folder_.path() / "no" / "sheet.png";
  EXPECT_THAT(errorMessageOf(o), HasSubstr("cannot write"));
  o = options({"friction=0:1:2"}, 1);
  o.choice.assignments = {"friction=7"};
  EXPECT_THAT(errorMessageOf(o), HasSubstr("out of range"));
  o = options({"friction=0:1:2"}, 1);
  o.view = "sphers";
  EXPECT_THAT(errorMessageOf(o), HasSubstr("spheres"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1)
      << "only the scene is there";
}

TEST_F(SweepTest, ASheetOfOneIsThePictureThatRenderMakes) {
  SweepOptions o = options({"viscosity_linear=3:3:1"}, 6);
  EXPECT_EQ(sweepCommand(o), 0);
  EXPECT_FALSE(readBytes(o.out).empty());
  // The same sweep through the classes: its picture appears pixel for pixel at its place on the sheet.
  SweepPlan p = plan({"viscosity_linear=3:3:1"}, 6);
  p.camera = cameraOf(o, *p.scene);
  p.picture = settingsOf(o, *p.scene);
  Sweep sweep(
      p, [] { return openOffscreen(kFileSupersample); }, false);
  const std::vector<SweepCell> cells = finish(sweep);
  sweep.rethrow();
  ASSERT_EQ(cells.size(), 1u);
  const std::filesystem::path one = folder_.path() / "one.png", sheet = folder_.path() / "again.png";
  writePng(one, cells[0].picture);
  RenderOptions render;
  render.choice = o.choice;
  render.choice.assignments = {"viscosity_linear=3"};
  render.frames = {6, 6, 1};
  render.out = folder_.path() / "render.png";
  render.width = 96, render.height = 64;
  EXPECT_EQ(renderCommand(render), 0);
  EXPECT_EQ(readBytes(one), readBytes(render.out));
  writePng(sheet, drawSweep(sweep.plan(), cells));
  EXPECT_EQ(readBytes(sheet), readBytes(o.out));
}

}  // namespace
}  // namespace ooze
