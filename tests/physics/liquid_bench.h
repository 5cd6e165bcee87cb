// Test bench for a liquid of one material with solids and any initial velocities. The time step is chosen as
// a world does at 60 frames a second.
#pragma once

#include "ooze/geometry/sampling.h"
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "methods/clavet/clavet.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace ooze::test {

inline constexpr float kEarth = 9.81f;  // acceleration of gravity on earth [m/s^2]

class LiquidBench {
 public:
  /// @param gravity  gravitational acceleration [m/s^2]
  LiquidBench(const MaterialDefinition& material, const MethodSettings& settings, const Vec3& gravity = {},
              std::vector<Body> solids = {})
      : h_(settings.interactionRadius), liquid_(settings), bodies_(std::move(solids)) {
    liquid_.setMaterials({&material, 1});
    setGravity(gravity);
  }

  using VelocityField = std::function<Vec3(const Vec3&)>;

  /// Fills a shape with liquid at rest density. @param seed  selects the arrangement of the particles
  void fill(const ShapePtr& shape, const Vec3& centre, const VelocityField& velocity = {},
            std::uint64_t seed = 1) {
    Pose pose;
    pose.position = centre;
    LiquidSeeds seeds;
    seeds.positions = fillVolume(*shape, pose, spacing(), Sampling::BlueNoise, seed, 0.f, 100'000);
    for (const Vec3& p : seeds.positions) seeds.velocities.push_back(velocity ? velocity(p) : Vec3(0.f));
    liquid_.insert(seeds);
  }
  /// Fixes the time step [s], whatever the method's stability limit.
  void takeStepsOf(float seconds) { given_ = seconds; }
  void setGravity(const Vec3& gravity) {
    gravity_ = gravity;
    liquid_.setGravity(gravity);
  }
  /// Adds springs between all neighbours at their present distances.
  void addSprings() { liquid_.edit(RunAction{clavet::kAddSprings}, threads_); }
  void setVelocities(const VelocityField& velocity) {
    for (std::size_t i = 0; i < size(); ++i) particles().velocity.set(i, velocity(particles().position[i]));
  }

  /// Simulates for a time in stable steps.
  /// @param each  called after every step
  void run(double seconds, const std::function<void()>& each = {}) {
    for (const double end = time_ + seconds; time_ < end - 1e-6;) {
      const float dt = stepLength();
      StepContext context{bodies_, threads_, timer_, steps_++, gravity_};
      bodies_.advance(time_ + dt, dt);
      liquid_.step(dt, context);
      time_ += dt;
      if (each) each();
    }
  }

  [[nodiscard]] clavet::Clavet& liquid() { return liquid_; }
  [[nodiscard]] Particles& particles() { return liquid_.particles(); }
  [[nodiscard]] std::vector<Body>& solids() { return bodies_.list; }
  [[nodiscard]] std::size_t size() { return particles().size(); }
  [[nodiscard]] const Threads& threads() const { return threads_; }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] float h() const { return h_; }
  [[nodiscard]] float spacing() const { return liquid_.laws().restSpacing(0); }

  /// Returns the mean of a function of position and velocity over all particles.
  template <class F>
  [[nodiscard]] double mean(F&& f) {
    double sum = 0.0;
    for (std::size_t i = 0; i < size(); ++i) sum += f(particles().position[i], particles().velocity[i]);
    return sum / static_cast<double>(size());
  }
  /// Returns a quantile over the particles of a function of position.
  template <class F>
  [[nodiscard]] double quantile(double part, F&& f) {
    std::vector<double> values;
    for (std::size_t i = 0; i < size(); ++i) values.push_back(f(particles().position[i]));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
  }

 private:
  /// Chooses the time step as World does: a whole number of steps per frame, no step longer than the method's
  /// stable step, and no displacement longer than 0.4 h.
  [[nodiscard]] float stepLength() {
    float fastest = 0.f;
    for (std::size_t i = 0; i < size(); ++i)
      fastest = std::max(fastest, glm::length(particles().velocity[i]));
    if (given_ > 0.f) return given_;
    float longest = liquid_.laws().stableStep().seconds;
    if (fastest > 0.f) longest = std::min(longest, 0.4f * h_ / fastest);
    constexpr float kFrame = 1.f / 60.f;
    return kFrame / std::ceil(kFrame / longest - 1e-4f);
  }

  float h_;
  float given_ = 0.f;  ///< fixed time step [s]; 0: chosen as World does
  clavet::Clavet liquid_;
  Bodies bodies_;
  Threads threads_{1};
  StageTimer timer_;
  Vec3 gravity_{0.f};
  double time_ = 0.0;
  std::uint64_t steps_ = 0;
};

inline Body solid(std::string name, ShapePtr shape, const Vec3& at = {}) {
  Body body;
  body.name = std::move(name);
  body.shape = std::move(shape);
  body.pose.position = body.previousPose.position = at;
  return body;
}
/// Returns a tank with free-slip walls.
inline Body smoothTank(const Vec3& half, bool open, const Vec3& at) {
  Body tank = solid("tank", makeTank(half, open), at);
  tank.friction = tank.stickiness = 0.f;
  return tank;
}

/// Returns the velocity field of a uniform uniaxial stretch along x at this rate, or compression if negative
/// [1/s].
inline LiquidBench::VelocityField drawnOut(float rate) {
  return [rate](const Vec3& p) { return rate * Vec3(p.x, -0.5f * p.y, -0.5f * p.z); };
}

}  // namespace ooze::test
