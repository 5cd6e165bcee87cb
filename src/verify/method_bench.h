// Test bench for the liquid of one method, with solids and any initial velocities, below the level of worlds.
// The time step is chosen as a world does at 60 frames a second.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/liquid/volume.h"
#include "ooze/methods/method.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

namespace ooze::verify {

class MethodBench {
 public:
  /// @param gravity  gravitational acceleration [m/s^2]
  MethodBench(const MethodRow& row, const MethodSettings& settings, std::vector<MaterialDefinition> materials,
              const Vec3& gravity, std::vector<Body> solids);
  virtual ~MethodBench() = default;

  using VelocityField = std::function<Vec3(const Vec3&)>;

  /// Fills a shape with liquid of the first material at rest density.
  /// @param seed  selects the arrangement of the particles
  void fill(const ShapePtr& shape, const Vec3& centre, const VelocityField& velocity = {},
            std::uint64_t seed = 1);
  /// Fills a volume, as a world does. Ignores the velocity of the volume.
  void fill(const LiquidVolume& volume);
  /// Fixes the time step [s], whatever the method's stability limit.
  void takeStepsOf(float seconds) { given_ = seconds; }
  void setGravity(const Vec3& gravity);
  void setVelocities(const VelocityField& velocity);

  /// Simulates for a time in stable steps.
  /// @param each  called after every step
  void run(double seconds, const std::function<void()>& each = {});

  [[nodiscard]] Method& method() { return *method_; }
  [[nodiscard]] const Method& method() const { return *method_; }
  [[nodiscard]] const Particles& particles() const { return *method_->view().particles; }
  [[nodiscard]] std::vector<Body>& solids() { return bodies_.list; }
  [[nodiscard]] std::size_t size() const { return particles().size(); }
  [[nodiscard]] const Threads& threads() const { return threads_; }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] float h() const { return settings_.interactionRadius; }

  /// Returns the mean of a function of position and velocity over all particles.
  template <class F>
  [[nodiscard]] double mean(F&& f) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < size(); ++i) sum += f(particles().position[i], particles().velocity[i]);
    return sum / static_cast<double>(size());
  }
  /// Returns a quantile over the particles of a function of position.
  template <class F>
  [[nodiscard]] double quantile(double part, F&& f) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < size(); ++i) values.push_back(f(particles().position[i]));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
  }

  /// Returns the edge of the cube that one particle fills at rest [m].
  [[nodiscard]] virtual float restSpacing() const;

 protected:
  /// Returns the longest stable step for the present materials [s].
  [[nodiscard]] virtual float longestStep() const;

 private:
  void insert(LiquidSeeds seeds, const VelocityField& velocity);
  /// Chooses the time step as World does: a whole number of steps per frame, no step longer than the method's
  /// stable step, and no displacement longer than 0.4 h.
  [[nodiscard]] float stepLength() const;

  const MethodRow& row_;
  MethodSettings settings_;
  std::vector<MaterialDefinition> materials_;
  float given_ = 0.f;  ///< fixed time step [s]; 0: chosen as World does
  std::unique_ptr<Method> method_;
  Bodies bodies_;
  Threads threads_{1};
  StageTimer timer_;
  Vec3 gravity_{0.f};
  double time_ = 0.0;
  std::uint64_t steps_ = 0;
};

/// Returns the velocity field of a uniform uniaxial stretch along x at this rate, or compression if negative
/// [1/s].
MethodBench::VelocityField drawnOut(float rate);

/// Measurements of a wide pool with free-slip walls, about 10 cm deep, under earth gravity.
struct PoolMeasurements {
  double soundSpeed;  ///< from the change of depth when gravity halves [m/s]
  double pressed;     ///< fraction of the depth lost to compression under the pool's own weight [%]
};
/// Fills a pool into the bench, whose solids are the pool's tank, and measures its compression.
/// @param halveGravity  halves gravity, and changes nothing else in the liquid
PoolMeasurements measurePool(MethodBench& bench, const std::function<void()>& halveGravity);
inline constexpr float kPoolDepth = 0.1f;  ///< [m]
inline constexpr float kPoolWidth = 4.f;   ///< [h]

/// Returns the time until a decaying quantity has fallen to this fraction of its present value [s]. Gives up
/// after one second. Assumes exponential decay between samples.
double decayTime(MethodBench& bench, const std::function<double()>& quantity, double part);

/// Measures the kinematic viscosity from the decay of a single eddy in a square free-slip box, which is
/// exp(-2 nu k^2 t) (Taylor and Green 1937) [m^2/s].
/// @param bench   at rest; the box is centred on two of the axes
/// @param half    half of the box's edge [m]
/// @param upward  index of the axis that the eddy turns about
double eddyViscosity(MethodBench& bench, float half, int upward);

}  // namespace ooze::verify
