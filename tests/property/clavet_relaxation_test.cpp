// Double density relaxation: Clavet 2005, section 4.
#include "ooze/base/bytes.h"

#include "property/clavet_checks.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::clavet_relaxation_test {
namespace {

using namespace clavet_checks;

TEST(Relaxation, AnIsolatedPairSettlesWhereItsPressuresBalance) {
  clavet::Material m = paperMaterial();
  m.restDensity = 0.25f;
  m.stiffness = m.nearStiffness = 1.f;
  ReferencePair twin(kH, {m});
  twin.add({Vec3(0.f), Vec3(0.3f, 0.2f, 0.4f) * kH}, {Vec3(0.f), Vec3(0.f)});
  for (std::uint64_t s = 0; s < 400; ++s) {
    twin.product.findNeighbours(twin.threads());
    twin.product.relaxDoubleDensity(0.5f * kFrame, twin.threads(), s, Bodies{});
    reference::relaxDoubleDensity(twin.reference, 0.5 * kFrame, {0, 1});
  }
  const auto& r = twin.reference.particles;
  EXPECT_NEAR(glm::distance(r[0].position, r[1].position) / kH, 0.54491, 1e-5);
  const Particles& p = twin.product.particles();
  EXPECT_NEAR(glm::distance(p.position[0], p.position[1]) / kH, 0.54491, 1e-5);
}

TEST(Relaxation, CoincidentParticlesPartInOppositeDirections) {
  for (const float volumeStiffness : {0.f, 1.f}) {
    clavet::Material m = dough();
    m.volumeStiffness = volumeStiffness;
    m.restDensity = 2.f;  // low enough that three particles repel
    m.nearStiffness = 0.5f;
    ReferencePair twin(kH, {m});
    const Vec3 at = Vec3(-0.3f, 0.7f, 0.2f) * kH;
    twin.add({at, at, at, at + Vec3(0.1f * kH, 0.f, 0.f)}, std::vector<Vec3>(4, Vec3(0.f)));
    run(twin.product, 0.5f * kFrame, 3, twin.threads());
    const auto particles = particlesOf(twin.product);
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_TRUE(isFinite(Vec3(particles[i].position)));
      for (std::size_t j = i + 1; j < 4; ++j)
        EXPECT_GT(glm::distance(particles[i].position, particles[j].position), 0.02 * kH);
    }
    EXPECT_LT(glm::length(sumPositions(particles).first - 4.0 * Vec(at) - Vec(0.1 * kH, 0, 0)), 1e-5 * kH);
  }
}

TEST(Drop, RestsCompactAndAtTheDensityOfTheTranscription) {
  const Threads threads(2);
  ReferencePair twin(1.f, {paperMaterial()});  // interaction radius h = 1
  twin.addCube(Vec3(0.f), 10, 0.1f, 0.f, 6);
  run(twin.product, kFrame, 300, threads);
  const Particles& p = twin.product.particles();
  Vec momentum(0.0), centre(0.0);
  double squares = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    momentum += Vec(p.velocity[i]) * static_cast<double>(kFrame);
    centre += Vec(p.position[i]) / static_cast<double>(p.size());
    squares += glm::dot(Vec(p.velocity[i]), Vec(p.velocity[i])) * kFrame * kFrame;
  }
  const double n = static_cast<double>(p.size());
  EXPECT_LT(std::sqrt(squares / n), 0.01);  // limit on the rms speed [h per frame]
  // In double precision the momentum is 1e-12; in float every position rounds by 2^-23 of about 3 h, some 160
  // times a step.
  EXPECT_LT(glm::length(momentum), 1e-5 * n);

  double core = 0.0, farthest = 0.0;
  int inCore = 0;
  const double radius =
      std::cbrt(3.0 / (4.0 * 3.14159265) * 0.052 * n);  // radius of a ball with the transcription's volume
                                                        // per particle
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double r = glm::distance(Vec(p.position[i]), centre);
    farthest = std::max(farthest, r);
    if (r < radius - 1.2) core += p.density[i], ++inCore;
  }
  ASSERT_GT(inCore, 50);
  EXPECT_NEAR(core / inCore, 7.3, 0.2);
  EXPECT_LT(farthest, radius + 0.6) << "not compact";
}

std::vector<std::byte> bytesAfter(int threadCount, int steps) {
  ReferencePair twin(kH, {dough()}, Vec3(0.f, -1.f, 0.f), threadCount);
  twin.addCube(Vec3(0.f), 9, 0.2f, kSpeed, 7);
  run(twin.product, 0.3f * kFrame, steps, twin.threads());
  ByteWriter out;
  twin.product.save(out, twin.threads());
  return out.bytes();
}

TEST(Repeatability, TheSameStartGivesTheSameBits) {
  const auto expected = bytesAfter(1, 25);
  for (const int threads : {1, 2, 7})
    EXPECT_TRUE(bytesAfter(threads, 25) == expected) << threads << " threads";
  EXPECT_FALSE(bytesAfter(1, 24) == expected);
}

}  // namespace
}  // namespace ooze::clavet_relaxation_test
