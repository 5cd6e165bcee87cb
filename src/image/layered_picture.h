// Pictures with linear light and layers for compositing, and their OpenEXR files.
#pragma once

#include "ooze/base/math.h"

#include <filesystem>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

namespace ooze {

/// Depth of a pixel that shows no object [m].
inline constexpr float kEmptyDepth = 1e10f;

/// A picture in linear light (Rec. 709 primaries), with the object that each pixel shows. All arrays have
/// width * height elements, top row first.
struct LayeredPicture {
  int width = 0, height = 0;
  std::vector<glm::vec4> colour;  ///< light times exposure, before tone mapping, premultiplied by alpha
  std::vector<float> depth;       ///< depth along the view direction [m]; kEmptyDepth: no object
  std::vector<Vec3> normals;      ///< unit normal in world axes; 0 where a pixel shows no object
  std::vector<Vec3> velocities;   ///< velocity of the surface in world axes [m/s]
  std::vector<float> objects;     ///< index of the object plus 1; 0: floor, nozzle or backdrop
  /// Names of the objects: the liquids' materials, then the bodies.
  std::vector<std::string> objectNames;
  double framesPerSecond = 60.0;
  glm::mat4 worldToCamera{1.f};  ///< matrix from world space to camera space; the camera looks along -z
  glm::mat4 worldToScreen{1.f};  ///< matrix from world space to clip space

  LayeredPicture() = default;
  LayeredPicture(int w, int h);
  /// Returns the index of a pixel in the arrays; y counts from the top.
  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
};

/// Writes an OpenEXR file atomically, compressed without loss. Channels: R, G, B, A (half); Z (float);
/// normal.X, .Y, .Z, velocity.X, .Y, .Z and material.V (half). Header: framesPerSecond, worldToCamera,
/// worldToNDC, and `objects`, which names the values of material.V as lines "INDEX NAME".
/// @throws RunError "cannot write PATH: reason"
void writeExr(const std::filesystem::path& path, const LayeredPicture& picture);

}  // namespace ooze
