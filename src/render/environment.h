// The light round a scene: a set that the camera sees, lamps that only reflections and diffuse light see, and
// one key light (a large soft box or the sun) that casts the shadows. Everything is built in code, there are
// no picture files.
//
// Colours are linear. Radiance is in units in which white paper under even light of radiance 1 has
// brightness 1.
#pragma once

#include "ooze/base/math.h"

#include "render/render_settings.h"

#include <array>

namespace ooze {

/// A lamp so far away that only its direction counts.
struct Lamp {
  Vec3 direction{0.f, 1.f, 0.f};  ///< unit, towards the lamp
  Vec2 halfSize{0.f};             ///< tangents of half its angular width and height
  float edge = 1.f;               ///< part of half its size over which it fades, 0 sharp .. 2 from its middle
  bool round = false;             ///< an ellipse, or a rectangle
  Vec3 radiance{0.f};
};

struct EnvironmentRow {
  Vec3 horizon, zenith, ground;  ///< radiance of the set
  float rise, fall;     ///< sine of the elevation at which it is halfway to the zenith, to the ground
  Vec3 glow;            ///< radiance of a halo round the key light
  float glowSharpness;  ///< power of the cosine from the key light
  Lamp key;             ///< its radiance follows from keyLight
  Vec3 keyLight;        ///< irradiance of a surface that faces the key light, over pi
  std::array<Lamp, 3> lamps;
  /// Of cards beside the backdrop wherever the camera stands, seen through clear liquid only; below 0 black
  /// ones.
  float cards;
  Vec3 floorAlbedo;
  float floorFade;  ///< brightness of the floor far from the scene, before the set takes over
  float pool;       ///< how much brighter the set is behind the scene than beside it
  float exposure;
  float vignette;  ///< 0 none .. 1 as much as a simple lens has
};

EnvironmentRow environmentRow(Background background);
/// The background's light with what is changed of it. The key light stays between 5 and 88 degrees above the
/// horizon.
EnvironmentRow environmentRow(Background background, const LightSpec& light);
/// Of any surroundings.
EnvironmentRow withChanges(EnvironmentRow row, const LightSpec& light);
/// A direction turned about the vertical, as LightSpec::turn turns lamps. @param turn  [degrees]
Vec3 turnedAbout(const Vec3& d, float turn);

/// 1 inside the lamp, 0 outside, as seen in direction d (unit).
float coverage(const Lamp& lamp, const Vec3& d);
/// Radiance of the set from direction d (unit): what a camera sees that looks at neither lamp nor scene.
/// shaders/environment.glsl has the same formula, a test compares them.
Vec3 setRadiance(const EnvironmentRow& row, const Vec3& d);
/// Radiance of set and lamps without the key light.
Vec3 ambientRadiance(const EnvironmentRow& row, const Vec3& d);

}  // namespace ooze
