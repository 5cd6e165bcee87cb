// What a scene is called where people read it.
#pragma once

#include "ui/library.h"

#include <string>

namespace ooze::ui {

/// The title of a scene of the catalogue, or the file's name.
/// @param nameOrPath  as the session is asked to load it
std::string sceneTitle(const Catalog& catalog, const std::string& nameOrPath);

}  // namespace ooze::ui
