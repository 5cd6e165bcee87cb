#include "verify/method_bench.h"

#include "ooze/geometry/sampling.h"
#include "ooze/geometry/signed_distance.h"

#include "methods/clavet/packing.h"
#include "verify/measures.h"
#include "verify/trial.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <optional>
#include <utility>

namespace ooze::verify {

MethodBench::MethodBench(const MethodRow& row, const MethodSettings& settings,
                         std::vector<MaterialDefinition> materials, const Vec3& gravity,
                         std::vector<Body> solids)
    : row_(row),
      settings_(settings),
      materials_(std::move(materials)),
      method_(row.make(settings)),
      bodies_(std::move(solids)) {
  method_->setMaterials(materials_);
  setGravity(gravity);
}

void MethodBench::fill(const ShapePtr& shape, const Vec3& centre, const VelocityField& velocity,
                       std::uint64_t seed) {
  LiquidSeeds seeds;
  seeds.pose.position = centre;
  seeds.positions = fillVolume(*shape, seeds.pose, restSpacing(), Sampling::BlueNoise, seed, 0.f, 100'000);
  seeds.shape = shape;
  insert(std::move(seeds), velocity);
}

void MethodBench::fill(const LiquidVolume& volume) {
  LiquidSeeds seeds;
  seeds.pose = volume.pose;
  seeds.positions = fillLiquid(volume, restSpacing(), 1, 100'000);
  seeds.shape = scaledShape(volume);
  insert(std::move(seeds), {});
}

void MethodBench::insert(LiquidSeeds seeds, const VelocityField& velocity) {
  for (const Vec3& p : seeds.positions) seeds.velocities.push_back(velocity ? velocity(p) : Vec3(0.f));
  seeds.solids = &bodies_;
  method_->insert(seeds);
}

void MethodBench::setGravity(const Vec3& gravity) {
  gravity_ = gravity;
  method_->setGravity(gravity);
}

void MethodBench::setVelocities(const VelocityField& velocity) {
  const auto change = [&](const Parcel& parcel) {
    return std::optional(velocity(parcel.position) - parcel.velocity);
  };
  method_->changeVelocities(change, threads_);
}

void MethodBench::run(double seconds, const std::function<void()>& each) {
  for (const double end = time_ + seconds; time_ < end - 1e-6;) {
    const float dt = stepLength();
    StepContext context{bodies_, threads_, timer_, steps_++, gravity_};
    context.room = 1'000'000;
    method_->beginFrame();
    bodies_.advance(time_ + dt, dt);
    method_->step(dt, context);
    time_ += dt;
    if (each) each();
  }
}

float MethodBench::longestStep() const { return row_.stableStep(settings_, materials_, gravity_).seconds; }

float MethodBench::restSpacing() const { return row_.restSpacing(settings_, materials_.front()); }

float MethodBench::stepLength() const {
  if (given_ > 0.f) return given_;
  float fastest = 0.f;
  for (std::size_t i = 0; i < size(); ++i)
    fastest = std::max(fastest, glm::length(Vec3(particles().velocity[i])));
  float longest = longestStep();
  if (fastest > 0.f) longest = std::min(longest, 0.4f * h() / fastest);
  constexpr float kFrame = 1.f / 60.f;
  return kFrame / std::ceil(kFrame / longest - 1e-4f);
}

MethodBench::VelocityField drawnOut(float rate) {
  return [rate](const Vec3& p) { return rate * Vec3(p.x, -0.5f * p.y, -0.5f * p.z); };
}

PoolMeasurements measurePool(MethodBench& bench, const std::function<void()>& halveGravity) {
  const float width = kPoolWidth * bench.h();
  bench.fill(makeBox(0.5f * Vec3(width, kPoolDepth, width)), {0.f, 0.5f * kPoolDepth, 0.f});
  const auto meanHeight = [&](double seconds) {
    double sum = 0.0;
    int count = 0;
    bench.run(seconds, [&] {
      sum += bench.mean([](const Vec3& p, const Vec3&) { return double{p.y}; });
      ++count;
    });
    return sum / count;
  };
  bench.run(0.5);
  const double whole = meanHeight(0.3);
  const double depth =
      bench.quantile(0.98, [](const Vec3& p) { return double{p.y}; }) + 0.5 * double{bench.restSpacing()};
  halveGravity();
  bench.run(0.3);
  const double half = meanHeight(0.3);
  // Hydrostatic compression at constant speed of sound c, in a pool of depth H under gravity g: the liquid at
  // height y sinks by g (H^2 - y^2) / (2 c^2), the centroid by g H^2 / (3 c^2). Half of gravity raises the
  // centroid by half of that.
  const double squared = 0.5 * kEarth * depth * depth / 3.0 / (half - whole);
  return {std::sqrt(squared), 100.0 * kEarth * double{kPoolDepth} / (2.0 * squared)};
}

double decayTime(MethodBench& bench, const std::function<double()>& quantity, double part) {
  const double begin = bench.time(), aim = part * quantity();
  double before = quantity(), since = begin, reached = 0.0;
  while (reached == 0.0 && bench.time() < begin + 1.0)
    bench.run(1.0 / 60.0, [&] {
      const double now = std::max(quantity(), 1e-9 * aim);
      if (reached == 0.0 && now < aim)
        reached = since + (bench.time() - since) * std::log(before / aim) / std::log(before / now);
      before = now, since = bench.time();
    });
  return reached - begin;
}

double eddyViscosity(MethodBench& bench, float half, int upward) {
  const float wave = 0.5f * std::numbers::pi_v<float> / half;
  const int first = upward == 2 ? 0 : (upward + 1) % 3, second = upward == 2 ? 1 : (upward + 2) % 3;
  const auto eddy = [=](const Vec3& p) {
    Vec3 v(0.f);
    v[first] = std::cos(wave * p[first]) * std::sin(wave * p[second]);
    v[second] = -std::sin(wave * p[first]) * std::cos(wave * p[second]);
    return v;
  };
  const auto amplitude = [&] {
    return bench.mean([&](const Vec3& p, const Vec3& v) { return double{glm::dot(v, eddy(p))}; });
  };
  // The first method observes the flow once in this many steps, and would treat a new flow as noise until
  // then.
  for (std::uint64_t i = 0; i < clavet::kPackingPeriod; ++i) {
    bench.setVelocities([&](const Vec3& p) { return 0.1f * eddy(p); });
    bench.run(1e-4);
  }
  const double start = amplitude(), end = bench.time() + 1.5;
  Line decay;
  decay.add(bench.time(), std::log(start));
  // The signal below 0.3 of the start is hardly above the noise.
  for (bool strong = true; strong && bench.time() < end;)
    bench.run(1.0 / 60.0, [&] {
      const double now = amplitude();
      strong &= now > 0.3 * start;
      if (strong || decay.n < 2.0) decay.add(bench.time(), std::log(std::max(now, 1e-3 * start)));
    });
  return -decay.slope() / (2.0 * double{wave} * double{wave});
}

}  // namespace ooze::verify
