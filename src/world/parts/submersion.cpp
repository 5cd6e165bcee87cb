#include "ooze/world/submersion.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ooze {
namespace {

constexpr int kSamples = 8192;  // sample points in the body's bounding box, for its volume
// Liquid beside a body is measured in columns farther from the body than kNearestColumn, and at most
// kFarthestColumn away [columns].
constexpr int kNearestColumn = 1, kFarthestColumn = 4;

using Column = std::pair<int, int>;

/// Coordinate system aligned with gravity.
struct Upright {
  Vec3 up, side, front;
  float edge;  ///< width of a column [m]

  Upright(const Vec3& gravity, float h) : edge(h) {
    up = glm::length(gravity) > 0.f ? -glm::normalize(gravity) : Vec3(0.f, 1.f, 0.f);
    side = glm::normalize(glm::cross(up, std::abs(up.x) < 0.9f ? Vec3(1.f, 0.f, 0.f) : Vec3(0.f, 0.f, 1.f)));
    front = glm::cross(side, up);
  }
  [[nodiscard]] float height(const Vec3& p) const { return glm::dot(p, up); }
  [[nodiscard]] Column column(const Vec3& p) const {
    return {static_cast<int>(std::floor(glm::dot(p, side) / edge)),
            static_cast<int>(std::floor(glm::dot(p, front) / edge))};
  }
};

/// Returns points spread evenly through the body, in world space. Uses Roberts' additive sequence (2018),
/// because the layers of a lattice would all submerge at once.
std::vector<Vec3> pointsOf(const Body& body) {
  constexpr glm::dvec3 kStep(0.8191725133961645, 0.6710436067037893, 0.5497004779019703);
  std::vector<Vec3> points;
  const Aabb box = body.shape->bounds();
  for (int k = 0; k < kSamples; ++k) {
    const Vec3 p = box.lower + box.size() * Vec3(glm::fract(0.5 + kStep * static_cast<double>(k)));
    if (body.shape->distance(p) < 0.f) points.push_back(body.pose.toWorld(p));
  }
  return points;
}

std::set<Column> around(const std::set<Column>& columns, int reach) {
  std::set<Column> grown;
  for (const auto& [a, b] : columns)
    for (int i = -reach; i <= reach; ++i)
      for (int k = -reach; k <= reach; ++k) grown.insert({a + i, b + k});
  return grown;
}

}  // namespace

std::optional<Submersion> submersionOf(const World& world, const Body& body) {
  if (body.motion != Motion::Dynamic || !body.present) return std::nullopt;
  const WorldSettings& settings = world.settings();
  const Upright upright({settings.gravityX, settings.gravityY, settings.gravityZ},
                        world.spec().methodSettings.interactionRadius);
  const std::vector<Vec3> points = pointsOf(body);
  std::set<Column> below;
  for (const Vec3& p : points) below.insert(upright.column(p));
  const std::set<Column> tooNear = around(below, kNearestColumn), ring = around(below, kFarthestColumn);

  std::map<Column, float> tops;
  double mass = 0.0, volume = 0.0;
  const Particles& particles = world.particles();
  std::vector<float> spacings;
  for (std::size_t m = 0; m < world.materials().size(); ++m)
    spacings.push_back(world.restSpacing(static_cast<std::uint16_t>(m)));
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Column column = upright.column(particles.position[i]);
    if (!ring.contains(column) || tooNear.contains(column)) continue;
    // The liquid of a particle reaches half the rest spacing above the particle's centre.
    const float spacing = spacings[particles.material[i]];
    const float top = upright.height(particles.position[i]) + 0.5f * spacing;
    const auto [entry, fresh] = tops.emplace(column, top);
    if (!fresh) entry->second = std::max(entry->second, top);
    const double cube = std::pow(spacing, 3.0);
    volume += cube;
    mass += cube * world.materials()[particles.material[i]].density;
  }
  if (tops.empty() || points.empty()) return std::nullopt;
  std::vector<float> heights;
  for (const auto& [column, top] : tops) heights.push_back(top);
  const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 2);
  std::nth_element(heights.begin(), middle, heights.end());
  const auto under =
      std::count_if(points.begin(), points.end(), [&](const Vec3& p) { return upright.height(p) < *middle; });
  return Submersion{*middle, static_cast<double>(under) / static_cast<double>(points.size()),
                    body.density * volume / mass};
}

}  // namespace ooze
