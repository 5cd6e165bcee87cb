#include "ui/overlays/control_overlay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ooze::ui {
namespace {

constexpr float kBall = 0.011f;         // ball radius [half heights of the view]
constexpr float kLongestLead = 1.6f;    // longest velocity arrow [control radii]
constexpr float kLeadTime = 0.1f;       // arrow length: distance that liquid travels in this time [s]
constexpr float kShortestLead = 0.35f;  // shortest velocity arrow [control radii]
constexpr float kSlowestShown = 1e-4f;  // slower velocities get no arrow [m/s]
constexpr int kCorners = 12;            // corners of a ball's polygon

constexpr std::uint32_t kWhole = 0xf0, kPale = 0x58, kRimAlpha = 0x90, kPaleRim = 0x38, kInside = 0x16;

std::uint32_t withAlpha(std::uint32_t colour, std::uint32_t alpha) {
  return (colour & 0x00ffffffu) | alpha << 24;
}

/// Returns the step for drawing every n-th of `count` particles, so that at most `most` are drawn.
std::size_t stride(std::size_t count, std::size_t most) { return count / std::max<std::size_t>(most, 1) + 1; }

Stroke ball(const OrbitCamera& camera, const Vec3& place, float radius, std::uint32_t colour) {
  Stroke stroke;
  for (int i = 0; i < kCorners; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / kCorners;
    stroke.points.push_back(place +
                            radius * (std::cos(angle) * camera.right() + std::sin(angle) * camera.up()));
  }
  stroke.colour = colour;
  stroke.filled = true;
  return stroke;
}

class ControlOverlayBuilder {
 public:
  ControlOverlayBuilder(const OrbitCamera& camera, std::vector<Stroke>& strokes)
      : camera_(camera), strokes_(strokes) {}

  void add(const PosedControl& posed, bool acts, bool chosen, std::size_t balls, std::size_t reaches) {
    const Control& c = *posed.control;
    const std::uint32_t colour = controlColour(c.kind);
    const std::size_t count = particleCount(c);
    const std::size_t eachReach = stride(count, reaches), eachBall = stride(count, balls);
    for (std::size_t k = 0; k < count; k += eachReach) {
      const Vec3 place = placeOf(posed, k);
      addReach(posed, k, place, withAlpha(colour, acts || chosen ? kRimAlpha : kPaleRim), chosen);
      addArrow(posed, place, withAlpha(colour, acts || chosen ? kWhole : kPale));
    }
    for (std::size_t k = 0; k < count; k += eachBall) {
      const Vec3 place = placeOf(posed, k);
      const float radius = (chosen ? 1.4f : 1.f) * kBall * camera_.halfHeightAt(place);
      if (radius > 0.f)
        strokes_.push_back(ball(camera_, place, radius, withAlpha(colour, acts ? kWhole : kPale)));
    }
  }

 private:
  void addReach(const PosedControl& posed, std::size_t k, const Vec3& place, std::uint32_t colour,
                bool chosen) {
    const Control& c = *posed.control;
    const std::size_t first = strokes_.size();
    if (c.shape == ControlShape::Sphere) {
      Stroke inside = ball(camera_, place, c.radius, withAlpha(colour, kInside));
      inside.points = ringFacing(camera_, place, c.radius).points;
      strokes_.push_back(std::move(inside));
      strokes_.push_back(ringFacing(camera_, place, c.radius));
    } else {
      addCylinder(c, place, axisOf(posed, k));
    }
    for (std::size_t s = first; s < strokes_.size(); ++s) {
      if (strokes_[s].filled) continue;
      strokes_[s].colour = colour;
      strokes_[s].width = chosen ? 1.f : 0.7f;
    }
  }

