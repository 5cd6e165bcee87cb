// Defines the environment light of a scene, from which the environment map for image-based lighting is made.
// The set is what the camera sees. Lamps appear only in reflections and diffuse light. One key light (a large
// soft box or the sun) casts the shadows. The built-in environments are formulas, without picture files.
//
// Colours are linear. Radiance is in units in which white paper under even light of radiance 1 has
// brightness 1.
#pragma once

#include "ooze/base/math.h"

#include "render/render_settings.h"

#include <array>

namespace ooze {

/// Describes a lamp so far away that only the direction matters.
struct Lamp {
  Vec3 direction{0.f, 1.f, 0.f};  ///< unit vector towards the lamp
  Vec2 halfSize{0.f};             ///< tangents of half the angular width and height
  float edge = 1.f;               ///< width of the soft edge over the half size, 0 sharp .. 2 from the middle
  bool round = false;             ///< shape of the lamp; true: ellipse, false: rectangle
  Vec3 radiance{0.f};
};

struct EnvironmentLight {
  Vec3 horizon, zenith, ground;  ///< radiance of the set at the horizon, overhead and straight down
  float rise, fall;     ///< sine of elevation at which the set is halfway to the zenith, to the ground
  Vec3 glow;            ///< radiance of a halo round the key light
  float glowSharpness;  ///< exponent of the cosine of the angle to the key light
  Lamp key;             ///< shape and direction of the key light; the radiance follows from keyLight
  Vec3 keyLight;        ///< irradiance of a surface that faces the key light, over pi
  std::array<Lamp, 3> lamps;
  /// Radiance of cards at both sides of the backdrop, seen only through clear liquid; below 0: black cards.
  /// The cards turn with the camera.
  float cards;
  Vec3 floorAlbedo;
  float floorFade;  ///< brightness of the floor far from the scene, before the set takes over
  float pool;       ///< additional brightness of the set behind the scene, relative to beside it
  float exposure;
  float vignette;  ///< darkening of the corners: 0 none .. 1 as of a simple lens
};

EnvironmentLight environmentLight(Background background);
/// Returns the background's light with the changes in `light`. A changed elevation is kept between 5 and 88
/// degrees above the horizon.
EnvironmentLight environmentLight(Background background, const LightSpec& light);
/// Applies changes to any environment: turn, elevation, brightness and colour of the key light, exposure.
EnvironmentLight applyLightSpec(EnvironmentLight row, const LightSpec& light);
/// Turns a direction about the vertical axis, as LightSpec::turn turns lamps.
/// @param turn  angle of the turn [degrees]
Vec3 rotateAboutVertical(const Vec3& d, float turn);

/// Returns 1 if direction d (unit) points into the lamp and 0 outside, with a soft edge between.
float coverage(const Lamp& lamp, const Vec3& d);
/// Returns the radiance of the set from direction d (unit), without lamps: the backdrop that the camera sees.
/// shaders/environment.glsl has the same formula; a test compares both.
Vec3 backdropRadiance(const EnvironmentLight& row, const Vec3& d);
/// Returns the radiance of set and lamps from direction d (unit), without the key light.
Vec3 ambientRadiance(const EnvironmentLight& row, const Vec3& d);

}  // namespace ooze
