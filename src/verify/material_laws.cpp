// Laws of single materials and of added bodies: melting, plastic yield, a ball put into liquid.
#include "ooze/scene/scene.h"
#include "ooze/world/submersion.h"

#include "verify/law.h"
#include "verify/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace ooze::verify {
namespace {

constexpr std::array kTemperatures{65.0, 60.0, 52.0};  // [degrees Celsius]
constexpr double kMolten = 5e-4,
                 kHardening = 16.0;  // viscosity when molten [m^2/s], and times as much when set
constexpr double kMeltingPoint = 60.0, kMeltingWidth = 10.0;

std::vector<LawRow> meltingRows(const MethodRow&) {
  std::vector<LawRow> rows;
  for (const double temperature : kTemperatures) {
    const double x = std::clamp((temperature - kMeltingPoint) / kMeltingWidth + 0.5, 0.0, 1.0);
    const double molten = 3.0 * x * x - 2.0 * x * x * x;
    rows.push_back({fmt::format("viscosity at {:g} °C", temperature), "m²/s",
                    kMolten * std::pow(kHardening, 1.0 - molten), within(0.2),
                    temperature > kMeltingPoint ? std::vector<std::string_view>{"viscosity of new liquid"}
                    : molten == 0.0             ? std::vector<std::string_view>{"viscosity when set"}
                                                : std::vector<std::string_view>{}});
  }
  return rows;
}

std::vector<double> measureMelting(const Trial& trial) {
  constexpr float kHalf = 3.f * kH, kDepth = 4.f * kH;
  std::vector<double> measured;
  for (const double temperature : kTemperatures) {
    MaterialDefinition wax = liquidOf(trial.method, kMolten);
    setParameter(trial.method, wax, "hardening", static_cast<float>(kHardening));
    setParameter(trial.method, wax, "melting_point", static_cast<float>(kMeltingPoint));
    setParameter(trial.method, wax, "melting_width", static_cast<float>(kMeltingWidth));
    setParameter(trial.method, wax, "temperature", static_cast<float>(temperature));
    WorldSpec spec = sceneOf(trial.method, {wax}, kDepth);
    spec.bodies = {tankOf({2.f * kHalf, 2.f * kDepth, 2.f * kHalf}, 0.f)};
    spec.liquids = {boxOf({-kHalf, 0.f, -kHalf}, {kHalf, kDepth, kHalf})};
    const auto bench = trial.bench(std::move(spec));
    bench->run(0.3);
    measured.push_back(eddyViscosity(*bench, kHalf, 1));
  }
  return measured;
}

constexpr float kPillarRadius = 3.f * kH, kPillarHeight = 6.f * kH;

MaterialDefinition clay() { return loadMaterial("clay", "clavet"); }

std::vector<LawRow> slumpRows(const MethodRow& method) {
  return {{"yield stress of clay, from the slump of a cylinder",
           "Pa",
           cardValue(method, clay(), "yield_ratio_stretch", "yield stress in shear"),
           within(0.25),
           {"yield stress in shear"}}};
}

/// Returns the slump of a column of yield stress over rho g H, as a fraction of its height (Pashias 1996).
double slumpOf(double t) { return t < 0.5 ? 1.0 - 2.0 * t * (1.0 - std::log(2.0 * t)) : 0.0; }

/// Returns the height of the liquid without its highest fiftieth [m].
double topOf(const World& world) {
  std::vector<float> heights;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    heights.push_back(world.particles().position[i].y);
  const auto at = heights.end() - 1 - static_cast<std::ptrdiff_t>(heights.size() / 50);
  std::nth_element(heights.begin(), at, heights.end());
  return double{*at} + 0.5 * double{world.restSpacing(0)};
}

std::vector<double> measureSlump(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {clay()}, kPillarHeight);
  spec.bodies = {roughFloor()};
  LiquidVolume pillar = dropOf({0.f, 0.5f * kPillarHeight, 0.f}, kPillarRadius);
  pillar.shape = makeCylinder(kPillarRadius, 0.5f * kPillarHeight);
  spec.liquids = {pillar};
  World world = trial.world(std::move(spec));
  const double start = topOf(world);
  runTo(world, 1.5);
  const double slump = 1.0 - topOf(world) / start;
  // The slump s = 1 - 2 t (1 - ln(2 t)) falls from 1 to 0 as the yield stress over rho g H rises from 0 to
  // 1/2.
  double low = 1e-9, high = 0.5;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (low + high);
    (slumpOf(t) > slump ? low : high) = t;
  }
  return {low * double{clay().density} * kEarth * double{kPillarHeight}};
}

