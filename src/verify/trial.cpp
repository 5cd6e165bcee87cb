#include "verify/trial.h"

#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace ooze::verify {
namespace {

struct KeyValue {
  std::string_view key;
  float value;
};

/// Returns the parameters of a liquid without springs, regions, friction and tension that are not defaults.
std::span<const KeyValue> plainLiquid(std::string_view method) {
  static constexpr std::array kClavet{KeyValue{"stiffness", 0.06f},
                                      KeyValue{"near_stiffness", 0.15f},
                                      KeyValue{"volume_stiffness", 4.f},
                                      KeyValue{"spring_stiffness", 0.f},
                                      KeyValue{"viscosity_quadratic", 0.15f},
                                      KeyValue{"friction", 0.f},
                                      KeyValue{"stickiness", 0.f}};
  static constexpr std::array kSteele{KeyValue{"cohesion", 10.f}, KeyValue{"cling", 10.f},
                                      KeyValue{"friction", 1.f}};
  static constexpr std::array kShape{KeyValue{"alpha", 1.f}, KeyValue{"pressure_stiffness", 30.f},
                                     KeyValue{"friction", 0.f}};
  static constexpr std::array kMps{KeyValue{"tension", 0.f}};
  static constexpr std::array kGrids{KeyValue{"swirl", 1.f}, KeyValue{"friction", 0.f}};
  if (method == "clavet") return kClavet;
  if (method == "steele") return kSteele;
  if (method == "shape_matching") return kShape;
  if (method == "mps") return kMps;
  if (method == "rasmussen") return kGrids;
  return {};
}

}  // namespace

World Trial::world(WorldSpec spec) const {
  if (alter) alter(spec);
  return World(std::move(spec), 1);
}

std::unique_ptr<MethodBench> Trial::bench(WorldSpec spec) const {
  if (alter) alter(spec);
  const WorldSettings& s = spec.settings;
  auto bench =
      std::make_unique<MethodBench>(method, spec.methodSettings, spec.materials,
                                    Vec3(s.gravityX, s.gravityY, s.gravityZ), std::move(spec.bodies));
  for (const LiquidVolume& liquid : spec.liquids) bench->fill(liquid);
  return bench;
}

void setParameter(const MethodRow& method, MaterialDefinition& material, std::string_view key, float value) {
  const std::size_t at = findParameter(method.parameters(), key);
  if (at >= material.values.size()) throw InputError(fmt::format("{} has no parameter {}", method.key, key));
  material.values[at] = value;
}

std::string_view viscosityKey(const MethodRow& method) {
  return method.key == "clavet" ? "viscosity_linear" : "viscosity";
}

double cardValue(const MethodRow& method, const MaterialDefinition& material, std::string_view parameter,
                 std::string_view quantity, float h, double gravity) {
  const MethodSettings settings{.interactionRadius = h};
  for (const DerivedQuantity& shown : method.derivedQuantities(
           settings, static_cast<float>(gravity), material, findParameter(method.parameters(), parameter)))
    if (shown.name.starts_with(quantity)) return shown.value;
  return 0.0;
}

double cardViscosity(const MethodRow& method, const MaterialDefinition& material, float h, double gravity) {
  return cardValue(method, material, viscosityKey(method), "kinematic viscosity", h, gravity);
}

MaterialDefinition liquidOf(const MethodRow& method, double viscosity, float h, float density,
                            double gravity) {
  MaterialDefinition material;
  material.name = "liquid";
  material.density = density;
  material.referenceRadius = h;
  for (const ParameterInfo& row : method.parameters()) material.values.push_back(row.defaultValue);
  for (const auto& [key, value] : plainLiquid(method.key)) setParameter(method, material, key, value);
  const auto cardAt = [&](float value) {
    setParameter(method, material, viscosityKey(method), value);
    return cardViscosity(method, material, h, gravity);
  };
  float low = 0.f, high = method.parameters()[findParameter(method.parameters(), viscosityKey(method))].upper;
  if (viscosity <= cardAt(0.f)) return material;
  if (const double most = cardAt(high); viscosity > most)
    throw InputError(fmt::format("{} has no liquid of {:g} m²/s at h = {:g} m, at most {:.3g}", method.key,
                                 viscosity, h, most));
  for (int i = 0; i < 60; ++i) {
    const float middle = 0.5f * (low + high);
    (cardAt(middle) < viscosity ? low : high) = middle;
  }
  cardAt(high);
  return material;
}

