#include "methods/mps/tension.h"

#include "methods/mps/mps.h"
#include "methods/mps/pair_sums.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {
namespace {

constexpr float kWetting = 0.5f;  // wetting of solids: the cosine of the contact angle is 2 kWetting - 1

double energy() {
  constexpr auto kEnd = static_cast<double>(kReach);
  const auto within = [](double q) {  // integral of the pull from q to the kernel radius
    const auto primitive = [](double s) { return (kEnd - 1.0) / 2.0 * s * s - s * s * s / 3.0; };
    return q < kEnd ? primitive(kEnd - 1.0) - primitive(q - 1.0) : 0.0;
  };
  double sum = 0.0;
  for (int x = -2; x <= 2; ++x)
    for (int y = 1; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z) sum += y * within(std::sqrt(x * x + y * y + z * z));
  return sum;
}

/// Returns the fraction of a speed u that drag takes in a step, implicitly: the speed u' that is left
/// satisfies u' = u - dt c u'^2. A falling particle thus ends at sqrt(g / c) in steps of any length.
/// @param part  dt c u
float lostToDrag(float part) {
  const float root = std::sqrt(1.f + 4.f * part);
  return (root - 1.f) / (root + 1.f);
}

}  // namespace

double tensionEnergy() {
  static const double all = energy();
  return all;
}

void addTension(const PointSet& points, std::span<const float> sigma, float spacing, Vec3Array& force,
                std::vector<float>& cohesion, const Threads& threads) {
  // A cut makes two surfaces: C l0^2 energy = 2 sigma l0^2. A force is an energy over a length.
  const auto scale = static_cast<float>(2.0 / (kSurfaceExcess * tensionEnergy())) * spacing;
  const float perVolume = scale * spacing / (6.f * volumeOfParticle(spacing));
  cohesion.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    cohesion[i] = 0.f;
    if (points.kind[i] != PointKind::Liquid) return;
    const TensionSums sums = sumTension(points, sigma, kWetting, i);
    force.add(i, scale * sums.pull);
    cohesion[i] = perVolume * sums.virial;
  });
}

/// Applies tension explicitly, and drag by eq. 40 with the mean velocity of the neighbours (eq. 42),
/// implicitly.
void Mps::applyTension(float dt, const Threads& threads) {
  const bool tension =
      std::ranges::any_of(coefficients_, [](const Coefficients& c) { return c.tension > 0.f; });
  const bool drag = std::ranges::any_of(coefficients_, [](const Coefficients& c) { return c.drag > 0.f; });
  if (!tension) cohesion_.assign(points_.size(), 0.f);
  if (!tension && !drag) return;
  const Particles& p = liquid_.particles;
  force_.resize(points_.size());
  points_.forEach(threads, [&](std::size_t i) { force_.set(i, Vec3(0.f)); });
  if (tension) {
    fillPerPoint(
        sigma_, [](const Coefficients& c) { return c.tension; }, threads);
    addTension(points_, sigma_, spacing_, force_, cohesion_, threads);
  }
  // All velocities are read before the first is written.
  points_.forEach(threads, [&](std::size_t i) {
    if (points_.kind[i] != PointKind::Liquid) return force_.set(i, points_.velocity[i]);
    const Coefficients& c = coefficients_[p.material[points_.from[i]]];
    Vec3 velocity = points_.velocity[i] + dt / c.mass * force_[i];
    if (c.drag > 0.f) {
      Vec3 mean = points_.velocity[i];
      float count = 1.f;
      points_.forEachNeighbour(i, [&](std::size_t j, float q) {
        if (q < kReach && points_.kind[j] == PointKind::Liquid) mean += points_.velocity[j], count += 1.f;
      });
      mean /= count;
      velocity -= lostToDrag(dt * c.drag * glm::length(mean)) * mean;
    }
    force_.set(i, velocity);
  });
  points_.velocity.copy(force_, threads);
  applyPointVelocities(dt, threads);
}

}  // namespace ooze::mps
