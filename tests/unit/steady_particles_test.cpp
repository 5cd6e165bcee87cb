// Tests of TemporalParticleFilter, the mean of particle positions over the last frames. The mean calms slow
// liquid, leaves fast liquid unchanged, and forgets older frames.
#include "ooze/surface/steady_particles.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace ooze::steady_particles_test {
namespace {

constexpr float kReach = 0.01f;
constexpr std::uint32_t kCount = 5000;

/// Generates particles that tremble about fixed places, differently in each frame. Half of the particles also
/// move at `speed`.
struct TremblingParticles {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> ids;

  explicit TremblingParticles(std::uint64_t frame, float speed = 0.f) : positions(kCount), ids(kCount) {
    std::mt19937 places(7), tremble(static_cast<unsigned>(frame) + 100);
    std::uniform_real_distribution<float> in(0.f, 1.f);
    std::normal_distribution<float> off(0.f, 0.1f * kReach);
    for (std::uint32_t i = 0; i < kCount; ++i) {
      positions[i] =
          Vec3(in(places), in(places), in(places)) + Vec3(off(tremble), off(tremble), off(tremble));
      if (i % 2 == 1) positions[i].x += speed * static_cast<float>(frame);
    }
    // The order of particles changes from frame to frame, as in a world.
    std::iota(ids.begin(), ids.end(), 40u);
    std::vector<std::uint32_t> order(kCount);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), tremble);
    const std::vector<Vec3> sorted = positions;
    for (std::uint32_t i = 0; i < kCount; ++i) positions[i] = sorted[order[i]], ids[i] = 40 + order[i];
  }
};

std::vector<Vec3> followFrame(TemporalParticleFilter& steady, std::uint64_t frame, float speed = 0.f,
                              int threads = 1) {
  const TremblingParticles now(frame, speed);
  const auto means = steady.follow(frame, now.positions, now.ids, kReach, Threads(threads));
  return {means.begin(), means.end()};
}