constexpr float kClayCube = 4.f * kH;

/// Returns clay of a method.
MaterialDefinition clayOf(const MethodRow& method) {
  return method.key == "clavet" ? clay() : loadMaterial("shape_matching_clay", "shape_matching");
}

// Clay of every method shall sink as far as the clay of the first method by its card.
std::vector<LawRow> clayRows(const MethodRow&) {
  const MethodRow& first = findMethod("clavet");
  const double stress = cardValue(first, clay(), "yield_ratio_stretch", "yield stress in shear");
  const double t = stress / (double{clay().density} * kEarth * double{kClayCube});
  return {{"share of its height that a cube of clay has lost after 1 s", "1", slumpOf(t), within(0.3)}};
}

std::vector<double> measureClay(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {clayOf(trial.method)}, kClayCube);
  spec.bodies = {roughFloor()};
  spec.liquids = {
      boxOf({-0.5f * kClayCube, 0.f, -0.5f * kClayCube}, {0.5f * kClayCube, kClayCube, 0.5f * kClayCube})};
  World world = trial.world(std::move(spec));
  const double start = topOf(world);
  runTo(world, 1.0);
  return {1.0 - topOf(world) / start};
}

std::vector<LawRow> putInRows(const MethodRow&) {
  return {{"share under water after 1.2 s, ratio 0.5", "1", 0.5, withinAbsolute(0.05)},
          {"fastest liquid", "m/s", 0.0, atMost(1.0)}};
}

std::vector<double> measurePutIn(const Trial& trial) {
  const Vec3 size(8.f * kH, 4.5f * kH, 8.f * kH);
  WorldSpec spec = sceneOf(trial.method, {liquidOf(trial.method, 0.0)}, size.y);
  spec.bodies = {tankOf({size.x, 2.f * size.y, size.z}, 0.f)};
  spec.liquids = {boxOf({-0.5f * size.x, 0.f, -0.5f * size.z}, {0.5f * size.x, size.y, 0.5f * size.z})};
  World world = trial.world(std::move(spec));
  runTo(world, 0.3);
  world.submit(AddBody{.position = {0.1f * kH, 2.2f * kH, 0.2f * kH}, .size = 1.75f * kH, .density = 500.f});
  double fastest = 0.0, share = 0.0;
  runTo(world, 1.3, [&] { fastest = std::max(fastest, world.statistics().maxSpeed); });
  int frames = 0;
  runTo(world, 1.5, [&] {
    const auto lies = submersionOf(world, world.bodies().list.back());
    share += lies ? lies->fraction : 1.0;
    ++frames;
  });
  return {share / frames, fastest};
}

}  // namespace

std::vector<Law> materialLaws() {
  return {{"melting",
           "Wax has the viscosity of its temperature.",
           "ln nu(T) = ln nu + (1 - m) ln s, m = 3 x^2 - 2 x^3, x = (T - T_m) / w + 1/2",
           {"rasmussen"},
           meltingRows,
           measureMelting},
          {"slump",
           "A cylinder of clay slumps by its yield stress.",
           "Pashias 1996: s = 1 - 2 t (1 - ln(2 t)), t = tau / (rho g H)",
           {"clavet"},
           slumpRows,
           measureSlump},
          {"clay_cube",
           "A cube of clay sinks alike in every method that has clay.",
           "Pashias 1996, with the yield stress of the viscoelastic method's clay",
           {"clavet", "shape_matching"},
           clayRows,
           measureClay},
          {"ball_put_in",
           "A light ball that is put into resting liquid rises, and the liquid moves aside gently.",
           "Archimedes: V' / V = rho_b / rho",
           {},
           putInRows,
           measurePutIn}};
}

}  // namespace ooze::verify
