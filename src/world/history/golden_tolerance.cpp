// Tolerances for golden runs of another build or machine, where rounding differs.
// The tolerances come from runs of the shipped scenes and of the scenes in tests/scenes/golden, with every
// coordinate perturbed by 1e-7 in every step, as rounding does. The README.md of this folder lists the
// differences measured.
#include "world/history/golden.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

// Limits for single particles in the first steps. A few particles may cross a threshold, such as that of
// contact, in only one of the runs; such particles may differ by kThresholdPath.
constexpr float kParticlePath = 1e-3f;   // distance allowed for most particles [interaction radii]
constexpr float kThresholdPath = 0.05f;  // distance allowed for any particle [interaction radii]
constexpr double kThresholdPart = 0.01;  // fraction of the particles that may exceed kParticlePath [1]

// In later frames, two runs are two samples of one chaotic motion. The means of the runs differ less with
// more particles. Each tolerance is a constant plus a sampling term divided by the square root of the number
// of particles.
struct Allowed {
  double constant, sampling;
  [[nodiscard]] double of(double particles) const {
    return constant + sampling / std::sqrt(std::max(particles, 1.0));
  }
};
constexpr Allowed kCentroid{0.12, 4.0};  // centre of mass [interaction radii]
constexpr Allowed kMomentum{0.06, 2.0};  // momentum, relative to total mass times greatest speed so far [1]
constexpr Allowed kEnergy{0.12, 3.0};    // kinetic energy, relative to the greatest so far [1]
constexpr Allowed kDensity{0.02, 3.0};   // mean density, relative to the expected mean density [1]
constexpr Allowed kParticleCount{0.02,
                                 2.0};  // relative number of particles [1]; differs only where liquid drains

/// Returns the distance between two runs' states of a particle: the larger of position and velocity
/// difference. Positions are in interaction radii, velocities in interaction radii per step.
float apart(const GoldenStep& a, const GoldenStep& b, std::size_t i, float h) {
  const float path = glm::distance(a.positions[i], b.positions[i]) / h;
  const float drift = glm::distance(a.velocities[i], b.velocities[i]) * a.seconds / h;
  return path <= drift ? drift : path;  // a NaN is returned as NaN
}

/// Compares the particles of two runs after the same step. Returns a description of the first particle beyond
/// the tolerance, or "".
std::string compareStep(const GoldenStep& a, const GoldenStep& b, float h) {
  if (a.step != b.step || a.seconds != b.seconds)
    return fmt::format("step {} of {:g} s: the other run has step {} of {:g} s", a.step, a.seconds, b.step,
                       b.seconds);
  if (a.ids != b.ids)
    return fmt::format("step {}: {} particles instead of {}, or other particles", a.step, b.ids.size(),
                       a.ids.size());
  std::size_t beyond = 0, first = 0;
  for (std::size_t i = 0; i < a.ids.size(); ++i) {
    const float path = apart(a, b, i, h);
    // The comparison is negated, so that a NaN counts as a difference.
    if (!(path <= kThresholdPath))
      return fmt::format("step {}, particle {}: {:.3g} h away ({:g} h allowed)", a.step, a.ids[i], path,
                         kThresholdPath);
    if (path > kParticlePath && beyond++ == 0) first = i;
  }
  if (static_cast<double>(beyond) <= std::max(1.0, kThresholdPart * static_cast<double>(a.ids.size())))
    return "";
  return fmt::format("step {}, particle {} (of {} that differ): {:.3g} h away ({:g} h allowed)", a.step,
                     a.ids[first], beyond, apart(a, b, first, h), kParticlePath);
}

/// A statistic of a frame, with the difference between the runs and the tolerance.
struct Check {
  std::string_view name, unit;
  double difference, allowed;
};

/// Compares the statistics of a frame of two runs.
/// @param energy  the greatest kinetic energy so far [J]
/// @return the first difference that exceeds its tolerance, in words; "" if there is none
std::string compareFrame(const GoldenFrame& a, const GoldenFrame& b, float h, double energy) {
  const auto count = static_cast<double>(a.particles), countB = static_cast<double>(b.particles);
  const double impulse = std::sqrt(2.0 * energy * a.mass);
  const auto relative = [](double x, double y, double scale) { return std::abs(x - y) / scale; };
  const std::array<Check, 5> checks{
      Check{"particles", "", std::abs(countB - count), count * kParticleCount.of(count)},
      Check{"centroid", " h", glm::distance(a.centroid, b.centroid) / h, kCentroid.of(count)},
      Check{"momentum", " of the largest", relative(glm::distance(a.momentum, b.momentum), 0, impulse),
            kMomentum.of(count)},
      Check{"kinetic energy", " of the largest", relative(b.kineticEnergy, a.kineticEnergy, energy),
            kEnergy.of(count)},
      Check{"mean density", " of the density", relative(b.meanDensity, a.meanDensity, a.meanDensity),
            kDensity.of(count)}};
  if (a.particles == 0 && b.particles == 0) return "";
  for (const Check& c : checks)
    if (!(c.difference <= c.allowed))
      return fmt::format("frame {}: {} off by {:.3g}{} ({:.3g} allowed)", a.frame, c.name, c.difference,
                         c.unit, c.allowed);
  return "";
}

}  // namespace

std::string compareWithin(const GoldenRun& expected, const GoldenRun& actual) {
  const float h = expected.interactionRadius;
  const std::size_t steps = std::min(expected.firstSteps.size(), actual.firstSteps.size());
  for (std::size_t i = 0; i < steps; ++i)
    if (auto found = compareStep(expected.firstSteps[i], actual.firstSteps[i], h); !found.empty())
      return found;
  const std::size_t frames = std::min(expected.frames.size(), actual.frames.size());
  double energy = 1e-30;  // avoids division by 0 for liquid at rest
  for (std::size_t i = 0; i < frames; ++i) {
    energy = std::max<double>(energy, expected.frames[i].kineticEnergy);
    if (auto found = compareFrame(expected.frames[i], actual.frames[i], h, energy); !found.empty())
      return found;
  }
  if (steps != expected.firstSteps.size() || steps != actual.firstSteps.size() ||
      expected.frames.size() != actual.frames.size())
    return fmt::format("{} steps and {} frames instead of {} and {}", actual.firstSteps.size(),
                       actual.frames.size(), expected.firstSteps.size(), expected.frames.size());
  return "";
}

}  // namespace ooze
