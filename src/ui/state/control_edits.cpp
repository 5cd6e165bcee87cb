#include "ui/state/control_edits.h"

#include "ooze/base/error.h"
#include "ooze/world/control_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <memory>

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
  return {"control." + control.name + ".whole",
          {},
          encodeControl(control, ofScene && ofScene->points == control.points)};
}

Command controlRemoval(std::string_view name) {
  return {fmt::format("control.{}.whole", name), {}, std::string(kNoControl)};
}

bool removeChosen(Session& session, const std::vector<Control>& controls, ControlChoice& choice) {
  const std::span<const Control> chosen = controlsNamed(controls, choice.chosen);
  if (chosen.empty()) return false;
  session.beginEdit("Remove " + choice.chosen);
  for (const Control& control : chosen) session.submit(controlRemoval(control.name));
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

}  // namespace ooze::ui
