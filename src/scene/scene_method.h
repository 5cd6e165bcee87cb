// A scene under another method: the same solids, nozzles, light and looks of liquid, of particles as large.
#pragma once

#include "ooze/scene/scene.h"

#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A scene's text under another method.
struct RetoldScene {
  std::string text;
  std::vector<std::string> left;  ///< what the method cannot be told, in words; empty: nothing
};

/// Every material becomes the method's own of the same look, with the density, the colour and the numbers of
/// light that it has, as firm as the scene has made it (Firmness) and with what both methods call the same;
/// every interaction radius becomes what gives particles of the same size at rest. Functions of pairs, a
/// limit of compression, other parameters of the scene's own and what the timeline does to them are left.
/// @param scene   as outlineScene() or loadScene() reads it
/// @param method  a key
/// @throws InputError in one line if the method has no material of a look
RetoldScene underMethod(const Scene& scene, std::string_view method);

}  // namespace ooze