  /// Adds the rims of both caps and the two silhouette edges of a cylinder.
  void addCylinder(const Control& c, const Vec3& place, const Vec3& axis) {
    const Vec3 half = 0.5f * c.length * axis;
    for (const Vec3& end : {place + half, place - half}) strokes_.push_back(ringAcross(axis, end, c.radius));
    const Vec3 away = glm::cross(axis, place - camera_.spec().eye);
    if (glm::length(away) < 1e-6f) return;
    const Vec3 side = c.radius * glm::normalize(away);
    for (const Vec3& edge : {side, -side}) strokes_.push_back({{place + half + edge, place - half + edge}});
  }

  void addArrow(const PosedControl& posed, const Vec3& place, std::uint32_t colour) {
    if (posed.control->kind != ControlKind::Velocity) return;
    const Vec3 velocity = posed.valueAt(place);
    const float speed = glm::length(velocity), radius = posed.control->radius;
    if (!(speed > kSlowestShown)) return;
    const Vec3 along = velocity / speed;
    const float length = std::clamp(kLeadTime * speed, kShortestLead * radius, kLongestLead * radius);
    const Vec3 tip = place + length * along;
    const Vec3 across = glm::cross(along, tip - camera_.spec().eye);
    const Vec3 side = glm::length(across) < 1e-6f ? camera_.right() : glm::normalize(across);
    const float head = 0.28f * length;
    for (Stroke stroke : {Stroke{{place, tip}}, Stroke{{tip - head * along + 0.6f * head * side, tip,
                                                        tip - head * along - 0.6f * head * side}}}) {
      stroke.colour = colour;
      stroke.width = 0.8f;
      strokes_.push_back(std::move(stroke));
    }
  }

  static Vec3 axisOf(const PosedControl& posed, std::size_t k) {
    const auto& points = posed.control->points;
    return posed.pose.directionToWorld(points ? points->list()[k].axis : ControlPoint{}.axis);
  }

  const OrbitCamera& camera_;
  std::vector<Stroke>& strokes_;
};

}  // namespace

std::uint32_t controlColour(ControlKind kind) {
  constexpr std::array<std::uint32_t, 6> kColours{0xffffb45a, 0xffff8cb4, 0xff7fd66a,
                                                  0xff6464f5, 0xff4ab8ff, 0xff3c78ff};
  return kColours[static_cast<std::size_t>(kind)];
}

const char* controlWord(ControlKind kind) {
  constexpr std::array<const char*, 6> kWords{"Velocity",     "Viscosity", "Add liquid",
                                              "Erase liquid", "Swell",     "Temperature"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::optional<PosedControl> poseIgnoringActivation(const Control& control, const std::vector<Body>& bodies,
                                                   double time) {
  Control always = control;
  always.enabled = true;
  always.start = 0.0, always.stop = 1e9;
  always.strength = 1.f, always.strengthKeys.clear();
  std::optional<PosedControl> posed = poseOf(always, 0, bodies, time);
  if (posed) posed->control = &control;
  return posed;
}

Vec3 placeOf(const PosedControl& posed, std::size_t particle) {
  const auto& points = posed.control->points;
  return posed.pose.toWorld(points ? posed.scale * points->list()[particle].place : Vec3(0.f));
}

std::size_t particleCount(const Control& control) {
  return control.points ? control.points->list().size() : 1;
}

std::vector<Stroke> controlOverlay(const std::vector<Control>& controls, const std::vector<Body>& bodies,
                                   double time, const OrbitCamera& camera, std::string_view chosen) {
  std::vector<Stroke> strokes;
  ControlOverlayBuilder marks(camera, strokes);
  const std::size_t each = std::max<std::size_t>(controls.size(), 1);
  for (const Control& control : controls) {
    const std::optional<PosedControl> posed = poseIgnoringActivation(control, bodies, time);
    if (!posed) continue;
    const bool isChosen = control.name == chosen;
    marks.add(*posed, control.isActive(time), isChosen, std::max<std::size_t>(kMostControlBalls / each, 1),
              std::max<std::size_t>((isChosen ? 2 : 1) * kMostControlReaches / each, 1));
  }
  return strokes;
}

}  // namespace ooze::ui
