// Tests of Sleep: its criteria for resting particles and bodies, and validation of its saved state.
#include "ooze/base/error.h"

#include "unit/body_world_fixtures.h"
#include "world/guard/sleep.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace ooze::sleep_state_test {
namespace {

using namespace test;

constexpr float kLength = 0.01f;  // interaction radius h [m]
constexpr int kFrames = 30;       // frames until resting liquid sleeps: half a second

Particles makeThreeParticles() {
  Particles p;
  for (int i = 0; i < 3; ++i) p.append({0.02f * static_cast<float>(i), 0.f, 0.f}, Vec3(0.f), 0, 0, 0.f);
  return p;
}

/// Runs so many frames.
/// @param move  called in each frame with its number, from 0
/// @return the frame at whose end all fell asleep; -1: none
template <class Move>
int frameOfSleep(Sleep& sleep, Particles& p, std::vector<Body>& bodies, int frames, Move&& move) {
  for (int f = 0; f < frames; ++f) {
    p.frameStart = p.position;
    move(f);
    if (sleep.endFrame(p, bodies, kLength)) return f;
  }
  return -1;
}

int frameOfSleep(Particles p, int frames, const Vec3& path) {
  Sleep sleep(60.0);
  std::vector<Body> none;
  return frameOfSleep(sleep, p, none, frames, [&](int) { p.position.add(1, path); });
}

TEST(Sleep, ComesHalfASecondAfterTheLastMove) {
  Particles p = makeThreeParticles();
  std::vector<Body> none;
  Sleep sleep(60.0);
  EXPECT_EQ(frameOfSleep(sleep, p, none, 100,
                         [&](int f) {
                           if (f < 10) p.position.add(2, {0.f, 0.1f * kLength, 0.f});
                         }),
            10 + kFrames);
  EXPECT_TRUE(sleep.asleep());
  sleep.wake();
  EXPECT_FALSE(sleep.asleep());
  EXPECT_EQ(frameOfSleep(sleep, p, none, 100, [](int) {}), kFrames);
}

TEST(Sleep, DoesNotComeToWhatCreeps) {
  constexpr float kPerFrame = Sleep::kMaxDrift * kLength / kFrames;
  EXPECT_EQ(frameOfSleep(makeThreeParticles(), 300, {1.1f * kPerFrame, 0.f, 0.f}), -1);
  EXPECT_EQ(frameOfSleep(makeThreeParticles(), 300, {0.9f * kPerFrame, 0.f, 0.f}), kFrames);
}

TEST(Sleep, ComesToWhatSwingsALittle) {
  for (const bool little : {true, false}) {
    Particles p = makeThreeParticles();
    std::vector<Body> none;
    Sleep sleep(60.0);
    const float swing = (little ? 0.9f : 1.1f) * Sleep::kMaxExcursion * kLength;
    const int slept = frameOfSleep(sleep, p, none, 300, [&](int f) {
      p.position.add(0, {f % 2 ? swing : -swing, 0.f, 0.f});
    });
    EXPECT_EQ(slept, little ? kFrames : -1);
  }
}

TEST(Sleep, FollowsParticlesThatAreSorted) {
  Particles p = makeThreeParticles();
  std::vector<Body> none;
  Sleep sleep(60.0);
  const int slept = frameOfSleep(sleep, p, none, 300, [&](int f) {
    if (f != 7 && f != 19) return;
    Particles sorted;
    sorted.gather(p, std::vector<std::uint32_t>{2, 0, 1}, Threads(1));
    p = sorted;
  });
  EXPECT_EQ(slept, kFrames);
}

TEST(Sleep, BeginsAnewWhenParticlesComeOrGo) {
  Particles p = makeThreeParticles();
  std::vector<Body> none;
  Sleep sleep(60.0);
  const int slept = frameOfSleep(sleep, p, none, 300, [&](int f) {
    if (f == 9) p.append({1.f, 0.f, 0.f}, Vec3(0.f), 0, 0, 0.f);
    if (f == 20) p.remove(0);
    if (f == 25) p.remove(0), p.append({1.f, 0.f, 0.f}, Vec3(0.f), 0, 0, 0.f);
  });
  EXPECT_EQ(slept, 26 + kFrames);
}

TEST(Sleep, WaitsForBodiesThatForcesMove) {
  for (const bool turns : {false, true}) {
    Particles p = makeThreeParticles();
    std::vector<Body> bodies{makeBody("ball", ball(0.02f), Motion::Dynamic)};
    Sleep sleep(60.0);
    const int slept = frameOfSleep(sleep, p, bodies, 300, [&](int f) {
      if (f >= 50) return;
      Pose& pose = bodies[0].pose;
      if (turns)
        pose.orientation = glm::normalize(glm::angleAxis(1e-3f, Vec3(0.f, 0.f, 1.f)) * pose.orientation);
      else
        pose.position.y -= 0.001f * kLength;
    });
    EXPECT_GE(slept, 50 + kFrames - 2);
    EXPECT_LE(slept, 50 + 2 * kFrames);
  }
}

TEST(Sleep, DoesNotComeToAWorldWithoutLiquid) {
  Particles none;
  std::vector<Body> bodies{makeBody("ball", ball(0.02f), Motion::Dynamic)};
  Sleep sleep(60.0);
  EXPECT_EQ(frameOfSleep(sleep, none, bodies, 300, [](int) {}), -1);
}

/// Mirrors the saved state of Sleep, so that single fields can be damaged.
struct SleepSave {
  std::uint8_t asleep = 0;
  std::uint32_t frames = 3;
  std::vector<std::uint32_t> ids{0, 1, 2};
  std::vector<float> x{0.f, 0.f, 0.f}, y = x, z = x;
  std::vector<Pose> poses{Pose{}};

