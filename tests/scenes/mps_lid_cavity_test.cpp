// Scene `mps_lid_cavity`: lid-driven cavity flow at Re = 100 against the tables of Ghia, Ghia and Shin 1982.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "methods/mps/material.h"
#include "scenes/recorded_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ooze::mps_lid_cavity_test {
namespace {

constexpr double kLid = 0.5, kEdge = 0.12;  // speed of the lid [m/s], edge of the cavity [m]

struct TableEntry {
  double at, value;  ///< position along the centre line over the edge; velocity over the lid's speed
};
/// Tables I and II of Ghia et al. at the Reynolds number 100: the horizontal velocity u along the vertical
/// centre line, and the vertical velocity v along the horizontal centre line.
constexpr std::array kU{
    TableEntry{0.0547, -0.03717}, TableEntry{0.0625, -0.04192}, TableEntry{0.0703, -0.04775},
    TableEntry{0.1016, -0.06434}, TableEntry{0.1719, -0.10150}, TableEntry{0.2813, -0.15662},
    TableEntry{0.4531, -0.21090}, TableEntry{0.5000, -0.20581}, TableEntry{0.6172, -0.13641},
    TableEntry{0.7344, 0.00332},  TableEntry{0.8516, 0.23151},  TableEntry{0.9531, 0.68717},
    TableEntry{0.9609, 0.73722},  TableEntry{0.9688, 0.78871},  TableEntry{0.9766, 0.84123}};
constexpr std::array kV{
    TableEntry{0.0625, 0.09233},  TableEntry{0.0703, 0.10091},  TableEntry{0.0781, 0.10890},
    TableEntry{0.0938, 0.12317},  TableEntry{0.1563, 0.16077},  TableEntry{0.2266, 0.17507},
    TableEntry{0.2344, 0.17527},  TableEntry{0.5000, 0.05454},  TableEntry{0.8047, -0.24533},
    TableEntry{0.8594, -0.22445}, TableEntry{0.9063, -0.16914}, TableEntry{0.9453, -0.10313},
    TableEntry{0.9531, -0.08864}, TableEntry{0.9609, -0.07391}, TableEntry{0.9688, -0.05906}};

/// Velocity profile along a centre line: mean velocities in slices.
class Profile {
 public:
  /// @param along  axis of the centre line: 0 for x, 1 for y
  /// @param of     axis of the velocity component: 0 for x, 1 for y
  /// @param end    velocity at the end of the centre line, over the lid's speed
  Profile(const World& world, int along, int of, double end)
      : spacing_(static_cast<double>(world.spec().methodSettings.interactionRadius) / 2.1) {
    const auto slices = static_cast<std::size_t>(std::lround(kEdge / spacing_));
    std::vector<double> sum(slices, 0.0), count(slices, 0.0);
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
      glm::dvec3 x(p.position[i]);
      x.x += 0.5 * kEdge;  // relative to the lower left corner
      if (std::abs(x[1 - along] - 0.5 * kEdge) > spacing_) continue;
      const double slice = x[along] / kEdge * static_cast<double>(slices);
      const auto k = static_cast<std::size_t>(std::clamp(slice, 0.0, static_cast<double>(slices) - 0.5));
      sum[k] += static_cast<double>(p.velocity[i][of]) / kLid, count[k] += 1.0;
    }
    points_.push_back({0.0, 0.0});
    for (std::size_t k = 0; k < slices; ++k)
      if (count[k] > 0.0)
        points_.push_back(
            {(static_cast<double>(k) + 0.5) * kEdge / static_cast<double>(slices), sum[k] / count[k]});
    points_.push_back({kEdge, end});
  }
  [[nodiscard]] double at(double part) const {
    const double x = part * kEdge;
    std::size_t k = 1;
    while (k + 1 < points_.size() && points_[k].at < x) ++k;
    const TableEntry &a = points_[k - 1], &b = points_[k];
    return a.value + (b.value - a.value) * (x - a.at) / (b.at - a.at);
  }
  [[nodiscard]] double least() const {
    return std::ranges::min_element(points_, {}, &TableEntry::value)->value;
  }
  [[nodiscard]] double most() const {
    return std::ranges::max_element(points_, {}, &TableEntry::value)->value;
  }

 private:
  double spacing_;
  std::vector<TableEntry> points_;
};

double sumOfSquaredErrors(const Profile& found, const std::array<TableEntry, 15>& known) {
  double sum = 0.0;
  for (const TableEntry& k : known) sum += std::pow(found.at(k.at) - k.value, 2);
  return sum;
}

struct Flow {
  double rms, least, most, drop;  ///< rms deviation from the tables; extremes of u and v. Over the lid's
                                  ///< speed
  double across;                  ///< rms velocity across the plane, over the lid's speed
};

Flow flowOf(const World& world) {
  const Profile u(world, 1, 0, 1.0), v(world, 0, 1, 0.0);
  double across = 0.0;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    across += std::pow(static_cast<double>(p.velocity[i].z) / kLid, 2);
  return {std::sqrt((sumOfSquaredErrors(u, kU) + sumOfSquaredErrors(v, kV)) / (kU.size() + kV.size())),
          u.least(), v.most(), v.least(), std::sqrt(across / static_cast<double>(p.size()))};
}

/// The flow is steady up to a hundredth after the lid has moved by eight edges.
constexpr double kSteady = 2.0;  // time at which the flow is steady [s]

void record(const std::string& of, const Flow& flow) {
  testing::Test::RecordProperty(of + "_rms", std::to_string(flow.rms));
  testing::Test::RecordProperty(of + "_least_u", std::to_string(flow.least));
  testing::Test::RecordProperty(of + "_most_v", std::to_string(flow.most));
  testing::Test::RecordProperty(of + "_least_v", std::to_string(flow.drop));
  testing::Test::RecordProperty(of + "_across", std::to_string(flow.across));
}

/// Returns the flow without the convection scheme: particles move along with the liquid.
Flow flowWithoutConvection(double time) {
  Scene scene = loadScene("mps_lid_cavity", Detail::Coarse);
  for (std::size_t k = 0; k < mps::kParameters.size(); ++k)
    if (mps::kParameters[k].member == &mps::Material::convection) scene.world.materials[0].values[k] = 0.f;
  World world(scene.world);
  while (world.time() < time) world.advanceFrame();
  return flowOf(world);
}

TEST(MpsLidCavity, MatchesGhiaGhiaAndShinWithLessFlowAcrossThanFullyMovedParticles) {
  test::RecordedRun run("mps_lid_cavity");
  const World& world = run.world();
  const Vec3 first = world.particles().position[0];
  constexpr double kEarly = 0.5;  // time of the first comparison, before the flow is steady [s]
  run.advanceToTime(kEarly);
  const Flow early = flowOf(world), along = flowWithoutConvection(kEarly);
  record("early", early), record("along", along);
  EXPECT_LT(early.across, 0.5 * along.across);
  run.advanceToTime(kSteady);
  const Flow flow = flowOf(world);
  record("staying", flow);
  EXPECT_EQ(run.rollBacks(), 0u);
  EXPECT_LT(glm::distance(world.particles().position[0], first), 0.2 * kEdge);
  EXPECT_LT(flow.rms, 0.025);
  EXPECT_NEAR(flow.least, -0.2109, 0.1 * 0.2109);
  EXPECT_NEAR(flow.most, 0.17527, 0.1 * 0.17527);
  EXPECT_NEAR(flow.drop, -0.24533, 0.1 * 0.24533);
  EXPECT_LT(flow.across, 0.01);
}

}  // namespace
}  // namespace ooze::mps_lid_cavity_test
