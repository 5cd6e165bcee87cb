// Control particles over the picture: balls in a colour of their kind, how far they reach, where they lead.
#pragma once

#include "ooze/liquid/posed_controls.h"
#include "ooze/world/snapshot.h"

#include "ui/marks.h"
#include "ui/orbit_camera.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// 0xAABBGGRR.
std::uint32_t controlColour(ControlKind kind);
const char* controlWord(ControlKind kind);

/// The most that are drawn of all controls together; of more, every n-th of each.
inline constexpr std::size_t kMostControlBalls = 1200, kMostControlReaches = 72;

/// A control where it is at this time, also while it does not act; nothing if what carries it is not there.
std::optional<PosedControl> posedAnyway(const Control& control, const std::vector<Body>& bodies, double time);
/// A particle of it [m].
Vec3 placeOf(const PosedControl& posed, std::size_t particle);
std::size_t particleCount(const Control& control);

/// @param chosen  the control that is drawn most clearly; "": none
std::vector<Stroke> controlMarks(const std::vector<Control>& controls, const std::vector<Body>& bodies,
                                 double time, const OrbitCamera& camera, std::string_view chosen);

}  // namespace ooze::ui
