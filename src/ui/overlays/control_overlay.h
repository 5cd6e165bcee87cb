// Overlay of control particles: balls coloured by kind, rings for the radius of influence, arrows for
// velocities.
#pragma once

#include "ooze/liquid/posed_controls.h"
#include "ooze/world/snapshot.h"

#include "ui/overlays/orbit_camera.h"
#include "ui/overlays/overlay_strokes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ooze::ui {

/// Returns the colour of a kind of control, as 0xAABBGGRR.
std::uint32_t controlColour(ControlKind kind);
const char* controlWord(ControlKind kind);

/// Limits on the balls and rings drawn for all controls together. Beyond them every n-th particle of each
/// control is drawn.
inline constexpr std::size_t kMostControlBalls = 1200, kMostControlReaches = 72;

/// Returns the control's pose at this time, even while the control is inactive. Empty if the body that
/// carries the control is absent.
std::optional<PosedControl> poseIgnoringActivation(const Control& control, const std::vector<Body>& bodies,
                                                   double time);
/// Returns the world position of one particle of the control [m].
Vec3 placeOf(const PosedControl& posed, std::size_t particle);
std::size_t particleCount(const Control& control);

/// Builds the overlay strokes of all controls.
/// @param chosen  name of the highlighted control; "": none
std::vector<Stroke> controlOverlay(const std::vector<Control>& controls, const std::vector<Body>& bodies,
                                   double time, const OrbitCamera& camera, std::string_view chosen);

}  // namespace ooze::ui
