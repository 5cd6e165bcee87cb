#include "ui/state/follow_shape.h"

#include "ui/state/control_edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>

namespace ooze::ui {
namespace {

constexpr std::size_t kMostPoints = 6000;  // most particles of all controls together
// Liquid up to this far from the shape is attracted [half diagonals of the shape].
constexpr float kDrawnFrom = 0.55f;
constexpr float kFinest = 1.1f;  // finest distance between control particles [interaction radii]
// Radius of a control particle [spacings]. No point is farther from a particle than 0.87 spacings.
constexpr float kParticleRadius = 0.9f;
constexpr float kInward = 0.8f;  // speed towards the shape [m/s]
constexpr float kPull = 0.7f;
// Inside the shape, the controls cancel the velocity that gravity adds in this time [s].
constexpr float kHeld = 0.004f;
constexpr float kLargestFollowed = 100.f;  // largest size of a followable body [m]

/// Returns the unit vectors to the 26 neighbours of a grid cell. Directions are quantized to these.
std::vector<Vec3> directions() {
  std::vector<Vec3> all;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if (x != 0 || y != 0 || z != 0) all.push_back(glm::normalize(Vec3(x, y, z)));
  return all;
}

/// Control particles grouped by direction: a group for each of directions(), and last the particles inside
/// the shape, where liquid is held.
using ControlsByDirection = std::vector<std::vector<ControlPoint>>;

struct ControlGrid {
  Aabb box;       ///< box filled with control particles, in the body's frame [m]
  float reach;    ///< distance from the body up to which liquid is attracted [m]
  float spacing;  ///< distance between neighbouring control particles [m]
};

/// Chooses the grid around the body. The spacing follows the liquid's, unless the grid would have too many
/// particles.
ControlGrid neighbourhoodOf(const Body& body, float h) {
  const Aabb bounds = body.shape->bounds();
  const float reach = kDrawnFrom * 0.5f * glm::length(bounds.size());
  ControlGrid s{bounds.expanded(reach), reach, kFinest * h};
  const Vec3 size = s.box.size();
  s.spacing = std::max(s.spacing, std::cbrt(size.x * size.y * size.z / static_cast<float>(kMostPoints)));
  return s;
}

ControlsByDirection groupByDirection(const Body& body, const ControlGrid& s) {
  const std::vector<Vec3> ways = directions();
  ControlsByDirection leading(ways.size() + 1);
  const glm::ivec3 count(glm::ceil(s.box.size() / s.spacing));
  for (int z = 0; z <= count.z; ++z)
    for (int y = 0; y <= count.y; ++y)
      for (int x = 0; x <= count.x; ++x) {
        const Vec3 place = s.box.lower + s.spacing * Vec3(x, y, z);
        const SignedDistance::Sample at = body.shape->sample(place);
        if (at.distance > s.reach) continue;
        std::size_t way = ways.size();
        if (at.distance > 0.f) {
          const Vec3 inward = -body.pose.directionToWorld(at.normal);
          const auto best = std::max_element(ways.begin(), ways.end(), [&](const Vec3& a, const Vec3& b) {
            return glm::dot(a, inward) < glm::dot(b, inward);
          });
          way = static_cast<std::size_t>(best - ways.begin());
        }
        leading[way].push_back({body.pose.orientation * place});
      }
  return leading;
}

Vec3 gravityIn(const Snapshot& snapshot) {
  const std::vector<float>& v = snapshot.worldValues;
  return v.size() < 3 ? Vec3(0.f) : Vec3(v[0], v[1], v[2]);
}

}  // namespace

std::vector<const Body*> followableBodies(const Snapshot& snapshot) {
  std::vector<const Body*> found;
  for (const Body& body : snapshot.bodies) {
    if (body.name.empty() || !body.shape || !body.present) continue;
    using Kind = SolidShape::SolidKind;
    const Kind kind = body.solid.kind;
    const float size = glm::length(body.shape->bounds().size());
    if (kind != Kind::Plane && kind != Kind::Tank && kind != Kind::Mould && size > 0.f &&
        size < kLargestFollowed)
      found.push_back(&body);
  }
  return found;
}

std::vector<Command> followShape(const Body& body, const Snapshot& snapshot,
                                 const std::vector<Control>& present) {
  const ControlGrid s = neighbourhoodOf(body, snapshot.interactionRadius);
  const std::vector<Vec3> ways = directions();
  ControlsByDirection leading = groupByDirection(body, s);
  std::vector<Control> named = present;
  std::vector<Command> commands{{"body." + body.name + ".present", {0.f}}};
  for (std::size_t k = 0; k < leading.size(); ++k) {
    if (leading[k].empty()) continue;
    Control c;
    c.name = freeControlName(named, "follow " + body.name);
    c.falloff = Falloff::Box;
    c.radius = kParticleRadius * s.spacing;
    c.strength = kPull;
    c.value = k < ways.size() ? kInward * ways[k] : -kHeld * gravityIn(snapshot);
    c.position = body.pose.position;
    c.points = std::make_shared<const ControlPoints>(std::move(leading[k]));
    commands.push_back(wholeControl(c, {}));
    named.push_back(std::move(c));
  }
  return commands;
}

}  // namespace ooze::ui
