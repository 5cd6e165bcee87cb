// Scenes of the laws: liquids of a given viscosity in any method, tanks, and worlds to run them in.
#pragma once

#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "verify/method_bench.h"

#include <functional>
#include <memory>
#include <string_view>

namespace ooze::verify {

inline constexpr double kEarth = 9.81;  ///< acceleration of gravity on earth [m/s^2]
inline constexpr float kH = 0.01f;      ///< interaction radius h of the scenes [m]

/// Interaction radius of measurements of cards, where detail does not matter [m].
inline constexpr float kCardRadius = 0.02f;

/// A method to be measured.
struct Trial {
  const MethodRow& method;
  /// Changes each specification before the world is made. Tests break a world with it.
  std::function<void(WorldSpec&)> alter = {};

  /// Returns a world of one thread.
  [[nodiscard]] World world(WorldSpec spec) const;
  /// Returns a bench with the specification's materials, liquids, bodies and gravity.
  [[nodiscard]] std::unique_ptr<MethodBench> bench(WorldSpec spec) const;
};

/// Returns a liquid without springs, regions and friction, whose card shows this viscosity, or the least that
/// the method has.
/// @param viscosity  kinematic viscosity [m^2/s]; 0: the parameter is 0
/// @param h          interaction radius [m]
/// @param gravity    acceleration of gravity of the world in which the card shows the viscosity [m/s^2]
/// @throws InputError if the method has no liquid so viscous
MaterialDefinition liquidOf(const MethodRow& method, double viscosity, float h = kH, float density = 1000.f,
                            double gravity = kEarth);
/// Returns liquidOf() whose card shows this viscosity where nothing has weight, as in free flight.
MaterialDefinition weightlessLiquidOf(const MethodRow& method, double viscosity);
/// Sets one parameter of a material.
void setParameter(const MethodRow& method, MaterialDefinition& material, std::string_view key, float value);
/// Returns the key of the parameter that sets the viscosity of a method's liquids.
std::string_view viscosityKey(const MethodRow& method);
/// Returns a derived quantity that the card of a parameter shows in a world of this gravity.
/// @return 0 if the card does not show the quantity
double cardValue(const MethodRow& method, const MaterialDefinition& material, std::string_view parameter,
                 std::string_view quantity, float h = kH, double gravity = kEarth);
/// Returns the kinematic viscosity that the card shows [m^2/s]; 0 if the card shows none.
double cardViscosity(const MethodRow& method, const MaterialDefinition& material, float h = kH,
                     double gravity = kEarth);

/// Returns a specification without liquid and bodies.
/// @param depth  depth of the liquid, for the compression limit [m]
WorldSpec sceneOf(const MethodRow& method, std::vector<MaterialDefinition> materials, float depth,
                  float h = kH);
/// Returns a box of settled liquid. @param lower, upper  corners [m]
LiquidVolume boxOf(const Vec3& lower, const Vec3& upper, std::uint16_t material = 0);
/// Returns a ball of settled liquid.
LiquidVolume dropOf(const Vec3& centre, float radius);
/// Returns a tank with its floor at `floor`, centred on the y axis [m].
/// @param friction  of the walls and the floor: 0 slips, 1 holds [1]
Body tankOf(const Vec3& size, float friction, bool open = true, float floor = 0.f);
/// Returns the plane y = 0, to which liquid sticks.
Body roughFloor();
/// Returns the plane y = 0 with the friction and the stickiness that each liquid brings.
Body plainFloor();
/// Returns a ball of a density, at rest.
Body ballOf(float radius, float density, const Vec3& centre);

/// Runs a world up to a time. @param each  called after each frame
void runTo(World& world, double seconds, const std::function<void()>& each = {});
/// Sets one number of a world, such as "world.gravity_x".
void setValue(World& world, std::string_view target, double value);
/// Measures the time in which a layer of one particle on a floor loses half of its sliding speed, at
/// h = kCardRadius [ms].
double measureSlidingHalfLife(const Trial& trial, const MaterialDefinition& material);

/// Sets the method's viscosity parameter of all materials.
void setViscosityParameter(World& world, const MethodRow& method, double value);

}  // namespace ooze::verify