  [[nodiscard]] std::vector<std::byte> bytes() const {
    ByteWriter out;
    out.value(asleep), out.value(frames), out.array(ids);
    out.array(x), out.array(y), out.array(z), out.array(poses);
    return out.bytes();
  }
};

TEST(Sleep, StateOfASaveIsValidated) {
  Particles p = makeThreeParticles();
  std::vector<Body> bodies{makeBody("ball", ball(0.02f), Motion::Dynamic)};
  const auto read = [&](const SleepSave& saved) {
    Sleep sleep(60.0);
    const auto bytes = saved.bytes();
    ByteReader in(bytes);
    sleep.restore(in, p, bodies, kLength);
    ByteWriter out;
    sleep.save(out);
    EXPECT_EQ(out.bytes(), bytes);
  };
  EXPECT_NO_THROW(read({}));
  SleepSave asleep{1, 0, {}, {}, {}, {}, {}};
  EXPECT_NO_THROW(read(asleep));
  asleep.asleep = 0;
  EXPECT_NO_THROW(read(asleep));
  asleep.frames = 1;
  EXPECT_THROW(read(asleep), InputError) << "frames of nothing";
  EXPECT_THROW(read({.asleep = 1}), InputError) << "asleep and still watched";
  EXPECT_THROW(read({.frames = kFrames}), InputError);
  EXPECT_THROW(read({.ids = {0, 1, 1}}), InputError);
  EXPECT_THROW(read({.ids = {0, 1, 3}}), InputError) << "an id that was never given out";
  EXPECT_THROW(read({.ids = {0, 1}}), InputError);
  EXPECT_THROW(read({.x = {0.f, 0.f, std::numeric_limits<float>::quiet_NaN()}}), InputError);
  EXPECT_THROW(read({.poses = {}}), InputError);
  EXPECT_THROW(read({.poses = {Pose{Vec3(0.f), Quat(2.f, 0.f, 0.f, 0.f)}}}), InputError);
  asleep = {1, 0, {}, {}, {}, {}, {}};
  p.velocity.set(1, {1e-6f, 0.f, 0.f});
  EXPECT_THROW(read(asleep), InputError) << "a sleeping particle that moves";
  p.velocity.set(1, Vec3(0.f));
  bodies[0].angularVelocity = {0.f, 1e-6f, 0.f};
  EXPECT_THROW(read(asleep), InputError) << "a body that turns in its sleep";
}

}  // namespace
}  // namespace ooze::sleep_state_test