MaterialDefinition weightlessLiquidOf(const MethodRow& method, double viscosity) {
  return liquidOf(method, viscosity, kH, 1000.f, 0.0);
}

WorldSpec sceneOf(const MethodRow& method, std::vector<MaterialDefinition> materials, float depth, float h) {
  WorldSpec spec;
  spec.method = method.key;
  spec.methodSettings = {.interactionRadius = h, .compressionLimit = 0.02f, .compressionDepth = depth};
  spec.settings.sleep = 0.f;  // sleeping off: a law measures the solver
  for (std::size_t m = 0; m < materials.size(); ++m) materials[m].name = fmt::format("liquid {}", m + 1);
  spec.materials = std::move(materials);
  return spec;
}

LiquidVolume boxOf(const Vec3& lower, const Vec3& upper, std::uint16_t material) {
  LiquidVolume box;
  box.shape = makeBox(0.5f * (upper - lower));
  box.pose.position = 0.5f * (lower + upper);
  box.sampling = Sampling::Settled;
  box.material = material;
  return box;
}

LiquidVolume dropOf(const Vec3& centre, float radius) {
  LiquidVolume drop;
  drop.shape = makeSphere(radius);
  drop.pose.position = centre;
  drop.sampling = Sampling::Settled;
  return drop;
}

Body tankOf(const Vec3& size, float friction, bool open, float floor) {
  Body tank = makeBody("tank", {.kind = SolidShape::SolidKind::Tank, .size = 0.5f * size}, Motion::Static);
  tank.shape = makeTank(0.5f * size, open);
  tank.pose.position = tank.previousPose.position = {0.f, floor + 0.5f * size.y, 0.f};
  tank.friction = friction;
  tank.stickiness = 0.f;
  return tank;
}

Body plainFloor() {
  return makeBody("floor", {.kind = SolidShape::SolidKind::Plane, .size = {0.f, 1.f, 0.f}}, Motion::Static);
}

Body roughFloor() {
  Body floor = plainFloor();
  floor.friction = 1.f;
  floor.stickiness = 0.f;
  return floor;
}

Body ballOf(float radius, float density, const Vec3& centre) {
  Body ball =
      makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(radius)}, Motion::Dynamic);
  ball.density = density;
  ball.pose.position = ball.previousPose.position = centre;
  ball.stickiness = 0.f;
  return ball;
}

void runTo(World& world, double seconds, const std::function<void()>& each) {
  while (world.time() < seconds - 1e-9) {
    world.advanceFrame();
    if (each) each();
  }
}

void setValue(World& world, std::string_view target, double value) {
  world.submit(SetValue{parseSetting(target), SettingValue(static_cast<float>(value))});
}

double measureSlidingHalfLife(const Trial& trial, const MaterialDefinition& material) {
  WorldSpec spec = sceneOf(trial.method, {material}, 0.f, kCardRadius);
  const float spacing = trial.method.restSpacing(spec.methodSettings, material);
  spec.bodies = {plainFloor()};
  const auto bench = trial.bench(std::move(spec));
  bench->fill(makeBox({3.f * kCardRadius, 0.4f * spacing, 3.f * kCardRadius}), {0.f, 0.9f * spacing, 0.f});
  bench->run(0.15);
  bench->setVelocities([](const Vec3&) { return Vec3(0.1f, 0.f, 0.f); });
  const auto speed = [&] { return bench->mean([](const Vec3&, const Vec3& v) { return double{v.x}; }); };
  return 1000.0 * decayTime(*bench, speed, 0.5);
}

void setViscosityParameter(World& world, const MethodRow& method, double value) {
  setValue(world, fmt::format("{}.{}", method.key, viscosityKey(method)), value);
}

}  // namespace ooze::verify