bool same(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

/// Sorts positions by particle id, so that frames can be compared.
std::vector<Vec3> byId(const std::vector<Vec3>& positions, std::uint64_t frame, float speed = 0.f) {
  const TremblingParticles now(frame, speed);
  std::vector<Vec3> sorted(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) sorted[now.ids[i] - 40] = positions[i];
  return sorted;
}

double meanStep(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(glm::distance(a[i], b[i]));
  return sum / static_cast<double>(a.size());
}

TEST(TemporalParticleFilter, CalmsWhatTrembles) {
  TemporalParticleFilter steady;
  std::vector<Vec3> last, now;
  for (std::uint64_t frame = 0; frame < 12; ++frame) {
    last = now;
    now = byId(followFrame(steady, frame), frame);
  }
  const double raw =
      meanStep(byId(TremblingParticles(10).positions, 10), byId(TremblingParticles(11).positions, 11));
  // A mean over eight frames changes by an eighth of the difference between the newest frame and the dropped
  // frame.
  EXPECT_LT(meanStep(last, now), 0.2 * raw);
  EXPECT_GT(meanStep(last, now), 0.05 * raw);
}

TEST(TemporalParticleFilter, NeverTouchesWhatIsFast) {
  TemporalParticleFilter steady;
  const float speed = 2.f * kReach;  // distance per frame, far more than the trembling
  std::vector<Vec3> now;
  for (std::uint64_t frame = 0; frame < 12; ++frame)
    now = byId(followFrame(steady, frame, speed), frame, speed);
  const auto raw = byId(TremblingParticles(11, speed).positions, 11, speed);
  for (std::uint32_t i = 1; i < kCount; i += 2) EXPECT_EQ(now[i], raw[i]);
  EXPECT_NE(now[0], raw[0]);
}

TEST(TemporalParticleFilter, TrailsBehindByLessThanHalfTheReach) {
  for (const float part : {0.05f, 0.1f, 0.2f, 0.4f, 0.8f}) {
    TemporalParticleFilter steady;
    const std::vector<std::uint32_t> ids{0};
    float worst = 0.f;
    for (std::uint64_t frame = 0; frame < 12; ++frame) {
      const std::vector<Vec3> at{Vec3(part * kReach * static_cast<float>(frame), 0.f, 0.f)};
      worst = std::max(worst, at[0].x - steady.follow(frame, at, ids, kReach, Threads(1))[0].x);
    }
    EXPECT_LT(worst, 0.35f * kReach) << part << " of the reach a frame";
  }
}

TEST(TemporalParticleFilter, LooksAtTheLastFramesOnly) {
  TemporalParticleFilter from0, from5;
  for (std::uint64_t frame = 0; frame < 13; ++frame) {
    const std::vector<Vec3> a = followFrame(from0, frame);
    if (frame < 5) continue;
    const std::vector<Vec3> b = followFrame(from5, frame);
    // A filter that begins later has no history in its first frames.
    EXPECT_EQ(same(a, b), frame >= 5 + TemporalParticleFilter::kFrames - 1) << frame;
  }
}

TEST(TemporalParticleFilter, MakesTheSameBytesForAnyNumberOfThreads) {
  TemporalParticleFilter one, two, seven;
  for (std::uint64_t frame = 0; frame < 10; ++frame) {
    const std::vector<Vec3> expected = followFrame(one, frame, 0.001f, 1);
    EXPECT_TRUE(same(followFrame(two, frame, 0.001f, 2), expected));
    EXPECT_TRUE(same(followFrame(seven, frame, 0.001f, 7), expected));
  }
}

TEST(TemporalParticleFilter, BeginsAfreshWhenTimeGoesBack) {
  TemporalParticleFilter steady;
  for (std::uint64_t frame = 20; frame < 30; ++frame) followFrame(steady, frame);
  EXPECT_TRUE(same(followFrame(steady, 24), TremblingParticles(24).positions));
}

TEST(TemporalParticleFilter, ReportsAFrameWithoutAPredecessor) {
  TemporalParticleFilter steady;
  const auto lacksHistory = [&](std::uint64_t frame) {
    followFrame(steady, frame);
    return steady.lacksHistory();
  };
  EXPECT_TRUE(lacksHistory(10));
  EXPECT_FALSE(lacksHistory(11));
  EXPECT_FALSE(lacksHistory(11)) << "the same again, in another colour, say";
  EXPECT_FALSE(lacksHistory(14)) << "some were not drawn";
  EXPECT_TRUE(lacksHistory(14 + TemporalParticleFilter::kFrames)) << "after a seek";
  EXPECT_TRUE(lacksHistory(13)) << "back in time";
  TremblingParticles edited(13);
  edited.positions[5].x += 0.1f * kReach;
  steady.follow(13, edited.positions, edited.ids, kReach, Threads(1));
  EXPECT_TRUE(steady.lacksHistory()) << "something was undone";
  edited.positions.pop_back(), edited.ids.pop_back();
  steady.follow(13, edited.positions, edited.ids, kReach, Threads(1));
  EXPECT_TRUE(steady.lacksHistory()) << "something was erased";
  EXPECT_FALSE(lacksHistory(14));
  steady.forget();
  EXPECT_TRUE(lacksHistory(15));
}

TEST(TemporalParticleFilter, BeginsAfreshInAnotherWorld) {
  TemporalParticleFilter steady;
  for (std::uint64_t frame = 0; frame < 10; ++frame) followFrame(steady, frame);
  TremblingParticles other(10);
  for (Vec3& p : other.positions) p.y += 5.f * kReach;
  // Some particles happen to lie where those of the first world lay, and must be reset all the same.
  for (std::size_t i = 0; i < 100; ++i) other.positions[i].y -= 5.f * kReach;
  const auto means = steady.follow(10, other.positions, other.ids, kReach, Threads(1));
  EXPECT_TRUE(same({means.begin(), means.end()}, other.positions));
}

TEST(TemporalParticleFilter, TakesAFrameThatComesAgainInItsPlace) {
  TemporalParticleFilter once, again;
  for (std::uint64_t frame = 0; frame < 9; ++frame) {
    const std::vector<Vec3> expected = followFrame(once, frame);
    followFrame(again, frame);
    EXPECT_TRUE(same(followFrame(again, frame), expected));
  }
}

TEST(TemporalParticleFilter, ParticlesComeAndGo) {
  TemporalParticleFilter steady;
  const Vec3 at(0.5f, 0.f, 0.f);
  // Each frame adds a particle, and none lives for more than three frames, so slots are reused.
  for (std::uint32_t frame = 0; frame < 100; ++frame) {
    std::vector<Vec3> positions;
    std::vector<std::uint32_t> ids;
    for (std::uint32_t age = 0; age < 3 && age <= frame; ++age) {
      ids.push_back(frame - age);
      positions.push_back(at + Vec3(0.f, 0.02f * static_cast<float>((frame - age) % 50), 0.f));
    }
    const auto means = steady.follow(frame, positions, ids, kReach, Threads(1));
    // The particles stand still, so any difference would be another particle's history.
    EXPECT_TRUE(same({means.begin(), means.end()}, positions)) << frame;
  }
}

}  // namespace
}  // namespace ooze::steady_particles_test
