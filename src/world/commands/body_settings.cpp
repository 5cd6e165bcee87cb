// Rows of the target table for bodies: body.NAME.KEY.
#include "ooze/base/error.h"

#include "world/commands/setting_rows.h"

#include <fmt/format.h>
#include <numeric>

namespace ooze::command_table {
namespace {

using BodyAccess = SettingAccess<BodyValues>;
using Needs = SettingRow::Needs;

constexpr AllowedRange kSpeed{-100.f, 100.f}, kSpin{-1000.f, 1000.f}, kScale{0.05f, 20.f};
constexpr AllowedRange kQuaternion{-1.001f, 1.001f};
constexpr std::string_view kLiquids = "the liquid's own";

void stop(BodyValues& b) { b.velocity = b.angularVelocity = Vec3(0.f); }

/// Access to a velocity. A velocity set for an absent body is ignored.
template <Vec3 BodyValues::*member>
constexpr BodyAccess speedOf() {
  return {readMember<member>, [](BodyValues& b, std::size_t place, const SettingValue& v) {
            if (b.present) writeMember<member>(b, place, v);
          }};
}

template <Motion motion>
bool areBoth(const BodyValues& a, const BodyValues& b) {
  return a.motion == motion && b.motion == motion;
}

void writePresent(BodyValues& b, std::size_t, const SettingValue& v) {
  b.present = v.isOn();
  if (!b.present) stop(b), b.pull.reset();
}

void writePosition(BodyValues& b, std::size_t, const SettingValue& v) {
  b.pose.position = b.previousPose.position = v.vector();
}

SettingValue readPlace(const BodyValues& b, std::size_t) { return b.pose; }

void writePlace(BodyValues& b, std::size_t, const SettingValue& v) {
  const Pose given = v.pose();
  b.pose = b.previousPose = {given.position, glm::normalize(given.orientation)};
  stop(b);
  b.pull.reset();
}

void checkPlace(const SetValue& c, const CommandScope&) {
  const std::vector<float>& v = c.value.numbers;
  for (std::size_t k = 3; k < 7; ++k) requireWithin(kQuaternion, c.setting.text(), v[k]);
  if (std::inner_product(v.begin() + 3, v.end(), v.begin() + 3, 0.f) < 0.5f)
    throw InputError(
        fmt::format("{}: the last four numbers must be a unit quaternion w, x, y, z", c.setting.text()));
}

void writeScale(BodyValues& b, std::size_t, const SettingValue& v) {
  const float times = v.number() / b.scale;
  b.bounds = {b.bounds.lower * times, b.bounds.upper * times};
  b.scale = v.number();
}

}  // namespace

std::vector<SettingRow> bodySettings() {
  return {
      {.key = "present",
       .label = "Presence",
       .edit = "Put back {}",
       .editOff = "Take out {}",
       .effect = CommandEffect::State,
       .range = kSwitch,
       .setsOrigin = true,
       .access = BodyAccess{readMember<&BodyValues::present>, writePresent}},
      {.key = "density",
       .label = "Density",
       .unit = "kg/m³",
       .scale = Scale::Logarithmic,
       .range = kDensity,
       .needs = Needs::Dynamic,
       .access = accessTo<&BodyValues::density>(areBoth<Motion::Dynamic>)},
      {.key = "position",
       .label = "Place",
       .unit = "m",
       .effect = CommandEffect::State,
       .count = 3,
       .range = kPlace,
       .needs = Needs::Movable,
       .setsOrigin = true,
       .access = BodyAccess{[](const BodyValues& b, std::size_t) { return SettingValue(b.pose.position); },
                            writePosition}},
      {.key = "place",
       .label = "Place and turn",
       .edit = "Move {}",
       .unit = "m",
       .count = 7,
       .range = kPlace,
       .needs = Needs::Movable,
       .setsOrigin = true,
       .alsoChanges = {"velocity", "angular_velocity"},
       .check = checkPlace,
       // Only static bodies are compared: a moving body is at another place in every frame.
       .access = BodyAccess{readPlace, writePlace, areBoth<Motion::Static>}},
      {.key = "scale",
       .label = "Scale",
       .edit = "Scale {}",
       .range = kScale,
       .needs = Needs::Sizable,
       .setsOrigin = true,
       .access = BodyAccess{readMember<&BodyValues::scale>, writeScale, always<BodyValues>}},
      {.key = "friction",
       .label = "Friction",
       .range = kPart,
       .otherwise = kLiquids,
       .access = accessTo<&BodyValues::friction>()},
      {.key = "stickiness",
       .label = "Stickiness",
       .unit = "1/s²",
       .range = {0.f, 1e6f},
       .otherwise = kLiquids,
       .access = accessTo<&BodyValues::stickiness>()},
      {.key = "stick_distance",
       .label = "Stick distance",
       .unit = "m",
       .range = {0.f, 1.f},
       .otherwise = kLiquids,
       .access = accessTo<&BodyValues::stickDistance>()},
      {.key = "velocity",
       .label = "Velocity",
       .unit = "m/s",
       .effect = CommandEffect::State,
       .count = 3,
       .range = kSpeed,
       .needs = Needs::Dynamic,
       .access = speedOf<&BodyValues::velocity>()},
      {.key = "angular_velocity",
       .label = "Spin",
       .unit = "rad/s",
       .effect = CommandEffect::State,
       .count = 3,
       .range = kSpin,
       .needs = Needs::Dynamic,
       .access = speedOf<&BodyValues::angularVelocity>()},
  };
}

}  // namespace ooze::command_table
