// Tests of the comparison of picture requests: two requests may ask for the same picture.
#include "app/pictures/picture_request.h"

#include <gtest/gtest.h>
#include <memory>

namespace ooze {
namespace {

/// Returns a snapshot of a drop and a body that sleep.
Snapshot sleeping(std::uint64_t frame) {
  Snapshot s;
  s.frame = frame;
  s.positions = {{0.f, 0.1f, 0.f}, {0.f, 0.2f, 0.f}};
  s.colours = {1, 2};
  s.materials.resize(1);
  s.bodies.resize(1), s.emitters.resize(1);
  s.statistics.asleep = 2;
  return s;
}

PictureRequest of(Snapshot snapshot) {
  PictureRequest request;
  request.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
  return request;
}

bool isSame(const Snapshot& changed) { return areSame(of(sleeping(100)), of(changed)); }

TEST(PictureRequest, MomentsOfAWorldThatMovesAreNotOnePicture) {
  Snapshot a = sleeping(100), b = sleeping(101);
  a.statistics.asleep = b.statistics.asleep = 0;
  EXPECT_FALSE(areSame(of(a), of(b)));
  const PictureRequest one = of(a);
  EXPECT_TRUE(areSame(one, one));
}

// Snapshots of a sleeping world count as one picture, so the picture reaches full quality while nothing
// moves.
TEST(PictureRequest, MomentsOfOneSleepAreOnePicture) {
  EXPECT_TRUE(isSame(sleeping(250)));
  PictureRequest aside = of(sleeping(250));
  aside.camera.eye.x += 0.01f;
  EXPECT_FALSE(areSame(of(sleeping(100)), aside));
}

TEST(PictureRequest, AnotherSceneIsAnotherPictureHoweverAlikeTheyLie) {
  PictureRequest opened = of(sleeping(100));
  opened.scene = std::make_shared<const Scene>();
  EXPECT_FALSE(areSame(of(sleeping(100)), opened)) << "its world waits to be seen";
}

TEST(PictureRequest, AChangeBetweenTwoSleepsNeedsANewPicture) {
  Snapshot s = sleeping(250);
  s.statistics.asleep = 0;
  EXPECT_FALSE(isSame(s)) << "awake";
  s = sleeping(250), s.positions[1].y += 0.001f;
  EXPECT_FALSE(isSame(s)) << "moved";
  s = sleeping(250), s.colours[0] = 3;
  EXPECT_FALSE(isSame(s)) << "coloured";
  s = sleeping(250), s.frozen = {0, 1};
  EXPECT_FALSE(isSame(s)) << "frozen";
  s = sleeping(250), s.materials[0].look = "gel";
  EXPECT_FALSE(isSame(s)) << "the look differs";
  s = sleeping(250), s.bodies[0].pose.position.x += 0.001f;
  EXPECT_FALSE(isSame(s)) << "a body was placed";
  s = sleeping(250), s.emitters[0].position.x += 0.001f;
  EXPECT_FALSE(isSame(s)) << "a nozzle was placed";
  s = sleeping(250), s.droplets.resize(1);
  EXPECT_FALSE(isSame(s)) << "spray flies";
}

}  // namespace
}  // namespace ooze
