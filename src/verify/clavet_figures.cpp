#include "verify/clavet_figures.h"

#include "verify/clavet_bench.h"
#include "verify/trial.h"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <unordered_map>

namespace ooze::verify {
namespace {

using clavet::Material;

Material valuesOf(const MaterialDefinition& material) {
  return fromValues<Material>(clavet::kParameters, material.values);
}
MaterialDefinition with(MaterialDefinition material, const Material& values) {
  material.values = toValues<Material>(clavet::kParameters, values);
  return material;
}

/// Maps each particle id to its index.
std::unordered_map<std::uint32_t, std::size_t> indicesOf(const Particles& p) {
  std::unordered_map<std::uint32_t, std::size_t> at;
  for (std::size_t i = 0; i < p.size(); ++i) at[p.id[i]] = i;
  return at;
}

/// Returns the undamped angular frequency w of a damped oscillation from equidistant samples. With the
/// damping rate d, samples of x'' + 2 d x' + w^2 x = 0 obey x[n+1] = a x[n] - b x[n-1]. The coefficients a
/// and b come from least squares.
double fitUndampedFrequency(const std::vector<double>& x, std::size_t lag, double interval) {
  double aa = 0.0, ab = 0.0, bb = 0.0, ya = 0.0, yb = 0.0;
  for (std::size_t i = lag; i + lag < x.size(); ++i) {
    const double now = x[i], before = x[i - lag], next = x[i + lag];
    aa += now * now, ab += now * before, bb += before * before, ya += next * now, yb += next * before;
  }
  const double det = aa * bb - ab * ab, a = (ya * bb - yb * ab) / det, b = -(aa * yb - ab * ya) / det;
  const double time = static_cast<double>(lag) * interval;
  const double damping = -0.5 * std::log(b) / time, frequency = std::acos(0.5 * a / std::sqrt(b)) / time;
  return std::hypot(damping, frequency);
}

}  // namespace

PoolMeasurements measurePool(const MaterialDefinition& material, const MethodSettings& settings) {
  const float width = kPoolWidth * settings.interactionRadius;
  ClavetBench b(material, settings, {0.f, -static_cast<float>(kEarth), 0.f},
                {tankOf({width, 2.f * kPoolDepth, width}, 0.f)});
  // The method chooses the volume stiffness by gravity, so that the scene's compression limit holds. Half of
  // gravity would halve the stiffness. The material is therefore given the stiffness under full gravity.
  return measurePool(b, [&] {
    const float stiffness = b.liquid().laws().of(0).kVolume;
    b.setGravity({0.f, -0.5f * static_cast<float>(kEarth), 0.f});
    Material m = valuesOf(material);
    m.volumeStiffness *= stiffness / b.liquid().laws().of(0).kVolume;
    b.liquid().setMaterials(std::array{with(material, m)});
  });
}

double measureYoungsModulus(const MaterialDefinition& material) {
  Material m = valuesOf(material);
  m.plasticityStretch = m.plasticityCompress = 0.f;
  ClavetBench b(with(material, m), {.interactionRadius = kCardRadius});
  b.fill(makeBox(kCardRadius * Vec3(4.f, 1.4f, 1.4f)), {});
  b.run(0.05);
  b.addSprings();
  const auto end = [&](double part) { return b.quantile(part, [](const Vec3& p) { return double{p.x}; }); };
  const double length = end(0.99) - end(0.01) + double{b.restSpacing()};
  const auto wave = [k = static_cast<float>(std::numbers::pi / length)](const Vec3& p) {
    return std::sin(k * p.x);
  };
  b.setVelocities([&](const Vec3& p) { return Vec3(0.1f * wave(p), 0.f, 0.f); });
  std::vector<double> zeros;
  double before = 1.0, at = b.time();
  while (zeros.size() < 3 && b.time() < 2.0)
    b.run(1.0 / 60.0, [&] {
      const double now = b.mean([&](const Vec3& p, const Vec3& v) { return double{v.x * wave(p)}; });
      if (now * before < 0.0) zeros.push_back(at + before / (before - now) * (b.time() - at));
      before = now, at = b.time();
    });
  const double speed = 2.0 * length / (zeros.at(2) - zeros.at(0));
  return material.density * speed * speed;
}

double measureSurfaceTension(const MaterialDefinition& material) {
  Material m = valuesOf(material);
  m.springStiffness = m.viscosityLinear = m.viscosityQuadratic = 0.f;
  ClavetBench b(with(material, m), {.interactionRadius = kCardRadius});
  b.fill(makeSphere(2.6f * kCardRadius), {});
  b.run(0.3);
  const double volume = static_cast<double>(b.size()) * std::pow(double{b.restSpacing()}, 3.0);
  const double cube = 3.0 * volume / (4.0 * std::numbers::pi);
  const double expected =
      std::sqrt(8.0 * 0.3 * b.liquid().laws().of(0).k * double{kCardRadius} * double{kCardRadius} / cube);
  b.setVelocities(drawnOut(static_cast<float>(0.25 * expected)));
  // About one and a half periods, in sixty samples.
  const double interval = 2.0 * std::numbers::pi / expected / 40.0;
  std::vector<double> shape;
  for (int i = 0; i < 60; ++i) {
    const double along = b.mean([](const Vec3& p, const Vec3&) { return double{p.x * p.x}; });
    const double all = b.mean([](const Vec3& p, const Vec3&) { return double{glm::dot(p, p)}; });
    shape.push_back(along / all - 1.0 / 3.0);
    b.run(interval);
  }
  const double frequency = fitUndampedFrequency(shape, 4, interval);
  return material.density * cube * frequency * frequency / 8.0;
}

double measureViscosity(const MaterialDefinition& material, double gravity, float step) {
  Material m = valuesOf(material);
  m.springStiffness = m.viscosityQuadratic = 0.f;
  constexpr float kHalf = 2.5f * kCardRadius;
  ClavetBench b(with(material, m), {.interactionRadius = kCardRadius},
                {0.f, -static_cast<float>(gravity), 0.f}, {tankOf(Vec3(2.f * kHalf), 0.f, false, -kHalf)});
  b.takeStepsOf(step);
  b.fill(makeBox({kHalf, kHalf, kHalf}), {});
  b.run(0.1);
  return material.density * eddyViscosity(b, kHalf, 2);
}

double measureFastViscosity(const MaterialDefinition& material, float rate) {
  ClavetBench b(material, {.interactionRadius = kCardRadius});
  const Material m = valuesOf(material);
  Material still = m;
  still.springStiffness = 0.f;
  b.liquid().setMaterials(std::array{with(material, still)});
  b.fill(makeSphere(2.6f * kCardRadius), {});
  b.run(0.1);
  /// Returns the kinetic energy that the viscosity stage removes from a uniform shear in one short step.
  const auto loss = [&](float sigma, float beta) {
    Material one = still;
    one.viscosityLinear = sigma, one.viscosityQuadratic = beta;
    b.liquid().setMaterials(std::array{with(material, one)});
    b.setVelocities([rate](const Vec3& p) { return Vec3(rate * p.y, 0.f, 0.f); });
    const auto energy = [&] {
      return b.mean([](const Vec3&, const Vec3& v) { return 0.5 * double{glm::dot(v, v)}; });
    };
    const double before = energy();
    constexpr float kStep = 1e-4f;  // length of the time step [s]
    b.liquid().applyViscosity(kStep, b.threads(), 0);
    return before - energy();
  };
  // The method damps a part of any new flow as noise (packing.h), so this part is subtracted.
  const double other = loss(0.f, 0.f);
  // The surface of the ball reduces the loss. The loss by linear viscosity, known from the eddy, is reduced
  // equally, so the ratio is used.
  constexpr float kSigma = 4.f;
  Material linear = still;
  linear.viscosityLinear = kSigma, linear.viscosityQuadratic = 0.f;
  return measureViscosity(with(material, linear)) * (loss(0.f, m.viscosityQuadratic) - other) /
         (loss(kSigma, 0.f) - other);
}

namespace {

/// Returns the shear stress of springs in a uniform uniaxial stretch along x: the axial minus the lateral
/// stress [Pa].
double shearStressOfSprings(ClavetBench& b, const MaterialDefinition& material, double kSpring) {
  const Particles& p = b.particles();
  const auto at = indicesOf(p);
  const double h = b.h();
  double sum = 0.0;
  b.liquid().visit([&](std::uint32_t i, std::uint32_t j, float rest) {
    const Vec3 d = p.position[at.at(j)] - p.position[at.at(i)];
    const double r = glm::length(d);
    // Half of the displacement of section 5.1 acts on each end, here as a force per mass.
    const double pull = 0.5 * kSpring * (1.0 - double{rest} / h) * (r - double{rest});
    sum += pull * double{d.x * d.x - 0.5f * (d.y * d.y + d.z * d.z)} / r;
  });
  return material.density * sum / static_cast<double>(p.size()) / std::numbers::sqrt3;
}

/// Returns the logarithmic strain of a ball along x.
double drawnOutOf(ClavetBench& b) {
  const double along = b.mean([](const Vec3& p, const Vec3&) { return double{p.x * p.x}; });
  const double across =
      b.mean([](const Vec3& p, const Vec3&) { return 0.5 * double{p.y * p.y + p.z * p.z}; });
  return std::log(along / across) / 3.0;
}

/// Returns the springs' shear stress in a ball that is stretched at this rate, after plastic flow has set in
/// [Pa].
double stressAt(const MaterialDefinition& material, double rate) {
  ClavetBench b(material, {.interactionRadius = kCardRadius});
  b.fill(makeSphere(2.2f * kCardRadius), {});
  b.run(0.1);
  const Material m = valuesOf(material);
  const double kSpring = clavet::convertPair(m, material.referenceRadius, kCardRadius).kSpring;
  const double rest = drawnOutOf(b), start = b.time();
  // Springs pull the ball back within each step, so the next step makes up for the lost strain.
  const auto draw = [&] {
    const double behind = rest + rate * (b.time() - start) - drawnOutOf(b);
    b.setVelocities(drawnOut(static_cast<float>(rate + behind / (1.0 / 240.0))));
  };
  draw();
  b.run(0.35 / rate, draw);
  double sum = 0.0;
  constexpr int kSamples = 5;
  for (int i = 0; i < kSamples; ++i) {
    b.run(0.04 / rate, draw);
    sum += shearStressOfSprings(b, material, kSpring) / kSamples;
  }
  return sum;
}

}  // namespace

double measureYieldStress(const MaterialDefinition& material) {
  constexpr double kSlow = 1.0, kFast = 4.0;  // two shear rates [1/s]
  const double slow = stressAt(material, kSlow), fast = stressAt(material, kFast);
  return slow - (fast - slow) * kSlow / (kFast - kSlow);
}

double measureRelaxationTime(const MaterialDefinition& material, bool stretched) {
  ClavetBench b(material, {.interactionRadius = kCardRadius});
  b.fill(makeSphere(1.5f * kCardRadius), {});
  b.run(0.02);
  b.addSprings();
  const Material m = valuesOf(material);
  const double yield = stretched ? m.yieldRatioStretch : m.yieldRatioCompress;
  const Particles& p = b.particles();
  const auto lengthOf = [&p, at = indicesOf(p)](std::uint32_t i, std::uint32_t j) {
    return double{glm::distance(p.position[at.at(i)], p.position[at.at(j)])};
  };
  // Only springs of near pairs, strained well beyond their yield. Particles are frozen, so nothing moves.
  std::vector<LinkTie> ties;
  b.liquid().visit([&](std::uint32_t i, std::uint32_t j, float) {
    const double r = lengthOf(i, j);
    if (r > 0.5 * double{kCardRadius}) return;
    const double rest = stretched ? r / (1.1 + 2.0 * yield) : r / (0.8 - yield);
    ties.push_back({i, j, static_cast<float>(rest)});
  });
  b.liquid().springs().removeAll();
  b.liquid().springs().restoreSprings(b.liquid().liquid(), b.liquid().laws(), ties);
  std::vector<std::uint32_t> all(b.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
  b.liquid().freeze(all, true);
  const auto beyond = [&] {
    double sum = 0.0;
    b.liquid().visit([&](std::uint32_t i, std::uint32_t j, float rest) {
      const double r = lengthOf(i, j);
      if (r > 0.5 * double{kCardRadius}) return;
      sum += stretched ? r - double{rest} * (1.0 + yield) : double{rest} * (1.0 - yield) - r;
    });
    return sum;
  };
  return 1000.0 * decayTime(b, beyond, 1.0 / 3.0);
}

PackingMeasurements measurePacking(const MaterialDefinition& material) {
  Material m = valuesOf(material);
  m.springStiffness = 0.f;
  ClavetBench b(with(material, m), {.interactionRadius = kCardRadius});
  b.fill(makeSphere(2.4f * kCardRadius), {});
  b.run(0.4);
  const Particles& p = b.particles();
  PackingMeasurements measurements{};
  double inside = 0.0, ball = 0.0;
  const float core = 1.2f * kCardRadius;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (glm::length(p.position[i]) < 1.6f * kCardRadius) ball += 1.0;
    if (glm::length(p.position[i]) > core) continue;
    inside += 1.0;
    measurements.density += p.density[i];
    for (std::size_t j = 0; j < p.size(); ++j)
      if (j != i && glm::distance(p.position[i], p.position[j]) < kCardRadius) measurements.neighbours += 1.0;
  }
  measurements.neighbours /= inside;
  measurements.density /= inside;
  measurements.spacing =
      1000.0 * std::cbrt(4.0 / 3.0 * std::numbers::pi * std::pow(1.6 * double{kCardRadius}, 3.0) / ball);
  return measurements;
}

double measureStickReach(const MaterialDefinition& material) {
  ClavetBench b(material, {.interactionRadius = kCardRadius}, {}, {plainFloor()});
  constexpr int kCount = 60;
  LiquidSeeds lone;
  for (int i = 1; i <= kCount; ++i) {
    lone.positions.emplace_back(2.f * kCardRadius * static_cast<float>(i),
                                (clavet::kCollisionRadius + 0.02f * static_cast<float>(i)) * kCardRadius,
                                0.f);
    lone.velocities.emplace_back(0.f);
  }
  b.liquid().insert(lone);
  b.run(0.01);
  double reach = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.particles().velocity.y[i] < 0.f) {
      const float start = 0.02f * kCardRadius * (b.particles().position.x[i] / (2.f * kCardRadius));
      reach = std::max(reach, double{start});
    }
  return 1000.0 * reach;
}

}  // namespace ooze::verify
