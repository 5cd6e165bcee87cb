// Laws of figures that cards of materials show: compression, sliding, springs, dents, packing and the reach
// of solids.
#include "ooze/geometry/signed_distance.h"
#include "ooze/scene/scene.h"

#include "verify/clavet_figures.h"
#include "verify/law.h"

#include <cmath>
#include <glm/geometric.hpp>

namespace ooze::verify {
namespace {

constexpr double kTruth = 0.2;  // wanted relative accuracy of a card

/// Returns the row of a figure that the card of a parameter shows at h = kCardRadius.
LawRow figureRow(const MethodRow& method, const MaterialDefinition& material, std::string_view parameter,
                 std::string_view figure, std::string quantity, std::string unit, double accuracy = kTruth) {
  return {std::move(quantity),
          std::move(unit),
          cardValue(method, material, parameter, figure, kCardRadius),
          within(accuracy),
          {figure}};
}

MaterialDefinition pooled(const MethodRow& method) { return liquidOf(method, 0.0, kCardRadius); }

std::vector<LawRow> poolRows(const MethodRow& method) {
  const std::string_view parameter = method.key == "clavet" ? "volume_stiffness" : "pressure_stiffness";
  return {figureRow(method, pooled(method), parameter, "speed of sound", "speed of sound", "m/s"),
          figureRow(method, pooled(method), parameter, "a pool of 10 cm is compressed by",
                    "compression of a pool of 10 cm", "%")};
}

std::vector<double> measurePoolLaw(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {pooled(trial.method)}, 0.f, kCardRadius);
  spec.methodSettings.compressionLimit = 0.f;  // the card is that of the material, not of a scene
  const float width = kPoolWidth * kCardRadius;
  spec.bodies = {tankOf({width, 2.f * kPoolDepth, width}, 0.f)};
  const auto bench = trial.bench(std::move(spec));
  const PoolMeasurements pool = measurePool(*bench, [&] {
    bench->setGravity({0.f, -0.5f * static_cast<float>(kEarth), 0.f});
  });
  return {pool.soundSpeed, pool.pressed};
}

/// Returns a thin liquid that half slips along solids.
MaterialDefinition sliding(const MethodRow& method) {
  MaterialDefinition liquid = liquidOf(method, 0.0, kCardRadius);
  setParameter(method, liquid, "friction", 0.5f);
  return liquid;
}

std::vector<LawRow> slidingRows(const MethodRow& method) {
  return {figureRow(method, sliding(method), "friction", "a sliding speed halves in",
                    "time in which a sliding speed halves", "ms")};
}

std::vector<double> measureSliding(const Trial& trial) {
  return {measureSlidingHalfLife(trial, sliding(trial.method))};
}

MaterialDefinition honeyOfSprings() { return loadMaterial("honey", "clavet"); }

std::vector<LawRow> springRows(const MethodRow& method) {
  const MaterialDefinition honey = honeyOfSprings();
  const auto row = [&](std::string_view parameter, std::string_view figure, const char* quantity,
                       const char* unit) {
    return figureRow(method, honey, parameter, figure, quantity, unit);
  };
  return {
      row("spring_stiffness", "Young's modulus", "Young's modulus of honey", "Pa"),
      row("plasticity_stretch", "strain falls to a third in", "relaxation of honey in stretch", "ms"),
      row("plasticity_compress", "strain falls to a third in", "relaxation of honey in compression", "ms")};
}

std::vector<double> measureSprings(const Trial&) {
  const MaterialDefinition honey = honeyOfSprings();
  return {measureYoungsModulus(honey), measureRelaxationTime(honey, true),
          measureRelaxationTime(honey, false)};
}

std::vector<LawRow> fastViscosityRows(const MethodRow& method) {
  return {figureRow(method, honeyOfSprings(), "viscosity_quadratic",
                    "viscosity added at a shear rate of 100/s", "viscosity added at a shear rate of 100/s",
                    "Pa s")};
}

std::vector<double> measureFastViscosityLaw(const Trial&) {
  return {measureFastViscosity(honeyOfSprings(), 100.f)};
}

std::vector<LawRow> packingRows(const MethodRow& method) {
  const MaterialDefinition honey = honeyOfSprings();
  return {
      figureRow(method, honey, "rest_density", "neighbours of a settled particle, far ones counted in full",
                "neighbours of a particle in a drop", "1"),
      figureRow(method, honey, "rest_density", "distance between particles", "distance between particles",
                "mm", 0.05),
      figureRow(method, honey, "near_stiffness", "density of settled liquid, counted like rest density",
                "density, counted like rest density", "1")};
}

std::vector<double> measurePackingLaw(const Trial&) {
  const PackingMeasurements packing = measurePacking(honeyOfSprings());
  return {packing.neighbours, packing.spacing, packing.density};
}

std::vector<LawRow> reachRows(const MethodRow& method) {
  return {figureRow(method, honeyOfSprings(), "stick_distance", "reach", "reach of a sticky solid", "mm")};
}

std::vector<double> measureReach(const Trial&) { return {measureStickReach(honeyOfSprings())}; }

std::vector<LawRow> clingRows(const MethodRow& method) {
  return {figureRow(method, pooled(method), "cling", "layers of particles that it can hold",
                    "gravities under which a particle hangs", "1")};
}

/// Finds the largest gravity under which a lone particle hangs from a ceiling, in earth gravities.
std::vector<double> measureCling(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {pooled(trial.method)}, 0.f, kCardRadius);
  const float spacing = trial.method.restSpacing(spec.methodSettings, spec.materials[0]);
  constexpr float kRadius = 0.2f * kCardRadius;  // distance of contact [m]
  LiquidVolume lone = boxOf(Vec3(-0.5f * spacing), Vec3(0.5f * spacing));
  lone.pose.position.y = kRadius;
  lone.sampling = Sampling::Lattice;
  spec.liquids = {lone};
  spec.bodies = {plainFloor()};
  const auto hangs = [&](double gravities) {
    WorldSpec one = spec;
    one.settings.gravityY = static_cast<float>(gravities * kEarth);  // away from the solid
    const auto bench = trial.bench(std::move(one));
    bench->run(0.1);
    return bench->particles().position[0].y < 2.f * kRadius;
  };
  double low = 0.0, high = 20.0;
  for (int i = 0; i < 12; ++i) {
    const double middle = 0.5 * (low + high);
    (hangs(middle) ? low : high) = middle;
  }
  return {low};
}

