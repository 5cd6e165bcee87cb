// Converts a scene to another method, with the same solids, nozzles, light, looks and particle sizes.
#pragma once

#include "ooze/scene/scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The text of a converted scene.
struct ConvertedScene {
  std::string text;
  std::vector<std::string> omitted;  ///< parts that cannot be converted, in words; empty if everything was
};

/// Converts a scene to another method.
/// Every material becomes the method's library material of the same look, with the scene's density, colour
/// and optical properties. The scene's firmness (Firmness) and the parameters that both methods share are
/// transferred. Every interaction radius is scaled so that particles keep their size at rest.
/// Functions of pairs, a compression limit, other parameter values of the scene, and timeline entries that
/// set them are left out.
/// @param scene   a scene read by loadSceneWithoutShapes() or loadScene()
/// @param method  key of the target method
/// @throws InputError in one line if the method has no material of a needed look
ConvertedScene convertToMethod(const Scene& scene, std::string_view method);

}  // namespace ooze
