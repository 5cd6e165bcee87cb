// Tests of the sharing of processor time between rendering and the simulation.
#include "app/pictures/render_pacing.h"

#include "app/pictures/opening_hold.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>

namespace ooze {
namespace {

using std::chrono::milliseconds;

PictureRequest pictureOf(std::shared_ptr<const Snapshot> snapshot) {
  PictureRequest request;
  request.snapshot = std::move(snapshot);
  request.playing = true;
  return request;
}

PictureRequest movedAside(PictureRequest request) {
  request.camera.eye.x += 0.01f;
  return request;
}

/// A view as the picture thread keeps it, with a simulated clock.
struct Screen {
  explicit Screen(bool shares) : pace(shares) {}

  /// Draws the wanted picture unless the picture has to wait. @return the picture that was drawn
  std::optional<PictureRequest> draw(const PictureRequest& wanted, milliseconds cost) {
    if (last && RenderPacing::waits(wanted, *last) && now < pace.restsUntil()) return std::nullopt;
    const PictureRequest drawn = last ? pace.pictureToDrawNow(wanted, *last, now) : wanted;
    pace.drawn(drawn, last ? &*last : nullptr, now, now + cost);
    now += cost;
    drawing += cost;
    return last = drawn;
  }

  RenderPacing pace;
  RenderPacing::Clock::time_point now{std::chrono::hours(1)};
  milliseconds drawing{0};
  std::optional<PictureRequest> last;
};

/// Returns the fraction of two seconds spent on drawing while new snapshots arrive all the time.
double renderingShare(bool shares, bool playing) {
  Screen view(shares);
  const auto begin = view.now;
  while (view.now < begin + std::chrono::seconds(2)) {
    PictureRequest wanted = pictureOf(std::make_shared<Snapshot>());
    wanted.playing = playing;
    if (!view.draw(wanted, milliseconds(40))) view.now += milliseconds(1);
  }
  return std::chrono::duration<double>(view.drawing) / std::chrono::duration<double>(view.now - begin);
}

TEST(RenderPacing, LeavesTheSimulationItsShareWhereTheProcessorDraws) {
  EXPECT_NEAR(renderingShare(true, true), 1.0 / (1.0 + RenderPacing::kRest), 0.02);
  EXPECT_EQ(renderingShare(true, false), 1.0) << "a paused world needs no processor time";
  EXPECT_EQ(renderingShare(false, true), 1.0) << "a graphics card draws beside it";
}

TEST(RenderPacing, ShowsWhatTheUserDoesAtOnceAndTheMomentFromBefore) {
  Screen view(true);
  const auto first = std::make_shared<Snapshot>(), second = std::make_shared<Snapshot>();
  ASSERT_TRUE(view.draw(pictureOf(first), milliseconds(40)));
  EXPECT_FALSE(view.draw(pictureOf(second), milliseconds(40)));
  PictureRequest opened = movedAside(pictureOf(second));
  opened.scene = std::make_shared<const Scene>();
  const auto turned = view.draw(opened, milliseconds(20));
  ASSERT_TRUE(turned);
  EXPECT_EQ(turned->snapshot, first) << "its surface is there already";
  EXPECT_EQ(turned->scene, nullptr) << "nothing of another scene is shown yet";
  EXPECT_EQ(turned->camera.eye, movedAside(pictureOf(second)).camera.eye);
  // The user's change does not restart the rest period. Afterwards the new snapshot is shown, also for a
  // camera at rest.
  view.now += milliseconds(45);
  const auto later = view.draw(movedAside(pictureOf(second)), milliseconds(40));
  ASSERT_TRUE(later);
  EXPECT_EQ(later->snapshot, second);
}

/// The first picture compiles shaders. A rest as long as that would show a world that runs on seconds late.
TEST(RenderPacing, RestsOnlyBrieflyAfterWorkThatIsDoneOnce) {
  Screen view(true);
  const auto rest = [&](milliseconds cost) {
    PictureRequest wanted = pictureOf(std::make_shared<Snapshot>());
    view.now = std::max(view.now, view.pace.restsUntil());
    EXPECT_TRUE(view.draw(wanted, cost));
    return view.pace.restsUntil() - view.now;
  };
  EXPECT_LT(rest(milliseconds(4000)), milliseconds(200));
  EXPECT_LT(rest(milliseconds(1000)), milliseconds(400));
  EXPECT_EQ(rest(milliseconds(40)), milliseconds(60));
  EXPECT_LT(rest(milliseconds(4000)), milliseconds(200)) << "one slow picture among quick ones";
  for (int i = 0; i < 6; ++i) rest(milliseconds(1000));
  EXPECT_EQ(rest(milliseconds(1000)), milliseconds(1500)) << "pictures that are slow always";
  PictureRequest other = pictureOf(std::make_shared<Snapshot>());
  other.scene = std::make_shared<const Scene>();
  view.now = view.pace.restsUntil();
  ASSERT_TRUE(view.draw(other, milliseconds(1000)));
  EXPECT_LT(view.pace.restsUntil() - view.now, milliseconds(200)) << "the first picture of another scene";
}

TEST(OpeningHold, HoldsTheSimulationWhileTheFirstPicturesAreBehind) {
  OpeningHold hold;
  EXPECT_FALSE(hold.holds(0, 1.0, 0.0)) << "no scene was opened";
  hold.begin(7, 100.0);
  EXPECT_FALSE(hold.holds(7, 0.02, 100.0));
  EXPECT_TRUE(hold.holds(7, 0.2, 100.1));
  EXPECT_TRUE(hold.holds(8, 0.2, 101.0));
  EXPECT_FALSE(hold.holds(8, 0.0, 101.1)) << "the picture has caught up";
  EXPECT_FALSE(hold.holds(7 + OpeningHold::kPictures, 0.2, 101.2)) << "the opening is over";
  EXPECT_FALSE(hold.holds(8, 0.2, 100.0 + OpeningHold::kSeconds))
      << "no more picture comes, as when minimised";
}

TEST(RenderPacing, ShowsAnotherKindOfViewOfThePresentMoment) {
  Screen view(true);
  const auto first = std::make_shared<Snapshot>(), second = std::make_shared<Snapshot>();
  ASSERT_TRUE(view.draw(pictureOf(first), milliseconds(40)));
  PictureRequest points = pictureOf(second);
  points.settings.view = View::Points;
  const auto drawn = view.draw(points, milliseconds(10));
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->snapshot, second) << "the one before may lack what it is coloured by";
}

TEST(RenderPacing, IsSmootherWhileTheCameraMoves) {
  Screen view(true);
  PictureRequest wanted = pictureOf(std::make_shared<Snapshot>());
  ASSERT_TRUE(view.draw(wanted, milliseconds(40)));
  int moments = 0, pictures = 0;
  const auto begin = view.now;
  while (view.now < begin + std::chrono::seconds(2)) {
    wanted = movedAside(wanted);
    wanted.snapshot = std::make_shared<Snapshot>();
    const auto before = view.last->snapshot;
    const auto drawn = view.draw(wanted, milliseconds(40));
    ASSERT_TRUE(drawn) << "a camera never waits";
    ++pictures;
    moments += drawn->snapshot != before ? 1 : 0;
  }
  EXPECT_EQ(pictures, 50);
  EXPECT_NEAR(moments, 50 / (1.0 + RenderPacing::kRestInMotion), 1.0);
}

}  // namespace
}  // namespace ooze
