#include "ui/state/control_edits.h"

#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>

namespace ooze::ui {
namespace {

constexpr std::size_t kMostOfStroke = 5000;  // greatest number of particles in a stroke
constexpr std::size_t kFewestOfGroup = 6;    // fewest controls that are listed as a group
constexpr Vec3 kUp{0.f, 1.f, 0.f};

/// Returns the group part of a numbered name: "follow ball" of "follow ball 12"; "" without a number.
std::string_view groupWord(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == name.size() || name[last] != ' ') return {};
  return name.substr(0, last);
}

const PickedSurface& nearest(const std::vector<PickedSurface>& touches, const Vec3& place) {
  return *std::min_element(touches.begin(), touches.end(),
                           [&](const PickedSurface& a, const PickedSurface& b) {
                             return glm::distance(a.point, place) < glm::distance(b.point, place);
                           });
}

Vec3 directionOf(ControlAim aim, const std::vector<PickedSurface>& touches) {
  switch (aim) {
    case ControlAim::Still:
      return Vec3(0.f);
    case ControlAim::Down:
      return -kUp;
    case ControlAim::IntoSurface:
      return -touches.front().normal;
    case ControlAim::OutOfSurface:
      return touches.front().normal;
    case ControlAim::AlongStroke: {
      const Vec3 way = touches.back().point - touches.front().point;
      return glm::length(way) > 1e-6f ? glm::normalize(way) : kUp;
    }
    case ControlAim::Up:
      break;
  }
  return kUp;
}

Vec3 valueOf(const ControlChoice& choice, const std::vector<PickedSurface>& touches) {
  if (choice.kind == ControlKind::Velocity) return choice.speed * directionOf(choice.aim, touches);
  if (choice.kind == ControlKind::Viscosity) return {choice.viscosity, 0.f, 0.f};
  if (choice.kind == ControlKind::Temperature) return {choice.temperature, 0.f, 0.f};
  return {choice.kind == ControlKind::Divergence ? choice.divergence : 0.f, 0.f, 0.f};
}

/// Places control particles along the stroke, relative to the stroke's first point.
std::vector<ControlPoint> pointsAlong(const std::vector<PickedSurface>& touches, float spacing) {
  std::vector<Vec3> places;
  for (const PickedSurface& touch : touches) places.push_back(touch.point);
  std::vector<ControlPoint> points{{touches.front().point}};
  if (places.size() > 1) {
    float length = 0.f;
    for (std::size_t k = 1; k < places.size(); ++k) length += glm::distance(places[k - 1], places[k]);
    // A stroke with too many particles gets a coarser spacing.
    spacing = std::max(spacing, 2.f * length / static_cast<float>(kMostOfStroke));
    if (length > 0.f) points = controlsAlong(places, spacing, kMostOfStroke);
  }
  for (ControlPoint& p : points) {
    p.axis = nearest(touches, p.place).normal;
    p.place -= touches.front().point;
  }
  return points;
}

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

std::string whyNoControls(const SessionView& view) {
  if (!view.snapshot) return "No scene is open.";
  const MethodRow& now = findMethod(view.snapshot->method);
  if (now.supportsControls) return "";
  std::string which;
  for (const MethodRow& row : methodRegistry())
    if (row.supportsControls) which += (which.empty() ? "" : ", ") + std::string(row.title);
  return fmt::format("Control particles work with: {}. This world uses: {}.", which, now.title);
}

std::string whyNoUse(Action tool, const SessionView& view) {
  return tool == Action::ControlTool ? whyNoControls(view) : "";
}

const Control* findControl(std::span<const Control> controls, std::string_view name) {
  const auto found =
      std::find_if(controls.begin(), controls.end(), [&](const Control& c) { return c.name == name; });
  return found == controls.end() ? nullptr : &*found;
}

std::string freeControlName(const std::vector<Control>& controls, std::string_view word) {
  for (std::size_t n = 1;; ++n)
    if (std::string name = fmt::format("{} {}", word, n); !findControl(controls, name)) return name;
}

bool controlsAreShown(const InterfaceState& state) {
  return state.controls.shown.value_or(state.tool == Action::ControlTool || !state.controls.chosen.empty());
}

Command wholeControl(const Control& control, const SessionView& view) {
  const Control* ofScene = view.scene ? findControl(view.scene->world.controls, control.name) : nullptr;
  return SetValue{{SettingOwner::Control, control.name, "whole"},
                  SettingValue(encodeControl(control, ofScene && ofScene->points == control.points))};
}

bool removeChosen(Session& session, const std::vector<Control>& controls, ControlChoice& choice) {
  const std::span<const Control> chosen = controlsNamed(controls, choice.chosen);
  if (chosen.empty()) return false;
  session.beginEdit("Remove " + choice.chosen);
  for (const Control& control : chosen)
    session.submit(
        SetValue{{SettingOwner::Control, control.name, "whole"}, SettingValue(std::string(kNoControl))});
  session.endEdit();
  choice.chosen.clear();
  return true;
}

std::vector<ControlGroup> groupsOf(std::span<const Control> controls) {
  std::vector<ControlGroup> groups;
  for (std::size_t first = 0; first < controls.size();) {
    const std::string_view word = groupWord(controls[first].name);
    std::size_t end = first + 1;
    while (end < controls.size() && !word.empty() && groupWord(controls[end].name) == word) ++end;
    if (end - first < kFewestOfGroup) {
      groups.push_back({controls[first].name, controls.subspan(first, 1)});
      ++first;
    } else {
      groups.push_back({std::string(word), controls.subspan(first, end - first)});
      first = end;
    }
  }
  return groups;
}

std::span<const Control> controlsNamed(std::span<const Control> controls, std::string_view name) {
  for (const ControlGroup& group : groupsOf(controls))
    if (group.name == name) return group.members;
  for (std::size_t k = 0; k < controls.size(); ++k)
    if (controls[k].name == name) return controls.subspan(k, 1);
  return {};
}

Control paintedControl(const ControlChoice& choice, const Snapshot& snapshot,
                       const std::vector<PickedSurface>& touches) {
  Control c;
  c.kind = choice.kind;
  c.shape = choice.shape;
  c.falloff = choice.falloff;
  c.radius = choice.radius.in(snapshot);
  c.length = choice.length.in(snapshot);
  c.strength = choice.strength;
  c.value = valueOf(choice, touches);
  c.position = touches.front().point;
  std::vector<ControlPoint> points = pointsAlong(touches, choice.spacing * c.radius);
  const bool alone = points.size() == 1 && c.shape == ControlShape::Sphere;
  if (!alone) c.points = std::make_shared<const ControlPoints>(std::move(points));
  return c;
}

Control withPlaceKeys(Control control, const std::vector<PoseKey>& drag) {
  constexpr double kSameTime = 1e-6;  // keys closer in time than this count as simultaneous [s]
  std::vector<PoseKey> keys;
  for (const PoseKey& key : control.placeKeys)
    if (key.time < drag.front().time - kSameTime) keys.push_back(key);
  keys.insert(keys.end(), drag.begin(), drag.end());
  for (const PoseKey& key : control.placeKeys)
    if (key.time > drag.back().time + kSameTime) keys.push_back(key);
  control.placeKeys = std::move(keys);
  return control;
}

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
  std::vector<Command> commands{SetValue{{SettingOwner::Body, body.name, "present"}, 0.f}};
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
