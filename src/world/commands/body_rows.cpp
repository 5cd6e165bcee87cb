// Rows of the target table for bodies: body.NAME.KEY.
#include "ooze/base/error.h"

#include "world/commands/target_rows.h"

#include <fmt/format.h>
#include <numeric>

namespace ooze::target_rows {
namespace {

using BodyAccess = TargetAccess<BodyValues>;
using Needs = TargetRow::Needs;

constexpr TargetRange kSpeed{-100.f, 100.f}, kSpin{-1000.f, 1000.f}, kScale{0.05f, 20.f};
constexpr TargetRange kQuaternion{-1.001f, 1.001f};
constexpr std::string_view kLiquids = "the liquid's own";

void stop(BodyValues& b) { b.velocity = b.angularVelocity = Vec3(0.f); }

/// Access to a contact value that a body may set in place of the liquid's.
template <std::optional<float> BodyValues::*member>
constexpr BodyAccess contactOf() {
  return {[](const BodyValues& b, std::size_t) { return valueOf(b.*member); },
          [](BodyValues& b, std::size_t, const Command& c) { b.*member = ownOf(c); }, always<BodyValues>};
}

/// Access to a velocity. A velocity set for an absent body is ignored.
template <Vec3 BodyValues::*member>
constexpr BodyAccess speedOf() {
  return {[](const BodyValues& b, std::size_t) { return valueOf(b.*member); },
          [](BodyValues& b, std::size_t, const Command& c) {
            if (b.present) b.*member = vectorOf(c.values);
          }};
}

bool both(const BodyValues& a, const BodyValues& b, Motion motion) {
  return a.motion == motion && b.motion == motion;
}

void writePresent(BodyValues& b, std::size_t, const Command& c) {
  b.present = c.values[0] >= 0.5f;
  if (!b.present) stop(b), b.pull.reset();
}

void writePosition(BodyValues& b, std::size_t, const Command& c) {
  b.pose.position = b.previousPose.position = vectorOf(c.values);
}

TargetValue readPlace(const BodyValues& b, std::size_t) {
  const Vec3& p = b.pose.position;
  const Quat& q = b.pose.orientation;
  return {{p.x, p.y, p.z, q.w, q.x, q.y, q.z}};
}

void writePlace(BodyValues& b, std::size_t, const Command& c) {
  const std::vector<float>& v = c.values;
  b.pose = b.previousPose = {vectorOf(v), glm::normalize(Quat(v[3], v[4], v[5], v[6]))};
  stop(b);
  b.pull.reset();
}

void checkPlace(const Command& c, const TargetScope&) {
  const std::vector<float>& v = c.values;
  if (std::inner_product(v.begin() + 3, v.end(), v.begin() + 3, 0.f) < 0.5f)
    throw InputError(fmt::format("{}: the last four numbers must be a unit quaternion w, x, y, z", c.target));
}

void writeScale(BodyValues& b, std::size_t, const Command& c) {
  const float times = c.values[0] / b.scale;
  b.bounds = {b.bounds.lower * times, b.bounds.upper * times};
  b.scale = c.values[0];
}

void writePull(BodyValues& b, std::size_t, const Command& c) {
  const std::span<const float> v = c.values;
  if (b.present) b.pull = Pull{vectorOf(v), vectorOf(v.subspan(3))};
}

}  // namespace

std::span<const TargetRow> bodyRows() {
  static const std::vector<TargetRow> rows{
      {.group = "body",
       .key = "present",
       .label = "Presence",
       .edit = "Put back {}",
       .editOff = "Take out {}",
       .effect = CommandEffect::State,
       .ranges = {kSwitch},
       .puts = true,
       .access =
           BodyAccess{[](const BodyValues& b, std::size_t) { return TargetValue{{b.present ? 1.f : 0.f}}; },
                      writePresent}},
      {.group = "body",
       .key = "density",
       .label = "Density",
       .unit = "kg/m³",
       .scale = Scale::Logarithmic,
       .ranges = {kDensity},
       .needs = Needs::Dynamic,
       .access =
           BodyAccess{[](const BodyValues& b, std::size_t) { return TargetValue{{b.density}}; },
                      [](BodyValues& b, std::size_t, const Command& c) { b.density = c.values[0]; },
                      [](const BodyValues& a, const BodyValues& b) { return both(a, b, Motion::Dynamic); }}},
      {.group = "body",
       .key = "position",
       .label = "Place",
       .unit = "m",
       .effect = CommandEffect::State,
       .arity = 3,
       .ranges = {kPlace, kPlace, kPlace},
       .needs = Needs::Movable,
       .puts = true,
       .access = BodyAccess{[](const BodyValues& b, std::size_t) { return valueOf(b.pose.position); },
                            writePosition}},
      {.group = "body",
       .key = "place",
       .label = "Place and turn",
       .edit = "Move {}",
       .unit = "m",
       .arity = 7,
       .ranges = {kPlace, kPlace, kPlace, kQuaternion, kQuaternion, kQuaternion, kQuaternion},
       .needs = Needs::Movable,
       .puts = true,
       .alsoChanges = {"velocity", "angular_velocity"},
       .check = checkPlace,
       // Only static bodies are compared: a moving body is at another place in every frame.
       .access =
           BodyAccess{readPlace, writePlace,
                      [](const BodyValues& a, const BodyValues& b) { return both(a, b, Motion::Static); }}},
      {.group = "body",
       .key = "scale",
       .label = "Scale",
       .edit = "Scale {}",
       .ranges = {kScale},
       .needs = Needs::Sizable,
       .puts = true,
       .access = BodyAccess{[](const BodyValues& b, std::size_t) { return TargetValue{{b.scale}}; },
                            writeScale, always<BodyValues>}},
      {.group = "body",
       .key = "friction",
       .label = "Friction",
       .ranges = {kPart},
       .otherwise = kLiquids,
       .access = contactOf<&BodyValues::friction>()},
      {.group = "body",
       .key = "stickiness",
       .label = "Stickiness",
       .unit = "1/s²",
       .ranges = {{{0.f, 1e6f}}},
       .otherwise = kLiquids,
       .access = contactOf<&BodyValues::stickiness>()},
      {.group = "body",
       .key = "stick_distance",
       .label = "Stick distance",
       .unit = "m",
       .ranges = {{{0.f, 1.f}}},
       .otherwise = kLiquids,
       .access = contactOf<&BodyValues::stickDistance>()},
      {.group = "body",
       .key = "velocity",
       .label = "Velocity",
       .unit = "m/s",
       .effect = CommandEffect::State,
       .arity = 3,
       .ranges = {kSpeed, kSpeed, kSpeed},
       .needs = Needs::Dynamic,
       .access = speedOf<&BodyValues::velocity>()},
      {.group = "body",
       .key = "angular_velocity",
       .label = "Spin",
       .unit = "rad/s",
       .effect = CommandEffect::State,
       .arity = 3,
       .ranges = {kSpin, kSpin, kSpin},
       .needs = Needs::Dynamic,
       .access = speedOf<&BodyValues::angularVelocity>()},
      {.group = "body",
       .key = "pull",
       .label = "Pull",
       .effect = CommandEffect::State,
       .arity = 6,
       .ranges = {kPlace, kPlace, kPlace, kPlace, kPlace, kPlace},
       .needs = Needs::Dynamic,
       .isMouseDrag = true,
       .access = BodyAccess{nullptr, writePull}},
      {.group = "body",
       .key = "release",
       .label = "Release",
       .effect = CommandEffect::Event,
       .arity = 0,
       .needs = Needs::Dynamic,
       .isMouseDrag = true,
       .access = BodyAccess{nullptr, [](BodyValues& b, std::size_t, const Command&) { b.pull.reset(); }}},
  };
  return rows;
}

}  // namespace ooze::target_rows
