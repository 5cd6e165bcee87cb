// Tests that surface reconstruction allocates no memory once its buffers are warm.
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"

#include "allocation/counting_new.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace ooze {
namespace {

/// A ball of liquid that grows and shrinks a little from frame to frame.
struct Wobble {
  std::vector<Vec3> rest, positions, velocities;
  std::vector<std::uint32_t> colours;
  std::vector<std::uint16_t> materials;
  std::vector<float> values;
  std::vector<SurfaceWall> walls{{makePlane({0.f, 1.f, 0.f}), {{0.f, -0.21f, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};

  Wobble() {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> in(-1.f, 1.f);
    while (rest.size() < 3000) {
      const Vec3 p(in(random), in(random), in(random));
      if (glm::length(p) > 1.f) continue;
      rest.push_back(0.2f * p);
      colours.push_back(static_cast<std::uint32_t>(random()));
      materials.push_back(static_cast<std::uint16_t>(random() % 3));
      values.push_back(p.y);
    }
    velocities = rest;
    positions = rest;
  }
  SurfaceParticles at(int frame) {
    const float size = 1.f + 0.02f * std::sin(0.7f * static_cast<float>(frame));
    for (std::size_t i = 0; i < rest.size(); ++i) positions[i] = size * rest[i];
    return {positions, velocities, colours, materials, values, walls};
  }
};

TEST(WarmSurface, TakesNoMemory) {
  Wobble liquid;
  SurfaceBuilder builder;
  const Threads one(1);
  for (SurfaceSettings settings : {SurfaceSettings{.smoothing = 0.f},
                                   {.smoothing = 1.f},
                                   {.smoothing = 1.f, .spacing = 0.02f},
                                   {.method = SurfaceMethod::Tracked}}) {
    settings.interactionRadius = 0.05f;
    for (int frame = 0; frame < 40; ++frame) builder.build(liquid.at(frame), settings, one);
    for (int frame = 40; frame < 60; ++frame) {
      const SurfaceParticles particles = liquid.at(frame);
      EXPECT_EQ(test::allocationsDuring([&] { builder.build(particles, settings, one); }), 0)
          << "frame " << frame << ", smoothing " << settings.smoothing;
    }
  }
}

TEST(WarmSurface, FollowingParticlesTakesNoMemory) {
  Wobble liquid;
  std::vector<std::uint32_t> ids(liquid.rest.size());
  for (std::uint32_t i = 0; i < ids.size(); ++i) ids[i] = i;
  TemporalParticleFilter steady;
  const Threads one(1);
  for (int frame = 0; frame < 20; ++frame) {
    const SurfaceParticles particles = liquid.at(frame);
    const auto follow = [&] {
      steady.follow(static_cast<std::uint64_t>(frame), particles.positions, ids, 0.01f, one);
    };
    if (frame < 10)
      follow();
    else
      EXPECT_EQ(test::allocationsDuring(follow), 0) << "frame " << frame;
  }
}

}  // namespace
}  // namespace ooze