// A block of clay whose lowest layer is frozen, pulled sideways harder and harder.
constexpr float kBlockHeight = 4.f * kH, kFrozenLayer = 1.f * kH;
constexpr double kFirstPull = 6.0, kNextPull = 1.12, kMostPull = 90.0;  // [m/s^2], factor [1], [m/s^2]
constexpr double kDent = 0.5;  // displacement that stays and counts as a new shape [h]

MaterialDefinition dentingClay() { return loadMaterial("shape_matching_clay", "shape_matching"); }

std::vector<LawRow> dentRows(const MethodRow& method) {
  return {{"pull above which clay takes a new shape",
           "m/s²",
           cardValue(method, dentingClay(), "update_threshold", "takes a new shape above"),
           within(0.2),
           {"takes a new shape above"}}};
}

std::vector<double> measureDent(const Trial& trial) {
  const Vec3 half(3.f * kH, 0.5f * kBlockHeight, 3.f * kH);
  WorldSpec spec = sceneOf(trial.method, {dentingClay()}, 0.f);
  spec.settings.gravityY = 0.f;
  spec.liquids = {boxOf({-half.x, 0.f, -half.z}, {half.x, kBlockHeight, half.z})};
  World world = trial.world(std::move(spec));
  constexpr float kGreat = 10.f;  // radius of the ball whose top freezes the lowest layer [m]
  world.submit(FreezeBall{{0.f, kFrozenLayer - kGreat, 0.f}, kGreat});
  runTo(world, 0.3);
  // Returns the mean position along x of the particles that lay in the upper half at first [m].
  std::vector<bool> upper(world.particles().nextId);
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    upper[world.particles().id[i]] = world.particles().position[i].y > 0.5f * kBlockHeight;
  const auto place = [&] {
    double sum = 0.0, count = 0.0;
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      if (upper[world.particles().id[i]]) sum += double{world.particles().position[i].x}, count += 1.0;
    return sum / count;
  };
  const double start = place();
  for (double pull = kFirstPull; pull < kMostPull; pull *= kNextPull) {
    setValue(world, "world.gravity_x", pull);
    runTo(world, world.time() + 0.25);
    setValue(world, "world.gravity_x", 0.0);
    runTo(world, world.time() + 0.35);
    if (place() - start > kDent * double{kH}) return {pull / std::sqrt(kNextPull)};
  }
  return {kMostPull};
}

}  // namespace

std::vector<Law> cardLaws() {
  return {{"pool_compression",
           "A pool is compressed by its weight as the card says.",
           "hydrostatics: dy = g (H^2 - y^2) / (2 c^2)",
           {"clavet", "shape_matching"},
           poolRows,
           measurePoolLaw},
          {"sliding",
           "Friction halves the speed of a sliding layer in the time of the card.",
           "material card: dv/dt = -v / (slip time)",
           {"clavet", "steele", "shape_matching"},
           slidingRows,
           measureSliding},
          {"springs",
           "Honey is as stiff and relaxes as fast as its card says.",
           "a bar's vibration: c^2 = E / rho; Clavet 2005, section 5.2",
           {"clavet"},
           springRows,
           measureSprings},
          {"fast_viscosity",
           "The quadratic impulse adds the viscosity of the card.",
           "dissipation of a uniform shear: rho nu (du/dy)^2",
           {"clavet"},
           fastViscosityRows,
           measureFastViscosityLaw},
          {"packing",
           "Settled particles lie as densely as the card says.",
           "counting in a drop at rest",
           {"clavet"},
           packingRows,
           measurePackingLaw},
          {"sticking_reach",
           "Solids attract particles as far as the card says.",
           "Clavet 2005, eq. 12",
           {"clavet"},
           reachRows,
           measureReach},
          {"cling",
           "A solid holds the weight of as many layers of particles as the card says.",
           "Steele et al. 2004: a layer of object particles attracts by pi times its amplitude",
           {"steele"},
           clingRows,
           measureCling},
          {"dent_threshold",
           "Clay keeps a new shape only if it is pulled harder than the card says.",
           "SPH and shape matching, eq. 14",
           {"shape_matching"},
           dentRows,
           measureDent}};
}

}  // namespace ooze::verify
